/* The matrix of a Newton system and its direct solver. */
#ifndef RIGEL_LINEAR_LINEAR_H
#define RIGEL_LINEAR_LINEAR_H

#include "newton/newton.h"

/* What `auto` means: n unknowns on each of `ranks` ranks, entries up to `width` columns from their row, steps of fronts planned or
 * not, elements to be eliminated one after the other or not. The bounds come from tests/bench/linear.c. */
const char *linear_auto(int ranks, double n, int width, bool planned, bool sequence);
/* The same for this system, into newton->linear. */
PetscErrorCode linear_choose(const NewtonSetup *setup, Newton *newton);
/* newton->J with its pattern. */
PetscErrorCode linear_create_matrix(const NewtonSetup *setup, Newton *newton);
/* newton->value into J. */
PetscErrorCode linear_fill(Newton *newton, Mat J);
/* After new values of J, what a solver wants seen to (MUMPS: its memory); an error if it will need more than there is, as far as it
 * tells. */
PetscErrorCode linear_prepare(Newton *newton, Mat J);
/* Solves J(x) y = b, or with its transpose; b[n] becomes y. solved = false: singular. */
PetscErrorCode linear_solve(Newton *newton, const double *x, bool transpose, double *b, bool *solved);
/* The solver named by newton->linear, as the preconditioner of the SNES. */
PetscErrorCode linear_create_solver(const NewtonSetup *setup, Newton *newton);

/* What an error of the solver, or a factorization that it gave up, means. */
typedef enum { LINEAR_FINE, LINEAR_SINGULAR, LINEAR_MEMORY, LINEAR_ERROR } LinearOutcome;
PetscErrorCode linear_outcome(const Newton *newton, PetscErrorCode ierr, LinearOutcome *outcome);

#endif

/* The matrix of a Newton system and its direct solver. */
#ifndef RIGEL_SOLVE_LINEAR_H
#define RIGEL_SOLVE_LINEAR_H

#include "solve/newton.h"

/* What `auto` means for this system, into newton->linear. */
PetscErrorCode linear_choose(const NewtonSetup *setup, Newton *newton);
/* newton->J with its pattern. */
PetscErrorCode linear_create_matrix(const NewtonSetup *setup, Newton *newton);
/* newton->value into J. */
PetscErrorCode linear_fill(Newton *newton, Mat J);
/* Solves J(x) y = b, or with its transpose; b[n] becomes y. Not for block and band, which know no transposes. solved = false:
 * singular. */
PetscErrorCode linear_solve(Newton *newton, const double *x, bool transpose, double *b, bool *solved);
/* The solver named by newton->linear, as the preconditioner of the SNES. */
PetscErrorCode linear_create_solver(const NewtonSetup *setup, Newton *newton);

#endif

/* First guess of an optimal control problem: states and multipliers of all elements, on every rank. */
#ifndef RIGEL_OPTIMAL_OPTIMAL_GUESS_H
#define RIGEL_OPTIMAL_OPTIMAL_GUESS_H

#include "optimal/kkt.h"
#include "scheme/window/window_run.h"

/* Creates a window and fills it by solver.guess, from the start values z0[nz], lambda0[nl] (docs/explanation/numerics.md, First
 * guesses). */
PetscErrorCode optimal_guess(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, Window *window);
/* Copies states, multipliers and controls of the guess to the unknowns; clamped: the number of control values moved to a bound. */
PetscErrorCode optimal_guess_put(const Window *window, Kkt *kkt, int *clamped);

#endif

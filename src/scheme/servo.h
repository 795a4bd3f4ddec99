/* The start of servo constraints (inverse: servo): rest, and the inputs that hold it. */
#ifndef RIGEL_SCHEME_SERVO_H
#define RIGEL_SCHEME_SERVO_H

#include "scheme/global.h"

/* Paths must be at rest at both ends and the start in equilibrium, otherwise faults are added. lambda[nl]: the multipliers, inputs
 * among them, with which the start rests. */
PetscErrorCode servo_start(const Problem *problem, const System *system, const double *z, FaultList *faults,
                           double *lambda);

/* Solves a window from the start at rest, by a growing part of the way that the paths go. */
PetscErrorCode servo_solve(Global *global, Window *window, NewtonStatus *status);

#endif

/* The start of servo constraints (inverse: servo): rest, and the inputs that hold it. */
#ifndef RIGEL_START_SERVO_START_H
#define RIGEL_START_SERVO_START_H

#include "problem/fault.h"
#include "system/system.h"

#include <petscsys.h>

/* Paths must be at rest at both ends and the start in equilibrium, otherwise faults are added. lambda[nl]: the multipliers, inputs
 * among them, with which the start rests. */
PetscErrorCode servo_start(const Problem *problem, const System *system, const double *z, FaultList *faults,
                           double *lambda);

#endif

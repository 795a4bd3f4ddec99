/* The start of servo constraints (inverse: servo): a state at rest and the inputs that keep it there. */
#ifndef RIGEL_START_SERVO_START_H
#define RIGEL_START_SERVO_START_H

#include "problem/fault.h"
#include "system/system.h"

#include <petscsys.h>

/* Computes lambda[nl], the multipliers and inputs in equilibrium at the start. Adds faults for paths that are not at rest at both
 * ends and for a start without equilibrium (docs/explanation/theory.md, Servo constraints). */
PetscErrorCode servo_start(const Problem *problem, const System *system, const double *z, FaultList *faults,
                           double *lambda);

#endif

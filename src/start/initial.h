/* Consistent start values: a state on the constraints and the multipliers that keep it there. */
#ifndef RIGEL_START_INITIAL_H
#define RIGEL_START_INITIAL_H

#include "problem/fault.h"
#include "system/system.h"

#include <petscsys.h>

/* Largest accepted violation of a constraint in natural units; the rounding of numbers in a problem file is smaller. */
extern const double initial_tolerance;

/* Computes the start z of the problem, checked against the constraints of both levels or projected onto them, and its multipliers
 * grad Theta J grad Theta^T lambda = -grad Theta J grad H - dTheta/dt. Faults name the joint or body and its residuals.
 * With initial: assemble z contains the result of assemble_create, which is checked only. */
PetscErrorCode initial_create(const Problem *problem, const System *system, FaultList *faults, double *z /*[nz]*/,
                              double *lambda /*[nl]*/);

/* Multipliers that keep a consistent state z on the constraints at the absolute time t; solved = false: they are not unique. */
PetscErrorCode initial_multipliers(const System *system, double t, const double *z, double *lambda, bool *solved);

/* Projects z onto the constraints of both levels at the absolute time t; heavy bodies move least. solved = false: it failed. */
PetscErrorCode initial_project(const System *system, double t, double *z, bool *solved);

#endif

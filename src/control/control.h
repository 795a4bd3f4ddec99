/* Runs of a problem: with an objective by optimal control, otherwise by its scheme. */
#ifndef RIGEL_CONTROL_CONTROL_H
#define RIGEL_CONTROL_CONTROL_H

#include "control/trajectory.h"
#include "scheme/scheme.h"

/* As SchemeOps.run. */
PetscErrorCode problem_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status);
/* The same; what an objective leaves goes into the solution, which begins empty (NULL: not wanted). */
PetscErrorCode problem_solve(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, Solution *solution, RunStatus *status);
/* What only the system knows of an objective: false after faults were added. */
bool control_fits(const Problem *problem, const System *system, FaultList *faults);

#endif

/* Runs of a problem: with an objective by optimal control, otherwise by its scheme. */
#ifndef RIGEL_CONTROL_CONTROL_H
#define RIGEL_CONTROL_CONTROL_H

#include "scheme/scheme.h"

/* As SchemeOps.run. */
PetscErrorCode problem_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status);
/* What only the system knows of an objective: false after faults were added. */
bool control_fits(const Problem *problem, const System *system, FaultList *faults);

#endif

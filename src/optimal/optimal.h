/* Optimal control: runs whose inputs, loads of unknown size, minimise an objective. */
#ifndef RIGEL_OPTIMAL_OPTIMAL_H
#define RIGEL_OPTIMAL_OPTIMAL_H

#include "scheme/scheme.h"
#include "scheme/trajectory.h"

/* As SchemeOps.run, for a problem with an objective. Stores the unknowns of the optimum in the solution, which begins empty (NULL: not
 * wanted). */
PetscErrorCode optimal_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, Solution *solution, RunStatus *status);
/* Checks an objective against the system; false after faults were added. */
bool objective_fits(const Problem *problem, const System *system, FaultList *faults);

#endif

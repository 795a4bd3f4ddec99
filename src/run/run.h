/* The one dispatcher of every run: with an objective by optimal control, otherwise by the scheme of the problem. */
#ifndef RIGEL_RUN_RUN_H
#define RIGEL_RUN_RUN_H

#include "scheme/scheme.h"
#include "scheme/trajectory.h"

/* Runs the problem from the consistent start values z0[nz], lambda0[nl]. Refuses a run that does not fit into memory before anything
 * is allocated: status->verdict is RUN_REFUSED, status->message states why. */
PetscErrorCode problem_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status);
/* The same without an estimate of the memory, for a caller that has called estimate_fits before it opened its files. */
PetscErrorCode problem_run_fitting(const Problem *problem, const System *system, const double *z0,
                                   const double *lambda0, const Observer *observer, RunStatus *status);
/* The same; where imposed rows of joints become dependent during time stepping and a choice of others does not, the rows of the
 * system are exchanged and the run resumes from observer->checkpoint. Samples before and after belong to the rows of their time. */
PetscErrorCode problem_run_exchanging(const Problem *problem, System *system, const double *z0, const double *lambda0,
                                      const Observer *observer, RunStatus *status);
/* As problem_run; an optimum also fills the solution, which is empty on entry, or NULL. */
PetscErrorCode problem_solve(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, Solution *solution, RunStatus *status);

#endif

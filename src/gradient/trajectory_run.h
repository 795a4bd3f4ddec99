/* Solves a model, stores its trajectory and evaluates functionals of it. */
#ifndef RIGEL_GRADIENT_TRAJECTORY_RUN_H
#define RIGEL_GRADIENT_TRAJECTORY_RUN_H

#include "adjoint/functional.h"
#include "run/model.h"
#include "run/run.h"
#include "run/watch.h"

/* Solves the problem from z0 (NULL: the model's start), stores all nodes and multipliers, and judges the run; judgement may be NULL.
 * Destroy the trajectory in either case. */
PetscErrorCode model_solve(const Model *model, const double *z0, Trajectory *trajectory, RunStatus *status,
                           RunJudgement *judgement);

/* The same; `watcher` sees the samples and the iterations, and may stop the run. NULL: nobody. */
PetscErrorCode model_solve_watched(const Model *model, const double *z0, const Observer *watcher,
                                   Trajectory *trajectory, RunStatus *status, RunJudgement *judgement);

/* F of a trajectory, without its derivatives. */
PetscErrorCode trajectory_value(const Model *model, const Trajectory *trajectory, const Functional *functional,
                                double *value);

/* Empty, or the reason why a trajectory has no gradient. */
const char *trajectory_rejects(const Model *model, const Trajectory *trajectory);

#endif

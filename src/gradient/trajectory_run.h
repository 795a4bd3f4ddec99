/* Solves a model, stores its trajectory and evaluates functionals of it. */
#ifndef RIGEL_GRADIENT_TRAJECTORY_RUN_H
#define RIGEL_GRADIENT_TRAJECTORY_RUN_H

#include "adjoint/functional.h"
#include "run/model.h"
#include "run/run.h"

/* Solves the problem from z0 (NULL: the model's start) and stores all nodes and multipliers. Destroy the trajectory in either case. */
PetscErrorCode model_solve(const Model *model, const double *z0, Trajectory *trajectory, RunStatus *status);

/* F of a trajectory, without its derivatives. */
PetscErrorCode trajectory_value(const Model *model, const Trajectory *trajectory, const Functional *functional,
                                double *value);

/* Empty, or the reason why a trajectory has no gradient. */
const char *trajectory_rejects(const Model *model, const Trajectory *trajectory);

#endif

/* Trajectories of solved runs: nodes, multipliers, controls, and the reactions of joints and motions at them. */
#include "api/rigel_model.h"
#include "diag/reactions.h"

#include "base/vec.h"

#include <stdlib.h>

void trajectory_free(void *handle)
{
  RigelTrajectory *trajectory = handle;

  trajectory_destroy(&trajectory->trajectory);
  free(trajectory);
}

RigelCode rigel_solve(const RigelModel *model, const double *start, RigelTrajectory **trajectory, RigelResult *result)
{
  RigelTrajectory *fresh = NULL;
  RunStatus        status;
  RunJudgement     judgement;
  Call             call;

  if (!argument_given(__func__, "trajectory", trajectory)) return result_refuse(result);
  *trajectory = NULL;
  if (!call_begin(&call, __func__, NEEDS_MODEL, model, NULL)) return result_refuse(result);
  if (start && !argument_numbers(__func__, "start", model->model.system.nz, start))
    return call_end(&call, result_refuse(result));
  fresh = calloc(1, sizeof *fresh);
  if (!fresh) return result_error(&call, result);
  if (model_solve(&model->model, start, &fresh->trajectory, &status, &judgement)) {
    trajectory_free(fresh);
    return result_error(&call, result);
  }
  const RigelCode code = result_fill(&status, &judgement, result);
  if (code != RIGEL_INPUT && handle_add(HANDLE_TRAJECTORY, fresh, model)) *trajectory = fresh;
  else trajectory_free(fresh);
  return *trajectory || code == RIGEL_INPUT ? call_end(&call, code) : result_error(&call, result);
}

bool trajectory_finite(const char *function, const Trajectory *tr)
{
  return argument_numbers(function, "the states of the trajectory", (tr->elements * tr->k + 1) * tr->nz, tr->z) &&
         argument_numbers(function, "the multipliers of the trajectory", tr->elements * tr->nmult * tr->nl, tr->mult);
}

void rigel_trajectory_destroy(RigelTrajectory **trajectory)
{
  if (trajectory && *trajectory && call_destroy(__func__, HANDLE_TRAJECTORY, *trajectory, trajectory_free))
    *trajectory = NULL;
}

int rigel_trajectory_elements(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return -1;
  return trajectory->trajectory.elements;
}

int rigel_trajectory_degree(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return -1;
  return trajectory->trajectory.k;
}

int rigel_trajectory_nodes(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return -1;
  return trajectory->trajectory.elements * trajectory->trajectory.k + 1;
}

const double *rigel_trajectory_times(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return NULL;
  return trajectory->trajectory.t;
}

double *rigel_trajectory_states(RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return NULL;
  return trajectory->trajectory.z;
}

int rigel_trajectory_multiplier_nodes(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return -1;
  return trajectory->trajectory.nmult;
}

double *rigel_trajectory_multipliers(RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return NULL;
  return trajectory->trajectory.mult;
}

const double *rigel_trajectory_multiplier_times(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return NULL;
  return trajectory->trajectory.mult_t;
}

int rigel_trajectory_control_points(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return -1;
  return trajectory->trajectory.npoints;
}

const double *rigel_trajectory_controls(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return NULL;
  return trajectory->trajectory.u;
}

const double *rigel_trajectory_control_times(const RigelTrajectory *trajectory)
{
  if (!argument_trajectory(__func__, trajectory)) return NULL;
  return trajectory->trajectory.u_t;
}

/* --- reactions */

/* Index of the joint or motion of this name, counted from the first joint; -1: there is none. */
static int reaction_index(const System *sys, const char *name)
{
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    if (strcmp(sys->groups[g].name, name) == 0) return g - sys->nbodies;
  return -1;
}

/* Force and torque of one joint at the k Gauss points of every element: times[elements k], values[elements k][6]. */
static RigelCode reactions_fill(const System *sys, const Trajectory *tr, int index, double *times, double *values)
{
  double    *row = malloc((size_t)(1 + 6 * (sys->ngroups - sys->nbodies) + tr->nmult) * sizeof *row), *node;
  Reactions  reactions;
  const bool good = reactions_create(sys, &reactions) && row;

  node = row + 1 + 6 * (sys->ngroups - sys->nbodies);
  for (int e = 0; good && e < tr->elements; e++) {
    Sample       sample;
    const Sample start = {.z = trajectory_node(tr, e, 0)};
    reactions_keep(&reactions, &start);
    trajectory_element(tr, e, node, &sample);
    for (int i = 0; i < tr->k; i++) {
      reactions_at(&reactions, &sample, i, row);
      times[e * tr->k + i] = row[0];
      vec_copy(6, row + 1 + 6 * index, values + 6 * (e * tr->k + i));
    }
  }
  reactions_destroy(&reactions);
  free(row);
  return good ? RIGEL_OK : RIGEL_INTERNAL;
}

RigelCode rigel_trajectory_reactions(const RigelModel *model, const RigelTrajectory *trajectory, const char *name,
                                     double *times, double *values)
{
  Call call;

  if (!argument_name(__func__, "name", name, 0) || !argument_given(__func__, "times", times)) return RIGEL_INPUT;
  if (!argument_given(__func__, "values", values)) return RIGEL_INPUT;
  if (!call_begin(&call, __func__, NEEDS_RUN, model, trajectory)) return RIGEL_INPUT;
  if (!trajectory_finite(__func__, &trajectory->trajectory)) return call_end(&call, RIGEL_INPUT);
  const System *sys   = &model->model.system;
  const int     index = reaction_index(sys, name);
  if (index >= 0) return call_end(&call, reactions_fill(sys, &trajectory->trajectory, index, times, values));
  return call_end(&call, failure_report(R0910_NAME_ABSENT, __func__,
                                        "found no joint or motion %s, expected one of the problem", name));
}

/* The ways to a gradient. */
#include "gradient/parameter_gradient.h"

#include "base/vec.h"
#include "run/run.h"
#include "start/initial.h"

/* --- windows: the adjoint of mG and BG */

static PetscErrorCode windows_create(Gradient *g, bool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(adjoint_create(&g->model->problem, &g->model->system, g->trajectory, g->functional, &g->adjoint, solved));
  g->value = g->adjoint.value;
  PetscFunctionReturn(0);
}

static PetscErrorCode windows_destroy(Gradient *g)
{
  PetscFunctionBeginUser;
  PetscCall(adjoint_destroy(&g->adjoint));
  PetscFunctionReturn(0);
}

static PetscErrorCode windows_at(const Gradient *g, const Model *other, double *value, bool *good)
{
  PetscFunctionBeginUser;
  *good = true;
  PetscCall(adjoint_lagrangian(&g->adjoint, &other->problem, &other->system, other->z, other->lambda, value));
  PetscFunctionReturn(0);
}

/* g + (d lambda_0 / dz_0)^T g_l, the latter by differences where it is there at all (continuous multipliers of BG). */
static PetscErrorCode windows_start(const Gradient *g, double *start, bool *good)
{
  const System  *sys     = &g->model->system;
  const Adjoint *adjoint = &g->adjoint;
  double        *z, *lambda;
  bool           solved;

  PetscFunctionBeginUser;
  *good = true;
  vec_copy(sys->nz, adjoint->start, start);
  if (vec_max(sys->nl, adjoint->start_mult) == 0.0) PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(sys->nz, &z, sys->nl, &lambda));
  for (int j = 0; j < sys->nz; j++) {
    const double step = difference_step * sys->scale_z[j];
    for (int i = 0; i < difference_centred.n; i++) {
      vec_copy(sys->nz, g->trajectory->z, z);
      z[j] += difference_centred.at[i] * step;
      PetscCall(initial_multipliers(sys, g->model->problem.time.start, z, lambda, &solved));
      *good = *good && solved;
      start[j] += difference_centred.weight[i] * vec_dot(sys->nl, adjoint->start_mult, lambda) / step;
    }
  }
  PetscCall(PetscFree2(z, lambda));
  PetscFunctionReturn(0);
}

const GradientOps gradient_windows = {.how     = "adjoint",
                                      .tries   = 1,
                                      .create  = windows_create,
                                      .destroy = windows_destroy,
                                      .at      = windows_at,
                                      .start   = windows_start};

/* --- em: its own adjoint */

static PetscErrorCode em_create(Gradient *g, bool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(adjoint_em_create(&g->model->problem, &g->model->system, g->trajectory, g->functional, &g->em, solved));
  g->value = g->em.value;
  PetscFunctionReturn(0);
}

static PetscErrorCode em_destroy(Gradient *g)
{
  PetscFunctionBeginUser;
  PetscCall(adjoint_em_destroy(&g->em));
  PetscFunctionReturn(0);
}

static PetscErrorCode em_at(const Gradient *g, const Model *other, double *value, bool *good)
{
  PetscFunctionBeginUser;
  PetscCall(adjoint_em_lagrangian(&g->em, &other->problem, &other->system, other->z, value, good));
  PetscFunctionReturn(0);
}

static PetscErrorCode em_start(const Gradient *g, double *start, bool *good)
{
  PetscFunctionBeginUser;
  *good = true;
  vec_copy(g->model->system.nz, g->em.start, start);
  PetscFunctionReturn(0);
}

const GradientOps gradient_em = {
  .how = "adjoint", .tries = 1, .create = em_create, .destroy = em_destroy, .at = em_at, .start = em_start};

/* --- an objective: its conditions */

static PetscErrorCode optimum_create(Gradient *g, bool *solved)
{
  const Model *m = g->model;

  PetscFunctionBeginUser;
  PetscCall(adjoint_optimum_create(&m->problem, &m->system, g->trajectory->z, g->trajectory,
                                   g->cost ? NULL : g->functional, &g->optimum, solved));
  g->value = g->optimum.value;
  PetscFunctionReturn(0);
}

static PetscErrorCode optimum_destroy(Gradient *g)
{
  PetscFunctionBeginUser;
  PetscCall(adjoint_optimum_destroy(&g->optimum));
  PetscFunctionReturn(0);
}

static PetscErrorCode optimum_at(const Gradient *g, const Model *other, double *value, bool *good)
{
  PetscFunctionBeginUser;
  PetscCall(adjoint_optimum_lagrangian(&g->optimum, &other->problem, &other->system, other->z, value, good));
  PetscFunctionReturn(0);
}

static PetscErrorCode optimum_start(const Gradient *g, double *start, bool *good)
{
  PetscFunctionBeginUser;
  *good = true;
  vec_copy(g->model->system.nz, g->optimum.start, start);
  PetscFunctionReturn(0);
}

const GradientOps gradient_optimum = {.how     = "adjoint",
                                      .tries   = 1,
                                      .create  = optimum_create,
                                      .destroy = optimum_destroy,
                                      .at      = optimum_at,
                                      .start   = optimum_start};

/* --- whole runs */

PetscErrorCode model_solve(const Model *model, const double *z0, Trajectory *trajectory, RunStatus *status)
{
  const Observer observer = {.context = trajectory, .sample = trajectory_sample};
  double        *lambda;
  bool           solved = true;

  PetscFunctionBeginUser;
  PetscCheck(trajectory_create(&model->problem, &model->system, trajectory), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  PetscCall(PetscMalloc1(model->system.nl + 1, &lambda));
  vec_copy(model->system.nl, model->lambda, lambda);
  if (z0) PetscCall(initial_multipliers(&model->system, model->problem.time.start, z0, lambda, &solved));
  if (!solved) vec_copy(model->system.nl, model->lambda, lambda);
  PetscCall(problem_solve(&model->problem, &model->system, z0 ? z0 : model->z, lambda, &observer, &trajectory->solution,
                          status));
  PetscCall(PetscFree(lambda));
  PetscFunctionReturn(0);
}

/* Runs without elements of their own have two Gauss points on the line between element ends. */
PetscErrorCode trajectory_value(const Model *model, const Trajectory *tr, const Functional *functional, double *value)
{
  const Problem *problem = &model->problem;
  const bool     own     = problem->method.scheme->adjoint != ADJOINT_NONE;
  const int      s       = own ? scheme_gauss(problem, &model->system) : 2;
  TimeElement    element;

  PetscFunctionBeginUser;
  PetscCheck(time_element_create_mg(tr->k, s, problem->method.nodes == NODES_LOBATTO, &element), PETSC_COMM_SELF,
             PETSC_ERR_MEM, "out of memory");
  PetscCall(functional_value(functional, tr, &element, NULL, NULL, value));
  time_element_destroy(&element);
  PetscFunctionReturn(0);
}

/* J of the run of a model from z0. */
static PetscErrorCode run_value(const Gradient *g, const Model *model, const double *z0, double *value, bool *good)
{
  Trajectory tr;
  RunStatus  status;

  PetscFunctionBeginUser;
  PetscCall(model_solve(model, z0, &tr, &status));
  *good = status.verdict == RUN_DONE;
  if (*good && g->cost) *value = status.optimum.cost;
  else if (*good) PetscCall(trajectory_value(g->model, &tr, g->functional, value));
  trajectory_destroy(&tr);
  PetscFunctionReturn(0);
}

/* Where the run began: at the model's start, or elsewhere. */
static const double *run_start(const Gradient *g)
{
  const bool same = memcmp(g->trajectory->z, g->model->z, (size_t)g->model->system.nz * sizeof(double)) == 0;

  return same || g->model->problem.boundary.given || g->model->problem.nterms ? NULL : g->trajectory->z;
}

static PetscErrorCode runs_create(Gradient *g, bool *solved)
{
  PetscFunctionBeginUser;
  *solved = true;
  PetscCall(run_value(g, g->model, run_start(g), &g->value, solved));
  PetscFunctionReturn(0);
}

static PetscErrorCode runs_destroy(Gradient *g)
{
  PetscFunctionBeginUser;
  (void)g;
  PetscFunctionReturn(0);
}

/* A start of its own moves as that of the model does. */
static PetscErrorCode runs_at(const Gradient *g, const Model *other, double *value, bool *good)
{
  const int     nz    = g->model->system.nz;
  const double *start = run_start(g);
  double       *z;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nz, &z));
  vec_copy(nz, other->z, z);
  vec_add(nz, -1.0, g->model->z, z);
  if (start) vec_add(nz, 1.0, start, z);
  PetscCall(run_value(g, other, start ? z : NULL, value, good));
  *value -= g->value;
  PetscCall(PetscFree(z));
  PetscFunctionReturn(0);
}

static PetscErrorCode runs_start(const Gradient *g, double *start, bool *good)
{
  const System *sys = &g->model->system;
  double       *z, value;

  PetscFunctionBeginUser;
  *good = true;
  vec_zero(sys->nz, start);
  if (g->model->problem.boundary.given) PetscFunctionReturn(0); /* the run finds it */
  PetscCall(PetscMalloc1(sys->nz, &z));
  for (int j = 0; *good && j < sys->nz; j++) {
    const double step = difference_step * sys->scale_z[j];
    for (int i = 0; *good && i < difference_centred.n; i++) {
      vec_copy(sys->nz, run_start(g) ? run_start(g) : g->model->z, z);
      z[j] += difference_centred.at[i] * step;
      PetscCall(run_value(g, g->model, z, &value, good));
      start[j] += difference_centred.weight[i] * (value - g->value) / step;
    }
  }
  PetscCall(PetscFree(z));
  PetscFunctionReturn(0);
}

const GradientOps gradient_runs = {
  .how = "differences", .tries = 4, .create = runs_create, .destroy = runs_destroy, .at = runs_at, .start = runs_start};

/* --- the choice */

const GradientOps *gradient_ops(const Model *model)
{
  const Problem *problem = &model->problem;

  for (int t = 0; t < problem->nterms; t++) /* each sweep begins where the one before ends */
    if (problem->terms[t].sweeps > 0) return &gradient_runs;
  if (problem->nterms) return &gradient_optimum;
  switch (problem->method.scheme->adjoint) {
  case ADJOINT_STEPPING: return &gradient_em;
  case ADJOINT_WINDOW: return &gradient_windows;
  default: return &gradient_runs;
  }
}

/* Derivatives dF/dchi by differences of order 6 of the Lagrangian or of whole runs, for all functionals in one loop over the points.
 *
 * The Lagrangian of an adjoint is an explicit function of chi, polynomial or rational for almost all parameters, so one step suffices. A
 * whole run contains solver tolerances: its step is quartered until two derivatives agree. */
#include "gradient/parameter_gradient.h"

#include "base/vec.h"
#include "gradient/trajectory_run.h"

static const Where nowhere = {0, 0};

enum { TRIES_RUNS = 4 };

const char *gradient_how(const Model *model)
{
  return adjoint_ops(&model->problem) ? "adjoint" : "differences";
}

/* --- whole runs */

/* value[n] = F of the run of a model from z0 (NULL: the model's start). */
static PetscErrorCode run_values(const Gradient *g, const Model *model, const double *z0, double *value, bool *good)
{
  Trajectory tr;
  RunStatus  status;

  PetscFunctionBeginUser;
  PetscCall(model_solve(model, z0, &tr, &status, NULL));
  *good = status.verdict == RUN_DONE;
  for (int f = 0; *good && f < g->n; f++) {
    if (g->functionals[f].cost) value[f] = status.optimum.cost;
    else PetscCall(trajectory_value(g->model, &tr, &g->functionals[f].functional, &value[f]));
  }
  trajectory_destroy(&tr);
  PetscFunctionReturn(0);
}

/* The start of the run if it is not the model's own; NULL: it is, or the run finds it. */
static const double *run_start(const Gradient *g)
{
  const bool same = memcmp(g->trajectory->z, g->model->z, (size_t)g->model->system.nz * sizeof(double)) == 0;

  return same || g->model->problem.boundary.given || g->model->problem.nterms ? NULL : g->trajectory->z;
}

/* value[n] = F of a changed model; a start of the caller is shifted as the model's start is: z_0 + z(chi) - z. */
static PetscErrorCode run_changed(const Gradient *g, const Model *other, double *value, bool *good)
{
  const int     nz    = g->model->system.nz;
  const double *start = run_start(g);
  double       *z;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nz, &z));
  vec_copy(nz, other->z, z);
  vec_add(nz, -1.0, g->model->z, z);
  if (start) vec_add(nz, 1.0, start, z);
  PetscCall(run_values(g, other, start ? z : NULL, value, good));
  PetscCall(PetscFree(z));
  PetscFunctionReturn(0);
}

/* start[n][nz] = dF/dz_0 by differences of order 6; zero with boundary values, where the run finds z_0. */
static PetscErrorCode run_start_gradient(const Gradient *g, double *start, bool *good)
{
  const System *sys  = &g->model->system;
  const double *from = run_start(g) ? run_start(g) : g->model->z;
  double       *z, *value;

  PetscFunctionBeginUser;
  vec_zero(g->n * sys->nz, start);
  if (g->model->problem.boundary.given) PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(sys->nz, &z, g->n, &value));
  for (int j = 0; *good && j < sys->nz; j++) {
    const double step = difference_step * sys->scale_z[j];
    for (int i = 0; *good && i < difference_centred.n; i++) {
      vec_copy(sys->nz, from, z);
      z[j] += difference_centred.at[i] * step;
      PetscCall(run_values(g, g->model, z, value, good));
      for (int f = 0; *good && f < g->n; f++)
        start[f * sys->nz + j] += difference_centred.weight[i] * (value[f] - g->value[f]) / step;
    }
  }
  PetscCall(PetscFree2(z, value));
  PetscFunctionReturn(0);
}

/* --- adjoints or runs */

/* One adjoint for each functional; without adjoints F of the unchanged run, with which the differences begin. */
PetscErrorCode gradient_create(const Model *model, const Trajectory *trajectory, int n,
                               const NamedFunctional *functionals, Gradient *g, bool *solved)
{
  PetscFunctionBeginUser;
  *g = (Gradient){
    .model = model, .trajectory = trajectory, .n = n, .functionals = functionals, .ops = adjoint_ops(&model->problem)};
  *solved = true;
  PetscCall(PetscCalloc2(n, &g->adjoints, n, &g->value));
  if (!g->ops) PetscCall(run_values(g, model, run_start(g), g->value, solved));
  for (int f = 0; g->ops && *solved && f < n; f++) {
    PetscCall(adjoint_create(g->ops, &model->problem, &model->system, trajectory,
                             functionals[f].cost ? NULL : &functionals[f].functional, &g->adjoints[f], solved));
    g->value[f] = g->adjoints[f]->value;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode gradient_destroy(Gradient *g)
{
  PetscFunctionBeginUser;
  for (int f = 0; f < g->n; f++) PetscCall(adjoint_destroy(&g->adjoints[f]));
  PetscCall(PetscFree2(g->adjoints, g->value));
  PetscFunctionReturn(0);
}

/* value[n] = functions of chi whose derivatives are wanted: L - F of each adjoint, or F of a run. */
static PetscErrorCode gradient_values(const Gradient *g, const Model *other, double *value, bool *good)
{
  PetscFunctionBeginUser;
  *good = true;
  if (!g->ops) PetscCall(run_changed(g, other, value, good));
  for (int f = 0; g->ops && *good && f < g->n; f++)
    PetscCall(
      g->ops->lagrangian(g->adjoints[f], &other->problem, &other->system, other->z, other->lambda, &value[f], good));
  PetscFunctionReturn(0);
}

PetscErrorCode gradient_start(const Gradient *g, double *start, FaultList *faults)
{
  const Model *m    = g->model;
  bool         good = true;

  PetscFunctionBeginUser;
  if (!g->ops) PetscCall(run_start_gradient(g, start, &good));
  for (int f = 0; g->ops && good && f < g->n; f++)
    PetscCall(adjoint_start(g->adjoints[f], &m->problem, &m->system, start + f * m->system.nz, &good));
  if (!good)
    fault_add(faults, R1005_PARAMETER_TIED, nowhere, "start", "found a start state that cannot be changed by itself");
  PetscFunctionReturn(0);
}

/* --- differences */

/* The derivative of one functional from smaller and smaller steps: the first of the two that agree best. */
typedef struct {
  double derivative, last, now;
  double best, noise; /* smallest difference of two; rounding of F over the step */
  bool   done;
} Estimate;

/* derivative[n] = sum_i weight_i value(chi + at_i step) / step, in Estimate.now; good = false: a point has no value, with the reason. */
static PetscErrorCode stencil_apply(const Gradient *g, Parameters *parameters, int p, double size, Estimate *estimates,
                                    bool *good, char why[WHY_LEN])
{
  const Parameter *parameter = &parameters->item[p];
  const double     step      = parameter_step(parameter, size);
  double          *value;

  PetscFunctionBeginUser;
  *good = true;
  PetscCall(PetscCalloc1(g->n, &value));
  for (int f = 0; f < g->n; f++) estimates[f].now = 0.0;
  for (int i = 0; *good && i < parameter->stencil->n; i++) {
    const double number = parameter->number + parameter->stencil->at[i] * step;
    Model        other;
    PetscCall(parameters_model(parameters, p, number, &other, why));
    *good = other.ready;
    if (*good) {
      snprintf(why, WHY_LEN, "there is no run with %.17g", number);
      PetscCall(gradient_values(g, &other, value, good));
    }
    for (int f = 0; *good && f < g->n; f++) estimates[f].now += parameter->stencil->weight[i] * value[f];
    PetscCall(model_clear(&other));
  }
  for (int f = 0; f < g->n; f++) estimates[f].now /= step;
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

/* Compares with the derivative of the next smaller step. */
static void estimate_update(Estimate *e, bool first)
{
  if (e->done) return;
  if (first || fabs(e->now - e->last) < e->best) e->derivative = first ? e->now : e->last;
  if (!first) e->best = fmin(e->best, fabs(e->now - e->last));
  e->done = e->best <= fmax(1e-10 * fabs(e->now), e->noise);
  e->last = e->now;
}

/* derivative[f stride] of all functionals in one number; one fault if it cannot be changed, or if derivatives of two steps differ. */
static PetscErrorCode gradient_number(const Gradient *g, Parameters *parameters, int p, int stride, double *derivative,
                                      FaultList *faults)
{
  const Parameter *parameter = &parameters->item[p];
  double           size      = difference_step;
  bool             good = true, done = false, smooth = true;
  char             why[WHY_LEN];
  Estimate        *estimates;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(g->n, &estimates));
  for (int f = 0; f < g->n; f++) estimates[f] = (Estimate){.derivative = NAN, .best = INFINITY};
  for (int i = 0; i < (g->ops ? 1 : TRIES_RUNS) && good && !done; i++, size *= 0.25) {
    PetscCall(stencil_apply(g, parameters, p, size, estimates, &good, why));
    done = true;
    for (int f = 0; good && f < g->n; f++) {
      Estimate *e = &estimates[f];
      if (!e->done) e->noise = 1e-14 * fabs(g->value[f]) / parameter_step(parameter, size);
      estimate_update(e, i == 0);
      done = done && e->done;
    }
  }
  if (!good)
    fault_add(faults, R1005_PARAMETER_TIED, nowhere, parameter->path,
              "found a number that cannot be changed by itself: %s", why);
  for (int f = 0; good && f < g->n; f++) {
    const Estimate *e          = &estimates[f];
    const bool      consistent = g->ops || e->best <= fmax(1e-4 * fabs(e->derivative), 1e5 * e->noise);
    derivative[f * stride]     = e->derivative;
    if (!consistent && smooth)
      fault_add(
        faults, R1006_PARAMETER_ROUGH, nowhere, parameter->path,
        "found derivatives that differ by %.2g between steps (%.6g), expected a run that is smooth in this number",
        e->best, e->derivative);
    smooth = smooth && consistent;
  }
  PetscCall(PetscFree(estimates));
  PetscFunctionReturn(0);
}

/* dF/dchi = dL/dchi of each number; derivatives in the start state come from the sweeps, once for all of its entries. */
PetscErrorCode gradient_parameters(const Gradient *g, Parameters *parameters, double *derivative, FaultList *faults)
{
  const int nz = g->model->system.nz, n = parameters->n;
  double   *start = NULL;

  PetscFunctionBeginUser;
  for (int p = 0; p < n; p++) {
    const int state = parameters->item[p].state;
    for (int f = 0; f < g->n; f++) derivative[f * n + p] = NAN;
    if (state < 0) PetscCall(gradient_number(g, parameters, p, n, derivative + p, faults));
    else if (!start) {
      PetscCall(PetscCalloc1((size_t)(g->n * nz), &start));
      PetscCall(gradient_start(g, start, faults));
    }
    for (int f = 0; state >= 0 && f < g->n; f++) derivative[f * n + p] = start[f * nz + state];
    if (g->counted) g->counted(g->context, p + 1, n);
  }
  PetscCall(PetscFree(start));
  PetscFunctionReturn(0);
}

/* dL/dp by differences of order 6: L is an explicit function of p, polynomial or rational in nearly all of them. */
#include "app/gradient.h"

#include "base/vec.h"
#include "control/control.h"
#include "io/scalar.h"
#include "scheme/initial.h"
#include "scheme/mesh.h"

#include <stdlib.h>

static const Where nowhere = {0, 0};

/* --- functionals */

int state_place(const System *sys, const char *column)
{
  for (int b = 0; b < sys->nbodies; b++) {
    const Body  *body   = &sys->bodies[b];
    const size_t length = strlen(body->name);
    if (strncmp(column, body->name, length) != 0 || column[length] != '.') continue;
    for (int i = body->nheld; body->columns[i]; i++) {
      const char *name = body->columns[i], *want = column + length + 1;
      if (strcmp(want, name) == 0) return sys->start[b] + i - body->nheld;
      if (want[0] == 'p' && strcmp(want + 1, name) == 0) return sys->start[b] + body->nq + i - body->nheld;
    }
  }
  return -1;
}

static double entry_end(void *context, const double *z, double *gradient, double *hessian)
{
  const NamedFunctional *named = context;

  if (gradient) vec_zero(named->nz, gradient);
  if (hessian) vec_zero(named->nz * named->nz, hessian);
  if (gradient) gradient[named->place] = 1.0;
  return z[named->place];
}

static double entry_running(void *context, double t, const double *z, double *gradient, double *hessian)
{
  (void)t;
  return entry_end(context, z, gradient, hessian);
}

bool functional_find(const System *sys, const char *name, FaultList *faults, NamedFunctional *named)
{
  const bool  end = strncmp(name, "end:", 4) == 0, integral = strncmp(name, "integral:", 9) == 0;
  const char *column = strchr(name, ':');

  *named = (NamedFunctional){.place = end || integral ? state_place(sys, column + 1) : -1, .nz = sys->nz};
  if (named->place < 0) {
    fault_add(faults, nowhere, "functional",
              "found %.100s, expected end:COLUMN or integral:COLUMN with a column of state.csv that moves", name);
    return false;
  }
  named->functional.context = named;
  if (end) named->functional.end = entry_end;
  else named->functional.running = entry_running;
  return true;
}

/* --- the run */

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
  PetscCall(problem_run(&model->problem, &model->system, z0 ? z0 : model->z, lambda, &observer, status));
  PetscCall(PetscFree(lambda));
  PetscFunctionReturn(0);
}

/* --- differences */

/* f'(0) from f(i step): centred, or to one side where the other is not allowed. Weights are divided by the step. */
typedef struct {
  int    n, at[7];
  double weight[7];
} Stencil;

static const Stencil stencils[] = {
  {6, {-3, -2, -1, 1, 2, 3}, {-1.0 / 60, 3.0 / 20, -0.75, 0.75, -3.0 / 20, 1.0 / 60}},
  {7, {0, 1, 2, 3, 4, 5, 6}, {-49.0 / 20, 6, -7.5, 20.0 / 3, -3.75, 1.2, -1.0 / 6}},
  {7, {0, -1, -2, -3, -4, -5, -6}, {49.0 / 20, -6, 7.5, -20.0 / 3, 3.75, -1.2, 1.0 / 6}},
};
enum { STENCILS = sizeof stencils / sizeof stencils[0] };

/* Relative to the number, or to 1 where that is zero: rounding and the terms of order 6 are both small then. */
static const double step_size = 1e-3;

/* L of the problem with one more assignment; false in good: it was refused, and why. */
static PetscErrorCode lagrangian_at(const ProblemSource *source, const Model *model, const Adjoint *adjoint,
                                    const char *assignment, double *value, bool *good, char *why, size_t size)
{
  const char  **set;
  Model         other;
  FaultList     faults;
  ProblemSource changed = *source;
  Mesh          mesh;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(source->nset + 2, &set));
  for (int i = 0; i < source->nset; i++) set[i] = source->set[i];
  set[source->nset]     = assignment;
  set[source->nset + 1] = "reference="; /* it need not hold any more */
  changed.set           = set;
  changed.nset          = source->nset + 2;
  fault_init(&faults, source->file);
  PetscCall(model_build(&changed, &faults, &other));
  *good = other.ready;
  if (faults.kept) snprintf(why, size, "%s", faults.text[0]);
  if (*good && (other.system.nz != model->system.nz || other.system.nl != model->system.nl)) {
    snprintf(why, size, "found another number of unknowns with %s", assignment);
    *good = false;
  }
  mesh_create(&other.problem.time, &mesh);
  if (*good && mesh.n != adjoint->trajectory->elements) {
    snprintf(why, size, "found another number of elements with %s: use time.elements", assignment);
    *good = false;
  }
  if (*good) PetscCall(adjoint_lagrangian(adjoint, &other.problem, &other.system, other.z, other.lambda, value));
  PetscCall(model_clear(&other));
  fault_clear(&faults);
  PetscCall(PetscFree(set));
  PetscFunctionReturn(0);
}

static PetscErrorCode stencil_apply(const ProblemSource *source, const Model *model, const Adjoint *adjoint,
                                    const char *path, double number, const Stencil *stencil, double *derivative,
                                    bool *good, char *why, size_t size)
{
  const double step = step_size * (number != 0.0 ? fabs(number) : 1.0);
  double       sum  = 0.0, value;
  char         text[REAL_LEN], assignment[TEXT_LEN];

  PetscFunctionBeginUser;
  *good = true;
  for (int i = 0; *good && i < stencil->n; i++) {
    real_print(number + stencil->at[i] * step, text);
    snprintf(assignment, sizeof assignment, "%s=%s", path, text);
    PetscCall(lagrangian_at(source, model, adjoint, assignment, &value, good, why, size));
    if (*good) sum += stencil->weight[i] * (value - adjoint->value);
  }
  *derivative = sum / step;
  PetscFunctionReturn(0);
}

static PetscErrorCode gradient_number(const ProblemSource *source, const Model *model, const Adjoint *adjoint,
                                      const char *path, double *derivative, FaultList *faults)
{
  double number;
  bool   good = false;
  char   why[2][600];

  PetscFunctionBeginUser;
  if (!source_number(source, path, &number, faults)) PetscFunctionReturn(0);
  for (int s = 0; !good && s < STENCILS; s++)
    PetscCall(
      stencil_apply(source, model, adjoint, path, number, &stencils[s], derivative, &good, why[s > 0], sizeof why[0]));
  if (!good) fault_add(faults, nowhere, path, "found a number that cannot be changed by itself: %s", why[0]);
  PetscFunctionReturn(0);
}

PetscErrorCode gradient_parameters(const ProblemSource *source, const Model *model, const Adjoint *adjoint, int n,
                                   const char *const parameters[], double *gradient, FaultList *faults)
{
  double *start;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->system.nz, &start));
  PetscCall(gradient_start(model, adjoint, start));
  for (int i = 0; i < n; i++) {
    const char *path  = parameters[i];
    const bool  entry = strncmp(path, "start.", 6) == 0;
    const int   place = entry ? state_place(&model->system, path + 6) : -1;
    gradient[i]       = NAN;
    if (!entry) PetscCall(gradient_number(source, model, adjoint, path, &gradient[i], faults));
    else if (place >= 0) gradient[i] = start[place];
    else
      fault_add(faults, nowhere, path,
                "found no such state, expected start.COLUMN with a column of state.csv that moves");
  }
  PetscCall(PetscFree(start));
  PetscFunctionReturn(0);
}

/* g + (d lambda_0 / dz_0)^T g_l, the latter by differences where it is there at all (continuous multipliers of BG). */
PetscErrorCode gradient_start(const Model *model, const Adjoint *adjoint, double *gradient)
{
  const System  *sys     = &model->system;
  const Stencil *stencil = &stencils[0];
  double        *z, *lambda;
  bool           solved;

  PetscFunctionBeginUser;
  vec_copy(sys->nz, adjoint->start, gradient);
  if (vec_max(sys->nl, adjoint->start_mult) == 0.0) PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(sys->nz, &z, sys->nl, &lambda));
  for (int j = 0; j < sys->nz; j++) {
    const double step = step_size * sys->scale_z[j];
    for (int i = 0; i < stencil->n; i++) {
      vec_copy(sys->nz, adjoint->trajectory->z, z);
      z[j] += stencil->at[i] * step;
      PetscCall(initial_multipliers(sys, model->problem.time.start, z, lambda, &solved));
      gradient[j] += stencil->weight[i] * vec_dot(sys->nl, adjoint->start_mult, lambda) / step;
    }
  }
  PetscCall(PetscFree2(z, lambda));
  PetscFunctionReturn(0);
}

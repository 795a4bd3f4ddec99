/* dL/dp by differences of order 6: of a Lagrangian it is an explicit function of p, polynomial or rational in nearly all of them. */
#include "gradient/parameter_gradient.h"

#include "base/scalar.h"
#include "base/vec.h"

static const Where nowhere = {0, 0};

const char *gradient_refuses(const Model *model, const Trajectory *tr)
{
  return tr->elements < mesh_elements(&model->problem.time) ? "found a run that did not reach its end" : "";
}

/* --- another number */

enum { WHY_LEN = 600 };

/* The model with one more assignment; false in other->ready: it was refused, and why. Clear it in either case. */
static PetscErrorCode model_change(const ProblemSource *source, const Model *model, const char *path, double number,
                                   Model *other, char why[WHY_LEN])
{
  ProblemSource changed = *source;
  const char  **set;
  FaultList     faults;
  char          text[REAL_LEN], assignment[TEXT_LEN];

  PetscFunctionBeginUser;
  real_print(number, text);
  snprintf(assignment, sizeof assignment, "%s=%s", path, text);
  PetscCall(PetscMalloc1(source->nset + 2, &set));
  for (int i = 0; i < source->nset; i++) set[i] = source->set[i];
  set[source->nset]     = assignment;
  set[source->nset + 1] = "reference="; /* it need not hold any more */
  changed.set           = set;
  changed.nset          = source->nset + 2;
  fault_init(&faults, source->file);
  PetscCall(model_build(&changed, &faults, other));
  if (faults.kept) snprintf(why, WHY_LEN, "%s", faults.text[0]);
  if (other->ready) {
    const bool whole = mesh_elements(&model->problem.time) == mesh_elements(&other->problem.time);
    const bool same  = other->system.nz == model->system.nz && other->system.nl == model->system.nl;
    if (!same) snprintf(why, WHY_LEN, "found another number of unknowns with %s", assignment);
    else if (!whole) snprintf(why, WHY_LEN, "found another number of elements with %s: use time.elements", assignment);
    other->ready = same && whole;
  }
  fault_clear(&faults);
  PetscCall(PetscFree(set));
  PetscFunctionReturn(0);
}

static double parameter_step(const Parameter *p, double size)
{
  return size * (p->number != 0.0 ? fabs(p->number) : 1.0);
}

/* A stencil whose points are all allowed, by the look of its far ends. */
static PetscErrorCode parameter_sides(const ProblemSource *source, const Model *model, Parameter *p, FaultList *faults)
{
  static const Difference *const sides[] = {&difference_centred, &difference_right, &difference_left};
  char                           why[2][WHY_LEN];

  PetscFunctionBeginUser;
  for (int s = 0; !p->stencil && s < 3; s++) {
    bool good = true;
    for (int end = 0; good && end < 2; end++) {
      const double number = p->number + sides[s]->at[end ? sides[s]->n - 1 : 0] * parameter_step(p, difference_step);
      Model        other;
      PetscCall(model_change(source, model, p->path, number, &other, why[s > 0]));
      good = other.ready;
      PetscCall(model_clear(&other));
    }
    if (good) p->stencil = sides[s];
  }
  if (!p->stencil) fault_add(faults, nowhere, p->path, "found a number that cannot be changed by itself: %s", why[0]);
  PetscFunctionReturn(0);
}

PetscErrorCode parameters_find(const ProblemSource *source, const Model *model, int n, const char *const paths[],
                               Parameter *parameters, FaultList *faults)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++) {
    Parameter *p     = &parameters[i];
    const bool entry = strncmp(paths[i], "start.", 6) == 0;
    *p               = (Parameter){.path = paths[i], .place = entry ? state_place(&model->system, paths[i] + 6) : -1};
    if (entry && p->place < 0)
      fault_add(faults, nowhere, p->path,
                "found no such state, expected start.COLUMN with a column of state.csv that moves");
    else if (entry && model->problem.boundary.given)
      fault_add(faults, nowhere, p->path, "found a start state that the run finds, expected a number of the problem");
    else if (!entry && source_number(source, p->path, &p->number, faults))
      PetscCall(parameter_sides(source, model, p, faults));
  }
  PetscFunctionReturn(0);
}

/* --- differences */

static PetscErrorCode stencil_apply(const Gradient *g, const Parameter *p, double size, double *derivative, bool *good,
                                    char why[WHY_LEN])
{
  const double step = parameter_step(p, size);
  double       sum  = 0.0, value;

  PetscFunctionBeginUser;
  *good = true;
  for (int i = 0; *good && i < p->stencil->n; i++) {
    Model other;
    PetscCall(model_change(g->source, g->model, p->path, p->number + p->stencil->at[i] * step, &other, why));
    *good = other.ready;
    if (*good) {
      snprintf(why, WHY_LEN, "there is no run with %.17g", p->number + p->stencil->at[i] * step);
      PetscCall(g->ops->at(g, &other, &value, good));
    }
    if (*good) sum += p->stencil->weight[i] * value;
    PetscCall(model_clear(&other));
  }
  *derivative = sum / step;
  PetscFunctionReturn(0);
}

/* Smaller and smaller steps, where one is not known to be right: the pair that agrees best. Where none does, there is no derivative to be had. */
static PetscErrorCode gradient_number(const Gradient *g, const Parameter *p, double *derivative, FaultList *faults)
{
  double last = NAN, now = NAN, size = difference_step, best = INFINITY, noise = 0.0;
  bool   good = true;
  char   why[WHY_LEN];

  PetscFunctionBeginUser;
  for (int i = 0; i < g->ops->tries && good; i++, size *= 0.25) {
    noise = 1e-14 * fabs(g->value) / parameter_step(p, size);
    PetscCall(stencil_apply(g, p, size, &now, &good, why));
    if (i == 0 || fabs(now - last) < best) *derivative = i ? last : now;
    if (i > 0) best = fmin(best, fabs(now - last));
    if (best <= fmax(1e-10 * fabs(now), noise)) break;
    last = now;
  }
  if (!good) fault_add(faults, nowhere, p->path, "found a number that cannot be changed by itself: %s", why);
  else if (g->ops->tries > 1 && !(best <= fmax(1e-4 * fabs(*derivative), 1e5 * noise)))
    fault_add(
      faults, nowhere, p->path,
      "found derivatives that differ by %.2g between steps (%.6g), expected a run that is smooth in this number", best,
      *derivative);
  PetscFunctionReturn(0);
}

PetscErrorCode gradient_parameters(const Gradient *g, int n, const Parameter *parameters, double *derivative,
                                   FaultList *faults)
{
  double *start = NULL;

  PetscFunctionBeginUser;
  for (int i = 0; i < n; i++) {
    const Parameter *p = &parameters[i];
    derivative[i]      = NAN;
    if (p->place >= 0 && !start) {
      PetscCall(PetscMalloc1(g->model->system.nz, &start));
      PetscCall(gradient_start(g, start, faults));
    }
    if (p->place >= 0) derivative[i] = start[p->place];
    else PetscCall(gradient_number(g, p, &derivative[i], faults));
  }
  PetscCall(PetscFree(start));
  PetscFunctionReturn(0);
}

/* --- all ways */

PetscErrorCode gradient_start(const Gradient *g, double *start, FaultList *faults)
{
  bool good = true;

  PetscFunctionBeginUser;
  PetscCall(g->ops->start(g, start, &good));
  if (!good) fault_add(faults, nowhere, "start", "found a start state that cannot be changed by itself");
  PetscFunctionReturn(0);
}

PetscErrorCode gradient_create(const ProblemSource *source, const Model *model, const Trajectory *trajectory,
                               const NamedFunctional *named, Gradient *g, bool *solved)
{
  PetscFunctionBeginUser;
  *g = (Gradient){.ops        = gradient_ops(model),
                  .source     = source,
                  .model      = model,
                  .trajectory = trajectory,
                  .functional = &named->functional,
                  .cost       = named->cost};
  PetscCall(g->ops->create(g, solved));
  PetscFunctionReturn(0);
}

PetscErrorCode gradient_destroy(Gradient *g)
{
  PetscFunctionBeginUser;
  PetscCall(g->ops->destroy(g));
  PetscFunctionReturn(0);
}

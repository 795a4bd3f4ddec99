/* Resolution of parameter paths in the parsed problem, and models with one changed number. */
#include "gradient/parameter.h"

#include "base/scalar.h"
#include "gradient/functional_name.h"
#include "time/mesh.h"

static const Where nowhere = {0, 0};

double parameter_step(const Parameter *p, double size)
{
  return size * (p->number != 0.0 ? fabs(p->number) : 1.0);
}

/* Rejects a model whose trajectory would have other unknowns. */
static void model_compare(const Model *model, const char *assignment, Model *other, char why[WHY_LEN])
{
  const bool whole = mesh_elements(&model->problem.time) == mesh_elements(&other->problem.time);
  const bool same  = other->system.nz == model->system.nz && other->system.nl == model->system.nl;

  if (!same) snprintf(why, WHY_LEN, "found another number of unknowns with %s", assignment);
  else if (!whole) snprintf(why, WHY_LEN, "found another number of elements with %s: use time.elements", assignment);
  other->ready = same && whole;
}

/* The scalar has the other number only while the model is filled; it counts as an assignment after those of the source. */
PetscErrorCode parameters_model(Parameters *set, int i, double number, Model *other, char why[WHY_LEN])
{
  const ProblemSource *source = &set->model->source;
  Node                *scalar = set->item[i].scalar;
  const Node           given  = *scalar;
  FaultList            faults;
  char                 text[REAL_LEN];

  PetscFunctionBeginUser;
  real_print(number, text);
  snprintf(set->assignment, sizeof set->assignment, "%s=%s", set->item[i].path, text);
  fault_init(&faults, source->file);
  faults.nset   = source->nset + 1;
  faults.set    = set->set;
  scalar->text  = text;
  scalar->plain = true;
  scalar->where = (Where){.line = -faults.nset};
  PetscCall(model_fill(source, &set->tree, &faults, other));
  *scalar = given;
  if (faults.kept) snprintf(why, WHY_LEN, "%s", faults.text[0]);
  if (other->ready) model_compare(set->model, set->assignment, other, why);
  const bool memory = faults.memory; /* no fault of the number */
  fault_clear(&faults);
  if (memory) PetscCall(model_clear(other));
  PetscCheck(!memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscFunctionReturn(0);
}

/* Chooses a stencil whose two outermost points are valid problems: centred, otherwise to one side. */
static PetscErrorCode parameter_sides(Parameters *set, int i, FaultList *faults)
{
  static const Difference *const sides[] = {&difference_centred, &difference_right, &difference_left};
  Parameter                     *p       = &set->item[i];
  char                           why[2][WHY_LEN];

  PetscFunctionBeginUser;
  for (int s = 0; !p->stencil && s < 3; s++) {
    bool good = true;
    for (int end = 0; good && end < 2; end++) {
      const double number = p->number + sides[s]->at[end ? sides[s]->n - 1 : 0] * parameter_step(p, difference_step);
      Model        other;
      PetscCall(parameters_model(set, i, number, &other, why[s > 0]));
      good = other.ready;
      PetscCall(model_clear(&other));
    }
    if (good) p->stencil = sides[s];
  }
  if (!p->stencil)
    fault_add(faults, R1005_PARAMETER_TIED, nowhere, p->path, "found a number that cannot be changed by itself: %s",
              why[0]);
  PetscFunctionReturn(0);
}

/* `start.COLUMN` becomes an index of z; any other path a scalar of the parsed tree. */
static PetscErrorCode parameter_resolve(Parameters *set, int i, FaultList *faults)
{
  Parameter   *p     = &set->item[i];
  const bool   entry = strncmp(p->path, "start.", 6) == 0;
  const Model *model = set->model;

  PetscFunctionBeginUser;
  p->state = entry ? state_index(&model->system, p->path + 6) : -1;
  if (entry && p->state < 0)
    fault_add(faults, R1004_PARAMETER_STATE, nowhere, p->path,
              "found no such state, expected start.COLUMN with a column of state.csv that moves");
  else if (entry && model->problem.boundary.given)
    fault_add(faults, R1004_PARAMETER_STATE, nowhere, p->path,
              "found a start state that the run finds, expected a number of the problem");
  else if (!entry && (p->scalar = number_find(&set->tree, p->path, &p->number, faults)))
    PetscCall(parameter_sides(set, i, faults));
  PetscFunctionReturn(0);
}

/* A reference solution need not hold with other numbers: its key is removed from the copy of the tree. */
PetscErrorCode parameters_create(const Model *model, int n, const char *const paths[], FaultList *faults,
                                 Parameters *set)
{
  const ProblemSource *source = &model->source;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(set, sizeof *set));
  set->model = model;
  set->n     = n;
  PetscCall(PetscCalloc2(n + 1, &set->item, source->nset + 1, &set->set));
  for (int i = 0; i < source->nset; i++) set->set[i] = source->set[i];
  set->set[source->nset] = set->assignment;
  PetscCheck(node_copy(&model->tree, &set->tree), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  Node *reference = node_find(&set->tree, "reference");
  if (reference) node_remove(&set->tree, reference);
  for (int i = 0; i < n; i++) {
    set->item[i].path = paths[i];
    PetscCall(parameter_resolve(set, i, faults));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode parameters_destroy(Parameters *set)
{
  PetscFunctionBeginUser;
  node_clear(&set->tree);
  PetscCall(PetscFree2(set->item, set->set));
  PetscFunctionReturn(0);
}

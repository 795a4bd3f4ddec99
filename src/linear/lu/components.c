/* Components of a matrix by union-find, and the elimination plan that orders columns by component (components.h). */
#include "linear/lu/components.h"

enum { PERIOD_MOST = 2000 }; /* columns; longer periods are those of many connected bodies, which are one component */

/* The fold of column i: i in the head, then (i - head) mod period. Beyond PERIOD_MOST everything is one component. */
PetscErrorCode components_create(const FrontPlan *plan, int columns, Components *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(p, sizeof *p));
  p->plan    = *plan;
  p->columns = columns;
  p->head    = plan->head;
  p->period  = plan->period ? plan->period : plan->block;
  if (plan->column || p->head + p->period > PERIOD_MOST) { /* steps of unequal width state no period: one component */
    p->head   = 0;
    p->period = 1;
  }
  PetscCall(PetscMalloc2(columns, &p->fold, 2 * ((size_t)p->head + (size_t)p->period), &p->label));
  for (int i = 0, j = 0; i < columns; i++) {
    p->fold[i] = j;
    j          = j + 1 < p->head + p->period ? j + 1 : p->head;
  }
  for (int i = 0; i < 2 * (p->head + p->period); i++) p->label[i] = i;
  PetscFunctionReturn(0);
}

PetscErrorCode components_destroy(Components *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(p->fold, p->label));
  PetscCall(PetscFree5(p->position, p->column, p->local, p->first_step, p->border_column));
  PetscFunctionReturn(0);
}

/* Root of the tree of node i; every other node on the way is moved to its grandparent (path halving). */
static int root_find(int *parent, int i)
{
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

void components_join(Components *p, int r, int c)
{
  const int row = root_find(p->label, p->head + p->period + components_fold(p, r));
  const int col = root_find(p->label, components_fold(p, c));

  p->label[PetscMax(row, col)] = PetscMin(row, col); /* a column becomes the root, since columns precede rows */
}

void components_number(Components *p)
{
  const int ids = p->head + p->period;

  /* roots precede their nodes: numbers of components are stored as -1 - number until all nodes have one */
  for (int i = 0; i < 2 * ids; i++)
    if (p->label[i] == i) p->label[i] = i < ids ? -1 - p->n++ : -1;
    else p->label[i] = p->label[p->label[i]];
  for (int i = 0; i < 2 * ids; i++) p->label[i] = -1 - p->label[i];
}

/* First column of step i of the plan, of `nsteps`. */
static int plan_column(const Components *p, int nsteps, int i)
{
  const FrontPlan *plan = &p->plan;

  if (i == nsteps) return p->columns;
  if (plan->column) return plan->column[i];
  return plan->head > 0 && i == 0 ? 0 : plan->head + (i - (plan->head > 0)) * plan->block;
}

/* Steps of the plan, split by component: all steps of component 0, then all of component 1, and so on. */
PetscErrorCode components_plan(const bool *keep, bool reversed, Components *p)
{
  const FrontPlan *plan   = &p->plan;
  int              nsteps = plan->nsteps, steps = 0, placed = 0;

  PetscFunctionBeginUser;
  if (!plan->column) nsteps = (plan->head > 0) + PetscMax(0, p->columns - plan->head + plan->block - 1) / plan->block;
  const size_t most = (size_t)nsteps * (size_t)p->n + 1;
  PetscCall(PetscMalloc5(p->columns, &p->position, most, &p->column, most, &p->local, p->n + 1, &p->first_step,
                         p->n + 1, &p->border_column));
  for (int c = 0; c < p->columns; c++) p->position[c] = -1;
  p->column[0] = 0;
  for (int component = 0; component < p->n; component++) {
    p->first_step[component] = steps;
    for (int i = 0; i < nsteps; i++) {
      const int j     = reversed ? nsteps - 1 - i : i;
      const int first = plan_column(p, nsteps, j), end = plan_column(p, nsteps, j + 1);
      for (int k = first; k < end; k++) {
        const int c = reversed ? first + end - 1 - k : k;
        if ((!keep || keep[c]) && components_of_column(p, c) == component) p->position[c] = placed++;
      }
      if (placed == p->column[steps]) continue; /* none of its columns in this step */
      p->local[steps]    = !reversed && (plan->column ? plan->local[j] : plan->local_pivots);
      p->column[++steps] = placed;
    }
  }
  p->first_step[p->n] = steps;
  PetscCall(PetscArrayzero(p->border_column, p->n + 1));
  p->ordered = (FrontPlan){.nsteps        = steps,
                           .column        = p->column,
                           .local         = p->local,
                           .ncomponents   = p->n,
                           .first_step    = p->first_step,
                           .border_column = p->border_column};
  PetscFunctionReturn(0);
}

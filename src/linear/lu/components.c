#include "linear/lu/components.h"

enum { MOST = 2000 }; /* columns of a period: with more of them it is many bodies, and they hang together */

PetscErrorCode components_create(const FrontPlan *plan, int columns, Components *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(p, sizeof *p));
  p->plan    = *plan;
  p->columns = columns;
  p->head    = plan->head;
  p->period  = plan->period ? plan->period : plan->block;
  if (plan->column || p->head + p->period > MOST) { /* steps one by one tell nothing of what repeats itself */
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
  PetscCall(PetscFree5(p->place, p->column, p->sealed, p->step, p->border));
  PetscFunctionReturn(0);
}

void components_unite(Components *p, int a, int b)
{
  for (int i = 0; i < 2 * (p->head + p->period); i++)
    if (p->label[i] == b) p->label[i] = a;
}

void components_count(Components *p)
{
  const int ids = p->head + p->period;

  for (int c = 0; c < ids; c++) { /* labels of columns from -1 downwards, so as not to meet those before */
    const int old = p->label[c];
    if (old < 0) continue;
    p->n++;
    for (int i = 0; i < 2 * ids; i++)
      if (p->label[i] == old) p->label[i] = -p->n;
  }
  for (int i = 0; i < 2 * ids; i++) p->label[i] = p->label[i] < 0 ? -1 - p->label[i] : 0; /* an empty row: any */
}

/* First column of step i of the plan, of `nsteps`. */
static int plan_column(const Components *p, int nsteps, int i)
{
  const FrontPlan *plan = &p->plan;

  if (i == nsteps) return p->columns;
  if (plan->column) return plan->column[i];
  return plan->head > 0 && i == 0 ? 0 : plan->head + (i - (plan->head > 0)) * plan->block;
}

PetscErrorCode components_plan(const bool *keep, bool turned, Components *p)
{
  const FrontPlan *plan   = &p->plan;
  int              nsteps = plan->nsteps, steps = 0, placed = 0;

  PetscFunctionBeginUser;
  if (!plan->column) nsteps = (plan->head > 0) + PetscMax(0, p->columns - plan->head + plan->block - 1) / plan->block;
  const size_t most = (size_t)nsteps * (size_t)p->n + 1;
  PetscCall(
    PetscMalloc5(p->columns, &p->place, most, &p->column, most, &p->sealed, p->n + 1, &p->step, p->n + 1, &p->border));
  for (int c = 0; c < p->columns; c++) p->place[c] = -1;
  p->column[0] = 0;
  for (int part = 0; part < p->n; part++) {
    p->step[part] = steps;
    for (int i = 0; i < nsteps; i++) {
      const int j = turned ? nsteps - 1 - i : i, first = plan_column(p, nsteps, j), end = plan_column(p, nsteps, j + 1);
      for (int k = first; k < end; k++) {
        const int c = turned ? first + end - 1 - k : k;
        if ((!keep || keep[c]) && components_of_column(p, c) == part) p->place[c] = placed++;
      }
      if (placed == p->column[steps]) continue;
      p->sealed[steps]   = !turned && (plan->column ? plan->sealed[j] : plan->seal);
      p->column[++steps] = placed;
    }
  }
  p->step[p->n] = steps;
  PetscCall(PetscArrayzero(p->border, p->n + 1));
  p->own = (FrontPlan){
    .nsteps = steps, .column = p->column, .sealed = p->sealed, .nparts = p->n, .step = p->step, .border = p->border};
  PetscFunctionReturn(0);
}

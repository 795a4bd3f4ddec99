/* Resolution of the names of functionals, and the functions behind them. */
#include "gradient/functional_name.h"

#include "base/vec.h"
#include "base/words.h"

/* `BODY.x` is a coordinate, `BODY.px` its momentum; columns that do not move have no index. */
int state_index(const System *sys, const char *column)
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

/* One candidate: kept if it is nearer than those before. */
static void column_compare(const char *wanted, const Body *body, const char *p, const char *name, int *best,
                           char nearest[COLUMN_LEN])
{
  char      column[COLUMN_LEN];
  const int length   = snprintf(column, sizeof column, "%s.%s%s", body->name, p, name);
  const int distance = word_distance(wanted, column);

  if (distance >= *best || 2 * distance > length) return;
  *best = distance;
  snprintf(nearest, COLUMN_LEN, "%s", column);
}

bool state_nearest(const System *sys, const char *column, char nearest[COLUMN_LEN])
{
  int best = COLUMN_LEN;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = sys->bodies[b].nheld; sys->bodies[b].columns[i]; i++) {
      column_compare(column, &sys->bodies[b], "", sys->bodies[b].columns[i], &best, nearest);
      column_compare(column, &sys->bodies[b], "p", sys->bodies[b].columns[i], &best, nearest);
    }
  return best < COLUMN_LEN;
}

/* Adds the fault of a functional that does not exist, with the nearest column. */
static void functional_unknown(const System *sys, const char *name, FaultList *faults)
{
  char        nearest[COLUMN_LEN];
  const char *colon = strchr(name, ':');
  const bool  kind  = strncmp(name, "end:", 4) == 0 || strncmp(name, "integral:", 9) == 0;
  const bool  near  = kind && state_nearest(sys, colon + 1, nearest);

  fault_add(
    faults, R1001_FUNCTIONAL_NAME, (Where){0, 0}, "functional",
    "found %.100s, expected end:COLUMN or integral:COLUMN with a column of state.csv that moves, or cost%s%.*s%s%s",
    name, near ? " (did you mean " : "", near ? (int)(colon + 1 - name) : 0, name, near ? nearest : "",
    near ? "?)" : "");
}

/* end(z) = z_i, gradient e_i, Hessian 0. */
static double entry_end(void *context, const double *z, double *gradient, double *hessian)
{
  const NamedFunctional *named = context;

  if (gradient) vec_zero(named->nz, gradient);
  if (hessian) vec_zero(named->nz * named->nz, hessian);
  if (gradient) gradient[named->index] = 1.0;
  return z[named->index];
}

/* running(t, z) = z_i. */
static double entry_running(void *context, double t, const double *z, double *gradient, double *hessian)
{
  (void)t;
  return entry_end(context, z, gradient, hessian);
}

/* end: z_i(end); integral: int z_i dt; cost: the objective of the problem. */
bool functional_find(const Model *model, const char *name, FaultList *faults, NamedFunctional *named)
{
  const Where nowhere = {0, 0};
  const bool  end = strncmp(name, "end:", 4) == 0, integral = strncmp(name, "integral:", 9) == 0;
  const bool  cost = strcmp(name, "cost") == 0;

  *named = (NamedFunctional){.index = end || integral ? state_index(&model->system, strchr(name, ':') + 1) : -1,
                             .nz    = model->system.nz,
                             .cost  = cost && model->problem.nterms};
  if (named->cost) return true;
  if (cost)
    fault_add(faults, R1002_FUNCTIONAL_COST, nowhere, "functional", "found cost of a problem without objective");
  else if (named->index < 0) functional_unknown(&model->system, name, faults);
  if (named->index < 0) return false;
  named->functional.context = named;
  if (end) named->functional.end = entry_end;
  else named->functional.running = entry_running;
  return true;
}

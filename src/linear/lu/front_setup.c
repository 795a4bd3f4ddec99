/* Set-up of fronts: which rows enter when, and how large everything gets. */
#include "linear/lu/front.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  int *first, *last; /* [n + extra] columns of each row: first (n: none), one beyond the last */
  int *edge;         /* [n + extra] one beyond the last in the border */
} Extent;

static bool extent_create(const FrontPattern *p, Extent *extent)
{
  const size_t rows = (size_t)p->n + (size_t)p->extra;

  extent->first = malloc((rows + 1) * sizeof(int));
  extent->last  = calloc(rows + 1, sizeof(int));
  extent->edge  = calloc(rows + 1, sizeof(int));
  if (!extent->first || !extent->last || !extent->edge) return false;
  for (size_t i = 0; i < rows; i++) {
    extent->first[i] = p->n;
    for (int e = p->row[i]; e < p->row[i + 1]; e++) {
      const int c = front_place(p, p->col[e]), end = c < p->n ? c + 1 : c + 1 - p->n;
      int      *last = c < p->n ? &extent->last[i] : &extent->edge[i];
      if (c < extent->first[i]) extent->first[i] = c;
      if (end > *last) *last = end;
    }
  }
  return true;
}

/* Columns of every step, and one step more without any at the end of each part, if rows are left over. False: out of memory. */
static bool columns_fill(const FrontPlan *plan, Front *f)
{
  const int first = plan->head > 0, rest = f->n > plan->head ? f->n - plan->head : 0;
  const int nsteps = plan->column ? plan->nsteps : f->n > 0 ? first + (rest + plan->block - 1) / plan->block : 0;
  const int nparts = plan->nparts ? plan->nparts : 1;

  f->steps = calloc((size_t)nsteps + (size_t)nparts + 1, sizeof *f->steps);
  if (!f->steps) return false;
  for (int p = 0, j = 0; p < nparts; p++) {
    const FrontStep some = {.part = p, .border = plan->nparts ? plan->border[p] : 0};
    for (; j < (plan->nparts ? plan->step[p + 1] : nsteps); j++) {
      FrontStep *step = &f->steps[f->nsteps++];
      *step           = some;
      step->sealed    = plan->column ? plan->sealed[j] : plan->seal;
      step->column    = plan->column ? plan->column[j] : j < first ? 0 : plan->head + (j - first) * plan->block;
      const int end   = plan->column ? plan->column[j + 1] : plan->head + (j - first + 1) * plan->block;
      step->w         = (end < f->n ? end : f->n) - step->column;
    }
    if (!f->extra) continue;
    FrontStep *step = &f->steps[f->nsteps++];
    *step           = some;
    step->column    = f->nsteps > 1 ? step[-1].column + step[-1].w : 0;
    step->last      = true;
  }
  return true;
}

/* The step in which a row enters that has no entry outside the border. */
static int step_of_border(const Front *f, int edge)
{
  int j = f->nsteps - 1;

  while (j > 0 && edge <= f->steps[j].border && f->steps[j].border > 0) j--;
  return j;
}

/* Rows sorted by the step in which they enter (empty ones: the last), otherwise as they were. False: out of memory. count[nsteps + 1]: first of each step. */
static bool order_fill(const Extent *extent, Front *f, int *count)
{
  const int  rows    = f->n + f->extra;
  int       *step_of = malloc(((size_t)f->n + 1) * sizeof *step_of); /* of a column */
  int       *enters  = malloc(((size_t)rows + 1) * sizeof *enters);  /* a row */
  const bool ok      = step_of && enters;

  for (int j = 0; ok && j < f->nsteps; j++)
    for (int c = 0; c < f->steps[j].w; c++) step_of[f->steps[j].column + c] = j;
  memset(count, 0, ((size_t)f->nsteps + 1) * sizeof *count);
  for (int i = 0; ok && i < rows; i++) {
    enters[i] = extent->first[i] < f->n ? step_of[extent->first[i]] : step_of_border(f, extent->edge[i]);
    count[enters[i] + 1]++;
  }
  for (int j = 0; j < f->nsteps; j++) count[j + 1] += count[j];
  for (int i = 0; ok && i < rows; i++) f->order[count[enters[i]]++] = i;
  for (int j = f->nsteps; j > 0; j--) count[j] = count[j - 1];
  count[0] = 0;
  free(step_of);
  free(enters);
  return ok;
}

/* Which rows of a step's front may give pivots, how far they reach, and where the others begin. */
static void step_seal(const Extent *extent, const FrontPattern *p, const int *order, int reached, int last,
                      FrontStep *step)
{
  const int end = step->column + step->w;
  int       own = 0, first = end, far = reached > end ? reached : end;

  step->pivots = front_rows(step);
  step->reach  = last - end;
  step->skip   = 0;
  if (!step->sealed || !step->w) return;
  for (; step->carried < step->w && own < step->entering; own++) { /* rows of the step itself come first */
    const int home = p->home ? p->home[order[own]] : order[own];
    if (home < step->column || home >= end) break;
    if (extent->last[order[own]] > far) far = extent->last[order[own]];
  }
  if (step->carried + own < step->w) return;
  for (int i = own; i < step->entering; i++)
    if (extent->first[order[i]] < first) first = extent->first[order[i]];
  step->pivots = step->carried + own;
  step->reach  = far - end;
  step->skip   = first - step->column;
}

/* Sizes of every front; *most: entries of the largest, *rows: its rows. False: too few rows for the columns of a step. */
static bool steps_fill(const Extent *extent, const int *count, const FrontPattern *p, Front *f, size_t *size,
                       size_t *most)
{
  int carried = 0, reached = 0, edge = 0,
      left = 0; /* rows left over, the columns they reach, the border so far; of parts */

  *size = *most = 0;
  for (int j = 0; j < f->nsteps; j++) {
    FrontStep *step = &f->steps[j];
    const int  end  = step->column + step->w;
    if (j > 0 && step->part > step[-1].part) {
      if (!f->extra && carried > 0) return false;
      carried = reached = 0;
      edge              = step->border;
    }
    int last       = reached > end ? reached : end;
    step->carried  = carried;
    step->entering = count[j + 1] - count[j];
    for (int i = count[j]; i < count[j + 1]; i++) {
      if (extent->last[f->order[i]] > last) last = extent->last[f->order[i]];
      if (extent->edge[f->order[i]] > edge) edge = extent->edge[f->order[i]];
    }
    step->edge  = edge - step->border;
    step->width = last - step->column + step->edge;
    step_seal(extent, p, f->order + count[j], reached, last, step);
    if (step->pivots < step->w) return false;
    step->panel = *size;
    step->u     = step->panel + (size_t)front_rows(step) * (size_t)step->w;
    *size       = step->u + front_u_size(step);
    if ((size_t)front_rows(step) * (size_t)step->width > *most) *most = (size_t)front_rows(step) * (size_t)step->width;
    if (front_rows(step) > f->rows) f->rows = front_rows(step);
    carried = front_rows(step) - step->w;
    reached = last;
    if (step->last) left += carried;
  }
  return f->extra ? left == f->extra : carried == 0;
}

/* Memory for the numbers. */
static bool front_allocate(size_t size, size_t most, Front *f)
{
  f->factor   = malloc((size + 1) * sizeof(double));
  f->front[0] = malloc((most + 1) * sizeof(double));
  f->front[1] = malloc((most + 1) * sizeof(double));
  f->active   = malloc(((size_t)f->rows + 1) * sizeof(double));
  f->half     = malloc(((size_t)f->n + 1) * sizeof(double));
  f->rest     = calloc((size_t)f->extra * (size_t)f->border + 1, sizeof(double));
  return f->factor && f->front[0] && f->front[1] && f->active && f->half && f->rest;
}

/* Steps and their sizes, without memory for numbers. */
static bool front_analyse(const FrontPattern *pattern, const FrontPlan *plan, Front *f, size_t *size, size_t *most)
{
  Extent extent = {0};
  int   *count  = NULL;

  memset(f, 0, sizeof *f);
  f->n      = pattern->n;
  f->extra  = pattern->extra;
  f->border = pattern->border;
  f->place  = pattern->place;
  f->order  = malloc(((size_t)f->n + (size_t)f->extra + 1) * sizeof(int));
  f->pivot  = malloc(((size_t)f->n + 1) * sizeof(int));
  bool ok   = f->order && f->pivot && columns_fill(plan, f) && extent_create(pattern, &extent);
  if (ok) count = malloc(((size_t)f->nsteps + 2) * sizeof(int));
  ok = ok && count && order_fill(&extent, f, count);
  if (ok) f->regular = steps_fill(&extent, count, pattern, f, size, most);
  free(count);
  free(extent.first);
  free(extent.last);
  free(extent.edge);
  return ok;
}

bool front_create(const FrontPattern *pattern, const FrontPlan *plan, Front *f)
{
  size_t size = 0, most = 0;

  return front_analyse(pattern, plan, f, &size, &most) && (!f->regular || front_allocate(size, most, f));
}

bool front_open(const FrontPattern *pattern, Front *f)
{
  const int steps = f->nsteps, parts = steps ? f->steps[steps - 1].part + 1 : 0;
  int      *column = malloc(((size_t)steps + 1) * sizeof *column), nsteps = 0;
  int      *first = calloc((size_t)parts + 2, sizeof *first), *border = calloc((size_t)parts + 2, sizeof *border);
  bool     *sealed = calloc((size_t)steps + 1, sizeof *sealed), any = false, ok = column && first && border && sealed;
  Front     open = {0};

  for (int j = 0; ok && j < steps; j++) {
    const FrontStep *step = &f->steps[j];
    border[step->part]    = step->border;
    if (step->last) continue;
    any                   = any || step->pivots < front_rows(step);
    column[nsteps++]      = step->column;
    first[step->part + 1] = nsteps;
  }
  if (ok) column[nsteps] = f->n;
  const FrontPlan plan = {
    .nsteps = nsteps, .column = column, .sealed = sealed, .nparts = parts, .step = first, .border = border};
  ok = ok && any && front_create(pattern, &plan, &open);
  front_destroy(ok ? f : &open);
  if (ok) *f = open;
  free(column);
  free(first);
  free(border);
  free(sealed);
  return ok;
}

bool front_estimate(const FrontPattern *pattern, const FrontPlan *plan, double *bytes)
{
  Front      f;
  size_t     size = 0, most = 0;
  const bool ok = front_analyse(pattern, plan, &f, &size, &most);

  *bytes =
    8.0 * ((double)size + 2.0 * (double)most + (double)f.rows + (double)f.n + (double)f.extra * (double)f.border) +
    4.0 * (2.0 * (double)f.n) + (double)f.nsteps * (double)sizeof *f.steps;
  front_destroy(&f);
  return ok;
}

void front_destroy(Front *f)
{
  free(f->steps);
  free(f->order);
  free(f->pivot);
  free(f->factor);
  free(f->front[0]);
  free(f->front[1]);
  free(f->active);
  free(f->half);
  free(f->rest);
  memset(f, 0, sizeof *f);
}

double front_bytes(const Front *f)
{
  const FrontStep *last = f->nsteps ? &f->steps[f->nsteps - 1] : NULL;
  return last ? 8.0 * (double)(last->u + front_u_size(last)) : 0.0;
}

/* Set-up of fronts: which rows enter when, and how large everything gets. */
#include "solve/front.h"

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
      const int c = p->col[e], end = c < p->n ? c + 1 : c + 1 - p->n;
      int      *last = c < p->n ? &extent->last[i] : &extent->edge[i];
      if (c < extent->first[i]) extent->first[i] = c;
      if (end > *last) *last = end;
    }
  }
  return true;
}

/* Columns of every step; without any in the last one, if rows are left over. False: out of memory. */
static bool columns_fill(const FrontPlan *plan, Front *f)
{
  const int first = plan->head > 0, rest = f->n > plan->head ? f->n - plan->head : 0;

  f->nsteps = plan->nsteps ? plan->nsteps : f->n > 0 ? first + (rest + plan->block - 1) / plan->block : 0;
  f->steps  = calloc((size_t)f->nsteps + 2, sizeof *f->steps);
  if (!f->steps) return false;
  for (int j = 0; j < f->nsteps; j++) {
    FrontStep *step = &f->steps[j];
    step->column    = plan->nsteps ? plan->column[j] : j < first ? 0 : plan->head + (j - first) * plan->block;
    const int end   = plan->nsteps ? plan->column[j + 1] : plan->head + (j - first + 1) * plan->block;
    step->w         = (end < f->n ? end : f->n) - step->column;
  }
  if (f->extra) f->steps[f->nsteps++].column = f->n;
  return true;
}

/* Rows sorted by the step in which they enter (empty ones: the last), otherwise as they were. False: out of memory. count[nsteps + 1]: first of each step. */
static bool order_fill(const Extent *extent, Front *f, int *count)
{
  const int rows    = f->n + f->extra;
  int      *step_of = malloc(((size_t)f->n + 1) * sizeof *step_of); /* of a column */

  if (!step_of) return false;
  for (int j = 0; j < f->nsteps; j++)
    for (int c = 0; c < f->steps[j].w; c++) step_of[f->steps[j].column + c] = j;
  step_of[f->n] = f->nsteps - 1;
  memset(count, 0, ((size_t)f->nsteps + 1) * sizeof *count);
  for (int i = 0; i < rows; i++) count[step_of[extent->first[i]] + 1]++;
  for (int j = 0; j < f->nsteps; j++) count[j + 1] += count[j];
  for (int i = 0; i < rows; i++) f->order[count[step_of[extent->first[i]]]++] = i;
  for (int j = f->nsteps; j > 0; j--) count[j] = count[j - 1];
  count[0] = 0;
  free(step_of);
  return true;
}

/* Which rows of a step's front may give pivots, how far they reach, and where the others begin. */
static void step_seal(const Extent *extent, const int *order, bool sealed, int reached, int last, FrontStep *step)
{
  const int end = step->column + step->w;
  int       own = 0, first = end, far = reached > end ? reached : end;

  step->pivots = front_rows(step);
  step->reach  = last - end;
  step->skip   = 0;
  if (!sealed) return;
  for (; step->carried < step->w && own < step->entering; own++) { /* rows of the step itself come first */
    if (order[own] < step->column || order[own] >= end) break;
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
static bool steps_fill(const Extent *extent, const int *count, const FrontPlan *plan, Front *f, size_t *size,
                       size_t *most)
{
  int carried = 0, reached = 0, edge = 0; /* rows left over, the columns they reach, the border so far */

  *size = *most = 0;
  for (int j = 0; j < f->nsteps; j++) {
    FrontStep *step = &f->steps[j];
    const int  end  = step->column + step->w;
    int        last = reached > end ? reached : end;
    step->carried   = carried;
    step->entering  = count[j + 1] - count[j];
    for (int i = count[j]; i < count[j + 1]; i++) {
      if (extent->last[f->order[i]] > last) last = extent->last[f->order[i]];
      if (extent->edge[f->order[i]] > edge) edge = extent->edge[f->order[i]];
    }
    step->edge  = edge;
    step->width = last - step->column + edge;
    step_seal(extent, f->order + count[j], step->w && (plan->nsteps ? plan->sealed[j] : plan->seal), reached, last,
              step);
    if (step->pivots < step->w) return false;
    step->panel = *size;
    step->u     = step->panel + (size_t)front_rows(step) * (size_t)step->w;
    *size       = step->u + front_u_size(step);
    if ((size_t)front_rows(step) * (size_t)step->width > *most) *most = (size_t)front_rows(step) * (size_t)step->width;
    if (front_rows(step) > f->rows) f->rows = front_rows(step);
    carried = front_rows(step) - step->w;
    reached = last;
  }
  return carried == f->extra;
}

/* Memory for the numbers. */
static bool front_allocate(size_t size, size_t most, Front *f)
{
  f->factor   = malloc((size + 1) * sizeof(double));
  f->front[0] = malloc((most + 1) * sizeof(double));
  f->front[1] = malloc((most + 1) * sizeof(double));
  f->active   = malloc(((size_t)f->rows + 1) * sizeof(double));
  f->half     = malloc(((size_t)f->n + 1) * sizeof(double));
  return f->factor && f->front[0] && f->front[1] && f->active && f->half;
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
  f->order  = malloc(((size_t)f->n + (size_t)f->extra + 1) * sizeof(int));
  f->pivot  = malloc(((size_t)f->n + 1) * sizeof(int));
  bool ok   = f->order && f->pivot && columns_fill(plan, f) && extent_create(pattern, &extent);
  if (ok) count = malloc(((size_t)f->nsteps + 2) * sizeof(int));
  ok = ok && count && order_fill(&extent, f, count);
  if (ok) f->regular = steps_fill(&extent, count, plan, f, size, most);
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
  const int steps  = f->nsteps - (f->extra > 0);
  int      *column = malloc(((size_t)steps + 1) * sizeof *column);
  bool     *sealed = calloc((size_t)steps + 1, sizeof *sealed), any = false, ok = column && sealed;
  Front     open = {0};

  for (int j = 0; ok && j < steps; j++) {
    column[j] = f->steps[j].column;
    any       = any || f->steps[j].pivots < front_rows(&f->steps[j]);
  }
  if (ok) column[steps] = f->n;
  ok = ok && any && front_create(pattern, &(FrontPlan){.nsteps = steps, .column = column, .sealed = sealed}, &open);
  front_destroy(ok ? f : &open);
  if (ok) *f = open;
  free(column);
  free(sealed);
  return ok;
}

bool front_estimate(const FrontPattern *pattern, const FrontPlan *plan, double *bytes)
{
  Front      f;
  size_t     size = 0, most = 0;
  const bool ok = front_analyse(pattern, plan, &f, &size, &most);

  *bytes = 8.0 * ((double)size + 2.0 * (double)most + (double)f.rows + (double)f.n) + 4.0 * (2.0 * (double)f.n) +
           (double)f.nsteps * (double)sizeof *f.steps;
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
  memset(f, 0, sizeof *f);
}

double front_bytes(const Front *f)
{
  const FrontStep *last = f->nsteps ? &f->steps[f->nsteps - 1] : NULL;
  return last ? 8.0 * (double)(last->u + front_u_size(last)) : 0.0;
}

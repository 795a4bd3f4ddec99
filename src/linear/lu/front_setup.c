/* Symbolic analysis of LU in fronts: the order in which rows enter, and the size of every front (front.h). */
#include "linear/lu/front.h"

#include <stdlib.h>
#include <string.h>

/* Columns over which each row extends, in the order of elimination; all arrays [n + extra]. */
typedef struct {
  int *first_column; /* n: none outside the border */
  int *end_column;   /* one beyond the last outside the border; 0: none */
  int *end_border;   /* the same in the border, counted from its first column */
} RowExtents;

/* First column, end in the matrix and end in the border of every row, from its entries. */
static bool extents_create(const FrontPattern *p, RowExtents *extents)
{
  const size_t rows = (size_t)p->n + (size_t)p->extra;

  extents->first_column = calloc(rows + 1, sizeof(int));
  extents->end_column   = calloc(rows + 1, sizeof(int));
  extents->end_border   = calloc(rows + 1, sizeof(int));
  if (!extents->first_column || !extents->end_column || !extents->end_border) return false;
  for (size_t i = 0; i < rows; i++) {
    extents->first_column[i] = p->n;
    for (int e = p->row[i]; e < p->row[i + 1]; e++) {
      const int c = front_position(p, p->col[e]), end = c < p->n ? c + 1 : c + 1 - p->n;
      int      *last = c < p->n ? &extents->end_column[i] : &extents->end_border[i];
      if (c < extents->first_column[i]) extents->first_column[i] = c;
      if (end > *last) *last = end;
    }
  }
  return true;
}

static void extents_destroy(RowExtents *extents)
{
  free(extents->first_column);
  free(extents->end_column);
  free(extents->end_border);
}

/* Number of steps of a plan for n columns. */
static int plan_steps(const FrontPlan *plan, int n)
{
  const int rest = n > plan->head ? n - plan->head : 0;

  if (plan->column) return plan->nsteps;
  return n > 0 ? (plan->head > 0) + (rest + plan->block - 1) / plan->block : 0;
}

/* Columns of step j of a plan. */
static FrontStep plan_step(const FrontPlan *plan, int n, int j)
{
  const int after_head = j - (plan->head > 0); /* steps of `block` columns before this one; -1: it is the head */
  FrontStep step       = {.local_pivots = plan->column ? plan->local[j] : plan->local_pivots};

  step.column   = plan->column ? plan->column[j] : after_head < 0 ? 0 : plan->head + after_head * plan->block;
  const int end = plan->column ? plan->column[j + 1] : plan->head + (after_head + 1) * plan->block;
  step.w        = (end < n ? end : n) - step.column;
  return step;
}

/* Columns of every step. With extra rows each component ends with a step without columns, whose front is its block of S. False:
 * out of memory. */
static bool steps_create(const FrontPlan *plan, Front *f)
{
  const int nsteps      = plan_steps(plan, f->n);
  const int ncomponents = plan->ncomponents ? plan->ncomponents : 1;

  f->steps = calloc((size_t)nsteps + (size_t)ncomponents + 1, sizeof *f->steps);
  if (!f->steps) return false;
  for (int c = 0, j = 0; c < ncomponents; c++) {
    const int first_of_next = plan->ncomponents ? plan->first_step[c + 1] : nsteps;
    const int border_column = plan->ncomponents ? plan->border_column[c] : 0;
    for (; j < first_of_next; j++) {
      FrontStep *step     = &f->steps[f->nsteps++];
      *step               = plan_step(plan, f->n, j);
      step->component     = c;
      step->border_column = border_column;
    }
    if (!f->extra) continue;
    FrontStep *schur = &f->steps[f->nsteps++];
    *schur           = (FrontStep){.component = c, .border_column = border_column, .is_schur = true};
    schur->column    = f->nsteps > 1 ? schur[-1].column + schur[-1].w : 0;
  }
  return true;
}

/* Step in which a row enters that has entries in the border only: the last step of the component to which its columns belong. */
static int step_of_border(const Front *f, int end_border)
{
  int j = f->nsteps - 1;

  while (j > 0 && end_border <= f->steps[j].border_column && f->steps[j].border_column > 0) j--;
  return j;
}

/* Sorts the rows by the step in which they enter (empty rows: the last), stably, by counting. first_row[nsteps + 1]: index in
 * f->order of the first row of each step. False: out of memory. */
static bool rows_order(const RowExtents *extents, Front *f, int *first_row)
{
  const int  rows    = f->n + f->extra;
  int       *step_of = calloc((size_t)f->n + 1, sizeof *step_of); /* of a column */
  int       *enters  = calloc((size_t)rows + 1, sizeof *enters);  /* step in which a row enters */
  const bool ok      = step_of && enters;

  for (int j = 0; ok && j < f->nsteps; j++)
    for (int c = 0; c < f->steps[j].w; c++) step_of[f->steps[j].column + c] = j;
  memset(first_row, 0, ((size_t)f->nsteps + 1) * sizeof *first_row);
  for (int i = 0; ok && i < rows; i++) {
    const int first = extents->first_column[i];
    enters[i]       = first < f->n ? step_of[first] : step_of_border(f, extents->end_border[i]);
    first_row[enters[i] + 1]++;
  }
  for (int j = 0; j < f->nsteps; j++) first_row[j + 1] += first_row[j];
  for (int i = 0; ok && i < rows; i++) f->order[first_row[enters[i]]++] = i;
  for (int j = f->nsteps; j > 0; j--) first_row[j] = first_row[j - 1];
  first_row[0] = 0;
  free(step_of);
  free(enters);
  return ok;
}

/* Restricts the pivots of a step to the carried rows and the entering rows that belong to its own columns, if these are enough; all
 * other entering rows keep L21 and are zero in the first `skip` columns. entering[]: rows that enter; carried_end: one beyond the
 * last column of the carried rows; front_end: one beyond the last column of the front. */
static void step_choose_pivots(const RowExtents *extents, const FrontPattern *p, const int *entering, int carried_end,
                               int front_end, FrontStep *step)
{
  const int end = step->column + step->w;
  int       own = 0, others_first = end, own_end = carried_end > end ? carried_end : end;

  step->pivots = front_rows(step);
  step->reach  = front_end - end;
  step->skip   = 0;
  if (!step->local_pivots || !step->w) return;
  for (; step->carried < step->w && own < step->entering; own++) { /* own rows come first */
    const int row = entering[own], owner = p->owner_column ? p->owner_column[row] : row;
    if (owner < step->column || owner >= end) break;
    if (extents->end_column[row] > own_end) own_end = extents->end_column[row];
  }
  if (step->carried + own < step->w) return;
  for (int i = own; i < step->entering; i++)
    if (extents->first_column[entering[i]] < others_first) others_first = extents->first_column[entering[i]];
  step->pivots = step->carried + own;
  step->reach  = own_end - end;
  step->skip   = others_first - step->column;
}

/* Sizes of the factors and of the largest front, in numbers. */
typedef struct {
  size_t factor, front;
} FrontSizes;

/* Rows and columns of the front of every step, and offsets of its factors. False: a step has fewer rows than columns, or rows are
 * left at the end. */
static bool steps_size(const RowExtents *extents, const int *first_row, const FrontPattern *p, Front *f,
                       FrontSizes *sizes)
{
  int carried = 0, carried_end = 0; /* rows that stay in the front, one beyond their last column */
  int end_border = 0, schur_rows = 0;

  for (int j = 0; j < f->nsteps; j++) {
    FrontStep *step     = &f->steps[j];
    const int *entering = f->order + first_row[j], end = step->column + step->w;
    if (j > 0 && step->component > step[-1].component) {
      if (!f->extra && carried > 0) return false;
      carried = carried_end = 0;
      end_border            = step->border_column;
    }
    int front_end  = carried_end > end ? carried_end : end;
    step->carried  = carried;
    step->entering = first_row[j + 1] - first_row[j];
    for (int i = 0; i < step->entering; i++) {
      if (extents->end_column[entering[i]] > front_end) front_end = extents->end_column[entering[i]];
      if (extents->end_border[entering[i]] > end_border) end_border = extents->end_border[entering[i]];
    }
    step->nborder = end_border - step->border_column;
    step->width   = front_end - step->column + step->nborder;
    step_choose_pivots(extents, p, entering, carried_end, front_end, step);
    if (step->pivots < step->w) return false;
    const size_t rows = (size_t)front_rows(step), front = rows * (size_t)step->width;
    step->panel   = sizes->factor;
    step->u       = step->panel + rows * (size_t)step->w;
    sizes->factor = step->u + front_u_size(step);
    if (front > sizes->front) sizes->front = front;
    if (front_rows(step) > f->rows) f->rows = front_rows(step);
    carried     = front_rows(step) - step->w;
    carried_end = front_end;
    if (step->is_schur) schur_rows += carried;
  }
  return f->extra ? schur_rows == f->extra : carried == 0;
}

/* Memory for the numbers. */
static bool front_allocate(const FrontSizes *sizes, Front *f)
{
  f->factor   = malloc((sizes->factor + 1) * sizeof(double));
  f->front[0] = malloc((sizes->front + 1) * sizeof(double));
  f->front[1] = malloc((sizes->front + 1) * sizeof(double));
  f->active   = malloc(((size_t)f->rows + 1) * sizeof(double));
  f->half     = malloc(((size_t)f->n + 1) * sizeof(double));
  f->schur    = calloc((size_t)f->extra * (size_t)f->border + 1, sizeof(double));
  return f->factor && f->front[0] && f->front[1] && f->active && f->half && f->schur;
}

/* Steps and their sizes, without memory for numbers. False: out of memory. */
static bool front_analyse(const FrontPattern *pattern, const FrontPlan *plan, Front *f, FrontSizes *sizes)
{
  RowExtents extents   = {0};
  int       *first_row = NULL;

  memset(f, 0, sizeof *f);
  memset(sizes, 0, sizeof *sizes);
  f->n        = pattern->n;
  f->extra    = pattern->extra;
  f->border   = pattern->border;
  f->position = pattern->position;
  f->order    = calloc((size_t)f->n + (size_t)f->extra + 1, sizeof(int));
  f->pivot    = malloc(((size_t)f->n + 1) * sizeof(int));
  bool ok     = f->order && f->pivot && steps_create(plan, f) && extents_create(pattern, &extents);
  if (ok) first_row = malloc(((size_t)f->nsteps + 2) * sizeof(int));
  ok = ok && first_row && rows_order(&extents, f, first_row);
  if (ok) f->regular = steps_size(&extents, first_row, pattern, f, sizes);
  free(first_row);
  extents_destroy(&extents);
  return ok;
}

bool front_create(const FrontPattern *pattern, const FrontPlan *plan, Front *f)
{
  FrontSizes sizes;

  return front_analyse(pattern, plan, f, &sizes) && (!f->regular || front_allocate(&sizes, f));
}

/* The plan of an existing front is read back from its steps, with local pivots in none of them. */
bool front_unrestrict(const FrontPattern *pattern, Front *f)
{
  const int ncomponents = f->nsteps ? f->steps[f->nsteps - 1].component + 1 : 0;
  int      *column = malloc(((size_t)f->nsteps + 1) * sizeof *column), nsteps = 0;
  int      *first_step    = calloc((size_t)ncomponents + 2, sizeof *first_step);
  int      *border_column = calloc((size_t)ncomponents + 2, sizeof *border_column);
  bool     *local = calloc((size_t)f->nsteps + 1, sizeof *local), any = false;
  bool      ok           = column && first_step && border_column && local;
  Front     unrestricted = {0};

  for (int j = 0; ok && j < f->nsteps; j++) {
    const FrontStep *step          = &f->steps[j];
    border_column[step->component] = step->border_column;
    if (step->is_schur) continue;
    any                             = any || step->pivots < front_rows(step);
    column[nsteps++]                = step->column;
    first_step[step->component + 1] = nsteps;
  }
  if (ok) column[nsteps] = f->n;
  const FrontPlan plan = {.nsteps        = nsteps,
                          .column        = column,
                          .local         = local,
                          .ncomponents   = ncomponents,
                          .first_step    = first_step,
                          .border_column = border_column};
  ok                   = ok && any && front_create(pattern, &plan, &unrestricted);
  front_destroy(ok ? f : &unrestricted);
  if (ok) *f = unrestricted;
  free(column);
  free(first_step);
  free(border_column);
  free(local);
  return ok;
}

bool front_estimate(const FrontPattern *pattern, const FrontPlan *plan, double *bytes)
{
  Front      f;
  FrontSizes sizes;
  const bool ok = front_analyse(pattern, plan, &f, &sizes);

  *bytes = 8.0 * ((double)sizes.factor + 2.0 * (double)sizes.front + (double)f.rows + (double)f.n +
                  (double)f.extra * (double)f.border) +
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
  free(f->schur);
  memset(f, 0, sizeof *f);
}

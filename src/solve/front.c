#include "solve/front.h"

#include "solve/panel.h"

#include <petscsys.h>
/* after petscsys.h */
#include <petscblaslapack.h>
#include <stdlib.h>
#include <string.h>

extern void dtrsv_(const char *uplo, const char *trans, const char *diag, const int *n, const double *a, const int *lda,
                   double *x, const int *incx);

static int rows_of(const FrontStep *step)
{
  return step->carried + step->entering;
}

/* --- set-up */

typedef struct {
  int *first, *last; /* [n] columns of each row: first, one beyond the last */
} Extent;

static bool extent_create(const FrontPattern *p, Extent *extent)
{
  extent->first = malloc((size_t)p->n * sizeof(int));
  extent->last  = malloc((size_t)p->n * sizeof(int));
  if (!extent->first || !extent->last) return false;
  for (int i = 0; i < p->n; i++) {
    extent->first[i] = p->n;
    extent->last[i]  = 0;
    for (int e = p->row[i]; e < p->row[i + 1]; e++) {
      if (p->col[e] < extent->first[i]) extent->first[i] = p->col[e];
      if (p->col[e] >= extent->last[i]) extent->last[i] = p->col[e] + 1;
    }
  }
  return true;
}

/* Columns of every step. */
static bool columns_fill(const FrontPlan *plan, Front *f)
{
  const int first = plan->head > 0, rest = f->n > plan->head ? f->n - plan->head : 0;

  f->nsteps = plan->nsteps ? plan->nsteps : f->n > 0 ? first + (rest + plan->block - 1) / plan->block : 0;
  f->steps  = calloc((size_t)f->nsteps + 1, sizeof *f->steps);
  if (!f->steps) return false;
  for (int j = 0; j < f->nsteps; j++) {
    FrontStep *step = &f->steps[j];
    step->column    = plan->nsteps ? plan->column[j] : j < first ? 0 : plan->head + (j - first) * plan->block;
    const int end   = plan->nsteps ? plan->column[j + 1] : plan->head + (j - first + 1) * plan->block;
    step->w         = (end < f->n ? end : f->n) - step->column;
  }
  return true;
}

/* Rows sorted by the step in which they enter, otherwise as they were. count[nsteps + 1]: first of each step. */
static bool order_fill(const Extent *extent, Front *f, int *count)
{
  int *step_of = malloc(((size_t)f->n + 1) * sizeof *step_of); /* of a column */

  if (!step_of) return false;
  for (int j = 0; j < f->nsteps; j++)
    for (int c = 0; c < f->steps[j].w; c++) step_of[f->steps[j].column + c] = j;
  memset(count, 0, ((size_t)f->nsteps + 1) * sizeof *count);
  bool ok = true;
  for (int i = 0; ok && i < f->n; i++) {
    ok = extent->first[i] < f->n; /* otherwise an empty row */
    if (ok) count[step_of[extent->first[i]] + 1]++;
  }
  for (int j = 0; j < f->nsteps; j++) count[j + 1] += count[j];
  for (int i = 0; ok && i < f->n; i++) f->order[count[step_of[extent->first[i]]]++] = i;
  for (int j = f->nsteps; j > 0; j--) count[j] = count[j - 1];
  count[0] = 0;
  free(step_of);
  return ok;
}

/* Which rows of a step's front may give pivots, how far they reach, and where the others begin. */
static void step_seal(const Extent *extent, const int *order, bool sealed, int reached, int last, FrontStep *step)
{
  const int end = step->column + step->w;
  int       own = 0, first = end, far = reached > end ? reached : end;

  step->pivots = rows_of(step);
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
  int carried = 0, reached = 0; /* rows left over and the columns they reach */

  *size = *most = 0;
  for (int j = 0; j < f->nsteps; j++) {
    FrontStep *step = &f->steps[j];
    const int  end  = step->column + step->w;
    int        last = reached > end ? reached : end;
    step->carried   = carried;
    step->entering  = count[j + 1] - count[j];
    for (int i = count[j]; i < count[j + 1]; i++)
      if (extent->last[f->order[i]] > last) last = extent->last[f->order[i]];
    step->width = last - step->column;
    step_seal(extent, f->order + count[j], plan->nsteps ? plan->sealed[j] : plan->seal, reached, last, step);
    if (step->pivots < step->w) return false;
    step->panel = *size;
    step->u     = step->panel + (size_t)rows_of(step) * (size_t)step->w;
    *size       = step->u + (size_t)step->w * (size_t)step->reach;
    if ((size_t)rows_of(step) * (size_t)step->width > *most) *most = (size_t)rows_of(step) * (size_t)step->width;
    if (rows_of(step) > f->rows) f->rows = rows_of(step);
    carried = rows_of(step) - step->w;
    reached = last;
  }
  return carried == 0;
}

bool front_create(const FrontPattern *pattern, const FrontPlan *plan, Front *f)
{
  const int n      = pattern->n;
  Extent    extent = {0};
  size_t    size = 0, most = 0;

  memset(f, 0, sizeof *f);
  f->n       = n;
  f->order   = malloc(((size_t)n + 1) * sizeof(int));
  f->pivot   = malloc(((size_t)n + 1) * sizeof(int));
  bool ok    = f->order && f->pivot && columns_fill(plan, f) && extent_create(pattern, &extent);
  int *count = malloc(((size_t)f->nsteps + 2) * sizeof(int));
  ok         = ok && count && order_fill(&extent, f, count) && steps_fill(&extent, count, plan, f, &size, &most);
  if (ok) {
    f->factor   = malloc((size + 1) * sizeof(double));
    f->front[0] = malloc((most + 1) * sizeof(double));
    f->front[1] = malloc((most + 1) * sizeof(double));
    f->active   = malloc(((size_t)f->rows + 1) * FRONT_RHS * sizeof(double));
    f->solution = malloc(((size_t)n + 1) * FRONT_RHS * sizeof(double));
    ok          = f->factor && f->front[0] && f->front[1] && f->active && f->solution;
  }
  free(count);
  free(extent.first);
  free(extent.last);
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
  free(f->solution);
  memset(f, 0, sizeof *f);
}

double front_bytes(const Front *f)
{
  const FrontStep *last = f->nsteps ? &f->steps[f->nsteps - 1] : NULL;
  return last ? 8.0 * (double)(last->u + (size_t)last->w * (size_t)last->reach) : 0.0;
}

/* --- factors */

/* Entering rows into the front, column-major with as many rows as it has. */
static void front_enter(const Front *f, const FrontStep *step, int entered, const FrontPattern *p, const double *value,
                        double *F)
{
  const size_t rows = (size_t)rows_of(step);

  for (int i = 0; i < step->entering; i++) {
    const int r = f->order[entered + i];
    for (int e = p->row[r]; e < p->row[r + 1]; e++)
      F[(size_t)(step->carried + i) + (size_t)(p->col[e] - step->column) * rows] += value[e];
  }
}

/* Row interchanges of dgetrf on one column, or back. */
static void swap_rows(int w, const int *pivot, bool back, double *x)
{
  for (int j = 0; j < w; j++) {
    const int    i  = back ? w - 1 - j : j;
    const double t  = x[i];
    x[i]            = x[pivot[i] - 1];
    x[pivot[i] - 1] = t;
  }
}

/* Eliminates the step's columns. */
static bool front_eliminate(const FrontStep *step, double *F, int *pivot)
{
  const double one = 1.0, minus = -1.0;
  int          rows = rows_of(step), w = step->w, p = step->pivots, rest = rows - p, below = rows - w, info;
  double      *panel = F, *other = F + (size_t)rows * (size_t)w;

  if (w == 0) return true;
  if (w <= PANEL_WIDTH && step->skip == 0) return panel_eliminate(rows, p, w, w + step->reach, F, pivot);
  LAPACKgetrf_(&p, &w, panel, &rows, pivot, &info);
  if (info != 0) return false;
  if (rest > 0) { /* L21 = F21 U11^{-1} for rows that may not give pivots */
    const size_t skip    = (size_t)step->skip;
    int          columns = w - step->skip;
    BLAStrsm_("R", "U", "N", "N", &rest, &columns, &one, panel + skip + skip * (size_t)rows, &rows,
              panel + (size_t)p + skip * (size_t)rows, &rows);
  }
  if (step->reach == 0) return true;
  int reach = step->reach;
  for (int c = 0; c < reach; c++) swap_rows(w, pivot, false, other + (size_t)c * (size_t)rows);
  BLAStrsm_("L", "L", "N", "U", &w, &reach, &one, panel, &rows, other, &rows);
  if (below > 0)
    BLASgemm_("N", "N", &below, &reach, &w, &minus, panel + w, &rows, other, &rows, &one, other + w, &rows);
  return true;
}

/* Keeps the panel and U12, moves the rest to the next front. */
static void front_advance(const Front *f, const FrontStep *step, const double *F, const FrontStep *next, double *to)
{
  const size_t rows = (size_t)rows_of(step), w = (size_t)step->w;

  memcpy(f->factor + step->panel, F, rows * w * sizeof(double));
  for (int c = 0; c < step->reach; c++)
    memcpy(f->factor + step->u + (size_t)c * w, F + (w + (size_t)c) * rows, w * sizeof(double));
  if (!next) return;
  memset(to, 0, (size_t)rows_of(next) * (size_t)next->width * sizeof(double));
  for (size_t c = 0; c < (size_t)step->width - w; c++)
    memcpy(to + c * (size_t)rows_of(next), F + (w + c) * rows + w, (rows - w) * sizeof(double));
}

bool front_factor(Front *f, const FrontPattern *pattern, const double *value)
{
  int     entered = 0;
  double *F = f->front[0], *next = f->front[1];

  if (f->nsteps) memset(F, 0, (size_t)rows_of(&f->steps[0]) * (size_t)f->steps[0].width * sizeof(double));
  for (int j = 0; j < f->nsteps; j++) {
    const FrontStep *step = &f->steps[j];
    front_enter(f, step, entered, pattern, value, F);
    entered += step->entering;
    if (!front_eliminate(step, F, f->pivot + step->column)) return false;
    front_advance(f, step, F, j + 1 < f->nsteps ? step + 1 : NULL, next);
    double *swap = F;
    F            = next;
    next         = swap;
  }
  return true;
}

/* --- solves, for m right-hand sides at once */

/* Y -= M X or M^T X; M[rows][columns] */
static void multiply(const char *trans, int rows, int columns, const double *M, int ld, int m, const double *X, int ldx,
                     double *Y, int ldy)
{
  const double one = 1.0, minus = -1.0;
  const bool   plain = trans[0] == 'N';
  int          inc = 1, out = plain ? rows : columns, in = plain ? columns : rows;

  if (rows <= 0 || columns <= 0) return;
  if (m == 1) BLASgemv_(trans, &rows, &columns, &minus, M, &ld, X, &inc, &one, Y, &inc);
  else BLASgemm_(trans, "N", &out, &m, &in, &minus, M, &ld, X, &ldx, &one, Y, &ldy);
}

static void triangle(const char *uplo, const char *trans, const char *diag, int n, const double *M, int ld, int m,
                     double *X, int ldx)
{
  const double one = 1.0;
  int          inc = 1;

  if (n == 0) return;
  if (m == 1) dtrsv_(uplo, trans, diag, &n, M, &ld, X, &inc);
  else BLAStrsm_("L", uplo, trans, diag, &n, &m, &one, M, &ld, X, &ldx);
}

/* L21 of a step, in its two parts, applied to the rows below: below -= L21 top, or top -= L21^T below. */
static void below_update(const Front *f, const FrontStep *step, bool transpose, int m, double *r)
{
  const int     rows = rows_of(step), w = step->w, skip = step->skip, ld = f->rows;
  const double *L = f->factor + step->panel, *rest = L + step->pivots + (size_t)skip * (size_t)rows;

  if (transpose) {
    multiply("T", step->pivots - w, w, L + w, rows, m, r + w, ld, r, ld);
    multiply("T", rows - step->pivots, w - skip, rest, rows, m, r + step->pivots, ld, r + skip, ld);
  } else {
    multiply("N", step->pivots - w, w, L + w, rows, m, r, ld, r + w, ld);
    multiply("N", rows - step->pivots, w - skip, rest, rows, m, r + skip, ld, r + step->pivots, ld);
  }
}

/* The first step that has an entry of b; nothing happens before it. *entered: rows that entered earlier. */
static int first_step(const Front *f, int m, const double *b, int *entered)
{
  *entered = 0;
  for (int j = 0; j < f->nsteps; j++) {
    for (int i = 0; i < f->steps[j].entering; i++)
      for (int c = 0; c < m; c++)
        if (b[(size_t)f->order[*entered + i] + (size_t)c * (size_t)f->n] != 0.0) return j;
    *entered += f->steps[j].entering;
  }
  return f->nsteps;
}

static void solve_plain(const Front *f, int first, int m, const double *b, double *x)
{
  const size_t n = (size_t)f->n, ld = (size_t)f->rows;
  double      *r = f->active;
  int          entered;
  const int    start = first_step(f, m, b, &entered), zeros = start < f->nsteps ? f->steps[start].column : f->n;

  for (int c = 0; c < m; c++) {
    memset(x + (size_t)c * n, 0, (size_t)zeros * sizeof(double));
    memset(r + (size_t)c * ld, 0, ld * sizeof(double));
  }
  for (int j = start; j < f->nsteps; j++) { /* L: rows as they enter; what is solved goes to x */
    const FrontStep *step = &f->steps[j];
    const int        rows = rows_of(step), w = step->w;
    for (int c = 0; c < m; c++) {
      for (int i = 0; i < step->entering; i++)
        r[(size_t)(step->carried + i) + (size_t)c * ld] = b[(size_t)f->order[entered + i] + (size_t)c * n];
      swap_rows(w, f->pivot + step->column, false, r + (size_t)c * ld);
    }
    entered += step->entering;
    triangle("L", "N", "U", w, f->factor + step->panel, rows, m, r, f->rows);
    below_update(f, step, false, m, r);
    for (int c = 0; c < m; c++) {
      memcpy(x + (size_t)step->column + (size_t)c * n, r + (size_t)c * ld, (size_t)w * sizeof(double));
      memmove(r + (size_t)c * ld, r + (size_t)c * ld + w, (size_t)(rows - w) * sizeof(double));
    }
  }
  for (int j = f->nsteps - 1; j >= 0 && f->steps[j].column + f->steps[j].w > first; j--) { /* U */
    const FrontStep *step = &f->steps[j];
    double          *xj   = x + step->column;
    multiply("N", step->w, step->reach, f->factor + step->u, step->w, m, xj + step->w, f->n, xj, f->n);
    triangle("U", "N", "N", step->w, f->factor + step->panel, rows_of(step), m, xj, f->n);
  }
}

/* t is destroyed. */
static void solve_transpose(const Front *f, int m, double *t, double *x)
{
  const size_t n = (size_t)f->n, ld = (size_t)f->rows;
  double      *r       = f->active;
  int          entered = f->n;

  for (int j = 0; j < f->nsteps; j++) { /* U^T */
    const FrontStep *step = &f->steps[j];
    double          *tj   = t + step->column;
    triangle("U", "T", "N", step->w, f->factor + step->panel, rows_of(step), m, tj, f->n);
    multiply("T", step->w, step->reach, f->factor + step->u, step->w, m, tj, f->n, tj + step->w, f->n);
  }
  for (int j = f->nsteps - 1; j >= 0; j--) { /* L^T: rows leave where they entered */
    const FrontStep *step = &f->steps[j];
    const int        rows = rows_of(step), w = step->w;
    for (int c = 0; c < m; c++) {
      memmove(r + (size_t)c * ld + w, r + (size_t)c * ld, (size_t)(rows - w) * sizeof(double));
      memcpy(r + (size_t)c * ld, t + (size_t)step->column + (size_t)c * n, (size_t)w * sizeof(double));
    }
    below_update(f, step, true, m, r);
    triangle("L", "T", "U", w, f->factor + step->panel, rows, m, r, f->rows);
    entered -= step->entering;
    for (int c = 0; c < m; c++) {
      swap_rows(w, f->pivot + step->column, true, r + (size_t)c * ld);
      for (int i = 0; i < step->entering; i++)
        x[(size_t)f->order[entered + i] + (size_t)c * n] = r[(size_t)(step->carried + i) + (size_t)c * ld];
    }
  }
}

void front_solve(const Front *f, bool transpose, int first, int nrhs, double *b)
{
  const size_t n = (size_t)f->n;

  for (int from = 0; from < nrhs; from += FRONT_RHS) {
    const int m    = nrhs - from < FRONT_RHS ? nrhs - from : FRONT_RHS;
    double   *part = b + (size_t)from * n;
    if (transpose) solve_transpose(f, m, part, f->solution);
    else solve_plain(f, first, m, part, f->solution);
    memcpy(part, f->solution, n * (size_t)m * sizeof(double));
  }
}

#include "linear/lu/front.h"

#include "linear/lu/panel.h"

#include <petscsys.h>
/* after petscsys.h */
#include <math.h>
#include <petscblaslapack.h>
#include <string.h>

extern void dtrsv_(const char *uplo, const char *trans, const char *diag, const int *n, const double *a, const int *lda,
                   double *x, const int *incx);

/* --- factors */

/* Place in the front of a step of column c: its own columns, the border, the others. */
static size_t front_column(const Front *f, const FrontStep *step, int c)
{
  if (c >= f->n) return (size_t)(step->w + c - f->n - step->border);
  return (size_t)(c - step->column + (c - step->column < step->w ? 0 : step->edge));
}

static double front_value(const FrontPattern *p, const double *value, int e)
{
  const int i = p->entry ? p->entry[e] : e;
  return i >= 0 ? value[i] : i == FRONT_PLUS ? 1.0 : -1.0;
}

/* Entering rows into the front, column-major with as many rows as it has. */
static void front_enter(const Front *f, const FrontStep *step, int entered, const FrontPattern *p, const double *value,
                        double *F)
{
  const size_t rows = (size_t)front_rows(step);

  for (int i = 0; i < step->entering; i++) {
    const int r = f->order[entered + i];
    for (int e = p->row[r]; e < p->row[r + 1]; e++)
      F[(size_t)(step->carried + i) + front_column(f, step, front_place(p, p->col[e])) * rows] +=
        front_value(p, value, e);
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

/* Whether rows that might not give pivots show that those taken were far too small: L21 that large costs half of the digits. */
static bool seal_holds(const FrontStep *step, const double *F)
{
  const int rows = front_rows(step);
  int       many = 0;

  for (int c = step->skip; c < step->w; c++)
    for (int i = step->pivots; i < rows; i++) many += fabs(F[(size_t)c * (size_t)rows + (size_t)i]) > 1e8;
  return many == 0;
}

/* Eliminates the step's columns. */
static bool front_eliminate(const FrontStep *step, double *F, int *pivot)
{
  const double one = 1.0, minus = -1.0;
  int          rows = front_rows(step), w = step->w, p = step->pivots, rest = rows - p, below = rows - w, info;
  int          reach = step->edge + step->reach;
  double      *panel = F, *other = F + (size_t)rows * (size_t)w;

  if (w == 0) return true;
  if (w <= PANEL_WIDTH && step->skip == 0) return panel_eliminate(rows, p, w, w + reach, F, pivot);
  LAPACKgetrf_(&p, &w, panel, &rows, pivot, &info);
  if (info != 0) return false;
  if (rest > 0) { /* L21 = F21 U11^{-1} for rows that may not give pivots */
    const size_t skip    = (size_t)step->skip;
    int          columns = w - step->skip;
    BLAStrsm_("R", "U", "N", "N", &rest, &columns, &one, panel + skip + skip * (size_t)rows, &rows,
              panel + (size_t)p + skip * (size_t)rows, &rows);
  }
  if (reach == 0) return true;
  for (int c = 0; c < reach; c++) swap_rows(w, pivot, false, other + (size_t)c * (size_t)rows);
  BLAStrsm_("L", "L", "N", "U", &w, &reach, &one, panel, &rows, other, &rows);
  if (below > 0)
    BLASgemm_("N", "N", &below, &reach, &w, &minus, panel + w, &rows, other, &rows, &one, other + w, &rows);
  return true;
}

/* Keeps the panel and U12, moves the rest to the next front. */
static void front_advance(const Front *f, const FrontStep *step, const double *F, const FrontStep *next, double *to)
{
  const size_t rows = (size_t)front_rows(step), w = (size_t)step->w;

  memcpy(f->factor + step->panel, F, rows * w * sizeof(double));
  for (size_t c = 0; c < (size_t)(step->edge + step->reach); c++)
    memcpy(f->factor + step->u + c * w, F + (w + c) * rows, w * sizeof(double));
  if (!next) return;
  memset(to, 0, (size_t)front_rows(next) * (size_t)next->width * sizeof(double));
  for (int c = 0; next->carried && c < step->width - step->w; c++) {
    const int column = c < step->edge ? f->n + step->border + c : step->column + step->w + c - step->edge;
    memcpy(to + front_column(f, next, column) * (size_t)front_rows(next), F + (w + (size_t)c) * rows + w,
           (rows - w) * sizeof(double));
  }
}

/* The rows left over of a part, from its last front. */
static void front_leave(const Front *f, const FrontStep *step, const double *F, int left)
{
  const size_t rows = (size_t)front_rows(step);

  for (size_t i = 0; i < rows; i++)
    for (size_t c = 0; c < (size_t)step->edge; c++)
      f->rest[((size_t)left + i) * (size_t)f->border + (size_t)step->border + c] = F[i + c * rows];
}

/* With the steps as they are. */
static bool steps_eliminate(Front *f, const FrontPattern *pattern, const double *value)
{
  int     entered = 0, left = 0;
  double *F = f->front[0], *next = f->front[1], *before;

  if (f->nsteps) memset(F, 0, (size_t)front_rows(&f->steps[0]) * (size_t)f->steps[0].width * sizeof(double));
  for (int j = 0; j < f->nsteps; j++) {
    const FrontStep *step = &f->steps[j];
    front_enter(f, step, entered, pattern, value, F);
    entered += step->entering;
    if (!front_eliminate(step, F, f->pivot + step->column) || !seal_holds(step, F)) return false;
    if (step->last) {
      front_leave(f, step, F, left);
      left += front_rows(step);
    }
    front_advance(f, step, F, j + 1 < f->nsteps ? step + 1 : NULL, next);
    before = F;
    F      = next;
    next   = before;
  }
  return true;
}

bool front_factor(Front *f, const FrontPattern *pattern, const double *value)
{
  return f->regular &&
         (steps_eliminate(f, pattern, value) || (front_open(pattern, f) && steps_eliminate(f, pattern, value)));
}

void front_rest(const Front *f, double *S)
{
  memcpy(S, f->rest, (size_t)f->extra * (size_t)f->border * sizeof(double));
}

/* --- solves */

/* y -= M^T x; M[columns][ld] */
static void multiply_transpose(int rows, int columns, const double *M, int ld, const double *x, double *y)
{
  const double one = 1.0, minus = -1.0;
  const int    inc = 1;

  if (rows > 0 && columns > 0) BLASgemv_("T", &rows, &columns, &minus, M, &ld, x, &inc, &one, y, &inc);
}

static void triangle_transpose(const char *uplo, const char *diag, int n, const double *M, int ld, double *x)
{
  const int inc = 1;

  if (n > 0) dtrsv_(uplo, "T", diag, &n, M, &ld, x, &inc);
}

/* L21 of a step, in its two parts: top -= L21^T below. */
static void below_transpose(const Front *f, const FrontStep *step, double *r)
{
  const int     rows = front_rows(step), w = step->w, skip = step->skip;
  const double *L = f->factor + step->panel, *rest = L + step->pivots + (size_t)skip * (size_t)rows;

  multiply_transpose(step->pivots - w, w, L + w, rows, r + w, r);
  multiply_transpose(rows - step->pivots, w - skip, rest, rows, r + step->pivots, r + skip);
}

/* L: rows as they enter; what is solved goes to the half, what is left over to `rest`. */
static void lower(const Front *f, const double *b, double *rest)
{
  double *r       = f->active;
  int     entered = 0, left = 0;

  for (int j = 0; j < f->nsteps; j++) {
    const FrontStep *step = &f->steps[j];
    const int        rows = front_rows(step), w = step->w;
    for (int i = 0; i < step->entering; i++) r[step->carried + i] = b[f->order[entered + i]];
    for (int i = 0; step->last && i < rows; i++) rest[left++] = r[i];
    swap_rows(w, f->pivot + step->column, false, r);
    entered += step->entering;
    panel_lower(rows, step->pivots, step->skip, w, f->factor + step->panel, r);
    memcpy(f->half + step->column, r, (size_t)w * sizeof(double));
    memmove(r, r + w, (size_t)(rows - w) * sizeof(double));
  }
}

static void upper(const Front *f, const double *border, double *x)
{
  for (int j = f->nsteps - 1; j >= 0; j--) {
    const FrontStep *step = &f->steps[j];
    const double    *U    = f->factor + step->u;
    double          *xj   = x + step->column;
    const int        w    = step->w;
    panel_subtract(w, step->edge, U, border + step->border, xj);
    panel_subtract(w, step->reach, U + (size_t)w * (size_t)step->edge, xj + w, xj);
    panel_upper(front_rows(step), w, f->factor + step->panel, xj);
  }
}

static void upper_transpose(const Front *f, double *t, double *rest)
{
  for (int c = 0; c < f->border; c++) rest[c] = 0.0;
  for (int j = 0; j < f->nsteps; j++) {
    const FrontStep *step = &f->steps[j];
    const double    *U    = f->factor + step->u;
    double          *tj   = t + step->column;
    const int        w    = step->w;
    triangle_transpose("U", "N", w, f->factor + step->panel, front_rows(step), tj);
    multiply_transpose(w, step->edge, U, w, tj, rest + step->border);
    multiply_transpose(w, step->reach, U + (size_t)w * (size_t)step->edge, w, tj, tj + w);
  }
}

/* Rows leave where they entered. */
static void lower_transpose(const Front *f, const double *rest, double *y)
{
  double *r       = f->active;
  int     entered = f->n + f->extra, left = f->extra;

  for (int j = f->nsteps - 1; j >= 0; j--) {
    const FrontStep *step = &f->steps[j];
    const int        rows = front_rows(step), w = step->w;
    if (step->last) {
      left -= rows;
      memcpy(r, rest + left, (size_t)rows * sizeof(double));
    }
    memmove(r + w, r, (size_t)(rows - w) * sizeof(double));
    memcpy(r, f->half + step->column, (size_t)w * sizeof(double));
    below_transpose(f, step, r);
    triangle_transpose("L", "U", w, f->factor + step->panel, rows, r);
    swap_rows(w, f->pivot + step->column, true, r);
    entered -= step->entering;
    for (int i = 0; i < step->entering; i++) y[f->order[entered + i]] = r[step->carried + i];
  }
}

void front_reduce(const Front *f, bool transpose, const double *b, double *rest)
{
  if (!transpose) {
    lower(f, b, rest);
    return;
  }
  if (f->place)
    for (int j = 0; j < f->n; j++) f->half[f->place[j]] = b[j];
  else memcpy(f->half, b, (size_t)f->n * sizeof(double));
  upper_transpose(f, f->half, rest);
}

void front_expand(const Front *f, bool transpose, const double *rest, double *x)
{
  if (transpose) {
    lower_transpose(f, rest, x);
    return;
  }
  upper(f, rest, f->half);
  if (f->place)
    for (int j = 0; j < f->n; j++) x[j] = f->half[f->place[j]];
  else memcpy(x, f->half, (size_t)f->n * sizeof(double));
}

void front_solve(const Front *f, bool transpose, double *b)
{
  front_reduce(f, transpose, b, b); /* nothing is left over */
  front_expand(f, transpose, b, b);
}

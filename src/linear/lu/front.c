/* LU in dense fronts: elimination step by step, and the four triangular solves (front.h). */
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

/* Index in the front of a step of column c: the step's own columns, the border, the rest. */
static size_t front_column(const Front *f, const FrontStep *step, int c)
{
  if (c >= f->n) return (size_t)(step->w + c - f->n - step->border_column);
  return (size_t)(c - step->column + (c - step->column < step->w ? 0 : step->nborder));
}

/* Value of entry e; the entries FRONT_PLUS and FRONT_MINUS of slabs are 1 and -1. */
static double front_value(const FrontPattern *p, const double *value, int e)
{
  const int i = p->entry ? p->entry[e] : e;
  return i >= 0 ? value[i] : i == FRONT_PLUS ? 1.0 : -1.0;
}

/* Adds the entering rows to the front F[width][rows], column-major. */
static void front_enter(const Front *f, const FrontStep *step, int entered, const FrontPattern *p, const double *value,
                        double *F)
{
  const size_t rows = (size_t)front_rows(step);

  for (int i = 0; i < step->entering; i++) {
    const int r = f->order[entered + i];
    for (int e = p->row[r]; e < p->row[r + 1]; e++)
      F[(size_t)(step->carried + i) + front_column(f, step, front_position(p, p->col[e])) * rows] +=
        front_value(p, value, e);
  }
}

/* x <- P x with the row interchanges of dgetrf; back: x <- P^T x. */
static void swap_rows(int w, const int *pivot, bool back, double *x)
{
  for (int j = 0; j < w; j++) {
    const int    i  = back ? w - 1 - j : j;
    const double t  = x[i];
    x[i]            = x[pivot[i] - 1];
    x[pivot[i] - 1] = t;
  }
}

/* Whether local pivots were large enough: |L21| <= 1e8, since larger multipliers cost half of the digits. Rows up to `pivots`
 * have |L| <= 1 by partial pivoting. */
static bool pivots_acceptable(const FrontStep *step, const double *F)
{
  const int rows = front_rows(step);
  int       many = 0;

  for (int c = step->skip; c < step->w; c++)
    for (int i = step->pivots; i < rows; i++) many += fabs(F[(size_t)c * (size_t)rows + (size_t)i]) > 1e8;
  return many == 0;
}

/* P F = [L11; L21] [U11, U12] in place, and F22 - L21 U12 in the rest, by panel_eliminate up to PANEL_WIDTH columns and by BLAS
 * beyond. False: a pivot is zero. */
static bool front_eliminate(const FrontStep *step, double *F, int *pivot)
{
  const double one = 1.0, minus = -1.0;
  int          rows = front_rows(step), w = step->w, p = step->pivots, rest = rows - p, below = rows - w, info;
  int          reach = step->nborder + step->reach;
  double      *panel = F, *other = F + (size_t)rows * (size_t)w;

  if (w == 0) return true;
  if (w <= PANEL_WIDTH && step->skip == 0) return panel_eliminate(rows, p, w, w + reach, F, pivot);
  LAPACKgetrf_(&p, &w, panel, &rows, pivot, &info);
  if (info != 0) return false;
  if (rest > 0) { /* L21 = F21 U11^{-1} of the rows beyond `pivots` */
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

/* Stores the panel and U12 as factors, and moves F22 to the next front. */
static void front_advance(const Front *f, const FrontStep *step, const double *F, const FrontStep *next, double *to)
{
  const size_t rows = (size_t)front_rows(step), w = (size_t)step->w;

  memcpy(f->factor + step->panel, F, rows * w * sizeof(double));
  for (size_t c = 0; c < (size_t)(step->nborder + step->reach); c++)
    memcpy(f->factor + step->u + c * w, F + (w + c) * rows, w * sizeof(double));
  if (!next) return;
  memset(to, 0, (size_t)front_rows(next) * (size_t)next->width * sizeof(double));
  for (int c = 0; next->carried && c < step->width - step->w; c++) {
    const int column = c < step->nborder ? f->n + step->border_column + c : step->column + step->w + c - step->nborder;
    memcpy(to + front_column(f, next, column) * (size_t)front_rows(next), F + (w + (size_t)c) * rows + w,
           (rows - w) * sizeof(double));
  }
}

/* Stores the last front of a component as rows first_row, ... of S. */
static void schur_store(const Front *f, const FrontStep *step, const double *F, int first_row)
{
  const size_t rows = (size_t)front_rows(step);

  for (size_t i = 0; i < rows; i++)
    for (size_t c = 0; c < (size_t)step->nborder; c++)
      f->schur[((size_t)first_row + i) * (size_t)f->border + (size_t)step->border_column + c] = F[i + c * rows];
}

/* Eliminates all steps as planned. False: a pivot is zero, or a local pivot too small. */
static bool steps_eliminate(Front *f, const FrontPattern *pattern, const double *value)
{
  int     entered = 0, schur_rows = 0;
  double *F = f->front[0], *next = f->front[1], *before;

  if (f->nsteps) memset(F, 0, (size_t)front_rows(&f->steps[0]) * (size_t)f->steps[0].width * sizeof(double));
  for (int j = 0; j < f->nsteps; j++) {
    const FrontStep *step = &f->steps[j];
    front_enter(f, step, entered, pattern, value, F);
    entered += step->entering;
    if (!front_eliminate(step, F, f->pivot + step->column) || !pivots_acceptable(step, F)) return false;
    if (step->is_schur) {
      schur_store(f, step, F, schur_rows);
      schur_rows += front_rows(step);
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
         (steps_eliminate(f, pattern, value) || (front_unrestrict(pattern, f) && steps_eliminate(f, pattern, value)));
}

void front_schur(const Front *f, double *S)
{
  memcpy(S, f->schur, (size_t)f->extra * (size_t)f->border * sizeof(double));
}

/* --- solves */

/* y[columns] -= M^T x[rows]; M[columns][ld] */
static void multiply_transpose(int rows, int columns, const double *M, int ld, const double *x, double *y)
{
  const double one = 1.0, minus = -1.0;
  const int    inc = 1;

  if (rows > 0 && columns > 0) BLASgemv_("T", &rows, &columns, &minus, M, &ld, x, &inc, &one, y, &inc);
}

/* x[n] <- M^{-T} x for the triangle uplo of M[n][ld]. */
static void triangle_transpose(const char *uplo, const char *diag, int n, const double *M, int ld, double *x)
{
  const int inc = 1;

  if (n > 0) dtrsv_(uplo, "T", diag, &n, M, &ld, x, &inc);
}

/* r[0..w) -= L21^T r[w..rows) of one step. Rows beyond `pivots` are zero in the first `skip` columns. */
static void below_transpose(const Front *f, const FrontStep *step, double *r)
{
  const int     rows = front_rows(step), w = step->w, skip = step->skip;
  const double *L = f->factor + step->panel, *rest = L + step->pivots + (size_t)skip * (size_t)rows;

  multiply_transpose(step->pivots - w, w, L + w, rows, r + w, r);
  multiply_transpose(rows - step->pivots, w - skip, rest, rows, r + step->pivots, r + skip);
}

/* Forward substitution [L, 0; K, 1]^{-1} P b: half[n] = L^{-1} b, and g[extra] in the remaining rows. Entries of b enter the front
 * with their rows. */
static void lower(const Front *f, const double *b, double *g)
{
  double *r       = f->active;
  int     entered = 0, schur_rows = 0;

  for (int j = 0; j < f->nsteps; j++) {
    const FrontStep *step = &f->steps[j];
    const int        rows = front_rows(step), w = step->w;
    for (int i = 0; i < step->entering; i++) r[step->carried + i] = b[f->order[entered + i]];
    for (int i = 0; step->is_schur && i < rows; i++) g[schur_rows++] = r[i];
    swap_rows(w, f->pivot + step->column, false, r);
    entered += step->entering;
    panel_lower(rows, step->pivots, step->skip, w, f->factor + step->panel, r);
    memcpy(f->half + step->column, r, (size_t)w * sizeof(double));
    memmove(r, r + w, (size_t)(rows - w) * sizeof(double));
  }
}

/* Back substitution x[n] <- U^{-1} (x - B x_border). */
static void upper(const Front *f, const double *border, double *x)
{
  for (int j = f->nsteps - 1; j >= 0; j--) {
    const FrontStep *step = &f->steps[j];
    const double    *U    = f->factor + step->u;
    double          *xj   = x + step->column;
    const int        w    = step->w;
    panel_subtract(w, step->nborder, U, border + step->border_column, xj);
    panel_subtract(w, step->reach, U + (size_t)w * (size_t)step->nborder, xj + w, xj);
    panel_upper(front_rows(step), w, f->factor + step->panel, xj);
  }
}

/* t[n] <- U^{-T} t, and g[border] = -B^T t. */
static void upper_transpose(const Front *f, double *t, double *g)
{
  for (int c = 0; c < f->border; c++) g[c] = 0.0;
  for (int j = 0; j < f->nsteps; j++) {
    const FrontStep *step = &f->steps[j];
    const double    *U    = f->factor + step->u;
    double          *tj   = t + step->column;
    const int        w    = step->w;
    triangle_transpose("U", "N", w, f->factor + step->panel, front_rows(step), tj);
    multiply_transpose(w, step->nborder, U, w, tj, g + step->border_column);
    multiply_transpose(w, step->reach, U + (size_t)w * (size_t)step->nborder, w, tj, tj + w);
  }
}

/* y[n + extra] = P^T [L, 0; K, 1]^{-T} (half, y_extra). Steps run backwards: entries leave the front where their rows entered. */
static void lower_transpose(const Front *f, const double *extra, double *y)
{
  double *r       = f->active;
  int     entered = f->n + f->extra, schur_rows = f->extra;

  for (int j = f->nsteps - 1; j >= 0; j--) {
    const FrontStep *step = &f->steps[j];
    const int        rows = front_rows(step), w = step->w;
    if (step->is_schur) {
      schur_rows -= rows;
      memcpy(r, extra + schur_rows, (size_t)rows * sizeof(double));
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

void front_reduce(const Front *f, bool transpose, const double *b, double *g)
{
  if (!transpose) {
    lower(f, b, g);
    return;
  }
  if (f->position)
    for (int j = 0; j < f->n; j++) f->half[f->position[j]] = b[j];
  else memcpy(f->half, b, (size_t)f->n * sizeof(double));
  upper_transpose(f, f->half, g);
}

void front_expand(const Front *f, bool transpose, const double *border, double *x)
{
  if (transpose) {
    lower_transpose(f, border, x);
    return;
  }
  upper(f, border, f->half);
  if (f->position)
    for (int j = 0; j < f->n; j++) x[j] = f->half[f->position[j]];
  else memcpy(x, f->half, (size_t)f->n * sizeof(double));
}

void front_solve(const Front *f, bool transpose, double *b)
{
  front_reduce(f, transpose, b, b); /* no border: writes nothing to b */
  front_expand(f, transpose, b, b);
}

/* LU of a small front in strips of four columns, in registers as wide as the processor has (panel.h). */
#include "linear/lu/panel.h"

#include "base/processor.h"

#include <math.h>
#include <stdlib.h>

enum { STRIP = 4 }; /* columns eliminated at a time */

/* x_i <-> x_j */
static inline void swap_entries(double *x, int i, int j)
{
  const double t = x[i];
  x[i]           = x[j];
  x[j]           = t;
}

/* y -= L u and x -= L v below row `first`, for a strip L[STRIP][rows]: rank-4 update of two columns at a time. */
static inline void strip_update(int first, int rows, const double *restrict L, const double *u, const double *v,
                                double *restrict y, double *restrict x)
{
  const double *restrict l0 = L, *restrict l1 = L + rows, *restrict l2 = L + 2 * rows, *restrict l3 = L + 3 * rows;
  const double u0 = u[0], u1 = u[1], u2 = u[2], u3 = u[3], v0 = v[0], v1 = v[1], v2 = v[2], v3 = v[3];

  for (int i = first; i < rows; i++) {
    y[i] = y[i] - l0[i] * u0 - l1[i] * u1 - l2[i] * u2 - l3[i] * u3;
    x[i] = x[i] - l0[i] * v0 - l1[i] * v1 - l2[i] * v2 - l3[i] * v3;
  }
}

/* y -= l u below row `first`. */
static inline void column_update(int first, int rows, const double *restrict l, double u, double *restrict y)
{
  for (int i = first; i < rows; i++) y[i] -= l[i] * u;
}

/* Row of the largest entry |column[i]|, j <= i < pivots: the maximum in four lanes, then the first row that has it. */
static inline int column_pivot(int j, int pivots, const double *column)
{
  double most[4] = {0.0};
  int    i       = j;

  for (; i + 4 <= pivots; i += 4)
    for (int l = 0; l < 4; l++) most[l] = fabs(column[i + l]) > most[l] ? fabs(column[i + l]) : most[l];
  for (; i < pivots; i++) most[0] = fabs(column[i]) > most[0] ? fabs(column[i]) : most[0];
  for (int l = 1; l < 4; l++) most[0] = most[l] > most[0] ? most[l] : most[0];
  for (i = j; i + 1 < pivots && fabs(column[i]) != most[0]; i++) continue;
  return i;
}

/* Column j of a strip: finds its pivot in rows j..pivots - 1, interchanges rows in the n columns of the strip, divides by the pivot.
 * False: the pivot is zero. */
static inline bool column_eliminate(int rows, int pivots, int j, int n, double *strip, double *column, int *pivot)
{
  const int best = column_pivot(j, pivots, column);

  *pivot = best + 1;
  if (!(fabs(column[best]) > 0.0)) return false;
  for (int c = 0; c < n; c++) swap_entries(strip + (size_t)c * (size_t)rows, j, best);
  const double inverse = 1.0 / column[j];
  for (int i = j + 1; i < rows; i++) column[i] *= inverse;
  return true;
}

/* Applies the interchanges of a strip to columns from..to - 1, and solves L11 U12 = F12 there; rows j0.. of L[n][rows] are L11. */
static inline void columns_enter(int rows, int j0, int n, const double *L, const int *pivot, int from, int to,
                                 double *F)
{
  double l[STRIP][STRIP] = {{0.0}};
  int    at[STRIP]       = {j0, j0, j0, j0};

  for (int j = 0; j < n; j++) {
    at[j] = pivot[j0 + j] - 1;
    for (int c = 0; c < j; c++) l[j][c] = L[(size_t)c * (size_t)rows + (size_t)(j0 + j)];
  }
  for (int c = from; c < to; c++) {
    double *x = F + (size_t)c * (size_t)rows, *y = x + j0;
    for (int j = 0; j < n; j++) {
      const double t = y[j];
      y[j]           = x[at[j]];
      x[at[j]]       = t;
    }
    if (n > 1) y[1] -= l[1][0] * y[0];
    if (n > 2) y[2] -= l[2][0] * y[0] + l[2][1] * y[1];
    if (n > 3) y[3] -= l[3][0] * y[0] + l[3][1] * y[1] + l[3][2] * y[2];
  }
}

/* Right-looking LU with partial pivoting by strips (Golub and Van Loan 2013, sect. 3.4): factors a strip of STRIP columns,
 * swaps rows to its left and right, solves L11 U12 = F12, and updates F22 -= L21 U12, two columns at a time. */
FOR_EVERY_PROCESSOR bool panel_eliminate(int rows, int pivots, int w, int columns, double *F, int *pivot)
{
  const size_t ld = (size_t)rows;

  for (int j0 = 0; j0 < w; j0 += STRIP) {
    const int n = w - j0 < STRIP ? w - j0 : STRIP, end = j0 + n;
    double   *L = F + (size_t)j0 * ld;
    for (int j = j0; j < end; j++) {
      double *column = F + (size_t)j * ld;
      if (!column_eliminate(rows, pivots, j, n, L, column, &pivot[j])) return false;
      for (int c = j + 1; c < end; c++)
        column_update(j + 1, rows, column, F[(size_t)c * ld + (size_t)j], F + (size_t)c * ld);
    }
    for (int c = 0; c < j0; c++)
      for (int j = j0; j < end; j++) swap_entries(F + (size_t)c * ld, j, pivot[j] - 1);
    columns_enter(rows, j0, n, L, pivot, end, columns, F);
    int c = end;
    for (; n == STRIP && c + 1 < columns; c += 2) {
      double *y = F + (size_t)c * ld, *x = y + ld;
      strip_update(end, rows, L, y + j0, x + j0, y, x);
    }
    for (; c < columns; c++)
      for (int j = j0; j < end; j++)
        column_update(end, rows, F + (size_t)j * ld, F[(size_t)c * ld + (size_t)j], F + (size_t)c * ld);
  }
  return true;
}

/* --- solves */

/* y[n] -= M x[columns], STRIP columns at a time; M[columns][ld]. */
static inline void columns_subtract(int n, int columns, int ld, const double *restrict M, const double *x,
                                    double *restrict y)
{
  int c = 0;

  for (; c + STRIP <= columns; c += STRIP) {
    const double *restrict m0 = M + (size_t)c * (size_t)ld, *restrict m1 = m0 + ld, *restrict m2 = m1 + ld,
                           *restrict m3 = m2 + ld;
    const double x0 = x[c], x1 = x[c + 1], x2 = x[c + 2], x3 = x[c + 3];
    for (int i = 0; i < n; i++) y[i] = y[i] - m0[i] * x0 - m1[i] * x1 - m2[i] * x2 - m3[i] * x3;
  }
  for (; c < columns; c++) column_update(0, n, M + (size_t)c * (size_t)ld, x[c], y);
}

FOR_EVERY_PROCESSOR void panel_subtract(int n, int columns, const double *M, const double *x, double *y)
{
  columns_subtract(n, columns, n, M, x, y);
}

/* x[n] <- L^{-1} x, L[n][ld], n <= STRIP. Values stay in registers: loads of values just stored in other widths would stall. */
static inline void strip_lower(int n, int ld, const double *L, double *x)
{
  const double *l0 = L, *l1 = L + ld, *l2 = l1 + ld;
  double        x1 = n > 1 ? x[1] : 0.0, x2 = n > 2 ? x[2] : 0.0, x3 = n > 3 ? x[3] : 0.0;

  if (n > 1) x[1] = x1 -= l0[1] * x[0];
  if (n > 2) x[2] = x2 = x2 - l0[2] * x[0] - l1[2] * x1;
  if (n > 3) x[3] = x3 - l0[3] * x[0] - l1[3] * x1 - l2[3] * x2;
}

/* x[n] <- U^{-1} x, U[n][ld], n <= STRIP. */
static inline void strip_upper(int n, int ld, const double *U, double *x)
{
  const double *u0 = U, *u1 = U + ld, *u2 = u1 + ld, *u3 = u2 + ld;
  double        x0 = x[0], x1 = 0.0, x2 = 0.0, x3 = 0.0;

  if (n > 3) x[3] = x3 = x[3] / u3[3];
  if (n > 2) x[2] = x2 = (n > 3 ? x[2] - u3[2] * x3 : x[2]) / u2[2];
  if (n > 1) {
    x1 = x[1];
    if (n > 3) x1 -= u3[1] * x3;
    if (n > 2) x1 -= u2[1] * x2;
    x[1] = x1 /= u1[1];
  }
  if (n > 3) x0 -= u3[0] * x3;
  if (n > 2) x0 -= u2[0] * x2;
  if (n > 1) x0 -= u1[0] * x1;
  x[0] = x0 / u0[0];
}

FOR_EVERY_PROCESSOR void panel_lower(int rows, int pivots, int skip, int w, const double *L, double *x)
{
  for (int j0 = 0; j0 < w; j0 += STRIP) {
    const int     end = j0 + STRIP < w ? j0 + STRIP : w, last = end <= skip ? pivots : rows;
    const double *l = L + (size_t)j0 * (size_t)rows;
    strip_lower(end - j0, rows, l + j0, x + j0);
    columns_subtract(last - end, end - j0, rows, l + end, x + j0, x + end);
  }
}

FOR_EVERY_PROCESSOR void panel_upper(int rows, int w, const double *U, double *x)
{
  for (int end = w; end > 0; end -= STRIP) {
    const int j0 = end > STRIP ? end - STRIP : 0;
    strip_upper(end - j0, rows, U + (size_t)j0 * (size_t)rows + j0, x + j0);
    columns_subtract(j0, end - j0, rows, U + (size_t)j0 * (size_t)rows, x + j0, x);
  }
}

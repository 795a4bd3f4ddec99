/* LU of the columns of one small front, and triangular solves with it, without calls of BLAS.
 *
 * Right-looking LU in strips of four columns (Golub and Van Loan 2013, sections 3.2 and 3.4). dgetrf, dlaswp, dtrsm and dgemm of
 * serial OpenBLAS take 1.6 to 2.7 times as long for 8 to 96 columns (`tests/bench/panel.c`, shared machine, least of 40 passes). */
#ifndef RIGEL_LINEAR_LU_PANEL_H
#define RIGEL_LINEAR_LU_PANEL_H

#include <stdbool.h>

enum { PANEL_WIDTH = 96 }; /* columns of a step up to which this is faster than BLAS */

/* P F = [L11; L21] [U11, U12] of the first w columns of F[columns][rows], column-major, in place, and F22 - L21 U12 in the rest, as
 * dgetrf, dtrsm and dgemm compute it. Pivots are chosen among the first `pivots` rows; pivot[w] counts from 1. False: a pivot is
 * zero. */
bool panel_eliminate(int rows, int pivots, int w, int columns, double *F, int *pivot);

/* x[rows] <- L^{-1} x with L[w][rows] = [L11; L21], whose rows from `pivots` on are zero in the first `skip` columns. */
void panel_lower(int rows, int pivots, int skip, int w, const double *L, double *x);
/* x[w] <- U11^{-1} x, U11 in the first w rows of U[w][rows] */
void panel_upper(int rows, int w, const double *U, double *x);
/* y[n] -= M x, M[columns][n] */
void panel_subtract(int n, int columns, const double *M, const double *x, double *y);

#endif

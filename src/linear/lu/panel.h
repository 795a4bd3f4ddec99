/* Elimination of the columns of one front, and solves with it, for fronts so small that calls of BLAS cost more than what they
 * compute. */
#ifndef RIGEL_LINEAR_LU_PANEL_H
#define RIGEL_LINEAR_LU_PANEL_H

#include <stdbool.h>

enum { PANEL_WIDTH = 96 }; /* columns of a step up to which it is the faster way */

/* F[columns][rows], column-major: P F = [L11; L21] [U11, U12] for its first w columns in place, F22 - L21 U12 in the rest, as dgetrf,
 * dtrsm and dgemm do. Pivots are chosen among the first `pivots` rows, pivot[w] counts from 1. False: a pivot is zero. */
bool panel_eliminate(int rows, int pivots, int w, int columns, double *F, int *pivot);

/* x[rows] <- L^{-1} x with L[w][rows] = [L11; L21], of which rows from `pivots` on are zero in the first `skip` columns. */
void panel_lower(int rows, int pivots, int skip, int w, const double *L, double *x);
/* x[w] <- U11^{-1} x, U11 in the first w rows of U[w][rows] */
void panel_upper(int rows, int w, const double *U, double *x);
/* y[n] -= M x, M[columns][n] */
void panel_subtract(int n, int columns, const double *M, const double *x, double *y);

#endif

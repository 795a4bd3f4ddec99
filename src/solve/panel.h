/* Elimination of the columns of one front, for fronts so small that calls of BLAS cost more than what they compute. */
#ifndef RIGEL_SOLVE_PANEL_H
#define RIGEL_SOLVE_PANEL_H

#include <stdbool.h>

enum { PANEL_WIDTH = 96 }; /* columns of a step up to which it is the faster way */

/* F[columns][rows], column-major: P F = [L11; L21] [U11, U12] for its first w columns in place, F22 - L21 U12 in the rest, as dgetrf,
 * dtrsm and dgemm do. Pivots are chosen among the first `pivots` rows, pivot[w] counts from 1. False: a pivot is zero. */
bool panel_eliminate(int rows, int pivots, int w, int columns, double *F, int *pivot);

#endif

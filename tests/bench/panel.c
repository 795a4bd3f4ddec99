/* Own elimination of small fronts (linear/lu/panel.h) against dgetrf, dlaswp, dtrsm and dgemm: microseconds per front. */
#include "linear/lu/panel.h"

#include <math.h>
#include <petscsys.h>
#include <petsctime.h>
#include <stdio.h>
/* after petscsys.h */
#include <petscblaslapack.h>
#include <string.h>

extern void dlaswp_(const int *n, double *a, const int *lda, const int *k1, const int *k2, const int *pivot,
                    const int *inc);

/* Fronts with w columns to eliminate, of as many rows and columns as time elements give them. */
static const struct {
  int rows, w, columns;
} fronts[] = {{12, 8, 20}, {24, 16, 40}, {48, 22, 70}, {64, 32, 96}, {96, 48, 144}, {144, 96, 240}, {240, 160, 400}};
enum { NFRONTS = sizeof fronts / sizeof fronts[0], MOST = 240 * 400, PASSES = 40 };

/* P F = [L11; L21] [U11, U12] and F22 - L21 U12 by LAPACK and BLAS. */
static bool blas_eliminate(int rows, int w, int columns, double *F, int *pivot)
{
  const double one = 1.0, minus = -1.0;
  const int    first = 1, inc = 1;
  int          info, reach = columns - w, below = rows - w;
  double      *other = F + (size_t)rows * (size_t)w;

  LAPACKgetrf_(&rows, &w, F, &rows, pivot, &info);
  dlaswp_(&reach, other, &rows, &first, &w, pivot, &inc);
  BLAStrsm_("L", "L", "N", "U", &w, &reach, &one, F, &rows, other, &rows);
  BLASgemm_("N", "N", &below, &reach, &w, &minus, F + w, &rows, other, &rows, &one, other + w, &rows);
  return info == 0;
}

/* Least time of one elimination over PASSES passes, in microseconds; F receives the factors. */
static double time_least(bool own, int i, const double *A, double *F, int *pivot)
{
  const int    rows = fronts[i].rows, w = fronts[i].w, columns = fronts[i].columns;
  const size_t size    = (size_t)rows * (size_t)columns * sizeof *F;
  const int    repeats = 1 + 2000000 / (rows * w * columns);
  double       least   = INFINITY;

  for (int pass = 0; pass < PASSES; pass++) {
    PetscLogDouble start, end;
    bool           good = true;
    (void)PetscTime(&start);
    for (int r = 0; r < repeats; r++) {
      memcpy(F, A, size);
      good =
        (own ? panel_eliminate(rows, rows, w, columns, F, pivot) : blas_eliminate(rows, w, columns, F, pivot)) && good;
    }
    (void)PetscTime(&end);
    if (good) least = fmin(least, 1e6 * (end - start) / repeats);
  }
  return least;
}

int main(int argc, char **argv)
{
  static double A[MOST], F[2][MOST];
  static int    pivot[MOST];
  unsigned long seed = 1;

  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  for (int e = 0; e < MOST; e++) {
    seed = seed * 6364136223846793005UL + 1442695040888963407UL;
    A[e] = (double)(seed >> 11) / 9007199254740992.0 - 0.5;
  }
  printf("Elimination of w columns of a front, microseconds: own panels (up to w = %d in use), LAPACK and BLAS\n"
         "rows   w columns |     own    BLAS  ratio\n",
         PANEL_WIDTH);
  for (int i = 0; i < NFRONTS; i++) {
    const double own = time_least(true, i, A, F[0], pivot), blas = time_least(false, i, A, F[1], pivot);
    double       most = 0.0;
    for (int e = 0; e < fronts[i].rows * fronts[i].columns; e++) most = fmax(most, fabs(F[0][e] - F[1][e]));
    PetscCheck(most < 1e-9, PETSC_COMM_SELF, PETSC_ERR_PLIB, "own and LAPACK's factors differ by %g", most);
    printf("%4d%4d%8d |%8.2f%8.2f%7.2f\n", fronts[i].rows, fronts[i].w, fronts[i].columns, own, blas, blas / own);
  }
  PetscCall(PetscFinalize());
  return 0;
}

#include "io/inertia.h"

#include <math.h>
#include <string.h>

enum { SWEEPS = 12 };

/* One Jacobi rotation A <- R^T A R that zeroes A[p][q] (Golub & Van Loan, algorithm 8.4.1). */
static void matrix_rotate(double a[3][3], int p, int q)
{
  if (a[p][q] == 0.0) return;
  double tau = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
  double t   = (tau >= 0.0 ? 1.0 : -1.0) / (fabs(tau) + hypot(1.0, tau));
  double c = 1.0 / hypot(1.0, t), s = t * c;

  for (int i = 0; i < 3; i++) {
    double ip = a[i][p], iq = a[i][q];
    a[i][p] = c * ip - s * iq;
    a[i][q] = s * ip + c * iq;
  }
  for (int i = 0; i < 3; i++) {
    double pi = a[p][i], qi = a[q][i];
    a[p][i] = c * pi - s * qi;
    a[q][i] = s * pi + c * qi;
  }
}

static void sort_two(double *small, double *large)
{
  if (*small <= *large) return;
  double swap = *small;
  *small      = *large;
  *large      = swap;
}

void inertia_principal(const double inertia[3][3], double values[3])
{
  double a[3][3], largest = 0.0;

  for (int i = 0; i < 9; i++) largest = fmax(largest, fabs(inertia[i / 3][i % 3]));
  if (largest == 0.0) largest = 1.0;
  for (int i = 0; i < 9; i++) a[i / 3][i % 3] = inertia[i / 3][i % 3] / largest;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    matrix_rotate(a, 0, 1);
    matrix_rotate(a, 0, 2);
    matrix_rotate(a, 1, 2);
  }
  for (int i = 0; i < 3; i++) values[i] = a[i][i] * largest;
  sort_two(&values[0], &values[1]);
  sort_two(&values[1], &values[2]);
  sort_two(&values[0], &values[1]);
}

void inertia_of_sites(int nsites, const double *sites, double inertia[3][3])
{
  double mass = 0.0, centre[3] = {0.0};

  for (int n = 0; n < nsites; n++) mass += sites[4 * n];
  for (int n = 0; n < nsites; n++)
    for (int i = 0; i < 3; i++) centre[i] += sites[4 * n] / mass * sites[4 * n + 1 + i];
  memset(inertia, 0, 9 * sizeof(double));
  for (int n = 0; n < nsites; n++) {
    double x[3];
    for (int i = 0; i < 3; i++) x[i] = sites[4 * n + 1 + i] - centre[i];
    double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
    for (int i = 0; i < 9; i++) inertia[i / 3][i % 3] += sites[4 * n] * ((i % 4 == 0) * square - x[i / 3] * x[i % 3]);
  }
}

/* Inverse and eigenvalues of symmetric 3x3 matrices. */
#include "base/vec.h"

#include <stdbool.h>

/* inverse = adj(A) / det(A), cofactors of the first row shared with the determinant. */
void mat3_invert_symmetric(const double A[3][3], double inverse[3][3])
{
  const bool diagonal = A[0][1] == 0.0 && A[0][2] == 0.0 && A[1][2] == 0.0;

  if (diagonal) {
    memset(inverse, 0, 9 * sizeof(double));
    for (int i = 0; i < 3; i++) inverse[i][i] = 1.0 / A[i][i];
    return;
  }
  const double c00 = A[1][1] * A[2][2] - A[1][2] * A[1][2];
  const double c01 = A[0][2] * A[1][2] - A[0][1] * A[2][2];
  const double c02 = A[0][1] * A[1][2] - A[0][2] * A[1][1];
  const double det = A[0][0] * c00 + A[0][1] * c01 + A[0][2] * c02;

  inverse[0][0] = c00 / det;
  inverse[1][1] = (A[0][0] * A[2][2] - A[0][2] * A[0][2]) / det;
  inverse[2][2] = (A[0][0] * A[1][1] - A[0][1] * A[0][1]) / det;
  inverse[0][1] = inverse[1][0] = c01 / det;
  inverse[0][2] = inverse[2][0] = c02 / det;
  inverse[1][2] = inverse[2][1] = (A[0][1] * A[0][2] - A[0][0] * A[1][2]) / det;
}

/* One Jacobi rotation in the plane (p, q): A <- G^T A G, V <- V G. */
static void jacobi_rotate(int p, int q, double A[3][3], double V[3][3])
{
  if (A[p][q] == 0.0) return;
  const double theta = (A[q][q] - A[p][p]) / (2.0 * A[p][q]);
  const double t     = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
  const double c     = 1.0 / sqrt(t * t + 1.0);
  const double s     = t * c;

  for (int i = 0; i < 3; i++) {
    const double aip = A[i][p], aiq = A[i][q];
    A[i][p] = c * aip - s * aiq;
    A[i][q] = s * aip + c * aiq;
  }
  for (int i = 0; i < 3; i++) {
    const double api = A[p][i], aqi = A[q][i], vip = V[i][p], viq = V[i][q];
    A[p][i] = c * api - s * aqi;
    A[q][i] = s * api + c * aqi;
    V[i][p] = c * vip - s * viq;
    V[i][q] = s * vip + c * viq;
  }
  A[p][q] = A[q][p] = 0.0;
}

/* Exchanges two eigenpairs. */
static void swap_columns(int p, int q, double value[3], double V[3][3])
{
  const double v = value[p];
  value[p]       = value[q];
  value[q]       = v;
  for (int i = 0; i < 3; i++) {
    const double x = V[i][p];
    V[i][p]        = V[i][q];
    V[i][q]        = x;
  }
}

/* Cyclic Jacobi: rotations in the planes (0,1), (0,2), (1,2) until the off-diagonal entries are exactly zero; a few sweeps. */
void mat3_eigen_symmetric(const double A[3][3], double value[3], double V[3][3])
{
  double B[3][3];

  memcpy(B, A, sizeof B);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) V[i][j] = (i == j) ? 1.0 : 0.0;
  for (int sweep = 0; sweep < 50; sweep++) {
    if (B[0][1] == 0.0 && B[0][2] == 0.0 && B[1][2] == 0.0) break;
    jacobi_rotate(0, 1, B, V);
    jacobi_rotate(0, 2, B, V);
    jacobi_rotate(1, 2, B, V);
  }
  for (int i = 0; i < 3; i++) value[i] = B[i][i];
  if (value[0] > value[1]) swap_columns(0, 1, value, V);
  if (value[1] > value[2]) swap_columns(1, 2, value, V);
  if (value[0] > value[1]) swap_columns(0, 1, value, V);

  /* right-handed: v3 = v1 x v2 */
  const double a[3] = {V[0][0], V[1][0], V[2][0]}, b[3] = {V[0][1], V[1][1], V[2][1]};
  double       c[3];
  vec_cross(a, b, c);
  for (int i = 0; i < 3; i++) V[i][2] = c[i];
}

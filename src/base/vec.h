/* Small vectors and 3x3 matrices; row-major, inputs first, outputs last. */
#ifndef RIGEL_BASE_VEC_H
#define RIGEL_BASE_VEC_H

#include <math.h>
#include <string.h>

/* a . b, summed from the first entry */
static inline double vec_dot(int n, const double *a, const double *b)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* |a| */
static inline double vec_norm(int n, const double *a)
{
  return sqrt(vec_dot(n, a, a));
}

/* max |a_i| */
static inline double vec_max(int n, const double *a)
{
  double most = 0.0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i]));
  return most;
}

/* y += alpha x */
static inline void vec_add(int n, double alpha, const double *x, double *y)
{
  for (int i = 0; i < n; i++) y[i] += alpha * x[i];
}

static inline void vec_zero(int n, double *a)
{
  memset(a, 0, (size_t)n * sizeof *a);
}

/* Arrays of no numbers may be NULL. */
static inline void vec_copy(int n, const double *a, double *b)
{
  if (n > 0) memcpy(b, a, (size_t)n * sizeof *a);
}

/* c = a x b */
static inline void vec_cross(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* y = A x */
static inline void mat3_apply(const double A[3][3], const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++) y[i] = A[i][0] * x[0] + A[i][1] * x[1] + A[i][2] * x[2];
}

/* y = A^T x */
static inline void mat3_apply_transpose(const double A[3][3], const double x[3], double y[3])
{
  for (int i = 0; i < 3; i++) y[i] = A[0][i] * x[0] + A[1][i] * x[1] + A[2][i] * x[2];
}

/* tr A */
static inline double mat3_trace(const double A[3][3])
{
  return A[0][0] + A[1][1] + A[2][2];
}

/* sum + carry += x[n] in twice the precision: carry[n] collects the rounding errors (two-sum, Knuth 1997). */
static inline void vec_add_compensated(int n, const double *x, double *sum, double *carry)
{
  for (int i = 0; i < n; i++) {
    const double y = x[i] + carry[i], s = sum[i] + y, added = s - sum[i];
    carry[i] = (sum[i] - (s - added)) + (y - added);
    sum[i]   = s;
  }
}

/* Inverse of a symmetric matrix by cofactors: symmetric to the last bit, exact for a diagonal matrix up to one rounding. */
void mat3_invert_symmetric(const double A[3][3], double inverse[3][3]);

/* Eigenvalues (ascending) and right-handed orthonormal eigenvectors (columns of V) of a symmetric matrix, by Jacobi. */
void mat3_eigen_symmetric(const double A[3][3], double value[3], double V[3][3]);

#endif

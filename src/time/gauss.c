/* Gauss-Legendre and Gauss-Lobatto points as roots of Legendre polynomials, by Newton's method. */
#include "time/gauss.h"

#include <math.h>

/* Legendre polynomial P_n and its derivative at x in (-1, 1), by the three-term recurrence. */
static void legendre(int n, long double x, long double *value, long double *slope)
{
  long double p = 1.0L, q = 0.0L; /* P_j, P_{j-1} */

  for (int j = 1; j <= n; j++) {
    const long double next = ((2 * j - 1) * x * p - (j - 1) * q) / j;
    q                      = p;
    p                      = next;
  }
  *value = p;
  *slope = n * (x * p - q) / (x * x - 1.0L);
}

/* Roots of P_n from Tricomi's approximation, in extended precision so that rounding to double gives the nearest number. On [-1, 1]
 * the weights are 2 / ((1 - r^2) P_n'(r)^2); on [0, 1] half of that. */
void gauss_legendre(int n, double *x, double *w)
{
  const long double pi = acosl(-1.0L);

  for (int i = 0; i < n; i++) {
    long double r = -cosl(pi * (i + 0.75L) / (n + 0.5L)), value, slope;
    for (int it = 0; it < 100; it++) {
      legendre(n, r, &value, &slope);
      const long double step = value / slope;
      r -= step;
      if (fabsl(step) < 1e-19L) break;
    }
    legendre(n, r, &value, &slope);
    x[i] = (double)(0.5L * (1.0L + r));
    w[i] = (double)(1.0L / ((1.0L - r * r) * slope * slope));
  }
  if (n % 2) x[n / 2] = 0.5;
}

/* Interior Lobatto points are the roots of P'_m, m = n - 1. Newton's method takes P'' from Legendre's equation,
 * (1 - x^2) P'' = 2 x P' - m (m + 1) P. */
void gauss_lobatto(int n, double *x)
{
  const long double pi = acosl(-1.0L);
  const int         m  = n - 1;

  x[0] = 0.0;
  x[m] = 1.0;
  for (int i = 1; i < m; i++) {
    long double r = -cosl(pi * i / m), value, slope;
    for (int it = 0; it < 100; it++) {
      legendre(m, r, &value, &slope);
      const long double curvature = (2.0L * r * slope - m * (m + 1.0L) * value) / (1.0L - r * r);
      const long double step      = slope / curvature;
      r -= step;
      if (fabsl(step) < 1e-19L) break;
    }
    x[i] = (double)(0.5L * (1.0L + r));
  }
  if (m % 2 == 0) x[m / 2] = 0.5;
}

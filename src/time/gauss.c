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

/* Newton from Tricomi's guess, in extended precision so that the rounded result is the correct one. */
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

/* Interior Lobatto points are the roots of P'_{n-1}; Newton with P'' from Legendre's equation. */
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

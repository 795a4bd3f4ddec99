#include "time/lagrange.h"

#include <stddef.h>

/* Products as they stand in eq. (20), and the sum of products that differentiates them; extended precision because
 * the tables are made once and used everywhere. */
void lagrange(int n, const double *x, double xi, double *value, double *slope)
{
  for (int i = 0; i < n; i++) {
    long double product = 1.0L, sum = 0.0L;
    for (int j = 0; j < n; j++) {
      if (j == i) continue;
      const long double factor = 1.0L / ((long double)x[i] - x[j]);
      sum                      = sum * ((long double)xi - x[j]) * factor + product * factor;
      product *= ((long double)xi - x[j]) * factor;
    }
    value[i] = (double)product;
    if (slope) slope[i] = (double)sum;
  }
}

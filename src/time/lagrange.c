/* Lagrange functions and their slopes as products over the nodes. */
#include "time/lagrange.h"

#include <stddef.h>

/* N_i = prod_{j != i} (xi - x_j) / (x_i - x_j), and N_i' by the product rule, factor by factor. Extended precision costs nothing:
 * the tables are filled once per run. */
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

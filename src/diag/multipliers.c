/* Largest absolute value of each multiplier over a time element: a polynomial through its nodes, sampled at Chebyshev points.
 *
 * 8 d intervals sample a polynomial of degree d so densely that between two points lies at most one extremum; the parabola through
 * three neighbouring points gives its height, exactly for d <= 2 and to 3e-4 of it for higher degrees. */
#include "diag/multipliers.h"

#include "base/vec.h"
#include "time/element.h"
#include "time/lagrange.h"

enum { INTERVALS = 8 * NODES_MOST };

/* The multiplier functions at n + 1 Chebyshev points of [0, 1]. */
typedef struct {
  int    n, nmult;
  double x[INTERVALS + 1], weight[INTERVALS + 1][NODES_MOST];
} Grid;

/* x_i = (1 - cos(pi i / n)) / 2 with 8 intervals for each degree; a polynomial of degree 1 is largest at its ends. */
static void grid_fill(const Sample *sample, Grid *grid)
{
  grid->nmult = sample->nmult;
  grid->n     = sample->nmult > 2 ? 8 * (sample->nmult - 1) : sample->nmult - 1;
  for (int i = 0; i <= grid->n; i++) {
    grid->x[i] = grid->n ? 0.5 - 0.5 * cos(M_PI * i / grid->n) : 0.5;
    lagrange(sample->nmult, sample->mult_node, grid->x[i], grid->weight[i], NULL);
  }
}

/* |p| at the vertex of the parabola through three points; 0 where the vertex lies outside. */
static double parabola_peak(const double x[3], const double p[3])
{
  const double s = (p[1] - p[0]) / (x[1] - x[0]), c = ((p[2] - p[1]) / (x[2] - x[1]) - s) / (x[2] - x[0]);
  const double at = c == 0.0 ? NAN : 0.5 * (x[0] + x[1] - s / c);

  return at > x[0] && at < x[2] ? fabs(p[0] + (at - x[0]) * (s + c * (at - x[1]))) : 0.0;
}

/* Largest |p| of the polynomial with the nodal values p_b = value[b stride]. */
static double polynomial_largest(const Grid *grid, const double *value, int stride)
{
  double p[INTERVALS + 1], most = 0.0;

  for (int i = 0; i <= grid->n; i++) {
    p[i] = 0.0;
    for (int b = 0; b < grid->nmult; b++) p[i] += grid->weight[i][b] * value[b * stride];
    most = fmax(most, fabs(p[i]));
  }
  for (int i = 1; i < grid->n; i++)
    if (fabs(p[i]) >= fabs(p[i - 1]) && fabs(p[i]) >= fabs(p[i + 1]))
      most = fmax(most, parabola_peak(grid->x + i - 1, p + i - 1));
  return most;
}

/* gamma and mu of every group separately; dropped rows have none. */
void multipliers_measure(const System *sys, const Sample *sample, LargestMultipliers *largest)
{
  Grid grid;

  if (!sample->mult || sys->nl == 0) return;
  const double energy = sys->units.mass * sys->units.velocity * sys->units.velocity;
  grid_fill(sample, &grid);
  for (int g = 0; g < sys->ngroups; g++) {
    const ConstraintGroup *group = &sys->groups[g];
    for (int r = 0; r < 2 * group->m; r++) {
      const int    i    = group->start + r;
      const double most = polynomial_largest(&grid, sample->mult + i, sys->nl);
      double      *to   = r < group->m ? &largest->gamma : &largest->mu;
      *to               = fmax(*to, most);
      if (r >= group->m) largest->mu_scaled = fmax(largest->mu_scaled, most * sys->scale_theta[i] / energy);
    }
  }
}

/* Energies that are not quadratic in collocated values: their gradients as means along the element.
 *
 * Let E(y) be an energy of scalars y, collocated as y~ (collocation.h). With the mean gradients
 *   E_g = 1/w_g int l_g E_y(y~) dxi,   l_g(xi_j) = delta_gj,
 * the power of the forces Dy(x_g)^T E_g sums up to  sum_g w_g E_g . y'_g = int E_y(y~) . y~' dxi = E(end) - E(start),  because
 * y~' = sum_g l_g y'_g. So the energy is conserved with k Gauss points of the element, for every E, and the order stays 2k. The integral is
 * evaluated with the coarsest rule that closes this balance to rounding (docs/explanation/conservation.md, Potentials). */
#ifndef RIGEL_GALERKIN_MEAN_ENERGY_H
#define RIGEL_GALERKIN_MEAN_ENERGY_H

#include "galerkin/mean_term.h"

/* Derivatives of a MeanPath in one node of the element. */
typedef struct {
  const double *value, *slope; /* shape function at the Gauss points, `stride` apart */
  int           stride;
  bool          first;               /* the node is the start */
  const double *push, *frame, *rate; /* [s][nbodies][24][24]: FrameGradient */
  const double *start_F;             /* [nbodies][24][24] frames at the start in z_1 */
} MeanNode;

/* False: out of memory. */
bool mean_energy_create(const System *system, const TimeElement *element, MeanEnergy *means);
void mean_energy_destroy(MeanEnergy *means);
/* Fills `bodies` and `loads`. */
void mean_energy_evaluate(MeanEnergy *means, const MeanPath *path);
/* A[s][A.nnz] += their derivatives in a node, times J. */
void mean_energy_gradient(MeanEnergy *means, const MeanPath *path, const MeanNode *node, double *A);

#endif

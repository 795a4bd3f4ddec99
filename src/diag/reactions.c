/* State and multipliers inside a time element by interpolation, and the reactions of all joints there. */
#include "diag/reactions.h"

#include "base/vec.h"
#include "diag/reaction.h"
#include "time/element.h"
#include "time/gauss.h"
#include "time/lagrange.h"

#include <stdlib.h>

bool reactions_create(const System *sys, Reactions *reactions)
{
  reactions->system = sys;
  reactions->z_last = calloc((size_t)sys->nz, sizeof(double));
  reactions->z      = calloc((size_t)sys->nz, sizeof(double));
  reactions->lambda = calloc((size_t)sys->nl + 1, sizeof(double));
  return reactions->z_last && reactions->z && reactions->lambda;
}

void reactions_destroy(Reactions *reactions)
{
  free(reactions->z_last);
  free(reactions->z);
  free(reactions->lambda);
  memset(reactions, 0, sizeof *reactions);
}

/* z = sum_I N_I(xi) z_I and lambda = sum_b M_b(xi) lambda_b, May and Betsch (2025, eqs. 20, 22). */
static void element_interpolate(const Reactions *r, const Sample *sample, double xi)
{
  const int nz = r->system->nz, nl = r->system->nl, n = sample->nodes + 2;
  double    x[NODES_MOST] = {0.0}, weight[NODES_MOST];

  for (int i = 0; i < sample->nodes; i++) x[1 + i] = (sample->node_t[i] - (sample->t - sample->h)) / sample->h;
  x[n - 1] = 1.0;
  lagrange(n, x, xi, weight, NULL);
  vec_zero(nz, r->z);
  vec_add(nz, weight[0], r->z_last, r->z);
  for (int i = 0; i < sample->nodes; i++) vec_add(nz, weight[1 + i], sample->node_z + i * nz, r->z);
  vec_add(nz, weight[n - 1], sample->z, r->z);
  lagrange(sample->nmult, sample->mult_node, xi, weight, NULL);
  vec_zero(nl, r->lambda);
  for (int i = 0; i < sample->nmult; i++) vec_add(nl, weight[i], sample->mult + i * nl, r->lambda);
}

/* At Gauss point i of k, where multipliers have order k + 1 (docs/explanation/theory.md, Prescribed motion). */
void reactions_at(const Reactions *r, const Sample *sample, int i, double *row)
{
  const System *sys = r->system;
  double        xi[NODES_MOST], weight[NODES_MOST];

  gauss_legendre(sample->nodes + 1, xi, weight);
  element_interpolate(r, sample, xi[i]);
  const double t = sample->t - sample->h * (1.0 - xi[i]);
  *row++         = t;
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    if (sys->groups[g].servo) continue; /* its multipliers are inputs, not reactions */
    reaction_find(sys, &sys->groups[g], t, r->z, r->lambda, row, row + 3);
    row += 6;
  }
}

void reactions_keep(Reactions *r, const Sample *sample)
{
  vec_copy(r->system->nz, sample->z, r->z_last);
}

#include "diag/reactions.h"

#include "base/vec.h"
#include "diag/reaction.h"
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

/* State and multipliers of an element at xi in [0, 1]. */
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

void reactions_at(const Reactions *r, const Sample *sample, int i, double *row)
{
  const System *sys = r->system;
  double        xi[NODES_MOST], weight[NODES_MOST];

  gauss_legendre(sample->nodes + 1, xi, weight);
  element_interpolate(r, sample, xi[i]);
  const double t = sample->t - sample->h * (1.0 - xi[i]);
  *row++         = t;
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    if (sys->groups[g].servo) continue; /* the controls act in its place */
    reaction_find(sys, &sys->groups[g], t, r->z, r->lambda, row, row + 3);
    row += 6;
  }
}

void reactions_keep(Reactions *r, const Sample *sample)
{
  vec_copy(r->system->nz, sample->z, r->z_last);
}

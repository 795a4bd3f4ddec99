/* Mean gradients of energies in scalars, term by term. */
#include "galerkin/mean_energy.h"

#include "base/vec.h"

#include <stdlib.h>

static bool system_has_means(const System *sys)
{
  for (int l = 0; l < sys->nloads; l++)
    if (sys->loads[l].energy) return true;
  for (int b = 0; b < sys->nbodies; b++)
    if (sys->bodies[b].ops->energy) return true;
  return false;
}

bool mean_energy_create(const System *system, const TimeElement *element, MeanEnergy *m)
{
  const size_t s = (size_t)element->ngauss, size = ENERGY_SIZE;

  *m = (MeanEnergy){.system = system, .element = element, .used = system_has_means(system)};
  if (!m->used) return true;
  m->x        = calloc(s * size, sizeof(double));
  m->dx       = calloc(s * size, sizeof(double));
  m->Y        = calloc(s * size * size, sizeof(double));
  m->rates    = calloc(s * size, sizeof(double));
  m->mean     = calloc(s * size, sizeof(double));
  m->bodies   = calloc(s * (size_t)system->nbodies * BODY_NZ, sizeof(double));
  m->loads    = calloc(s * (size_t)system->nloads * STACK + 1, sizeof(double));
  m->columns  = calloc((s + 1) * size * size, sizeof(double));
  m->dcolumns = calloc(s * size * size, sizeof(double));
  m->drates   = calloc(s * size * size, sizeof(double));
  m->dmean    = calloc(s * size * size, sizeof(double));
  m->dw       = calloc(s * size * size, sizeof(double));
  return mean_rules_create(element, m->rules) && m->x && m->dx && m->Y && m->rates && m->mean && m->bodies &&
         m->loads && m->columns && m->dcolumns && m->drates && m->dmean && m->dw;
}

void mean_energy_destroy(MeanEnergy *m)
{
  double *const arrays[] = {m->x,     m->dx,      m->Y,        m->rates,  m->mean,  m->bodies,
                            m->loads, m->columns, m->dcolumns, m->drates, m->dmean, m->dw};

  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
  mean_rules_destroy(m->rules);
  *m = (MeanEnergy){0};
}

/* w[g] = sum over the terms of Y(x_g)^T E_g, `stride` numbers apart, along x and dx in MeanEnergy. */
static void energy_weigh(MeanEnergy *m, const EnergyOps *ops, const void *owner, const double *x1, double near,
                         int stride, double *w)
{
  MeanTerm  t = mean_term(ops, owner, near);
  const int n = t.shape.size, nx = t.shape.nx;

  for (int g = 0; g < m->element->ngauss; g++) vec_zero(nx, w + g * stride);
  for (t.term = 0; t.term < t.shape.terms; t.term++) {
    mean_term_evaluate(m, x1, &t);
    for (int g = 0; g < m->element->ngauss; g++)
      for (int i = 0; i < n; i++) vec_add(nx, m->mean[g * n + i], m->Y + (g * n + i) * nx, w + g * stride);
  }
}

void mean_energy_evaluate(MeanEnergy *m, const MeanPath *path)
{
  const System *sys = m->system;
  double        x1[ENERGY_SIZE];

  for (int l = 0; l < sys->nloads; l++) {
    const Load *load = &sys->loads[l];
    if (!load->energy) continue;
    mean_load_path(m, path, load, x1);
    energy_weigh(m, load->energy, load, x1, mean_load_near(path, load), sys->nloads * STACK, m->loads + l * STACK);
  }
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    if (!body->ops->energy) continue;
    mean_body_path(m, path, b);
    energy_weigh(m, body->ops->energy(body), body, path->z1 + sys->start[b], 0.0, sys->nbodies * BODY_NZ,
                 m->bodies + b * BODY_NZ);
  }
}

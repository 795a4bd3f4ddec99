/* Mean gradients of energies in scalars, term by term. */
#include "galerkin/mean_energy.h"

#include "base/vec.h"

#include <float.h>
#include <stdlib.h>

/* One term of an energy: its scalars at the start of the element, and their rates at the Gauss points in MeanEnergy. */
typedef struct {
  const EnergyOps *ops;
  const void      *owner;
  EnergyShape      shape;
  int              term;
  double           y1[ENERGY_SIZE];
  double           near; /* angle of a torsion spring at the start */
} Term;

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
  m->x      = calloc(s * size, sizeof(double));
  m->dx     = calloc(s * size, sizeof(double));
  m->Y      = calloc(s * size * size, sizeof(double));
  m->rates  = calloc(s * size, sizeof(double));
  m->mean   = calloc(s * size, sizeof(double));
  m->bodies = calloc(s * (size_t)system->nbodies * BODY_NZ, sizeof(double));
  m->loads  = calloc(s * (size_t)system->nloads * STACK + 1, sizeof(double));
  return mean_rules_create(element, m->rules) && m->x && m->dx && m->Y && m->rates && m->mean && m->bodies && m->loads;
}

void mean_energy_destroy(MeanEnergy *m)
{
  double *const arrays[] = {m->x, m->dx, m->Y, m->rates, m->mean, m->bodies, m->loads};

  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
  mean_rules_destroy(m->rules);
  *m = (MeanEnergy){0};
}

/* y = y_1 + sum_j a_j y'_j */
static void scalars_at(const MeanEnergy *m, const Term *t, const double *a, double *y)
{
  const int n = t->shape.size;

  vec_copy(n, t->y1, y);
  for (int j = 0; j < m->element->ngauss; j++) vec_add(n, a[j], m->rates + j * n, y);
}

/* Fills `mean` by one rule; true: the balance sum_g w_g E_g . y'_g = E(end) - E(start) closes to rounding. */
static bool rule_apply(MeanEnergy *m, const Term *t, const MeanRule *rule)
{
  const TimeElement *e = m->element;
  const int          s = e->ngauss, n = t->shape.size;
  double             y[ENERGY_SIZE], E_y[ENERGY_SIZE], near = t->near, gained = 0.0, size = 0.0;

  const double start = t->ops->value(t->owner, t->term, t->y1, &near, E_y, NULL);
  vec_zero(s * n, m->mean);
  for (int q = 0; q < rule->n; q++) {
    scalars_at(m, t, rule->integral + q * s, y);
    t->ops->value(t->owner, t->term, y, &near, E_y, NULL);
    for (int g = 0; g < s; g++)
      vec_add(n, rule->weight[q] * rule->basis[q * s + g] / e->weight[g], E_y, m->mean + g * n);
  }
  scalars_at(m, t, e->weight, y);
  const double end = t->ops->value(t->owner, t->term, y, &near, E_y, NULL);
  for (int i = 0; i < n; i++) size += fabs(E_y[i] * y[i]); /* rounding of y */
  for (int g = 0; g < s; g++) {
    const double power = e->weight[g] * vec_dot(n, m->mean + g * n, m->rates + g * n);
    gained += power;
    size += fabs(power);
  }
  return fabs(end - start - gained) <= 4.0 * DBL_EPSILON * (size + fabs(start) + fabs(end));
}

/* Rates y'_g = Y(x_g) dx_g of one term, and the scalars at the start from x1[nx]. */
static void term_begin(MeanEnergy *m, const double *x1, Term *t)
{
  const int n = t->shape.size, nx = t->shape.nx;

  t->ops->gradient(t->owner, t->term, x1, m->Y);
  for (int i = 0; i < n; i++) t->y1[i] = (t->ops->linear ? 1.0 : 0.5) * vec_dot(nx, m->Y + i * nx, x1);
  for (int g = 0; g < m->element->ngauss; g++) {
    double *Y = m->Y + g * n * nx;
    t->ops->gradient(t->owner, t->term, m->x + g * ENERGY_SIZE, Y);
    for (int i = 0; i < n; i++) m->rates[g * n + i] = vec_dot(nx, Y + i * nx, m->dx + g * ENERGY_SIZE);
  }
}

/* The coarsest rule that integrates a polynomial exactly, or has more points than the element; finer ones until the balance closes. */
static void term_mean(MeanEnergy *m, const Term *t)
{
  const int k = m->element->degree, degree = t->shape.degree;
  int       r = degree == NOT_POLYNOMIAL ? 1 : 0;

  while (degree != NOT_POLYNOMIAL && r < MEAN_RULES - 1 && 2 * m->rules[r].n < degree * k) r++;
  while (!rule_apply(m, t, &m->rules[r]) && r < MEAN_RULES - 1) r++;
}

/* w[g] = sum over the terms of Y(x_g)^T E_g, `stride` numbers apart, along x and dx in MeanEnergy. */
static void energy_weigh(MeanEnergy *m, const EnergyOps *ops, const void *owner, const double *x1, double near,
                         int stride, double *w)
{
  Term t = {.ops = ops, .owner = owner, .near = near};

  ops->shape(owner, &t.shape);
  const int n = t.shape.size, nx = t.shape.nx;
  for (int g = 0; g < m->element->ngauss; g++) vec_zero(nx, w + g * stride);
  for (t.term = 0; t.term < t.shape.terms; t.term++) {
    term_begin(m, x1, &t);
    term_mean(m, &t);
    for (int g = 0; g < m->element->ngauss; g++)
      for (int i = 0; i < n; i++) vec_add(nx, m->mean[g * n + i], m->Y + (g * n + i) * nx, w + g * stride);
  }
}

/* The frames of both sides of a load, positions only; `ground` is used for the ground. */
static void load_stack(const Load *load, const double *frames, const double *ground, double *f)
{
  for (int side = 0; side < 2; side++)
    vec_copy(FRAME_F, load->body[side] == GROUND ? ground : frames + load->body[side] * FRAME, f + side * FRAME_F);
}

void mean_energy_evaluate(MeanEnergy *m, const MeanPath *path)
{
  static const double still[FRAME];
  const System       *sys = m->system;
  const int           s = m->element->ngauss, frames = sys->nbodies * FRAME;
  double              x1[ENERGY_SIZE];

  for (int l = 0; l < sys->nloads; l++) {
    const Load *load = &sys->loads[l];
    if (!load->energy) continue;
    load_stack(load, path->F1, ground_frame, x1);
    for (int g = 0; g < s; g++) {
      load_stack(load, path->F + g * frames, ground_frame, m->x + g * ENERGY_SIZE);
      load_stack(load, path->dF + g * frames, still, m->dx + g * ENERGY_SIZE);
    }
    const double near = path->twist && load->twist >= 0 ? path->twist[load->twist] : 0.0;
    energy_weigh(m, load->energy, load, x1, near, sys->nloads * STACK, m->loads + l * STACK);
  }
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    if (!body->ops->energy) continue;
    for (int g = 0; g < s; g++) {
      vec_copy(body->nz, path->z + g * sys->nz + sys->start[b], m->x + g * ENERGY_SIZE);
      vec_copy(body->nz, path->v + g * sys->nz + sys->start[b], m->dx + g * ENERGY_SIZE);
    }
    energy_weigh(m, body->ops->energy(body), body, path->z1 + sys->start[b], 0.0, sys->nbodies * BODY_NZ,
                 m->bodies + b * BODY_NZ);
  }
}

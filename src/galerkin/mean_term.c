/* Mean gradients of one term of an energy. */
#include "galerkin/mean_term.h"

#include "base/vec.h"

#include <float.h>

MeanTerm mean_term(const EnergyOps *ops, const void *owner, double near)
{
  MeanTerm t = {.ops = ops, .owner = owner, .near = near};

  ops->shape(owner, &t.shape);
  return t;
}

/* y = y_1 + sum_j a_j y'_j */
void mean_term_scalars(const MeanEnergy *m, const MeanTerm *t, const double *a, double *y)
{
  const int n = t->shape.size;

  vec_copy(n, t->y1, y);
  for (int j = 0; j < m->element->ngauss; j++) vec_add(n, a[j], m->rates + j * n, y);
}

/* Fills `mean` by one rule; true: the balance sum_g w_g E_g . y'_g = E(end) - E(start) closes to rounding. */
static bool rule_apply(MeanEnergy *m, const MeanTerm *t, const MeanRule *rule)
{
  const TimeElement *e = m->element;
  const int          s = e->ngauss, n = t->shape.size;
  double             y[ENERGY_SIZE], E_y[ENERGY_SIZE], near = t->near, gained = 0.0, size = 0.0;

  const double start = t->ops->value(t->owner, t->term, t->y1, &near, E_y, NULL);
  vec_zero(s * n, m->mean);
  for (int q = 0; q < rule->n; q++) {
    mean_term_scalars(m, t, rule->integral + q * s, y);
    t->ops->value(t->owner, t->term, y, &near, E_y, NULL);
    for (int g = 0; g < s; g++)
      vec_add(n, rule->weight[q] * rule->basis[q * s + g] / e->weight[g], E_y, m->mean + g * n);
  }
  mean_term_scalars(m, t, e->weight, y);
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
static void term_begin(MeanEnergy *m, const double *x1, MeanTerm *t)
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
static void term_mean(MeanEnergy *m, MeanTerm *t)
{
  const int k = m->element->degree, degree = t->shape.degree;
  int       r = degree == NOT_POLYNOMIAL ? 1 : 0;

  while (degree != NOT_POLYNOMIAL && r < MEAN_RULES - 1 && 2 * m->rules[r].n < degree * k) r++;
  while (!rule_apply(m, t, &m->rules[r]) && r < MEAN_RULES - 1) r++;
  t->rule = &m->rules[r];
}

void mean_term_evaluate(MeanEnergy *m, const double *x1, MeanTerm *t)
{
  term_begin(m, x1, t);
  term_mean(m, t);
}

/* The frames of both sides of a load, positions only; `ground` is used for the ground. */
static void load_stack(const Load *load, const double *frames, const double *ground, double *f)
{
  for (int side = 0; side < 2; side++)
    vec_copy(FRAME_F, load->body[side] == GROUND ? ground : frames + load->body[side] * FRAME, f + side * FRAME_F);
}

void mean_load_path(MeanEnergy *m, const MeanPath *path, const Load *load, double *x1)
{
  static const double still[FRAME];
  const int           frames = m->system->nbodies * FRAME;

  load_stack(load, path->F1, ground_frame, x1);
  for (int g = 0; g < m->element->ngauss; g++) {
    load_stack(load, path->F + g * frames, ground_frame, m->x + g * ENERGY_SIZE);
    load_stack(load, path->dF + g * frames, still, m->dx + g * ENERGY_SIZE);
  }
}

double mean_load_near(const MeanPath *path, const Load *load)
{
  return path->twist && load->twist >= 0 ? path->twist[load->twist] : 0.0;
}

void mean_body_path(MeanEnergy *m, const MeanPath *path, int b)
{
  const System *sys = m->system;
  const int     nz  = sys->bodies[b].nz;

  for (int g = 0; g < m->element->ngauss; g++) {
    vec_copy(nz, path->z + g * sys->nz + sys->start[b], m->x + g * ENERGY_SIZE);
    vec_copy(nz, path->v + g * sys->nz + sys->start[b], m->dx + g * ENERGY_SIZE);
  }
}

/* Values, frames and their rates of all bodies at all Gauss points, level by level. */
#include "galerkin/collocation.h"

#include "base/vec.h"

#include <stdlib.h>

enum { GRADIENT = STAGE_LEVEL * BODY_NZ };

bool collocation_create(const System *system, const TimeElement *element, Collocation *c)
{
  const size_t s = (size_t)element->ngauss, nb = (size_t)system->nbodies, nz = (size_t)system->nz;

  *c         = (Collocation){.system = system, .element = element};
  c->z       = calloc(s * nz, sizeof(double));
  c->v       = calloc(s * nz, sizeof(double));
  c->values  = calloc(s * nb * BODY_STAGE, sizeof(double));
  c->rates   = calloc(s * nb * BODY_STAGE, sizeof(double));
  c->F       = calloc(s * nb * FRAME, sizeof(double));
  c->dF      = calloc(s * nb * FRAME, sizeof(double));
  c->start   = calloc(nb * BODY_STAGE, sizeof(double));
  c->F_start = calloc(nb * FRAME, sizeof(double));
  c->A       = calloc(s * nb * GRADIENT, sizeof(double));
  c->A_v     = calloc(s * nb * GRADIENT, sizeof(double));
  c->K       = calloc(BODY_NZ * BODY_NZ, sizeof(double));
  return mean_energy_create(system, element, &c->means) && c->A && c->A_v && c->K && c->z && c->v && c->values &&
         c->rates && c->F && c->dF && c->start && c->F_start;
}

void collocation_destroy(Collocation *c)
{
  double *const arrays[] = {c->z, c->v, c->values, c->rates, c->F, c->dF, c->start, c->F_start, c->A, c->A_v, c->K};

  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
  mean_energy_destroy(&c->means);
  *c = (Collocation){0};
}

/* value[g] = start + sum_j a_gj rate[j], n numbers at each Gauss point, `stride` apart. */
static void values_integrate(const TimeElement *e, int n, int stride, const double *start, const double *rate,
                             double *value)
{
  for (int g = 0; g < e->ngauss; g++) {
    double *to = value + g * stride;
    vec_copy(n, start, to);
    for (int j = 0; j < e->ngauss; j++) vec_add(n, e->integral[g * e->ngauss + j], rate + j * stride, to);
  }
}

/* Values of one body: pi, then u, each level from the one before. */
static void body_values(Collocation *c, int b, const double *z1)
{
  const System *sys    = c->system;
  const Body   *body   = &sys->bodies[b];
  const int     stride = sys->nbodies * BODY_STAGE, s = c->element->ngauss;

  body->ops->stage_values(body, z1, c->start + b * BODY_STAGE);
  for (int level = 0; level < STAGE_LEVELS; level++) {
    const int at = b * BODY_STAGE + level * STAGE_LEVEL;
    for (int g = 0; g < s; g++)
      body->ops->stage_rates(body, level, c->z + g * sys->nz + sys->start[b], c->v + g * sys->nz + sys->start[b],
                             c->values + g * stride + b * BODY_STAGE, c->rates + g * stride + b * BODY_STAGE);
    values_integrate(c->element, STAGE_LEVEL, stride, c->start + at, c->rates + at, c->values + at);
  }
}

/* Frames of one body. Those that are linear in z need no collocation. */
static void body_frames(Collocation *c, int b, const double *z1)
{
  const System *sys    = c->system;
  const Body   *body   = &sys->bodies[b];
  const int     stride = sys->nbodies * FRAME, values = sys->nbodies * BODY_STAGE;

  for (int g = 0; g < c->element->ngauss; g++) {
    const double *z = c->z + g * sys->nz + sys->start[b], *v = c->v + g * sys->nz + sys->start[b];
    const int     at = g * stride + b * FRAME, own = g * values + b * BODY_STAGE;
    if (body->ops->stage_frame_rate)
      body->ops->stage_frame_rate(body, z, v, c->values + own, c->rates + own, c->dF + at);
    else body->ops->frame_rate(body, z, v, c->F + at, c->dF + at);
  }
  body->ops->frame(body, z1, c->F_start + b * FRAME, NULL);
  if (!body->ops->stage_frame_rate) return;
  values_integrate(c->element, FRAME, stride, c->F_start + b * FRAME, c->dF + b * FRAME, c->F + b * FRAME);
}

void collocation_evaluate(Collocation *c, const double *z1, const double *twist)
{
  const System *sys = c->system;

  for (int b = 0; b < sys->nbodies; b++) {
    if (sys->bodies[b].ops->stage_values) body_values(c, b, z1 + sys->start[b]);
    if (sys->framed[b]) body_frames(c, b, z1 + sys->start[b]);
  }
  const MeanPath path = {.z1 = z1, .z = c->z, .v = c->v, .F1 = c->F_start, .F = c->F, .dF = c->dF, .twist = twist};
  if (c->means.used) mean_energy_evaluate(&c->means, &path);
}

void collocation_matrices(Collocation *c)
{
  const System *sys = c->system;

  for (int g = 0; g < c->element->ngauss; g++)
    for (int b = 0; b < sys->nbodies; b++) {
      const Body *body = &sys->bodies[b];
      const int   at = g * sys->nz + sys->start[b], own = (g * sys->nbodies + b) * GRADIENT;
      if (!body->ops->stage_gradient) continue;
      body->ops->stage_gradient(body, c->z + at, c->A + own);
      body->ops->stage_gradient(body, c->v + at, c->A_v + own);
    }
}

/* P[4][nz] = d pi~_g / dz_I - N_I(g) A(z_g) = sum_j a_gj (N_I(j) A(z'_j) + N'_I(j) A(z_j)) - N_I(g) A(z_g) */
static void value_gradient(const Collocation *c, int b, int g, int node, double *P)
{
  const TimeElement *e = c->element;
  const int          s = e->ngauss, n = STAGE_LEVEL * c->system->bodies[b].nz, stride = c->system->nbodies * GRADIENT;
  const double      *A = c->A + b * GRADIENT, *A_v = c->A_v + b * GRADIENT;

  vec_zero(n, P);
  for (int j = 0; j < s; j++) {
    const double a = e->integral[g * s + j];
    vec_add(n, a * e->trial[j * e->ntrial + node], A_v + j * stride, P);
    vec_add(n, a * e->slope[j * e->ntrial + node], A + j * stride, P);
  }
  vec_add(n, -e->trial[g * e->ntrial + node], A + g * stride, P);
}

/* K[nz][nz] += factor A^T W P, where W turns values into weights. */
static void stiffness_add(const Body *body, double factor, const double *A, const double *P, double *K)
{
  const int nz = body->nz;

  for (int col = 0; col < nz; col++) {
    const double x[STAGE_LEVEL] = {P[col], P[nz + col], P[2 * nz + col], P[3 * nz + col]};
    double       w[STAGE_LEVEL];
    body->ops->stage_weight(body, x, w);
    for (int row = 0; row < nz; row++)
      for (int i = 0; i < STAGE_LEVEL; i++) K[row * nz + col] += factor * A[i * nz + row] * w[i];
  }
}

/* -h sum_g w_g N~_a J (A_g^T W P_gI + N_I(g) change of the Hessian), body by body. */
void collocation_matrix(Collocation *c, double h, int a, int node, double *value)
{
  const TimeElement *e   = c->element;
  const System      *sys = c->system;
  double             P[STAGE_LEVEL * BODY_NZ], change[BODY_NZ * BODY_NZ];

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    const int   n    = body->nz * body->nz;
    if (!body->ops->stage_gradient) continue;
    vec_zero(n, c->K);
    for (int g = 0; g < e->ngauss; g++) {
      const double factor = -h * e->weight[g] * e->test[g * e->ntest + a];
      value_gradient(c, b, g, node, P);
      stiffness_add(body, factor, c->A + (g * sys->nbodies + b) * GRADIENT, P, c->K);
      vec_zero(n, change);
      body->ops->stage_hessian(body, c->z + g * sys->nz + sys->start[b],
                               c->values + (g * sys->nbodies + b) * BODY_STAGE, change);
      vec_add(n, factor * e->trial[g * e->ntrial + node], change, c->K);
    }
    system_add_own(sys, b, c->K, value);
  }
}

StagePoint collocation_point(const Collocation *c, int g)
{
  const int nb = c->system->nbodies;

  return (StagePoint){.values = c->values + g * nb * BODY_STAGE,
                      .F      = c->F + g * nb * FRAME,
                      .dF     = c->dF + g * nb * FRAME,
                      .bodies = c->means.used ? c->means.bodies + g * nb * BODY_NZ : NULL,
                      .loads  = c->means.used ? c->means.loads + g * c->system->nloads * STACK : NULL};
}

/* Values, frames and their rates of all bodies at all Gauss points, level by level. */
#include "galerkin/collocation.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* The arrays of a collocation, in the order of their sizes. */
enum { ARRAYS = 16 };

static void arrays_list(Collocation *c, double **list[ARRAYS])
{
  double **const all[ARRAYS] = {&c->z1, &c->z,     &c->v,       &c->values,  &c->rates,   &c->F,
                                &c->dF, &c->start, &c->F_start, &c->start_S, &c->start_P, &c->S,
                                &c->dS, &c->push,  &c->frame,   &c->rate};
  memcpy(list, all, sizeof all);
}

bool collocation_create(const System *system, const TimeElement *element, Collocation *c)
{
  const size_t s = (size_t)element->ngauss, nb = (size_t)system->nbodies, nz = (size_t)system->nz;
  const size_t sizes[ARRAYS] = {nz,
                                s * nz,
                                s * nz,
                                s * nb * BODY_STAGE,
                                s * nb * BODY_STAGE,
                                s * nb * FRAME,
                                s * nb * FRAME,
                                nb * BODY_STAGE,
                                nb * FRAME,
                                nb * STAGE_BLOCK,
                                nb * BLOCK,
                                s * nb * STAGE_BLOCK,
                                s * nb * STAGE_BLOCK,
                                s * nb * BLOCK,
                                s * nb * BLOCK,
                                s * nb * BLOCK};
  double     **list[ARRAYS];
  bool         ok = true;

  *c = (Collocation){.system = system, .element = element};
  arrays_list(c, list);
  for (int i = 0; i < ARRAYS; i++) {
    *list[i] = calloc(sizes[i], sizeof(double));
    ok       = ok && *list[i];
  }
  return mean_energy_create(system, element, &c->means) && ok;
}

void collocation_destroy(Collocation *c)
{
  double **list[ARRAYS];

  arrays_list(c, list);
  for (int i = 0; i < ARRAYS; i++) free(*list[i]);
  mean_energy_destroy(&c->means);
  *c = (Collocation){0};
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
    time_element_integrate(c->element, STAGE_LEVEL, stride, c->start + at, c->rates + at, c->values + at);
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
  time_element_integrate(c->element, FRAME, stride, c->F_start + b * FRAME, c->dF + b * FRAME, c->F + b * FRAME);
}

void collocation_evaluate(Collocation *c, const double *z1, const double *twist)
{
  const System *sys = c->system;

  vec_copy(sys->nz, z1, c->z1);
  for (int b = 0; b < sys->nbodies; b++) {
    if (sys->bodies[b].ops->stage_values) body_values(c, b, z1 + sys->start[b]);
    if (sys->framed[b]) body_frames(c, b, z1 + sys->start[b]);
  }
  c->path = (MeanPath){.z1 = c->z1, .z = c->z, .v = c->v, .F1 = c->F_start, .F = c->F, .dF = c->dF, .twist = twist};
  if (c->means.used) mean_energy_evaluate(&c->means, &c->path);
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

StagePoint collocation_node_point(Collocation *c, int g)
{
  const TimeElement *e     = c->element;
  const int          nb    = c->system->nbodies;
  StagePoint         point = collocation_point(c, g);

  c->gradient = (StageGradient){
    .value  = e->trial[g * e->ntrial + c->node],
    .slope  = e->slope[g * e->ntrial + c->node],
    .S      = c->S + g * nb * STAGE_BLOCK,
    .dS     = c->dS + g * nb * STAGE_BLOCK,
    .frames = {c->push + g * nb * BLOCK, c->frame + g * nb * BLOCK, c->rate + g * nb * BLOCK},
  };
  point.gradient = &c->gradient;
  return point;
}

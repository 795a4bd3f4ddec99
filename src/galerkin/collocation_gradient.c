/* Derivatives of collocated values and frames in one node of the element, level by level.
 *
 * At Gauss point j the state changes by N_I(xi_j) e, its rate by N'_I(xi_j) e. So rates y'_j change by dS_j, and values by
 *   S_g = sum_j a_gj dS_j,   plus Dy(z_1) in the start of the element. */
#include "base/vec.h"
#include "galerkin/collocation.h"

/* The derivatives of values and rates of one body with the shape function of the node at Gauss point g. */
static StageSlope slope_at(const Collocation *c, int b, int g, int node)
{
  const TimeElement *e     = c->element;
  const int          block = (g * c->system->nbodies + b) * STAGE_BLOCK, at = g * e->ntrial + node;

  return (StageSlope){e->trial[at], e->slope[at], c->S + block, c->dS + block};
}

/* Values and rates of one body with the shape function of the node; start[8][nz]: derivatives of the values at the start. */
static void values_linearize(Collocation *c, int b, int node, const double *start)
{
  const System      *sys  = c->system;
  const TimeElement *e    = c->element;
  const Body        *body = &sys->bodies[b];
  const int          nb = sys->nbodies, level_size = STAGE_LEVEL * body->nz;

  for (int level = 0; level < STAGE_LEVELS; level++) {
    const int at = b * STAGE_BLOCK + level * level_size;
    for (int g = 0; g < e->ngauss; g++) {
      const int own = (g * nb + b) * BODY_STAGE, block = (g * nb + b) * STAGE_BLOCK, z = g * sys->nz + sys->start[b];
      const StageSlope slope = slope_at(c, b, g, node);
      body->ops->stage_rates_gradient(body, level, c->z + z, c->v + z, c->values + own, c->rates + own, &slope,
                                      c->dS + block);
    }
    time_element_integrate(e, level_size, nb * STAGE_BLOCK, start + level * level_size, c->dS + at, c->S + at);
  }
}

/* push[24][nz] of one body at Gauss point g: the frame rates along v, with slope 1 at constant z. */
static void frame_push(Collocation *c, int b, int g)
{
  const System    *sys   = c->system;
  const Body      *body  = &sys->bodies[b];
  const int        block = g * sys->nbodies + b, own = block * BODY_STAGE;
  const double    *z = c->z + g * sys->nz + sys->start[b], *v = c->v + g * sys->nz + sys->start[b];
  double           S[STAGE_BLOCK] = {0}, dS[STAGE_BLOCK];
  const StageSlope along          = {0.0, 1.0, S, dS};

  for (int level = 0; level < STAGE_LEVELS; level++)
    body->ops->stage_rates_gradient(body, level, z, v, c->values + own, c->rates + own, &along, dS);
  body->ops->stage_frame_rate_gradient(body, z, v, c->values + own, c->rates + own, &along, c->push + block * BLOCK);
}

void collocation_linearize(Collocation *c)
{
  const System *sys = c->system;
  double        F[FRAME];

  for (int b = 0; b < sys->nbodies; b++) {
    const Body   *body = &sys->bodies[b];
    const double *z1   = c->z1 + sys->start[b];
    if (body->ops->stage_values) body->ops->stage_values_gradient(body, z1, c->start_S + b * STAGE_BLOCK);
    if (!sys->framed[b]) continue;
    body->ops->frame(body, z1, F, c->start_P + b * BLOCK);
    for (int g = 0; g < c->element->ngauss; g++)
      if (body->ops->stage_frame_rate) frame_push(c, b, g);
      else vec_copy(BLOCK, c->start_P + b * BLOCK, c->push + (g * sys->nbodies + b) * BLOCK);
  }
}

/* Frames and their rates of one body with the shape function of the node; a frame that is linear in z has the constant derivative push. */
static void frames_linearize(Collocation *c, int b, int node, const double *start)
{
  const System      *sys  = c->system;
  const TimeElement *e    = c->element;
  const Body        *body = &sys->bodies[b];
  const int          nb = sys->nbodies, n = FRAME * body->nz;

  for (int g = 0; g < e->ngauss; g++) {
    const int        own = (g * nb + b) * BODY_STAGE, z = g * sys->nz + sys->start[b];
    const StageSlope slope = slope_at(c, b, g, node);
    const double    *push  = c->push + (g * nb + b) * BLOCK;
    double          *frame = c->frame + (g * nb + b) * BLOCK, *rate = c->rate + (g * nb + b) * BLOCK;
    if (body->ops->stage_frame_rate_gradient)
      body->ops->stage_frame_rate_gradient(body, c->z + z, c->v + z, c->values + own, c->rates + own, &slope, rate);
    else
      for (int i = 0; i < n; i++) {
        frame[i] = slope.value * push[i];
        rate[i]  = slope.slope * push[i];
      }
  }
  if (body->ops->stage_frame_rate_gradient)
    time_element_integrate(e, n, nb * BLOCK, start, c->rate + b * BLOCK, c->frame + b * BLOCK);
}

void collocation_node(Collocation *c, int node)
{
  static const double none[BLOCK];
  const System       *sys = c->system;

  c->node = node;
  for (int b = 0; b < sys->nbodies; b++) {
    if (sys->bodies[b].ops->stage_values) values_linearize(c, b, node, node == 0 ? c->start_S + b * STAGE_BLOCK : none);
    if (sys->framed[b]) frames_linearize(c, b, node, node == 0 ? c->start_P + b * BLOCK : none);
  }
}

void collocation_energies(Collocation *c, double *A)
{
  const TimeElement *e    = c->element;
  const MeanNode     node = {.stride  = e->ntrial,
                             .value   = e->trial + c->node,
                             .slope   = e->slope + c->node,
                             .first   = c->node == 0,
                             .push    = c->push,
                             .frame   = c->frame,
                             .rate    = c->rate,
                             .start_F = c->start_P};
  if (c->means.used) mean_energy_gradient(&c->means, &c->path, &node, A);
}

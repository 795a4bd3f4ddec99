/* The rate J (grad H + grad Theta^T lambda), Theta and their derivatives at one state.
 *
 * Bodies first (kinetics, own constraints, frames), then joints and loads in frames, then the chain rule from frames to z:
 *   G = T_z + theta_z^T lambda + F_z^T w,   K = T_zz + lambda . theta_zz + F_z^T W F_z + w . F_zz,   A = J K
 * with the weights w of frames, a sum over gravity, loads and joints, and their derivatives W (docs/explanation/theory.md, Rigid bodies in
 * frames). */
#include "base/vec.h"
#include "system/assembly.h"

/* The frame of one body, its rate, and the weights of gravity. */
static void body_frame(const System *sys, int b, const double *z, const double *v, const StagePoint *stage,
                       SystemWork *work)
{
  const Body *body = &sys->bodies[b];
  double     *w    = work->w + b * FRAME;

  if (stage) {
    vec_copy(FRAME, stage->F + b * FRAME, work->F + b * FRAME);
    vec_copy(FRAME, stage->dF + b * FRAME, work->dF + b * FRAME);
  } else body->ops->frame_rate(body, z, v, work->F + b * FRAME, work->dF + b * FRAME);
  vec_zero(FRAME, w);
  vec_copy(FRAME_F, sys->weight + b * FRAME_F, w);
}

/* The derivatives of the collocated values of one body. */
static StageSlope stage_slope(const StageGradient *node, int b)
{
  return (StageSlope){node->value, node->slope, node->S + b * STAGE_BLOCK, node->dS + b * STAGE_BLOCK};
}

/* K and C of one body from those at fixed v and collocated values: in a node of the element z = value e_j, v = slope e_j, and the values
 * change too. */
static void body_node_matrices(const System *sys, int b, const double *z, const StagePoint *stage, SystemWork *work)
{
  const Body          *body = &sys->bodies[b];
  const StageGradient *node = stage->gradient;
  const int            nz = body->nz, rows = 2 * body->nc;
  const double        *theta_z = side_block(work->theta_z, b, 0);
  double              *K = work->K + b * BLOCK, *C = side_block(work->C, b, 0);

  for (int i = 0; i < nz * nz; i++) K[i] *= node->value;
  for (int i = 0; i < rows * nz; i++) C[i] = node->value * C[i] + node->slope * theta_z[i];
  if (!body->ops->stage_kinetic || body->ops->energy) return;
  const StageSlope at = stage_slope(node, b);
  body->ops->stage_kinetic_gradient(body, z, stage->values + b * BODY_STAGE, &at, K);
}

/* T, own theta and the frame of one body; G = grad T + grad theta^T lambda. */
static void body_evaluate(const System *sys, int b, const double *z, const double *v, const double *lambda,
                          bool matrices, SystemWork *work, SystemPoint *point)
{
  const Body            *body  = &sys->bodies[b];
  const ConstraintGroup *group = &sys->groups[b];
  const int              nz = body->nz, rows = 2 * body->nc;
  double                *G = work->G + b * BODY_NZ, *theta_z = side_block(work->theta_z, b, 0), T;

  if (matrices) vec_zero(nz * nz, work->K + b * BLOCK);
  if (point->stage && body->ops->energy) vec_copy(nz, point->stage->bodies + b * BODY_NZ, G);
  else if (point->stage && body->ops->stage_kinetic)
    body->ops->stage_kinetic(body, z, point->stage->values + b * BODY_STAGE, G);
  else body->ops->kinetic(body, z, &T, G, matrices ? work->K + b * BLOCK : NULL);
  body->ops->theta(body, z, point->theta + group->start, theta_z);
  for (int r = 0; r < rows; r++) {
    vec_add(nz, lambda[group->start + r], theta_z + r * nz, G);
    point->theta_v[group->start + r] = vec_dot(nz, theta_z + r * nz, v);
  }
  if (matrices) body->ops->curvature(body, z, lambda + group->start, v, work->K + b * BLOCK, side_block(work->C, b, 0));
  if (matrices && point->stage) body_node_matrices(sys, b, z, point->stage, work);
  if (!sys->framed[b]) return;

  body_frame(sys, b, z, v, point->stage, work);
  if (matrices && !point->stage) body->ops->frame(body, z, work->F + b * FRAME, work->F_z + b * BLOCK);
}

void sides_stack(const int body[2], const double *frames, const double *ground, double *f, double *fdot)
{
  for (int side = 0; side < 2; side++) {
    const double *F = body[side] == GROUND ? ground : frames + body[side] * FRAME;
    vec_copy(FRAME_F, F, f + side * FRAME_F);
    vec_copy(FRAME_F, F + FRAME_F, fdot + side * FRAME_F);
  }
}

FrameGradient frames_plain(const SystemWork *work)
{
  return (FrameGradient){work->F_z, work->F_z, work->D};
}

void scatter_add(const Scatter *scatter, const double *from, double *to)
{
  for (int e = 0; e < scatter->n; e++) to[scatter->dest[e]] += scatter->sign[e] * from[scatter->src[e]];
}

void system_add_own(const System *sys, int body, const double *K, double *value)
{
  scatter_add(&sys->own[body], K, value);
}

void system_add_between(const System *sys, int load, int side, const double *K, double *value)
{
  scatter_add(&sys->between[load][side], K, value);
}

/* to[dest] = from[src] */
static void scatter_set(const Scatter *scatter, const double *from, double *to)
{
  for (int e = 0; e < scatter->n; e++) to[scatter->dest[e]] = from[scatter->src[e]];
}

/* K += the derivative of F_z^T w at fixed weights w of one body, and D = F_zz v unless values are collocated. */
static void body_curvature(const System *sys, int b, const double *z, const double *v, const StagePoint *stage,
                           SystemWork *work)
{
  const Body   *body = &sys->bodies[b];
  const double *w    = work->w + b * FRAME;
  double       *K    = work->K + b * BLOCK;

  if (!stage) body->ops->frame_curvature(body, z, w, v, K, work->D + b * BLOCK);
  else if (body->ops->stage_frame_load) {
    const StageSlope at = stage_slope(stage->gradient, b);
    body->ops->stage_frame_load_gradient(body, z, stage->values + b * BODY_STAGE, w, &at, K);
  }
}

/* Adds the curvature of frames and joints to K and C, then scatters all blocks into A = J K, T and C. */
static void matrices_evaluate(const System *sys, const double *z, const double *v, const double *lambda,
                              const FrameGradient *frames, SystemWork *work, SystemPoint *point)
{
  for (int b = 0; b < sys->nbodies; b++)
    if (sys->framed[b]) body_curvature(sys, b, z + sys->start[b], v + sys->start[b], point->stage, work);
  for (int g = sys->nbodies; g < sys->ngroups; g++) joint_matrices(sys, g, lambda, frames, work, point);
  for (int b = 0; b < sys->nbodies; b++) scatter_add(&sys->own[b], work->K + b * BLOCK, point->A);
  for (int g = 0; g < sys->ngroups; g++)
    for (int side = 0; side < 2; side++) {
      scatter_set(&sys->side[g][side], side_block(work->theta_z, g, side), point->T);
      scatter_set(&sys->side[g][side], side_block(work->C, g, side), point->C);
    }
}

void body_push(const System *sys, int b, const double *z, const StagePoint *stage, const double *w, double *G)
{
  const Body *body = &sys->bodies[b];

  if (stage && body->ops->stage_frame_load) body->ops->stage_frame_load(body, z, stage->values + b * BODY_STAGE, w, G);
  else body->ops->frame_load(body, z, w, G);
}

/* May and Betsch (2025, eq. 13): rate = J G, body by body qdot = G_p and pdot = -G_q. */
void system_evaluate(const System *sys, const double *z, const double *v, const double *lambda, SystemWork *work,
                     SystemPoint *point)
{
  const bool           matrices = point->A != NULL;
  const StageGradient *node     = matrices && point->stage ? point->stage->gradient : NULL;
  const FrameGradient  frames   = node ? node->frames : frames_plain(work);

  work->power[0] = work->power[1] = 0.0;
  if (sys->servo) {
    servo_inputs(sys, lambda, work);
    point->u = work->u;
  }
  for (int d = 0; d < sys->ndrivers; d++)
    driver_weights(&sys->drivers[d], point->t, work->path_fraction, point->probe, work->weights + 3 * d);
  for (int b = 0; b < sys->nbodies; b++)
    body_evaluate(sys, b, z + sys->start[b], v + sys->start[b], lambda, matrices, work, point);
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    joint_evaluate(sys, g, lambda, matrices ? frames.push : NULL, work, point);
  if (matrices) vec_zero(sys->A.nnz, point->A);
  system_loads(sys, &frames, work, point);

  /* rate = J G: qdot = G_p, pdot = -G_q */
  for (int b = 0; b < sys->nbodies; b++) {
    const int nq = sys->bodies[b].nq;
    double   *G = work->G + b * BODY_NZ, *rate = point->rate + sys->start[b];
    if (sys->framed[b]) body_push(sys, b, z + sys->start[b], point->stage, work->w + b * FRAME, G);
    for (int i = 0; i < nq; i++) {
      rate[i]      = G[nq + i];
      rate[nq + i] = -G[i];
    }
  }
  if (matrices) matrices_evaluate(sys, z, v, lambda, &frames, work, point);
  if (matrices && point->L) servo_forces(sys, z, work, point);
}

/* -G_q of the frame weights w of gravity and loads alone. */
void system_forces(const System *sys, double t, const double *z, const double *v, SystemWork *work, double *force)
{
  const FrameGradient frames = frames_plain(work);
  SystemPoint         point  = {.t = t};

  work->power[0] = work->power[1] = 0.0;
  vec_zero(sys->nz, force);
  for (int b = 0; b < sys->nbodies; b++)
    if (sys->framed[b]) body_frame(sys, b, z + sys->start[b], v + sys->start[b], NULL, work);
  system_loads(sys, &frames, work, &point);
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body       = &sys->bodies[b];
    double      G[BODY_NZ] = {0};
    if (!sys->framed[b]) continue;
    body->ops->frame_load(body, z + sys->start[b], work->w + b * FRAME, G);
    vec_add(body->nq, -1.0, G, force + sys->start[b]);
  }
}

/* The rate J (grad H + grad Theta^T lambda), Theta and their derivatives at one state.
 *
 * Bodies first (kinetics, own constraints, frames), then joints and loads in frames, then the chain rule from frames to z:
 *   G = T_z + theta_z^T lambda + F_z^T w,   K = T_zz + lambda . theta_zz + F_z^T W F_z + w . F_zz,   A = J K
 * with the weights w of frames, a sum over gravity, loads and joints, and their derivatives W (docs/explanation/theory.md, Rigid bodies in
 * frames). */
#include "base/vec.h"
#include "system/assembly.h"

/* Weights of time of a prescribed motion at the time of this evaluation; NULL for a joint. */
static RowWeights row_weights(const ConstraintGroup *joint, const SystemWork *work)
{
  return joint->driver < 0 ? NULL : work->weights + 3 * joint->driver;
}

/* Block of one side of a group in theta_z or C. */
static double *side_block(double *blocks, int group, int side)
{
  return blocks + (2 * group + side) * SIDE;
}

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

/* T, own theta and the frame of one body; G = grad T + grad theta^T lambda. */
static void body_evaluate(const System *sys, int b, const double *z, const double *v, const double *lambda,
                          bool matrices, SystemWork *work, SystemPoint *point)
{
  const Body            *body  = &sys->bodies[b];
  const ConstraintGroup *group = &sys->groups[b];
  const int              nz = body->nz, rows = 2 * body->nc;
  double                *G = work->G + b * BODY_NZ, *theta_z = side_block(work->theta_z, b, 0), T;

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
  if (!sys->framed[b]) return;

  body_frame(sys, b, z, v, point->stage, work);
  if (matrices) body->ops->frame(body, z, work->F + b * FRAME, work->F_z + b * BLOCK);
}

void sides_stack(const int body[2], const double *frames, const double *ground, double *f, double *fdot)
{
  for (int side = 0; side < 2; side++) {
    const double *F = body[side] == GROUND ? ground : frames + body[side] * FRAME;
    vec_copy(FRAME_F, F, f + side * FRAME_F);
    vec_copy(FRAME_F, F + FRAME_F, fdot + side * FRAME_F);
  }
}

/* out[nz] = sum_c x_c M[c][:] over the nonzero x_c of one half frame */
static void frame_chain(int nz, const double *x /*[12]*/, const double *M /*[12][nz]*/, double *out)
{
  for (int c = 0; c < FRAME_F; c++)
    if (x[c] != 0.0) vec_add(nz, x[c], M + c * nz, out);
}

/* Rows Phi = b . f + c: Psi = b . fdot, rates b . df and b . dfdot, weights w += (gamma b, mu b) of both sides. */
static void linear_joint_evaluate(const ConstraintGroup *joint, const double *lambda, SystemWork *work,
                                  SystemPoint *point)
{
  static const double still[FRAME];
  double              ignored[FRAME] = {0};

  for (int r = 0; r < joint->m; r++) {
    const FrameRow *row = &joint->rows[r];
    const int       phi = joint->start + r, psi = phi + joint->m;
    double          out[4] = {row->c};
    for (int e = 0; e < row->nlinear; e++) {
      const int     side = row->linear[e].i >= FRAME_F, c = row->linear[e].i - side * FRAME_F, b = joint->body[side];
      const double  value = row->linear[e].value;
      const double *F     = b == GROUND ? ground_frame : work->F + b * FRAME;
      const double *dF    = b == GROUND ? still : work->dF + b * FRAME;
      double       *w     = b == GROUND ? ignored : work->w + b * FRAME;
      out[0] += value * F[c];
      out[1] += value * F[FRAME_F + c];
      out[2] += value * dF[c];
      out[3] += value * dF[FRAME_F + c];
      w[c] += value * lambda[phi];
      w[FRAME_F + c] += value * lambda[psi];
    }
    point->theta[phi]   = out[0];
    point->theta[psi]   = out[1];
    point->theta_v[phi] = out[2];
    point->theta_v[psi] = out[3];
  }
}

/* Rows Phi = b . f + c have the constant gradient b: theta_z = b . F_z with frames = F_z, C = b . F_zz v with frames = D. */
static void linear_joint_matrix(const System *sys, int g, const double *frames, double *blocks)
{
  const ConstraintGroup *joint = &sys->groups[g];
  const int              m     = joint->m;

  for (int side = 0; side < 2; side++)
    if (joint->body[side] != GROUND) vec_zero(2 * m * sys->bodies[joint->body[side]].nz, side_block(blocks, g, side));
  for (int r = 0; r < m; r++)
    for (int e = 0; e < joint->rows[r].nlinear; e++) {
      const RowEntry *entry = &joint->rows[r].linear[e];
      const int       side = entry->i >= FRAME_F, c = entry->i - side * FRAME_F, b = joint->body[side];
      if (b == GROUND) continue;
      const int     nz = sys->bodies[b].nz;
      const double *M  = frames + b * BLOCK + c * nz;
      double       *to = side_block(blocks, g, side) + r * nz;
      vec_add(nz, entry->value, M, to);
      vec_add(nz, entry->value, M + FRAME_F * nz, to + m * nz);
    }
}

/* Theta of one joint, its rate along v, and w += (gamma Phi_f + mu Psi_f, mu Phi_f) of both sides; with matrices also
 * Phi_z = Phi_f f_z and Psi_z = Psi_f f_z + Phi_f fdot_z. A servo row exerts no force along its gradient: gamma = 0. */
static void joint_evaluate(const System *sys, int g, const double *lambda, bool matrices, SystemWork *work,
                           SystemPoint *point)
{
  static const double    still[FRAME];
  const ConstraintGroup *joint = &sys->groups[g];
  const int              m     = joint->m;
  double                 f[STACK], fdot[STACK], df[STACK], dfdot[STACK];
  RowPoint               at;

  sides_stack(joint->body, work->F, ground_frame, f, fdot);
  sides_stack(joint->body, work->dF, still, df, dfdot);
  for (int r = 0; r < m; r++) {
    const int    phi = joint->start + r, psi = phi + m;
    const double gamma = joint->servo ? 0.0 : lambda[phi], mu = lambda[psi];
    frame_row_evaluate(&joint->rows[r], row_weights(joint, work), f, fdot, &at);
    point->theta[phi]   = at.phi;
    point->theta[psi]   = at.psi;
    point->theta_v[phi] = vec_dot(STACK, at.gradient, df) + point->dt * at.phi_t;
    point->theta_v[psi] =
      vec_dot(STACK, at.psi_gradient, df) + vec_dot(STACK, at.gradient, dfdot) + point->dt * at.psi_t;
    work->power[0] += point->dt * (gamma * at.phi_t + mu * at.psi_t); /* dH = lambda . dTheta/dt dt */
    for (int side = 0; side < 2; side++) {
      const int b = joint->body[side];
      if (b == GROUND) continue;
      const double *gs = at.gradient + side * FRAME_F, *ts = at.psi_gradient + side * FRAME_F;
      double       *w = work->w + b * FRAME;
      vec_add(FRAME_F, gamma, gs, w);
      vec_add(FRAME_F, mu, ts, w);
      vec_add(FRAME_F, mu, gs, w + FRAME_F);
      if (!matrices) continue;
      const int     nz  = sys->bodies[b].nz;
      const double *F_z = work->F_z + b * BLOCK, *R_z = F_z + FRAME_F * nz;
      double       *row = side_block(work->theta_z, g, side);
      vec_zero(nz, row + r * nz);
      vec_zero(nz, row + (m + r) * nz);
      frame_chain(nz, gs, F_z, row + r * nz);
      frame_chain(nz, ts, F_z, row + (m + r) * nz);
      frame_chain(nz, gs, R_z, row + (m + r) * nz);
    }
  }
}

/* C of one joint: theta_FF[dF] F_z + theta_F . F_zz v, row by row and side by side. */
static void joint_curvature(const System *sys, int g, double dt, SystemWork *work)
{
  static const double    still[FRAME];
  const ConstraintGroup *joint = &sys->groups[g];
  const int              m     = joint->m;
  double                 f[STACK], fdot[STACK], df[STACK], dfdot[STACK], dgradient[STACK], dpsi_gradient[STACK];
  RowPoint               point;

  sides_stack(joint->body, work->F, ground_frame, f, fdot);
  sides_stack(joint->body, work->dF, still, df, dfdot);
  for (int r = 0; r < m; r++) {
    frame_row_evaluate(&joint->rows[r], row_weights(joint, work), f, fdot, &point);
    frame_row_gradient_rates(&joint->rows[r], row_weights(joint, work), f, fdot, df, dfdot, dt, dgradient,
                             dpsi_gradient);
    for (int side = 0; side < 2; side++) {
      const int b = joint->body[side], at = side * FRAME_F;
      if (b == GROUND) continue;
      const int     nz  = sys->bodies[b].nz;
      const double *F_z = work->F_z + b * BLOCK, *R_z = F_z + FRAME_F * nz;
      const double *D = work->D + b * BLOCK, *DR = D + FRAME_F * nz;
      double       *phi = side_block(work->C, g, side) + r * nz, *psi = phi + m * nz;
      vec_zero(nz, phi);
      vec_zero(nz, psi);
      frame_chain(nz, dgradient + at, F_z, phi);
      frame_chain(nz, point.gradient + at, D, phi);
      frame_chain(nz, dpsi_gradient + at, F_z, psi);
      frame_chain(nz, dgradient + at, R_z, psi);
      frame_chain(nz, point.psi_gradient + at, D, psi);
      frame_chain(nz, point.gradient + at, DR, psi);
    }
  }
}

/* K_ab += gamma f_z^T A f_z + mu (fdot_z^T A f_z + f_z^T A fdot_z) with A of one row, or of one of its terms. */
static void row_hessian(const System *sys, const ConstraintGroup *joint, const FrameRow *row, double gamma, double mu,
                        int a, int b, const SystemWork *work, double *K)
{
  const int     ba = joint->body[a], bb = joint->body[b], na = sys->bodies[ba].nz, nb = sys->bodies[bb].nz;
  const double *Fa = work->F_z + ba * BLOCK, *Ra = Fa + FRAME_F * na;
  const double *Fb = work->F_z + bb * BLOCK, *Rb = Fb + FRAME_F * nb;

  for (int e = 0; e < row->nquadratic; e++) {
    const RowEntry *q = &row->quadratic[e];
    const int       i = q->i - a * FRAME_F, j = q->j - b * FRAME_F;
    if (i < 0 || i >= FRAME_F || j < 0 || j >= FRAME_F) continue;
    for (int x = 0; x < na; x++) {
      const double f = q->value * Fa[i * na + x], rate = q->value * Ra[i * na + x];
      if (f == 0.0 && rate == 0.0) continue;
      vec_add(nb, gamma * f + mu * rate, Fb + j * nb, K + x * nb);
      vec_add(nb, mu * f, Rb + j * nb, K + x * nb);
    }
  }
}

/* K_ab += F_z,a^T (lambda . theta_FF) F_z,b for sides a, b of one joint: gamma A + mu A' between positions, mu A between
 * positions and rates. */
static void joint_hessian(const System *sys, const ConstraintGroup *joint, const double *lambda, int a, int b,
                          const SystemWork *work, double *K)
{
  RowWeights w = row_weights(joint, work);

  for (int r = 0; r < joint->m; r++) {
    const FrameRow *row   = &joint->rows[r];
    const double    gamma = joint->servo ? 0.0 : lambda[joint->start + r], mu = lambda[joint->start + joint->m + r];
    row_hessian(sys, joint, row, gamma, mu, a, b, work, K);
    for (int j = 0; j < row->nterms; j++)
      row_hessian(sys, joint, &row->terms[j], gamma * w[0][1 + j] + mu * w[1][1 + j], mu * w[0][1 + j], a, b, work, K);
  }
}

/* The block of K between the two sides of a joint, into work->cross. */
void system_joint_cross(const System *sys, int g, const double *lambda, SystemWork *work)
{
  vec_zero(BLOCK, work->cross);
  joint_hessian(sys, &sys->groups[g], lambda, 0, 1, work, work->cross);
}

void scatter_add(const Scatter *scatter, const double *from, double *to)
{
  for (int e = 0; e < scatter->n; e++) to[scatter->dest[e]] += scatter->sign[e] * from[scatter->src[e]];
}

void system_add_own(const System *sys, int body, const double *K, double *value)
{
  scatter_add(&sys->own[body], K, value);
}

/* to[dest] = from[src] */
static void scatter_set(const Scatter *scatter, const double *from, double *to)
{
  for (int e = 0; e < scatter->n; e++) to[scatter->dest[e]] = from[scatter->src[e]];
}

/* Adds the curvature of frames and joints to K and C, then scatters all blocks into A = J K, T and C. */
static void matrices_evaluate(const System *sys, const double *z, const double *v, const double *lambda,
                              SystemWork *work, SystemPoint *point)
{
  for (int b = 0; b < sys->nbodies; b++)
    if (sys->framed[b])
      sys->bodies[b].ops->frame_curvature(&sys->bodies[b], z + sys->start[b], work->w + b * FRAME, v + sys->start[b],
                                          work->K + b * BLOCK, work->D + b * BLOCK);
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    const ConstraintGroup *joint = &sys->groups[g];
    if (joint->linear) {
      linear_joint_matrix(sys, g, work->D, work->C);
      continue;
    }
    joint_curvature(sys, g, point->dt, work);
    for (int side = 0; side < 2; side++)
      if (joint->body[side] != GROUND)
        joint_hessian(sys, joint, lambda, side, side, work, work->K + joint->body[side] * BLOCK);
    if (!joint->couples) continue;
    system_joint_cross(sys, g, lambda, work);
    scatter_add(&sys->cross[g], work->cross, point->A);
  }
  for (int b = 0; b < sys->nbodies; b++) scatter_add(&sys->own[b], work->K + b * BLOCK, point->A);
  for (int g = 0; g < sys->ngroups; g++)
    for (int side = 0; side < 2; side++) {
      scatter_set(&sys->side[g][side], side_block(work->theta_z, g, side), point->T);
      scatter_set(&sys->side[g][side], side_block(work->C, g, side), point->C);
    }
}

/* G += F_z^T w of one body, at the collocated values if there are any. */
static void body_load(const System *sys, int b, const double *z, const StagePoint *stage, const SystemWork *work,
                      double *G)
{
  const Body *body = &sys->bodies[b];

  if (stage && body->ops->stage_frame_load)
    body->ops->stage_frame_load(body, z, stage->values + b * BODY_STAGE, work->w + b * FRAME, G);
  else body->ops->frame_load(body, z, work->w + b * FRAME, G);
}

/* May and Betsch (2025, eq. 13): rate = J G, body by body qdot = G_p and pdot = -G_q. */
void system_evaluate(const System *sys, const double *z, const double *v, const double *lambda, SystemWork *work,
                     SystemPoint *point)
{
  const bool matrices = point->A != NULL;

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
    if (sys->groups[g].linear) {
      linear_joint_evaluate(&sys->groups[g], lambda, work, point);
      if (matrices) linear_joint_matrix(sys, g, work->F_z, work->theta_z);
    } else joint_evaluate(sys, g, lambda, matrices, work, point);
  if (matrices) vec_zero(sys->A.nnz, point->A);
  system_loads(sys, work, point);

  /* rate = J G: qdot = G_p, pdot = -G_q */
  for (int b = 0; b < sys->nbodies; b++) {
    const int nq = sys->bodies[b].nq;
    double   *G = work->G + b * BODY_NZ, *rate = point->rate + sys->start[b];
    if (sys->framed[b]) body_load(sys, b, z + sys->start[b], point->stage, work, G);
    for (int i = 0; i < nq; i++) {
      rate[i]      = G[nq + i];
      rate[nq + i] = -G[i];
    }
  }
  if (matrices) matrices_evaluate(sys, z, v, lambda, work, point);
  if (matrices && point->L) servo_forces(sys, z, work, point);
}

/* -G_q of the frame weights w of gravity and loads alone. */
void system_forces(const System *sys, double t, const double *z, const double *v, SystemWork *work, double *force)
{
  SystemPoint point = {.t = t};

  work->power[0] = work->power[1] = 0.0;
  vec_zero(sys->nz, force);
  for (int b = 0; b < sys->nbodies; b++)
    if (sys->framed[b]) body_frame(sys, b, z + sys->start[b], v + sys->start[b], NULL, work);
  system_loads(sys, work, &point);
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body       = &sys->bodies[b];
    double      G[BODY_NZ] = {0};
    if (!sys->framed[b]) continue;
    body->ops->frame_load(body, z + sys->start[b], work->w + b * FRAME, G);
    vec_add(body->nq, -1.0, G, force + sys->start[b]);
  }
}

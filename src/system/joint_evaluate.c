/* Joints in one evaluation of the system: rows of Theta, weights of frames, and their parts of grad Theta, C and K. */
#include "base/vec.h"
#include "system/assembly.h"

/* Weights of time of a prescribed motion at the time of this evaluation; NULL for a joint. */
static RowWeights row_weights(const ConstraintGroup *joint, const SystemWork *work)
{
  return joint->driver < 0 ? NULL : work->weights + 3 * joint->driver;
}

/* out[nz] = sum_c x_c M[c][:] over the nonzero x_c of one half frame */
static void frame_chain(int nz, const double *x /*[12]*/, const double *M /*[12][nz]*/, double *out)
{
  for (int c = 0; c < FRAME_F; c++)
    if (x[c] != 0.0) vec_add(nz, x[c], M + c * nz, out);
}

/* Rows Phi = b . f + c: Psi = b . fdot, rates b . df and b . dfdot, weights w += (gamma b, mu b) of both sides. */
static void linear_evaluate(const ConstraintGroup *joint, const double *lambda, SystemWork *work, SystemPoint *point)
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
static void linear_matrix(const System *sys, int g, const double *frames, double *blocks)
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

/* Theta of one joint, its rate along v, and w += (gamma Phi_f + mu Psi_f, mu Phi_f) of both sides; unless push = F_z is NULL also
 * Phi_z = Phi_f f_z and Psi_z = Psi_f f_z + Phi_f fdot_z. A servo row exerts no force along its gradient: gamma = 0. */
static void product_evaluate(const System *sys, int g, const double *lambda, const double *push, SystemWork *work,
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
      if (!push) continue;
      const int     nz  = sys->bodies[b].nz;
      const double *F_z = push + b * BLOCK, *R_z = F_z + FRAME_F * nz;
      double       *row = side_block(work->theta_z, g, side);
      vec_zero(nz, row + r * nz);
      vec_zero(nz, row + (m + r) * nz);
      frame_chain(nz, gs, F_z, row + r * nz);
      frame_chain(nz, ts, F_z, row + (m + r) * nz);
      frame_chain(nz, gs, R_z, row + (m + r) * nz);
    }
  }
}

/* C of one joint: theta_FF[dF] F_z + theta_F . F_zz v, row by row and side by side, with frame = F_z and rate = F_zz v. */
static void product_curvature(const System *sys, int g, const FrameGradient *frames, double dt, SystemWork *work)
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
      const double *F_z = frames->frame + b * BLOCK, *R_z = F_z + FRAME_F * nz;
      const double *D = frames->rate + b * BLOCK, *DR = D + FRAME_F * nz;
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

/* K_ab += gamma f_z^T A f_z + mu (fdot_z^T A f_z + f_z^T A fdot_z) with A of one row, or of one of its terms; left = F_z of side a,
 * right = F_z of side b. */
static void row_hessian(const System *sys, const ConstraintGroup *joint, const FrameRow *row, double gamma, double mu,
                        int a, int b, const double *left, const double *right, double *K)
{
  const int     ba = joint->body[a], bb = joint->body[b], na = sys->bodies[ba].nz, nb = sys->bodies[bb].nz;
  const double *Fa = left + ba * BLOCK, *Ra = Fa + FRAME_F * na;
  const double *Fb = right + bb * BLOCK, *Rb = Fb + FRAME_F * nb;

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
                          const double *left, const double *right, const SystemWork *work, double *K)
{
  RowWeights w = row_weights(joint, work);

  for (int r = 0; r < joint->m; r++) {
    const FrameRow *row   = &joint->rows[r];
    const double    gamma = joint->servo ? 0.0 : lambda[joint->start + r], mu = lambda[joint->start + joint->m + r];
    row_hessian(sys, joint, row, gamma, mu, a, b, left, right, K);
    for (int j = 0; j < row->nterms; j++)
      row_hessian(sys, joint, &row->terms[j], gamma * w[0][1 + j] + mu * w[1][1 + j], mu * w[0][1 + j], a, b, left,
                  right, K);
  }
}

void joint_evaluate(const System *sys, int g, const double *lambda, const double *push, SystemWork *work,
                    SystemPoint *point)
{
  if (!sys->groups[g].linear) product_evaluate(sys, g, lambda, push, work, point);
  else {
    linear_evaluate(&sys->groups[g], lambda, work, point);
    if (push) linear_matrix(sys, g, push, work->theta_z);
  }
}

/* The block between the sides is symmetric, so the other block is its transpose, unless forces act through other frames than those that
 * change: then it has left and right exchanged. */
void joint_matrices(const System *sys, int g, const double *lambda, const FrameGradient *frames, SystemWork *work,
                    SystemPoint *point)
{
  const ConstraintGroup *joint = &sys->groups[g];

  if (joint->linear) {
    linear_matrix(sys, g, frames->rate, work->C);
    return;
  }
  product_curvature(sys, g, frames, point->dt, work);
  for (int side = 0; side < 2; side++)
    if (joint->body[side] != GROUND)
      joint_hessian(sys, joint, lambda, side, side, frames->push, frames->frame, work,
                    work->K + joint->body[side] * BLOCK);
  if (!joint->couples) return;
  joint_cross(sys, g, lambda, frames->push, frames->frame, work);
  scatter_add(&sys->cross[g][0], work->cross, point->A);
  if (frames->push != frames->frame) joint_cross(sys, g, lambda, frames->frame, frames->push, work);
  scatter_add(&sys->cross[g][1], work->cross, point->A);
}

void joint_cross(const System *sys, int g, const double *lambda, const double *left, const double *right,
                 SystemWork *work)
{
  vec_zero(BLOCK, work->cross);
  joint_hessian(sys, &sys->groups[g], lambda, 0, 1, left, right, work, work->cross);
}

/* Rows of joints as functions of the velocities of bodies, normalised, and moves of bodies along velocities. */
#include "start/position/joint_jacobian.h"

#include "base/quat.h"
#include "base/vec.h"

/* Number of velocities of a body: v, omega, the rate of the scale of a scalable one. */
static int body_rates(const Body *body)
{
  const int  rotation = body->nq - body->ntranslation; /* coordinates: 0, 4 or 9 */
  const bool scale    = rotation == 4 && body->nc == 0;

  return body->ntranslation + (rotation ? 3 : 0) + scale;
}

int joint_jacobian_rows(const System *sys)
{
  int rows = 0;

  for (int g = sys->nbodies; g < sys->ngroups; g++) rows += sys->groups[g].m;
  return rows;
}

int joint_jacobian_rates(const System *sys)
{
  int rates = 0;

  for (int b = 0; b < sys->nbodies; b++) rates += body_rates(&sys->bodies[b]);
  return rates;
}

/* Derivatives of Phi along v, omega and the rate of the scale of a body with the frame f, from g = dPhi/df: dPhi/dv = g_0,
 * dPhi/domega = sum_i d_i x g_i, dPhi/dscale = sum_i d_i . g_i. */
void constraint_row_rates(const Body *body, const double *f, const double *g, double length, double out[BODY_RATES])
{
  int    n = 0;
  double turn[3];

  for (int x = 0; x < body->ntranslation; x++) out[n++] = length * g[x];
  if (body->nq == body->ntranslation) return;
  vec_zero(3, out + n);
  for (int i = 1; i <= 3; i++) {
    vec_cross(f + 3 * i, g + 3 * i, turn);
    vec_add(3, 1.0, turn, out + n);
  }
  out[n + 3] = vec_dot(9, f + 3, g + 3);
}

/* Appends the column of row r of a joint with the frames f[STACK] of its sides, and its residual. */
static void row_append(const System *sys, const ConstraintGroup *joint, int r, RowWeights w, const double *f,
                       const int *first, Columns *A, double *phi)
{
  const int begin = A->start[A->ncols];
  int       n     = begin;
  double    g[STACK], value[BODY_RATES];

  frame_row_gradient(&joint->rows[r], w ? w[0] : NULL, f, g);
  for (int order = 0; order < 2; order++) { /* the body with the smaller index first */
    const int s = (joint->body[0] > joint->body[1]) ^ order, b = joint->body[s];
    if (b == GROUND) continue;
    constraint_row_rates(&sys->bodies[b], f + s * FRAME_F, g + s * FRAME_F, sys->units.length, value);
    for (int i = 0; i < body_rates(&sys->bodies[b]); i++, n++) {
      A->row[n]   = first[b] + i;
      A->value[n] = value[i];
    }
  }
  const double norm = vec_norm(n - begin, A->value + begin);
  for (int e = begin; e < n && norm > 0.0; e++) A->value[e] /= norm;
  if (phi && norm > 0.0) phi[A->ncols] /= norm;
  A->start[++A->ncols] = n;
}

/* Appends the columns of one joint. */
static void joint_append(const System *sys, const ConstraintGroup *joint, double t, const double *z,
                         const double *frames, const int *first, Columns *A, double *phi)
{
  double     f[STACK] = {0.0}, weights[3][ROW_TERMS], psi;
  RowWeights w        = system_weights(sys, joint, t, weights);

  for (int s = 0; s < 2; s++)
    if (joint->body[s] != GROUND) vec_copy(FRAME_F, frames + joint->body[s] * FRAME, f + s * FRAME_F);
  for (int r = 0; r < joint->m; r++) {
    if (phi) system_row(sys, joint, r, t, z, &phi[A->ncols], &psi);
    row_append(sys, joint, r, w, f, first, A, phi);
  }
}

PetscErrorCode joint_jacobian_create(const System *sys, double t, const double *z, Columns *A, double *phi)
{
  const int    rows = joint_jacobian_rows(sys);
  const size_t most = 2 * BODY_RATES * (size_t)rows + 1;
  int         *first;
  double      *frames;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(A, sizeof *A));
  PetscCall(PetscCalloc3(rows + 1, &A->start, most, &A->row, most, &A->value));
  PetscCall(PetscMalloc2(sys->nbodies, &first, (size_t)sys->nbodies * FRAME, &frames));
  for (int b = 0; b < sys->nbodies; b++) {
    first[b] = A->nrows;
    A->nrows += body_rates(&sys->bodies[b]);
    sys->bodies[b].ops->frame(&sys->bodies[b], z + sys->start[b], frames + b * FRAME, NULL);
  }
  for (int g = sys->nbodies; g < sys->ngroups; g++) joint_append(sys, &sys->groups[g], t, z, frames, first, A, phi);
  PetscCall(PetscFree2(first, frames));
  PetscFunctionReturn(0);
}

PetscErrorCode joint_jacobian_destroy(Columns *A)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree3(A->start, A->row, A->value));
  PetscFunctionReturn(0);
}

void joint_rates(const System *sys, const double *z, double *rate)
{
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    const int   n    = body_rates(body);
    Kinematics  now;
    double      all[BODY_RATES];
    if (n == 0) continue;
    body->ops->kinematics(body, z + sys->start[b], &now);
    for (int x = 0; x < body->ntranslation; x++) all[x] = now.velocity[x] / sys->units.length;
    mat3_apply(now.R, now.omega, all + body->ntranslation);
    all[body->ntranslation + 3] = now.scale_rate / now.scale;
    vec_copy(n, all, rate);
    rate += n;
  }
}

/* phi += length v, R <- exp(omega) R, s <- s exp(rate of the scale). */
void joint_move(const System *sys, double factor, const double *rate, double *z)
{
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    const int   n = body_rates(body), nt = body->ntranslation;
    Kinematics  now;
    double      theta[3], turn[4], q[4];
    if (n == 0) continue;
    body->ops->kinematics(body, z + sys->start[b], &now);
    for (int x = 0; x < nt; x++) now.position[x] += factor * sys->units.length * rate[x];
    if (n > nt) {
      for (int i = 0; i < 3; i++) theta[i] = factor * rate[nt + i];
      quat_exp(theta, turn);
      quat_multiply(turn, now.q, q);
      vec_copy(4, q, now.q);
      quat_to_matrix(q, now.R);
    }
    if (n > nt + 3) now.scale *= exp(factor * rate[nt + 3]);
    body->ops->from_kinematics(body, &now, z + sys->start[b]);
    rate += n;
  }
}

/* Quaternion formulation: coordinates (phi, q) with a quaternion q, one unit-length constraint.
 *
 * May and Betsch (2025, sect. 4.2), after Betsch and Siebert (2009). Phi = (q.q - 1)/2, Psi = q.p; with `psi: full`
 * Psi = q . dH/dp = kappa |q|^{2e} q.p, e = 1 (unit), -1 (scalable). The frame map is in quaternion_frame.c. */
#include "body/quaternion.h"

#include "body/formulations.h"

const char *const quaternion_columns[] = {"x", "y", "z", "q0", "q1", "q2", "q3", NULL};

void quaternion_weigh(const Body *body, const double x[4], double y[4])
{
  y[0] = body->w0 * x[0];
  mat3_apply(body->J_inv, x + 1, y + 1);
}

/* A = [Q_r(p) C, Q_l(q)^T] with C = diag(1,-1,-1,-1), and B = W A / 4 */
static void kinetics_matrices(const Body *body, const double *q, const double *p, Kinetics *kin)
{
  double Q[4][4];

  quat_right(p, Q);
  for (int i = 0; i < 4; i++) {
    kin->A[i][0] = Q[i][0];
    for (int j = 1; j < 4; j++) kin->A[i][j] = -Q[i][j];
  }
  quat_left(q, Q);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) kin->A[i][4 + j] = Q[j][i];
  for (int j = 0; j < 8; j++) {
    const double column[4] = {kin->A[0][j], kin->A[1][j], kin->A[2][j], kin->A[3][j]};
    double       weighed[4];
    quaternion_weigh(body, column, weighed);
    for (int i = 0; i < 4; i++) kin->B[i][j] = 0.25 * weighed[i];
  }
}

/* T = 1/8 pi . W pi with pi = Q_l(q)^T p, May and Betsch (2025, eq. 58), its gradient p o conj(y), q o y, and the factor rho. */
void quaternion_kinetics(const Body *body, const double *z, bool matrices, Kinetics *kin)
{
  const double *q = z + at_q(body), *p = z + at_p(body);

  quat_multiply_conjugate(q, p, kin->pi);
  quaternion_weigh(body, kin->pi, kin->y);
  for (int i = 0; i < 4; i++) kin->y[i] *= 0.25;
  kin->T = 0.5 * vec_dot(4, kin->pi, kin->y);

  const double y_bar[4] = {kin->y[0], -kin->y[1], -kin->y[2], -kin->y[3]};
  quat_multiply(p, y_bar, kin->g);
  quat_multiply(q, kin->y, kin->g + 4);

  kin->rho = 1.0;
  if (body->scalable) {
    const double s = vec_dot(4, q, q); /* |q|^2; rho = s^{-2} */
    kin->rho       = 1.0 / (s * s);
    kin->a         = -4.0 * kin->rho / s;
    kin->b         = 24.0 * kin->rho / (s * s);
    for (int i = 0; i < 4; i++) kin->rho_q[i] = kin->a * q[i];
  }
  if (matrices) kinetics_matrices(body, q, p, kin);
}

void quaternion_velocity(const Kinetics *kin, double u[4])
{
  for (int i = 0; i < 4; i++) u[i] = kin->rho * kin->g[4 + i];
}

/* Requires positive principal moments; inverts the inertia. */
bool quaternion_setup(Body *body, const ProblemBody *given, FaultList *faults)
{
  double value[3], V[3][3];

  mat3_eigen_symmetric(body->J, value, V);
  if (!(value[0] > 1e-14 * value[2])) {
    fault_add(faults, R0304_INERTIA_POSITIVE, given->where, given->name,
              "found principal moments of inertia %g, %g, %g, expected three positive ones", value[0], value[1],
              value[2]);
    return false;
  }
  body->w0 = 2.0 / mat3_trace(body->J);
  mat3_invert_symmetric(body->J, body->J_inv);
  body->nq = body->ntranslation + 4;
  body->nz = 2 * body->nq;
  body->nc = given->rigid ? 1 : 0;
  return true;
}

/* The unit energy has degree 4 in z, R(q) degree 2, Psi = q.p degree 2; the scalable energy is not a polynomial. */
static void quaternion_degrees(const Body *body, BodyDegrees *degrees)
{
  const int full = body->scalable ? NOT_POLYNOMIAL : 4;

  *degrees = (BodyDegrees){.kinetic = full, .phi = body->nc ? 2 : 1, .psi = 2, .f = 2, .fdot = full};
  if (body->psi_full) degrees->psi = full;
  if (!body->nc) degrees->psi = 1;
}

/* K[i][j] of x = (q, p) for the `unit` energy: A^T B + y . pi_xx, and y . pi_xx = [0, Q_r(y)^T; Q_r(y), 0] */
static void unit_hessian(const Kinetics *kin, double K[8][8])
{
  double Q[4][4];

  for (int i = 0; i < 8; i++)
    for (int j = i; j < 8; j++) {
      double sum = 0.0;
      for (int a = 0; a < 4; a++) sum += kin->A[a][i] * kin->B[a][j];
      K[i][j] = K[j][i] = sum;
    }
  quat_right(kin->y, Q);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      K[4 + i][j] += Q[i][j];
      K[j][4 + i] += Q[i][j];
    }
}

/* (rho T)_xx = rho T_xx + rho_x T_x^T + T_x rho_x^T + T rho_xx */
static void scale_hessian(const Kinetics *kin, const double *q, double K[8][8])
{
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      const double ri = i < 4 ? kin->rho_q[i] : 0.0, rj = j < 4 ? kin->rho_q[j] : 0.0;
      K[i][j] = kin->rho * K[i][j] + ri * kin->g[j] + kin->g[i] * rj;
      if (i < 4 && j < 4) K[i][j] += kin->T * ((i == j ? kin->a : 0.0) + kin->b * q[i] * q[j]);
    }
}

/* T = p_phi . p_phi / 2m + rho T_rot, gradient and Hessian in z. */
void quaternion_kinetic(const Body *body, const double *z, double *T, double *g, double *K)
{
  const int nz = body->nz, nq = body->nq, nt = body->ntranslation;
  Kinetics  kin;
  double    block[8][8];

  quaternion_kinetics(body, z, K != NULL, &kin);
  *T = kin.rho * kin.T;
  for (int x = 0; x < nt; x++) *T += 0.5 * z[nq + x] * z[nq + x] / body->mass;
  if (g) {
    vec_zero(nz, g);
    for (int x = 0; x < nt; x++) g[nq + x] = z[nq + x] / body->mass;
    for (int i = 0; i < 8; i++) g[at_x(body, i)] = kin.rho * kin.g[i];
    if (body->scalable) vec_add(4, kin.T, kin.rho_q, g + at_q(body));
  }
  if (!K) return;
  vec_zero(nz * nz, K);
  for (int x = 0; x < nt; x++) K[(nq + x) * nz + nq + x] = 1.0 / body->mass;
  unit_hessian(&kin, block);
  if (body->scalable) scale_hessian(&kin, z + at_q(body), block);
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) K[at_x(body, i) * nz + at_x(body, j)] = block[i][j];
}

/* Psi = c(s) q.p with s = |q|^2: c = 1 (plain), w0 s / 4 (full, unit), w0 / (4 s) (full, scalable); c' and c'' in s. */
static void psi_factor(const Body *body, double s, double c[3])
{
  c[0] = 1.0;
  c[1] = c[2] = 0.0;
  if (!body->psi_full) return;
  const double kappa = 0.25 * body->w0;
  if (body->scalable) {
    c[0] = kappa / s;
    c[1] = -kappa / (s * s);
    c[2] = 2.0 * kappa / (s * s * s);
  } else {
    c[0] = kappa * s;
    c[1] = kappa;
  }
}

/* Phi = (s - 1)/2 and Psi = c(s) q.p with s = q.q: Psi_q = c p + 2 c' (q.p) q, Psi_p = c q. */
static void quaternion_theta(const Body *body, const double *z, double *theta, double *theta_z)
{
  const double *q = z + at_q(body), *p = z + at_p(body);
  const double  s = vec_dot(4, q, q), qp = vec_dot(4, q, p);
  double        c[3];

  if (!body->nc) return;
  psi_factor(body, s, c);
  theta[0] = 0.5 * (s - 1.0);
  theta[1] = c[0] * qp;
  if (!theta_z) return;
  double *phi_z = theta_z, *psi_z = theta_z + body->nz;
  vec_zero(2 * body->nz, theta_z);
  vec_copy(4, q, phi_z + at_q(body));
  vec_add(4, c[0], p, psi_z + at_q(body));
  vec_add(4, 2.0 * c[1] * qp, q, psi_z + at_q(body));
  vec_add(4, c[0], q, psi_z + at_p(body));
}

/* Hessian of Psi in x = (q, p) */
static void psi_hessian(const Body *body, const double *q, const double *p, double h[8][8])
{
  const double s = vec_dot(4, q, q), qp = vec_dot(4, q, p);
  double       c[3];

  psi_factor(body, s, c);
  memset(h, 0, 64 * sizeof(double));
  for (int i = 0; i < 4; i++) h[i][4 + i] = h[4 + i][i] = c[0];
  if (!body->psi_full) return;
  for (int i = 0; i < 4; i++) {
    h[i][i] += 2.0 * c[1] * qp;
    for (int j = 0; j < 4; j++) {
      h[i][j] += 2.0 * c[1] * (p[i] * q[j] + q[i] * p[j]) + 4.0 * c[2] * qp * q[i] * q[j];
      h[i][4 + j] += 2.0 * c[1] * q[i] * q[j];
      h[4 + j][i] += 2.0 * c[1] * q[i] * q[j];
    }
  }
}

/* K += gamma Phi_zz + mu Psi_zz with Phi_qq = I, and C = (Phi_zz v, Psi_zz v). */
static void quaternion_curvature(const Body *body, const double *z, const double *lambda, const double *v, double *K,
                                 double *C)
{
  const int nz = body->nz;
  double    h[8][8];

  if (!body->nc) return;
  psi_hessian(body, z + at_q(body), z + at_p(body), h);
  vec_zero(2 * nz, C);
  vec_copy(4, v + at_q(body), C + at_q(body));
  for (int i = 0; i < 8; i++) {
    const int row = at_x(body, i);
    double    sum = 0.0;
    for (int j = 0; j < 8; j++) {
      K[row * nz + at_x(body, j)] += lambda[1] * h[i][j];
      sum += h[i][j] * v[at_x(body, j)];
    }
    C[nz + row] = sum;
    if (i < 4) K[row * nz + row] += lambda[0];
  }
}

/* p_q = 4 Q_l(q) J4 Q_l(q)^T qdot with conj(q) o qdot = (sdot, s Omega) / 2 (May and Betsch 2025, eq. 57; Moeller and
 * Glocker 2012, eqs. 37, 49):
 * p_q = 2 q o (J0 sdot, s J Omega) */
void quaternion_from_kinematics(const Body *body, const Kinematics *state, double *z)
{
  const int nt = body->ntranslation;
  double    pi[4];

  for (int x = 0; x < nt; x++) {
    z[x]            = state->position[x];
    z[body->nq + x] = body->mass * state->velocity[x];
  }
  for (int i = 0; i < 4; i++) z[at_q(body) + i] = sqrt(state->scale) * state->q[i];
  pi[0] = body->w0 > 0.0 ? 2.0 * state->scale_rate / body->w0 : 0.0;
  mat3_apply(body->J, state->omega, pi + 1);
  for (int i = 1; i < 4; i++) pi[i] *= 2.0 * state->scale;
  quat_multiply(z + at_q(body), pi, z + at_p(body));
}

/* s = q.q, R = R(q)/s, conj(q) o qdot = (sdot, s Omega)/2. */
void quaternion_kinematics(const Body *body, const double *z, Kinematics *state)
{
  const double *q = z + at_q(body);
  Kinetics      kin;
  double        u[4], twice[4];

  memset(state, 0, sizeof *state);
  body_translation(body, z, state->position, state->velocity);
  quaternion_kinetics(body, z, false, &kin);
  quaternion_velocity(&kin, u);
  quat_to_matrix(q, state->R);
  state->scale = vec_dot(4, q, q);
  for (int i = 0; i < 9; i++) state->R[i / 3][i % 3] /= state->scale;
  for (int i = 0; i < 4; i++) state->q[i] = q[i] / sqrt(state->scale);
  quat_multiply_conjugate(q, u, twice);
  state->scale_rate = 2.0 * twice[0];
  for (int i = 0; i < 3; i++) state->omega[i] = 2.0 * twice[1 + i] / state->scale;
}

/* L = phi x p_phi + 1/2 E(q) p_q, and 1/2 E(q) p is half the vector part of p o conj(q) */
void quaternion_momenta(const Body *body, const double *z, double *P, double *L)
{
  const double *q = z + at_q(body), *p = z + at_p(body);
  const double  q_bar[4] = {q[0], -q[1], -q[2], -q[3]};
  double        spin[4], F[FRAME];

  body->ops->frame(body, z, F, NULL);
  body_momenta(body, z, F + FRAME_F + 3, P, L);
  quat_multiply(p, q_bar, spin);
  vec_add(3, 0.5, spin + 1, L);
}

const FormulationOps quaternion_ops = {
  .name                      = "quaternion",
  .traits                    = {BODY_USES_ROTATION | BODY_USES_KINETIC, SUPPORTS_QUATERNION},
  .summary                   = "unit quaternion, 7 coordinates (4 about a fixed point), one internal constraint",
  .columns                   = quaternion_columns,
  .setup                     = quaternion_setup,
  .degrees                   = quaternion_degrees,
  .kinetic                   = quaternion_kinetic,
  .theta                     = quaternion_theta,
  .curvature                 = quaternion_curvature,
  .frame                     = quaternion_frame,
  .frame_rate                = quaternion_frame_rate,
  .frame_load                = quaternion_frame_load,
  .frame_curvature           = quaternion_frame_curvature,
  .stage_values              = quaternion_stage_values,
  .stage_rates               = quaternion_stage_rates,
  .stage_kinetic             = quaternion_stage_kinetic,
  .stage_frame_rate          = quaternion_stage_frame_rate,
  .stage_frame_load          = quaternion_stage_frame_load,
  .stage_values_gradient     = quaternion_stage_values_gradient,
  .stage_rates_gradient      = quaternion_stage_rates_gradient,
  .stage_frame_rate_gradient = quaternion_stage_frame_rate_gradient,
  .stage_kinetic_gradient    = quaternion_stage_kinetic_gradient,
  .stage_frame_load_gradient = quaternion_stage_frame_load_gradient,
  .from_kinematics           = quaternion_from_kinematics,
  .kinematics                = quaternion_kinematics,
  .momenta                   = quaternion_momenta,
};

/* Director formulation: coordinates q = (phi, d1, d2, d3), six constraints d_i . d_j = delta_ij.
 *
 * May and Betsch (2025, sect. 4.3), after Betsch and Steinmann (2001). The mass matrix is constant, with the Euler tensor
 * E = tr(J)/2 I - J, eq. (64). Every energy and constraint is at most quadratic in z, and the frame map is linear: f = q,
 * fdot = M^{-1} p with (M^{-1} p)_i = sum_k E^{-1}_ik p_k for the directors. */
#include "base/quat.h"
#include "base/vec.h"
#include "body/formulations.h"

static const char *const columns[] = {"x",   "y",   "z",   "d1x", "d1y", "d1z", "d2x",
                                      "d2y", "d2z", "d3x", "d3y", "d3z", NULL};

/* The six pairs (i, j) of eq. (65); diagonal ones carry the factor 1/2. */
static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/* Position of director i and of its momentum in z. */
static int at_d(const Body *body, int i)
{
  return body->ntranslation + 3 * i;
}

/* First component of the momentum p_i of director i in z. */
static int at_p(const Body *body, int i)
{
  return body->nq + body->ntranslation + 3 * i;
}

/* v_i = sum_k E^{-1}_ik p_k, the director rates [3][3] */
static void director_rates(const Body *body, const double *z, double v[3][3])
{
  for (int i = 0; i < 3; i++)
    for (int x = 0; x < 3; x++) {
      v[i][x] = 0.0;
      for (int k = 0; k < 3; k++) v[i][x] += body->E_inv[i][k] * z[at_p(body, k) + x];
    }
}

/* Inverts the Euler tensor; rejects flat bodies, for which it is singular. */
static bool director_setup(Body *body, const ProblemBody *given, FaultList *faults)
{
  double       E[3][3], value[3], V[3][3];
  const double half = 0.5 * mat3_trace(body->J);

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) E[i][j] = (i == j ? half : 0.0) - body->J[i][j];
  mat3_eigen_symmetric(E, value, V);
  if (!(value[0] > 1e-14 * value[2])) {
    fault_add(faults, R0306_INERTIA_FLAT, given->where, given->name,
              "found a flat body (principal values of the Euler tensor %g, %g, %g), expected extent in three "
              "directions: use the quaternion formulation",
              value[0], value[1], value[2]);
    return false;
  }
  mat3_invert_symmetric(E, body->E_inv);
  body->nq = body->ntranslation + 9;
  body->nz = 2 * body->nq;
  body->nc = 6;
  return true;
}

/* Everything is at most quadratic in z; the frame map is linear. */
static void director_degrees(const Body *body, BodyDegrees *degrees)
{
  (void)body;
  *degrees = (BodyDegrees){.kinetic = 2, .phi = 2, .psi = 2, .f = 1, .fdot = 1};
}

/* T = p_phi . p_phi / 2m + 1/2 sum_ik E^{-1}_ik p_i . p_k. */
static void director_kinetic(const Body *body, const double *z, double *T, double *g, double *K)
{
  const int nz = body->nz, nq = body->nq;
  double    v[3][3];

  director_rates(body, z, v);
  *T = 0.0;
  for (int i = 0; i < 3; i++) *T += 0.5 * vec_dot(3, v[i], z + at_p(body, i));
  for (int x = 0; x < body->ntranslation; x++) *T += 0.5 * z[nq + x] * z[nq + x] / body->mass;
  if (g) {
    vec_zero(nz, g);
    for (int x = 0; x < body->ntranslation; x++) g[nq + x] = z[nq + x] / body->mass;
    for (int i = 0; i < 3; i++) vec_copy(3, v[i], g + at_p(body, i));
  }
  if (K) {
    vec_zero(nz * nz, K);
    for (int x = 0; x < body->ntranslation; x++) K[(nq + x) * nz + nq + x] = 1.0 / body->mass;
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        for (int x = 0; x < 3; x++) K[(at_p(body, i) + x) * nz + at_p(body, k) + x] = body->E_inv[i][k];
  }
}

/* Phi_ij = d_i . d_j (eq. 65) and Psi_ij = d_i . v_j + d_j . v_i, both halved for i = j. */
static void director_theta(const Body *body, const double *z, double *theta, double *theta_z)
{
  const int nz = body->nz;
  double    v[3][3];

  director_rates(body, z, v);
  if (theta_z) vec_zero(12 * nz, theta_z);
  for (int r = 0; r < 6; r++) {
    const int     i = pair[r][0], j = pair[r][1];
    const double  c  = (i == j) ? 0.5 : 1.0;
    const double *di = z + at_d(body, i), *dj = z + at_d(body, j);
    theta[r]     = c * (vec_dot(3, di, dj) - (i == j ? 1.0 : 0.0));
    theta[6 + r] = c * (vec_dot(3, di, v[j]) + vec_dot(3, dj, v[i]));
    if (!theta_z) continue;
    double *phi_z = theta_z + r * nz, *psi_z = theta_z + (6 + r) * nz;
    vec_add(3, c, dj, phi_z + at_d(body, i));
    vec_add(3, c, di, phi_z + at_d(body, j));
    vec_add(3, c, v[j], psi_z + at_d(body, i));
    vec_add(3, c, v[i], psi_z + at_d(body, j));
    for (int k = 0; k < 3; k++) {
      vec_add(3, c * body->E_inv[j][k], di, psi_z + at_p(body, k));
      vec_add(3, c * body->E_inv[i][k], dj, psi_z + at_p(body, k));
    }
  }
}

/* K += c I in the 3x3 blocks (a, b) and (b, a). */
static void couple(int nz, int a, int b, double c, double *K)
{
  for (int x = 0; x < 3; x++) {
    K[(a + x) * nz + b + x] += c;
    K[(b + x) * nz + a + x] += c;
  }
}

/* theta is quadratic without linear terms in z: theta_zz v is theta_z at v, and lambda . theta_zz is constant. */
static void director_curvature(const Body *body, const double *z, const double *lambda, const double *v, double *K,
                               double *C)
{
  double ignored[12];

  (void)z;
  for (int r = 0; r < 6; r++) {
    const int    i = pair[r][0], j = pair[r][1];
    const double c = (i == j) ? 0.5 : 1.0, gamma = c * lambda[r], mu = c * lambda[6 + r];
    couple(body->nz, at_d(body, i), at_d(body, j), gamma, K);
    for (int k = 0; k < 3; k++) {
      couple(body->nz, at_d(body, i), at_p(body, k), mu * body->E_inv[j][k], K);
      couple(body->nz, at_d(body, j), at_p(body, k), mu * body->E_inv[i][k], K);
    }
  }
  director_theta(body, v, ignored, C);
}

/* F = (q, M^{-1} p), with the fixed reference point instead of phi if translation is fixed. */
static void director_frame(const Body *body, const double *z, double *F, double *F_z)
{
  const int nz = body->nz, nq = body->nq, nt = body->ntranslation;
  double    v[3][3];

  director_rates(body, z, v);
  body_translation(body, z, F, F + FRAME_F);
  for (int i = 0; i < 3; i++) {
    vec_copy(3, z + at_d(body, i), F + 3 + 3 * i);
    vec_copy(3, v[i], F + FRAME_F + 3 + 3 * i);
  }
  if (!F_z) return;
  vec_zero(FRAME * nz, F_z);
  for (int x = 0; x < nt; x++) {
    F_z[x * nz + x]                  = 1.0;
    F_z[(FRAME_F + x) * nz + nq + x] = 1.0 / body->mass;
  }
  for (int i = 0; i < 3; i++)
    for (int x = 0; x < 3; x++) {
      F_z[(3 + 3 * i + x) * nz + at_d(body, i) + x] = 1.0;
      for (int k = 0; k < 3; k++) F_z[(FRAME_F + 3 + 3 * i + x) * nz + at_p(body, k) + x] = body->E_inv[i][k];
    }
}

/* F is affine: dF is F without the anchor. */
static void director_frame_rate(const Body *body, const double *z, const double *v, double *F, double *dF)
{
  director_frame(body, z, F, NULL);
  director_frame(body, v, dF, NULL);
  if (!body->ntranslation) vec_zero(3, dF);
}

/* G += F_z^T w with the constant F_z. */
static void director_frame_load(const Body *body, const double *z, const double *w, double *G)
{
  (void)z;
  for (int x = 0; x < body->ntranslation; x++) {
    G[x] += w[x];
    G[body->nq + x] += w[FRAME_F + x] / body->mass;
  }
  for (int i = 0; i < 3; i++) {
    vec_add(3, 1.0, w + 3 + 3 * i, G + at_d(body, i));
    for (int k = 0; k < 3; k++) vec_add(3, body->E_inv[i][k], w + FRAME_F + 3 + 3 * i, G + at_p(body, k));
  }
}

/* The frame map is linear: F_zz = 0. */
static void director_frame_curvature(const Body *body, const double *z, const double *w, const double *v, double *K,
                                     double *D)
{
  (void)z, (void)w, (void)v, (void)K;
  vec_zero(FRAME * body->nz, D);
}

/* d_i = R e_i, ddot_i = R (Omega x e_i), p_i = sum_k E_ik ddot_k. */
static void director_from_kinematics(const Body *body, const Kinematics *state, double *z)
{
  const int    nt   = body->ntranslation;
  const double half = 0.5 * mat3_trace(body->J);
  double       rate[3][3];

  for (int x = 0; x < nt; x++) {
    z[x]            = state->position[x];
    z[body->nq + x] = body->mass * state->velocity[x];
  }
  for (int i = 0; i < 3; i++) {
    const double e[3] = {i == 0, i == 1, i == 2};
    double       turn[3];
    vec_cross(state->omega, e, turn);
    mat3_apply(state->R, turn, rate[i]);
    for (int x = 0; x < 3; x++) z[at_d(body, i) + x] = state->R[x][i];
  }
  for (int i = 0; i < 3; i++)
    for (int x = 0; x < 3; x++) {
      double sum = 0.0;
      for (int k = 0; k < 3; k++) sum += ((i == k ? half : 0.0) - body->J[i][k]) * rate[k][x];
      z[at_p(body, i) + x] = sum;
    }
}

/* Omega_i = (d_k . v_j - d_j . v_k) / 2, (i, j, k) cyclic: the skew part of R^T Rdot. */
static void director_kinematics(const Body *body, const double *z, Kinematics *state)
{
  double v[3][3];

  memset(state, 0, sizeof *state);
  director_rates(body, z, v);
  body_translation(body, z, state->position, state->velocity);
  for (int i = 0; i < 3; i++)
    for (int x = 0; x < 3; x++) state->R[x][i] = z[at_d(body, i) + x];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    state->omega[i] = 0.5 * (vec_dot(3, z + at_d(body, k), v[j]) - vec_dot(3, z + at_d(body, j), v[k]));
  }
  quat_from_matrix(state->R, state->q);
  state->scale = 1.0;
}

/* L = phi x p + sum_i d_i x p_i */
static void director_momenta(const Body *body, const double *z, double *P, double *L)
{
  double turn[3], v[3][3];

  director_rates(body, z, v);
  body_momenta(body, z, v[0], P, L);
  for (int i = 0; i < 3; i++) {
    vec_cross(z + at_d(body, i), z + at_p(body, i), turn);
    vec_add(3, 1.0, turn, L);
  }
}

const FormulationOps director_ops = {
  .name            = "director",
  .traits          = {BODY_USES_ROTATION | BODY_USES_EULER, SUPPORTS_DIRECTOR},
  .summary         = "three directors, 12 coordinates (9 about a fixed point), six internal constraints",
  .columns         = columns,
  .setup           = director_setup,
  .degrees         = director_degrees,
  .kinetic         = director_kinetic,
  .theta           = director_theta,
  .curvature       = director_curvature,
  .frame           = director_frame,
  .frame_rate      = director_frame_rate,
  .frame_load      = director_frame_load,
  .frame_curvature = director_frame_curvature,
  .from_kinematics = director_from_kinematics,
  .kinematics      = director_kinematics,
  .momenta         = director_momenta,
};

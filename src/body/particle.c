/* Particle: a point mass with z = (phi, p), T = p.p / 2m, and a frame with constant axes. */
#include "base/vec.h"
#include "body/formulations.h"

static const char *const columns[] = {"x", "y", "z", NULL};

/* Three coordinates, no constraints, no inertia. */
static bool particle_setup(Body *body, const ProblemBody *given, FaultList *faults)
{
  (void)given;
  (void)faults;
  body->nq = 3;
  body->nz = 6;
  body->nc = 0;
  return true;
}

/* T is quadratic, the frame is linear in z. */
static void particle_degrees(const Body *body, BodyDegrees *degrees)
{
  (void)body;
  *degrees = (BodyDegrees){.kinetic = 2, .phi = 1, .psi = 1, .f = 1, .fdot = 1};
}

/* T_p = p / m, T_pp = I / m. */
static void particle_kinetic(const Body *body, const double *z, double *T, double *g, double *K)
{
  const double *p = z + 3;

  *T = 0.5 * vec_dot(3, p, p) / body->mass;
  if (g) {
    vec_zero(6, g);
    for (int i = 0; i < 3; i++) g[3 + i] = p[i] / body->mass;
  }
  if (K) {
    vec_zero(36, K);
    for (int i = 3; i < 6; i++) K[i * 6 + i] = 1.0 / body->mass;
  }
}

/* f = (phi, e1, e2, e3), fdot = (p/m, 0, 0, 0). */
static void particle_frame(const Body *body, const double *z, double *F, double *F_z)
{
  vec_zero(FRAME, F);
  for (int i = 0; i < 3; i++) {
    F[i]           = z[i];
    F[3 + 4 * i]   = 1.0;
    F[FRAME_F + i] = z[3 + i] / body->mass;
  }
  if (!F_z) return;
  vec_zero(FRAME * 6, F_z);
  for (int i = 0; i < 3; i++) {
    F_z[i * 6 + i]                   = 1.0;
    F_z[(FRAME_F + i) * 6 + (3 + i)] = 1.0 / body->mass;
  }
}

/* f = (phi, e_1, e_2, e_3), phidot = p / m; dF along v. */
static void particle_frame_rate(const Body *body, const double *z, const double *v, double *F, double *dF)
{
  particle_frame(body, z, F, NULL);
  vec_zero(FRAME, dF);
  for (int i = 0; i < 3; i++) {
    dF[i]           = v[i];
    dF[FRAME_F + i] = v[3 + i] / body->mass;
  }
}

/* G += F_z^T w. */
static void particle_frame_load(const Body *body, const double *z, const double *w, double *G)
{
  (void)z;
  for (int i = 0; i < 3; i++) {
    G[i] += w[i];
    G[3 + i] += w[FRAME_F + i] / body->mass;
  }
}

/* F is linear in z: F_zz = 0. */
static void particle_frame_curvature(const Body *body, const double *z, const double *w, const double *v, double *K,
                                     double *D)
{
  (void)body, (void)z, (void)w, (void)v, (void)K;
  vec_zero(FRAME * 6, D);
}

/* p = m v. */
static void particle_from_kinematics(const Body *body, const Kinematics *state, double *z)
{
  for (int i = 0; i < 3; i++) {
    z[i]     = state->position[i];
    z[3 + i] = body->mass * state->velocity[i];
  }
}

static void particle_kinematics(const Body *body, const double *z, Kinematics *state)
{
  memset(state, 0, sizeof *state);
  state->scale = state->q[0] = 1.0;
  for (int i = 0; i < 3; i++) {
    state->position[i] = z[i];
    state->velocity[i] = z[3 + i] / body->mass;
    state->R[i][i]     = 1.0;
  }
}

/* P = p, L = phi x p. */
static void particle_momenta(const Body *body, const double *z, double *P, double *L)
{
  (void)body;
  vec_copy(3, z + 3, P);
  vec_cross(z, z + 3, L);
}

const FormulationOps particle_ops = {
  .name            = "particle",
  .traits          = {0, SUPPORTS_PARTICLE},
  .summary         = "point mass, 3 coordinates",
  .columns         = columns,
  .setup           = particle_setup,
  .degrees         = particle_degrees,
  .kinetic         = particle_kinetic,
  .theta           = body_no_theta,
  .curvature       = body_no_curvature,
  .frame           = particle_frame,
  .frame_rate      = particle_frame_rate,
  .frame_load      = particle_frame_load,
  .frame_curvature = particle_frame_curvature,
  .from_kinematics = particle_from_kinematics,
  .kinematics      = particle_kinematics,
  .momenta         = particle_momenta,
};

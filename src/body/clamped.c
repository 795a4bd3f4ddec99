/* Clamped body: no unknowns, a constant frame. The key `motion: clamped` selects it for every formulation. */
#include "base/quat.h"
#include "base/vec.h"
#include "body/body.h"
#include "body/formulations.h"

static const char *const columns[] = {"x", "y", "z", "q0", "q1", "q2", "q3", NULL};

/* Stores position and orientation as the constants of the body. */
static bool clamped_setup(Body *body, const ProblemBody *given, FaultList *faults)
{
  Kinematics state;

  (void)faults;
  body_initial_kinematics(given, &state);
  body->ntranslation = 0;
  body->nheld        = 7;
  vec_copy(3, state.position, body->anchor);
  vec_copy(4, state.q, body->anchor + 3);
  return true;
}

/* Constants count as degree 1: they need no Gauss points of their own. */
static void clamped_degrees(const Body *body, BodyDegrees *degrees)
{
  (void)body;
  *degrees = (BodyDegrees){.kinetic = 1, .phi = 1, .psi = 1, .f = 1, .fdot = 1};
}

/* T = 0; there is no z. */
static void clamped_kinetic(const Body *body, const double *z, double *T, double *g, double *K)
{
  (void)body, (void)z, (void)g, (void)K;
  *T = 0.0;
}

/* The stored pose at rest. */
static void clamped_kinematics(const Body *body, const double *z, Kinematics *state)
{
  (void)z;
  memset(state, 0, sizeof *state);
  state->scale = 1.0;
  vec_copy(3, body->anchor, state->position);
  vec_copy(4, body->anchor + 3, state->q);
  quat_to_matrix(state->q, state->R);
}

/* f = (phi, R e1, R e2, R e3), fdot = 0. */
static void clamped_frame(const Body *body, const double *z, double *F, double *F_z)
{
  Kinematics state;

  (void)F_z;
  clamped_kinematics(body, z, &state);
  vec_zero(FRAME, F);
  vec_copy(3, state.position, F);
  for (int i = 0; i < 3; i++)
    for (int x = 0; x < 3; x++) F[3 + 3 * i + x] = state.R[x][i];
}

/* fdot = 0. */
static void clamped_frame_rate(const Body *body, const double *z, const double *v, double *F, double *dF)
{
  (void)v;
  clamped_frame(body, z, F, NULL);
  vec_zero(FRAME, dF);
}

static void clamped_frame_curvature(const Body *body, const double *z, const double *w, const double *v, double *K,
                                    double *D)
{
  (void)body, (void)z, (void)w, (void)v, (void)K, (void)D;
}

static void clamped_from_kinematics(const Body *body, const Kinematics *state, double *z)
{
  (void)body, (void)state, (void)z;
}

static void clamped_momenta(const Body *body, const double *z, double *P, double *L)
{
  (void)body, (void)z;
  vec_zero(3, P);
  vec_zero(3, L);
}

const FormulationOps clamped_ops = {
  .name            = "clamped",
  .summary         = "no motion, no coordinates",
  .columns         = columns,
  .setup           = clamped_setup,
  .degrees         = clamped_degrees,
  .kinetic         = clamped_kinetic,
  .theta           = body_no_theta,
  .curvature       = body_no_curvature,
  .frame           = clamped_frame,
  .frame_rate      = clamped_frame_rate,
  .frame_load      = body_no_load,
  .frame_curvature = clamped_frame_curvature,
  .from_kinematics = clamped_from_kinematics,
  .kinematics      = clamped_kinematics,
  .momenta         = clamped_momenta,
};

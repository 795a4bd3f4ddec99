/* The DAE of the scalable body in generalised velocities u = (v, nu, omega), Möller and Glocker (2012), "paper 001", eq. (93),
 *
 *   m v' = F,   A' = A (nu, omega) / (2 |A|^2),   tr(J)/2 nu' - omega . J omega / |A|^2 = S + lambda,
 *   J omega' + (nu + omega x) J omega / |A|^2 = M,   |A|^2 = 1 (rigid; otherwise lambda = 0),
 *
 * by the implicit midpoint rule, with the constraint at the end of the step. The mass matrix is constant and the gyroscopic terms do
 * no work, so that the kinetic energy is kept; the work of forces is that of f . dA, exact for potentials quadratic in A. With
 * A_mid . dA = 0 nu stays zero, and lambda = -omega . J omega - S (eq. 96) at the midpoint. */
#include "base/quat.h"
#include "body/quaternion.h"
#include "scheme/list.h"
#include "scheme/stepper.h"

/* dA[4], h dv[3], h dnu, h domega[3], h^2 2/tr(J) lambda: all of order one */
enum { QUAT = 0, SPEED = 4, SCALING = 7, OMEGA = 8, FORCE = 11, UNKNOWNS = 12 };

/* v[3], nu, omega[3] of one body: p = 2 A o (tr(J)/2 nu, J omega) */
static void velocities(const Body *body, const double *z, double u[7])
{
  const double *A = z + at_q(body), s = vec_dot(4, A, A);
  double        pi[4];

  for (int j = 0; j < 3; j++) u[j] = body->ntranslation ? z[body->nq + j] / body->mass : 0.0;
  quat_multiply_conjugate(A, z + at_p(body), pi);
  quaternion_weigh(body, pi, u + 3);
  for (int j = 3; j < 7; j++) u[j] *= 0.5 / s;
}

/* u in the middle of the step and at its end */
static void velocities_of(const Stepper *s, int i, const double *x, double mid[7], double end[7])
{
  velocities(stepper_body(s, i), s->z + stepper_at(s, i), end);
  for (int j = 0; j < 7; j++) {
    mid[j] = end[j] + 0.5 * x[SPEED + j] / s->h;
    end[j] += x[SPEED + j] / s->h;
  }
}

/* Generalised forces s->load in the middle. */
static void middle_load(Stepper *s, const double *x)
{
  for (int i = 0; i < s->n; i++, x += UNKNOWNS) {
    const Body *body = stepper_body(s, i);
    const int   at   = stepper_at(s, i);
    double      mid[7], end[7];
    velocities_of(s, i, x, mid, end);
    vec_copy(body->nz, s->z + at, s->place + at);
    for (int j = 0; j < body->ntranslation; j++) s->place[at + j] += 0.5 * s->h * mid[j];
    for (int j = 0; j < 4; j++) s->place[at + at_q(body) + j] += 0.5 * x[QUAT + j];
  }
  system_forces(s->system, s->t + 0.5 * s->h, s->place, s->rate, &s->work, s->load);
}

/* Eq. (93) of body i, divided by masses and multiplied by the step. */
static void body_residual(const Stepper *s, int i, const double *x, double *r)
{
  const Body   *body = stepper_body(s, i);
  const int     at   = stepper_at(s, i);
  const double *A = s->place + at + at_q(body), *g = s->load + at + at_q(body), s2 = vec_dot(4, A, A), h = s->h;
  double        u[7], end[7], turn[4], power[4], J_omega[3], gyro[3], M[3], alpha[3];

  velocities_of(s, i, x, u, end);
  quat_multiply(A, u + 3, turn);
  quat_multiply_conjugate(A, g, power); /* f_A = 2 A o (S, M) */
  mat3_apply(body->J, u + 4, J_omega);
  vec_cross(u + 4, J_omega, gyro);
  for (int j = 0; j < 4; j++) r[QUAT + j] = x[QUAT + j] - 0.5 * h / s2 * turn[j];
  for (int j = 0; j < 3; j++) {
    r[SPEED + j] = x[SPEED + j] - (body->ntranslation ? h * h / body->mass * s->load[at + j] : 0.0);
    M[j]         = 0.5 / s2 * power[1 + j] - (u[3] * J_omega[j] + gyro[j]) / s2;
  }
  const double S = 0.5 / s2 * power[0] + vec_dot(3, u + 4, J_omega) / s2;
  mat3_apply(body->J_inv, M, alpha);
  r[SCALING] = x[SCALING] - h * h * body->w0 * S - x[FORCE];
  for (int j = 0; j < 3; j++) r[OMEGA + j] = x[OMEGA + j] - h * h * alpha[j];
  r[FORCE] = body->nc > 0 ? vec_dot(4, A, x + QUAT) : x[FORCE];
}

static void velocity_residual(Stepper *s, const double *x, double *r)
{
  middle_load(s, x);
  for (int i = 0; i < s->n; i++) body_residual(s, i, x + i * UNKNOWNS, r + i * UNKNOWNS);
}

/* A goes on as it moves, velocities stay. */
static void velocity_guess(const Stepper *s, double *x)
{
  vec_zero(s->n * UNKNOWNS, x);
  for (int i = 0; i < s->n; i++, x += UNKNOWNS) {
    const Body   *body = stepper_body(s, i);
    const double *z = s->z + stepper_at(s, i), *A = z + at_q(body);
    double        u[7], turn[4];
    velocities(body, z, u);
    quat_multiply(A, u + 3, turn);
    for (int j = 0; j < 4; j++) x[QUAT + j] = 0.5 * s->h / vec_dot(4, A, A) * turn[j];
  }
}

static void velocity_step(Stepper *s)
{
  for (int i = 0; i < s->n; i++) {
    const Body   *body = stepper_body(s, i);
    const double *x = s->x + i * UNKNOWNS, *z = s->z + stepper_at(s, i);
    double       *to = s->end + stepper_at(s, i), mid[7], end[7], pi[4];
    velocities_of(s, i, x, mid, end);
    for (int j = 0; j < body->ntranslation; j++) {
      to[j]            = z[j] + s->h * mid[j];
      to[body->nq + j] = body->mass * end[j];
    }
    for (int j = 0; j < 4; j++) to[at_q(body) + j] = z[at_q(body) + j] + x[QUAT + j];
    pi[0] = 2.0 * end[3] / body->w0;
    mat3_apply(body->J, end + 4, pi + 1);
    for (int j = 1; j < 4; j++) pi[j] *= 2.0;
    quat_multiply(to + at_q(body), pi, to + at_p(body));
    s->gamma[i] = -2.0 * x[FORCE] / (s->h * s->h * body->w0); /* f_g = 2 A lambda = -gamma A */
  }
}

static const StepOps velocity_dae = {.unknowns = UNKNOWNS,
                                     .energy   = ENERGY_GRAVITY,
                                     .gamma    = true,
                                     .guess    = velocity_guess,
                                     .residual = velocity_residual,
                                     .step     = velocity_step};

const SchemeOps velocity_dae_ops = {
  .name = "velocity_dae",
  .summary =
    "midpoint rule for the DAE in generalised velocities of Moeller and Glocker (2012); scalable bodies, order 2",
  .stepping  = true,
  .takes     = TAKES_QUATERNION | TAKES_LOADS | TAKES_SCALABLE,
  .points    = "stage",
  .step      = &velocity_dae,
  .gauss     = stepper_gauss,
  .exactness = stepper_exactness,
  .run       = stepper_run,
};

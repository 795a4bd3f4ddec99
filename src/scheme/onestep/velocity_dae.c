/* The scheme velocity_dae: midpoint rule for the DAE of the scalable body in generalised velocities u = (v, nu, omega).
 *
 * Moeller and Glocker (2012, eq. 93); equation numbers are theirs.
 *
 *   m v' = F,   A' = A (nu, omega) / (2 |A|^2),   tr(J)/2 nu' - omega . J omega / |A|^2 = S + lambda,
 *   J omega' + (nu + omega x) J omega / |A|^2 = M,   |A|^2 = 1 (rigid; otherwise lambda = 0),
 *
 * by the implicit midpoint rule, with the constraint at the end of the step. The mass matrix is constant and gyroscopic terms do no
 * work, so the kinetic energy is conserved. The work of forces is f . dA, exact for potentials that are quadratic in A. With
 * A_mid . dA = 0, nu remains zero, and lambda = -omega . J omega - S (eq. 96) at the midpoint. */
#include "base/quat.h"
#include "body/quaternion.h"
#include "scheme/onestep/stepper.h"
#include "scheme/schemes.h"

/* dA[4], h dv[3], h dnu, h domega[3], h^2 2/tr(J) lambda: all of order one */
enum { QUAT = 0, SPEED = 4, SCALING = 7, OMEGA = 8, FORCE = 11, UNKNOWNS = 12 };

/* u = (v, nu, omega) of one body from p = 2 A o (tr(J)/2 nu, J omega). */
static void velocities(const Body *body, const double *z, double u[7])
{
  const double *A = z + at_q(body), s = vec_dot(4, A, A);
  double        pi[4];

  for (int j = 0; j < 3; j++) u[j] = body->ntranslation ? z[body->nq + j] / body->mass : 0.0;
  quat_multiply_conjugate(A, z + at_p(body), pi);
  quaternion_weigh(body, pi, u + 3);
  for (int j = 3; j < 7; j++) u[j] *= 0.5 / s;
}

/* u in the middle of the step and at its end. */
static void velocities_of(const Stepper *s, int i, const double *x, double mid[7], double end[7])
{
  velocities(stepper_body(s, i), s->z + stepper_at(s, i), end);
  for (int j = 0; j < 7; j++) {
    mid[j] = end[j] + 0.5 * x[SPEED + j] / s->h;
    end[j] += x[SPEED + j] / s->h;
  }
}

/* s->load = generalised forces in the middle of the step. */
static void middle_load(Stepper *s, const double *x)
{
  for (int i = 0; i < s->n; i++, x += UNKNOWNS) {
    const Body *body = stepper_body(s, i);
    const int   at   = stepper_at(s, i);
    double      mid[7], end[7];
    velocities_of(s, i, x, mid, end);
    vec_copy(body->nz, s->z + at, s->state + at);
    for (int j = 0; j < body->ntranslation; j++) s->state[at + j] += 0.5 * s->h * mid[j];
    for (int j = 0; j < 4; j++) s->state[at + at_q(body) + j] += 0.5 * x[QUAT + j];
  }
  stepper_load(s, s->t + 0.5 * s->h);
}

/* Residual of eq. (93) for body i, divided by masses and multiplied by the step. */
static void body_residual(const Stepper *s, int i, const double *x, double *r)
{
  const Body   *body = stepper_body(s, i);
  const int     at   = stepper_at(s, i);
  const double *A = s->state + at + at_q(body), *g = s->load + at + at_q(body), s2 = vec_dot(4, A, A), h = s->h;
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

/* Body by body, with the forces of the midpoint. */
static void velocity_residual(Stepper *s, const double *x, double *r)
{
  middle_load(s, x);
  for (int i = 0; i < s->n; i++) body_residual(s, i, x + i * UNKNOWNS, r + i * UNKNOWNS);
}

/* d(v / s2) for terms divided by s2 = |A|^2. */
static double quotient_rate(double v, double dv, double s2, double ds2)
{
  return (dv - ds2 * v / s2) / s2;
}

/* Derivative of the residual of body i along dx. */
static void body_tangent(const Stepper *s, int i, const double *x, const double *dx, double *dr)
{
  const Body   *body = stepper_body(s, i);
  const int     at = stepper_at(s, i), at_A = at + at_q(body);
  const double *A = s->state + at_A, *g = s->load + at_A, *dA = s->dstate + at_A, *dg = s->dload + at_A, h = s->h;
  const double  s2 = vec_dot(4, A, A), ds2 = 2.0 * vec_dot(4, A, dA);
  double u[7], end[7], du[7], v[4], dv[4], product[4], Jw[3], Jdw[3], gyro[3], left[3], right[3], dM[3], alpha[3];

  velocities_of(s, i, x, u, end);
  for (int j = 0; j < 7; j++) du[j] = 0.5 * dx[SPEED + j] / h;
  quat_multiply(A, u + 3, v);
  quat_multiply(dA, u + 3, dv);
  quat_multiply(A, du + 3, product);
  for (int j = 0; j < 4; j++) dr[QUAT + j] = dx[QUAT + j] - 0.5 * h * quotient_rate(v[j], dv[j] + product[j], s2, ds2);
  quat_multiply_conjugate(A, g, v);
  quat_multiply_conjugate(dA, g, dv);
  quat_multiply_conjugate(A, dg, product);
  vec_add(4, 1.0, product, dv);
  mat3_apply(body->J, u + 4, Jw);
  mat3_apply(body->J, du + 4, Jdw);
  vec_cross(u + 4, Jw, gyro);
  vec_cross(du + 4, Jw, left);
  vec_cross(u + 4, Jdw, right);
  for (int j = 0; j < 3; j++) {
    dr[SPEED + j] = dx[SPEED + j] - (body->ntranslation ? h * h / body->mass * s->dload[at + j] : 0.0);
    dM[j]         = quotient_rate(0.5 * v[1 + j] - u[3] * Jw[j] - gyro[j],
                                  0.5 * dv[1 + j] - du[3] * Jw[j] - u[3] * Jdw[j] - left[j] - right[j], s2, ds2);
  }
  const double dS =
    quotient_rate(0.5 * v[0] + vec_dot(3, u + 4, Jw), 0.5 * dv[0] + 2.0 * vec_dot(3, du + 4, Jw), s2, ds2);
  mat3_apply(body->J_inv, dM, alpha);
  dr[SCALING] = dx[SCALING] - h * h * body->w0 * dS - dx[FORCE];
  for (int j = 0; j < 3; j++) dr[OMEGA + j] = dx[OMEGA + j] - h * h * alpha[j];
  dr[FORCE] = body->nc > 0 ? vec_dot(4, dA, x + QUAT) + vec_dot(4, A, dx + QUAT) : dx[FORCE];
}

/* Derivatives of the midpoint state and of its loads, then of the residuals. */
static void velocity_tangent(Stepper *s, const double *x, const double *dx, double *dr)
{
  for (int i = 0; i < s->n; i++) {
    const Body   *body = stepper_body(s, i);
    const double *d    = dx + i * UNKNOWNS;
    double       *to   = s->dstate + stepper_at(s, i);
    for (int j = 0; j < body->ntranslation; j++) to[j] = 0.25 * d[SPEED + j];
    for (int j = 0; j < 4; j++) to[at_q(body) + j] = 0.5 * d[QUAT + j];
  }
  stepper_load_rate(s);
  for (int i = 0; i < s->n; i++) body_tangent(s, i, x + i * UNKNOWNS, dx + i * UNKNOWNS, dr + i * UNKNOWNS);
}

/* Extrapolates A at constant velocities. */
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

/* State at the end of the step, and the multiplier gamma = -2 lambda. */
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
                                     .tangent  = velocity_tangent,
                                     .step     = velocity_step};

STEP_SCHEME(
  velocity_dae, "velocity_dae", SUPPORTS_SCALABLE,
  "midpoint rule for the DAE in generalised velocities of Moeller and Glocker (2012); scalable bodies, order 2");

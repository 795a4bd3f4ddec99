/* Implicit schemes: algo_c1 of Simo and Wong (1991) and the variational integrator of Betsch and Siebert (2009). */
#include "base/quat.h"
#include "body/quaternion.h"
#include "scheme/onestep/stepper.h"
#include "scheme/schemes.h"

/* --- ALGO_C1 of Simo and Wong (1991):
 *   theta = h/2 (Omega_n + Omega_{n+1}),   R_{n+1} = R_n exp(theta),   L_{n+1} - L_n = h m,
 * with the moment m at R_n exp(theta/2), or the mean of both ends. Without m the energy is conserved too: T_{n+1} - T_n =
 * theta/h . (exp(-theta) - 1) J Omega_n = 0, since theta is the axis of exp(theta). docs/reference/schemes.md states the sources. */

/* s->next for the increments x: configuration, force, momenta, velocities. */
static void algo_c1_next(Stepper *s, const double *x)
{
  increment_position(s, x);
  if (s->problem->method.impulse == IMPULSE_MIDPOINT) {
    for (int i = 0; i < s->n; i++)
      for (int j = 0; j < INCREMENT; j++) s->theta[i][j] *= 0.5;
    rigid_move(s, s->now, s->theta, s->mid);
    rigid_force(s, s->t + 0.5 * s->h, s->mid, s->force);
  } else rigid_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  rigid_kick(s, s->now, s->h, s->force, s->next);
}

/* r = x - h/2 ((v, Omega)_n + (v, Omega)_{n+1}) */
static void algo_c1_residual(Stepper *s, const double *x, double *r)
{
  algo_c1_next(s, x);
  for (int i = 0; i < s->n; i++, x += INCREMENT, r += INCREMENT)
    for (int j = 0; j < 3; j++) {
      r[j]     = x[j] - 0.5 * s->h * (s->now[i].v[j] + s->next[i].v[j]);
      r[3 + j] = x[3 + j] - 0.5 * s->h * (s->now[i].omega[j] + s->next[i].omega[j]);
    }
}

/* Derivative of the residual along dx: dOmega_{n+1} = J^-1 (R^T dL + J Omega x dphi), where R_{n+1} rotates by
 * dphi = 2 vec(conj(q_{n+1}) o dq_{n+1}) in body axes. */
static void algo_c1_tangent(Stepper *s, const double *x, const double *dx, double *dr)
{
  const bool   middle = s->problem->method.impulse == IMPULSE_MIDPOINT;
  const double weight = middle ? s->h : 0.5 * s->h;

  increment_rate(s, x, dx, middle ? 0.5 : 1.0, false);
  for (int i = 0; i < s->n; i++, dx += INCREMENT, dr += INCREMENT) {
    const Body *body = stepper_body(s, i);
    double      F[3], g[4], dF[3], dg[4], dL[3] = {0}, turn[4], Pi[3], dPi[3], moment[3], R[3][3], domega[3];
    increment_split(s, i, s->load, F, g);
    increment_split(s, i, s->dload, dF, dg);
    moment_add(weight, dg, increment_quaternion(s, i, s->state), dL);
    moment_add(weight, g, increment_quaternion(s, i, s->dstate), dL);
    quat_multiply_conjugate(s->next[i].q, s->dq[i], turn);
    mat3_apply(body->J, s->next[i].omega, Pi);
    vec_cross(Pi, turn + 1, dPi);
    quat_to_matrix(s->next[i].q, R);
    mat3_apply_transpose(R, dL, moment);
    for (int j = 0; j < 3; j++) dPi[j] = 2.0 * dPi[j] + moment[j];
    mat3_apply(body->J_inv, dPi, domega);
    for (int j = 0; j < 3; j++) {
      dr[j]     = dx[j] - 0.5 * s->h * weight / body->mass * dF[j];
      dr[3 + j] = dx[3 + j] - 0.5 * s->h * domega[j];
    }
  }
}

/* The state at the end from the solved rotation increments x. */
static void algo_c1_step(Stepper *s)
{
  algo_c1_next(s, s->x);
  rigid_write(s, s->next, s->end);
}

/* --- the variational integrator of Betsch and Siebert (2009, appendix E) in momenta. With r = conj(q_n) o q_{n+1} = (c, s) the
 * discrete kinetic energy is 2/h s . J s. Without their components along q, the discrete Legendre transforms are
 *   J Omega_n = 2/h (c J s + s x J s) - h/4 vec(conj(q_n) o g),   L_{n+1} = L_n + h/2 vec(g o conj(q)),
 * with q = (q_n + q_{n+1})/2 and g = -grad V(q). The first one cannot be solved for every Omega_n, because s and c are bounded: about a principal
 * axis it is sin(theta) = h Omega_n with the angle theta of r, so h |Omega_n| is at most about 1. */

/* h Omega_n from the first transform. */
static void legendre(const Stepper *s, int i, double h_omega[3])
{
  const Body *body = stepper_body(s, i);
  double      r[4], Js[3], cross[3], F[3], g[4], turn[4], Pi[3];

  increment_split(s, i, s->load, F, g);
  quat_multiply_conjugate(s->now[i].q, s->next[i].q, r);
  mat3_apply(body->J, r + 1, Js);
  vec_cross(r + 1, Js, cross);
  quat_multiply_conjugate(s->now[i].q, g, turn);
  for (int j = 0; j < 3; j++) Pi[j] = 2.0 * (r[0] * Js[j] + cross[j]) - 0.25 * s->h * s->h * turn[1 + j];
  mat3_apply(body->J_inv, Pi, h_omega);
}

/* r = h Omega_n of the first transform - h Omega_n, and the midpoint rule for translations. */
static void quat_vi_residual(Stepper *s, const double *x, double *r)
{
  increment_force(s, x);
  for (int i = 0; i < s->n; i++, x += INCREMENT, r += INCREMENT) {
    legendre(s, i, r + 3);
    vec_add(3, -s->h, s->now[i].omega, r + 3);
    increment_translate(s, i, s->force[i], x, r);
  }
}

/* Derivative of the residual along dx. */
static void quat_vi_tangent(Stepper *s, const double *x, const double *dx, double *dr)
{
  increment_rate(s, x, dx, 0.5, true);
  for (int i = 0; i < s->n; i++, dx += INCREMENT, dr += INCREMENT) {
    const Body *body = stepper_body(s, i);
    double      dF[3], dg[4], r[4], d[4], Js[3], Jd[3], left[3], right[3], turn[4], Pi[3];
    increment_split(s, i, s->dload, dF, dg);
    quat_multiply_conjugate(s->now[i].q, s->next[i].q, r);
    quat_multiply_conjugate(s->now[i].q, s->dq[i], d);
    mat3_apply(body->J, r + 1, Js);
    mat3_apply(body->J, d + 1, Jd);
    vec_cross(d + 1, Js, left);
    vec_cross(r + 1, Jd, right);
    quat_multiply_conjugate(s->now[i].q, dg, turn);
    for (int j = 0; j < 3; j++)
      Pi[j] = 2.0 * (d[0] * Js[j] + r[0] * Jd[j] + left[j] + right[j]) - 0.25 * s->h * s->h * turn[1 + j];
    mat3_apply(body->J_inv, Pi, dr + 3);
    increment_translate_rate(s, i, dF, dx, dr);
  }
}

/* Without forces quat_vi is a scheme of Moser and Veselov (1991), which conserves energy. */
static const StepOps algo_c1 = {.unknowns = INCREMENT,
                                .energy   = ENERGY_FREE,
                                .angular  = ANGULAR_MIDPOINT,
                                .guess    = increment_guess,
                                .residual = algo_c1_residual,
                                .tangent  = algo_c1_tangent,
                                .step     = algo_c1_step};
static const StepOps quat_vi = {.unknowns = INCREMENT,
                                .energy   = ENERGY_FREE,
                                .angular  = ANGULAR_MIDPOINT,
                                .reach    = 1.0,
                                .guess    = increment_guess,
                                .residual = quat_vi_residual,
                                .tangent  = quat_vi_tangent,
                                .step     = increment_step};

STEP_SCHEME(algo_c1, "algo_c1", SUPPORTS_UNIT | SUPPORTS_IMPULSE,
            "ALGO_C1 of Simo and Wong (1991), conserves angular momentum, energy of free bodies; order 2");
STEP_SCHEME(quat_vi, "quat_vi", SUPPORTS_UNIT,
            "variational integrator for quaternions (Betsch and Siebert 2009), conserves the same as algo_c1; order 2");

/* Implicit schemes of papers 000 and 001 that are no time elements. Unknowns of a body begin with (dx, theta), the increments of
 * place: x_1 = x_0 + dx, q_1 = q_0 o exp(theta), theta the incremental rotation vector in body axes. */
#include "base/quat.h"
#include "body/quaternion.h"
#include "scheme/list.h"
#include "scheme/stepper.h"

enum { MOVE = 6 };

/* Every body goes on as it moves. */
static void guess_move(const Stepper *s, double *x)
{
  for (int i = 0; i < s->n; i++, x += s->ops->unknowns)
    for (int j = 0; j < 3; j++) {
      x[j]     = s->h * s->now[i].v[j];
      x[3 + j] = s->h * s->now[i].omega[j];
    }
}

/* s->next at the place that x stands for. */
static void place_next(Stepper *s, const double *x)
{
  for (int i = 0; i < s->n; i++) vec_copy(MOVE, x + i * s->ops->unknowns, s->theta[i]);
  turns_move(s, s->now, s->theta, s->next);
}

/* Generalised forces s->load at (q_n + q_{n+1})/2, which is no unit quaternion. */
static void middle_load(Stepper *s)
{
  for (int i = 0; i < s->n; i++) {
    const Body *body = stepper_body(s, i);
    double     *z    = s->place + stepper_at(s, i);
    vec_zero(body->nz, z);
    for (int j = 0; j < body->ntranslation; j++) z[j] = 0.5 * (s->now[i].x[j] + s->next[i].x[j]);
    for (int j = 0; j < 4; j++) z[at_q(body) + j] = 0.5 * (s->now[i].q[j] + s->next[i].q[j]);
  }
  system_forces(s->system, s->t + 0.5 * s->h, s->place, s->rate, &s->work, s->load);
}

/* F[3] on the reference point of body i and g[4] on its quaternion, from s->load. */
static void load_split(const Stepper *s, int i, double F[3], double g[4])
{
  const Body   *body = stepper_body(s, i);
  const double *load = s->load + stepper_at(s, i);

  vec_zero(3, F);
  vec_copy(body->ntranslation, load, F);
  vec_copy(4, load + at_q(body), g);
}

/* s->next at the place that x stands for, and s->force in the middle. */
static void middle_force(Stepper *s, const double *x)
{
  place_next(s, x);
  middle_load(s);
  for (int i = 0; i < s->n; i++) {
    const double *q        = s->place + stepper_at(s, i) + at_q(stepper_body(s, i));
    const double  q_bar[4] = {q[0], -q[1], -q[2], -q[3]};
    double        g[4], moment[4];
    load_split(s, i, s->force[i], g);
    quat_multiply(g, q_bar, moment);
    for (int j = 0; j < 3; j++) s->force[i][3 + j] = 0.5 * moment[1 + j];
  }
}

/* The end of a step with the impulse h force; L_{n+1} = L_n + h/2 vec(g o conj(q)) holds for quat_em as well (paper 000, appendix C),
 * so that rounding in p does not gather. */
static void middle_step(Stepper *s)
{
  middle_force(s, s->x);
  turns_kick(s, s->now, s->h, s->force, s->next);
  turns_write(s, s->next, s->end);
}

/* r[3]: the midpoint rule for x, with the force F in the middle */
static void translation_residual(const Stepper *s, int i, const double F[3], const double dx[3], double r[3])
{
  for (int j = 0; j < 3; j++) r[j] = dx[j] - s->h * (s->now[i].v[j] + 0.5 * s->h / stepper_body(s, i)->mass * F[j]);
}

/* --- ALGO_C1 of Simo and Wong (1991):
 *   theta = h/2 (Omega_n + Omega_{n+1}),   L_{n+1} - L_n = h m,   with the moment m at R_n exp(theta/2) (or the mean of both ends).
 * Without m the energy is kept too: T_{n+1} - T_n = theta/h . (exp(-theta) - 1) J Omega_n, and theta is the axis of exp(theta). */

static void algo_c1_next(Stepper *s, const double *x)
{
  place_next(s, x);
  if (s->problem->method.impulse == IMPULSE_MIDPOINT) {
    for (int i = 0; i < s->n; i++)
      for (int j = 0; j < MOVE; j++) s->theta[i][j] *= 0.5;
    turns_move(s, s->now, s->theta, s->mid);
    turns_force(s, s->t + 0.5 * s->h, s->mid, s->force);
  } else turns_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  turns_kick(s, s->now, s->h, s->force, s->next);
}

static void algo_c1_residual(Stepper *s, const double *x, double *r)
{
  algo_c1_next(s, x);
  for (int i = 0; i < s->n; i++, x += MOVE, r += MOVE)
    for (int j = 0; j < 3; j++) {
      r[j]     = x[j] - 0.5 * s->h * (s->now[i].v[j] + s->next[i].v[j]);
      r[3 + j] = x[3 + j] - 0.5 * s->h * (s->now[i].omega[j] + s->next[i].omega[j]);
    }
}

static void algo_c1_step(Stepper *s)
{
  algo_c1_next(s, s->x);
  turns_write(s, s->next, s->end);
}

/* --- the variational integrator of paper 000, appendix E, in momenta. With r = conj(q_n) o q_{n+1} = (c, s) the discrete kinetic
 * energy is 2/h s . J s, and without their parts along q the discrete Legendre transforms are
 *   J Omega_n = 2/h (c J s + s x J s) - h/4 vec(conj(q_n) o g),   L_{n+1} = L_n + h/2 vec(g o conj(q)),
 * with q = (q_n + q_{n+1})/2 and g = -grad V(q). */

/* h Omega_n of the first transform */
static void legendre(const Stepper *s, int i, double h_omega[3])
{
  const Body *body = stepper_body(s, i);
  double      r[4], Js[3], cross[3], F[3], g[4], turn[4], Pi[3];

  load_split(s, i, F, g);
  quat_multiply_conjugate(s->now[i].q, s->next[i].q, r);
  mat3_apply(body->J, r + 1, Js);
  vec_cross(r + 1, Js, cross);
  quat_multiply_conjugate(s->now[i].q, g, turn);
  for (int j = 0; j < 3; j++) Pi[j] = 2.0 * (r[0] * Js[j] + cross[j]) - 0.25 * s->h * s->h * turn[1 + j];
  mat3_apply(body->J_inv, Pi, h_omega);
}

static void quat_vi_residual(Stepper *s, const double *x, double *r)
{
  middle_force(s, x);
  for (int i = 0; i < s->n; i++, x += MOVE, r += MOVE) {
    legendre(s, i, r + 3);
    vec_add(3, -s->h, s->now[i].omega, r + 3);
    translation_residual(s, i, s->force[i], x, r);
  }
}

/* --- quat_em of paper 000 without multiplier, sect. 4.5: eq. (52)_1 and (53), unknowns dx, theta and p_{n+1} */

enum { REDUCED = MOVE + 4 };

/* Of p, for unknowns of order one. */
static double momentum_unit(const Stepper *s, int i)
{
  return s->system->scale_z[stepper_at(s, i) + at_p(stepper_body(s, i))];
}

static void reduced_guess(const Stepper *s, double *x)
{
  guess_move(s, x);
  for (int i = 0; i < s->n; i++, x += REDUCED) {
    const Body *body = stepper_body(s, i);
    double      r[4], q[4], Pi[4] = {0};
    quat_exp(x + 3, r);
    quat_multiply(s->now[i].q, r, q);
    mat3_apply(body->J, s->now[i].omega, Pi + 1);
    quat_multiply(q, Pi, x + MOVE);
    for (int j = 0; j < 4; j++) x[MOVE + j] *= 2.0 / momentum_unit(s, i);
  }
}

/* 7 equations of rotation: eq. (52)_1, then (53) with G(q_{n+1/2}) v = vec(conj(q_{n+1/2}) o v) */
static void reduced_rotation(const Stepper *s, int i, const double g[4], const double p1[4], double r[7])
{
  const Body   *body = stepper_body(s, i);
  const double *q0 = s->now[i].q, *q1 = s->next[i].q, *p0 = s->z + stepper_at(s, i) + at_p(body);
  double        q[4], p[4], pi[4], sum[4], y[4], part[4], balance[4], turn[4];

  quat_multiply_conjugate(q0, p0, sum);
  quat_multiply_conjugate(q1, p1, pi);
  vec_add(4, 1.0, pi, sum);
  quaternion_weigh(body, sum, y);
  for (int j = 0; j < 4; j++) {
    y[j] *= 0.125;
    q[j] = 0.5 * (q0[j] + q1[j]);
    p[j] = 0.5 * (p0[j] + p1[j]);
  }
  const double y_bar[4] = {y[0], -y[1], -y[2], -y[3]};
  quat_multiply(q, y, part);
  for (int j = 0; j < 4; j++) r[j] = q1[j] - q0[j] - s->h * part[j];
  quat_multiply(p, y_bar, part);
  for (int j = 0; j < 4; j++) balance[j] = p1[j] - p0[j] + s->h * (part[j] - g[j]);
  quat_multiply_conjugate(q, balance, turn);
  for (int j = 0; j < 3; j++) r[4 + j] = turn[1 + j] / momentum_unit(s, i);
}

static void reduced_residual(Stepper *s, const double *x, double *r)
{
  place_next(s, x);
  middle_load(s);
  for (int i = 0; i < s->n; i++, x += REDUCED, r += REDUCED) {
    double F[3], g[4], p1[4];
    load_split(s, i, F, g);
    for (int j = 0; j < 3; j++) r[j] = x[j] - s->h * (s->now[i].v[j] + 0.5 * s->h / stepper_body(s, i)->mass * F[j]);
    for (int j = 0; j < 4; j++) p1[j] = momentum_unit(s, i) * x[MOVE + j];
    reduced_rotation(s, i, g, p1, r + 3);
  }
}

/* quat_vi without forces is a scheme of Moser and Veselov, which keeps energy. */
static const StepOps algo_c1 = {.unknowns = MOVE,
                                .energy   = ENERGY_FREE,
                                .angular  = true,
                                .guess    = guess_move,
                                .residual = algo_c1_residual,
                                .step     = algo_c1_step};
static const StepOps quat_vi = {.unknowns = MOVE,
                                .energy   = ENERGY_FREE,
                                .angular  = true,
                                .guess    = guess_move,
                                .residual = quat_vi_residual,
                                .step     = middle_step};
static const StepOps reduced = {.unknowns = REDUCED,
                                .energy   = ENERGY_GRAVITY,
                                .angular  = true,
                                .guess    = reduced_guess,
                                .residual = reduced_residual,
                                .step     = middle_step};

const SchemeOps algo_c1_ops = {
  .name      = "algo_c1",
  .summary   = "ALGO_C1 of Simo and Wong (1991), keeps angular momentum, energy of free bodies; order 2",
  .stepping  = true,
  .takes     = TAKES_QUATERNION | TAKES_LOADS | TAKES_UNIT,
  .points    = "stage",
  .step      = &algo_c1,
  .gauss     = stepper_gauss,
  .exactness = stepper_exactness,
  .run       = stepper_run,
};

const SchemeOps quat_vi_ops = {
  .name      = "quat_vi",
  .summary   = "variational integrator for quaternions (Betsch and Siebert 2009), keeps what algo_c1 keeps; order 2",
  .stepping  = true,
  .takes     = TAKES_QUATERNION | TAKES_LOADS | TAKES_UNIT,
  .points    = "stage",
  .step      = &quat_vi,
  .gauss     = stepper_gauss,
  .exactness = stepper_exactness,
  .run       = stepper_run,
};

const SchemeOps quat_em_reduced_ops = {
  .name      = "quat_em_reduced",
  .summary   = "quat_em without multiplier: discrete null space and incremental rotation vector; order 2",
  .stepping  = true,
  .takes     = TAKES_QUATERNION | TAKES_LOADS | TAKES_UNIT,
  .points    = "stage",
  .step      = &reduced,
  .gauss     = stepper_gauss,
  .exactness = stepper_exactness,
  .run       = stepper_run,
};

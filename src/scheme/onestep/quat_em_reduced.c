/* The scheme quat_em without multiplier: Betsch and Siebert (2009, sect. 4.5), unknowns dx, theta and p_{n+1}.
 *
 * The equations of rotation are their eq. (52)_1 and eq. (53). Equation numbers are theirs. */
#include "base/quat.h"
#include "body/quaternion.h"
#include "scheme/onestep/stepper.h"
#include "scheme/schemes.h"

enum { REDUCED = INCREMENT + 4 };

/* Unit of p, for unknowns of order one. */
static double momentum_unit(const Stepper *s, int i)
{
  return s->system->scale_z[stepper_at(s, i) + at_p(stepper_body(s, i))];
}

/* Constant velocity, and p = 2 q o (0, J Omega). */
static void reduced_guess(const Stepper *s, double *x)
{
  increment_guess(s, x);
  for (int i = 0; i < s->n; i++, x += REDUCED) {
    const Body *body = stepper_body(s, i);
    double      r[4], q[4], Pi[4] = {0};
    quat_exp(x + 3, r);
    quat_multiply(s->now[i].q, r, q);
    mat3_apply(body->J, s->now[i].omega, Pi + 1);
    quat_multiply(q, Pi, x + INCREMENT);
    for (int j = 0; j < 4; j++) x[INCREMENT + j] *= 2.0 / momentum_unit(s, i);
  }
}

/* Terms of both equations of rotation: y = W (pi_n + pi_{n+1}) / 8 with pi = conj(q) o p. */
typedef struct {
  double q[4], p[4]; /* in the middle */
  double y[4], y_bar[4];
  double balance[4]; /* p_{n+1} - p_n + h (p o conj(y) - g) */
} Reduced;

/* y = W a / 8 and its conjugate, W = diag(1/I0, inertia^-1). */
static void reduced_weigh(const Body *body, const double a[4], double y[4], double y_bar[4])
{
  quaternion_weigh(body, a, y);
  for (int j = 0; j < 4; j++) {
    y[j] *= 0.125;
    y_bar[j] = j == 0 ? y[j] : -y[j];
  }
}

/* Fills the terms for p_{n+1} = p1 and the generalised force g. */
static void reduced_middle(const Stepper *s, int i, const double g[4], const double p1[4], Reduced *m)
{
  const Body   *body = stepper_body(s, i);
  const double *q0 = s->now[i].q, *q1 = s->next[i].q, *p0 = s->z + stepper_at(s, i) + at_p(body);
  double        sum[4], product[4];

  quat_multiply_conjugate(q0, p0, sum);
  quat_multiply_conjugate(q1, p1, product);
  vec_add(4, 1.0, product, sum);
  reduced_weigh(body, sum, m->y, m->y_bar);
  for (int j = 0; j < 4; j++) {
    m->q[j] = 0.5 * (q0[j] + q1[j]);
    m->p[j] = 0.5 * (p0[j] + p1[j]);
  }
  quat_multiply(m->p, m->y_bar, product);
  for (int j = 0; j < 4; j++) m->balance[j] = p1[j] - p0[j] + s->h * (product[j] - g[j]);
}

/* Seven equations of rotation: q_{n+1} - q_n - h q_{n+1/2} o y = 0, eq. (52)_1, then G(q_{n+1/2}) balance = 0, eq. (53), with
 * G(q) v = vec(conj(q) o v). */
static void reduced_rotation(const Stepper *s, int i, const double g[4], const double p1[4], double r[7])
{
  Reduced m;
  double  product[4], turn[4];

  reduced_middle(s, i, g, p1, &m);
  quat_multiply(m.q, m.y, product);
  for (int j = 0; j < 4; j++) r[j] = s->next[i].q[j] - s->now[i].q[j] - s->h * product[j];
  quat_multiply_conjugate(m.q, m.balance, turn);
  for (int j = 0; j < 3; j++) r[4 + j] = turn[1 + j] / momentum_unit(s, i);
}

/* Derivatives of these equations along the changes of q_{n+1}, p_{n+1} and g. */
static void reduced_rotation_rate(const Stepper *s, int i, const Reduced *m, const double p1[4], const double dp1[4],
                                  const double dg[4], double dr[7])
{
  const double *dq = s->dq[i];
  double        sum[4], dy[4], dy_bar[4], product[4], other[4], change[4];

  quat_multiply_conjugate(dq, p1, sum);
  quat_multiply_conjugate(s->next[i].q, dp1, product);
  vec_add(4, 1.0, product, sum);
  reduced_weigh(stepper_body(s, i), sum, dy, dy_bar);
  quat_multiply(dq, m->y, product);
  quat_multiply(m->q, dy, other);
  for (int j = 0; j < 4; j++) dr[j] = dq[j] - s->h * (0.5 * product[j] + other[j]);
  quat_multiply(dp1, m->y_bar, product);
  quat_multiply(m->p, dy_bar, other);
  for (int j = 0; j < 4; j++) change[j] = dp1[j] + s->h * (0.5 * product[j] + other[j] - dg[j]);
  quat_multiply_conjugate(dq, m->balance, product);
  quat_multiply_conjugate(m->q, change, other);
  for (int j = 0; j < 3; j++) dr[4 + j] = (0.5 * product[1 + j] + other[1 + j]) / momentum_unit(s, i);
}

/* Ten equations per body: midpoint rule for x, eq. (52)_1, eq. (53). */
static void reduced_residual(Stepper *s, const double *x, double *r)
{
  increment_position(s, x);
  increment_load(s);
  for (int i = 0; i < s->n; i++, x += REDUCED, r += REDUCED) {
    double F[3], g[4], p1[4];
    increment_split(s, i, s->load, F, g);
    increment_translate(s, i, F, x, r);
    for (int j = 0; j < 4; j++) p1[j] = momentum_unit(s, i) * x[INCREMENT + j];
    reduced_rotation(s, i, g, p1, r + 3);
  }
}

/* Derivative of the ten equations along dx. */
static void reduced_tangent(Stepper *s, const double *x, const double *dx, double *dr)
{
  increment_rate(s, x, dx, 0.5, true);
  for (int i = 0; i < s->n; i++, x += REDUCED, dx += REDUCED, dr += REDUCED) {
    double  F[3], g[4], dF[3], dg[4], p1[4], dp1[4];
    Reduced m;
    increment_split(s, i, s->load, F, g);
    increment_split(s, i, s->dload, dF, dg);
    increment_translate_rate(s, i, dF, dx, dr);
    for (int j = 0; j < 4; j++) {
      p1[j]  = momentum_unit(s, i) * x[INCREMENT + j];
      dp1[j] = momentum_unit(s, i) * dx[INCREMENT + j];
    }
    reduced_middle(s, i, g, p1, &m);
    reduced_rotation_rate(s, i, &m, p1, dp1, dg, dr + 3);
  }
}

static const StepOps quat_em_reduced = {.unknowns = REDUCED,
                                        .energy   = ENERGY_GRAVITY,
                                        .angular  = ANGULAR_MIDPOINT,
                                        .guess    = reduced_guess,
                                        .residual = reduced_residual,
                                        .tangent  = reduced_tangent,
                                        .step     = increment_step};

STEP_SCHEME(quat_em_reduced, "quat_em_reduced", SUPPORTS_UNIT,
            "quat_em without multiplier: discrete null space and incremental rotation vector; order 2");

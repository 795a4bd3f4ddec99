/* Increments (dx, theta) as unknowns of implicit schemes: x_{n+1} = x_n + dx, q_{n+1} = q_n o exp(theta). */
#include "base/quat.h"
#include "body/quaternion.h"
#include "scheme/onestep/stepper.h"

void increment_guess(const Stepper *s, double *x)
{
  for (int i = 0; i < s->n; i++, x += s->ops->unknowns)
    for (int j = 0; j < 3; j++) {
      x[j]     = s->h * s->now[i].v[j];
      x[3 + j] = s->h * s->now[i].omega[j];
    }
}

void increment_position(Stepper *s, const double *x)
{
  for (int i = 0; i < s->n; i++) vec_copy(INCREMENT, x + i * s->ops->unknowns, s->theta[i]);
  rigid_move(s, s->now, s->theta, s->next);
}

/* State of the load: the mean of both configurations, with zero momenta. */
void increment_load(Stepper *s)
{
  for (int i = 0; i < s->n; i++) {
    const Body *body = stepper_body(s, i);
    double     *z    = s->state + stepper_at(s, i);
    vec_zero(body->nz, z);
    for (int j = 0; j < body->ntranslation; j++) z[j] = 0.5 * (s->now[i].x[j] + s->next[i].x[j]);
    for (int j = 0; j < 4; j++) z[at_q(body) + j] = 0.5 * (s->now[i].q[j] + s->next[i].q[j]);
  }
  stepper_load(s, s->t + 0.5 * s->h);
}

void increment_split(const Stepper *s, int i, const double *load, double F[3], double g[4])
{
  const Body *body = stepper_body(s, i);
  const int   at   = stepper_at(s, i);

  vec_zero(3, F);
  vec_copy(body->ntranslation, load + at, F);
  vec_copy(4, load + at + at_q(body), g);
}

const double *increment_quaternion(const Stepper *s, int i, const double *state)
{
  return state + stepper_at(s, i) + at_q(stepper_body(s, i));
}

/* F, and the moment 1/2 vec(g o conj(q)) at the mean quaternion. */
void increment_force(Stepper *s, const double *x)
{
  increment_position(s, x);
  increment_load(s);
  for (int i = 0; i < s->n; i++) {
    double g[4];
    increment_split(s, i, s->load, s->force[i], g);
    vec_zero(3, s->force[i] + 3);
    moment_add(1.0, g, increment_quaternion(s, i, s->state), s->force[i] + 3);
  }
}

void increment_step(Stepper *s)
{
  increment_force(s, s->x);
  rigid_kick(s, s->now, s->h, s->force, s->next);
  rigid_write(s, s->next, s->end);
}

/* dq_{n+1} = q_n o d exp(theta), and the same at a fraction of theta. */
void increment_rate(Stepper *s, const double *x, const double *dx, double fraction, bool mean)
{
  for (int i = 0; i < s->n; i++, x += s->ops->unknowns, dx += s->ops->unknowns) {
    const Body *body = stepper_body(s, i);
    double     *to   = s->dstate + stepper_at(s, i), theta[3], dtheta[3], r[4];
    quat_exp_rate(x + 3, dx + 3, r);
    quat_multiply(s->now[i].q, r, s->dq[i]);
    for (int j = 0; j < 3; j++) {
      theta[j]  = fraction * x[3 + j];
      dtheta[j] = fraction * dx[3 + j];
    }
    quat_exp_rate(theta, dtheta, r);
    for (int j = 0; j < body->ntranslation; j++) to[j] = fraction * dx[j];
    quat_multiply(s->now[i].q, r, to + at_q(body));
    for (int j = 0; j < 4 && mean; j++) to[at_q(body) + j] = 0.5 * s->dq[i][j];
  }
  stepper_load_rate(s);
}

void increment_translate(const Stepper *s, int i, const double F[3], const double dx[3], double r[3])
{
  for (int j = 0; j < 3; j++) r[j] = dx[j] - s->h * (s->now[i].v[j] + 0.5 * s->h / stepper_body(s, i)->mass * F[j]);
}

void increment_translate_rate(const Stepper *s, int i, const double dF[3], const double dx[3], double dr[3])
{
  for (int j = 0; j < 3; j++) dr[j] = dx[j] - 0.5 * s->h * s->h / stepper_body(s, i)->mass * dF[j];
}

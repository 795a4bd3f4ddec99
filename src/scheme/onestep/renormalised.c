/* Methods of ordinary differential equations for (x, q, v, Omega), with q divided by its length after each step.
 *
 * Programs for games, graphics and flight use them:
 *   x' = v,   q' = q o (0, Omega) / 2,   m v' = F,   J Omega' = R^T M - Omega x J Omega.
 * They conserve neither energy nor angular momentum. */
#include "base/quat.h"
#include "base/vec.h"
#include "scheme/ode/tableau.h"
#include "scheme/onestep/stepper.h"
#include "scheme/schemes.h"

enum { X = 0, Q = 3, V = 7, OMEGA = 10 }; /* the first entries of a RigidState as an array of numbers */

static double *numbers(RigidState *state)
{
  return state->x;
}

static void normalise(double q[4])
{
  const double length = vec_norm(4, q);

  for (int j = 0; j < 4; j++) q[j] /= length;
}

/* rate[n][RATE] of the states at time t; forces act on the normalised quaternion. */
static void rate_of(Stepper *s, double t, const RigidState *states, double (*rate)[RATE])
{
  memcpy(s->mid, states, (size_t)s->n * sizeof *s->mid);
  for (int i = 0; i < s->n; i++) normalise(s->mid[i].q);
  rigid_force(s, t, s->mid, s->force);
  rigid_accelerate(s, s->mid, s->force, s->accel);
  for (int i = 0; i < s->n; i++) {
    const double spin[4] = {0.0, 0.5 * states[i].omega[0], 0.5 * states[i].omega[1], 0.5 * states[i].omega[2]};
    vec_copy(3, states[i].v, rate[i] + X);
    quat_multiply(states[i].q, spin, rate[i] + Q);
    vec_copy(6, s->accel[i], rate[i] + V);
  }
}

/* to = now + h sum_j weight[j] rate_j */
static void combine(Stepper *s, int stages, const double *weight, RigidState *to)
{
  memcpy(to, s->now, (size_t)s->n * sizeof *to);
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < stages; j++)
      if (weight[j] != 0.0) vec_add(RATE, s->h * weight[j], s->stage_rate[j * s->n + i], numbers(&to[i]));
}

/* One step of an explicit Runge-Kutta method. */
static void explicit_step(Stepper *s, const Tableau *method)
{
  for (int stage = 0; stage < method->stages; stage++) {
    double c = 0.0;
    for (int j = 0; j < stage; j++) c += method->a[stage][j];
    combine(s, stage, method->a[stage], s->beyond);
    rate_of(s, stepper_time(s, c), s->beyond, s->stage_rate + stage * s->n);
  }
  combine(s, method->stages, method->b, s->next);
  for (int i = 0; i < s->n; i++) normalise(s->next[i].q);
  rigid_write(s, s->next, s->end);
}

static void rk4_unit_step(Stepper *s)
{
  explicit_step(s, &tableau_rk4);
}

/* The method of order 5 of Dormand and Prince (1980), without its error estimate: the step is that of the run. */
static void dormand_prince_step(Stepper *s)
{
  explicit_step(s, &tableau_dormand_prince);
}

/* v += h v', Omega += h Omega', then x += h v, q += h q': velocities first, positions with the new ones. */
static void semi_implicit_euler_step(Stepper *s)
{
  rate_of(s, stepper_time(s, 0.0), s->now, s->stage_rate);
  memcpy(s->next, s->now, (size_t)s->n * sizeof *s->next);
  for (int i = 0; i < s->n; i++) {
    double       *state = numbers(&s->next[i]), rate[4];
    const double *now   = s->stage_rate[i];
    vec_add(3, s->h, now + V, state + V);
    vec_add(3, s->h, now + OMEGA, state + OMEGA);
    const double spin[4] = {0.0, 0.5 * state[OMEGA], 0.5 * state[OMEGA + 1], 0.5 * state[OMEGA + 2]};
    quat_multiply(s->now[i].q, spin, rate);
    vec_add(3, s->h, state + V, state + X);
    vec_add(4, s->h, rate, state + Q);
    normalise(s->next[i].q);
  }
  rigid_write(s, s->next, s->end);
}

static const StepOps semi_implicit_euler = {.order = 1, .step = semi_implicit_euler_step};
static const StepOps rk4_unit            = {.order = 4, .step = rk4_unit_step};
static const StepOps dormand_prince      = {.order = 5, .step = dormand_prince_step};

STEP_SCHEME(semi_implicit_euler, "semi_implicit_euler", SUPPORTS_UNIT,
            "velocities, then positions, as in game engines; quaternions divided by their length; order 1");
STEP_SCHEME(rk4_unit, "rk4_unit", SUPPORTS_UNIT,
            "the classical Runge-Kutta method for (q, Omega), quaternions divided by their length; order 4");
STEP_SCHEME(
  dormand_prince, "dormand_prince", SUPPORTS_UNIT,
  "Dormand and Prince (1980) for (q, Omega) without step control, quaternions divided by their length; order 5");

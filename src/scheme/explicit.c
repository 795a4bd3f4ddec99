/* The explicit schemes of Hulbert (1992), "paper 002": one evaluation of the equations of motion after the other, none solved.
 * Translation takes the formulas of his sect. 2, which are those of the rotation without the exponential map. */
#include "base/vec.h"
#include "scheme/list.h"
#include "scheme/stepper.h"

static bool midpoint(const Stepper *s)
{
  return s->problem->method.impulse == IMPULSE_MIDPOINT;
}

/* Place of `to`: from after dt with velocity and acceleration of `from`, eq. (45), (65), (69). */
static void turns_drift(Stepper *s, const Turn *from, const Turn *rate, double dt, double half_dt2, Turn *to)
{
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 3; j++) {
      s->theta[i][j]     = dt * rate[i].v[j] + half_dt2 * s->accel[i][j];
      s->theta[i][3 + j] = dt * rate[i].omega[j] + half_dt2 * s->accel[i][3 + j];
    }
  turns_move(s, from, s->theta, to);
}

/* --- Simo and Wong, sect. 4.2 */

/* Accelerations at the start, eq. (49). */
static void start_accelerations(Stepper *s)
{
  turns_force(s, stepper_time(s, 0.0), s->now, s->force);
  turns_accelerate(s, s->now, s->force, s->accel);
}

static void simo_wong_step(Stepper *s)
{
  const double h = s->h;

  turns_drift(s, s->now, s->now, h, 0.5 * h * h, s->next);
  if (midpoint(s)) {
    turns_drift(s, s->now, s->now, 0.5 * h, 0.125 * h * h, s->mid);
    turns_force(s, s->t + 0.5 * h, s->mid, s->force);
  } else turns_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  turns_kick(s, s->now, h, s->force, s->next);
  /* eq. (48) */
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 3; j++) {
      s->accel[i][j]     = 2.0 / h * (s->next[i].v[j] - s->now[i].v[j]) - s->accel[i][j];
      s->accel[i][3 + j] = 2.0 / h * (s->next[i].omega[j] - s->now[i].omega[j]) - s->accel[i][3 + j];
    }
  turns_write(s, s->next, s->end);
}

/* --- predictor and corrector, sect. 4.3; no accelerations: s->accel stays zero */

static void predictor_corrector_step(Stepper *s)
{
  const double h = s->h;

  turns_drift(s, s->now, s->now, h, 0.0, s->next);
  if (midpoint(s)) {
    turns_drift(s, s->now, s->now, 0.5 * h, 0.0, s->mid);
    turns_force(s, s->t + 0.5 * h, s->mid, s->force);
  } else turns_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  turns_kick(s, s->now, h, s->force, s->next);
  /* eq. (55): the mean of both velocities, in s->mid */
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 3; j++) {
      s->mid[i].v[j]     = 0.5 * (s->now[i].v[j] + s->next[i].v[j]);
      s->mid[i].omega[j] = 0.5 * (s->now[i].omega[j] + s->next[i].omega[j]);
    }
  turns_drift(s, s->now, s->mid, h, 0.0, s->next);
  if (!midpoint(s)) turns_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  turns_kick(s, s->now, h, s->force, s->next);
  turns_write(s, s->next, s->end);
}

/* --- staggered, sect. 4.4 */

static void staggered_start(Stepper *s)
{
  const double h = s->h;

  start_accelerations(s);
  turns_drift(s, s->now, s->now, 0.5 * h, 0.125 * h * h, s->half);
  if (midpoint(s)) {
    turns_drift(s, s->now, s->now, 0.25 * h, h * h / 32.0, s->mid);
    turns_force(s, s->t + 0.25 * h, s->mid, s->force);
  } else turns_trapezoid(s, stepper_time(s, 0.0), s->now, s->t + 0.5 * h, s->half);
  turns_kick(s, s->now, 0.5 * h, s->force, s->half);
  memset(s->accel, 0, (size_t)s->n * sizeof *s->accel);
}

/* s->force at the end of the element; the mean of both sides where loads may jump. */
static void force_at_end(Stepper *s)
{
  const double after = s->t + s->h + 1e-9 * s->h_next;

  if (s->problem->time.ncorners > 0) turns_trapezoid(s, stepper_time(s, 1.0), s->next, after, s->next);
  else turns_force(s, s->t + s->h, s->next, s->force);
}

static void staggered_step(Stepper *s)
{
  const double h = s->h, stride = 0.5 * (h + s->h_next), t_half = s->t + 0.5 * h;

  turns_drift(s, s->now, s->half, h, 0.0, s->next);
  if (midpoint(s)) turns_force(s, t_half, s->half, s->force);
  else turns_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  turns_kick(s, s->now, h, s->force, s->next);
  turns_drift(s, s->half, s->next, stride, 0.0, s->beyond);
  if (midpoint(s)) force_at_end(s);
  else turns_trapezoid(s, t_half, s->half, t_half + stride, s->beyond);
  turns_kick(s, s->half, stride, s->force, s->beyond);
  turns_write(s, s->next, s->end);
}

/* --- Park, Chiou and Downer (1990): central differences for (v, Omega) on two grids, half a step apart, and the midpoint rule
 * for quaternions */

/* to: from after dt with the velocities of `rate` and the accelerations s->accel */
static void leap(Stepper *s, const Turn *from, const Turn *rate, double dt, Turn *to)
{
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 3; j++) {
      s->theta[i][j]     = dt * rate[i].v[j];
      s->theta[i][3 + j] = dt * rate[i].omega[j];
      to[i].v[j]         = from[i].v[j] + dt * s->accel[i][j];
      to[i].omega[j]     = from[i].omega[j] + dt * s->accel[i][3 + j];
    }
  turns_move_midpoint(s, from, s->theta, to);
}

static void park_start(Stepper *s)
{
  start_accelerations(s);
  leap(s, s->now, s->now, 0.5 * s->h, s->half);
}

static void park_step(Stepper *s)
{
  turns_force(s, s->t + 0.5 * s->h, s->half, s->force);
  turns_accelerate(s, s->half, s->force, s->accel);
  leap(s, s->now, s->half, s->h, s->next);
  force_at_end(s);
  turns_accelerate(s, s->next, s->force, s->accel);
  leap(s, s->half, s->next, 0.5 * (s->h + s->h_next), s->beyond);
  turns_write(s, s->next, s->end);
}

static const StepOps simo_wong = {.angular = ANGULAR_TRAPEZOIDAL, .start = start_accelerations, .step = simo_wong_step};
static const StepOps predictor_corrector = {.angular = ANGULAR_MIDPOINT, .step = predictor_corrector_step};
static const StepOps staggered           = {.angular = ANGULAR_ALONE, .start = staggered_start, .step = staggered_step};
static const StepOps park                = {.start = park_start, .step = park_step};

STEP_SCHEME(
  simo_wong, "simo_wong_explicit", TAKES_UNIT,
  "explicit scheme of Simo and Wong (1991), keeps angular momentum; quaternion bodies without joints, order 2");
STEP_SCHEME(predictor_corrector, "predictor_corrector", TAKES_UNIT,
            "explicit predictor-corrector scheme of Hulbert (1992), keeps angular momentum; order 2");
STEP_SCHEME(staggered, "staggered", TAKES_UNIT,
            "explicit staggered scheme of Hulbert (1992), keeps angular momentum; order 2");
STEP_SCHEME(park, "park_chiou_downer", TAKES_UNIT,
            "explicit staggered scheme of Park, Chiou and Downer (1990), keeps no momentum; order 2");

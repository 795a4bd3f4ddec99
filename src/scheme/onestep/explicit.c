/* The explicit schemes of Hulbert (1992): Simo and Wong, predictor-corrector, staggered, Park, Chiou and Downer.
 *
 * Equation numbers are Hulbert's. Translation uses the formulas of his sect. 2, which are those of rotation without exp. */
#include "base/vec.h"
#include "scheme/onestep/stepper.h"
#include "scheme/schemes.h"

/* Forces act at the middle of the step, method.impulse: midpoint. */
static bool midpoint(const Stepper *s)
{
  return s->problem->method.impulse == IMPULSE_MIDPOINT;
}

/* Configuration of `to`: that of `from` moved by theta = dt (v, Omega) + half_dt2 accel, with the velocities of `rate`: eqs. (45),
 * (65), (69). */
static void rigid_drift(Stepper *s, const RigidState *from, const RigidState *rate, double dt, double half_dt2,
                        RigidState *to)
{
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 3; j++) {
      s->theta[i][j]     = dt * rate[i].v[j] + half_dt2 * s->accel[i][j];
      s->theta[i][3 + j] = dt * rate[i].omega[j] + half_dt2 * s->accel[i][3 + j];
    }
  rigid_move(s, from, s->theta, to);
}

/* --- Simo and Wong, sect. 4.2 */

/* Accelerations of states at time t: eq. (49), J A_0 = R^T m - Omega x J Omega. */
static void accelerations(Stepper *s, double t, const RigidState *states)
{
  rigid_force(s, t, states, s->force);
  rigid_accelerate(s, states, s->force, s->accel);
}

/* The same at the start. */
static void start_accelerations(Stepper *s)
{
  accelerations(s, stepper_time(s, 0.0), s->now);
}

/* R_{n+1} = R_n exp(h Omega_n + h^2/2 A_n), L_{n+1} = L_n + h m, A_{n+1} = 2/h (Omega_{n+1} - Omega_n) - A_n: eqs. (45) to (48). */
static void simo_wong_step(Stepper *s)
{
  const double h = s->h;

  rigid_drift(s, s->now, s->now, h, 0.5 * h * h, s->next);
  if (midpoint(s)) {
    rigid_drift(s, s->now, s->now, 0.5 * h, 0.125 * h * h, s->mid);
    rigid_force(s, s->t + 0.5 * h, s->mid, s->force);
  } else rigid_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  rigid_kick(s, s->now, h, s->force, s->next);
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 3; j++) {
      s->accel[i][j]     = 2.0 / h * (s->next[i].v[j] - s->now[i].v[j]) - s->accel[i][j];
      s->accel[i][3 + j] = 2.0 / h * (s->next[i].omega[j] - s->now[i].omega[j]) - s->accel[i][3 + j];
    }
  rigid_write(s, s->next, s->end);
}

/* --- predictor-corrector, sect. 4.3; without accelerations: s->accel is zero */

/* Predicts Omega_{n+1} with R_n exp(h Omega_n), corrects with the mean of both angular velocities: eqs. (52) to (57). */
static void predictor_corrector_step(Stepper *s)
{
  const double h = s->h;

  rigid_drift(s, s->now, s->now, h, 0.0, s->next);
  if (midpoint(s)) {
    rigid_drift(s, s->now, s->now, 0.5 * h, 0.0, s->mid);
    rigid_force(s, s->t + 0.5 * h, s->mid, s->force);
  } else rigid_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  rigid_kick(s, s->now, h, s->force, s->next);
  /* eq. (55): s->mid receives the mean of both velocities */
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 3; j++) {
      s->mid[i].v[j]     = 0.5 * (s->now[i].v[j] + s->next[i].v[j]);
      s->mid[i].omega[j] = 0.5 * (s->now[i].omega[j] + s->next[i].omega[j]);
    }
  rigid_drift(s, s->now, s->mid, h, 0.0, s->next);
  if (!midpoint(s)) rigid_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  rigid_kick(s, s->now, h, s->force, s->next);
  rigid_write(s, s->next, s->end);
}

/* --- staggered, sect. 4.4 */

/* Time just after the end of the element: the one-sided limit, because loads may jump there. */
static double time_after(const Stepper *s)
{
  return s->t + s->h + 1e-9 * s->h_next;
}

/* Whether the next element has another length. The two grids are then not half a step apart any more. */
static bool step_changes(const Stepper *s)
{
  return fabs(s->h_next - s->h) > 1e-9 * s->h;
}

/* State `half` in the middle of an element of length h that begins at time t with the state `from`: eqs. (65) to (67). */
static void staggered_half(Stepper *s, double t, double h, const RigidState *from, RigidState *half)
{
  accelerations(s, t, from);
  rigid_drift(s, from, from, 0.5 * h, 0.125 * h * h, half);
  if (midpoint(s)) {
    rigid_drift(s, from, from, 0.25 * h, h * h / 32.0, s->mid);
    rigid_force(s, t + 0.25 * h, s->mid, s->force);
  } else rigid_trapezoid(s, t, from, t + 0.5 * h, half);
  rigid_kick(s, from, 0.5 * h, s->force, half);
  memset(s->accel, 0, (size_t)s->n * sizeof *s->accel);
}

static void staggered_start(Stepper *s)
{
  staggered_half(s, stepper_time(s, 0.0), s->h, s->now, s->half);
}

/* s->force at the end of the element; the mean of both one-sided limits where loads may jump. */
static void force_at_end(Stepper *s)
{
  if (s->problem->time.ncorners > 0) rigid_trapezoid(s, stepper_time(s, 1.0), s->next, time_after(s), s->next);
  else rigid_force(s, s->t + s->h, s->next, s->force);
}

/* Two grids half a step apart: the angular velocity of each rotates the other, eqs. (58) to (64). The second one starts again where the
 * length of the elements changes. */
static void staggered_step(Stepper *s)
{
  const double h = s->h, t_half = s->t + 0.5 * h;

  rigid_drift(s, s->now, s->half, h, 0.0, s->next);
  if (midpoint(s)) rigid_force(s, t_half, s->half, s->force);
  else rigid_trapezoid(s, stepper_time(s, 0.0), s->now, stepper_time(s, 1.0), s->next);
  rigid_kick(s, s->now, h, s->force, s->next);
  if (step_changes(s)) staggered_half(s, time_after(s), s->h_next, s->next, s->beyond);
  else {
    rigid_drift(s, s->half, s->next, h, 0.0, s->beyond);
    if (midpoint(s)) force_at_end(s);
    else rigid_trapezoid(s, t_half, s->half, t_half + h, s->beyond);
    rigid_kick(s, s->half, h, s->force, s->beyond);
  }
  rigid_write(s, s->next, s->end);
}

/* --- Park, Chiou and Downer (1990): central differences of (v, Omega) on two grids half a step apart, and the midpoint rule for
 * quaternions; reconstructed as docs/reference/schemes.md explains */

/* `to` = `from` moved by dt with the velocities of `rate`, by the midpoint rule for q, and accelerated by dt s->accel. */
static void leap(Stepper *s, const RigidState *from, const RigidState *rate, double dt, RigidState *to)
{
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 3; j++) {
      s->theta[i][j]     = dt * rate[i].v[j];
      s->theta[i][3 + j] = dt * rate[i].omega[j];
      to[i].v[j]         = from[i].v[j] + dt * s->accel[i][j];
      to[i].omega[j]     = from[i].omega[j] + dt * s->accel[i][3 + j];
    }
  rigid_move_midpoint(s, from, s->theta, to);
}

/* State in the middle of the first element, from Omega_0 and A_0. */
static void park_start(Stepper *s)
{
  start_accelerations(s);
  leap(s, s->now, s->now, 0.5 * s->h, s->half);
}

/* Omega_{n+1} = Omega_n + h A_{n+1/2}, q_{n+1} - q_n = h/4 (q_n + q_{n+1}) o Omega_{n+1/2}; the same for the other grid. */
static void park_step(Stepper *s)
{
  rigid_force(s, s->t + 0.5 * s->h, s->half, s->force);
  rigid_accelerate(s, s->half, s->force, s->accel);
  leap(s, s->now, s->half, s->h, s->next);
  force_at_end(s);
  rigid_accelerate(s, s->next, s->force, s->accel);
  leap(s, s->half, s->next, 0.5 * (s->h + s->h_next), s->beyond);
  rigid_write(s, s->next, s->end);
}

static const StepOps simo_wong = {.angular = ANGULAR_TRAPEZOIDAL, .start = start_accelerations, .step = simo_wong_step};
static const StepOps predictor_corrector = {.angular = ANGULAR_MIDPOINT, .step = predictor_corrector_step};
static const StepOps staggered           = {.angular = ANGULAR_ALONE, .start = staggered_start, .step = staggered_step};
static const StepOps park                = {.start = park_start, .step = park_step};

STEP_SCHEME(
  simo_wong, "simo_wong_explicit", SUPPORTS_UNIT | SUPPORTS_IMPULSE,
  "explicit scheme of Simo and Wong (1991), conserves angular momentum; quaternion bodies without joints, order 2");
STEP_SCHEME(predictor_corrector, "predictor_corrector", SUPPORTS_UNIT | SUPPORTS_IMPULSE,
            "explicit predictor-corrector scheme of Hulbert (1992), conserves angular momentum; order 2");
STEP_SCHEME(staggered, "staggered", SUPPORTS_UNIT | SUPPORTS_IMPULSE,
            "explicit staggered scheme of Hulbert (1992), conserves angular momentum; order 2");
STEP_SCHEME(park, "park_chiou_downer", SUPPORTS_UNIT,
            "explicit staggered scheme of Park, Chiou and Downer (1990), conserves no momentum; order 2");

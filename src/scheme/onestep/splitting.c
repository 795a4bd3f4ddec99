/* Splitting of rigid bodies into rotations about their principal axes, and compositions of it.
 *
 * Dullweber, Leimkuhler and McLachlan (1997); compositions of Suzuki (1990) and of Kahan and Li (1997).
 *
 * H = sum_i P.P/(2m) + sum_i Pi_1^2/(2J_1) + Pi_2^2/(2J_2) + Pi_3^2/(2J_3) + V: each part alone is solved exactly. Forces change the
 * momenta, a part of the kinetic energy turns the body about one principal axis at a constant rate and leaves L in space alone. */
#include "base/quat.h"
#include "base/vec.h"
#include "scheme/onestep/stepper.h"
#include "scheme/schemes.h"

/* Fractions of a step, symmetric; the fractions of a composition add up to 1. */
typedef struct {
  int    n;
  double fraction[9];
} Composition;

static const Composition once = {1, {1.0}};

/* Suzuki (1990), order 4: 1 / (4 - 4^(1/3)) four times, and the rest in the middle. */
#define SUZUKI 0.41449077179437573714
static const Composition fourth = {5, {SUZUKI, SUZUKI, 1.0 - 4.0 * SUZUKI, SUZUKI, SUZUKI}};

/* Kahan and Li (1997), order 6 with nine stages. */
#define KAHAN_1 0.39216144400731413928
#define KAHAN_2 0.33259913678935943860
#define KAHAN_3 (-0.70624617255763935981)
#define KAHAN_4 0.08221359629355080023
static const Composition sixth = {9,
                                  {KAHAN_1, KAHAN_2, KAHAN_3, KAHAN_4,
                                   1.0 - 2.0 * (KAHAN_1 + KAHAN_2 + KAHAN_3 + KAHAN_4), KAHAN_4, KAHAN_3, KAHAN_2,
                                   KAHAN_1}};

/* Turns body i about principal axis a for the time dt: the angle dt Pi_a / J_a, where Pi_a does not change. */
static void turn(const Stepper *s, int i, int a, double dt, RigidState *state)
{
  double R[3][3], Pi[3], theta[3], r[4], q[4];

  quat_to_matrix(state->q, R);
  mat3_apply_transpose(R, state->L, Pi);
  const double axis[3] = {s->axes[i][0][a], s->axes[i][1][a], s->axes[i][2][a]};
  const double angle   = dt * vec_dot(3, axis, Pi) / s->moments[i][a];
  for (int j = 0; j < 3; j++) theta[j] = angle * axis[j];
  quat_exp(theta, r);
  quat_multiply(state->q, r, q);
  const double length = vec_norm(4, q);
  for (int j = 0; j < 4; j++) state->q[j] = q[j] / length;
}

/* Free motion of all bodies for the time dt: exact for translation, a symmetric product of five turns for rotation. */
static void drift(Stepper *s, double dt)
{
  static const int axis[] = {0, 1, 2, 1, 0};

  for (int i = 0; i < s->n; i++) {
    vec_add(3, dt, s->next[i].v, s->next[i].x);
    for (int a = 0; a < 5; a++) turn(s, i, axis[a], a == 2 ? dt : 0.5 * dt, &s->next[i]);
  }
}

/* Half a kick, drift, half a kick for each fraction; forces at the end of one fraction start the next one. */
static void splitting_run(Stepper *s, const Composition *composition)
{
  double done = 0.0;

  memcpy(s->next, s->now, (size_t)s->n * sizeof *s->next);
  rigid_force(s, stepper_time(s, 0.0), s->next, s->force);
  for (int c = 0; c < composition->n; c++) {
    const double fraction = composition->fraction[c], dt = fraction * s->h;
    done += fraction;
    rigid_kick(s, s->next, 0.5 * dt, s->force, s->next);
    drift(s, dt);
    rigid_force(s, stepper_time(s, done), s->next, s->force);
    rigid_kick(s, s->next, 0.5 * dt, s->force, s->next);
  }
  rigid_write(s, s->next, s->end);
}

static void splitting_step(Stepper *s)
{
  splitting_run(s, &once);
}

static void splitting4_step(Stepper *s)
{
  splitting_run(s, &fourth);
}

static void splitting6_step(Stepper *s)
{
  splitting_run(s, &sixth);
}

static const StepOps splitting  = {.order = 2, .angular = ANGULAR_MIDPOINT, .step = splitting_step};
static const StepOps splitting4 = {.order = 4, .angular = ANGULAR_MIDPOINT, .step = splitting4_step};
static const StepOps splitting6 = {.order = 6, .angular = ANGULAR_MIDPOINT, .step = splitting6_step};

STEP_SCHEME(splitting, "splitting", SUPPORTS_UNIT,
            "rotations about principal axes (Dullweber, Leimkuhler and McLachlan 1997), symplectic, conserves angular "
            "momentum; order 2");
STEP_SCHEME(splitting4, "splitting4", SUPPORTS_UNIT, "Suzuki's composition of splitting, keeps the same; order 4");
STEP_SCHEME(splitting6, "splitting6", SUPPORTS_UNIT,
            "Kahan and Li's composition of splitting, keeps the same; order 6");

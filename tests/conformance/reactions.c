/* Reactions against Newton and Euler: every joint at one state in every formulation, and closed forms along a motion. */
#include "base/vec.h"
#include "built.h"
#include "diag/reaction.h"
#include "measure.h"
#include "models.h"
#include "start/initial.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

/* --- dP/dt and dL/dt of each body from the rate of its state, against gravity and the joint's reaction */

/* P and L are at most quadratic in z: a central difference along the rate is exact. */
static void momentum_rates(const System *sys, int b, const double *z, const double *rate, double dP[3], double dL[3])
{
  const Body *body = &sys->bodies[b];
  double      near[2][BODY_NZ], P[2][3], L[2][3];

  for (int side = 0; side < 2; side++) {
    vec_copy(body->nz, z + sys->start[b], near[side]);
    vec_add(body->nz, side ? 1.0 : -1.0, rate + sys->start[b], near[side]);
    body->ops->momenta(body, near[side], P[side], L[side]);
  }
  for (int x = 0; x < 3; x++) {
    dP[x] = 0.5 * (P[1][x] - P[0][x]);
    dL[x] = 0.5 * (L[1][x] - L[0][x]);
  }
}

static void second_point(const System *sys, const ConstraintGroup *joint, const double *z, double x[3])
{
  const int b        = joint->body[1];
  double    F[FRAME] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

  if (b != GROUND) sys->bodies[b].ops->frame(&sys->bodies[b], z + sys->start[b], F, NULL);
  vec_copy(3, F, x);
  for (int i = 0; i < 3; i++) vec_add(3, joint->geometry.point[1][i], F + 3 + 3 * i, x);
}

static void check_newton_euler(Problem *problem, const char *name)
{
  System     sys;
  SystemWork work;
  bool       solved;
  double     z[64], lambda[64], rate[64], theta[64], theta_v[64], zero[64] = {0}, force[3], torque[3], x[3], moment[3];

  built_system(problem, name, &sys);
  TEST_ASSERT_TRUE(system_work_create(&sys, &work));
  system_initial(&sys, problem, z);
  TEST_ASSERT_EQUAL_INT(0, initial_project(&sys, sys.t0, z, &solved));
  TEST_ASSERT_EQUAL_INT(0, initial_multipliers(&sys, sys.t0, z, lambda, &solved));
  TEST_ASSERT_TRUE_MESSAGE(solved, name);
  SystemPoint point = {.rate = rate, .theta = theta, .theta_v = theta_v};
  system_evaluate(&sys, z, zero, lambda, &work, &point);
  const ConstraintGroup *joint = &sys.groups[sys.nbodies];
  reaction_find(&sys, joint, sys.t0, z, lambda, force, torque);
  TEST_ASSERT_TRUE_MESSAGE(vec_norm(3, force) > 1e-3, name);
  second_point(&sys, joint, z, x);
  vec_cross(x, force, moment);
  vec_add(3, 1.0, torque, moment); /* about the origin */
  for (int b = 0; b < sys.nbodies; b++) {
    double       dP[3], dL[3], weight[3], center[3], fall[3], F[FRAME];
    const double sign = b == joint->body[1] ? 1.0 : b == joint->body[0] ? -1.0 : 0.0;
    if (joint->joint->force == PUSH_GROUND && b == joint->body[0]) continue; /* the ground takes a part */
    sys.bodies[b].ops->frame(&sys.bodies[b], z + sys.start[b], F, NULL);
    for (int i = 0; i < 3; i++) {
      weight[i] = sys.bodies[b].mass * sys.gravity[i];
      center[i] = F[i];
    }
    vec_cross(center, weight, fall);
    momentum_rates(&sys, b, z, rate, dP, dL);
    for (int i = 0; i < 3; i++) {
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, weight[i] + sign * force[i], dP[i], name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, fall[i] + sign * moment[i], dL[i], name);
    }
  }
  system_work_destroy(&work);
  system_destroy(&sys);
}

static void test_newton_euler_of_every_joint(void)
{
  static const int sides[][2] = {{0, 1}, {GROUND, 1}, {0, GROUND}};

  for (int j = 0; joint_list[j]; j++)
    for (int a = 0; a < model_nvariants; a++)
      for (int b = 0; b < model_nvariants; b++)
        for (int s = 0; s < 3; s++) {
          const ModelVariant *v[2] = {&model_variants[a], &model_variants[b]};
          bool                fits = v[0]->psi == v[1]->psi && (s == 0 || a == b);
          for (int i = 0; i < 2; i++) {
            if (strcmp(v[i]->formulation, "particle") == 0 && joint_list[j]->moment != MOMENT_NONE) fits = false;
            if (!v[i]->rigid || v[i]->translation == TRANSLATION_FIXED) fits = false;
          }
          if (s == 0 && strcmp(v[0]->formulation, "particle") == 0 && strcmp(v[1]->formulation, "particle") == 0)
            fits = false; /* they fall together, without a force */
          if (!fits) continue;
          Problem problem;
          char    name[512], of[2][200];
          for (int i = 0; i < 2; i++) model_variant_name(v[i], of[i], sizeof of[i]);
          snprintf(name, sizeof name, "%s, sides %d %d: %s; %s", joint_list[j]->name, sides[s][0], sides[s][1], of[0],
                   of[1]);
          model_pair(v[0], v[1], joint_list[j]->name, sides[s][0], sides[s][1], &problem);
          for (int i = 0; i < 2; i++) { /* a particle takes no moment: it sits in the joint's point */
            const ProblemJoint *joint = problem.joints;
            const double       *at    = joint->body[1] == i && !isnan(joint->at2[0]) ? joint->at2 : joint->at;
            if (strcmp(v[i]->formulation, "particle") == 0) vec_copy(3, at, problem.bodies[i].position);
          }
          check_newton_euler(&problem, name);
          problem_clear(&problem);
        }
}

/* --- pendulum: theta'' = (m g l / I) cos theta below the horizontal, by fine Runge-Kutta steps */

static const double mass = 2.0, arm = 1.0, about_pivot = 1.5 + 2.0, fall = 10.0;

typedef struct {
  double t, theta, omega, error;
  double sign; /* -1: the reaction on the ground is looked at */
} Swing;

static double swing_rate(double theta)
{
  return mass * fall * arm / about_pivot * cos(theta);
}

static void swing_step(double h, Swing *s)
{
  const double k1 = s->omega, l1 = swing_rate(s->theta);
  const double k2 = s->omega + 0.5 * h * l1, l2 = swing_rate(s->theta + 0.5 * h * k1);
  const double k3 = s->omega + 0.5 * h * l2, l3 = swing_rate(s->theta + 0.5 * h * k2);
  const double k4 = s->omega + h * l3, l4 = swing_rate(s->theta + h * k3);

  s->theta += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  s->omega += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
  s->t += h;
}

static void swing_seen(void *context, const System *sys, const double *row)
{
  Swing       *s    = context;
  const int    n    = 20 + (int)((row[0] - s->t) / 2e-4);
  const double span = row[0] - s->t;

  (void)sys;
  for (int i = 0; i < n; i++) swing_step(span / n, s);
  s->t           = row[0];
  const double a = swing_rate(s->theta), w2 = s->omega * s->omega, c = cos(s->theta), d = sin(s->theta);
  const double force[6] = {-mass * arm * (w2 * c + a * d), 0, mass * arm * (w2 * d - a * c) + mass * fall, 0, 0, 0};
  for (int i = 0; i < 6; i++) s->error = fmax(s->error, fabs(s->sign * row[1 + i] - force[i]));
}

/* Order k + 1 at Gauss points, on the body and on the ground. */
static void test_pendulum(void)
{
  static const char *const forms[] = {"quaternion", "director"}, *const bodies[] = {"[ground, b]", "[b, ground]"};

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 3; k++) {
      double h[3], error[3];
      char   yaml[800], text[200];
      for (int i = 0; i < 3; i++) {
        const int elements = (k == 1 ? 40 : 15) << i;
        Swing     swing    = {.sign = f == 0 ? 1.0 : -1.0};
        Measured  m;
        snprintf(yaml, sizeof yaml,
                 "time: {end: 1, step: 0.01}\n"
                 "gravity: [0, 0, -10]\n"
                 "bodies:\n"
                 "  - {name: b, mass: 2, inertia: [1, 1.5, 2], position: [1, 0, 0], formulation: %s}\n"
                 "joints:\n"
                 "  - {name: j, type: revolute, bodies: %s, at: [0, 0, 0], axis: [0, 1, 0]}\n",
                 forms[f], bodies[f]);
        measure_reactions(&m, yaml, swing_seen, &swing, "method.degree=%d time.elements=%d", k, elements);
        h[i]     = 1.0 / elements;
        error[i] = swing.error;
      }
      const double order = measure_order(3, h, error);
      snprintf(text, sizeof text, "%s, k = %d: order %.3f, error %.2e", forms[f], k, order, error[2]);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, k + 1.0, order, text);
    }
}

/* --- a rod that turns about e3 with 2 rad/s: centripetal force, its weight on a lever, and an unbalanced J13 */

static void rod_seen(void *context, const System *sys, const double *row)
{
  const double w = 2.0, m = 3.0, r = 0.7, g = 9.0, J13 = 0.2, c = cos(w * row[0]), s = sin(w * row[0]);
  const double force[3] = {-m * w * w * r * c, -m * w * w * r * s, m * g};
  /* M + r e_r x (-m g e3) = w e3 x J w e3 = w^2 J13 e_t, e_r x e3 = -e_t */
  const double about_t   = w * w * J13 - m * g * r;
  const double moment[3] = {-s * about_t, c * about_t, 0.0};
  double      *error     = context;

  (void)sys;
  for (int i = 0; i < 3; i++) *error = fmax(*error, fmax(fabs(row[1 + i] - force[i]), fabs(row[4 + i] - moment[i])));
}

static void test_rotating_rod(void)
{
  static const char *const forms[] = {"quaternion", "director"};

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 3; k++) {
      double h[3], error[3] = {0};
      char   yaml[800], text[200];
      for (int i = 0; i < 3; i++) {
        const int elements = (k == 1 ? 40 : 15) << i;
        Measured  m;
        snprintf(
          yaml, sizeof yaml,
          "time: {end: 1, step: 0.01}\n"
          "gravity: [0, 0, -9]\n"
          "bodies:\n"
          "  - {name: rod, mass: 3, inertia: [[0.5, 0, 0.2], [0, 0.9, 0], [0.2, 0, 0.8]], position: [0.7, 0, 0],\n"
          "     velocity: [0, 1.4, 0], angular_velocity: [0, 0, 2], formulation: %s}\n"
          "joints:\n"
          "  - {name: j, type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}\n",
          forms[f]);
        measure_reactions(&m, yaml, rod_seen, &error[i], "method.degree=%d time.elements=%d", k, elements);
        h[i] = 1.0 / elements;
      }
      const double order = measure_order(3, h, error);
      snprintf(text, sizeof text, "%s, k = %d: order %.3f, error %.2e", forms[f], k, order, error[2]);
      TEST_ASSERT_TRUE_MESSAGE(order > k + 1.0 - 0.35, text);
    }
}

/* --- four-bar that hangs at rest: links of 2 m, a coupler of 1 m with its centre of mass at a quarter */

static void four_bar_seen(void *context, const System *sys, const double *row)
{
  const double g = 10.0, link[2] = {2.0, 3.0}, coupler = 4.0;
  const double left = 0.75 * coupler * g, right = 0.25 * coupler * g;
  /* on the second body: a: ground - left, b: left - coupler, c: coupler - right, d: ground - right */
  const double vertical[4] = {link[0] * g + left, left, -right, link[1] * g + right};
  double      *error       = context;

  (void)sys;
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 6; i++) *error = fmax(*error, fabs(row[1 + 6 * j + i] - (i == 2 ? vertical[j] : 0.0)));
}

static void test_four_bar_statics(void)
{
  static const char *const forms[] = {"quaternion", "director"};

  for (int f = 0; f < 2; f++) {
    char     yaml[1200];
    double   error = 0.0;
    Measured m;
    snprintf(yaml, sizeof yaml,
             "time: {end: 0.2, step: 0.1}\n"
             "method: {degree: 2}\n"
             "gravity: [0, 0, -10]\n"
             "bodies:\n"
             "  - {name: left, mass: 2, inertia: [0.7, 0.7, 0.1], position: [0, 0, -1], formulation: %s}\n"
             "  - {name: coupler, mass: 4, inertia: [0.1, 0.4, 0.4], position: [0.25, 0, -2], formulation: %s}\n"
             "  - {name: right, mass: 3, inertia: [0.9, 0.9, 0.1], position: [1, 0, -1], formulation: %s}\n"
             "joints:\n"
             "  - {name: a, type: revolute, bodies: [ground, left], at: [0, 0, 0], axis: [0, 1, 0]}\n"
             "  - {name: b, type: revolute, bodies: [left, coupler], at: [0, 0, -2], axis: [0, 1, 0]}\n"
             "  - {name: c, type: spherical, bodies: [coupler, right], at: [1, 0, -2]}\n"
             "  - {name: d, type: cylindrical, bodies: [ground, right], at: [1, 0, 0], axis: [0, 1, 0]}\n",
             forms[f], forms[f], forms[f]);
    measure_reactions(&m, yaml, four_bar_seen, &error, "%s", "");
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, error);
  }
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_newton_euler_of_every_joint);
  RUN_TEST(test_pendulum);
  RUN_TEST(test_rotating_rod);
  RUN_TEST(test_four_bar_statics);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

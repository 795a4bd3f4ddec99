/* Torsion springs through several turns, against closed forms: J x'' + c x' + k (x - x0) = 0. */
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <petscsys.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

/* J = 2, k = 8, start at x = 0 with 30 rad/s: an amplitude of 15 rad, 2.4 turns to each side. */
static const char wheel[] =
  "time: {end: 4, step: 0.05}\n"
  "bodies: [{name: a, mass: 1, inertia: [1, 1.2, 2], angular_velocity: [0, 0, 30]}]\n"
  "loads: [{name: coil, type: torsion, bodies: [ground, a], stiffness: 8, axis_body: [[0, 0, 1], [0, 0, 1]]}]\n";

/* x(t) from x(0) = 0 and the speed v. */
static double exact(double J, double k, double c, double x0, double v, double t)
{
  const double d = c / (2.0 * J), w = sqrt(k / J - d * d);

  return x0 + exp(-d * t) * (-x0 * cos(w * t) + (v - d * x0) / w * sin(w * t));
}

static double turned(const Measured *m, int b)
{
  return atan2(m->end[b].R[1][0], m->end[b].R[0][0]);
}

static double wrapped(double angle)
{
  return fabs(remainder(angle, 2.0 * acos(-1.0)));
}

static void check_order(const char *yaml, const char *set, int k, double angle, int (*of)[2], const char *name)
{
  double h[3], error[3];
  char   text[400];

  for (int i = 0; i < 3; i++) {
    const int elements = (k == 1 ? 400 : 100) * (2 + i);
    Measured  m;
    measure_text(&m, yaml, "method.degree=%d time.step= time.elements=%d %s", k, elements, set);
    h[i]     = 1.0 / elements;
    error[i] = wrapped(turned(&m, (*of)[1]) - ((*of)[0] < 0 ? 0.0 : turned(&m, (*of)[0])) - angle);
  }
  const double order = measure_order(3, h, error);
  snprintf(text, sizeof text, "%s, %s, k = %d: order %.3f, error %.2e", name, set, k, order, error[2]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, 2.0 * k, order, text);
}

static void test_one_body(void)
{
  int one[2] = {-1, 0};

  for (int k = 1; k <= 2; k++) {
    check_order(wheel, "", k, exact(2, 8, 0, 0, 30, 4), &one, "spring");
    check_order(wheel, "bodies.a.formulation=director", k, exact(2, 8, 0, 0, 30, 4), &one, "spring");
    check_order(wheel, "loads.coil.damping=0.3", k, exact(2, 8, 0.3, 0, 30, 4), &one, "spring and damper");
  }
}

/* A rest angle of more than a turn: the spring is wound up at the start. */
static void test_wound_up(void)
{
  int one[2] = {-1, 0};

  check_order(wheel, "loads.coil.angle=7 bodies.a.angular_velocity=[0,0,0]", 2, exact(2, 8, 0, 7, 0, 4), &one, "wound");
  check_order(wheel, "loads.coil.angle=-9 bodies.a.angular_velocity=[0,0,0]", 2, exact(2, 8, 0, -9, 0, 4), &one,
              "wound");
}

/* Two bodies turn against each other with the reduced inertia 2 3 / (2 + 3). */
static void test_two_bodies(void)
{
  static const char pair[] =
    "time: {end: 4, step: 0.05}\n"
    "bodies:\n"
    "  - {name: a, mass: 1, inertia: [1, 1.2, 2], angular_velocity: [0, 0, -5]}\n"
    "  - {name: b, formulation: director, mass: 2, inertia: [2, 1.9, 3], position: [0, 0, 1], angular_velocity: [0, 0, 20]}\n"
    "loads: [{name: coil, type: torsion, bodies: [a, b], stiffness: 8, axis_body: [[0, 0, 1], [0, 0, 1]]}]\n";
  int      sides[2] = {0, 1};
  Measured m;

  for (int k = 1; k <= 2; k++) {
    check_order(pair, "", k, exact(1.2, 8, 0, 0, 25, 4), &sides, "two bodies");
    check_order(pair, "loads.coil.damping=0.3", k, exact(1.2, 8, 0.3, 0, 25, 4), &sides, "two bodies");
  }
  measure_text(&m, pair, "method.degree=2 method.gauss=2 loads.coil.damping=0.3");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, drift_angular(&m.drift));
}

/* Every kind of scheme follows the angle: stepping, windows, one-step methods with and without own forces. */
static void test_schemes(void)
{
  static const struct {
    const char *set;
    double      within;
  } runs[] = {{"method.scheme=mG method.degree=3", 1e-5},
              {"method.scheme=mG method.degree=2 method.window=all", 1e-2},
              {"method.scheme=mG method.degree=2 method.window=7", 1e-2},
              {"method.scheme=em method.degree=3", 1e-5},
              {"method.scheme=BG method.degree=3 method.window=10", 1e-2},
              {"method.scheme=BG method.degree=3 method.multipliers=continuous time.end=3", 1e-2},
              {"method.scheme=BG method.degree=3 method.window=10 solver.guess=grow", 1e-2},
              {"method.scheme=dir_em bodies.a.formulation=director time.step=0.004", 3e-2},
              {"method.scheme=rattle bodies.a.formulation=director time.step=0.001", 3e-2},
              {"method.scheme=gauss6", 1e-2},
              {"method.scheme=rk4 time.step=0.005", 1e-2},
              {"method.scheme=quat_vi time.step=0.002", 3e-2},
              {"method.scheme=algo_c1 time.step=0.002", 3e-2},
              {"method.scheme=velocity_dae bodies.a.kinetic=scalable time.step=0.002", 3e-2}};

  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    Measured m;
    measure_text(&m, wheel, "time.step=0.025 %s", runs[i].set);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(runs[i].within, 0.0,
                                      wrapped(turned(&m, 0) - exact(2, 8, 0, 0, 30, m.status.time)), runs[i].set);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(runs[i].within, 0.0, m.drift.H / 900.0, runs[i].set);
  }
}

/* Free motion is the motion of least effort; the first-order conditions find it through its turns. */
static void test_optimal_control(void)
{
  char     yaml[1000];
  Measured m;

  snprintf(yaml, sizeof yaml, "%scontrols: [{name: u, type: torque, body: a, axis: [0, 0, 1]}]\n%s", wheel,
           "objective: [{effort: {controls: [u], weight: 1}}]\n");
  measure_text(&m, yaml, "method.degree=2 method.window=all time.step=0.025 time.end=2");
  TEST_ASSERT_EQUAL_INT(RUN_DONE, m.status.verdict);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, m.status.optimum.cost);
  TEST_ASSERT_DOUBLE_WITHIN(1e-2, 0.0, wrapped(turned(&m, 0) - exact(2, 8, 0, 0, 30, 2)));
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_one_body);
  RUN_TEST(test_wound_up);
  RUN_TEST(test_two_bodies);
  RUN_TEST(test_schemes);
  RUN_TEST(test_optimal_control);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

/* Loads against closed forms: order 2k, energy balance, momenta; quaternion and director give one motion. */
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const formulations[] = {"quaternion", "director"};

/* Fitted order of the error that `error_of` finds at the end of runs with n, 1.5 n, 2 n elements. */
typedef double (*ErrorOf)(const Measured *m);

static void check_order(const char *yaml, const char *set, int k, int n, ErrorOf error_of, const char *name)
{
  double h[3], error[3];
  char   text[600];

  for (int i = 0; i < 3; i++) {
    const int elements = n * (2 + i) / 2;
    Measured  m;
    measure_text(&m, yaml, "method.degree=%d time.elements=%d %s", k, elements, set);
    h[i]     = 1.0 / elements;
    error[i] = error_of(&m);
  }
  const double order = measure_order(3, h, error);
  snprintf(text, sizeof text, "%s, k = %d: order %.3f, error %.2e", name, k, order, error[2]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, 2.0 * k, order, text);
}

/* --- springs: m x'' + c x' + k (x - l) = 0 along a line */

static const char oscillator[] =
  "time: {end: 2, step: 0.1}\n"
  "bodies: [{name: a, formulation: particle, mass: 2, position: [1.5, 0, 0], velocity: [0.3, 0, 0]}]\n"
  "loads: [{name: s, type: spring, bodies: [ground, a], stiffness: 8, damping: 0, length: 1}]\n";

/* x = 1 + e^{-d t} (a cos w t + (v + d a) / w sin w t), w^2 = k/m - d^2, d = c / 2m */
static double oscillator_exact(double c)
{
  const double m = 2.0, k = 8.0, a = 0.5, v = 0.3, t = 2.0, d = c / (2.0 * m), w = sqrt(k / m - d * d);

  return 1.0 + exp(-d * t) * (a * cos(w * t) + (v + d * a) / w * sin(w * t));
}

static double oscillator_error(const Measured *m)
{
  return fabs(m->end[0].position[0] - oscillator_exact(0.0));
}

static double damped_error(const Measured *m)
{
  return fabs(m->end[0].position[0] - oscillator_exact(0.9));
}

static void test_oscillator(void)
{
  for (int k = 1; k <= 3; k++) {
    check_order(oscillator, "", k, 8, oscillator_error, "spring");
    check_order(oscillator, "loads.0.damping=0.9", k, 8, damped_error, "spring and damper");
  }
}

/* The same law between two bodies: the distance moves with the reduced mass, their centre of mass stays. */
static const char pair[] =
  "time: {end: 2, step: 0.1}\n"
  "bodies:\n"
  "  - {name: a, formulation: quaternion, mass: 3, inertia: [1, 1, 1]}\n"
  "  - {name: b, formulation: director, mass: 6, inertia: [1, 1.1, 1.2], position: [1.5, 0, 0], velocity: [0.2, 0, 0]}\n"
  "loads: [{name: s, type: spring, bodies: [a, b], stiffness: 8, damping: 0.9, length: 1}]\n";

static double pair_error(const Measured *m)
{
  const double gap = m->end[1].position[0] - m->end[0].position[0], c = 0.9, k = 8, mu = 2, t = 2;
  const double d = c / (2 * mu), w = sqrt(k / mu - d * d), a = 0.5, v = 0.2;

  return fabs(gap - 1.0 - exp(-d * t) * (a * cos(w * t) + (v + d * a) / w * sin(w * t)));
}

static void test_pair(void)
{
  Measured m;

  for (int k = 1; k <= 2; k++) check_order(pair, "", k, 8, pair_error, "spring between bodies");
  measure_text(&m, pair, "method.degree=2");
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_linear(&m.drift));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 1.0 + 4.0 / 15.0, (m.end[0].position[0] * 3 + m.end[1].position[0] * 6) / 9);
}

/* --- torque about a principal axis: J theta'' = tau(t) */

static const char spinner[] = "time: {end: 2, step: 0.1}\n"
                              "bodies: [{name: a, mass: 2, inertia: [1, 1.5, 2], angular_velocity: [0, 0, 0.3]}]\n"
                              "loads: [{name: t, type: torque, body: a, value: [0, 0, 3], scale: {%s}}]\n";

static double turned(const Measured *m)
{
  return atan2(m->end[0].R[1][0], m->end[0].R[0][0]);
}

static double wrapped(double angle)
{
  return fabs(remainder(angle, 2.0 * acos(-1.0)));
}

/* tau = 3 sin(2 t + 0.5) */
static double sine_error(const Measured *m)
{
  const double w = 2.0, p = 0.5, t = 2.0, acceleration = 3.0 / 2.0;
  const double theta = 0.3 * t + acceleration / w * (cos(p) * t - (sin(w * t + p) - sin(p)) / w);

  return wrapped(turned(m) - theta);
}

/* tau = 3 f with f a hat on [0, 1.3], its tip (0.7, 1): theta(2) = 0.3 t + 1.5 (area t - first moment) */
static double table_error(const Measured *m)
{
  const double area = 0.65, moment = 0.65 * (0.0 + 0.7 + 1.3) / 3.0;

  return wrapped(turned(m) - 0.6 - 1.5 * (area * 2.0 - moment));
}

static double step_error(const Measured *m)
{
  return wrapped(turned(m) - 0.6 - 1.5 * 0.5 * 1.23 * 1.23);
}

/* tau = 3 (0.2 - t + 0.7 t^2) */
static double polynomial_error(const Measured *m)
{
  return wrapped(turned(m) - 0.6 - 1.5 * (0.2 * 2.0 - 8.0 / 6.0 + 0.7 * 16.0 / 12.0));
}

static void test_torque(void)
{
  static const struct {
    const char *scale;
    ErrorOf     error;
  } cases[] = {{"sine: {omega: 2, phase: 0.5}", sine_error},
               {"table: [[0, 0], [0.7, 1], [1.3, 0]]", table_error},
               {"step: {at: 0.77}", step_error},
               {"polynomial: [0.2, -1, 0.7]", polynomial_error}};

  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    for (int f = 0; f < 2; f++)
      for (int frame = 0; frame < 2; frame++)
        for (int k = 1; k <= 2; k++) {
          char yaml[400], set[100];
          snprintf(yaml, sizeof yaml, spinner, cases[c].scale);
          snprintf(set, sizeof set, "bodies.0.formulation=%s loads.0.frame=%s", formulations[f],
                   frame ? "body" : "spatial");
          check_order(yaml, set, k, 20, cases[c].error, cases[c].scale);
        }
}

/* --- springs in an angle and in all directions */

/* J x'' + c x' + k (x - 0.6) = 0 from rest at 0, as the oscillator */
static double torsion_error(const Measured *m)
{
  const double J = 2.0, k = 6.0, c = 0.8, t = 2.0, d = c / (2.0 * J), w = sqrt(k / J - d * d);

  return fabs(turned(m) - 0.6 + 0.6 * exp(-d * t) * (cos(w * t) + d / w * sin(w * t)));
}

static void test_torsion(void)
{
  static const char yaml[] =
    "time: {end: 2, step: 0.1}\n"
    "bodies: [{name: a, mass: 2, inertia: [1, 1.5, 2]}]\n"
    "joints: [{name: j, type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}]\n"
    "loads: [{name: t, type: torsion, bodies: [ground, a], axis_body: [[0, 0, 1], [0, 0, 2]], stiffness: 6, damping: 0.8, "
    "angle: 0.6}]\n";

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 2; k++) {
      char set[100];
      snprintf(set, sizeof set, "bodies.0.formulation=%s", formulations[f]);
      check_order(yaml, set, k, 10, torsion_error, formulations[f]);
    }
}

/* Displacements of a bushing are oscillators of their own: x'' = -k_i x in the axes of the ground. */
static double bushing_error(const Measured *m)
{
  const double k[3] = {2, 3, 5}, start[3] = {0.3, -0.2, 0.4};
  double       most = 0.0;

  for (int i = 0; i < 3; i++) most = fmax(most, fabs(m->end[0].position[i] - start[i] * cos(2.0 * sqrt(k[i]))));
  return most;
}

static void test_bushing(void)
{
  static const char yaml[] =
    "time: {end: 2, step: 0.1}\n"
    "bodies: [{name: a, mass: 1, inertia: [1, 1.5, 2], position: [0.3, -0.2, 0.4]}]\n"
    "loads: [{name: b, type: bushing, bodies: [ground, a], stiffness: [2, 3, 5, 7, 11, 13]}]\n";
  Measured m;

  for (int f = 0; f < 2; f++) {
    char set[200];
    snprintf(set, sizeof set, "bodies.0.formulation=%s", formulations[f]);
    for (int k = 1; k <= 2; k++) check_order(yaml, set, k, 10, bushing_error, formulations[f]);
    /* turning too: a polynomial, so H is kept to rounding */
    measure_text(&m, yaml, "method.degree=2 bodies.0.angular_velocity=[1,-0.7,0.4] %s", set);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
  }
}

/* --- the energy balance, and one motion in both formulations */

static const char machine[] =
  "time: {end: 1, step: 0.01}\n"
  "gravity: [0.3, 0, -1]\n"
  "bodies:\n"
  "  - {name: a, mass: 2, inertia: [1.1, 0.8, 0.6], orientation: [0.8, 0.2, -0.4, 0.4], velocity: [0.1, -0.4, 0.3],\n"
  "     angular_velocity: [0.9, 0.7, -0.8]}\n"
  "  - {name: b, mass: 1.5, inertia: [0.5, 0.7, 0.9], position: [1.5, 0.2, 0.3], angular_velocity: [-0.6, 0.5, 0.7]}\n"
  "loads:\n"
  "  - {name: push, type: force, body: a, at: [0.1, 0.3, -0.2], value: [2, 1, -1], frame: body, scale: {sine: {omega: 4}}}\n"
  "  - {name: pull, type: force, body: b, at: [0.2, -0.1, 0], value: [1, 0, 3], scale: {cubic: [[0, 0], [0.3, 1], [0.8, 0]]}}\n"
  "  - {name: turn, type: torque, body: b, value: [0.5, 1, -1], frame: body, scale: {ramp: {start: 0.2, end: 0.6}}}\n"
  "  - {name: lift, type: torque, body: a, value: [0, 1, -1]}\n"
  "  - {name: hold, type: spring, bodies: [a, b], at: [[0.2, 0, 0.1], [0, -0.3, 0]], stiffness: 5, damping: 0.5, length: 1}\n"
  "  - {name: seat, type: bushing, bodies: [ground, a], stiffness: 3, damping: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}\n"
  "  - {name: bond, type: morse, bodies: [a, b], depth: 1, width: 1.2, length: 1}\n";

static void test_energy_balance(void)
{
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      Measured m;
      char     name[100];
      snprintf(name, sizeof name, "%s - %s", formulations[a], formulations[b]);
      measure_text(&m, machine, "method.degree=2 bodies.0.formulation=%s bodies.1.formulation=%s", formulations[a],
                   formulations[b]);
      TEST_ASSERT_TRUE(fabs(m.drift.W_ext) > 0.01 && m.drift.W_diss > 0.01);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_relative(m.drift.H, m.drift.scale_H), name);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, m.drift.phi_scaled, name);
    }
}

static void test_one_motion(void)
{
  Measured exact, m;

  measure_text(&exact, machine,
               "method.degree=4 time.step=0.02 bodies.0.formulation=director bodies.1.formulation=director");
  for (int k = 1; k <= 2; k++) {
    double h[3], error[3];
    for (int i = 0; i < 3; i++) {
      h[i] = 0.1 / (2 + i);
      measure_text(&m, machine, "method.degree=%d time.step=%.17g", k, h[i]);
      error[i] = measure_distance(2, &m, &exact);
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.35, 2.0 * k, measure_order(3, h, error));
  }
}

/* All at once gives what stepping gives; BG converges to it. */
static void test_global_solves(void)
{
  Measured stepping, all;
  double   h[3], error[3];

  measure_text(&stepping, machine, "method.degree=2 time.step=0.05");
  measure_text(&all, machine, "method.degree=2 time.step=0.05 method.window=all");
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, measure_distance(2, &stepping, &all));
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, stepping.drift.W_ext, all.drift.W_ext);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, stepping.drift.W_diss, all.drift.W_diss);
  measure_text(&stepping, machine, "method.degree=3 time.step=0.02");
  for (int i = 0; i < 3; i++) {
    h[i] = 0.1 / (2 + i);
    measure_text(&all, machine, "method.scheme=BG method.degree=1 method.multipliers=continuous time.step=%.17g", h[i]);
    error[i] = measure_distance(2, &stepping, &all);
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.35, 2.0, measure_order(3, h, error));
}

/* --- what acts between two bodies */

static const char molecules[] =
  "time: {end: 1, step: 0.01}\n"
  "method: {degree: 1}\n"
  "bodies:\n"
  "  - {name: a, shape: {sites: [[1, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]]}, angular_velocity: [0.3, 0.2, -0.5]}\n"
  "  - {name: b, shape: {sites: [[1, 0, 0, 0], [2, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]]}, position: [2.2, 0.1, -0.3],\n"
  "     velocity: [-0.5, 0, 0]}\n"
  "loads:\n"
  "  - {name: v, type: TYPE}\n";

/* A bushing without stiffness slows a particle down: x = x0 + v0 m / c (1 - exp(-c t / m)), with its own c in each direction. */
static double drag_error(const Measured *m)
{
  const double v[3] = {1.0, -2.0, 0.5}, c[3] = {0.5, 1.0, 2.0}, mass = 2.0;
  double       most = 0.0;

  for (int i = 0; i < 3; i++)
    most = fmax(most, fabs(m->end[0].position[i] - v[i] * mass / c[i] * (1.0 - exp(-c[i] / mass))));
  return most;
}

static void test_drag_of_particle(void)
{
  static const char yaml[] =
    "time: {end: 1, step: 0.1}\n"
    "bodies: [{name: a, formulation: particle, mass: 2, velocity: [1, -2, 0.5]}]\n"
    "loads: [{name: d, type: bushing, bodies: [ground, a], stiffness: 0, damping: [0.5, 1, 2, 0, 0, 0]}]\n";

  for (int k = 1; k <= 2; k++) check_order(yaml, "", k, 10, drag_error, "drag");
}

/* With s = k linear and angular momentum are kept to rounding; the error of H - W falls with s. */
static void test_internal_loads(void)
{
  static const char *const types[] = {
    "lennard_jones, bodies: [a, b], epsilon: 1, sigma: 0.8", "morse, bodies: [a, b], depth: 2, width: 1.5, length: 1",
    "harmonic, bodies: [a, b], stiffness: 1, length: 1.5", "coulomb, bodies: [a, b], strength: 0.7",
    "logarithmic, bodies: [a, b], strength: 0.7"};

  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
    for (int f = 0; f < 2; f++) {
      char     yaml[2048];
      Measured m, last;
      snprintf(yaml, sizeof yaml, "%s", molecules);
      snprintf(strstr(yaml, "TYPE"), 200, "%s}\n", types[t]);
      measure_text(&m, yaml, "method.gauss=1 bodies.0.formulation=%s", formulations[f]);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_linear(&m.drift), types[t]);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_angular(&m.drift), types[t]);
      for (int s = 1; s <= 4; s++) {
        last = m;
        measure_text(&m, yaml, "method.gauss=%d bodies.0.formulation=%s", s, formulations[f]);
        TEST_ASSERT_TRUE_MESSAGE(s == 1 || m.drift.H < last.drift.H || m.drift.H < 1e-13 * m.drift.scale_H, types[t]);
      }
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_relative(m.drift.H, m.drift.scale_H), types[t]);
    }
}

/* Momenta that loads from outside leave. */
static void test_symmetry(void)
{
  static const struct {
    const char *load;
    bool        linear[3];
    int         axes;
  } cases[] = {{"force, body: a, value: [2, 0, 0]", {false, true, true}, 1},
               {"force, body: a, value: [2, 0, 0], frame: body", {false, false, false}, 0},
               {"torque, body: a, value: [2, 0, 0]", {true, true, true}, 0},
               {"spring, bodies: [ground, a], at: [[0, 0, 2], [0, 0.1, 0]], stiffness: 1", {false, false, false}, 1},
               {"harmonic, bodies: [ground, a], stiffness: 1", {false, false, false}, 0},
               {"torsion, bodies: [ground, a], axis_body: [[0, 0, 1], [0, 0, 1]], stiffness: 1", {true, true, true}, 0},
               {"bushing, bodies: [ground, b], stiffness: 1", {false, false, false}, 0}};

  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    char     yaml[2048];
    Measured m;
    snprintf(yaml, sizeof yaml, "%s", molecules);
    snprintf(strstr(yaml, "TYPE"), 200, "%s}\n", cases[c].load);
    measure_text(&m, yaml, "method.gauss=1 time.end=0.2 bodies.0.formulation=director");
    for (int x = 0; x < 3; x++)
      TEST_ASSERT_EQUAL_INT_MESSAGE(cases[c].linear[x], m.drift.symmetry.linear[x], cases[c].load);
    TEST_ASSERT_EQUAL_INT_MESSAGE(cases[c].axes, m.drift.symmetry.angular_axes, cases[c].load);
    if (!isnan(drift_linear(&m.drift)))
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, 0.0, drift_linear(&m.drift), cases[c].load);
    if (cases[c].axes) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, 0.0, drift_angular(&m.drift), cases[c].load);
  }
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_oscillator);
  RUN_TEST(test_pair);
  RUN_TEST(test_torque);
  RUN_TEST(test_torsion);
  RUN_TEST(test_bushing);
  RUN_TEST(test_drag_of_particle);
  RUN_TEST(test_energy_balance);
  RUN_TEST(test_one_motion);
  RUN_TEST(test_global_solves);
  RUN_TEST(test_internal_loads);
  RUN_TEST(test_symmetry);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

/* Prescribed motion: forces and torques against Newton and Euler, paths, work, drift at nodes, the solvers side by side. */
#include "base/quat.h"
#include "base/vec.h"
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const forms[] = {"quaternion", "director"};

/* --- a free body on a path of position and orientation: the exact inverse dynamics by differences of the exact motion */

static const double box_mass = 3.0, box_at[3] = {0.2, -0.1, 0.3}, box_gravity[3] = {0.5, 0.0, -9.81};
static const double box_J[3][3] = {{1.0, 0.1, 0.2}, {0.1, 1.4, -0.15}, {0.2, -0.15, 0.9}};
#define BOX                                                                                                              \
  "time: {end: 1, step: 0.01}\n"                                                                                         \
  "gravity: [0.5, 0, -9.81]\n"                                                                                           \
  "initial: project\n"                                                                                                   \
  "bodies:\n"                                                                                                            \
  "  - {name: box, mass: 3, inertia: [[1, 0.1, 0.2], [0.1, 1.4, -0.15], [0.2, -0.15, 0.9]],\n"                           \
  "     orientation: [0.5, 0.5, -0.5, 0.5], formulation: %s}\n"                                                          \
  "motion:\n"                                                                                                            \
  "  - {name: path, type: position, body: box, at: [0.2, -0.1, 0.3], x: {sine: {amplitude: 0.7, omega: 3}},\n"           \
  "     y: {polynomial: [0.2, -1, 0.5, 0.8]}, z: {sine: {omega: 2, phase: 0.4}}}\n"                                      \
  "  - {name: turn, type: orientation, body: box, x: {sine: {amplitude: 0.9, omega: 4}}, y: {polynomial: [0, 2, -1]},\n" \
  "     z: {smooth: {start: -0.2, end: 1.3, to: 3, from: -0.06}}}\n"

static double smooth3(double s)
{
  return s * s * s * s * (35.0 - 84.0 * s + 70.0 * s * s - 20.0 * s * s * s);
}

static void box_rotation(double t, double R[3][3])
{
  const double v[3]  = {0.9 * sin(4.0 * t), 2.0 * t - t * t, -0.06 + 3.06 * smooth3((t + 0.2) / 1.5)};
  const double q0[4] = {0.5, 0.5, -0.5, 0.5};
  double       q[4], r[4];

  quat_exp(v, q);
  quat_multiply(q, q0, r);
  quat_to_matrix(r, R);
}

/* Derivative of sixth order of a function with values in R^3. */
static void difference(void (*f)(double t, double out[3]), double t, double h, double out[3])
{
  static const double weight[] = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
  double              y[3];

  vec_zero(3, out);
  for (int s = 1; s <= 3; s++)
    for (int sign = -1; sign <= 1; sign += 2) {
      f(t + sign * s * h, y);
      vec_add(3, sign * weight[s - 1] / h, y, out);
    }
}

static int row_now; /* the row of R that is differentiated */

static void box_row(double t, double out[3])
{
  double R[3][3];

  box_rotation(t, R);
  vec_copy(3, R[row_now], out);
}

/* L = R J R^T omega, with omega from R' R^T */
static void box_spin(double t, double L[3])
{
  double R[3][3], dR[3][3], S[3][3], local[3], turned[3];

  box_rotation(t, R);
  for (row_now = 0; row_now < 3; row_now++) difference(box_row, t, 4e-3, dR[row_now]);
  for (int i = 0; i < 9; i++) S[i / 3][i % 3] = vec_dot(3, dR[i / 3], R[i % 3]);
  const double omega[3] = {S[2][1], S[0][2], S[1][0]};
  mat3_apply_transpose(R, omega, local);
  mat3_apply(box_J, local, turned);
  mat3_apply(R, turned, L);
}

static void box_center(double t, double x[3])
{
  const double y[3] = {0.7 * sin(3.0 * t), 0.2 - t + 0.5 * t * t + 0.8 * t * t * t, sin(2.0 * t + 0.4)};
  double       R[3][3], r[3];

  box_rotation(t, R);
  mat3_apply(R, box_at, r);
  for (int i = 0; i < 3; i++) x[i] = y[i] - r[i];
}

static void box_velocity(double t, double v[3])
{
  difference(box_center, t, 4e-3, v);
}

/* F = m (x'' - g) at the point, M = L' - r x F */
static void box_seen(void *context, const System *sys, const double *row)
{
  double *error = context, R[3][3], r[3], force[3], torque[3], moment[3];

  (void)sys;
  difference(box_velocity, row[0], 4e-3, force);
  for (int i = 0; i < 3; i++) force[i] = box_mass * (force[i] - box_gravity[i]);
  difference(box_spin, row[0], 4e-3, torque);
  box_rotation(row[0], R);
  mat3_apply(R, box_at, r);
  vec_cross(r, force, moment);
  for (int i = 0; i < 3; i++) {
    *error = fmax(*error, fabs(row[1 + i] - force[i]) + fabs(row[4 + i]));
    *error = fmax(*error, fabs(row[7 + i]) + fabs(row[10 + i] - torque[i] + moment[i]));
  }
}

/* Forces and torques of order k + 1 at Gauss points; the path is kept and the work accounts for the energy to rounding. */
static void test_body_on_a_path(void)
{
  static const char *const windows[] = {"1", "all"};

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 3; k++)
      for (int w = 0; w < 2; w++) {
        double h[3], error[3] = {0.0};
        char   yaml[1200], text[200];
        snprintf(yaml, sizeof yaml, BOX, forms[f]);
        for (int i = 0; i < 3; i++) {
          const int elements = (k == 1 ? 40 : 12) << i;
          Measured  m;
          measure_reactions(&m, yaml, box_seen, &error[i], "method.degree=%d time.elements=%d method.window=%s", k,
                            elements, windows[w]);
          h[i] = 1.0 / elements;
          snprintf(text, sizeof text, "%s, k = %d, %d elements, window %s: Phi %.2e, Psi %.2e, H - W %.2e", forms[f], k,
                   elements, windows[w], m.drift.phi_scaled, m.drift.psi_scaled, m.drift.H / m.drift.scale_H);
          TEST_ASSERT_TRUE_MESSAGE(m.drift.phi_scaled < 1e-10 && m.drift.psi_scaled < 1e-9, text);
          TEST_ASSERT_TRUE_MESSAGE(m.drift.H < 1e-12 * m.drift.scale_H, text);
        }
        const double order = measure_order(3, h, error);
        snprintf(text, sizeof text, "%s, k = %d, window %s: order %.3f, error %.2e", forms[f], k, windows[w], order,
                 error[2]);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, k + 1.0, order, text);
      }
}

/* --- an arm of two links, both angles prescribed over several turns: torques of the textbook */

#define ARM                                                                                                            \
  "time: {end: 2, step: 0.01}\n"                                                                                       \
  "gravity: [0, -9, 0]\n"                                                                                              \
  "bodies:\n"                                                                                                          \
  "  - {name: upper, mass: 2, inertia: [0.3, 0.5, 0.6], position: [0.4, 0, 0], formulation: %s}\n"                     \
  "  - {name: lower, mass: 1.5, inertia: [0.2, 0.3, 0.25], position: [1.3, 0, 0], formulation: %s}\n"                  \
  "joints:\n"                                                                                                          \
  "  - {name: shoulder, type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: [0, 0, 1]}\n"                    \
  "  - {name: elbow, type: revolute, bodies: [upper, lower], at: [1, 0, 0], axis: [0, 0, 1]}\n"                        \
  "motion:\n"                                                                                                          \
  "  - {name: m1, type: angle, joint: shoulder, value: {smooth: {start: 0, end: 2, to: 9}}}\n"                         \
  "  - {name: m2, type: angle, joint: elbow, value: {smooth: {start: 0, end: 2, to: -15, derivatives: 4}}}\n"

/* p(s), its first and second derivative for n vanishing derivatives, by the integral of (s (1-s))^n. */
static void smooth_path(double t, double to, int n, double y[3])
{
  const double s = t / 2.0, c = n == 3 ? 140.0 : 630.0;
  double       sum = 0.0, binomial = 1.0;

  for (int j = 0; j <= n; j++) {
    sum += (j % 2 ? -1.0 : 1.0) * binomial * pow(s, n + j + 1) / (n + j + 1);
    binomial *= (double)(n - j) / (j + 1);
  }
  y[0] = to * c * sum;
  y[1] = to / 2.0 * c * pow(s * (1.0 - s), n);
  y[2] = to / 4.0 * c * n * pow(s * (1.0 - s), n - 1) * (1.0 - 2.0 * s);
}

static void arm_seen(void *context, const System *sys, const double *row)
{
  const double m1 = 2.0, c1 = 0.4, I1 = 0.6, a = 1.0, m2 = 1.5, c2 = 0.3, I2 = 0.25, g = 9.0;
  double      *error = context, p[3], q[3];

  (void)sys;
  smooth_path(row[0], 9.0, 3, p);
  smooth_path(row[0], -15.0, 4, q);
  const double c = m2 * a * c2 * cos(q[0]), s = m2 * a * c2 * sin(q[0]), J2 = I2 + m2 * c2 * c2;
  const double weight   = m2 * g * c2 * cos(p[0] + q[0]);
  const double elbow    = (J2 + c) * p[2] + J2 * q[2] + s * p[1] * p[1] + weight;
  const double shoulder = (I1 + m1 * c1 * c1 + J2 + m2 * a * a + 2.0 * c) * p[2] + (J2 + c) * q[2] -
                          s * (2.0 * p[1] + q[1]) * q[1] + (m1 * c1 + m2 * a) * g * cos(p[0]) + weight;
  for (int i = 0; i < 6; i++) { /* after the two joints */
    *error = fmax(*error, fabs(row[13 + i] - (i == 5 ? shoulder : 0.0)));
    *error = fmax(*error, fabs(row[19 + i] - (i == 5 ? elbow : 0.0)));
  }
}

static void test_arm(void)
{
  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 3; k++) {
      double h[3], error[3] = {0.0};
      char   yaml[1200], text[200];
      snprintf(yaml, sizeof yaml, ARM, forms[f], forms[f]);
      for (int i = 0; i < 3; i++) {
        const int elements = (k == 1 ? 160 : k == 2 ? 60 : 40) << i;
        Measured  m;
        measure_reactions(&m, yaml, arm_seen, &error[i], "method.degree=%d time.elements=%d", k, elements);
        h[i] = 2.0 / elements;
        snprintf(text, sizeof text, "%s, k = %d, %d elements: Phi %.2e, Psi %.2e, H - W %.2e", forms[f], k, elements,
                 m.drift.phi_scaled, m.drift.psi_scaled, m.drift.H / m.drift.scale_H);
        TEST_ASSERT_TRUE_MESSAGE(m.drift.H < 1e-12 * m.drift.scale_H, text);
        TEST_ASSERT_TRUE_MESSAGE(i < 2 || (m.drift.phi_scaled < 1e-11 && m.drift.psi_scaled < 1e-11), text);
      }
      const double order = measure_order(3, h, error);
      snprintf(text, sizeof text, "%s, k = %d: order %.3f, error %.2e", forms[f], k, order, error[2]);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, k + 1.0, order, text);
    }
}

/* Nodal values of the path are as good as the quadrature: order 2 s, here with s = k. */
static void test_drift_follows_quadrature(void)
{
  for (int k = 1; k <= 2; k++) {
    double h[3], error[3];
    char   yaml[1200], text[200];
    snprintf(yaml, sizeof yaml, ARM, "director", "director");
    for (int i = 0; i < 3; i++) {
      const int elements = 100 << i;
      Measured  m;
      measure_text(&m, yaml, "method.degree=%d method.gauss=%d time.elements=%d", k, k, elements);
      h[i]     = 2.0 / elements;
      error[i] = m.drift.phi_scaled;
    }
    const double order = measure_order(3, h, error);
    snprintf(text, sizeof text, "k = s = %d: order %.3f, drift %.2e", k, order, error[2]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, 2.0 * k, order, text);
  }
}

/* --- the global solves: mG at once is stepping; BG meets the path in the mean */

static void test_global_solves(void)
{
  for (int f = 0; f < 2; f++) {
    char     yaml[1200], text[200];
    double   h[3], error[3];
    Measured step, all;
    snprintf(yaml, sizeof yaml, ARM, forms[f], forms[f]);
    measure_text(&step, yaml, "method.degree=2 time.elements=60");
    measure_text(&all, yaml, "method.degree=2 time.elements=60 method.window=all");
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, measure_distance(2, &step, &all));
    for (int i = 0; i < 3; i++) {
      const int elements = 80 << i;
      Measured  m;
      measure_text(&m, yaml, "method.scheme=BG method.degree=2 time.elements=%d", elements);
      TEST_ASSERT_EQUAL_INT(RUN_DONE, m.status.verdict);
      const double e[2][3] = {{0.4 * cos(9.0), 0.4 * sin(9.0), 0},
                              {cos(9.0) + 0.3 * cos(-6.0), sin(9.0) + 0.3 * sin(-6.0), 0}};
      error[i]             = 0.0;
      for (int b = 0; b < 2; b++)
        for (int x = 0; x < 3; x++) error[i] = fmax(error[i], fabs(m.end[b].position[x] - e[b][x]));
      h[i] = 2.0 / elements;
    }
    const double order = measure_order(3, h, error);
    snprintf(text, sizeof text, "BG(2), %s: order %.3f, error %.2e", forms[f], order, error[2]);
    TEST_ASSERT_TRUE_MESSAGE(order > 1.65, text);
  }
}

/* --- a screw: angle and displacement of one cylindrical joint, on either side of it; both of order k + 1 */

static void screw_seen(void *context, const System *sys, const double *row)
{
  const double *sign  = context;
  double       *error = (double *)context + 1;
  const double  t = row[0], push = 2.0 * (-0.3 * 25.0 * sin(5.0 * t) + 9.81), twist = 0.7 * 6.0 * t;

  (void)sys;
  *error = fmax(*error, fabs(*sign * row[7 + 5] - twist)); /* torque of the angle about e3 */
  *error = fmax(*error, fabs(*sign * row[13 + 2] - push)); /* force of the displacement along e3 */
  *error = fmax(*error, fabs(row[7 + 2]) + fabs(row[13 + 5]));
}

static void test_screw(void)
{
  static const char *const bodies[] = {"[ground, nut]", "[nut, ground]"};

  for (int f = 0; f < 2; f++)
    for (int side = 0; side < 2; side++) {
      const double sign = side == 0 ? 1.0 : -1.0;
      double       h[3], error[3];
      char         yaml[1200];
      snprintf(yaml, sizeof yaml,
               "time: {end: 2, step: 0.02}\nmethod: {degree: 3}\ngravity: [0, 0, -9.81]\n"
               "bodies:\n"
               "  - {name: nut, mass: 2, inertia: [0.5, 0.6, 0.7], velocity: [0, 0, 1.5], formulation: %s}\n"
               "joints:\n"
               "  - {name: thread, type: cylindrical, bodies: %s, at: [0, 0, 0], axis: [0, 0, 1]}\n"
               "motion:\n"
               "  - {name: turn, type: angle, joint: thread, value: {polynomial: [0, 0, 0, %g]}}\n"
               "  - {name: lift, type: displacement, joint: thread, value: {sine: {amplitude: %g, omega: 5}}}\n",
               forms[f], bodies[side], sign, 0.3 * sign);
      for (int i = 0; i < 3; i++) {
        double   seen[2] = {sign, 0.0};
        Measured m;
        measure_reactions(&m, yaml, screw_seen, seen, "time.elements=%d", 25 << i);
        TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.3 * sin(10.0), m.end[0].position[2]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-10, cos(8.0), m.end[0].R[0][0]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-10, sin(8.0), m.end[0].R[1][0]);
        h[i]     = 2.0 / (25 << i);
        error[i] = seen[1];
      }
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, 4.0, measure_order(3, h, error), yaml);
    }
}

/* --- a pendulum whose suspension moves up and down: order 2k where the rest is free */

static double swing_rate(double t, double theta)
{
  return -(9.81 - 0.2 * 49.0 * sin(7.0 * t)) / 1.5 * sin(theta);
}

/* Angle at time T by fine Runge-Kutta steps. */
static double swing_angle(double T)
{
  const int n     = 20000;
  double    theta = 1.0, omega = 0.0;

  for (int i = 0; i < n; i++) {
    const double h = T / n, t = T * i / n;
    const double k1 = omega, l1 = swing_rate(t, theta);
    const double k2 = omega + 0.5 * h * l1, l2 = swing_rate(t + 0.5 * h, theta + 0.5 * h * k1);
    const double k3 = omega + 0.5 * h * l2, l3 = swing_rate(t + 0.5 * h, theta + 0.5 * h * k2);
    const double k4 = omega + h * l3, l4 = swing_rate(t + h, theta + h * k3);
    theta += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    omega += h / 6.0 * (l1 + 2.0 * l2 + 2.0 * l3 + l4);
  }
  return theta;
}

static void test_moving_suspension(void)
{
  const double angle = swing_angle(3.0);

  for (int k = 1; k <= 3; k++) {
    double h[3], error[3];
    char   text[200];
    for (int i = 0; i < 3; i++) {
      const int elements = (k == 1 ? 100 : k == 2 ? 30 : 15) << i;
      Measured  m;
      measure_text(&m,
                   "time: {end: 3, step: 0.01}\ngravity: [0, 0, -9.81]\ninitial: project\n"
                   "bodies:\n"
                   "  - {name: hook, formulation: particle, mass: 0.5}\n"
                   "  - {name: bob, formulation: particle, mass: 1, position: [1.2622064772118446, 0, "
                   "-0.81045345880220961]}\n"
                   "joints:\n"
                   "  - {name: rope, type: distance, bodies: [hook, bob], at_body: [[0, 0, 0], [0, 0, 0]]}\n"
                   "motion:\n"
                   "  - {name: hand, type: position, body: hook, x: {polynomial: [0]}, y: {polynomial: [0]},\n"
                   "     z: {sine: {amplitude: 0.2, omega: 7}}}\n",
                   "method.degree=%d time.elements=%d bodies[1].velocity=[0,0,1.4]", k, elements);
      h[i] = 3.0 / elements;
      error[i] =
        hypot(m.end[1].position[0] - 1.5 * sin(angle), m.end[1].position[2] + 1.5 * cos(angle) - 0.2 * sin(21.0));
      snprintf(text, sizeof text, "k = %d: H - W %.2e", k, m.drift.H / m.drift.scale_H);
      TEST_ASSERT_TRUE_MESSAGE(m.drift.H < 1e-12 * m.drift.scale_H, text);
    }
    const double order = measure_order(3, h, error);
    snprintf(text, sizeof text, "k = %d: order %.3f, error %.2e", k, order, error[2]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, 2.0 * k, order, text);
  }
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_body_on_a_path);
  RUN_TEST(test_arm);
  RUN_TEST(test_drift_follows_quadrature);
  RUN_TEST(test_global_solves);
  RUN_TEST(test_screw);
  RUN_TEST(test_moving_suspension);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

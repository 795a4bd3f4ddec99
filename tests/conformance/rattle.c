/* RATTLE: order 2, momenta and constraints to rounding, symplectic on the constraints, with joints and loads. */
#include "base/quat.h"
#include "base/vec.h"
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <petscsys.h>

void setUp(void) {}
void tearDown(void) {}

static void assert_kept(const Measured *m)
{
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_angular(&m->drift));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m->drift.phi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m->drift.psi_scaled);
}

static double order_of(const char *file, const char *body, double step)
{
  double h[4], error[4];

  for (int i = 0; i < 4; i++) {
    Measured m;
    h[i] = step / (1 << i);
    measure(&m, file, "method.scheme=rattle method.degree=1 bodies.%s.formulation=director time.step=%.17g", body,
            h[i]);
    assert_kept(&m);
    error[i] = m.error.rotation;
  }
  return measure_order(4, h, error);
}

static void test_order_2(void)
{
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 2.0, order_of("problems/free_body.yaml", "body", 0.004));
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 2.0, order_of("problems/steady_top.yaml", "top", 0.001));
}

/* Of the free body it keeps the energy too: it is the discrete body of Moser and Veselov there. */
static void test_energy_of_the_free_body(void)
{
  Measured m;

  measure(
    &m, "problems/free_body.yaml",
    "method.scheme=rattle method.degree=1 bodies.body.formulation=director time.step=0.02 time.end=20 reference=");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
  assert_kept(&m);
}

/* A double pendulum of director bodies against finite elements; the error falls fourfold. */
static void test_joints_and_loads(void)
{
  static const char *const text = "gravity: [0, 0, -9.81]\ntime: {end: 0.5, step: 0.01}\n"
                                  "bodies:\n"
                                  "  - {name: a, formulation: director, mass: 2, inertia: [0.5, 0.6, 0.3],\n"
                                  "     position: [0.5, 0, 0], angular_velocity: [0, 0, 1], velocity: [0, 0.5, 0]}\n"
                                  "  - {name: b, formulation: director, mass: 1, inertia: [0.2, 0.3, 0.3],\n"
                                  "     position: [1, 0, 0.3], velocity: [0, 1, 0]}\n"
                                  "joints:\n"
                                  "  - {name: j, type: spherical, bodies: [ground, a], at: [0, 0, 0]}\n"
                                  "  - {name: k, type: spherical, bodies: [a, b], at: [1, 0, 0]}\n"
                                  "loads:\n"
                                  "  - {name: s, type: spring, bodies: [ground, b], stiffness: 20, length: 0.5}\n"
                                  "  - {name: f, type: force, body: a, value: [1, 2, 0], scale: {sine: {omega: 3}}}\n";
  Measured                 exact, coarse, fine;

  measure_text(&exact, text, "method.degree=3");
  measure_text(&coarse, text, "method.scheme=rattle time.step=0.002");
  measure_text(&fine, text, "method.scheme=rattle time.step=0.001");
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, fine.drift.phi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, fine.drift.psi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 4.0, measure_distance(2, &exact, &coarse) / measure_distance(2, &exact, &fine));
  /* H - W by the trapezoidal rule */
  TEST_ASSERT_TRUE(fine.drift.H < 0.3 * coarse.drift.H && coarse.drift.H < 1e-3 * fine.drift.scale_H);
}

/* --- symplecticity */

static const double E[3] = {0.2, 0.1, 0.4}; /* Euler tensor tr(J)/2 - J of J = (0.5, 0.6, 0.3) */

/* Directors and their momenta E_i d_i' of a motion. */
static void canonical(const Kinematics *motion, double q[9], double p[9])
{
  for (int i = 0; i < 3; i++) {
    double unit[3] = {0}, turn[3], rate[3];
    unit[i]        = 1.0;
    vec_cross(motion->omega, unit, turn);
    mat3_apply(motion->R, turn, rate);
    for (int x = 0; x < 3; x++) {
      q[3 * i + x] = motion->R[x][i];
      p[3 * i + x] = E[i] * rate[x];
    }
  }
}

/* The motion after three steps (or none) when parameter j of the start, attitude or rate, is moved by d. */
static void moved(const char *scheme, int steps, int j, double d, double q[9], double p[9])
{
  static const double omega[3] = {0.5, 1.0, 2.0};
  double              turn[3] = {0}, start[4] = {0.6, 0.8, 0.0, 0.0}, small[4], now[4], rate[3];
  Measured            m;
  Kinematics          motion;

  vec_copy(3, omega, rate);
  *(j < 3 ? &turn[j] : &rate[j - 3]) += d;
  quat_exp(turn, small);
  quat_multiply(start, small, now);
  if (steps == 0) {
    quat_to_matrix(now, motion.R);
    vec_copy(3, rate, motion.omega);
    canonical(&motion, q, p);
    return;
  }
  measure_text(&m,
               "gravity: [0, 0, -9.81]\ntime: {end: 0.3, elements: 3}\nbodies: [{name: top, formulation: director,\n"
               "  mass: 0.7, inertia: [0.5, 0.6, 0.3], translation: fixed, center_of_mass: [0, 0.1, 0.4]}]\n",
               "method.scheme=%s bodies.top.orientation=[%.17g,%.17g,%.17g,%.17g] "
               "bodies.top.angular_velocity=[%.17g,%.17g,%.17g]",
               scheme, now[0], now[1], now[2], now[3], rate[0], rate[1], rate[2]);
  canonical(&m.end[0], q, p);
}

/* sum dq ^ dp on pairs of directions along the constraints */
static void form(const char *scheme, int steps, double out[6][6])
{
  static const double weight[4] = {1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0}, d = 2e-3;
  static const int    shift[4] = {-2, -1, 1, 2};
  double              dq[6][9] = {{0}}, dp[6][9] = {{0}};

  for (int j = 0; j < 6; j++)
    for (int i = 0; i < 4; i++) {
      double q[9], p[9];
      moved(scheme, steps, j, shift[i] * d, q, p);
      vec_add(9, weight[i] / d, q, dq[j]);
      vec_add(9, weight[i] / d, p, dp[j]);
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) out[i][j] = vec_dot(9, dq[i], dp[j]) - vec_dot(9, dp[i], dq[j]);
}

static double change_of_form(const char *scheme)
{
  double before[6][6], after[6][6], most = 0.0;

  form(scheme, 0, before);
  form(scheme, 3, after);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) most = fmax(most, fabs(after[i][j] - before[i][j]));
  return most;
}

static void test_symplecticity(void)
{
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, change_of_form("rattle"));
  TEST_ASSERT_TRUE(change_of_form("dir_em") > 1e-6);
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_order_2);
  RUN_TEST(test_energy_of_the_free_body);
  RUN_TEST(test_joints_and_loads);
  RUN_TEST(test_symplecticity);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

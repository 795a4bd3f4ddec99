/* Two-point boundary values: orders, conditions that are met, both schemes and formulations. */
#include "measure.h"
#include "nodes.h"
#include "unity.h"

#include "base/quat.h"
#include "base/vec.h"

#include <math.h>
#include <stdio.h>

static const char *const box = "problems/spinning_box.yaml", *const pendulum = "problems/physical_pendulum.yaml";

/* Exact orientation of the box at t = 1. */
static const double box_q1[4] = {-0.5143431909822589, 0.5687816197083293, 0.2358377974781140, 0.5969246889288708};

/* Orders of BG(1), BG(2), BG(3). */
static const double bg_order[] = {0, 2, 2, 4};

void setUp(void) {}
void tearDown(void) {}

#define BOX_ENDS                                                                                                       \
  "time.end=1 solver.guess=stepping boundary.start.box.position=[0,0,0] boundary.start.box.orientation=[1,0,0,0] "     \
  "boundary.end.box.position=[0,0,0] "

/* Of the angular momentum at the start, (0, 130, 29), which needs no formulation. */
static double momentum_error(const Run *run)
{
  double P[3], L[3];

  system_momenta(&run->model.system, run->z, P, L);
  return sqrt(L[0] * L[0] + pow(L[1] - 130.0, 2.0) + pow(L[2] - 29.0, 2.0)) / hypot(130.0, 29.0);
}

static void check_boundary_order(const char *method, int k, double expected, const char *end)
{
  double h[4], error[4];
  char   text[300];

  for (int m = 0; m < 4; m++) {
    const int elements = (k == 1 ? 20 : 10) << m;
    Run       run;
    run_open(&run, box, BOX_ENDS "%s method.degree=%d time.elements=%d %s", method, k, elements, end);
    h[m]     = 1.0 / elements;
    error[m] = momentum_error(&run);
    run_close(&run);
  }
  const double order = measure_order(4, h, error);
  snprintf(text, sizeof text, "%s, k = %d: order %.3f, errors %.2e %.2e %.2e %.2e", method, k, order, error[0],
           error[1], error[2], error[3]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, expected, order, text);
}

/* boundary.end.box.orientation=[..] at t = 1 */
static const char *box_end(void)
{
  static char text[200];
  snprintf(text, sizeof text, "boundary.end.box.orientation=[%.17g,%.17g,%.17g,%.17g]", box_q1[0], box_q1[1], box_q1[2],
           box_q1[3]);
  return text;
}

static void test_boundary_orders_mg(void)
{
  for (int k = 1; k <= 3; k++) check_boundary_order("method.window=all", k, 2.0 * k, box_end());
}

static void test_boundary_orders_bg(void)
{
  for (int k = 1; k <= 3; k++) check_boundary_order("method.scheme=BG", k, bg_order[k], box_end());
}

static void test_boundary_orders_bg_continuous(void)
{
  for (int k = 1; k <= 3; k++)
    check_boundary_order("method.scheme=BG method.multipliers=continuous", k, bg_order[k], box_end());
}

static void test_boundary_orders_bg_directors(void)
{
  for (int k = 1; k <= 3; k++)
    check_boundary_order("method.scheme=BG bodies.box.formulation=director", k, bg_order[k], box_end());
}

/* J Omega' = J Omega x Omega by Runge's classical method */
static void euler_rate(const double w[3], double rate[3])
{
  static const double J[3] = {5.0, 26.0, 29.0};
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    rate[i] = (J[j] - J[k]) * w[j] * w[k] / J[i];
  }
}

static void euler_solve(double t, double w[3])
{
  const int    n = 20000;
  const double h = t / n;

  for (int s = 0; s < n; s++) {
    double rate[4][3], at[3];
    euler_rate(w, rate[0]);
    for (int stage = 1; stage < 4; stage++) {
      for (int i = 0; i < 3; i++) at[i] = w[i] + (stage < 3 ? 0.5 : 1.0) * h * rate[stage - 1][i];
      euler_rate(at, rate[stage]);
    }
    for (int i = 0; i < 3; i++) w[i] += h / 6.0 * (rate[0][i] + 2.0 * (rate[1][i] + rate[2][i]) + rate[3][i]);
  }
}

static void test_boundary_orders_with_angular_velocity_at_the_end(void)
{
  double omega[3] = {0.0, 5.0, 1.0};
  char   end[200];

  euler_solve(1.0, omega);
  snprintf(end, sizeof end, "boundary.end.box.angular_velocity=[%.17g,%.17g,%.17g]", omega[0], omega[1], omega[2]);
  for (int k = 1; k <= 3; k++) check_boundary_order("method.window=all", k, 2.0 * k, end);
}

/* |component of the rotation from q to the wanted one| */
static double turn_between(const double *q, const double wanted[4])
{
  double r[4];
  quat_multiply_conjugate(wanted, q, r);
  return 2.0 * vec_norm(3, r + 1);
}

static void check_conserved(const Run *run, double tolerance)
{
  InvariantMeter meter;
  Drift          drift;

  drift_init(&run->model.system, &drift);
  TEST_ASSERT_TRUE(invariant_meter_create(&run->model.system, &meter));
  for (int n = 0; n <= run->elements; n++)
    drift_add(&drift, invariant_measure(&meter, 0.0, run->z + n * run->k * run->nz));
  invariant_meter_destroy(&meter);
  TEST_ASSERT_DOUBLE_WITHIN(tolerance, 0.0, drift_relative(drift.H, drift.scale_H));
  TEST_ASSERT_DOUBLE_WITHIN(tolerance, 0.0, drift.phi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(tolerance, 0.0, drift.psi_scaled);
}

/* The ends of the box's problem are met, energy and constraints are kept; every linear solver finds the same. */
static void test_boundary_values_of_the_box_are_met(void)
{
  Run first;

  for (LinearKind l = LINEAR_DENSE; l < LINEAR_COUNT; l++) {
    Run run;
    run_open(&run, box, BOX_ENDS "method.window=all method.degree=2 time.elements=20 solver.linear=%s %s",
             linear_names[l], box_end());
    TEST_ASSERT_EQUAL_STRING(linear_names[l], run.status.linear);
    const double start[4] = {1, 0, 0, 0};
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, turn_between(run.z + 3, start));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, turn_between(run.z + run.elements * run.k * run.nz + 3, box_q1));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, vec_max(3, run.z));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, vec_max(3, run.z + run.elements * run.k * run.nz));
    check_conserved(&run, 1e-12);
    if (l == LINEAR_DENSE) first = run;
    else {
      assert_same_run(&run, &first, linear_names[l]);
      run_close(&run);
    }
  }
  run_close(&first);
}

/* mG in directors, and without scaling: the same problem. */
static void test_boundary_values_in_directors(void)
{
  for (int scaled = 0; scaled < 2; scaled++) {
    Run    run;
    double R[9];
    run_open(&run, box,
             BOX_ENDS "method.window=all method.degree=2 time.elements=20 bodies.0.formulation=director "
                      "solver.scaling=%s %s",
             scaled ? "natural" : "none", box_end());
    quat_to_matrix(box_q1, (double(*)[3])R);
    const double *end = run.z + run.elements * run.k * run.nz;
    for (int d = 0; d < 3; d++)
      for (int x = 0; x < 3; x++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, R[3 * x + d], end[3 + 3 * d + x]);
    check_conserved(&run, 1e-12);
    run_close(&run);
  }
}

/* The bar turns from the horizontal by -0.9 about e1 and a little out of its plane. */
static void test_boundary_values_of_the_pendulum(void)
{
  const double theta[3] = {-0.9, 0.05, 0.1}, start[4] = {1, 0, 0, 0};
  double       q[4];

  quat_exp(theta, q);
  for (int k = 1; k <= 3; k++) {
    Run run;
    run_open(&run, pendulum,
             "method.window=all method.degree=%d time.end=1 time.elements=20 solver.guess=stepping "
             "boundary.start.bar.orientation=[1,0,0,0] boundary.end.bar.orientation=[%.17g,%.17g,%.17g,%.17g]",
             k, q[0], q[1], q[2], q[3]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, turn_between(run.z + 3, start));
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, turn_between(run.z + run.elements * run.k * run.nz + 3, q));
    check_conserved(&run, 1e-12);
    run_close(&run);
  }
}

/* Everything at the end, and in translation the velocity at one end and the place at the other: BG fixes momenta too. The box comes
 * from identity, and from 2 (1, 2, 3) before its place at the end. */
static void check_momenta(const char *method, int k)
{
  double h[4], error[4], omega[3] = {0.0, 5.0, 1.0};
  char   text[300];

  euler_solve(1.0, omega);
  for (int m = 0; m < 4; m++) {
    const int    elements = 20 << m;
    const double start[4] = {1, 0, 0, 0};
    Run          run;
    run_open(&run, box,
             "time.end=1 solver.guess=stepping %s method.degree=%d time.elements=%d bodies.box.velocity=[2,4,6] "
             "boundary.start.box.velocity=[2,4,6] boundary.end.box.position=[2,4,6] %s "
             "boundary.end.box.angular_velocity=[%.17g,%.17g,%.17g]",
             method, k, elements, box_end(), omega[0], omega[1], omega[2]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, vec_max(3, run.z));
    h[m]     = 1.0 / elements;
    error[m] = momentum_error(&run) + turn_between(run.z + 3, start);
    run_close(&run);
  }
  const double order = measure_order(4, h, error);
  snprintf(text, sizeof text, "%s, k = %d: order %.3f, errors %.2e %.2e %.2e %.2e", method, k, order, error[0],
           error[1], error[2], error[3]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, bg_order[k], order, text);
}

static void test_boundary_momenta_bg(void)
{
  for (int k = 1; k <= 3; k++) {
    check_momenta("method.scheme=BG", k);
    check_momenta("method.scheme=BG method.multipliers=continuous", k);
  }
}

/* The bar falls from rest: with place and orientation at t = 1, by mG(5), BG finds that it was at rest. */
static void test_boundary_values_of_bg_with_a_joint(void)
{
  Measured exact;

  measure(&exact, pendulum, "time.end=1 time.elements=50 method.degree=5 reference=");
  for (int c = 0; c < 2; c++)
    for (int f = 0; f < (c ? 2 : 1); f++)
      for (int k = 1; k <= 3; k++) {
        const Kinematics *end = &exact.end[0];
        double            h[3], error[3];
        char              text[300];
        for (int m = 0; m < 3; m++) {
          const int elements = 40 << m;
          double    P[3], L[3];
          Run       run;
          run_open(&run, pendulum,
                   "reference= time.end=1 time.elements=%d method.scheme=BG method.degree=%d method.multipliers=%s "
                   "bodies.0.formulation=%s solver.guess=stepping boundary.start.bar.position=[0,5,0] "
                   "boundary.start.bar.orientation=[1,0,0,0] boundary.end.bar.position=[%.17g,%.17g,%.17g] "
                   "boundary.end.bar.orientation=[%.17g,%.17g,%.17g,%.17g]",
                   elements, k, c ? "continuous" : "discontinuous", f ? "director" : "quaternion", end->position[0],
                   end->position[1], end->position[2], end->q[0], end->q[1], end->q[2], end->q[3]);
          system_momenta(&run.model.system, run.z, P, L);
          h[m]     = 1.0 / elements;
          error[m] = vec_norm(3, L) / (100.0 * 9.81 * 5.0); /* of what gravity does in one second */
          run_close(&run);
        }
        const double order = measure_order(3, h, error);
        snprintf(text, sizeof text, "BG(%d), %s, %s: order %.3f, errors %.2e %.2e %.2e", k,
                 c ? "continuous" : "discontinuous", f ? "director" : "quaternion", order, error[0], error[1],
                 error[2]);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, bg_order[k], order, text);
      }
}

/* Rows that are linear in the coordinates, as those of a spherical joint are in directors, have alternating values at the nodes when
 * their means over elements vanish. Given at both ends they are tied once too often: singular, and the way out is named. */
static void test_boundary_values_tied_twice(void)
{
  Run run;

  run_try(&run, pendulum,
          "reference= time.end=1 time.elements=20 method.scheme=BG method.degree=1 bodies.0.formulation=director "
          "boundary.start.bar.position=[0,5,0] boundary.start.bar.orientation=[1,0,0,0] "
          "boundary.end.bar.position=[0,3,-4] boundary.end.bar.orientation=[%.17g,%.17g,0,0]",
          cos(0.5 * atan2(4.0, 3.0)), -sin(0.5 * atan2(4.0, 3.0)));
  TEST_ASSERT_EQUAL_INT(RUN_NOT_CONVERGED, run.status.verdict);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(run.status.message, "use method.multipliers: continuous"), run.status.message);
  run_close(&run);
}

/* A growing interval leads to the solution of the shortest way, by either scheme. */
static void test_boundary_continuation(void)
{
  static const char *const methods[] = {"method.window=all method.degree=2", "method.scheme=BG method.degree=2",
                                        "method.scheme=BG method.degree=1 method.multipliers=continuous"};

  for (int i = 0; i < 3; i++) {
    Run grown, shortest;
    run_open(&grown, box, BOX_ENDS "%s time.elements=20 solver.guess=continuation %s", methods[i],
             "boundary.end.box.orientation=[0.8,0,0.36,0.48]");
    run_open(&shortest, box, BOX_ENDS "%s time.elements=20 solver.guess=geodesic %s", methods[i],
             "boundary.end.box.orientation=[0.8,0,0.36,0.48]");
    assert_same_run(&grown, &shortest, methods[i]);
    run_close(&grown);
    run_close(&shortest);
  }
}

/* Two particles on a line with a spring: r = x_b - x_a = 1 + cos(w t) / 2 + 3 sin(w t) / 10 with w^2 = k / m_a + k / m_b = 15, the
 * centre of mass at 1 + 2 t / 5. From both places at t = 0 and t = 1 the velocities at the start. */
static void check_two_bodies(const char *method, int k, double expected)
{
  const double w = sqrt(15.0), r1 = 1.0 + 0.5 * cos(w) + 0.3 * sin(w);
  const double known[2] = {0.4 - 2.0 / 3.0 * 0.3 * w, 2.0 * (0.4 + 1.0 / 3.0 * 0.3 * w)};
  double       h[3], error[3];
  char         text[300];

  for (int m = 0; m < 3; m++) {
    const int elements = 10 << m;
    Run       run;
    run_open(&run, "tests/conformance/spring_pair.yaml",
             "%s method.degree=%d time.elements=%d boundary.end.a.position=[%.17g,0,0] "
             "boundary.end.b.position=[%.17g,0,0]",
             method, k, elements, 1.4 - 2.0 / 3.0 * r1, 1.4 + r1 / 3.0);
    h[m]     = 1.0 / elements;
    error[m] = hypot(run.z[3] - known[0], run.z[9] - known[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, fabs(run.z[4]) + fabs(run.z[5]) + fabs(run.z[10]) + fabs(run.z[11]));
    run_close(&run);
  }
  const double order = measure_order(3, h, error);
  snprintf(text, sizeof text, "%s, k = %d: order %.3f, errors %.2e %.2e %.2e", method, k, order, error[0], error[1],
           error[2]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, expected, order, text);
}

static void test_boundary_values_of_two_bodies(void)
{
  for (int k = 1; k <= 3; k++) {
    check_two_bodies("method.scheme=mG method.window=all", k, 2.0 * k);
    check_two_bodies("method.scheme=BG", k, bg_order[k]);
  }
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_boundary_orders_mg);
  RUN_TEST(test_boundary_orders_bg);
  RUN_TEST(test_boundary_orders_bg_continuous);
  RUN_TEST(test_boundary_orders_bg_directors);
  RUN_TEST(test_boundary_orders_with_angular_velocity_at_the_end);
  RUN_TEST(test_boundary_values_of_the_box_are_met);
  RUN_TEST(test_boundary_values_in_directors);
  RUN_TEST(test_boundary_values_of_the_pendulum);
  RUN_TEST(test_boundary_momenta_bg);
  RUN_TEST(test_boundary_values_of_bg_with_a_joint);
  RUN_TEST(test_boundary_values_tied_twice);
  RUN_TEST(test_boundary_continuation);
  RUN_TEST(test_boundary_values_of_two_bodies);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

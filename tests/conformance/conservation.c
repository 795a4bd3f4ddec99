/* What mG(k) keeps to rounding and with how many Gauss points (docs/explanation/conservation.md, Orders and conservation): exact
 * where theory says so, and visibly not
 * exact where it does not. */
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

static const char *const box      = "problems/spinning_box.yaml";
static const char *const pendulum = "problems/physical_pendulum.yaml";

static const double exact_H = 1e-13, exact_L = 1e-12, exact_theta = 1e-13;

void setUp(void) {}
void tearDown(void) {}

static double drift_energy(const Measured *m)
{
  return drift_relative(m->drift.H, m->drift.scale_H);
}

/* exact: below the bound; otherwise well above it, so that the statement has two sides */
static void check(bool exact, double bound, double drift, const char *what, int k, int s)
{
  char text[160];

  snprintf(text, sizeof text, "%s with k = %d, s = %d: drift %.3e, expected %s", what, k, s, drift,
           exact ? "rounding" : "more than rounding");
  TEST_ASSERT_TRUE_MESSAGE(exact ? drift <= bound : drift > 10.0 * bound, text);
}

/* Steps at which the quadrature error of each degree stands clear of rounding. */
static double box_step(int k)
{
  return k == 1 ? 0.05 : k == 2 ? 0.1 : 0.2;
}

static void test_quaternion_box(void)
{
  for (int k = 1; k <= 3; k++)
    for (int s = k; s <= 2 * k + 1; s++) {
      Measured m;
      measure(&m, box, "method.degree=%d method.gauss=%d time.step=%g time.end=4", k, s, box_step(k));
      check(s >= 2 * k, exact_H, drift_energy(&m), "quaternion energy", k, s);
      check(s == k, exact_L, drift_angular(&m.drift), "quaternion angular momentum", k, s);
      check(true, exact_theta, m.drift.phi_scaled, "quaternion Phi", k, s);
      check(true, exact_theta, m.drift.psi_scaled, "quaternion Psi", k, s);
    }
}

static void test_director_box(void)
{
  for (int k = 1; k <= 3; k++)
    for (int s = k; s <= 2 * k + 1; s++) {
      Measured m;
      measure(&m, box, "bodies.box.formulation=director method.degree=%d method.gauss=%d time.step=%g time.end=4", k, s,
              box_step(k));
      check(true, exact_H, drift_energy(&m), "director energy", k, s);
      check(k == 1 || s == k, exact_L, drift_angular(&m.drift), "director angular momentum", k, s);
      check(true, exact_theta, m.drift.phi_scaled, "director Phi", k, s);
      check(true, exact_theta, m.drift.psi_scaled, "director Psi", k, s);
    }
}

/* k = 1, h = 0.05 on the box: the energy drift of the scalable body falls with every point (docs/explanation/conservation.md, Orders
 * and conservation). */
static void test_scalable_box(void)
{
  static const double known[] = {1.5e-5, 3.9e-8, 8.4e-11, 1.6e-13};

  for (int s = 2; s <= 5; s++) {
    Measured m;
    measure(&m, box, "bodies.box.kinetic=scalable method.degree=1 method.gauss=%d time.step=0.05", s);
    TEST_ASSERT_DOUBLE_WITHIN(0.15 * known[s - 2], known[s - 2], drift_energy(&m));
    check(true, exact_theta, m.drift.phi_scaled, "scalable Phi", 1, s);
    check(true, exact_theta, m.drift.psi_scaled, "scalable Psi", 1, s);
  }
  Measured m;
  measure(&m, box, "bodies.box.kinetic=scalable method.degree=1 method.gauss=1 time.step=0.05");
  check(true, exact_L, drift_angular(&m.drift), "scalable angular momentum", 1, 1);
}

/* Pendulum, 5 s with h = 0.1: the spherical joint has a quartic Psi. Slow enough that k = 2 needs a coarser step to show. */
static void test_quaternion_pendulum(void)
{
  for (int k = 1; k <= 2; k++)
    for (int s = k; s <= 2 * k; s++) {
      Measured m;
      measure(&m, pendulum, "method.degree=%d method.gauss=%d time.step=%g", k, s, k == 1 ? 0.1 : 0.5);
      check(s >= 2 * k, exact_H, drift_energy(&m), "pendulum energy", k, s);
      check(true, exact_theta, m.drift.phi_scaled, "pendulum Phi", k, s);
      check(s >= 2 * k, exact_theta, m.drift.psi_scaled, "pendulum Psi", k, s);
    }
}

static void test_pendulum_at_the_step_of_the_paper(void)
{
  static const char *const formulation[] = {"quaternion", "director"};

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 4; k++) {
      Measured m;
      measure(&m, pendulum, "bodies.0.formulation=%s method.degree=%d method.gauss=auto time.step=0.1", formulation[f],
              k);
      check(true, exact_H, drift_energy(&m), formulation[f], k, 0);
      check(true, exact_theta, m.drift.phi_scaled, formulation[f], k, 0);
      check(true, exact_theta, m.drift.psi_scaled, formulation[f], k, 0);
    }
}

/* Tops: auto keeps energy and constraints. */
static void test_tops(void)
{
  static const char *const file[] = {"problems/steady_top.yaml", "problems/steady_top_joint.yaml",
                                     "problems/heavy_top.yaml"};

  for (int f = 0; f < 3; f++)
    for (int k = 1; k <= 3; k++) {
      Measured m;
      measure(&m, file[f], "method.degree=%d time.end=0.5 time.step=0.001", k);
      check(true, exact_H, drift_energy(&m), file[f], k, 0);
      check(true, exact_theta, m.drift.phi_scaled, file[f], k, 0);
      check(true, exact_theta, m.drift.psi_scaled, file[f], k, 0);
    }
}

/* Gravity leaves the angular momentum about the vertical; s = k keeps it about a fixed point and, with directors, on a
 * joint. With quaternions the joint's points meet at element ends only: its force has a moment at the Gauss points. */
static void test_angular_momentum_of_tops(void)
{
  for (int k = 1; k <= 2; k++) {
    const char *fixed = "problems/steady_top.yaml", *joint = "problems/steady_top_joint.yaml";
    Measured    m;
    measure(&m, fixed, "method.degree=%d method.gauss=%d time.step=0.001", k, k);
    TEST_ASSERT_EQUAL_INT(1, m.drift.symmetry.angular_axes);
    check(true, exact_L, drift_angular(&m.drift), "quaternion top about a point: L", k, k);
    measure(&m, joint, "bodies.0.formulation=director method.degree=%d method.gauss=%d time.step=0.001", k, k);
    check(true, exact_L, drift_angular(&m.drift), "director top on a joint: L", k, k);
    measure(&m, joint, "method.degree=%d method.gauss=%d time.step=0.002", k, k);
    check(false, exact_L, drift_angular(&m.drift), "quaternion top on a joint: L", k, k);
  }
}

/* The literal Psi = q . dH/dp gives the same trajectory, and the same constraints hold. */
static void test_psi_full(void)
{
  Measured plain, full, poor;

  measure(&plain, box, "method.degree=1 method.gauss=2");
  measure(&full, box, "method.degree=1 method.gauss=2 method.psi=full");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, plain.error.e_loc, full.error.e_loc);
  check(true, exact_theta, full.drift.psi_scaled, "full Psi", 1, 2);
  measure(&poor, box, "method.degree=1 method.gauss=1 method.psi=full");
  TEST_ASSERT_DOUBLE_WITHIN(exact_theta, 0.0, poor.drift.phi_scaled);
}

/* The free scalable body keeps its energy to quadrature error and follows the closed form. */
static void test_free_scalable_body(void)
{
  Measured m;

  measure(&m, "problems/scalable_body.yaml", "method.degree=4 time.elements=40");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, m.error.e_loc);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_energy(&m));
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_quaternion_box);
  RUN_TEST(test_director_box);
  RUN_TEST(test_scalable_box);
  RUN_TEST(test_quaternion_pendulum);
  RUN_TEST(test_pendulum_at_the_step_of_the_paper);
  RUN_TEST(test_tops);
  RUN_TEST(test_angular_momentum_of_tops);
  RUN_TEST(test_psi_full);
  RUN_TEST(test_free_scalable_body);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

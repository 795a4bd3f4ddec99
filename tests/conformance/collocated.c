/* mG(k) with collocated invariants: energy, angular momentum and constraints to rounding together with k Gauss points, orders 2k, every
 * joint, steady rotation, long runs, windows. */
#include "measure.h"
#include "models.h"
#include "nodes.h"
#include "unity.h"

#include "system/joint/joint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLLOCATED "method.scheme=mG method.invariants=collocated "

static const char *const box = "problems/spinning_box.yaml", *const pendulum = "problems/physical_pendulum.yaml",
                         *const free_body = "problems/free_body.yaml",
                         *const four_bar  = "problems/mechanisms/four_bar.yaml",
                         *const bricard   = "problems/mechanisms/bricard.yaml",
                         *const chain     = "problems/mechanisms/spatial_pendulum.yaml";

void setUp(void) {}
void tearDown(void) {}

/* Energy, constraints and, with `angular`, angular momentum of a run stay within `limit`, relative or in natural units. */
static void check_kept(const char *file, const char *set, bool angular, double limit)
{
  Measured m;
  char     text[400];

  measure(&m, file, COLLOCATED "%s", set);
  const double H = drift_relative(m.drift.H, m.drift.scale_H), L = angular ? drift_angular(&m.drift) : 0.0;
  snprintf(text, sizeof text, "%s, %s: H %.2e, L %.2e, Phi %.2e, Psi %.2e", file, set, H, L, m.drift.phi_scaled,
           m.drift.psi_scaled);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, m.status.verdict, m.status.message);
  TEST_ASSERT_TRUE_MESSAGE(H < limit && L < limit && m.drift.phi_scaled < limit && m.drift.psi_scaled < limit, text);
}

/* What May and Betsch (2025, sect. 5.1) find impossible for mG(k) in quaternions: energy and angular momentum together, for every k. */
static void test_free_bodies_keep_everything(void)
{
  for (int k = 1; k <= 6; k++) {
    char set[80];
    snprintf(set, sizeof set, "method.degree=%d time.elements=60", k);
    check_kept(box, set, true, 2e-14);
    check_kept(free_body, set, true, 2e-14);
  }
}

/* Steady rotation about a principal axis: no 0/0 arises. */
static void test_steady_rotation(void)
{
  for (int k = 1; k <= 4; k++) {
    char set[120];
    snprintf(set, sizeof set, "method.degree=%d time.elements=50 bodies.box.angular_velocity=[0,0,5] reference=", k);
    check_kept(box, set, true, 1e-14);
  }
}

static void test_long_run_does_not_drift(void)
{
  check_kept(box, "method.degree=2 time.end=1000 time.elements=20000 reference=", true, 1e-12);
}

static void test_closed_loops_keep_energy_and_constraints(void)
{
  for (int k = 1; k <= 4; k++) {
    char set[80];
    snprintf(set, sizeof set, "method.degree=%d time.elements=200", k);
    check_kept(four_bar, set, false, 2e-13);
    check_kept(bricard, set, false, 2e-13);
    check_kept(chain, set, false, 2e-12); /* as plain invariants: H is small at the start */
  }
}

/* --- every joint between quaternion bodies */

static const char *const two_bodies =
  "time: {end: 0.5, elements: 50}\n"
  "method: {scheme: mG, degree: %d, invariants: collocated}\n"
  "gravity: [0.3, 0.2, -9.81]\n"
  "initial: project\n"
  "bodies:\n"
  "  - {name: a, formulation: %s, mass: 2, inertia: [0.3, 0.5, 0.6], position: [0.1, 0.2, 0.3], angular_velocity: [1, 2, -1]}\n"
  "  - {name: b, formulation: %s, mass: 1, inertia: [0.2, 0.1, 0.25], position: [0.9, -0.4, 0.5], velocity: [1, 0, 0.5]}\n"
  "joints:\n"
  "  - {name: j, type: %s, bodies: [a, b], at: [0.5, 0, 0.4]%s}\n";

static void test_every_joint_is_exact(void)
{
  static const char *const forms[][2] = {{"quaternion", "quaternion"}, {"quaternion", "director"}};

  for (int f = 0; f < 2; f++)
    for (const JointOps *const *joint = joint_list; *joint; joint++)
      for (int k = 1; k <= 3; k++) {
        char     yaml[2000], keys[200] = "", text[300];
        Measured m;
        if ((*joint)->traits.uses & JOINT_USES_RATIO) continue; /* a winch is tested with particles */
        if ((*joint)->traits.uses & JOINT_USES_AXIS) snprintf(keys, sizeof keys, ", axis: [0, 0.6, 0.8]");
        if ((*joint)->traits.uses & JOINT_USES_AXIS2)
          snprintf(keys + strlen(keys), sizeof keys - strlen(keys), ", axis2: [1, 0, 0]");
        if ((*joint)->traits.uses & JOINT_USES_AT2)
          snprintf(keys + strlen(keys), sizeof keys - strlen(keys), ", at2: [0.7, -0.3, 0.1]");
        if (!strcmp((*joint)->name, "point_on_line") || !strcmp((*joint)->name, "point_in_plane"))
          snprintf(keys, sizeof keys, ", axis: [0, 0.6, 0.8]");
        snprintf(yaml, sizeof yaml, two_bodies, k, forms[f][0], forms[f][1], (*joint)->name, keys);
        measure_text(&m, yaml, "time.end=0.5");
        const double H = drift_relative(m.drift.H, m.drift.scale_H);
        snprintf(text, sizeof text, "%s, %s and %s, k = %d: H %.2e, Phi %.2e, Psi %.2e", (*joint)->name, forms[f][0],
                 forms[f][1], k, H, m.drift.phi_scaled, m.drift.psi_scaled);
        TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, m.status.verdict, text);
        TEST_ASSERT_TRUE_MESSAGE(H < 1e-12 && m.drift.phi_scaled < 1e-12 && m.drift.psi_scaled < 1e-12, text);
      }
}

/* --- orders, windows */

static void check_order(const char *file, int k, int n)
{
  double error[2];
  char   text[200];

  for (int m = 0; m < 2; m++) {
    Measured measured;
    measure(&measured, file, COLLOCATED "method.degree=%d time.elements=%d", k, n << m);
    error[m] = measured.error.e_loc;
  }
  const double order = log2(error[0] / error[1]);
  snprintf(text, sizeof text, "%s, k = %d: order %.3f, errors %.2e, %.2e", file, k, order, error[0], error[1]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.25, 2.0 * k, order, text);
}

static void test_orders(void)
{
  static const int few[] = {0, 200, 100, 60, 40};

  for (int k = 1; k <= 4; k++) {
    check_order(box, k, few[k]);
    check_order(pendulum, k, few[k] / 2);
  }
}

/* The errors on free bodies are at most 0.6 of those of plain invariants. */
static void test_errors_are_smaller_on_free_bodies(void)
{
  for (int k = 1; k <= 4; k++) {
    Measured plain, collocated;
    measure(&plain, box, "method.scheme=mG method.degree=%d time.elements=100", k);
    measure(&collocated, box, COLLOCATED "method.degree=%d time.elements=100", k);
    TEST_ASSERT_TRUE(collocated.error.e_loc < 0.6 * plain.error.e_loc);
  }
}

/* One window over all elements is the same method as stepping. */
static void test_windows_equal_stepping(void)
{
  Run a, b;

  run_open(&a, pendulum, COLLOCATED "method.degree=2 time.elements=40");
  run_open(&b, pendulum, COLLOCATED "method.degree=2 time.elements=40 method.window=all");
  assert_same_run(&a, &b, "stepping and one window");
  run_close(&a);
  run_close(&b);
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_free_bodies_keep_everything);
  RUN_TEST(test_steady_rotation);
  RUN_TEST(test_long_run_does_not_drift);
  RUN_TEST(test_closed_loops_keep_energy_and_constraints);
  RUN_TEST(test_every_joint_is_exact);
  RUN_TEST(test_orders);
  RUN_TEST(test_errors_are_smaller_on_free_bodies);
  RUN_TEST(test_windows_equal_stepping);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

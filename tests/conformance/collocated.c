/* mG(k) and em(k) with collocated invariants: energy, momenta and constraints to rounding together with k Gauss points, orders 2k, every
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

/* --- every joint and every potential between bodies */

static const char *const two_bodies =
  "time: {end: 0.5, elements: 50}\n"
  "method: {scheme: %s, degree: %d, invariants: collocated}\n"
  "gravity: [0.3, 0.2, -9.81]\n"
  "initial: project\n"
  "bodies:\n"
  "  - {name: a, formulation: %s, mass: 2, inertia: [0.3, 0.5, 0.6], position: [0.1, 0.2, 0.3], angular_velocity: [1, 2, -1]}\n"
  "  - {name: b, formulation: %s, mass: 1, inertia: [0.2, 0.1, 0.25], position: [0.9, -0.4, 0.5], velocity: [1, 0, 0.5]}\n"
  "%s\n";

/* Fills in the item of a joint of this type; false: it is tested elsewhere, a winch with particles. */
static bool joint_text(const JointOps *joint, size_t size, char *text)
{
  char keys[200] = "";

  if (joint->traits.uses & JOINT_USES_RATIO) return false;
  if (joint->traits.uses & JOINT_USES_AXIS) snprintf(keys, sizeof keys, ", axis: [0, 0.6, 0.8]");
  if (joint->traits.uses & JOINT_USES_AXIS2)
    snprintf(keys + strlen(keys), sizeof keys - strlen(keys), ", axis2: [1, 0, 0]");
  if (joint->traits.uses & JOINT_USES_AT2)
    snprintf(keys + strlen(keys), sizeof keys - strlen(keys), ", at2: [0.7, -0.3, 0.1]");
  if (!strcmp(joint->name, "point_on_line") || !strcmp(joint->name, "point_in_plane"))
    snprintf(keys, sizeof keys, ", axis: [0, 0.6, 0.8]");
  snprintf(text, size, "joints: [{name: j, type: %s, bodies: [a, b], at: [0.5, 0, 0.4]%s}]", joint->name, keys);
  return true;
}

/* Two bodies with this item between them: energy and constraints; with em also both momenta. */
static void check_two_bodies(const char *scheme, int k, const char *form_a, const char *form_b, const char *between,
                             const char *set)
{
  char       yaml[2000], text[600];
  Measured   m;
  const bool em = !strcmp(scheme, "em");

  snprintf(yaml, sizeof yaml, two_bodies, scheme, k, form_a, form_b, between);
  measure_text(&m, yaml, "%s", set);
  const double H = drift_relative(m.drift.H, m.drift.scale_H), P = em ? drift_linear(&m.drift) : 0.0,
               L = em ? drift_angular(&m.drift) : 0.0;
  snprintf(text, sizeof text, "%s, k = %d, %s and %s, %s, %s: H %.2e, P %.2e, L %.2e, Phi %.2e, Psi %.2e", scheme, k,
           form_a, form_b, between, set, H, P, L, m.drift.phi_scaled, m.drift.psi_scaled);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, m.status.verdict, text);
  TEST_ASSERT_TRUE_MESSAGE(
    H < 1e-12 && P < 1e-12 && L < 1e-12 && m.drift.phi_scaled < 1e-12 && m.drift.psi_scaled < 1e-12, text);
}

static void test_every_joint_is_exact(void)
{
  for (int d = 0; d < 2; d++)
    for (const JointOps *const *joint = joint_list; *joint; joint++)
      for (int k = 1; k <= 3; k++) {
        const char *form = d ? "director" : "quaternion";
        char        between[400];
        if (!joint_text(*joint, sizeof between, between)) continue;
        check_two_bodies("mG", k, "quaternion", form, between, "time.end=0.5");
        check_two_bodies("em", k, "quaternion", form, between, "gravity=[0,0,0] time.elements=20");
      }
}

/* --- em: with its rows of L everything is kept together */

/* All degrees, also in a frame that moves, and with gravity, which leaves one component of L. */
static void test_em_keeps_everything(void)
{
  static const char *const sets[] = {"time.elements=20 gravity=[0,0,0]",
                                     "time.elements=20 gravity=[0,0,0] bodies.a.velocity=[6,1,0]",
                                     "time.elements=20 gravity=[0,0,-9.81]"};
  char                     between[400];

  for (int k = 1; k <= 6; k++)
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
      for (int j = 0; j < 2; j++) {
        joint_text(joint_find(j ? "revolute" : "spherical"), sizeof between, between);
        check_two_bodies("em", k, "quaternion", "quaternion", between, sets[i]);
      }
}

/* Potentials that are no polynomials, between points off the centres: plain em keeps L, but not H. */
static void test_em_keeps_everything_with_potentials(void)
{
  static const char *const loads[] = {"type: spring, stiffness: 50, length: 0.5",
                                      "type: harmonic, stiffness: 10, length: 0.4",
                                      "type: torsion, stiffness: 3, axis_body: [[0, 0, 1], [0, 0, 1]]",
                                      "type: coulomb, strength: -2", "type: logarithmic, strength: 2"};

  for (int k = 1; k <= 4; k++)
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
      char between[400];
      snprintf(between, sizeof between, "loads: [{name: l, bodies: [a, b], %s}]", loads[i]);
      check_two_bodies("em", k, "quaternion", "quaternion", between, "gravity=[0,0,0] time.elements=20");
    }
}

/* Chains and loops on the ground keep the component of L about the vertical, if there is one. */
static void test_em_on_the_ground(void)
{
  for (int k = 1; k <= 4; k++) {
    Measured m;
    char     text[200];
    measure(&m, chain, "method.scheme=em method.invariants=collocated method.degree=%d time.elements=100", k);
    snprintf(text, sizeof text, "k = %d: H %.2e, L %.2e, Phi %.2e, Psi %.2e", k,
             drift_relative(m.drift.H, m.drift.scale_H), drift_angular(&m.drift), m.drift.phi_scaled,
             m.drift.psi_scaled);
    TEST_ASSERT_EQUAL_INT(RUN_DONE, m.status.verdict);
    TEST_ASSERT_EQUAL_INT(1, m.drift.symmetry.angular_axes);
    TEST_ASSERT_TRUE_MESSAGE(drift_relative(m.drift.H, m.drift.scale_H) < 2e-12 && drift_angular(&m.drift) < 2e-12 &&
                               m.drift.phi_scaled < 2e-12 && m.drift.psi_scaled < 2e-12,
                             text);
  }
}

#define UNITS "gravity=[0,0,0] initial=check units.length=1 units.time=1 units.mass=1 "

/* In the same natural units, a frame that moves with constant velocity sees the same motion, to rounding. */
static void test_em_is_galilean(void)
{
  static const double v[3] = {6, -3, 2};
  char                between[400], yaml[2000];

  joint_text(joint_find("spherical"), sizeof between, between);
  for (int k = 1; k <= 3; k++) {
    Measured rest, moves;
    snprintf(yaml, sizeof yaml, two_bodies, "em", k, "quaternion", "quaternion", between);
    measure_text(&rest, yaml, UNITS "bodies.b.velocity=[0,-0.5,-1]");
    measure_text(&moves, yaml, UNITS "bodies.a.velocity=[6,-3,2] bodies.b.velocity=[6,-3.5,1]");
    for (int b = 0; b < 2; b++)
      for (int x = 0; x < 3; x++) moves.end[b].position[x] -= 0.5 * v[x];
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, measure_distance(2, &rest, &moves));
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

/* em on a pair with a spherical joint, against a fine run of plain mG. */
static void test_em_orders(void)
{
  static const int few[] = {0, 80, 40, 20, 6};
  char             between[400], yaml[2000];
  Measured         fine;

  joint_text(joint_find("spherical"), sizeof between, between);
  snprintf(yaml, sizeof yaml, two_bodies, "em", 6, "quaternion", "quaternion", between);
  measure_text(&fine, yaml, "method.scheme=mG method.invariants=plain time.end=2 time.elements=120");
  for (int k = 1; k <= 4; k++) {
    double h[3], error[3];
    for (int i = 0; i < 3; i++) {
      Measured m;
      h[i] = 2.0 / (few[k] << i);
      measure_text(&m, yaml, "time.end=2 method.degree=%d time.elements=%d", k, few[k] << i);
      error[i] = measure_distance(2, &m, &fine);
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.25, 2.0 * k, measure_order(3, h, error));
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
  RUN_TEST(test_em_keeps_everything);
  RUN_TEST(test_em_keeps_everything_with_potentials);
  RUN_TEST(test_em_on_the_ground);
  RUN_TEST(test_em_is_galilean);
  RUN_TEST(test_em_orders);
  RUN_TEST(test_orders);
  RUN_TEST(test_errors_are_smaller_on_free_bodies);
  RUN_TEST(test_windows_equal_stepping);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

/* What is measured of a state, and the largest changes over a sequence of states. */
#include "diag/invariants.h"

#include "base/vec.h"
#include "built.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static Problem problem;
static System  sys;

/* A box about a joint to the ground at its centre, gravity optional; a second, free box. */
static void create(double gravity)
{
  problem_init(&problem);
  problem.time.end   = 1.0;
  problem.time.step  = 0.1;
  problem.gravity[2] = -gravity;
  problem.nbodies    = 2;
  problem.bodies     = calloc(2, sizeof *problem.bodies);
  for (int b = 0; b < 2; b++) {
    ProblemBody *body = &problem.bodies[b];
    problem_body_init(body);
    snprintf(body->name, sizeof body->name, "b%d", b);
    body->shape               = (Shape){.kind = SHAPE_CUBOID, .size = {5, 2, 1}};
    body->mass                = 12;
    body->position[2]         = 3.0 * b;
    body->angular_velocity[0] = 0, body->angular_velocity[1] = 5, body->angular_velocity[2] = 1;
  }
  problem.joints  = calloc(1, sizeof *problem.joints);
  problem.njoints = 1;
  problem_joint_init(&problem.joints[0]);
  snprintf(problem.joints[0].type, sizeof problem.joints[0].type, "spherical");
  problem.joints[0].body[1] = 0;
  vec_zero(3, problem.joints[0].at);
  built_system(&problem, "", &sys);
}

static void test_consistent_state(void)
{
  InvariantMeter meter;
  double         z[28];

  create(10);
  TEST_ASSERT_TRUE(invariant_meter_create(&sys, &meter));
  system_initial(&sys, &problem, z);
  const Invariants *now = invariant_measure(&meter, 0.0, z);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 679.0, now->T);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 360.0, now->V);
  TEST_ASSERT_TRUE(now->H == now->T + now->V);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 260.0, now->L[1]);
  TEST_ASSERT_TRUE(now->P[0] == 0.0 && now->phi_max == 0.0 && now->psi_max == 0.0);
  invariant_meter_destroy(&meter);
  built_clear(&sys, &problem);
}

/* a longer quaternion: Phi = (1.1^2 - 1)/2; p along q: Psi = q.p; the joint moved by 0.02 and moving with 0.5 */
static void test_violations_by_group(void)
{
  InvariantMeter meter;
  double         z[28];

  create(0);
  TEST_ASSERT_TRUE(invariant_meter_create(&sys, &meter));
  system_initial(&sys, &problem, z);
  z[14 + 3] = 1.1, z[14 + 10] = 0.3; /* second body */
  z[1] = -0.02, z[8] = 6.0;          /* first body */
  const Invariants *now = invariant_measure(&meter, 0.0, z);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, now->group[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.105, now->group[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.33, now->group[3]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.02, now->group[4]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.5, now->group[5]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.105, now->phi_max);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.5, now->psi_max);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.105, now->phi_max_scaled); /* a pure number */
  const Units *u = &sys.units; /* q.p in units of action, the joint's rate in units of velocity */
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, fmax(0.33 / (u->mass * u->velocity * u->length), 0.5 / u->velocity),
                            now->psi_max_scaled);
  invariant_meter_destroy(&meter);
  built_clear(&sys, &problem);
}

/* changes are counted from the first state, the largest one stays, later returns do not matter */
static void test_drift_keeps_the_largest(void)
{
  const Invariants first  = {.T = 10, .V = -4, .H = 6, .P = {1, 0, 0}, .L = {0, 2, 0}};
  const Invariants second = {
    .T = 12, .V = -5, .H = 7, .P = {1, 3, 0}, .L = {0.5, 2, -4}, .phi_max = 1e-3, .psi_max = 2};
  Drift drift;

  create(0);
  drift_init(&sys, &drift);
  TEST_ASSERT_EQUAL_INT(3, drift.symmetry.angular_axes);
  drift_add(&drift, &first);
  TEST_ASSERT_TRUE(drift.H == 0.0 && drift.L[2] == 0.0 && drift_angular(&drift) == 0.0);
  drift_add(&drift, &second);
  drift_add(&drift, &first);
  TEST_ASSERT_TRUE(drift.H == 1.0 && drift.P[1] == 3.0 && drift.L[0] == 0.5 && drift.L[2] == 4.0);
  TEST_ASSERT_TRUE(drift.phi == 1e-3 && drift.psi == 2.0 && drift.most_H == 12.0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, sqrt(0.25 + 4 + 16), drift.most_L);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 4.0 / drift.scale_L, drift_angular(&drift));
  TEST_ASSERT_TRUE(isnan(drift_linear(&drift))); /* the joint takes any force */
  built_clear(&sys, &problem);
}

/* with gravity about e3 only that component counts */
static void test_drift_about_an_axis(void)
{
  const Invariants first = {.H = 1, .L = {3, 4, 0}}, second = {.H = 1, .L = {-3, 4, 0.5}};
  Drift            drift;

  create(9.81);
  drift_init(&sys, &drift);
  TEST_ASSERT_EQUAL_INT(1, drift.symmetry.angular_axes);
  drift_add(&drift, &first);
  drift_add(&drift, &second);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.5, drift.L_axis);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.5 / drift.scale_L, drift_angular(&drift));
  built_clear(&sys, &problem);
}

/* divisors: what vanishes at the start counts in m v^2, m v and m v l, everything else in its start value; growth does not change them */
static void test_divisors(void)
{
  const Invariants zero = {0}, large = {.T = 1e9, .H = 1e9, .P = {0, 1e9, 0}, .L = {0, 0, 1e9}},
                   blown = {.T = 1e12, .H = 1e12};
  Drift drift;

  create(0);
  const Units *u = &sys.units;
  drift_init(&sys, &drift);
  drift_add(&drift, &zero);
  drift_add(&drift, &large);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, u->mass * u->velocity * u->velocity, drift.scale_H);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, u->mass * u->velocity, drift.scale_P);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, u->mass * u->velocity * u->length, drift.scale_L);
  drift_init(&sys, &drift);
  drift_add(&drift, &large);
  drift_add(&drift, &blown);
  TEST_ASSERT_TRUE(drift.scale_H == 1e9 && drift.scale_P == 1e9 && drift.scale_L == 1e9);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 999.0, drift_relative(drift.H, drift.scale_H));
  built_clear(&sys, &problem);
}

static void test_relative_to_nothing(void)
{
  TEST_ASSERT_TRUE(drift_relative(3.0, 0.0) == 3.0 && drift_relative(3.0, 2.0) == 1.5);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_consistent_state);
  RUN_TEST(test_violations_by_group);
  RUN_TEST(test_drift_keeps_the_largest);
  RUN_TEST(test_drift_about_an_axis);
  RUN_TEST(test_divisors);
  RUN_TEST(test_relative_to_nothing);
  return UNITY_END();
}

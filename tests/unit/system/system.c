/* A system of bodies and joints: start states, energies, momenta, degrees, symmetries, residuals of joints. */
#include "system/system.h"

#include "base/quat.h"
#include "built.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static Problem problem;
static System  sys;

/* n boxes of the spinning-box example, at 2 e1 from each other */
static void boxes(int n, const char *formulation)
{
  problem_init(&problem);
  problem.time.end  = 1.0;
  problem.time.step = 0.1;
  problem.nbodies   = n;
  problem.bodies    = calloc((size_t)n, sizeof *problem.bodies);
  problem.joints    = calloc(4, sizeof *problem.joints);
  for (int b = 0; b < n; b++) {
    ProblemBody *body = &problem.bodies[b];
    problem_body_init(body);
    snprintf(body->name, sizeof body->name, "b%d", b);
    snprintf(body->formulation, sizeof body->formulation, "%s", formulation);
    body->shape               = (Shape){.kind = SHAPE_CUBOID, .size = {5, 2, 1}};
    body->mass                = 12;
    body->position[0]         = 2.0 * b;
    body->angular_velocity[0] = 0;
    body->angular_velocity[1] = 5;
    body->angular_velocity[2] = 1;
  }
}

static void joint(int a, int b, double x, double y, double z)
{
  ProblemJoint *j = &problem.joints[problem.njoints++];
  problem_joint_init(j);
  snprintf(j->name, sizeof j->name, "j%d", problem.njoints);
  snprintf(j->type, sizeof j->type, "spherical");
  j->body[0] = a;
  j->body[1] = b;
  j->at[0] = x, j->at[1] = y, j->at[2] = z;
}

/* docs/explanation/theory.md, Reference values: p0 = (0, 0, 260, 58), H = 339.5, L = (0, 130, 29) */
static void test_start_of_the_box(void)
{
  const double wanted[14] = {[3] = 1, [12] = 260, [13] = 58};
  double       z[14], T, V, P[3], L[3];

  boxes(1, "quaternion");
  built_system(&problem, "", &sys);
  TEST_ASSERT_EQUAL_INT(14, sys.nz);
  TEST_ASSERT_EQUAL_INT(2, sys.nl);
  system_initial(&sys, &problem, z);
  for (int i = 0; i < 14; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-13, wanted[i], z[i]);
  system_energy(&sys, z, NULL, &T, &V);
  system_momenta(&sys, z, P, L);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 339.5, T);
  TEST_ASSERT_TRUE(V == 0.0 && P[0] == 0.0 && P[1] == 0.0 && P[2] == 0.0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, L[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 130.0, L[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 29.0, L[2]);
  built_clear(&sys, &problem);
}

/* the same motion in directors; turned, moved and moving: H and L by hand */
static void check_moving_box(const char *formulation)
{
  const double half = sqrt(0.5);
  double       z[BODY_NZ], T, V, P[3], L[3];

  boxes(1, formulation);
  ProblemBody *body    = &problem.bodies[0];
  body->orientation[0] = half, body->orientation[3] = half; /* 90 degrees about e3: e2 -> -e1 */
  body->position[0] = 0, body->position[1] = 3, body->position[2] = 0;
  body->velocity[0]  = 2;
  problem.gravity[1] = -10;
  built_system(&problem, "", &sys);
  system_initial(&sys, &problem, z);
  system_energy(&sys, z, NULL, &T, &V);
  system_momenta(&sys, z, P, L);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 339.5 + 24.0, T);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 360.0, V);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 24.0, P[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -130.0, L[0]); /* R (0, 130, 29) + (0, 3, 0) x (24, 0, 0) */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, L[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 29.0 - 72.0, L[2]);
  built_clear(&sys, &problem);
}

static void test_moving_box(void)
{
  check_moving_box("quaternion");
  check_moving_box("director");
}

/* Betsch and Siebert (2009, sect. 5.2): H = 5.66905519063294 about the tip; as a fixed body and as a free one with a joint */
static void check_steady_top(bool fixed, const char *formulation)
{
  double z[BODY_NZ], T, V, P[3], L[3];

  boxes(1, formulation);
  ProblemBody *top    = &problem.bodies[0];
  top->shape          = (Shape){.kind = SHAPE_CONE, .size = {0.05, 0.1}};
  top->mass           = NAN;
  top->density        = 2700;
  top->orientation[0] = sqrt(0.75), top->orientation[1] = 0.5;
  top->angular_velocity[1] = 10 * sqrt(0.75);
  top->angular_velocity[2] = 140.6;
  problem.gravity[2]       = -9.81;
  if (fixed) {
    top->translation       = TRANSLATION_FIXED;
    top->center_of_mass[2] = 0.075;
  } else {
    top->position[1] = -0.075 * sqrt(0.75), top->position[2] = 0.0375;
    top->velocity[0] = 0.75 * sqrt(0.75);
    joint(GROUND, 0, 0, 0, 0);
  }
  built_system(&problem, "", &sys);
  system_initial(&sys, &problem, z);
  system_energy(&sys, z, NULL, &T, &V);
  system_momenta(&sys, z, P, L);
  TEST_ASSERT_DOUBLE_WITHIN(2e-14, 5.66905519063294, T + V);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, sys.bodies[0].mass * 9.81 * 0.0375, V);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, sys.bodies[0].mass * 0.75 * sqrt(0.75), P[0]);
  /* L along e3: J1 wp sin^2 + J3 (ws + wp cos) cos with J about the tip, m = 2700 pi r^2 h / 3 */
  const double m = 0.225 * 3.14159265358979323846, J1 = 0.6 * m * (0.0025 / 4 + 0.01), J3 = 0.3 * m * 0.0025;
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, J1 * 10 * 0.75 + J3 * 140.6 * 0.5, L[2]);
  built_clear(&sys, &problem);
}

static void test_steady_top(void)
{
  check_steady_top(true, "quaternion");
  check_steady_top(true, "director");
  check_steady_top(false, "quaternion");
  check_steady_top(false, "director");
}

static void check_degrees(const char *formulation, int joints, int energy, int phi, int psi)
{
  SystemDegrees degrees;

  boxes(2, formulation);
  if (joints) joint(GROUND, 0, 1, 0, 0);
  if (joints) joint(0, 1, 1, 1, 0);
  built_system(&problem, "", &sys);
  system_degrees(&sys, &degrees);
  TEST_ASSERT_EQUAL_INT(energy, degrees.energy);
  TEST_ASSERT_EQUAL_INT(phi, degrees.phi);
  TEST_ASSERT_EQUAL_INT(psi, degrees.psi);
  built_clear(&sys, &problem);
}

/* docs/explanation/conservation.md, Orders and conservation: T quartic, q.q and q.p quadratic, rate of a point quartic; directors are quadratic throughout */
static void test_degrees(void)
{
  check_degrees("quaternion", 0, 4, 2, 2);
  check_degrees("quaternion", 1, 4, 2, 4);
  check_degrees("director", 0, 2, 2, 2);
  check_degrees("director", 1, 2, 2, 2);
  check_degrees("particle", 0, 2, 1, 1);
}

static void test_degrees_of_scalable(void)
{
  SystemDegrees degrees;

  boxes(1, "quaternion");
  problem.bodies[0].kinetic = KINETIC_SCALABLE;
  joint(GROUND, 0, 1, 0, 0);
  built_system(&problem, "", &sys);
  system_degrees(&sys, &degrees);
  TEST_ASSERT_EQUAL_INT(NOT_POLYNOMIAL, degrees.energy);
  TEST_ASSERT_EQUAL_INT(2, degrees.phi);
  TEST_ASSERT_EQUAL_INT(NOT_POLYNOMIAL, degrees.psi);
  built_clear(&sys, &problem);
}

static void check_symmetry(const bool linear[3], int axes, const double axis[3])
{
  Symmetry found;

  built_system(&problem, "", &sys);
  system_symmetry(&sys, &found);
  for (int i = 0; i < 3; i++) TEST_ASSERT_TRUE(linear[i] == found.linear[i]);
  TEST_ASSERT_EQUAL_INT(axes, found.angular_axes);
  if (axes == 1) TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1.0, fabs(vec_dot(3, axis, found.angular_axis)));
  built_clear(&sys, &problem);
}

static const bool   all[3] = {true, true, true}, flat[3] = {true, true, false}, none[3] = {false, false, false};
static const double e1[3] = {1, 0, 0}, e3[3] = {0, 0, 1};

static void test_symmetry_of_free_bodies(void)
{
  boxes(2, "quaternion");
  joint(0, 1, 1, 0, 0); /* an inner joint changes nothing */
  check_symmetry(all, 3, e3);
  boxes(2, "director");
  problem.gravity[2] = -9.81;
  check_symmetry(flat, 1, e3);
}

static void test_symmetry_with_a_joint_to_the_ground(void)
{
  boxes(1, "quaternion");
  joint(GROUND, 0, 0, 0, 0);
  check_symmetry(none, 3, e3);
  boxes(1, "quaternion");
  joint(0, GROUND, 2, 0, 0);
  check_symmetry(none, 1, e1);
  boxes(1, "quaternion");
  problem.gravity[2] = -9.81;
  joint(GROUND, 0, 0, 0, 0);
  check_symmetry(none, 1, e3);
  boxes(1, "quaternion");
  problem.gravity[2] = -9.81;
  joint(GROUND, 0, 0, 0, 3);
  check_symmetry(none, 1, e3);
  boxes(1, "quaternion");
  problem.gravity[2] = -9.81;
  joint(GROUND, 0, 2, 0, 0);
  check_symmetry(none, 0, e3);
}

static void test_symmetry_of_a_fixed_point(void)
{
  boxes(1, "quaternion");
  problem.bodies[0].translation = TRANSLATION_FIXED;
  check_symmetry(none, 3, e3);
  boxes(1, "director");
  problem.bodies[0].translation = TRANSLATION_FIXED;
  problem.bodies[0].position[0] = 4;
  check_symmetry(none, 1, e1);
}

/* Theta of a joint after one body was moved by d and given a velocity: Phi = +-d, Psi = +-v, nothing else */
static void check_joint(const char *formulation)
{
  const double d[3] = {0.1, -0.2, 0.3}, v[3]     = {1, 2, -3};
  double       z[2 * BODY_NZ], zero[2 * BODY_NZ] = {0}, lambda[64] = {0}, out[2 * BODY_NZ + 128];
  SystemWork   work;

  boxes(2, formulation);
  for (int b = 0; b < 2; b++) vec_zero(3, problem.bodies[b].angular_velocity);
  joint(0, 1, 0.7, 0.2, -0.4);
  built_system(&problem, "", &sys);
  SystemPoint point = {.rate = out, .theta = out + sys.nz, .theta_v = out + sys.nz + sys.nl};
  TEST_ASSERT_TRUE(system_work_create(&sys, &work));
  system_initial(&sys, &problem, z);
  system_evaluate(&sys, z, zero, lambda, &work, &point);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, vec_max(sys.nl, point.theta));
  vec_add(3, 1.0, d, z + sys.start[1]);
  vec_add(3, 12.0, v, z + sys.start[1] + sys.bodies[1].nq);
  system_evaluate(&sys, z, zero, lambda, &work, &point);
  const double *phi = point.theta + sys.groups[2].start, *psi = phi + 3, sign = phi[0] > 0 ? 1 : -1;
  for (int i = 0; i < 3; i++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, sign * d[i], phi[i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, sign * v[i], psi[i]);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, vec_max(sys.groups[2].start, point.theta));
  system_work_destroy(&work);
  built_clear(&sys, &problem);
}

static void test_residual_of_a_joint(void)
{
  check_joint("quaternion");
  check_joint("director");
}

static void test_unknown_names_are_faults(void)
{
  FaultList faults;

  boxes(1, "quaternions");
  fault_init(&faults, "test");
  TEST_ASSERT_FALSE(system_create(&problem, &faults, &sys));
  TEST_ASSERT_EQUAL_INT(1, faults.count);
  fault_clear(&faults);
  system_destroy(&sys); /* a half-built one */
  problem_clear(&problem);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_start_of_the_box);
  RUN_TEST(test_moving_box);
  RUN_TEST(test_steady_top);
  RUN_TEST(test_degrees);
  RUN_TEST(test_degrees_of_scalable);
  RUN_TEST(test_symmetry_of_free_bodies);
  RUN_TEST(test_symmetry_with_a_joint_to_the_ground);
  RUN_TEST(test_symmetry_of_a_fixed_point);
  RUN_TEST(test_residual_of_a_joint);
  RUN_TEST(test_unknown_names_are_faults);
  return UNITY_END();
}

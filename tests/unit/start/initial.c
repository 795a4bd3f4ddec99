/* Consistent start values: projection, the check, multipliers with known values, redundant joints. */
#include "start/initial.h"
#include "start/constraint_rank.h"

#include "base/quat.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

enum { ROWS = 64 };
static Problem   problem;
static System    sys;
static FaultList faults;
static double    z[2 * BODY_NZ], lambda[ROWS];

/* One body, J = diag(5, 26, 29), mass 12. */
static ProblemBody *begin(const char *formulation)
{
  problem_init(&problem);
  problem.time.end  = 1.0;
  problem.time.step = 0.1;
  problem.nbodies   = 1;
  problem.bodies    = calloc(1, sizeof *problem.bodies);
  problem.joints    = calloc(4, sizeof *problem.joints);
  ProblemBody *body = &problem.bodies[0];
  problem_body_init(body);
  snprintf(body->name, sizeof body->name, "body");
  snprintf(body->formulation, sizeof body->formulation, "%s", formulation);
  body->inertia[0][0] = 5;
  body->inertia[1][1] = 26;
  body->inertia[2][2] = 29;
  body->mass          = 12;
  vec_zero(3, body->angular_velocity);
  return body;
}

static void joint(const char *name, double x, double y, double w)
{
  ProblemJoint *j = &problem.joints[problem.njoints++];
  problem_joint_init(j);
  snprintf(j->name, sizeof j->name, "%s", name);
  snprintf(j->type, sizeof j->type, "spherical");
  j->body[1] = 0;
  j->at[0] = x, j->at[1] = y, j->at[2] = w;
}

/* Runs initial_create; returns the number of faults. */
static int start(void)
{
  fault_init(&faults, "test");
  TEST_ASSERT_TRUE(system_create(&problem, &faults, &sys));
  TEST_ASSERT_TRUE(sys.nl <= ROWS);
  TEST_ASSERT_EQUAL_INT(0, initial_create(&problem, &sys, &faults, z, lambda));
  return faults.count;
}

static void end(void)
{
  fault_clear(&faults);
  system_destroy(&sys);
  problem_clear(&problem);
}

static const double turn[3] = {0.3, -0.8, 0.5};

/* The point of a joint given per body is neither in place nor at rest. */
static void disturbed_pendulum(const char *formulation)
{
  ProblemBody *body  = begin(formulation);
  const double at[3] = {0.1, -5.05, 0.02};
  quat_exp(turn, body->orientation);
  body->position[1]         = 5.0;
  body->velocity[0]         = 0.4;
  body->angular_velocity[2] = 1.5;
  joint("support", NAN, 0, 0);
  vec_zero(3, problem.joints[0].at_body[0]);
  vec_copy(3, at, problem.joints[0].at_body[1]);
}

/* place and velocity of the joint's point on the body, from the motion */
static void joint_point(double x[3], double v[3])
{
  Kinematics motion;
  double     rate[3], at[3] = {0.1, -5.05, 0.02};

  sys.bodies[0].ops->kinematics(&sys.bodies[0], z, &motion);
  mat3_apply((const double(*)[3])motion.R, at, x);
  vec_add(3, 1.0, motion.position, x);
  vec_cross(motion.omega, at, rate);
  mat3_apply((const double(*)[3])motion.R, rate, v);
  vec_add(3, 1.0, motion.velocity, v);
}

static void check_projection(const char *formulation)
{
  double x[3], v[3];

  disturbed_pendulum(formulation);
  TEST_ASSERT_EQUAL_INT(1, start()); /* not projected: one fault that names the joint */
  TEST_ASSERT_NOT_NULL(strstr(faults.text[0], "support"));
  joint_point(x, v);
  TEST_ASSERT_TRUE(vec_norm(3, x) > 0.5 && vec_norm(3, v) > 0.5);
  end();

  disturbed_pendulum(formulation);
  problem.initial = INITIAL_PROJECT;
  TEST_ASSERT_EQUAL_INT(0, start());
  joint_point(x, v);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, vec_max(3, x)); /* 1e-15 of a length of 5 */
  TEST_ASSERT_DOUBLE_WITHIN(2e-14, 0.0, vec_max(3, v));
  SystemWork  work;
  double      zero[BODY_NZ + ROWS] = {0}, out[BODY_NZ + 2 * ROWS];
  SystemPoint point                = {.rate = out, .theta = out + sys.nz, .theta_v = out + sys.nz + sys.nl};
  TEST_ASSERT_TRUE(system_work_create(&sys, &work));
  system_evaluate(&sys, z, zero, zero + sys.nz, &work, &point);
  for (int i = 0; i < sys.nl; i++) TEST_ASSERT_DOUBLE_WITHIN(2e-15, 0.0, point.theta[i] / sys.scale_theta[i]);
  system_work_destroy(&work);
  end();
}

/* A second point of the body, 1 from the first, is to be 2 from it: no state can be, and the projection says so. */
static void test_projection_that_fails_is_told(void)
{
  const double near[3] = {0.1, -4.05, 0.02}, far[3] = {0.0, 2.0, 0.0};
  bool         solved = true;

  disturbed_pendulum("quaternion");
  joint("other", NAN, 0, 0);
  vec_copy(3, far, problem.joints[1].at_body[0]);
  vec_copy(3, near, problem.joints[1].at_body[1]);
  TEST_ASSERT_TRUE(start() > 0);
  TEST_ASSERT_EQUAL_INT(0, initial_project(&sys, 0.0, z, &solved));
  TEST_ASSERT_FALSE(solved);
  end();
  disturbed_pendulum("quaternion");
  TEST_ASSERT_EQUAL_INT(1, start());
  TEST_ASSERT_EQUAL_INT(0, initial_project(&sys, 0.0, z, &solved));
  TEST_ASSERT_TRUE(solved);
  end();
}

static void test_projection_lands_on_the_constraints(void)
{
  check_projection("quaternion");
  check_projection("director");
}

/* what is consistent already is not moved */
static void test_projection_leaves_consistent_values(void)
{
  double given[BODY_NZ];

  ProblemBody *body         = begin("quaternion");
  body->angular_velocity[1] = 5;
  joint("support", 0, 0, 0);
  problem.initial = INITIAL_PROJECT;
  TEST_ASSERT_EQUAL_INT(0, start());
  system_initial(&sys, &problem, given);
  for (int i = 0; i < sys.nz; i++) TEST_ASSERT_TRUE(given[i] == z[i]);
  end();
}

/* a velocity error alone is named with its size on that level: 0.4 in units of the fastest start */
static void test_check_names_the_velocity_level(void)
{
  ProblemBody *body = begin("quaternion");
  body->velocity[0] = 0.4;
  joint("support", 0, 0, 0);
  TEST_ASSERT_EQUAL_INT(1, start());
  TEST_ASSERT_NOT_NULL(strstr(faults.text[0], "support"));
  TEST_ASSERT_NOT_NULL(strstr(faults.text[0], "position level 0, velocity level 1 "));
  end();
}

/* gamma = 4 T_rot for `scalable`, 0 for `unit` (docs/explanation/theory.md, Quaternion formulation), mu = 0 */
static void check_free_body(KineticKind kinetic, double gamma)
{
  ProblemBody *body = begin("quaternion");
  body->kinetic     = kinetic;
  quat_exp(turn, body->orientation);
  body->velocity[2]         = 7;
  body->angular_velocity[1] = 5;
  body->angular_velocity[2] = 1;
  TEST_ASSERT_EQUAL_INT(0, start());
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, gamma, lambda[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, lambda[1]);
  end();
}

static void test_multipliers_of_free_bodies(void)
{
  check_free_body(KINETIC_UNIT, 0.0);
  check_free_body(KINETIC_SCALABLE, 4 * 339.5);
}

/* directors about e3: E_i d_i'' = -gamma_i d_i, d'' = -w^2 d, so gamma = w^2 (25, 4, 0), the rest 0 */
static void test_multipliers_of_directors(void)
{
  ProblemBody *body = begin("director");
  quat_exp(turn, body->orientation);
  body->angular_velocity[2] = 3;
  TEST_ASSERT_EQUAL_INT(0, start());
  const double wanted[12] = {225, 36};
  for (int i = 0; i < 12; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-11, wanted[i], lambda[i]);
  end();
}

/* about a fixed point, c = 0.8 d3: V = -m g . R c is quadratic in q, so -q . grad V = -2 V; scalable: + 4 T */
static void check_top(KineticKind kinetic)
{
  const double c[3] = {0, 0, 0.8};
  double       Rc[3], R[3][3];

  ProblemBody *body       = begin("quaternion");
  body->kinetic           = kinetic;
  body->translation       = TRANSLATION_FIXED;
  body->center_of_mass[2] = 0.8;
  problem.gravity[2]      = -9.81;
  quat_exp(turn, body->orientation);
  body->angular_velocity[1] = 5;
  body->angular_velocity[2] = 1;
  quat_to_matrix(body->orientation, R);
  mat3_apply((const double(*)[3])R, c, Rc);
  const double V = 12 * 9.81 * Rc[2], T = 339.5;
  TEST_ASSERT_EQUAL_INT(0, start());
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, (kinetic == KINETIC_SCALABLE ? 4 * T : 0.0) - 2 * V, lambda[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, lambda[1]);
  end();
}

static void test_multipliers_of_a_top(void)
{
  check_top(KINETIC_UNIT);
  check_top(KINETIC_SCALABLE);
}

/* a bar let go from the horizontal: the joint carries m g J / (J + m l^2), J = 5 about e1, l = 2 */
static void check_reaction(const char *formulation)
{
  ProblemBody *body  = begin(formulation);
  body->position[1]  = 2;
  problem.gravity[2] = -9.81;
  joint("support", 0, 0, 0);
  TEST_ASSERT_EQUAL_INT(0, start());
  const double *gamma = lambda + sys.groups[1].start;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, gamma[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, gamma[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 12 * 9.81 * 5 / (5 + 12 * 4.0), fabs(gamma[2]));
  for (int i = 3; i < 6; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, gamma[i]);
  end();
}

static void test_reaction_of_a_joint(void)
{
  check_reaction("quaternion");
  check_reaction("director");
}

static int rank(int *dependent_rows)
{
  Redundancy found;

  TEST_ASSERT_EQUAL_INT(0, constraint_rank_find(&sys, sys.t0, z, constraint_rank_tolerance, &found));
  const int independent = found.nindependent;
  TEST_ASSERT_EQUAL_INT(6, found.nrates);
  *dependent_rows = found.ndependent;
  TEST_ASSERT_EQUAL_INT(0, constraint_rank_clear(&found));
  return independent;
}

/* one joint: 3 of 3 rows */
static void check_one_joint(const char *formulation, int rows)
{
  int dependent;

  ProblemBody *body = begin(formulation);
  quat_exp(turn, body->orientation);
  joint("a", 0.3, 0.2, 0.7);
  TEST_ASSERT_EQUAL_INT(0, start());
  TEST_ASSERT_EQUAL_INT(rows, rank(&dependent));
  TEST_ASSERT_EQUAL_INT(0, dependent);
  end();
}

static void test_rank_of_one_joint(void)
{
  check_one_joint("quaternion", 3);
  check_one_joint("director", 3);
}

/* the same joint twice: three rows depend on the others, the joint is named */
static void check_joint_twice(const char *formulation, int rows)
{
  int dependent;

  ProblemBody *body = begin(formulation);
  quat_exp(turn, body->orientation);
  joint("a", 0.3, 0.2, 0.7);
  joint("b", 0.3, 0.2, 0.7);
  TEST_ASSERT_TRUE(start() >= 1);
  TEST_ASSERT_TRUE(strstr(faults.text[0], "redundant") &&
                   (strstr(faults.text[0], "a:") || strstr(faults.text[0], "b:")));
  TEST_ASSERT_EQUAL_INT(rows, rank(&dependent));
  TEST_ASSERT_EQUAL_INT(3, dependent);
  end();
}

static void test_same_joint_twice(void)
{
  check_joint_twice("quaternion", 3);
  check_joint_twice("director", 3);
}

/* two joints at two points: a hinge. The distance of the points is kept twice, by the body and by the joints: one row
 * too many, which makes the reactions along the line of the points undetermined */
static void check_hinge(const char *formulation, int rows)
{
  int dependent;

  ProblemBody *body  = begin(formulation);
  problem.gravity[2] = -9.81;
  quat_exp(turn, body->orientation);
  joint("a", 0.1, 0.7, -0.3);
  joint("b", 0.4, 0.2, 0.9);
  const int count = start();
  TEST_ASSERT_EQUAL_INT(rows, rank(&dependent));
  TEST_ASSERT_EQUAL_INT(1, dependent);
  TEST_ASSERT_TRUE_MESSAGE(count >= 1, "a redundant row was not refused");
  TEST_ASSERT_NOT_NULL(strstr(faults.text[0], "redundant"));
  end();
}

static void test_hinge_of_two_spherical_joints(void)
{
  check_hinge("quaternion", 5);
  check_hinge("director", 5);
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_projection_lands_on_the_constraints);
  RUN_TEST(test_projection_that_fails_is_told);
  RUN_TEST(test_projection_leaves_consistent_values);
  RUN_TEST(test_check_names_the_velocity_level);
  RUN_TEST(test_multipliers_of_free_bodies);
  RUN_TEST(test_multipliers_of_directors);
  RUN_TEST(test_multipliers_of_a_top);
  RUN_TEST(test_reaction_of_a_joint);
  RUN_TEST(test_rank_of_one_joint);
  RUN_TEST(test_same_joint_twice);
  RUN_TEST(test_hinge_of_two_spherical_joints);
  const int failed = UNITY_END();
  return PetscFinalize() ? 1 : failed;
}

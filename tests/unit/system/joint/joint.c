/* What each joint allows and what it holds: finite relative motions of one side, one at a time. */
#include "system/joint/joint.h"

#include "base/quat.h"
#include "built.h"
#include "models.h"
#include "system/system.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* Along and about e, t, n: 1 allowed, 0 held. The point of the joint is the centre of turns. */
typedef struct {
  const char *type;
  int         along[3], about[3];
} Freedom;

static const Freedom freedoms[] = {
  {"spherical", {0, 0, 0}, {1, 1, 1}},     {"revolute", {0, 0, 0}, {1, 0, 0}},
  {"prismatic", {1, 0, 0}, {0, 0, 0}},     {"cylindrical", {1, 0, 0}, {1, 0, 0}},
  {"universal", {0, 0, 0}, {1, 1, 0}},     {"planar", {0, 1, 1}, {1, 0, 0}},
  {"fixed", {0, 0, 0}, {0, 0, 0}},         {"distance", {0, 0, 0}, {1, 1, 1}},
  {"point_on_line", {1, 0, 0}, {1, 1, 1}}, {"point_in_plane", {0, 1, 1}, {1, 1, 1}},
  {"winch", {0, 0, 0}, {1, 1, 1}},
};

/* Rods and ropes are looked at apart. */
static bool is_rod(const char *type)
{
  return strcmp(type, "distance") == 0 || strcmp(type, "winch") == 0;
}

/* e, t, n of the joint in space; t is the second axis of a universal joint */
static bool         clamped; /* the first body */
static const double axes[3][3] = {{0.6, 0.0, 0.8}, {0.8, 0.0, -0.6}, {0.0, 1.0, 0.0}};
static const double at[3]      = {1.0, 0.1, 0.2};

static void fill(const char *type, int a, int b, Problem *problem)
{
  const double turn[2][3] = {{0.3, -0.5, 0.7}, {-0.2, 0.9, 0.4}};

  problem_init(problem);
  problem->time.end  = 1.0;
  problem->time.step = 0.1;
  problem->nbodies   = 2;
  problem->bodies    = calloc(2, sizeof *problem->bodies);
  for (int i = 0; i < 2; i++) {
    ProblemBody *body = &problem->bodies[i];
    problem_body_init(body);
    snprintf(body->name, sizeof body->name, "b%d", i);
    body->mass = 1.0;
    for (int x = 0; x < 9; x++) body->inertia[x / 3][x % 3] = x % 4 == 0;
    quat_exp(turn[i], body->orientation);
    body->position[0] = 2.0 * i;
  }
  problem->bodies[0].mobility = clamped ? BODY_CLAMPED : BODY_FREE;
  ProblemJoint *joint         = model_joint(type, a, b, problem);
  memcpy(joint->at, at, sizeof at);
  memcpy(joint->axis, axes[0], sizeof axes[0]);
  if (strcmp(type, "universal") == 0) memcpy(joint->axis2, axes[1], sizeof axes[1]);
  if (is_rod(type))
    for (int x = 0; x < 3; x++) joint->at2[x] = at[x] + 0.5 * (axes[0][x] + axes[1][x] + axes[2][x]);
}

/* The body moved by `along`, then turned by `about` (an axis times an angle) around the joint's point. */
static void move(const double along[3], const double about[3], ProblemBody *body)
{
  double q[4], R[3][3], r[3], out[4];

  quat_exp(about, q);
  quat_to_matrix(q, R);
  for (int x = 0; x < 3; x++) r[x] = body->position[x] - at[x];
  mat3_apply(R, r, body->position);
  for (int x = 0; x < 3; x++) body->position[x] += at[x] + along[x];
  quat_multiply(q, body->orientation, out);
  memcpy(body->orientation, out, sizeof out);
}

/* max |Phi| of the joint with one body moved away from the configuration it was made in */
static double violation(const char *type, int a, int b, const double along[3], const double about[3])
{
  Problem    problem;
  System     sys;
  SystemWork work;
  double     z[64], zero[128] = {0}, rate[64], theta[64], theta_v[64], most = 0.0;

  fill(type, a, b, &problem);
  built_system(&problem, type, &sys);
  TEST_ASSERT_TRUE(system_work_create(&sys, &work));
  move(along, about, &problem.bodies[b == GROUND ? a : b]);
  system_initial(&sys, &problem, z);
  SystemPoint point = {.rate = rate, .theta = theta, .theta_v = theta_v};
  system_evaluate(&sys, z, zero, zero, &work, &point);
  const ConstraintGroup *joint = &sys.groups[sys.nbodies];
  TEST_ASSERT_EQUAL_INT(joint->joint->nrows, joint->m);
  for (int r = 0; r < joint->m; r++) most = fmax(most, fabs(theta[joint->start + r]));
  system_work_destroy(&work);
  system_destroy(&sys);
  problem_clear(&problem);
  return most;
}

static void check_freedom(const Freedom *freedom, int a, int b)
{
  static const double still[3];
  char                text[200];

  for (int i = 0; i < 6; i++) {
    const bool turn = i >= 3, allowed = turn ? freedom->about[i - 3] : freedom->along[i];
    double     by[3];
    for (int x = 0; x < 3; x++) by[x] = (turn ? 1.1 : 0.7) * axes[i % 3][x];
    const double most = violation(freedom->type, a, b, turn ? still : by, turn ? by : still);
    snprintf(text, sizeof text, "%s, sides %d %d: %s axis %d gives %.3g", freedom->type, a, b, turn ? "about" : "along",
             i % 3, most);
    TEST_ASSERT_TRUE_MESSAGE(allowed ? most < 1e-15 * 20 : most > 1e-2, text);
  }
}

static void test_freedoms(void)
{
  static const int sides[][2] = {{0, 1}, {GROUND, 1}, {0, GROUND}};

  for (size_t i = 0; i < sizeof freedoms / sizeof freedoms[0]; i++)
    for (int s = 0; s < 3; s++) {
      /* at the second body's point a line or plane of the first stays put; the other way round it turns with the body */
      const bool carried = strncmp(freedoms[i].type, "point_", 6) == 0 && sides[s][1] == GROUND;
      if (carried || is_rod(freedoms[i].type)) continue;
      check_freedom(&freedoms[i], sides[s][0], sides[s][1]);
    }
}

/* A line or plane of the moving body may turn about the point, and slide along itself. */
static void test_lines_and_planes_of_a_moving_body(void)
{
  const double still[3] = {0}, turn[3] = {0.4, -0.3, 0.9}, along[3] = {0.42, 0.0, 0.56}, within[3] = {0.8, 0.7, -0.6};

  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, violation("point_on_line", 0, GROUND, still, turn));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, violation("point_on_line", 0, GROUND, along, still));
  TEST_ASSERT_TRUE(violation("point_on_line", 0, GROUND, within, still) > 1e-2);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, violation("point_in_plane", 0, GROUND, within, still));
  TEST_ASSERT_TRUE(violation("point_in_plane", 0, GROUND, along, still) > 1e-2);
}

/* A rod: the second body may turn about the first end. */
static void test_rod(void)
{
  const double still[3] = {0}, turn[3] = {0.4, -0.3, 0.9}, shift[3] = {0.1, 0.2, 0.3};

  for (int s = 0; s < 2; s++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, violation("distance", s == 0 ? 0 : GROUND, 1, still, turn));
    TEST_ASSERT_TRUE(violation("distance", s == 0 ? 0 : GROUND, 1, shift, still) > 1e-2);
  }
}

/* A winch at height w along e lets out w of rope: a circle about it, and w + d after it went on by d. */
static void test_winch(void)
{
  Problem problem;
  System  sys;
  double  z[12] = {0.0}, phi, psi;

  fill("winch", 0, 1, &problem);
  for (int b = 0; b < 2; b++) snprintf(problem.bodies[b].formulation, NAME_LEN, "particle");
  ProblemJoint *joint = problem.joints;
  joint->at[0]        = NAN;
  joint->ratio        = 0.5;
  for (int x = 0; x < 3; x++) {
    joint->at_body[0][x] = joint->at_body[1][x] = 0.0;
    joint->axis[x]                              = x == 1 ? 2.0 : 0.0;
  }
  built_system(&problem, "system", &sys);
  for (int i = 0; i < 2; i++) {
    z[0] = 0.7; /* the winch at (0.7, 6 + 2 i, 0.2), the load 3 + i away from it across e2 */
    z[1] = 6.0 + 2.0 * i;
    z[2] = 0.2;
    z[6] = 0.7 + 0.6 * (3.0 + i);
    z[7] = -1.3;
    z[8] = 0.2 + 0.8 * (3.0 + i);
    system_row(&sys, &sys.groups[2], 0, 0.0, z, &phi, &psi);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, phi);
    z[1] += 0.1;
    system_row(&sys, &sys.groups[2], 0, 0.0, z, &phi, &psi);
    TEST_ASSERT_TRUE(fabs(phi) > 1e-2);
  }
  system_destroy(&sys);
  problem_clear(&problem);
}

static void test_table_is_complete(void)
{
  int n = 0;

  while (joint_list[n]) n++;
  TEST_ASSERT_EQUAL_INT(sizeof freedoms / sizeof freedoms[0], n);
  for (int i = 0; i < n; i++) TEST_ASSERT_NOT_NULL(joint_find(freedoms[i].type));
}

/* Rows to the ground are linear in the frame of the body, but for rods and for lines and planes of the body. */
static void test_rows_to_the_ground_are_linear(void)
{
  for (int i = 0; joint_list[i]; i++)
    for (int side = 0; side < 2; side++) {
      const char *type = joint_list[i]->name;
      Problem     problem;
      System      sys;
      fill(type, side ? GROUND : 1, side ? 1 : GROUND, &problem);
      built_system(&problem, "system", &sys);
      const bool curved = is_rod(type) || (strncmp(type, "point_", 6) == 0 && side == 0);
      TEST_ASSERT_EQUAL_INT_MESSAGE(!curved, sys.groups[2].linear, type);
      system_destroy(&sys);
      problem_clear(&problem);
    }
}

/* A clamped body takes no unknowns and holds the other one as the ground does. */
static void test_clamped_body(void)
{
  clamped = true;
  for (size_t i = 0; i < sizeof freedoms / sizeof freedoms[0]; i++) {
    Problem problem;
    System  sys;
    if (!is_rod(freedoms[i].type)) check_freedom(&freedoms[i], 0, 1);
    fill(freedoms[i].type, 0, 1, &problem);
    built_system(&problem, "system", &sys);
    TEST_ASSERT_EQUAL_INT(14, sys.nz);
    TEST_ASSERT_EQUAL_INT(0, sys.groups[0].m);
    TEST_ASSERT_EQUAL_INT_MESSAGE(!is_rod(freedoms[i].type), sys.groups[2].linear, freedoms[i].type);
    system_destroy(&sys);
    problem_clear(&problem);
  }
  clamped = false;
}

static void check_refused(Problem *problem, const char *words)
{
  System    sys;
  FaultList faults;

  fault_init(&faults, "test");
  TEST_ASSERT_FALSE(system_create(problem, &faults, &sys));
  TEST_ASSERT_EQUAL_INT(1, faults.count);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(faults.text[0], words), faults.text[0]);
  fault_clear(&faults);
  problem_clear(problem);
}

static void test_refused(void)
{
  Problem problem;

  fill("distance", 0, 1, &problem);
  memcpy(problem.joints[0].at2, at, sizeof at);
  check_refused(&problem, "points that coincide");
  fill("revolute", 0, 1, &problem);
  snprintf(problem.bodies[1].formulation, NAME_LEN, "particle");
  check_refused(&problem, "a particle");
  fill("revolute", 0, GROUND, &problem);
  problem.bodies[0].mobility = BODY_CLAMPED;
  check_refused(&problem, "do not move");
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_freedoms);
  RUN_TEST(test_lines_and_planes_of_a_moving_body);
  RUN_TEST(test_rod);
  RUN_TEST(test_winch);
  RUN_TEST(test_table_is_complete);
  RUN_TEST(test_rows_to_the_ground_are_linear);
  RUN_TEST(test_clamped_body);
  RUN_TEST(test_refused);
  return UNITY_END();
}

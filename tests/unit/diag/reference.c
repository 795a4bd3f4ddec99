/* Closed forms solve the equations of motion (by differences of the motion they give), and errors have known sizes. */
#include "diag/reference.h"

#include "base/quat.h"
#include "built.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static Problem problem;
static System  sys;

static ProblemBody *begin(void)
{
  problem_init(&problem);
  problem.time.start = 0.25; /* closed forms count time from the start */
  problem.time.end   = 1.25;
  problem.time.step  = 0.1;
  problem.nbodies    = 1;
  problem.bodies     = calloc(1, sizeof *problem.bodies);
  problem.joints     = calloc(1, sizeof *problem.joints);
  problem_body_init(&problem.bodies[0]);
  return &problem.bodies[0];
}

static void motion_at(const char *form, double t, Kinematics *motion)
{
  char text[200] = "";
  TEST_ASSERT_TRUE_MESSAGE(
    closed_form_find(form)->kinematics(&problem, &sys, 0, problem.time.start + t, motion, text, sizeof text), text);
}

/* derivative of a vector function, sixth order */
typedef void (*Function)(double t, double *out);

static void differentiate(Function function, int n, double t, double h, double *out)
{
  static const double weight[3] = {0.75, -0.15, 1.0 / 60.0};
  double              plus[24], minus[24];

  vec_zero(n, out);
  for (int s = 1; s <= 3; s++) {
    function(t + s * h, plus);
    function(t - s * h, minus);
    for (int i = 0; i < n; i++) out[i] += weight[s - 1] * (plus[i] - minus[i]) / h;
  }
}

static void top_matrix(double t, double *R)
{
  Kinematics motion;
  motion_at("steady_top", t, &motion);
  memcpy(R, motion.R, sizeof motion.R);
}

/* the cone of Betsch and Siebert (2009, sect. 5.2) about its tip */
static const double tip[3] = {0.3, -0.2, 0.5};
static const double top_h  = 3e-4;

static double top_mass(void)
{
  return 0.225 * acos(-1.0);
}

/* L about the tip, R J Omega with Omega^ = R^T R' */
static void top_momentum(double t, double *L)
{
  const double m = top_mass(), J1 = 0.6 * m * (0.0025 / 4 + 0.01), J3 = 0.3 * m * 0.0025;
  double       R[3][3], rate[3][3], W[3][3]                           = {{0}};

  top_matrix(t, R[0]);
  differentiate(top_matrix, 9, t, top_h, rate[0]);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) W[i][j] += R[k][i] * rate[k][j];
  const double JW[3] = {J1 * W[2][1], J1 * W[0][2], J3 * W[1][0]};
  mat3_apply((const double(*)[3])R, JW, L);
}

/* fixed = true: rotation about the tip; false: a free body on a joint. up = 2: gravity along -e3, 0: along +e1 */
static void steady_top(bool fixed, bool tilted)
{
  const double half = sqrt(0.5), theta[3] = {acos(-1.0) / 3, 0, 0}, omega[3] = {0, 10 * sqrt(0.75), 140.6};
  const double world[4] = {half, 0, tilted ? -half : 0, 0};
  double       tilt[4], d3[3], v[3], R[3][3];

  ProblemBody *top = begin();
  top->shape       = (Shape){.kind = SHAPE_CONE, .size = {0.05, 0.1}};
  top->density     = 2700;
  quat_exp(theta, tilt);
  quat_multiply(tilted ? world : (const double[4]){1, 0, 0, 0}, tilt, top->orientation);
  vec_copy(3, omega, top->angular_velocity);
  problem.gravity[tilted ? 0 : 2] = tilted ? 9.81 : -9.81; /* world turns e3 into -e1 */
  vec_copy(3, tip, top->position);
  if (fixed) {
    top->translation       = TRANSLATION_FIXED;
    top->center_of_mass[2] = 0.075;
  } else {
    ProblemJoint *joint = &problem.joints[problem.njoints++];
    problem_joint_init(joint);
    snprintf(joint->type, sizeof joint->type, "spherical");
    joint->body[1] = 0;
    vec_copy(3, tip, joint->at);
    quat_to_matrix(top->orientation, R);
    for (int x = 0; x < 3; x++) d3[x] = 0.075 * R[x][2];
    vec_add(3, 1.0, d3, top->position);
    mat3_apply((const double(*)[3])R, omega, v);
    vec_cross(v, d3, top->velocity);
  }
  built_system(&problem, "", &sys);
}

/* L' = moment of the weight about the tip; the centre of mass is at L d3 from it, all the time */
static void check_steady_top(bool fixed, bool tilted)
{
  steady_top(fixed, tilted);
  for (double t = 0.0; t < 1.0; t += 0.17) {
    Kinematics motion;
    double     rate[3], moment[3], arm[3], weight[3];
    motion_at("steady_top", t, &motion);
    for (int x = 0; x < 3; x++) {
      arm[x]    = 0.075 * motion.R[x][2];
      weight[x] = top_mass() * problem.gravity[x];
      TEST_ASSERT_DOUBLE_WITHIN(2e-15, tip[x] + (fixed ? 0.0 : arm[x]), motion.position[x]);
    }
    vec_cross(arm, weight, moment);
    differentiate(top_momentum, 3, t, top_h, rate);
    for (int x = 0; x < 3; x++) TEST_ASSERT_DOUBLE_WITHIN(1e-8, moment[x], rate[x]); /* of 0.45 */
  }
  built_clear(&sys, &problem);
}

static void test_steady_top_obeys_euler(void)
{
  check_steady_top(true, false);
  check_steady_top(false, false);
  check_steady_top(true, true);
  check_steady_top(false, true);
}

static void test_steady_top_starts_at_the_start(void)
{
  Kinematics start, motion;

  steady_top(false, false);
  body_initial_kinematics(&problem.bodies[0], &start);
  motion_at("steady_top", 0.0, &motion);
  for (int i = 0; i < 4; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, start.q[i], motion.q[i]);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, start.position[i], motion.position[i]);
  built_clear(&sys, &problem);
}

static void check_refused(const char *form, const char *why)
{
  Kinematics motion;
  char       text[200] = "";

  built_system(&problem, "", &sys);
  TEST_ASSERT_FALSE(closed_form_find(form)->kinematics(&problem, &sys, 0, 0.5, &motion, text, sizeof text));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, why), text);
  built_clear(&sys, &problem);
}

static void test_steady_top_refuses_other_motions(void)
{
  steady_top(true, false);
  system_destroy(&sys);
  problem.bodies[0].angular_velocity[2] = 140.5; /* too slow a spin */
  check_refused("steady_top", "not those of a steady precession");
  steady_top(true, false);
  system_destroy(&sys);
  problem.bodies[0].angular_velocity[0] = 0.1; /* nutation */
  check_refused("steady_top", "not those of a steady precession");
  steady_top(true, false);
  system_destroy(&sys);
  problem.gravity[2] = 0;
  check_refused("steady_top", "needs gravity");
}

static void scalable(void)
{
  const double turn[3] = {0.2, -0.4, 0.9};

  ProblemBody *body = begin();
  body->kinetic     = KINETIC_SCALABLE;
  body->rigid       = false;
  body->shape       = (Shape){.kind = SHAPE_SPHERE, .size = {1}};
  body->mass        = 2.5;
  body->scale       = 1.3;
  body->scale_rate  = -2;
  quat_exp(turn, body->orientation);
  body->angular_velocity[0] = 1, body->angular_velocity[1] = 2, body->angular_velocity[2] = 2;
  body->velocity[1] = 0.7;
}

/* (position, quaternion of length sqrt(scale)) of the closed form */
static void scalable_coordinates(double t, double *x)
{
  Kinematics motion;
  motion_at("scalable_body", t, &motion);
  vec_copy(3, motion.position, x);
  for (int i = 0; i < 4; i++) x[3 + i] = sqrt(motion.scale) * motion.q[i];
}

/* momenta from the rates of the coordinates: p = m v and p_q = 4 Q_l J4 Q_l^T q', J = 1, J0 = 3/2 (Moeller and Glocker 2012) */
static void scalable_momenta(double t, double *p)
{
  double x[7], rate[7], spin[4];

  scalable_coordinates(t, x);
  differentiate(scalable_coordinates, 7, t, 1e-3, rate);
  for (int i = 0; i < 3; i++) p[i] = 2.5 * rate[i];
  quat_multiply_conjugate(x + 3, rate + 3, spin);
  spin[0] *= 4 * 1.5;
  for (int i = 1; i < 4; i++) spin[i] *= 4;
  quat_multiply(x + 3, spin, p + 3);
}

/* p' = -dH/dq and q' = dH/dp of the system without its constraint */
static void test_scalable_body_obeys_hamilton(void)
{
  scalable();
  built_system(&problem, "", &sys);
  TEST_ASSERT_EQUAL_INT(0, sys.nl);
  SystemWork work;
  TEST_ASSERT_TRUE(system_work_create(&sys, &work));
  for (double t = 0.0; t < 1.0; t += 0.19) {
    double      z[14], zero[14] = {0}, rate[14], found[14], none[1] = {0};
    SystemPoint point = {.rate = found, .theta = none, .theta_v = none};
    scalable_coordinates(t, z);
    scalable_momenta(t, z + 7);
    differentiate(scalable_coordinates, 7, t, 1e-3, rate);
    differentiate(scalable_momenta, 7, t, 1e-3, rate + 7);
    system_evaluate(&sys, z, zero, zero, &work, &point);
    for (int i = 0; i < 14; i++) TEST_ASSERT_DOUBLE_WITHIN(2e-8, rate[i], found[i]);
  }
  system_work_destroy(&work);
  built_clear(&sys, &problem);
}

static void test_scalable_body_refuses_others(void)
{
  scalable();
  problem.bodies[0].shape = (Shape){.kind = SHAPE_CUBOID, .size = {1, 2, 3}};
  check_refused("scalable_body", "spherical inertia");
  scalable();
  problem.bodies[0].rigid = true;
  check_refused("scalable_body", "rigid: false");
  scalable();
  problem.gravity[0] = 1;
  check_refused("scalable_body", "free body");
}

static void test_names(void)
{
  TEST_ASSERT_NULL(closed_form_find("steady"));
  for (int i = 0; closed_form_list[i]; i++)
    TEST_ASSERT_TRUE(closed_form_find(closed_form_list[i]->name) == closed_form_list[i]);
}

/* A state turned by an angle a about e3 from the reference: e_loc = 2 sin(a/4), |R R^T - I|_F = 2 sqrt 2 sin(a/2). */
static void check_turned(const char *formulation, double angle, double sign)
{
  const double   q[4] = {sign * cos(angle / 2), 0, 0, sign * sin(angle / 2)};
  double         z[BODY_NZ];
  char           text[100];
  ReferenceError error;
  Kinematics     motion = {.scale = 1};

  ProblemBody *body = begin();
  snprintf(body->formulation, sizeof body->formulation, "%s", formulation);
  body->shape                      = (Shape){.kind = SHAPE_SPHERE, .size = {1}};
  body->mass                       = 1;
  problem.reference.given          = true;
  problem.reference.orientation[0] = 1;
  built_system(&problem, "", &sys);
  vec_copy(4, q, motion.q);
  quat_to_matrix(q, motion.R);
  sys.bodies[0].ops->from_kinematics(&sys.bodies[0], &motion, z);
  TEST_ASSERT_TRUE(reference_measure(&problem, &sys, 1.25, z, &error, text, sizeof text));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 2 * sqrt(2.0) * sin(angle / 2), error.rotation);
  const bool directors = strcmp(formulation, "director") == 0; /* |R - I|_F / |I|_F there */
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, directors ? sqrt(8.0 / 3) * sin(angle / 2) : 2 * sin(angle / 4), error.e_loc);
  TEST_ASSERT_TRUE(isnan(error.position) && error.time == 1.25 && reference_time(&problem) == 1.25);
  built_clear(&sys, &problem);
}

static void test_error_of_a_turn(void)
{
  for (double angle = 0.0; angle < 3.0; angle += 0.7) {
    check_turned("quaternion", angle, 1);
    check_turned("quaternion", angle, -1); /* q and -q are the same orientation */
    check_turned("director", angle, 1);
  }
}

/* only the position known: (3, 4, 0) against (3, 4, 5) is off by 5 / |(3, 4, 5)| */
static void test_error_of_a_position(void)
{
  const double   known[3] = {3, 4, 5};
  double         z[BODY_NZ];
  char           text[100];
  ReferenceError error;

  ProblemBody *body       = begin();
  body->shape             = (Shape){.kind = SHAPE_SPHERE, .size = {1}};
  body->mass              = 1;
  body->position[0]       = 3;
  body->position[1]       = 4;
  problem.reference.given = true;
  problem.reference.time  = 0.75;
  vec_copy(3, known, problem.reference.position);
  built_system(&problem, "", &sys);
  system_initial(&sys, &problem, z);
  TEST_ASSERT_TRUE(reference_measure(&problem, &sys, 0.75, z, &error, text, sizeof text));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, sqrt(0.5), error.position);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, sqrt(0.5), error.e_loc);
  TEST_ASSERT_TRUE(isnan(error.rotation) && reference_time(&problem) == 0.75);
  built_clear(&sys, &problem);
}

/* A whole system against poses: the errors of one body turned by a small angle and the other one moved, in two formulations;
 * the sign of a quaternion does not matter. */
static void test_errors_of_a_system(void)
{
  const double angle = 1e-3, turn[4] = {cos(angle / 2), sin(angle / 2), 0, 0};

  for (int director = 0; director < 2; director++) {
    double         z[4 * BODY_NZ], poses[16] = {1, 2, 2, 1, 0, 0, 0, 1, 0, 0, 4, 1, 0, 0, 0, 1};
    ReferenceError error;
    begin();
    problem.nbodies = 2;
    problem.bodies  = realloc(problem.bodies, 2 * sizeof *problem.bodies);
    for (int b = 0; b < 2; b++) {
      ProblemBody *body = &problem.bodies[b];
      problem_body_init(body);
      snprintf(body->name, sizeof body->name, "b%d", b);
      snprintf(body->formulation, sizeof body->formulation, director ? "director" : "quaternion");
      body->shape = (Shape){.kind = SHAPE_CUBOID, .size = {1, 2, 3}};
      body->mass  = 2.0;
      vec_copy(3, poses + 8 * b, body->position);
    }
    vec_copy(4, turn, problem.bodies[0].orientation);
    problem.bodies[1].position[0] += 0.25;
    built_system(&problem, "", &sys);
    system_initial(&sys, &problem, z);
    for (int i = 3; i < 7; i++) poses[i] = -poses[i];
    reference_compare(&sys, poses, z, &error);
    /* two directors move by 2 sin(a/2); the quaternion by 2 sin(a/4) */
    const double off  = director ? 2.0 * 4.0 * pow(sin(angle / 2), 2) : 4.0 * pow(sin(angle / 4), 2);
    const double norm = 9.0 + 16.0 + (director ? 6.0 : 2.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, sqrt((off + 0.0625) / norm), error.e_loc);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 2.0 * sqrt(2.0) * sin(angle / 2), error.rotation);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.25 / 5.0, error.position);
    built_clear(&sys, &problem);
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_steady_top_obeys_euler);
  RUN_TEST(test_steady_top_starts_at_the_start);
  RUN_TEST(test_steady_top_refuses_other_motions);
  RUN_TEST(test_scalable_body_obeys_hamilton);
  RUN_TEST(test_scalable_body_refuses_others);
  RUN_TEST(test_names);
  RUN_TEST(test_error_of_a_turn);
  RUN_TEST(test_error_of_a_position);
  RUN_TEST(test_errors_of_a_system);
  return UNITY_END();
}

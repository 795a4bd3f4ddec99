/* The choice of rows to drop: ranks at a singular start and around it, positions that close joints, paths that cannot be followed. */
#include "start/redundant.h"
#include "base/vec.h"
#include "run/model.h"
#include "start/position/closure.h"
#include "start/position/follow.h"
#include "start/position/joint_jacobian.h"
#include "start/position/walk.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

enum { TEXT = 4096 };

static Model model;

/* A parallelogram at the given angle of its bars to the coupler: flat at 0. */
static void parallelogram(const char *formulation, double angle, char *text)
{
  const double c = cos(angle), s = sin(angle);

  snprintf(text, TEXT,
           "time: {end: 1, elements: 10}\nredundant: drop\nbodies:\n"
           "  - {name: left, formulation: %s, mass: 1, inertia: [1, 1, 1], position: [%.17g, 0, %.17g]}\n"
           "  - {name: coupler, formulation: %s, mass: 1, inertia: [1, 1, 1], position: [%.17g, 0, %.17g]}\n"
           "  - {name: right, formulation: %s, mass: 1, inertia: [1, 1, 1], position: [%.17g, 0, %.17g]}\n"
           "joints:\n"
           "  - {name: a, type: revolute, bodies: [ground, left], at: [0, 0, 0], axis: [0, 1, 0]}\n"
           "  - {name: b, type: revolute, bodies: [left, coupler], at: [%.17g, 0, %.17g], axis: [0, 1, 0]}\n"
           "  - {name: c, type: revolute, bodies: [coupler, right], at: [%.17g, 0, %.17g], axis: [0, 1, 0]}\n"
           "  - {name: d, type: revolute, bodies: [ground, right], at: [2, 0, 0], axis: [0, 1, 0]}\n",
           formulation, c / 2, s / 2, formulation, 1 + c, s, formulation, 2 + c / 2, s / 2, c, s, 2 + c, s);
}

/* Builds the model; fails with its first fault. */
static void open(const char *text)
{
  const ProblemSource source = {.file = "text", .text = text};
  FaultList           faults;

  fault_init(&faults, "text");
  TEST_ASSERT_EQUAL_INT(0, model_build(&source, &faults, &model));
  TEST_ASSERT_TRUE_MESSAGE(model.ready, faults.kept ? faults.text[0] : "no fault, but not ready");
  fault_clear(&faults);
}

static void shut(void)
{
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

/* 3 of 20 rows are redundant at every angle; one more depends on the others at 0 and pi only. */
static void check_parallelogram(const char *formulation, double angle, int rank)
{
  char text[TEXT];

  parallelogram(formulation, angle, text);
  open(text);
  TEST_ASSERT_EQUAL_INT(20, model.dropped.nrows);
  TEST_ASSERT_EQUAL_INT(rank, model.dropped.nstart);
  TEST_ASSERT_EQUAL_INT(17, model.dropped.nindependent);
  TEST_ASSERT_EQUAL_INT(3, model.dropped.ndependent);
  TEST_ASSERT_FALSE(model.dropped.needed);
  for (int i = 0; i < 3; i++) TEST_ASSERT_TRUE(model.dropped.list[i].nothers > 0);
  shut();
}

static void test_ranks_of_a_parallelogram(void)
{
  check_parallelogram("quaternion", 0.0, 16);
  check_parallelogram("director", 0.0, 16);
  check_parallelogram("quaternion", 0.8, 17);
  check_parallelogram("director", 0.8, 17);
}

/* Walks over the positions that close the kept rows alone, out of the flat position: the dropped rows stay closed. */
static void test_kept_rows_close_the_loop(void)
{
  char text[TEXT];
  Walk walk;
  bool ok;

  parallelogram("quaternion", 0.0, text);
  open(text);
  TEST_ASSERT_EQUAL_INT(0, walk_create(&model.system, model.z, &walk));
  for (int n = 2; n < 8; n++) {
    TEST_ASSERT_EQUAL_INT(0, walk_begin(n, &walk));
    for (int step = 0; step < 5; step++) {
      TEST_ASSERT_EQUAL_INT(0, walk_step(&walk, &ok));
      TEST_ASSERT_TRUE(ok);
      for (int g = model.system.nbodies; g < model.system.ngroups; g++)
        for (int r = 0; r < model.system.groups[g].m + model.system.groups[g].ndropped; r++) {
          double phi, psi;
          system_row(&model.system, &model.system.groups[g], r, 0.0, walk.z, &phi, &psi);
          TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, phi);
        }
    }
  }
  TEST_ASSERT_TRUE(fabs(walk.z[model.system.start[0] + 2]) > 0.05); /* the left bar has left the flat position */
  TEST_ASSERT_EQUAL_INT(0, walk_destroy(&walk));
  shut();
}

/* Rods in line between two points: every closed position is singular, and no row can be spared. */
static void test_rods_in_line_need_all_rows(void)
{
  open("time: {end: 1, elements: 10}\nredundant: drop\nbodies:\n"
       "  - {name: p, formulation: particle, mass: 1, position: [1, 0, 0]}\n"
       "  - {name: q, formulation: particle, mass: 1, position: [2, 0, 0]}\n"
       "joints:\n"
       "  - {name: a, type: distance, bodies: [ground, p], at: [0, 0, 0], at2: [1, 0, 0]}\n"
       "  - {name: b, type: distance, bodies: [p, q], at: [1, 0, 0], at2: [2, 0, 0]}\n"
       "  - {name: c, type: distance, bodies: [q, ground], at: [2, 0, 0], at2: [3, 0, 0]}\n");
  TEST_ASSERT_EQUAL_INT(2, model.dropped.nstart);
  TEST_ASSERT_EQUAL_INT(2, model.dropped.nindependent);
  TEST_ASSERT_TRUE(model.dropped.needed);
  shut();
}

/* The same rods, 0.1 longer each: three rows are independent, nothing is dropped. */
static void test_slack_rods_keep_all_rows(void)
{
  open("time: {end: 1, elements: 10}\nredundant: drop\nbodies:\n"
       "  - {name: p, formulation: particle, mass: 1, position: [1, 0.5, 0]}\n"
       "  - {name: q, formulation: particle, mass: 1, position: [2, 0.5, 0]}\n"
       "joints:\n"
       "  - {name: a, type: distance, bodies: [ground, p], at: [0, 0, 0], at2: [1, 0.5, 0]}\n"
       "  - {name: b, type: distance, bodies: [p, q], at: [1, 0.5, 0], at2: [2, 0.5, 0]}\n"
       "  - {name: c, type: distance, bodies: [q, ground], at: [2, 0.5, 0], at2: [3, 0, 0]}\n");
  TEST_ASSERT_EQUAL_INT(3, model.dropped.nindependent);
  TEST_ASSERT_EQUAL_INT(0, model.dropped.ndependent);
  TEST_ASSERT_FALSE(model.dropped.needed);
  shut();
}

/* A rod of length 1 from the origin: closure finds a point at distance 1 from any other; moves along the tangent are unchanged. */
static void test_closure_of_a_rod(void)
{
  double gap, rate[3] = {0.3, 0.4, 0.5};

  open("time: {end: 1, elements: 10}\nbodies:\n"
       "  - {name: p, formulation: particle, mass: 1, position: [1, 0, 0]}\n"
       "joints:\n"
       "  - {name: a, type: distance, bodies: [ground, p], at: [0, 0, 0], at2: [1, 0, 0]}\n");
  TEST_ASSERT_EQUAL_INT(0, closure_tangent(&model.system, 0.0, model.z, rate));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, rate[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.4, rate[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, rate[2]);
  const double away[3] = {2.0, -3.0, 1.5};
  vec_copy(3, away, model.z);
  TEST_ASSERT_EQUAL_INT(0, closure_find(&model.system, 0.0, model.z, NULL, &gap));
  TEST_ASSERT_TRUE(gap <= closure_tolerance);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, 1.0, vec_norm(3, model.z));
  shut();
}

/* A particle on a rod of length 1 is asked to move along e1: x = 0.6 + t is reached up to t = 0.4. */
static void test_follow_finds_the_end_of_reach(void)
{
  Notice why;
  double t;

  open("time: {end: 1, elements: 10}\nbodies:\n"
       "  - {name: p, formulation: particle, mass: 1, position: [0.6, 0.8, 0], velocity: [1, -0.75, 0]}\n"
       "joints:\n"
       "  - {name: rod, type: distance, bodies: [ground, p], at: [0, 0, 0], at2: [0.6, 0.8, 0]}\n"
       "  - {name: plane, type: point_in_plane, bodies: [ground, p], at: [0, 0, 0], axis: [0, 0, 1]}\n"
       "motion:\n"
       "  - {name: pull, type: position, body: p, x: {polynomial: [0.6, 1]}}\n");
  TEST_ASSERT_EQUAL_INT(0, follow_check(&model.system, 0.0, 0.39, 32, model.z, &why));
  TEST_ASSERT_EQUAL_INT(R0000_NONE, why.code);
  TEST_ASSERT_EQUAL_INT(0, follow_check(&model.system, 0.0, 1.0, 100, model.z, &why));
  TEST_ASSERT_EQUAL_INT(1, sscanf(why.text, "the loop cannot follow: at t = %lf", &t));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.41, t);
  TEST_ASSERT_NOT_NULL(strstr(why.text, "motion pull"));
  TEST_ASSERT_NOT_NULL(strstr(why.text, "joints rod"));
  TEST_ASSERT_NULL(strstr(why.text, "plane"));
  TEST_ASSERT_EQUAL_INT(R0507_LOOP_FOLLOWS, why.code);
  shut();
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_ranks_of_a_parallelogram);
  RUN_TEST(test_kept_rows_close_the_loop);
  RUN_TEST(test_rods_in_line_need_all_rows);
  RUN_TEST(test_slack_rods_keep_all_rows);
  RUN_TEST(test_closure_of_a_rod);
  RUN_TEST(test_follow_finds_the_end_of_reach);
  const int failed = UNITY_END();
  return PetscFinalize() ? 1 : failed;
}

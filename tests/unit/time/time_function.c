/* Functions of time. */
#include "time/time_function.h"

#include "unity.h"

#include <math.h>

void setUp(void) {}
void tearDown(void) {}

static double value(ProblemTimeFunction scale, double t)
{
  TimeFunction fun;

  TEST_ASSERT_TRUE(time_function_create(&scale, &fun));
  const double result = time_function_value(&fun, t);
  time_function_destroy(&fun);
  return result;
}

static void test_formulas(void)
{
  double c[] = {0.5, -2, 3};

  TEST_ASSERT_EQUAL_DOUBLE(1.0, value((ProblemTimeFunction){.kind = FUNCTION_NONE}, 7.0));
  TEST_ASSERT_EQUAL_DOUBLE(0.5 - 2 * 1.5 + 3 * 2.25,
                           value((ProblemTimeFunction){.kind = FUNCTION_POLYNOMIAL, .nrows = 3, .rows = c}, 1.5));
  TEST_ASSERT_EQUAL_DOUBLE(
    3 * sin(2 * 0.4 + 0.1) - 1,
    value((ProblemTimeFunction){.kind = FUNCTION_SINE, .amplitude = 3, .omega = 2, .phase = 0.1, .offset = -1}, 0.4));
}

static void test_ramp_and_step(void)
{
  const ProblemTimeFunction ramp = {.kind = FUNCTION_RAMP, .start = 1, .end = 3, .before = 2, .after = -2};
  const ProblemTimeFunction step = {.kind = FUNCTION_STEP, .start = 1, .before = 2, .after = -2};

  TEST_ASSERT_EQUAL_DOUBLE(2.0, value(ramp, 0.9));
  TEST_ASSERT_EQUAL_DOUBLE(1.0, value(ramp, 1.5));
  TEST_ASSERT_EQUAL_DOUBLE(-2.0, value(ramp, 4.0));
  TEST_ASSERT_EQUAL_DOUBLE(2.0, value(step, nextafter(1.0, 0.0)));
  TEST_ASSERT_EQUAL_DOUBLE(-2.0, value(step, 1.0));
}

/* Points are met, lines are lines, ends go on; the spline of points on a line is the line. */
static void test_tables(void)
{
  double rows[] = {0, 1, 0.5, 3, 2, -1, 3, 0}, line[] = {0, 1, 0.5, 2, 2, 5, 3, 7};

  for (int curved = 0; curved < 2; curved++) {
    const TimeFunctionKind    kind     = curved ? FUNCTION_CUBIC : FUNCTION_TABLE;
    const ProblemTimeFunction table    = {.kind = kind, .nrows = 4, .rows = rows},
                              straight = {.kind = kind, .nrows = 4, .rows = line};
    for (int i = 0; i < 4; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, rows[2 * i + 1], value(table, rows[2 * i]));
    TEST_ASSERT_EQUAL_DOUBLE(1.0, value(table, -1.0));
    TEST_ASSERT_EQUAL_DOUBLE(0.0, value(table, 9.0));
    for (double t = 0.05; t < 3.0; t += 0.1) TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.0 + 2.0 * t, value(straight, t));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 2.0,
                            value((ProblemTimeFunction){.kind = FUNCTION_TABLE, .nrows = 4, .rows = rows}, 0.25));
}

/* Slope and curvature of a natural spline are continuous at inner points, and the curvature is zero at the ends. */
static void test_spline(void)
{
  double                    rows[] = {0, 1, 0.5, 3, 2, -1, 3, 0};
  const ProblemTimeFunction scale  = {.kind = FUNCTION_CUBIC, .nrows = 4, .rows = rows};
  const double              h      = 1e-3;

  for (int i = 1; i < 3; i++) { /* one-sided differences that are exact for cubics */
    const double t = rows[2 * i];
    double       slope[2], bend[2];
    for (int side = 0; side < 2; side++) {
      const double d    = side ? h : -h;
      const double y[4] = {value(scale, t), value(scale, t + d), value(scale, t + 2 * d), value(scale, t + 3 * d)};
      slope[side]       = (-11 * y[0] + 18 * y[1] - 9 * y[2] + 2 * y[3]) / (6 * d);
      bend[side]        = (2 * y[0] - 5 * y[1] + 4 * y[2] - y[3]) / (d * d);
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, slope[0], slope[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, bend[0], bend[1]);
  }
  const double y[4] = {value(scale, 0), value(scale, h), value(scale, 2 * h), value(scale, 3 * h)};
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.0, (2 * y[0] - 5 * y[1] + 4 * y[2] - y[3]) / (h * h));
}

/* Corners inside of the interval only, each once. */
static void test_corners(void)
{
  Problem     problem;
  ProblemLoad loads[3];
  double      rows[] = {-1, 0, 0.25, 1, 0.5, 0, 2, 0};

  problem_init(&problem);
  problem.time.end = 1.0;
  for (int i = 0; i < 3; i++) problem_load_init(&loads[i]);
  loads[0].scale.kind  = FUNCTION_TABLE;
  loads[0].scale.nrows = 4;
  loads[0].scale.rows  = rows;
  loads[1].scale.kind  = FUNCTION_RAMP;
  loads[1].scale.start = 0.1;
  loads[1].scale.end   = 0.5;
  loads[2].scale.kind  = FUNCTION_STEP;
  loads[2].scale.start = 1.0;
  problem.loads        = loads;
  problem.nloads       = 3;
  TEST_ASSERT_TRUE(problem_find_corners(&problem));
  TEST_ASSERT_EQUAL_INT(3, problem.time.ncorners);
  TEST_ASSERT_EQUAL_DOUBLE(0.1, problem.time.corners[0]);
  TEST_ASSERT_EQUAL_DOUBLE(0.25, problem.time.corners[1]);
  TEST_ASSERT_EQUAL_DOUBLE(0.5, problem.time.corners[2]);
  problem.loads  = NULL;
  problem.nloads = 0;
  problem_clear(&problem);
}

/* Derivatives against differences of sixth order, away from corners. */
static void test_derivatives(void)
{
  double                    rows[] = {0, 1, 0.5, 3, 2, -1, 3, 0}, c[] = {0.5, -2, 3, 0.7};
  const ProblemTimeFunction scales[] = {
    {.kind = FUNCTION_POLYNOMIAL, .nrows = 4, .rows = c},
    {.kind = FUNCTION_TABLE, .nrows = 4, .rows = rows},
    {.kind = FUNCTION_CUBIC, .nrows = 4, .rows = rows},
    {.kind = FUNCTION_SINE, .amplitude = 3, .omega = 2, .phase = 0.1, .offset = -1},
    {.kind = FUNCTION_RAMP, .start = 1, .end = 3, .before = 2, .after = -2},
    {.kind = FUNCTION_SMOOTH, .start = 0.5, .end = 2.5, .before = 2, .after = -2, .derivatives = 1},
    {.kind = FUNCTION_SMOOTH, .start = 0.5, .end = 2.5, .before = 2, .after = -2, .derivatives = 6}};
  const double weight[] = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0}, h = 1e-2;

  for (size_t k = 0; k < sizeof scales / sizeof scales[0]; k++) {
    TimeFunction fun;
    TEST_ASSERT_TRUE(time_function_create(&scales[k], &fun));
    for (double t = 0.25; t < 3.0; t += 0.5) {
      double y[3], near[3], slope[2] = {0.0};
      time_function_jet(&fun, t, y);
      TEST_ASSERT_EQUAL_DOUBLE(time_function_value(&fun, t), y[0]);
      for (int s = 1; s <= 3; s++)
        for (int sign = -1; sign <= 1; sign += 2) {
          time_function_jet(&fun, t + sign * s * h, near);
          for (int d = 0; d < 2; d++) slope[d] += sign * weight[s - 1] / h * near[d];
        }
      for (int d = 0; d < 2; d++) TEST_ASSERT_DOUBLE_WITHIN(1e-8, slope[d], y[1 + d]);
    }
    time_function_destroy(&fun);
  }
}

/* The path of the overhead crane: six derivatives vanish. */
static void test_smooth(void)
{
  const double              p[] = {1716, -9009, 20020, -24024, 16380, -6006, 924};
  const ProblemTimeFunction one = {.kind = FUNCTION_SMOOTH, .start = 1, .end = 4, .after = 1, .derivatives = 6};

  for (double s = 0.0; s <= 1.0; s += 0.0625) {
    double sum = 0.0;
    for (int i = 0; i < 7; i++) sum += p[i] * pow(s, 7 + i);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, sum, value(one, 1.0 + 3.0 * s));
  }
  TEST_ASSERT_EQUAL_DOUBLE(0.0, value(one, 0.0));
  TEST_ASSERT_EQUAL_DOUBLE(1.0, value(one, 5.0));
}

/* At its last point a spline still has the slope it comes with. */
static void test_end_of_spline(void)
{
  double                    rows[] = {0, 1, 0.5, 3, 2, -1, 3, 0}, y[3], near[3];
  const ProblemTimeFunction scale  = {.kind = FUNCTION_CUBIC, .nrows = 4, .rows = rows};
  TimeFunction              fun;

  TEST_ASSERT_TRUE(time_function_create(&scale, &fun));
  time_function_jet(&fun, 3.0, y);
  time_function_jet(&fun, 3.0 - 1e-9, near);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, near[1], y[1]);
  TEST_ASSERT_TRUE(fabs(y[1]) > 0.1);
  time_function_jet(&fun, 3.1, y);
  TEST_ASSERT_EQUAL_DOUBLE(0.0, y[1]);
  time_function_destroy(&fun);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_formulas);
  RUN_TEST(test_derivatives);
  RUN_TEST(test_smooth);
  RUN_TEST(test_end_of_spline);
  RUN_TEST(test_ramp_and_step);
  RUN_TEST(test_tables);
  RUN_TEST(test_spline);
  RUN_TEST(test_corners);
  return UNITY_END();
}

/* Equations in velocities: solutions of least norm against closed forms, dependent and contradictory rows, number of independent rows, freedoms. */
#include "start/assemble/rate_equations.h"

#include "unity.h"

#include <math.h>

static RateEquations eq;

/* Two blocks with the metrics 1 and diag(4, 4, 4), at most four rows. */
void setUp(void)
{
  TEST_ASSERT_EQUAL_INT(0, rate_equations_create(2, 4, &eq));
  for (int i = 0; i < 3; i++) {
    eq.inverse[0][i][i] = 1.0;
    eq.inverse[1][i][i] = 0.25;
  }
}

void tearDown(void)
{
  TEST_ASSERT_EQUAL_INT(0, rate_equations_destroy(&eq));
}

/* Adds the row a x_0 + b x_3 = c: the first entries of both blocks. */
static void row_add(double a, double b, double c)
{
  eq.rows[eq.nrows++] = (RateRow){.block = {0, 1, -1, -1}, .value = {{a, 0, 0}, {b, 0, 0}}, .b = c, .unit = 1.0};
}

static void solve(double x[6])
{
  rate_equations_norms(&eq);
  TEST_ASSERT_EQUAL_INT(0, rate_equations_solve(&eq, 0.0, x));
}

/* min x^2 + 4 y^2 with x + y = 5: x = 4, y = 1. */
static void test_least_norm(void)
{
  double x[6];

  row_add(1.0, 1.0, 5.0);
  solve(x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 4.0, x[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.0, x[3]);
  TEST_ASSERT_EQUAL_DOUBLE(0.0, x[1]);
}

/* The same row three times, in other units: the same solution. */
static void test_dependent_rows(void)
{
  double x[6];
  int    nindependent;

  row_add(1.0, 1.0, 5.0);
  row_add(1000.0, 1000.0, 5000.0);
  row_add(-0.001, -0.001, -0.005);
  solve(x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 4.0, x[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 1.0, x[3]);
  TEST_ASSERT_EQUAL_INT(0, rate_equations_independent(&eq, &nindependent));
  TEST_ASSERT_EQUAL_INT(1, nindependent);
}

/* x + y = 5 and x + y = 7: least squares, 6, with the residuals -1 and 1. */
static void test_contradiction(void)
{
  double x[6];

  row_add(1.0, 1.0, 5.0);
  row_add(1.0, 1.0, 7.0);
  solve(x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 6.0, x[0] + x[3]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, -1.0, rate_row_residual(&eq.rows[0], x));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 1.0, rate_row_residual(&eq.rows[1], x));
}

/* Nearly dependent rows, x + y = 5 and x + (1 + 1e-5) y = 5 + 1e-5: x = 4, y = 1. */
static void test_nearly_dependent(void)
{
  double x[6];
  int    nindependent;

  row_add(1.0, 1.0, 5.0);
  row_add(1.0, 1.0 + 1e-5, 5.0 + 1e-5);
  solve(x);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, rate_row_residual(&eq.rows[0], x));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, rate_row_residual(&eq.rows[1], x));
  TEST_ASSERT_EQUAL_INT(0, rate_equations_independent(&eq, &nindependent));
  TEST_ASSERT_EQUAL_INT(2, nindependent);
}

/* x = 0 in all components leaves only the second block free; a known block is never free. */
static void test_free_blocks(void)
{
  bool known[2] = {false, false}, moves[2];

  for (int i = 0; i < 3; i++) {
    row_add(0.0, 0.0, 1.0);
    eq.rows[i].value[0][i] = 1.0;
    eq.rows[i].block[1]    = -1;
  }
  rate_equations_norms(&eq);
  TEST_ASSERT_EQUAL_INT(0, rate_equations_free(&eq, known, moves));
  TEST_ASSERT_FALSE(moves[0]);
  TEST_ASSERT_TRUE(moves[1]);
  known[1] = true;
  TEST_ASSERT_EQUAL_INT(0, rate_equations_free(&eq, known, moves));
  TEST_ASSERT_FALSE(moves[1]);
}

/* A damped step is shorter: x = W^-1 c b / (c W^-1 c (1 + damping)). */
static void test_damping(void)
{
  double x[6];

  row_add(1.0, 1.0, 5.0);
  rate_equations_norms(&eq);
  TEST_ASSERT_EQUAL_INT(0, rate_equations_solve(&eq, 1.0, x));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.0, x[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, x[3]);
}

int main(int argc, char **argv)
{
  UNITY_BEGIN();
  TEST_ASSERT_EQUAL_INT(0, PetscInitialize(&argc, &argv, NULL, NULL));
  RUN_TEST(test_least_norm);
  RUN_TEST(test_dependent_rows);
  RUN_TEST(test_contradiction);
  RUN_TEST(test_nearly_dependent);
  RUN_TEST(test_free_blocks);
  RUN_TEST(test_damping);
  TEST_ASSERT_EQUAL_INT(0, PetscFinalize());
  return UNITY_END();
}

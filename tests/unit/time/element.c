/* The mG(k) record: sizes, nodes, tabulated functions and what their integrals must be. */
#include "time/element.h"
#include "time/lagrange.h"

#include "unity.h"

#include <math.h>
#include <stddef.h>

void setUp(void) {}
void tearDown(void) {}

static void test_sizes_and_nodes(void)
{
  for (int k = 1; k <= 12; k++)
    for (int s = k; s <= 2 * k; s += k) {
      TimeElement e;
      TEST_ASSERT_TRUE(time_element_create_mg(k, s, false, &e));
      TEST_ASSERT_EQUAL_INT(k, e.degree);
      TEST_ASSERT_EQUAL_INT(s, e.ngauss);
      TEST_ASSERT_EQUAL_INT(k + 1, e.ntrial);
      TEST_ASSERT_EQUAL_INT(k, e.ntest);
      TEST_ASSERT_EQUAL_INT(k, e.nmult);
      TEST_ASSERT_TRUE(e.rate);
      for (int i = 0; i <= k; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-16, (double)i / k, e.node[i]);
      TEST_ASSERT_TRUE(e.node[0] == 0.0 && e.node[k] == 1.0);
      time_element_destroy(&e);
    }
}

/* k = 1: N = (1 - xi, xi), N' = (-1, 1), one constant test function and multiplier */
static void test_linear_element(void)
{
  TimeElement e;

  TEST_ASSERT_TRUE(time_element_create_mg(1, 2, false, &e));
  for (int g = 0; g < 2; g++) {
    const double xi = 0.5 + (g ? 0.5 : -0.5) / sqrt(3.0);
    TEST_ASSERT_DOUBLE_WITHIN(2e-16, xi, e.point[g]);
    TEST_ASSERT_DOUBLE_WITHIN(2e-16, 0.5, e.weight[g]);
    TEST_ASSERT_DOUBLE_WITHIN(2e-16, 1.0 - xi, e.trial[2 * g]);
    TEST_ASSERT_DOUBLE_WITHIN(2e-16, xi, e.trial[2 * g + 1]);
    TEST_ASSERT_TRUE(e.slope[2 * g] == -1.0 && e.slope[2 * g + 1] == 1.0);
    TEST_ASSERT_TRUE(e.test[g] == 1.0 && e.mult[g] == 1.0);
  }
  time_element_destroy(&e);
}

/* k = 2: N = ((1-xi)(1-2xi), 4xi(1-xi), xi(2xi-1)), test functions linear between the ends */
static void test_quadratic_element(void)
{
  TimeElement e;

  TEST_ASSERT_TRUE(time_element_create_mg(2, 3, false, &e));
  for (int g = 0; g < 3; g++) {
    const double xi       = e.point[g];
    const double value[3] = {(1 - xi) * (1 - 2 * xi), 4 * xi * (1 - xi), xi * (2 * xi - 1)};
    const double slope[3] = {4 * xi - 3, 4 - 8 * xi, 4 * xi - 1}, test[2] = {1 - xi, xi};
    for (int i = 0; i < 3; i++) {
      TEST_ASSERT_DOUBLE_WITHIN(3e-16, value[i], e.trial[3 * g + i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-15, slope[i], e.slope[3 * g + i]);
    }
    for (int i = 0; i < 2; i++) {
      TEST_ASSERT_DOUBLE_WITHIN(2e-16, test[i], e.test[2 * g + i]);
      TEST_ASSERT_DOUBLE_WITHIN(2e-16, test[i], e.mult[2 * g + i]);
    }
  }
  time_element_destroy(&e);
}

/* int N'_I = N_I(1) - N_I(0): -1, 0, .., 0, 1; and the test functions sum to one */
static void check_integrals(int k, bool lobatto)
{
  TimeElement e;

  TEST_ASSERT_TRUE(time_element_create_mg(k, k, lobatto, &e));
  for (int i = 0; i <= k; i++) {
    double sum = 0.0, size = 1.0;
    for (int g = 0; g < k; g++) {
      sum += e.weight[g] * e.slope[g * (k + 1) + i];
      size += e.weight[g] * fabs(e.slope[g * (k + 1) + i]);
    }
    TEST_ASSERT_DOUBLE_WITHIN(5e-16 * k * size, (i == k) - (i == 0), sum);
  }
  for (int g = 0; g < k; g++) {
    double one = 0.0, size = 0.0;
    for (int i = 0; i < k; i++) {
      one += e.test[g * k + i];
      size += fabs(e.test[g * k + i]);
    }
    TEST_ASSERT_DOUBLE_WITHIN(2e-15 * size, 1.0, one);
  }
  time_element_destroy(&e);
}

static void test_integrals_of_slopes(void)
{
  for (int k = 1; k <= 30; k++) {
    check_integrals(k, false);
    check_integrals(k, true);
  }
}

/* Lobatto: k = 3 has its inner nodes at (1 -+ 1/sqrt 5)/2, the multipliers theirs at 0, 1/2, 1 */
static void test_lobatto_nodes(void)
{
  TimeElement e;

  TEST_ASSERT_TRUE(time_element_create_mg(3, 3, true, &e));
  TEST_ASSERT_DOUBLE_WITHIN(2e-16, 0.5 - 0.5 / sqrt(5.0), e.node[1]);
  TEST_ASSERT_DOUBLE_WITHIN(2e-16, 0.5 + 0.5 / sqrt(5.0), e.node[2]);
  TEST_ASSERT_TRUE(e.mult_node[0] == 0.0 && e.mult_node[1] == 0.5 && e.mult_node[2] == 1.0);
  time_element_destroy(&e);
}

static void test_destroy_twice(void)
{
  TimeElement e;

  TEST_ASSERT_TRUE(time_element_create_mg(2, 2, false, &e));
  time_element_destroy(&e);
  TEST_ASSERT_NULL(e.node);
  time_element_destroy(&e);
  TEST_ASSERT_EQUAL_INT(0, e.degree);
}

/* The functions of degree k stay, L_k is orthogonal to them with int L_k^2 = 1 / (2k + 1), psi' = L_k and psi is zero at both ends. */
static void test_enriched_element(void)
{
  for (int k = 1; k <= 8; k++) {
    TimeElement base, e;
    TEST_ASSERT_TRUE(time_element_create_mg(k, k, false, &base));
    TEST_ASSERT_TRUE(time_element_enrich(&base, k + 1, &e));
    const int nt = k + 2, nm = k + 1;
    double    square = 0.0, start[NODES_MOST];
    TEST_ASSERT_EQUAL_INT(nt, e.ntrial);
    TEST_ASSERT_EQUAL_INT(nm, e.ntest);
    TEST_ASSERT_TRUE(e.rate);
    for (int b = 0; b < nm; b++) start[b] = 0.0;
    for (int g = 0; g < e.ngauss; g++) {
      double value[NODES_MOST], slope[NODES_MOST], sum = 0.0;
      lagrange(k + 1, base.node, e.point[g], value, slope);
      TEST_ASSERT_EQUAL_MEMORY(value, e.trial + g * nt, (size_t)(k + 1) * sizeof(double));
      TEST_ASSERT_EQUAL_MEMORY(slope, e.slope + g * nt, (size_t)(k + 1) * sizeof(double));
      const double last = e.test[g * nm + k];
      TEST_ASSERT_TRUE(last == e.mult[g * nm + k] && last == e.slope[g * nt + k + 1]);
      for (int b = 0; b < k; b++) start[b] += e.weight[g] * last * e.test[g * nm + b];
      square += e.weight[g] * last * last;
      /* psi(xi) = int_0^xi L_k, by the rule on [0, xi], which is exact */
      for (int i = 0; i < e.ngauss; i++) {
        double at[NODES_MOST];
        lagrange(e.ngauss, e.point, e.point[g] * e.point[i], at, NULL);
        for (int j = 0; j < e.ngauss; j++) sum += e.point[g] * e.weight[i] * at[j] * e.slope[j * nt + k + 1];
      }
      TEST_ASSERT_DOUBLE_WITHIN(1e-14, sum, e.trial[g * nt + k + 1]);
    }
    for (int b = 0; b < k; b++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, start[b]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1.0 / (2 * k + 1), square);
    time_element_destroy(&e);
    time_element_destroy(&base);
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_sizes_and_nodes);
  RUN_TEST(test_linear_element);
  RUN_TEST(test_quadratic_element);
  RUN_TEST(test_integrals_of_slopes);
  RUN_TEST(test_lobatto_nodes);
  RUN_TEST(test_destroy_twice);
  RUN_TEST(test_enriched_element);
  return UNITY_END();
}

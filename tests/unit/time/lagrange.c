/* Lagrange functions: one at their own node, partition of unity, exact derivatives of polynomials. */
#include "time/lagrange.h"

#include "time/gauss.h"
#include "unity.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { MOST = 31 };

void setUp(void) {}
void tearDown(void) {}

static void place(int n, bool lobatto, double *x)
{
  if (n == 1) x[0] = 0.5;
  else if (lobatto) gauss_lobatto(n, x);
  else
    for (int i = 0; i < n; i++) x[i] = (double)i / (n - 1);
}

static void test_one_at_the_own_node(void)
{
  double x[MOST], value[MOST];

  for (int n = 1; n <= MOST; n++)
    for (int kind = 0; kind < 2; kind++) {
      place(n, kind == 1, x);
      for (int at = 0; at < n; at++) {
        lagrange(n, x, x[at], value, NULL);
        for (int i = 0; i < n; i++) TEST_ASSERT_EQUAL_DOUBLE(i == at ? 1.0 : 0.0, value[i]);
      }
    }
}

/* sum N_I x_I^d = xi^d and sum N'_I x_I^d = d xi^(d-1) for d < n; d = 0 is the partition of unity.
 * The sums cancel by the size of the functions, so that is what the tolerance is measured in. */
static void check_monomials(int n, const double *x, double xi)
{
  double value[MOST], slope[MOST], size = 0.0, steep = 0.0;

  lagrange(n, x, xi, value, slope);
  for (int i = 0; i < n; i++) {
    size += fabs(value[i]);
    steep += fabs(slope[i]);
  }
  for (int d = 0; d < n; d++) {
    double sum = 0.0, rate = 0.0;
    for (int i = 0; i < n; i++) {
      sum += value[i] * pow(x[i], d);
      rate += slope[i] * pow(x[i], d);
    }
    TEST_ASSERT_DOUBLE_WITHIN(4e-16 * size, pow(xi, d), sum);
    TEST_ASSERT_DOUBLE_WITHIN(4e-16 * steep, d ? d * pow(xi, d - 1) : 0.0, rate);
  }
}

static void test_polynomials_are_exact(void)
{
  static const double at[] = {0.0, 0.03, 0.2113248654051871, 0.5, 0.77, 1.0, 1.3, 2.0};
  double              x[MOST];

  for (int n = 1; n <= MOST; n++)
    for (int kind = 0; kind < 2; kind++)
      for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        place(n, kind == 1, x);
        check_monomials(n, x, at[i]);
      }
}

/* Lobatto nodes: no function exceeds one in the element (Fejer), so nothing is amplified */
static void test_lobatto_functions_stay_below_one(void)
{
  double x[MOST], value[MOST];

  for (int n = 2; n <= MOST; n++) {
    place(n, true, x);
    for (int j = 0; j <= 200; j++) {
      lagrange(n, x, j / 200.0, value, NULL);
      for (int i = 0; i < n; i++) TEST_ASSERT_TRUE(fabs(value[i]) <= 1.0 + 1e-14);
    }
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_one_at_the_own_node);
  RUN_TEST(test_polynomials_are_exact);
  RUN_TEST(test_lobatto_functions_stay_below_one);
  return UNITY_END();
}

/* The largest multipliers of an element against polynomials whose extrema are known. */
#include "diag/multipliers.h"

#include "unity.h"

#include <math.h>

void setUp(void) {}
void tearDown(void) {}

static ConstraintGroup group         = {.m = 1};
static double          scale[2]      = {1.0, 1.0};
static const System    system_of_one = {.ngroups     = 1,
                                        .nl          = 2,
                                        .groups      = &group,
                                        .scale_theta = scale,
                                        .units       = {.mass = 1.0, .velocity = 1.0, .length = 1.0}};

/* gamma(x) = T_d(2 x - 1 + shift) and mu = -3 gamma at n nodes of [0, 1]. */
static LargestMultipliers chebyshev(int n, int d, double shift)
{
  double             node[16], mult[32];
  LargestMultipliers largest = {0};

  for (int i = 0; i < n; i++) {
    node[i]         = n == 1 ? 0.5 : (double)i / (n - 1);
    const double x  = 2.0 * node[i] - 1.0 + shift;
    mult[2 * i]     = fabs(x) <= 1.0 ? cos(d * acos(x)) : cosh(d * acosh(x));
    mult[2 * i + 1] = -3.0 * mult[2 * i];
  }
  const Sample sample = {.nmult = n, .mult_node = node, .mult = mult};
  multipliers_measure(&system_of_one, &sample, &largest);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * largest.mu, 3.0 * largest.gamma, largest.mu);
  return largest;
}

static void test_one_node_is_a_constant(void)
{
  TEST_ASSERT_EQUAL_DOUBLE(1.0, chebyshev(1, 0, 0.0).gamma);
}

static void test_extrema_at_the_ends(void)
{
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.0, chebyshev(2, 1, 0.0).gamma);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.25, chebyshev(2, 1, 0.25).gamma);
}

/* 1 - (x - 0.3)^2: the largest value lies between nodes and is found exactly. */
static void test_vertex_of_a_parabola(void)
{
  const double       node[] = {0.0, 0.5, 1.0}, mult[] = {0.91, 0.91, 0.96, 0.96, 0.51, 0.51};
  LargestMultipliers largest = {0};
  const Sample       sample  = {.nmult = 3, .mult_node = node, .mult = mult};

  multipliers_measure(&system_of_one, &sample, &largest);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.0, largest.gamma);
}

/* Inside (-1, 1) all extrema of T_d are +-1, wherever they lie between the points. */
static void test_extrema_of_high_degrees(void)
{
  for (int d = 3; d < 12; d++) TEST_ASSERT_DOUBLE_WITHIN(3e-4, 1.0, chebyshev(d + 1, d, 0.0).gamma);
}

static void test_largest_so_far_is_kept(void)
{
  const double       node[] = {0.5}, mult[] = {1.0, 1.0};
  LargestMultipliers largest = {.gamma = 5.0, .mu = 0.5};
  const Sample       sample = {.nmult = 1, .mult_node = node, .mult = mult}, start = {.nmult = 0};

  multipliers_measure(&system_of_one, &sample, &largest);
  multipliers_measure(&system_of_one, &start, &largest);
  TEST_ASSERT_EQUAL_DOUBLE(5.0, largest.gamma);
  TEST_ASSERT_EQUAL_DOUBLE(1.0, largest.mu);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_one_node_is_a_constant);
  RUN_TEST(test_extrema_at_the_ends);
  RUN_TEST(test_vertex_of_a_parabola);
  RUN_TEST(test_extrema_of_high_degrees);
  RUN_TEST(test_largest_so_far_is_kept);
  return UNITY_END();
}

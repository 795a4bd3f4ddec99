/* The controller of step lengths: at its aim nothing changes, models of errors are followed, limits hold. */
#include "scheme/adaptive/controller.h"

#include "unity.h"

#include <math.h>

void setUp(void) {}
void tearDown(void) {}

/* An error at the aim keeps the length, also after the first element. */
static void test_aim_is_a_fixed_point(void)
{
  Controller c = controller_create(3);

  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.5, controller_accept(&c, 0.5, controller_aim, false));
}

/* Errors (h / a)^q with a constant a: the lengths converge to the one whose error is the aim. */
static void test_constant_errors(void)
{
  for (int k = 1; k <= 8; k++) {
    Controller   c = controller_create(k);
    const double q = 2.0 * k, a = 0.37, wanted = a * pow(controller_aim, 1.0 / q);
    double       h = 0.01;
    for (int i = 0; i < 40; i++) h = controller_accept(&c, h, pow(h / a, q), false);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * wanted, wanted, h);
  }
}

/* a grows by 10 % per element: the predictive controller leaves no lag in the limit. */
static void test_growing_lengths_are_predicted(void)
{
  Controller   c = controller_create(2);
  const double q = 4.0;
  double       h = 0.1, a = 0.1, eps = 0.0;

  for (int i = 0; i < 60; i++, a *= 1.1) {
    eps = pow(h / a, q);
    h   = controller_accept(&c, h, eps, false);
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.15 * controller_aim, controller_aim, eps);
}

static void test_limits(void)
{
  Controller c = controller_create(2);

  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2.0, controller_accept(&c, 1.0, 0.0, false));
  TEST_ASSERT_TRUE(controller_accept(&c, 1.0, 1e-20, true) <= 1.0); /* hard: no growth */
  controller_reset(&c);
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.4, controller_reject(&c, 1.0, NAN, NAN));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.2, controller_reject(&c, 1.0, 1e30, 1.0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.9, controller_reject(&c, 1.0, 1e-3, 1.0));
  TEST_ASSERT_TRUE(controller_accept(&c, 1.0, 1e-20, false) <= 1.0); /* after a rejection: no growth */
  TEST_ASSERT_TRUE(controller_accept(&c, 1.0, 1e-20, false) > 1.0);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_aim_is_a_fixed_point);
  RUN_TEST(test_constant_errors);
  RUN_TEST(test_growing_lengths_are_predicted);
  RUN_TEST(test_limits);
  return UNITY_END();
}

#include "base/scalar.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

void setUp(void) {}

void tearDown(void) {}

static void test_reals(void)
{
  static const struct {
    const char *text;
    double      value;
  } cases[] = {{"0", 0.0},     {"-0.5", -0.5},    {"+2", 2.0},     {"1.", 1.0},   {".5", 0.5},     {"1e3", 1e3},
               {"1E-3", 1e-3}, {"1.5e+2", 150.0}, {"1e-999", 0.0}, {"010", 10.0}, {"1e308", 1e308}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    double value = NAN;
    TEST_ASSERT_EQUAL_INT_MESSAGE(SCALAR_GOOD, scalar_real(cases[i].text, &value), cases[i].text);
    TEST_ASSERT_TRUE_MESSAGE(value == cases[i].value, cases[i].text);
  }
}

static void test_what_is_no_real(void)
{
  static const char *const bad[] = {"",    ".",     "-",   "+",    "e5",  "1e",   "1e+", "1.0x",  " 1",  "1 ",
                                    "0x1", "1_000", "1,5", "1..2", "--1", "1:30", "abc", "1e5.5", "1d3", "infinity"};
  double                   value = 7.0;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    TEST_ASSERT_EQUAL_INT_MESSAGE(SCALAR_BAD, scalar_real(bad[i], &value), bad[i]);
  TEST_ASSERT_TRUE(value == 7.0);
}

static void test_what_is_not_finite(void)
{
  static const char *const bad[] = {".nan", ".NaN", "nan", ".inf", "-.inf", "+.INF", "inf", "1e999", "-1e400"};
  double                   value = 7.0;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    TEST_ASSERT_EQUAL_INT_MESSAGE(SCALAR_NOT_FINITE, scalar_real(bad[i], &value), bad[i]);
  TEST_ASSERT_TRUE(value == 7.0);
}

static void test_integers(void)
{
  int value = 0;
  TEST_ASSERT_TRUE(scalar_integer("2147483647", &value));
  TEST_ASSERT_EQUAL_INT(INT_MAX, value);
  TEST_ASSERT_TRUE(scalar_integer("-12", &value));
  TEST_ASSERT_EQUAL_INT(-12, value);
  TEST_ASSERT_FALSE(scalar_integer("2147483648", &value));
  TEST_ASSERT_FALSE(scalar_integer("-2147483648", &value)); /* is the mark of "not given" */
  TEST_ASSERT_FALSE(scalar_integer("99999999999999999999999", &value));
  TEST_ASSERT_FALSE(scalar_integer("1.0", &value));
  TEST_ASSERT_FALSE(scalar_integer("1e3", &value));
  TEST_ASSERT_FALSE(scalar_integer("", &value));
  TEST_ASSERT_FALSE(scalar_integer("-", &value));
  TEST_ASSERT_EQUAL_INT(-12, value);
}

static void test_flags(void)
{
  bool value = false;
  TEST_ASSERT_TRUE(scalar_flag("true", &value) && value);
  TEST_ASSERT_TRUE(scalar_flag("On", &value) && value);
  TEST_ASSERT_TRUE(scalar_flag("no", &value) && !value);
  TEST_ASSERT_TRUE(scalar_flag("OFF", &value) && !value);
  TEST_ASSERT_FALSE(scalar_flag("1", &value));
  TEST_ASSERT_FALSE(scalar_flag("tRUE", &value));
  TEST_ASSERT_FALSE(scalar_flag("", &value));
}

static void test_printing_keeps_every_bit(void)
{
  static const double values[] = {0.0, -0.0, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, 1e20, 0.1, -2.5e-300, 1e-12};
  char                text[REAL_LEN];
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    double back = NAN;
    real_print(values[i], text);
    TEST_ASSERT_EQUAL_INT_MESSAGE(SCALAR_GOOD, scalar_real(text, &back), text);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&values[i], &back, sizeof back, text);
    TEST_ASSERT_TRUE_MESSAGE(!strchr(text, 'e') || strchr(text, '.'), text);
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_reals);
  RUN_TEST(test_what_is_no_real);
  RUN_TEST(test_what_is_not_finite);
  RUN_TEST(test_integers);
  RUN_TEST(test_flags);
  RUN_TEST(test_printing_keeps_every_bit);
  return UNITY_END();
}

#include "cli/common/progress.h"

#include <math.h>
#include <unity.h>

void setUp(void) {}

void tearDown(void) {}

/* From 1e-2 to 1e-12 with a tenth per iteration: ten iterations. */
static void test_iterations_left(void)
{
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 10.0, progress_iterations(1e-2, 1e-12, 0.1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 5.0, progress_iterations(1e-2, 1e-12, 0.01));
  TEST_ASSERT_EQUAL_DOUBLE(0.0, progress_iterations(1e-13, 1e-12, 0.1));
  TEST_ASSERT_TRUE(isnan(progress_iterations(1.0, 1e-12, NAN)));
  TEST_ASSERT_TRUE(isnan(progress_iterations(1.0, 1e-12, 1.0)));
}

/* Tests have no terminal: nothing is drawn, whatever is shown. */
static void test_nothing_without_a_terminal(void)
{
  Progress            progress;
  const SolveProgress solve = {1, 1, 3, 1e-3, 1e-12};

  progress_allow(false);
  progress_begin(&progress);
  progress.wait = 0.0;
  progress_show(&progress, 0.5, "half");
  progress_iterated(&progress, &solve);
  TEST_ASSERT_FALSE(progress.on || progress.drawn);
  progress_end(&progress);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_iterations_left);
  RUN_TEST(test_nothing_without_a_terminal);
  return UNITY_END();
}

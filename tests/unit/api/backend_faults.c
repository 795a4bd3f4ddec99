/* What is wrong is said. */
#include "backend.h"
#include "unity.h"

#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* All faults in one message, each with what was said. */
static void test_faults(void)
{
  RigelProblem *p = box_problem();
  RigelModel   *model;
  char          message[4000];

  rigel_problem_set_number(p, "bodies.box.mass", -1.0);
  rigel_problem_set(p, "method.shceme", "mG");
  rigel_problem_add_potential(p, "mine", "nobody", NULL, 0, leg_potential, &one_leg);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_problem_add_force(p, "none", "box", NULL, NULL, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &model, message, sizeof message));
  TEST_ASSERT_NULL(model);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "bodies.box.mass: found -1"), message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "did you mean scheme?"), message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "mine: found no body nobody"), message);
  rigel_problem_destroy(&p);
  p = box_problem();
  rigel_problem_set(p, "method", "{scheme: quat_em, degree: 1}");
  rigel_problem_add_potential(p, "mine", "box", NULL, 0, leg_potential, &one_leg);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &model, message, sizeof message));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "mine: found together with scheme: quat_em"), message);
  rigel_problem_destroy(&p);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(NULL, &p));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &model, message, sizeof message));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "found nothing, expected a problem"), message);
  rigel_problem_destroy(&p);
}

/* What gradients cannot do is said. */
static void test_refusals(void)
{
  RigelProblem    *p     = box_problem();
  RigelModel      *model = model_open(p);
  const char      *bad[] = {"bodies.box.mas", "start.box.up", "method.degree"};
  RigelFunctional  J = {.name = "end:box.x"}, none = {.name = "end:box.up"};
  RigelTrajectory *tr;
  double           value, gradient[3];
  char             message[4000];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT,
                        rigel_gradient(model, tr, &J, 3, bad, &value, gradient, NULL, message, sizeof message));
  for (int i = 0; i < 3; i++) TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, bad[i]), message);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT,
                        rigel_gradient(model, tr, &none, 0, NULL, &value, NULL, NULL, message, sizeof message));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "found end:box.up, expected end:COLUMN"), message);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* What no machine can hold is refused with a message, without a crash. */
static void test_too_large(void)
{
  static const char *const set[] = {"method.window=all", "method.degree=30", "time.elements=1000000"};
  RigelModel              *model;
  RigelResult              result;
  char                     message[512];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK,
                        rigel_model_read("problems/spinning_box.yaml", 3, set, &model, message, sizeof message));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_run(model, NULL, NULL, &result));
  TEST_ASSERT_NOT_NULL(strstr(result.message, "found a window of 1000000 elements"));
  TEST_ASSERT_EQUAL_INT(0, result.elements);
  rigel_model_destroy(&model);
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_faults);
  RUN_TEST(test_refusals);
  RUN_TEST(test_too_large);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

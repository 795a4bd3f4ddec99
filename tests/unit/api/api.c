/* The public interface as a caller uses it. */
#include "rigel/rigel.h"
#include "unity.h"

#include <math.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

typedef struct {
  const RigelModel *model;
  int               calls, stop_after;
  double            t, energy_start, energy_drift;
  double            end[64];
} Seen;

static bool see(void *context, double t, const double *z, const double *lambda)
{
  Seen *seen = context;

  (void)lambda;
  if (seen->calls == 0) seen->energy_start = rigel_energy(seen->model, z);
  seen->energy_drift = fmax(seen->energy_drift, fabs(rigel_energy(seen->model, z) - seen->energy_start));
  memcpy(seen->end, z, (size_t)rigel_model_states(seen->model) * sizeof *z);
  seen->t = t;
  return ++seen->calls != seen->stop_after;
}

static RigelModel *model_open(const char *set)
{
  RigelModel *model;
  char        message[2000];

  TEST_ASSERT_EQUAL_INT_MESSAGE(
    RIGEL_OK, rigel_model_read("problems/spinning_box.yaml", set ? 1 : 0, &set, &model, message, sizeof message),
    message);
  return model;
}

static void test_run_of_the_box(void)
{
  RigelModel *model = model_open(NULL);
  Seen        seen  = {.model = model};
  RigelResult result;
  double      P[3], L[3];

  TEST_ASSERT_EQUAL_INT(14, rigel_model_states(model));
  TEST_ASSERT_EQUAL_INT(2, rigel_model_multipliers(model));
  TEST_ASSERT_EQUAL_INT(0, rigel_model_body(model, "box"));
  TEST_ASSERT_EQUAL_INT(-1, rigel_model_body(model, "nobody"));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 339.5, rigel_energy(model, rigel_model_start(model)));
  rigel_momenta(model, rigel_model_start(model), P, L);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 130.0, L[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 29.0, L[2]);

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(model, see, &seen, &result));
  TEST_ASSERT_EQUAL_INT(100, result.elements);
  TEST_ASSERT_EQUAL_INT(101, seen.calls);
  TEST_ASSERT_TRUE(seen.t == 5.0 && result.time == 5.0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, seen.energy_drift);
  rigel_model_destroy(&model);
  TEST_ASSERT_NULL(model);
}

/* Two models in one process, one run inside the other's observer: no state is shared. */
static RigelModel *inner_model;

static bool run_inner(void *context, double t, const double *z, const double *lambda)
{
  Seen       *seen = context;
  RigelResult result;

  (void)t, (void)z, (void)lambda;
  return rigel_run(inner_model, see, seen, &result) == RIGEL_OK && false;
}

static void test_models_are_independent(void)
{
  RigelModel *outer = model_open("method.degree=3");
  RigelResult result;
  inner_model = model_open(NULL);
  Seen alone = {.model = inner_model}, nested = {.model = inner_model};

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(inner_model, see, &alone, &result));
  TEST_ASSERT_EQUAL_INT(RIGEL_STOPPED, rigel_run(outer, run_inner, &nested, &result));
  TEST_ASSERT_EQUAL_MEMORY(alone.end, nested.end, 14 * sizeof(double));
  rigel_model_destroy(&outer);
  rigel_model_destroy(&inner_model);
}

static void test_stop_and_failures(void)
{
  RigelModel *model = model_open("solver.max_iterations=1");
  Seen        seen  = {.model = model};
  RigelResult result;
  char        message[2000];

  TEST_ASSERT_EQUAL_INT(RIGEL_DIVERGED, rigel_run(model, see, &seen, &result));
  char failed[40]; /* the element after those that were seen; the start is seen, too */
  snprintf(failed, sizeof failed, "element %d of 100", seen.calls);
  TEST_ASSERT_NOT_NULL(strstr(result.message, failed));
  TEST_ASSERT_EQUAL_STRING("R0501", result.message_code);
  TEST_ASSERT_EQUAL_STRING("R0501", rigel_error_message_code());
  rigel_model_destroy(&model);

  model = model_open(NULL);
  seen  = (Seen){.model = model, .stop_after = 11};
  TEST_ASSERT_EQUAL_INT(RIGEL_STOPPED, rigel_run(model, see, &seen, &result));
  TEST_ASSERT_EQUAL_INT(10, result.elements);
  rigel_model_destroy(&model);

  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_read("no/such/file.yaml", 0, NULL, &model, message, sizeof message));
  TEST_ASSERT_NULL(model);
  TEST_ASSERT_NOT_NULL(strstr(message, "no/such/file.yaml"));
}

/* Joints that a run opens end it as a failure, as in the program, for runs with an observer and for stored ones. */
static void test_open_joints_are_a_failure(void)
{
  static const char *const text =
    "{time: {end: 1, elements: 10}, redundant: drop,"
    " bodies: [{name: p, formulation: particle, mass: 1, position: [1, 0, 0], velocity: [0, 1, 0]},"
    "          {name: q, formulation: particle, mass: 1, position: [2, 0, 0], velocity: [0, 1, 0]}],"
    " joints: [{name: a, type: distance, bodies: [ground, p], at: [0, 0, 0], at2: [1, 0, 0]},"
    "          {name: b, type: distance, bodies: [p, q], at: [1, 0, 0], at2: [2, 0, 0]},"
    "          {name: c, type: distance, bodies: [q, ground], at: [2, 0, 0], at2: [3, 0, 0]}]}";
  RigelProblem    *problem;
  RigelModel      *model;
  RigelTrajectory *trajectory = NULL;
  RigelResult      result;
  char             message[2000];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(text, &problem));
  TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, rigel_model_create(problem, &model, message, sizeof message), message);
  Seen seen = {.model = model};
  TEST_ASSERT_EQUAL_INT(RIGEL_DIVERGED, rigel_run(model, see, &seen, &result));
  TEST_ASSERT_NOT_NULL(strstr(result.message, "found joint b open at t = 0.1"));
  TEST_ASSERT_EQUAL_INT(RIGEL_DIVERGED, rigel_solve(model, NULL, &trajectory, &result));
  TEST_ASSERT_NOT_NULL(strstr(result.message, "found joint b open at t = 0.1"));
  TEST_ASSERT_EQUAL_STRING("R0514", result.message_code);
  rigel_trajectory_destroy(&trajectory);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
}

int main(void)
{
  if (rigel_initialize() != RIGEL_OK || rigel_initialize() != RIGEL_OK) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_run_of_the_box);
  RUN_TEST(test_models_are_independent);
  RUN_TEST(test_stop_and_failures);
  RUN_TEST(test_open_joints_are_a_failure);
  const int failures = UNITY_END();
  return rigel_finalize() == RIGEL_OK ? failures : 1;
}

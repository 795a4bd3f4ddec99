/* Numbers of a callback that are not finite are named with the callback, its entry and the time; the run does not succeed. */
#include "backend.h"
#include "unity.h"

#include <math.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static double nan_from; /* callbacks return nan from this time, or from this height, on */

static double height(void *context, const double *f, double *gradient, double *hessian)
{
  (void)context;
  if (gradient) memset(gradient, 0, 12 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 144 * sizeof *hessian);
  if (gradient && f[2] < nan_from) gradient[2] = NAN;
  return 0.0;
}

static void push(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                 double *d_fdot)
{
  (void)context, (void)f, (void)fdot;
  memset(force, 0, 12 * sizeof *force);
  if (d_f) memset(d_f, 0, 144 * sizeof *d_f);
  if (d_fdot) memset(d_fdot, 0, 144 * sizeof *d_fdot);
  if (t > nan_from) force[4] = INFINITY;
}

static double functional_end(void *context, const double *z, double *gradient, double *hessian)
{
  (void)context, (void)z;
  if (gradient) memset(gradient, 0, 14 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 36 * sizeof *hessian);
  return NAN;
}

static double functional_running(void *context, double t, const double *z, double *gradient, double *hessian)
{
  (void)context, (void)z, (void)hessian;
  if (gradient) memset(gradient, 0, 14 * sizeof *gradient);
  if (gradient && t > nan_from) gradient[3] = NAN;
  return 1.0;
}

static void assert_says(const char *text, const char *part)
{
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(text, part), text);
}

/* Falls from z = -0.3 with g = 10: z < -0.8 after 0.31 s. */
static RigelProblem *falling(const char *method)
{
  RigelProblem *p = box_problem();

  rigel_problem_set(p, "gravity", "[0, 0, -10]");
  rigel_problem_set(p, "method", method);
  return p;
}

static void solve_fails(const RigelProblem *p, const char *what, double after)
{
  RigelModel      *m = model_open(p);
  RigelTrajectory *tr;
  RigelResult      result;

  TEST_ASSERT_EQUAL_INT(RIGEL_DIVERGED, rigel_solve(m, NULL, &tr, &result));
  assert_says(result.message, what);
  assert_says(result.message, "the run ended at t = ");
  TEST_ASSERT_EQUAL_STRING(result.message, rigel_error_message());
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, after, result.time);
  for (int i = 0; i < rigel_trajectory_nodes(tr) * 14; i++) TEST_ASSERT_TRUE(isfinite(rigel_trajectory_states(tr)[i]));
  rigel_trajectory_destroy(&tr);
  TEST_ASSERT_EQUAL_INT(RIGEL_DIVERGED, rigel_run(m, NULL, NULL, &result));
  assert_says(result.message, what);
  rigel_model_destroy(&m);
}

static void test_loads(void)
{
  static const char *const method[] = {"{scheme: mG, degree: 2}", "{scheme: em, degree: 2}", "{scheme: mG, degree: 1}",
                                       "{scheme: BG, degree: 2}"};

  for (int i = 0; i < 4; i++) {
    RigelProblem *p = falling(method[i]);
    nan_from        = -0.8;
    rigel_problem_add_potential(p, "floor", "box", NULL, 0, height, NULL);
    solve_fails(p, "found nan in gradient[2] of the potential floor", i < 3 ? 0.3 : 0.0);
    rigel_problem_destroy(&p);
    p        = falling(method[i]);
    nan_from = 0.4;
    rigel_problem_add_force(p, "jet", "box", NULL, push, NULL);
    solve_fails(p, "found inf in force[4] of the force jet at t = 0.4", i < 3 ? 0.4 : 0.0);
    rigel_problem_destroy(&p);
  }
}

static void test_start(void)
{
  RigelProblem *p = falling("{scheme: mG, degree: 2}");
  RigelModel   *m;
  char          message[1000];

  nan_from = 1.0;
  rigel_problem_add_potential(p, "floor", "box", NULL, 0, height, NULL);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &m, message, sizeof message));
  assert_says(message, "found nan in gradient[2] of the potential floor");
  TEST_ASSERT_EQUAL_STRING(message, rigel_error_message());
  rigel_problem_destroy(&p);
}

static void test_functionals(void)
{
  RigelProblem         *p = falling("{scheme: mG, degree: 2}");
  RigelModel           *m = model_open(p);
  RigelTrajectory      *tr;
  const RigelFunctional at_end = {.end = functional_end}, over = {.running = functional_running};
  double                value, start[14], error[4], z[14] = {0.0};
  char                  message[1000];

  nan_from = 0.2;
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(m, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_gradient(m, tr, &at_end, 0, NULL, &value, NULL, NULL, message, 1000));
  assert_says(message, "found nan in value[0] of the function end of the functional");
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_gradient(m, tr, &over, 0, NULL, &value, NULL, start, message, 1000));
  assert_says(message, "found nan in gradient[3] of the function running of the functional at t = 0.2");
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_check_functional(&at_end, 14, 0.0, z, error));
  assert_says(rigel_error_message(), "found nan in the value or gradient of end");
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&m);
  rigel_problem_destroy(&p);
}

static void test_cost(void)
{
  static const char     text[] = "{time: {end: 2, elements: 4}, method: {scheme: mG, degree: 3, window: all}, "
                                 "bodies: [{name: ball, formulation: particle, mass: 3}], "
                                 "controls: [{name: f, type: force, body: ball}], objective: [{effort: {weight: 1}}]}";
  const RigelFunctional miss   = {.end = functional_end};
  RigelProblem         *p      = problem_open(text, NULL);
  RigelResult           result;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_add_cost(p, 1.0, &miss));
  RigelModel *m = model_open(p);
  TEST_ASSERT_EQUAL_INT(RIGEL_DIVERGED, rigel_run(m, NULL, NULL, &result));
  assert_says(result.message, "found nan in value[0] of the function end of the cost");
  rigel_model_destroy(&m);
  rigel_problem_destroy(&p);
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_loads);
  RUN_TEST(test_start);
  RUN_TEST(test_functionals);
  RUN_TEST(test_cost);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

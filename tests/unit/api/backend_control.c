/* Controls, objectives and costs by functions of the caller. */
#include "backend.h"
#include "unity.h"

#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* A particle from rest to rest: u = 6 m d / T^2 (1 - 2 t / T), cost 6 m^2 d^2 / T^3; a winch by servo constraints has inputs too. */
static void test_controls(void)
{
  static const char text[]  = "{time: {end: 2, elements: 4}, method: {scheme: mG, degree: 3, window: all},"
                              " bodies: [{name: p, formulation: particle, mass: 3}],"
                              " boundary: {start: {p: {position: [0, 0, 0], velocity: [0, 0, 0]}},"
                              "   end: {p: {position: [1, 2, -1], velocity: [0, 0, 0]}}},"
                              " controls: [{name: f, type: force, body: p}], objective: [{effort: {weight: 1}}]}";
  const double      d[3]    = {1.0, 2.0, -1.0};
  RigelFunctional   J       = {.name = "cost"};
  const char       *paths[] = {"bodies.p.mass", "time.end"};
  RigelProblem     *problem;
  RigelTrajectory  *run, *other;
  RigelResult       result;
  char              message[400];
  double            value, gradient[2], r[400];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(text, &problem));
  RigelModel *model = model_open(problem);
  TEST_ASSERT_EQUAL_INT(3, rigel_model_inputs(model));
  TEST_ASSERT_EQUAL_INT(0, rigel_model_control(model, "f"));
  TEST_ASSERT_EQUAL_INT(-1, rigel_model_control(model, "g"));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result));
  TEST_ASSERT_EQUAL_INT(RIGEL_OPTIMUM_MINIMUM, result.optimum);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 40.5, result.cost);
  const int     points = rigel_trajectory_control_points(run), n = points * rigel_trajectory_elements(run);
  const double *u = rigel_trajectory_controls(run), *t = rigel_trajectory_control_times(run);
  TEST_ASSERT_EQUAL_INT(4, rigel_trajectory_elements(run));
  TEST_ASSERT_GREATER_OR_EQUAL_INT(3, points);
  for (int i = 0; i < n; i++) {
    TEST_ASSERT_TRUE(i == 0 || t[i] > t[i - 1]);
    for (int x = 0; x < 3; x++) TEST_ASSERT_DOUBLE_WITHIN(1e-10, 4.5 * d[x] * (1.0 - t[i]), u[3 * i + x]);
  }
  /* d cost / dm = 2 cost / m, d cost / dT = -3 cost / T: also of the discrete optimum, which is exact */
  TEST_ASSERT_EQUAL_STRING("adjoint", rigel_gradient_how(model));
  TEST_ASSERT_EQUAL_INT_MESSAGE(
    RIGEL_OK, rigel_gradient(model, run, &J, 2, paths, &value, gradient, NULL, message, sizeof message), message);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 40.5, value);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 27.0, gradient[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -60.75, gradient[1]);
  /* no equations with forces that are to be found */
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_equations_residual(model, run, r));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_trajectory_create(model, &other));
  TEST_ASSERT_NULL(other);
  rigel_trajectory_destroy(&run);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
  /* servo constraints: the inputs are there in the middle of elements */
  TEST_ASSERT_EQUAL_INT(RIGEL_OK,
                        rigel_model_read("problems/control/crane.yaml", 0, NULL, &model, message, sizeof message));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result));
  TEST_ASSERT_EQUAL_INT(RIGEL_OPTIMUM_NONE, result.optimum);
  TEST_ASSERT_EQUAL_INT(1, rigel_trajectory_control_points(run));
  TEST_ASSERT_EQUAL_INT(2, rigel_model_inputs(model));
  rigel_trajectory_destroy(&run);
  rigel_model_destroy(&model);
  /* none */
  problem = box_problem();
  model   = model_open(problem);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result));
  TEST_ASSERT_EQUAL_INT(0, rigel_trajectory_control_points(run));
  rigel_trajectory_destroy(&run);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
}

/* w/2 |x_1 - x_2|^2 of two particles, z = (x_1, p_1, x_2, p_2) */
static double apart(void *context, const double *z, double *gradient, double *hessian)
{
  const double w   = *(const double *)context;
  double       sum = 0.0;

  if (gradient) memset(gradient, 0, 12 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 144 * sizeof *hessian);
  for (int i = 0; i < 3; i++) {
    const int    j = 6 + i;
    const double d = z[i] - z[j];
    sum += 0.5 * w * d * d;
    if (gradient) gradient[i] = w * d, gradient[j] = -w * d;
    if (hessian) hessian[12 * i + i] = hessian[12 * j + j] = w, hessian[12 * i + j] = hessian[12 * j + i] = -w;
  }
  return sum;
}

/* 1/2 |x - (t, 0, 1)|^2 of a body, z = (x, q, p) */
static double beside(void *context, double t, const double *z, double *gradient, double *hessian)
{
  const double path[3] = {t, 0.0, 1.0};
  double       sum     = 0.0;

  (void)context;
  if (gradient) memset(gradient, 0, 14 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 14 * 14 * sizeof *hessian);
  for (int i = 0; i < 3; i++) {
    sum += 0.5 * (z[i] - path[i]) * (z[i] - path[i]);
    if (gradient) gradient[i] = z[i] - path[i];
    if (hessian) hessian[15 * i] = 1.0;
  }
  return sum;
}

/* Costs by functions: what there is a term for is the same, step by step; one that couples bodies against its exact optimum. */
static void test_costs(void)
{
  static const char pulled[] = "{time: {end: 2, elements: 5}, method: {scheme: mG, degree: 2, window: all},"
                               " bodies: [{name: b, mass: 2, inertia: [1, 2, 3], angular_velocity: [1, 2, 0]}],"
                               " controls: [{name: f, type: force, body: b, at: [0.1, 0, 0.2], frame: body}]}",
                    pair[]   = "{time: {end: 1, elements: 2}, method: {scheme: mG, degree: 3, window: all}, bodies:"
                               " [{name: a, formulation: particle, mass: 1, position: [-0.5, 0, 0]},"
                               "  {name: b, formulation: particle, mass: 1, position: [0.5, 0, 0]}],"
                               " controls: [{name: f, type: force, body: a}, {name: g, type: force, body: b}],"
                               " objective: [{effort: {}}]}",
                    track[]  = "[{effort: {}}, {track: {body: b, weight: 3, path: "
                               "[{polynomial: [0, 1]}, {polynomial: [0]}, {polynomial: [1]}]}}]";
  const RigelFunctional near = {.running = beside};
  RigelProblem         *problem;
  RigelModel           *model;
  RigelTrajectory      *run;
  RigelResult           result[2];
  double                w = 3.0;
  char                  message[400];

  for (int user = 0; user < 2; user++) {
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(pulled, &problem));
    rigel_problem_set(problem, "objective", user ? "[{effort: {}}]" : track);
    if (user) TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_add_cost(problem, 3.0, &near));
    model = model_open(problem);
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result[user]));
    rigel_trajectory_destroy(&run);
    rigel_model_destroy(&model);
    rigel_problem_destroy(&problem);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-11 * result[0].cost, result[0].cost, result[1].cost);
  TEST_ASSERT_EQUAL_INT(RIGEL_OPTIMUM_MINIMUM, result[1].optimum);
  TEST_ASSERT_INT_WITHIN(1, result[0].newton_iterations, result[1].newton_iterations);
  /* each goes a = 2 w d / (6 m^2 / T^3 + 4 w) = 1/3; effort 3/2 m^2 a^2 / T^3 each, w/2 (1 - 2 a)^2: 1/2 */
  const RigelFunctional together = {.context = &w, .end = apart}, nothing = {.context = &w};
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(pair, &problem));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_add_cost(problem, 1.0, &together));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_problem_add_cost(problem, 1.0, &nothing));
  model = model_open(problem);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, result));
  TEST_ASSERT_EQUAL_INT(RIGEL_OPTIMUM_MINIMUM, result->optimum);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, result->cost);
  TEST_ASSERT_LESS_OR_EQUAL_INT(2, (int)result->newton_iterations); /* quadratic: one step, and one to see it */
  rigel_trajectory_destroy(&run);
  rigel_model_destroy(&model);
  /* where it cannot be */
  rigel_problem_set(problem, "time.free", "true");
  rigel_problem_add_cost(problem, 1.0, &near);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(problem, &model, message, sizeof message));
  TEST_ASSERT_NOT_NULL(strstr(message, "found a function of time, expected none with time.free"));
  rigel_problem_destroy(&problem);
  problem = box_problem();
  rigel_problem_add_cost(problem, 1.0, &near);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(problem, &model, message, sizeof message));
  TEST_ASSERT_NOT_NULL(strstr(message, "found without controls and an objective"));
  rigel_problem_destroy(&problem);
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_controls);
  RUN_TEST(test_costs);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

#include "gradient_check.h"

#include "input/reader.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* J = 1/2 sum z_i z_i / (1 + i) at the end, and the integral of (1 + sin 3 t) times it: every entry of z takes part. */
static double squares(int nz, double factor, const double *z, double *gradient)
{
  double sum = 0.0;

  for (int i = 0; i < nz; i++) {
    const double weight = factor / (1.0 + i);
    sum += 0.5 * weight * z[i] * z[i];
    if (gradient) gradient[i] = weight * z[i];
  }
  return sum;
}

double squares_end(void *context, const double *z, double *gradient, double *hessian)
{
  (void)hessian;
  return squares(*(int *)context, 1.0, z, gradient);
}

double squares_running(void *context, double t, const double *z, double *gradient, double *hessian)
{
  (void)hessian;
  return squares(*(int *)context, 1.0 + sin(3.0 * t), z, gradient);
}

/* --- differences of whole runs */

/* J of a run, from another start state if there is one. */
static double run_value(const GradientCheck *c, const RigelModel *model, const double *start)
{
  int              nz = rigel_model_states(model);
  RigelFunctional  J  = {.context = &nz, .end = squares_end, .running = squares_running, .name = c->functional};
  RigelTrajectory *trajectory;
  RigelResult      result;
  double           value;
  char             message[2000];

  TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, rigel_solve(model, start, &trajectory, &result), c->name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
    RIGEL_OK, rigel_gradient(model, trajectory, &J, 0, NULL, &value, NULL, NULL, message, sizeof message), message);
  rigel_trajectory_destroy(&trajectory);
  return c->functional && strcmp(c->functional, "cost") == 0 ? result.cost : value;
}

static const double weights[3] = {0.75, -0.15, 1.0 / 60};

static double difference_parameter(const GradientCheck *c, const char *path, double number, double step)
{
  RigelProblem *problem = problem_open(c->text, c->set);
  double        sum     = 0.0;

  for (int i = 1; i <= 3; i++)
    for (int side = -1; side <= 1; side += 2) {
      TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_set_number(problem, path, number + side * i * step));
      RigelModel *model = model_open(problem);
      sum += side * weights[i - 1] * run_value(c, model, NULL);
      rigel_model_destroy(&model);
    }
  rigel_problem_destroy(&problem);
  return sum / step;
}

static double difference_start(const GradientCheck *c, const RigelModel *model, int j, double step)
{
  const size_t size = (size_t)rigel_model_states(model) * sizeof(double);
  double       sum = 0.0, *z = malloc(size);

  for (int i = 1; i <= 3; i++)
    for (int side = -1; side <= 1; side += 2) {
      memcpy(z, rigel_model_start(model), size);
      z[j] += side * i * step;
      sum += side * weights[i - 1] * run_value(c, model, z);
    }
  free(z);
  return sum / step;
}

/* --- the check */

static bool is_close(double found, double expected, double floor)
{
  return fabs(found - expected) <= 1e-8 * fmax(fabs(expected), floor);
}

static void compare(const GradientCheck *c, const char *what, double found, double expected, double floor)
{
  char text[300];

  snprintf(text, sizeof text, "%s, %s: found %.15g, differences %.15g", c->name, what, found, expected);
  TEST_ASSERT_TRUE_MESSAGE(is_close(found, expected, floor), text);
}

/* The number that a path stands for. */
static double number_of(const GradientCheck *c, const char *path)
{
  char                set[16][400];
  const char         *list[16];
  const ProblemSource source = {.file = "problem", .text = c->text, .set = list};
  ProblemSource       all    = source;
  FaultList           faults;
  double              number = NAN;

  for (int i = 0; c->set && c->set[2 * i]; i++, all.nset++) {
    snprintf(set[i], sizeof set[i], "%s=%s", c->set[2 * i], c->set[2 * i + 1]);
    list[i] = set[i];
  }
  fault_init(&faults, "problem");
  Node tree;
  TEST_ASSERT_TRUE(source_parse(&all, &tree, &faults));
  TEST_ASSERT_NOT_NULL_MESSAGE(number_find(&tree, path, &number, &faults), path);
  node_clear(&tree);
  fault_clear(&faults);
  return number;
}

/* Where terms of order 6 still count, a smaller step tells; where the rounding of the runs does, a larger one. A wrong derivative
 * fits none. */
static const double steps[] = {1e-3, 1e-4, 2e-5, 5e-3};
enum { STEPS = sizeof steps / sizeof steps[0] };

/* What differences can see of J. */
static double floor_of(const GradientCheck *c, double value)
{
  return (c->floor > 0.0 ? c->floor : 1e-4) * fabs(value);
}

static void check_parameter(const GradientCheck *c, const char *path, double found, double value)
{
  const double number = number_of(c, path), size = number != 0.0 ? fabs(number) : 1.0;
  const double floor    = floor_of(c, value);
  double       expected = NAN;

  for (int i = 0; i < STEPS && !is_close(found, expected, floor); i++)
    expected = difference_parameter(c, path, number, steps[i] * size);
  compare(c, path, found, expected, floor);
}

static void check_start(const GradientCheck *c, const RigelModel *model, const double *found, double value)
{
  char what[20];

  for (int j = 0; j < rigel_model_states(model); j++) {
    double expected = NAN;
    for (int i = 0; i < STEPS && !is_close(found[j], expected, floor_of(c, value)); i++)
      expected = difference_start(c, model, j, steps[i]);
    snprintf(what, sizeof what, "z0[%d]", j);
    compare(c, what, found[j], expected, floor_of(c, value));
  }
}

void check_gradient(const GradientCheck *c)
{
  RigelProblem    *problem = problem_open(c->text, c->set);
  RigelModel      *model   = model_open(problem);
  int              nz = rigel_model_states(model), n = 0;
  RigelFunctional  J = {.context = &nz, .end = squares_end, .running = squares_running, .name = c->functional};
  RigelTrajectory *trajectory;
  double           value, *start = malloc((size_t)nz * sizeof *start);
  char             message[4000];

  while (c->parameters[n]) n++;
  double *gradient = malloc((size_t)(n + 1) * sizeof *gradient);
  TEST_ASSERT_EQUAL_STRING_MESSAGE(c->how, rigel_gradient_how(model), c->name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, rigel_solve(model, NULL, &trajectory, NULL), c->name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK,
                                rigel_gradient(model, trajectory, &J, n, c->parameters, &value, gradient,
                                               c->start ? start : NULL, message, sizeof message),
                                message);
  for (int i = 0; i < n; i++) check_parameter(c, c->parameters[i], gradient[i], value);
  if (c->start) check_start(c, model, start, value);
  free(gradient);
  free(start);
  rigel_trajectory_destroy(&trajectory);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
}

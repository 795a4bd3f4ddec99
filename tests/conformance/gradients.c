/* Gradients by the discrete adjoint against differences of whole runs, for every kind of parameter, scheme and window. */
#include "rigel/rigel.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* Two bodies of both formulations in a chain, with a spring, a bushing, a damper and forces of all kinds. */
static const char pair_text[] =
  "time: {start: 0, end: 0.2, elements: 4}\n"
  "method: {scheme: mG, degree: 2}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "gravity: [0.3, -0.2, -9.81]\n"
  "bodies:\n"
  "  - {name: rod, mass: 2, inertia: [0.4, 0.5, 0.2], position: [0.5, 0.1, 0], angular_velocity: [0.3, 1, -0.5],\n"
  "     velocity: [0.2, 0, 0], orientation: [1, 0, 0, 0]}\n"
  "  - {name: bar, formulation: director, mass: 1.5, shape: {cuboid: [1, 0.2, 0.3]}, position: [1.4, 0.1, 0.2],\n"
  "     velocity: [0.1, 0, 0]}\n"
  "joints:\n"
  "  - {name: pivot, type: spherical, bodies: [ground, rod], at: [0, 0, 0]}\n"
  "  - {name: hinge, type: revolute, bodies: [rod, bar], at: [1, 0.1, 0.1], axis: [0, 1, 0.2]}\n"
  "loads:\n"
  "  - {name: s, type: spring, bodies: [ground, bar], at: [[2, 1, 0], [0.3, 0, 0.1]], stiffness: 30, damping: 2, "
  "length: 0.5}\n"
  "  - {name: push, type: force, body: bar, at: [0.4, 0, 0], value: [1, 2, 3], scale: {table: [[0, 0], [0.1, 2], [0.4, "
  "1]]}}\n"
  "  - {name: twist, type: torque, body: rod, value: [0.5, 0, 0.2], frame: body, scale: {sine: {amplitude: 2, omega: 5}}}\n"
  "initial: project\n";

/* A free body in a Lennard-Jones field with full angular velocity, unit and scalable kinetics by a set. */
static const char free_text[] =
  "time: {start: 0, end: 0.5, elements: 10}\n"
  "method: {scheme: mG, degree: 1}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "bodies:\n"
  "  - {name: box, mass: 12, inertia: [5, 26, 29], position: [1.3, 0, 0], angular_velocity: [0.2, 5, 1]}\n"
  "loads:\n"
  "  - {name: lj, type: lennard_jones, bodies: [ground, box], epsilon: 5, sigma: 1}\n";

/* The rest of the numbers that a problem can have: other loads, functions of time, points and shapes. */
static const char many_text[] =
  "time: {start: 0, end: 0.15, elements: 3}\n"
  "method: {scheme: mG, degree: 1}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "bodies:\n"
  "  - {name: a, density: 3, shape: {cylinder: {radius: 0.4, height: 0.9}}, orientation: [0.8, 0, 0.6, 0], angular_velocity: [1, 2, 3]}\n"
  "  - {name: b, mass: 1.5, inertia: [[0.4, 0.01, 0], [0.01, 0.5, 0.02], [0, 0.02, 0.3]], position: [2, 0.1, 0], velocity: [0, 1, 0]}\n"
  "  - {name: c, mass: 2, inertia: [0.4, 0.3, 0.2], translation: fixed, center_of_mass: [0.1, 0.2, 0], position: [0, 3, 0]}\n"
  "gravity: [0, 0, -3]\n"
  "joints:\n"
  "  - {name: rod, type: distance, bodies: [a, b], at_body: [[0.1, 0, 0], [0, 0.2, 0]], length: 2}\n"
  "loads:\n"
  "  - {name: bush, type: bushing, bodies: [a, b], at: [[0.2, 0, 0], [-0.3, 0, 0.1]], stiffness: [1, 2, 3, 4, 5, 6], damping: 0.3}\n"
  "  - {name: coil, type: torsion, bodies: [ground, c], axis_body: [[0, 0, 1], [0, 0, 1]], stiffness: 3, damping: 0.2, angle: 0.4}\n"
  "  - {name: mo, type: morse, bodies: [a, c], depth: 2, width: 1.3, length: 1}\n"
  "  - {name: q, type: coulomb, bodies: [b, c], strength: 4}\n"
  "  - {name: h, type: harmonic, bodies: [ground, b], stiffness: 7, length: 0.3}\n"
  "  - {name: p, type: force, body: a, value: [1, 0, 0], scale: {polynomial: [1, 2, 3]}}\n"
  "  - {name: w, type: torque, body: b, value: [0, 1, 0], scale: {cubic: [[0, 1], [0.1, 2], [0.3, 0]]}}\n"
  "motion:\n"
  "  - {name: drive, type: rotation, body: c, axis: [0, 0, 1], value: {sine: {amplitude: 0.3, omega: 5}}}\n"
  "initial: project\n";

/* A chain of three, free in space: em keeps its angular momentum by a correction that couples all bodies. */
static const char chain_text[] =
  "time: {start: 0, end: 0.3, elements: 4}\n"
  "method: {scheme: em, degree: 1}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "bodies:\n"
  "  - {name: a, mass: 2, inertia: [0.4, 0.5, 0.2], angular_velocity: [0.3, 3, -0.5]}\n"
  "  - {name: b, mass: 1.5, inertia: [0.3, 0.2, 0.4], position: [1, 0, 0], angular_velocity: [-1, 3, 2], velocity: [0.2, 0, 0]}\n"
  "  - {name: c, formulation: director, mass: 1.5, inertia: [0.2, 0.2, 0.3], position: [2.2, 0.3, 0], angular_velocity: [1, -2, 1]}\n"
  "joints:\n"
  "  - {name: ball, type: spherical, bodies: [a, b], at: [0.5, 0, 0]}\n"
  "loads:\n"
  "  - {name: s, type: spring, bodies: [b, c], at: [[0.5, 0, 0], [-0.4, 0, 0.1]], stiffness: 30, length: 0.2}\n"
  "initial: project\n";

static const char bounded_text[] =
  "time: {start: 0, end: 1, elements: 10}\n"
  "method: {scheme: mG, degree: 2, window: all}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "bodies:\n"
  "  - {name: box, mass: 3, inertia: [6, 8, 3], translation: fixed}\n"
  "loads:\n"
  "  - {name: twist, type: torque, body: box, value: [0.5, 0, 0.2]}\n"
  "boundary: {start: {box: {orientation: [1, 0, 0, 0]}}, end: {box: {orientation: [0.8, 0.6, 0, 0]}}}\n";

/* J = 1/2 |z_N|^2 weighted + int sin(t) z_i z_i / 2; every entry of z takes part. */
typedef struct {
  int nz;
} Squares;

static double squares(const Squares *s, double factor, const double *z, double *gradient)
{
  double sum = 0.0;

  for (int i = 0; i < s->nz; i++) {
    const double weight = factor / (1.0 + i);
    sum += 0.5 * weight * z[i] * z[i];
    if (gradient) gradient[i] = weight * z[i];
  }
  return sum;
}

static double squares_end(void *context, const double *z, double *gradient, double *hessian)
{
  (void)hessian;
  return squares(context, 1.0, z, gradient);
}

static double squares_running(void *context, double t, const double *z, double *gradient, double *hessian)
{
  (void)hessian;
  return squares(context, 1.0 + sin(3.0 * t), z, gradient);
}

static RigelProblem *problem_open(const char *text, const char *const set[])
{
  RigelProblem *problem;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(text, &problem));
  for (int i = 0; set && set[i]; i += 2)
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_set(problem, set[i], set[i + 1]));
  return problem;
}

static RigelModel *model_open(const RigelProblem *problem)
{
  RigelModel *model;
  char        message[2000];

  TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, rigel_model_create(problem, &model, message, sizeof message), message);
  return model;
}

/* J of a run, from another start state if there is one. */
static double run_value(const RigelModel *model, const double *start)
{
  Squares          s = {rigel_model_states(model)};
  RigelFunctional  J = {.context = &s, .end = squares_end, .running = squares_running};
  RigelTrajectory *trajectory;
  double           value;
  char             message[2000];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, start, &trajectory, NULL));
  TEST_ASSERT_EQUAL_INT_MESSAGE(
    RIGEL_OK, rigel_gradient(model, trajectory, &J, 0, NULL, &value, NULL, NULL, message, sizeof message), message);
  rigel_trajectory_destroy(&trajectory);
  return value;
}

static const double weights[3] = {0.75, -0.15, 1.0 / 60};

/* dJ/dp from six whole runs. */
static double difference_parameter(const char *text, const char *const set[], const char *path, double number,
                                   double size)
{
  const double  step    = size * (number != 0.0 ? fabs(number) : 1.0);
  RigelProblem *problem = problem_open(text, set);
  double        sum     = 0.0;

  for (int i = 1; i <= 3; i++)
    for (int side = -1; side <= 1; side += 2) {
      TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_set_number(problem, path, number + side * i * step));
      RigelModel *model = model_open(problem);
      sum += side * weights[i - 1] * run_value(model, NULL);
      rigel_model_destroy(&model);
    }
  rigel_problem_destroy(&problem);
  return sum / step;
}

static double difference_start(const RigelModel *model, int j, double step)
{
  const int nz  = rigel_model_states(model);
  double    sum = 0.0, *z = malloc((size_t)nz * sizeof *z);

  for (int i = 1; i <= 3; i++)
    for (int side = -1; side <= 1; side += 2) {
      memcpy(z, rigel_model_start(model), (size_t)nz * sizeof *z);
      z[j] += side * i * step;
      sum += side * weights[i - 1] * run_value(model, z);
    }
  free(z);
  return sum / step;
}

typedef struct {
  const char *path;
  double      number;
} Parameter;

static const Parameter pair_parameters[] = {
  {"bodies.rod.mass", 2.0},
  {"bodies.rod.inertia[1]", 0.5},
  {"bodies.bar.shape.cuboid[2]", 0.3},
  {"bodies.rod.position[0]", 0.5},
  {"bodies.rod.velocity[0]", 0.2},
  {"bodies.rod.angular_velocity[2]", -0.5},
  {"gravity[1]", -0.2},
  {"joints.hinge.at[0]", 1.0},
  {"joints.hinge.axis[2]", 0.2},
  {"loads.s.stiffness", 30.0},
  {"loads.s.damping", 2.0},
  {"loads.s.length", 0.5},
  {"loads.s.at[1][0]", 0.3},
  {"loads.push.value[2]", 3.0},
  {"loads.push.at[0]", 0.4},
  {"loads.push.scale.table[1][1]", 2.0},
  {"loads.twist.scale.sine.omega", 5.0},
};
static const Parameter free_parameters[]    = {{"bodies.box.mass", 12},
                                               {"bodies.box.inertia[0]", 5},
                                               {"bodies.box.position[1]", 0},
                                               {"bodies.box.angular_velocity[1]", 5},
                                               {"loads.lj.epsilon", 5},
                                               {"loads.lj.sigma", 1},
                                               {"time.end", 0.5}};
static const Parameter bounded_parameters[] = {
  {"bodies.box.inertia[0]", 6}, {"bodies.box.inertia[2]", 3}, {"loads.twist.value[0]", 0.5}, {"time.end", 1}};

static const Parameter chain_parameters[] = {{"bodies.a.mass", 2},        {"bodies.b.inertia[1]", 0.2},
                                             {"joints.ball.at[0]", 0.5},  {"loads.s.stiffness", 30},
                                             {"loads.s.at[0][0]", 0.5},   {"bodies.c.angular_velocity[1]", -2},
                                             {"bodies.b.position[1]", 0}, {"time.end", 0.3}};

static const Parameter many_parameters[] = {
  {"bodies.a.density", 3},
  {"bodies.a.shape.cylinder.radius", 0.4},
  {"bodies.a.orientation[2]", 0.6},
  {"bodies.b.inertia[1][1]", 0.5},
  {"bodies.c.center_of_mass[1]", 0.2},
  {"joints.rod.at_body[1][1]", 0.2},
  {"joints.rod.length", 2},
  {"loads.bush.stiffness[4]", 5},
  {"loads.bush.damping", 0.3},
  {"loads.bush.at[1][0]", -0.3},
  {"loads.mo.depth", 2},
  {"loads.mo.width", 1.3},
  {"loads.q.strength", 4},
  {"loads.h.stiffness", 7},
  {"loads.p.scale.polynomial[1]", 2},
  {"loads.w.scale.cubic[1][1]", 2},
  {"motion.drive.value.sine.amplitude", 0.3},
};

enum { PARAMETERS_MOST = 32 };

/* Errors relative to the largest derivative of the same kind would hide small ones: each is compared by itself, with the size
 * of J as the floor of what differences can see. */
static bool is_close(double found, double expected, double floor)
{
  return fabs(found - expected) <= 1e-8 * fmax(fabs(expected), floor);
}

static void check_close(double found, double expected, double floor, const char *what)
{
  char text[200];

  snprintf(text, sizeof text, "%s: adjoint %.15g, differences %.15g", what, found, expected);
  TEST_ASSERT_TRUE_MESSAGE(is_close(found, expected, floor), text);
}

/* Where terms of order 6 still count, another step tells; a wrong derivative fits neither. */
static const double sizes[2] = {1e-3, 1e-4};

static void check_gradient(const char *name, const char *text, const char *const set[], int n, const Parameter *list,
                           bool with_start)
{
  RigelProblem    *problem = problem_open(text, set);
  RigelModel      *model   = model_open(problem);
  const int        nz      = rigel_model_states(model);
  Squares          s       = {nz};
  RigelFunctional  J       = {.context = &s, .end = squares_end, .running = squares_running};
  RigelTrajectory *trajectory;
  const char      *paths[PARAMETERS_MOST];
  double           value, gradient[PARAMETERS_MOST], *start = malloc((size_t)nz * sizeof *start);
  char             message[2000], what[120];

  for (int i = 0; i < n; i++) paths[i] = list[i].path;
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &trajectory, NULL));
  TEST_ASSERT_EQUAL_INT_MESSAGE(
    RIGEL_OK, rigel_gradient(model, trajectory, &J, n, paths, &value, gradient, start, message, sizeof message),
    message);
  const double floor = 1e-3 * fabs(value);
  for (int i = 0; i < n; i++) {
    snprintf(what, sizeof what, "%s, %s", name, paths[i]);
    double expected = difference_parameter(text, set, paths[i], list[i].number, sizes[0]);
    if (!is_close(gradient[i], expected, floor))
      expected = difference_parameter(text, set, paths[i], list[i].number, sizes[1]);
    check_close(gradient[i], expected, floor, what);
  }
  for (int j = 0; with_start && j < nz; j++) {
    snprintf(what, sizeof what, "%s, z0[%d]", name, j);
    double expected = difference_start(model, j, sizes[0]);
    if (!is_close(start[j], expected, floor)) expected = difference_start(model, j, sizes[1]);
    check_close(start[j], expected, floor, what);
  }
  free(start);
  rigel_trajectory_destroy(&trajectory);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
}

/* dJ/du at Gauss points, summed with the hat of a table's point: its derivative by parameters; stepping, windows, BG. */
static void check_load(const char *method)
{
  const char *const set[]   = {"method", method, NULL};
  const char       *path[2] = {"loads.push.scale.table[1][1]", "loads.push.scale.table[0][1]"};
  RigelProblem     *problem = problem_open(pair_text, set);
  RigelModel       *model   = model_open(problem);
  Squares           s       = {rigel_model_states(model)};
  RigelFunctional   J       = {.context = &s, .end = squares_end, .running = squares_running};
  RigelTrajectory  *trajectory;
  double            value[2], by_path[2], sum[2] = {0.0, 0.0};
  char              message[2000];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &trajectory, NULL));
  const int n     = rigel_trajectory_elements(trajectory) * rigel_model_gauss(model);
  double   *times = malloc((size_t)n * sizeof *times), *gradient = malloc((size_t)n * sizeof *gradient);
  TEST_ASSERT_EQUAL_INT(
    RIGEL_OK, rigel_gradient_load(model, trajectory, &J, "push", &value[0], times, gradient, message, sizeof message));
  TEST_ASSERT_EQUAL_INT(
    RIGEL_OK, rigel_gradient(model, trajectory, &J, 2, path, &value[1], by_path, NULL, message, sizeof message));
  for (int i = 0; i < n; i++) { /* points at 0, 0.1 and 0.4 */
    sum[0] += gradient[i] * (times[i] < 0.1 ? times[i] / 0.1 : (0.4 - times[i]) / 0.3);
    sum[1] += gradient[i] * fmax(0.0, 1.0 - times[i] / 0.1);
  }
  TEST_ASSERT_TRUE(value[0] == value[1]);
  for (int i = 0; i < 2; i++) check_close(sum[i], by_path[i], 1e-3 * value[0], method);
  TEST_ASSERT_EQUAL_INT(
    RIGEL_INPUT, rigel_gradient_load(model, trajectory, &J, "s", NULL, times, gradient, message, sizeof message));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "s: found no such load, expected the name of a force or torque"),
                               message);
  free(times);
  free(gradient);
  rigel_trajectory_destroy(&trajectory);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
}

static void test_factor_of_a_load(void)
{
  check_load("{scheme: mG, degree: 2}");
  check_load("{scheme: mG, degree: 3, window: 2}");
  check_load("{scheme: BG, degree: 2}");
  check_load("{scheme: BG, degree: 2, window: 2}");
}

#define COUNT(list) ((int)(sizeof list / sizeof list[0]))

static void test_stepping(void)
{
  check_gradient("mG(2) stepping", pair_text, NULL, COUNT(pair_parameters), pair_parameters, true);
}

static void test_window(void)
{
  static const char *const set[] = {"method.window", "3", "method.degree", "1", NULL};
  check_gradient("mG(1) in windows of 3", pair_text, set, COUNT(pair_parameters), pair_parameters, false);
}

static void test_all_at_once(void)
{
  static const char *const set[] = {"method.window", "all", NULL};
  check_gradient("mG(2) at once", pair_text, set, COUNT(pair_parameters), pair_parameters, false);
}

static void test_bubnov(void)
{
  static const char *const discontinuous[] = {"method", "{scheme: BG, degree: 2}", NULL};
  static const char *const continuous[]    = {"method", "{scheme: BG, degree: 1, multipliers: continuous}", NULL};
  check_gradient("BG(2)", pair_text, discontinuous, COUNT(pair_parameters), pair_parameters, false);
  check_gradient("BG(1) continuous", pair_text, continuous, COUNT(pair_parameters), pair_parameters, false);
}

/* Each window begins at the projection of where the one before ends. */
static void test_bubnov_windows(void)
{
  static const char *const discontinuous[] = {"method", "{scheme: BG, degree: 2, window: 2}", NULL};
  static const char *const continuous[]    = {"method", "{scheme: BG, degree: 1, multipliers: continuous, window: 3}",
                                              NULL};
  check_gradient("BG(2) in windows of 2", pair_text, discontinuous, COUNT(pair_parameters), pair_parameters, true);
  check_gradient("BG(1) continuous in windows of 3", pair_text, continuous, COUNT(pair_parameters), pair_parameters,
                 true);
}

static void test_free_body(void)
{
  static const char *const scalable[]   = {"bodies.box.kinetic", "scalable", NULL};
  static const char *const continuous[] = {"method", "{scheme: BG, degree: 1, multipliers: continuous}", NULL};
  check_gradient("free body", free_text, NULL, COUNT(free_parameters), free_parameters, true);
  check_gradient("scalable body", free_text, scalable, COUNT(free_parameters), free_parameters, true);
  check_gradient("free body, BG continuous", free_text, continuous, COUNT(free_parameters), free_parameters, true);
}

static void test_em(void)
{
  static const char *const one[]  = {"method.scheme", "em", NULL};
  static const char *const two[]  = {"method", "{scheme: em, degree: 2}", NULL};
  static const char *const axis[] = {"gravity", "[0, 0, -9.81]", NULL};
  check_gradient("em(1), free body", free_text, one, COUNT(free_parameters), free_parameters, true);
  check_gradient("em(2), free body", free_text, two, COUNT(free_parameters), free_parameters, true);
  check_gradient("em(1), chain", chain_text, NULL, COUNT(chain_parameters), chain_parameters, true);
  check_gradient("em(2), chain", chain_text, two, COUNT(chain_parameters), chain_parameters, false);
  check_gradient("em(1), chain that falls", chain_text, axis, COUNT(chain_parameters), chain_parameters, false);
  check_gradient("em, no momentum to keep", pair_text, one, COUNT(pair_parameters), pair_parameters, true);
}

static void test_boundary_values(void)
{
  static const char *const bubnov[] = {"method", "{scheme: BG, degree: 1, window: all}", NULL};
  check_gradient("boundary values, mG", bounded_text, NULL, COUNT(bounded_parameters), bounded_parameters, false);
  check_gradient("boundary values, BG", bounded_text, bubnov, COUNT(bounded_parameters), bounded_parameters, false);
}

static void test_other_numbers(void)
{
  check_gradient("other numbers", many_text, NULL, COUNT(many_parameters), many_parameters, false);
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_stepping);
  RUN_TEST(test_window);
  RUN_TEST(test_all_at_once);
  RUN_TEST(test_bubnov);
  RUN_TEST(test_bubnov_windows);
  RUN_TEST(test_free_body);
  RUN_TEST(test_em);
  RUN_TEST(test_boundary_values);
  RUN_TEST(test_other_numbers);
  RUN_TEST(test_factor_of_a_load);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

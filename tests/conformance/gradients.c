/* Gradients of runs of mG, BG and em by the discrete adjoint against differences of whole runs, for every way to run them. */
#include "gradient_check.h"
#include "unity.h"

#include <math.h>
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
static const char *const pair_parameters[] = {"bodies.rod.mass",
                                              "bodies.rod.inertia[1]",
                                              "bodies.bar.shape.cuboid[2]",
                                              "bodies.rod.position[0]",
                                              "bodies.rod.velocity[0]",
                                              "bodies.rod.angular_velocity[2]",
                                              "gravity[1]",
                                              "joints.hinge.at[0]",
                                              "joints.hinge.axis[2]",
                                              "loads.s.stiffness",
                                              "loads.s.damping",
                                              "loads.s.length",
                                              "loads.s.at[1][0]",
                                              "loads.push.value[2]",
                                              "loads.push.at[0]",
                                              "loads.push.scale.table[1][1]",
                                              "loads.twist.scale.sine.omega",
                                              NULL};

static const char *const few_parameters[] = {"bodies.rod.position[0]",       "bodies.bar.shape.cuboid[2]",
                                             "joints.hinge.axis[2]",         "loads.s.length",
                                             "loads.twist.scale.sine.omega", NULL};

/* A free body in a Lennard-Jones field with full angular velocity, unit and scalable kinetics by a set. */
static const char free_text[] =
  "time: {start: 0, end: 0.5, elements: 10}\n"
  "method: {scheme: mG, degree: 1}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "bodies:\n"
  "  - {name: box, mass: 12, inertia: [5, 26, 29], position: [1.3, 0, 0], angular_velocity: [0.2, 5, 1]}\n"
  "loads:\n"
  "  - {name: lj, type: lennard_jones, bodies: [ground, box], epsilon: 5, sigma: 1}\n";
static const char *const free_parameters[] = {"bodies.box.mass",
                                              "bodies.box.inertia[0]",
                                              "bodies.box.position[1]",
                                              "bodies.box.angular_velocity[1]",
                                              "loads.lj.epsilon",
                                              "loads.lj.sigma",
                                              "time.end",
                                              NULL};

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
static const char *const chain_parameters[] = {"bodies.a.mass",
                                               "bodies.b.inertia[1]",
                                               "joints.ball.at[0]",
                                               "loads.s.stiffness",
                                               "loads.s.at[0][0]",
                                               "bodies.c.angular_velocity[1]",
                                               "bodies.b.position[1]",
                                               "time.end",
                                               NULL};

static const char bounded_text[] =
  "time: {start: 0, end: 1, elements: 10}\n"
  "method: {scheme: mG, degree: 2, window: all}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "bodies:\n"
  "  - {name: box, mass: 3, inertia: [6, 8, 3], translation: fixed}\n"
  "loads:\n"
  "  - {name: twist, type: torque, body: box, value: [0.5, 0, 0.2]}\n"
  "boundary: {start: {box: {orientation: [1, 0, 0, 0]}}, end: {box: {orientation: [0.8, 0.6, 0, 0]}}}\n";
static const char *const bounded_parameters[] = {"bodies.box.inertia[0]", "bodies.box.inertia[2]",
                                                 "loads.twist.value[0]", "time.end", NULL};

static void check_run(const char *name, const char *text, const char *const set[], const char *const parameters[],
                      bool start)
{
  const GradientCheck check = {
    .name = name, .text = text, .set = set, .parameters = parameters, .start = start, .how = "adjoint"};

  check_gradient(&check);
}

/* dJ/du at Gauss points of two loads, summed with what the factor of one has of a parameter: its derivative by the parameter. */
static void check_load(const char *text, const char *method, const char *more, const char *load, const char *path,
                       double (*part)(double t))
{
  const char *const set[]   = {"method", method, more ? "loads+" : NULL, more, NULL};
  RigelProblem     *problem = problem_open(text, set);
  RigelModel       *model   = model_open(problem);
  int               nz      = rigel_model_states(model);
  RigelFunctional   J       = {.context = &nz, .end = squares_end, .running = squares_running};
  RigelTrajectory  *trajectory;
  double            value[2], by_path, sum = 0.0;
  char              message[2000];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &trajectory, NULL));
  const int n     = rigel_trajectory_elements(trajectory) * rigel_model_gauss(model);
  double   *times = malloc((size_t)n * sizeof *times), *gradient = malloc((size_t)n * sizeof *gradient);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
    RIGEL_OK, rigel_gradient_load(model, trajectory, &J, load, &value[0], times, gradient, message, sizeof message),
    message);
  TEST_ASSERT_EQUAL_INT(
    RIGEL_OK, rigel_gradient(model, trajectory, &J, 1, &path, &value[1], &by_path, NULL, message, sizeof message));
  for (int i = 0; i < n; i++) sum += gradient[i] * part(times[i]);
  TEST_ASSERT_TRUE(value[0] == value[1]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8 * fabs(by_path), by_path, sum, method);
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

/* Of the table with points at 0, 0.1 and 0.4, and of the sine. */
static double second_hat(double t)
{
  return t < 0.1 ? t / 0.1 : (0.4 - t) / 0.3;
}

static double first_hat(double t)
{
  return fmax(0.0, 1.0 - t / 0.1);
}

static double sine(double t)
{
  return sin(5.0 * t);
}

static void test_factor_of_a_load(void)
{
  static const char *const methods[] = {"{scheme: mG, degree: 2}",
                                        "{scheme: mG, degree: 3, window: 2}",
                                        "{scheme: BG, degree: 2}",
                                        "{scheme: BG, degree: 2, window: 2}",
                                        "{scheme: em, degree: 1}",
                                        "{scheme: mG, degree: 2, invariants: collocated}",
                                        "{scheme: BG, start: weak, degree: 1}",
                                        "{scheme: BG, start: weak, degree: 2, window: 3}"};
  static const char        lift[] =
    "{name: lift, type: force, body: b, at: [0.2, 0.1, 0], value: [0, 0, 9], scale: {sine: {amplitude: 2, omega: 5}}}";

  for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
    check_load(pair_text, methods[i], NULL, "push", "loads.push.scale.table[1][1]", second_hat);
    check_load(pair_text, methods[i], NULL, "push", "loads.push.scale.table[0][1]", first_hat);
    check_load(pair_text, methods[i], NULL, "twist", "loads.twist.scale.sine.amplitude", sine);
  }
  /* along the axis that em keeps the momentum about */
  check_load(chain_text, "{scheme: em, degree: 1}", lift, "lift", "loads.lift.scale.sine.amplitude", sine);
  check_load(chain_text, "{scheme: em, degree: 2}", lift, "lift", "loads.lift.scale.sine.amplitude", sine);
}

static void test_stepping(void)
{
  check_run("mG(2) stepping", pair_text, NULL, pair_parameters, true);
}

static void test_window(void)
{
  static const char *const set[] = {"method.window", "3", "method.degree", "1", NULL};
  check_run("mG(1) in windows of 3", pair_text, set, pair_parameters, false);
}

static void test_all_at_once(void)
{
  static const char *const set[] = {"method.window", "all", NULL};
  check_run("mG(2) at once", pair_text, set, pair_parameters, false);
}

static void test_bubnov(void)
{
  static const char *const discontinuous[] = {"method", "{scheme: BG, degree: 2}", NULL};
  static const char *const continuous[]    = {"method", "{scheme: BG, degree: 1, multipliers: continuous}", NULL};
  check_run("BG(2)", pair_text, discontinuous, pair_parameters, false);
  check_run("BG(1) continuous", pair_text, continuous, pair_parameters, false);
}

/* Each window begins at the projection of where the one before ends. */
static void test_bubnov_windows(void)
{
  static const char *const discontinuous[] = {"method", "{scheme: BG, degree: 2, window: 2}", NULL};
  static const char *const continuous[]    = {"method", "{scheme: BG, degree: 1, multipliers: continuous, window: 3}",
                                              NULL};
  check_run("BG(2) in windows of 2", pair_text, discontinuous, pair_parameters, true);
  check_run("BG(1) continuous in windows of 3", pair_text, continuous, pair_parameters, true);
}

/* Functionals see the projected traces. Windows are cyclic, and each begins at the end state of the one before. */
static void test_weak_start(void)
{
  static const char *const whole[]      = {"method", "{scheme: BG, start: weak, degree: 2}", NULL};
  static const char *const continuous[] = {"method", "{scheme: BG, start: weak, degree: 1, multipliers: continuous}",
                                           NULL};
  static const char *const windows[]    = {"method", "{scheme: BG, start: weak, degree: 3, window: 3}", NULL};
  check_run("BG(2), weak start", pair_text, whole, pair_parameters, false);
  check_run("BG(1) continuous, weak start", pair_text, continuous, few_parameters, false);
  check_run("BG(3), weak start, windows of 3", pair_text, windows, few_parameters, true);
}

static void test_weak_start_of_a_free_body(void)
{
  static const char *const windows[]  = {"method", "{scheme: BG, start: weak, degree: 1, window: 5}", NULL};
  static const char *const scalable[] = {"method", "{scheme: BG, start: weak, degree: 2}", "bodies.box.kinetic",
                                         "scalable", NULL};
  check_run("free body, weak start, windows", free_text, windows, free_parameters, true);
  check_run("scalable body, weak start", free_text, scalable, free_parameters, true);
}

static void test_free_body(void)
{
  static const char *const scalable[]   = {"bodies.box.kinetic", "scalable", NULL};
  static const char *const continuous[] = {"method", "{scheme: BG, degree: 1, multipliers: continuous}", NULL};
  check_run("free body", free_text, NULL, free_parameters, true);
  check_run("scalable body", free_text, scalable, free_parameters, true);
  check_run("free body, BG continuous", free_text, continuous, free_parameters, true);
}

static void test_em(void)
{
  static const char *const one[]  = {"method.scheme", "em", NULL};
  static const char *const two[]  = {"method", "{scheme: em, degree: 2}", NULL};
  static const char *const axis[] = {"gravity", "[0, 0, -9.81]", NULL};
  check_run("em(1), free body", free_text, one, free_parameters, true);
  check_run("em(2), free body", free_text, two, free_parameters, true);
  check_run("em(1), chain", chain_text, NULL, chain_parameters, true);
  check_run("em(2), chain", chain_text, two, chain_parameters, false);
  check_run("em(1), chain that falls", chain_text, axis, chain_parameters, false);
  check_run("em, no momentum to keep", pair_text, one, pair_parameters, true);
}

/* Stepping and windows, joints and all loads, mean gradients of potentials, boundary values. */
static void test_collocated(void)
{
  static const char *const set[]      = {"method.invariants", "collocated", NULL};
  static const char *const window[]   = {"method", "{scheme: mG, degree: 1, window: 3, invariants: collocated}", NULL};
  static const char *const scalable[] = {"method.invariants", "collocated", "bodies.box.kinetic", "scalable", NULL};
  check_run("collocated mG(2)", pair_text, set, pair_parameters, true);
  check_run("collocated mG(1) in windows of 3", pair_text, window, pair_parameters, false);
  check_run("collocated free body", free_text, set, free_parameters, true);
  check_run("collocated scalable body", free_text, scalable, free_parameters, false);
  check_run("collocated boundary values", bounded_text, set, bounded_parameters, false);
}

static void test_boundary_values(void)
{
  static const char *const bubnov[]     = {"method", "{scheme: BG, degree: 1, window: all}", NULL};
  static const char *const continuous[] = {"method", "{scheme: BG, degree: 2, multipliers: continuous}", NULL};
  static const char *const weak[]       = {"method", "{scheme: BG, degree: 3, start: weak}", NULL};
  GradientCheck            check        = {.name       = "boundary values, BG",
                                           .text       = bounded_text,
                                           .set        = bubnov,
                                           .parameters = bounded_parameters,
                                           .how        = "adjoint",
                                           .floor      = 1e-3}; /* its runs scatter by 1e-13 */
  check_run("boundary values, mG", bounded_text, NULL, bounded_parameters, false);
  check_gradient(&check);
  check.name = "boundary values, BG continuous";
  check.set  = continuous;
  check_gradient(&check);
  check.name = "boundary values, weak start";
  check.set  = weak;
  check_gradient(&check);
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
  RUN_TEST(test_weak_start);
  RUN_TEST(test_weak_start_of_a_free_body);
  RUN_TEST(test_free_body);
  RUN_TEST(test_em);
  RUN_TEST(test_boundary_values);
  RUN_TEST(test_collocated);
  RUN_TEST(test_factor_of_a_load);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

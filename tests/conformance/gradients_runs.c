/* Gradients of what is more than elements in a row: moved element ends, servo constraints, optima, and every other scheme. */
#include "gradient_check.h"
#include "scheme/schemes.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* --- an element end that lands on a singular position, and is moved */

/* Four bars that turn at the rate 1 whatever they weigh: flat at pi/2, after 20 of 30 elements; then they are pushed. */
static const char bars_text[] =
  "time: {end: 2.356194490192345, elements: 30}\n"
  "method: {scheme: mG, degree: 2}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "redundant: drop\n"
  "bodies:\n"
  "  - {name: bar0, mass: 1, inertia: [0.0833, 0.001, 0.0833], position: [0, 0.5, 0], velocity: [0.5, 0, 0], angular_velocity: [0, 0, -1]}\n"
  "  - {name: bar1, mass: 1, inertia: [0.0833, 0.001, 0.0833], position: [1, 0.5, 0], velocity: [0.5, 0, 0], angular_velocity: [0, 0, -1]}\n"
  "  - {name: coupler, mass: 1, inertia: [0.001, 0.0833, 0.0833], position: [0.5, 1, 0], velocity: [1, 0, 0]}\n"
  "joints:\n"
  "  - {name: a0, type: revolute, bodies: [ground, bar0], at: [0, 0, 0], axis: [0, 0, 1]}\n"
  "  - {name: a1, type: revolute, bodies: [ground, bar1], at: [1, 0, 0], axis: [0, 0, 1]}\n"
  "  - {name: b0, type: revolute, bodies: [bar0, coupler], at: [0, 1, 0], axis: [0, 0, 1]}\n"
  "  - {name: c0, type: revolute, bodies: [bar1, coupler], at: [1, 1, 0], axis: [0, 0, 1]}\n"
  "loads:\n"
  "  - {name: push, type: force, body: coupler, value: [3, 1, 0], scale: {smooth: {start: 1.884955592153876, end: 2.199114857512855}}}\n";

static void check_moved(const char *scheme)
{
  static const char *const parameters[] = {"bodies.bar0.mass", "bodies.coupler.mass", "bodies.bar1.inertia[2]",
                                           "loads.push.value[0]", NULL};
  const char *const        set[]        = {"method.scheme", scheme, NULL};
  RigelProblem            *problem      = problem_open(bars_text, set);
  RigelModel              *model        = model_open(problem);
  RigelTrajectory         *tr;
  const GradientCheck      check = {
         .name = scheme, .text = bars_text, .set = set, .parameters = parameters, .how = "adjoint"};

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  const double h = 2.356194490192345 / 30;
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 20.37 * h, rigel_trajectory_times(tr)[40]);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_equations_residual(model, tr, NULL));
  check_gradient(&check);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
}

static void test_moved_ends(void)
{
  check_moved("mG");
  check_moved("em");
}

/* --- servo constraints: inputs are multipliers, rows of the whole interval */

static const char crane_text[] =
  "time: {end: 6, elements: 12}\n"
  "method: {scheme: BG, degree: 3}\n"
  "inverse: servo\n"
  "solver: {tolerance: 1.0e-14}\n"
  "gravity: [0, 0, 9.81]\n"
  "bodies:\n"
  "  - {name: hoist, formulation: particle, mass: 10, position: [0, 4, 0]}\n"
  "  - {name: load, formulation: particle, mass: 100, position: [0, 0, 4]}\n"
  "joints:\n"
  "  - {name: rail, type: point_in_plane, bodies: [ground, hoist], at: [0, 4, 0], axis: [0, 0, 1]}\n"
  "  - {name: plane, type: point_in_plane, bodies: [ground, load], at: [0, 0, 4], axis: [0, 1, 0]}\n"
  "  - {name: rope, type: winch, bodies: [hoist, load], at_body: [[0, 0, 0], [0, 0, 0]], axis: [0, 1, 0]}\n"
  "controls:\n"
  "  - {name: F, type: force, body: hoist, axis: [1, 0, 0]}\n"
  "  - {name: winch, type: force, body: hoist, axis: [0, 1, 0]}\n"
  "motion:\n"
  "  - {name: path, type: position, body: load, x: {smooth: {start: 0, end: 6, from: 0, to: 1, derivatives: 6}},\n"
  "     z: {smooth: {start: 0, end: 6, from: 4, to: 5, derivatives: 6}}}\n";

static void test_servo(void)
{
  static const char *const parameters[] = {"gravity[2]", "motion.path.x.smooth.to", "bodies.hoist.mass", NULL};
  const GradientCheck      squares      = {
              .name = "servo", .text = crane_text, .parameters = parameters, .how = "adjoint", .floor = 1e-3};
  const GradientCheck hoist = {.name       = "servo, the hoist",
                               .text       = crane_text,
                               .parameters = parameters,
                               .how        = "adjoint",
                               .functional = "integral:hoist.x",
                               .floor      = 1e-3};

  check_gradient(&squares);
  check_gradient(&hoist);
}

/* --- optima */

static const char turn_text[] = "time: {end: 5, elements: 8}\n"
                                "method: {scheme: mG, degree: 2, window: all}\n"
                                "solver: {tolerance: 1.0e-14}\n"
                                "bodies:\n"
                                "  - {name: body, inertia: [6, 8, 3], mass: 1, translation: fixed}\n"
                                "boundary:\n"
                                "  start: {body: {orientation: [1, 0, 0, 0], angular_velocity: [0, 0, 0]}}\n"
                                "  end: {body: {orientation: [0.5, 0.5, 0.5, 0.5], angular_velocity: [0, 0, 0]}}\n"
                                "controls:\n"
                                "  - {name: u, type: torque, body: body, frame: body}\n"
                                "objective:\n"
                                "  - effort: {controls: [u], weight: 1}\n";

/* A pendulum with a motor, from a given start. */
static const char swing_text[] =
  "time: {end: 1, elements: 6}\n"
  "method: {scheme: mG, degree: 2, window: all}\n"
  "solver: {tolerance: 1.0e-14}\n"
  "gravity: [0, 0, -9.81]\n"
  "bodies:\n"
  "  - {name: rod, inertia: [0.08, 0.09, 0.02], mass: 1, position: [0, 0, -0.5], velocity: [-0.1, 0, 0], angular_velocity: [0, 0.2, 0]}\n"
  "joints:\n"
  "  - {name: hinge, type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}\n"
  "controls:\n"
  "  - {name: motor, type: joint, joint: hinge}\n"
  "objective:\n"
  "  - effort: {weight: 0.3}\n"
  "  - end: {body: rod, position: [0.5, 0, 0], weight: 20}\n"
  "initial: project\n";

static void check_optimum(const char *name, const char *text, const char *const set[], const char *const parameters[],
                          bool start)
{
  static const char *const functionals[] = {"cost", NULL};

  for (int f = 0; f < 2; f++) {
    const GradientCheck check = {.name       = name,
                                 .text       = text,
                                 .set        = set,
                                 .parameters = parameters,
                                 .start      = start,
                                 .how        = "adjoint",
                                 .functional = functionals[f]};
    check_gradient(&check);
  }
}

static void test_optima(void)
{
  static const char *const turn[]    = {"bodies.body.inertia[0]", "bodies.body.inertia[2]", "time.end",
                                        "objective[0].effort.weight", NULL};
  static const char *const bounds[]  = {"bodies.body.inertia[0]", "controls.u.upper", "controls.u.lower", NULL};
  static const char *const swing[]   = {"bodies.rod.mass",
                                        "bodies.rod.inertia[1]",
                                        "gravity[2]",
                                        "joints.hinge.at[0]",
                                        "bodies.rod.angular_velocity[1]",
                                        "objective[1].end.position[2]",
                                        "time.end",
                                        NULL};
  static const char *const bounded[] = {"controls.u.lower", "-2.07", "controls.u.upper", "2.07", NULL};
  static const char *const coarse[]  = {"controls.u.every", "2", "controls.u.degree", "0", NULL};
  static const char *const timed[]   = {"time.free", "true", "objective+", "{time: {weight: 1}}", NULL};

  check_optimum("reorientation", turn_text, NULL, turn, false);
  check_optimum("with bounds", turn_text, bounded, bounds, false);
  check_optimum("coarse controls", turn_text, coarse, turn, false);
  check_optimum("free end time", turn_text, timed, turn, false);
  check_optimum("pendulum", swing_text, NULL, swing, false);
}

/* Tracking in sweeps, each of which counts from the one before: differences of whole runs. */
static void test_sweeps(void)
{
  static const char *const set[] = {
    "method",
    "{scheme: mG, degree: 2, window: all}",
    "inverse",
    "track",
    "boundary",
    "{start: {hoist: {position: [0, 4, 0], velocity: [0, 0, 0]}, load: {position: [0, 0, 4], velocity: [0, 0, 0]}}, "
    "end: {hoist: {position: [1, 5, 0], velocity: [0, 0, 0]}, load: {position: [1, 0, 5], velocity: [0, 0, 0]}}}",
    NULL};
  static const char *const parameters[] = {"bodies.load.mass", "gravity[2]", NULL};
  const GradientCheck      check        = {.name       = "sweeps",
                                           .text       = crane_text,
                                           .set        = set,
                                           .parameters = parameters,
                                           .how        = "differences",
                                           .functional = "integral:hoist.x",
                                           .floor      = 1e-3};

  check_gradient(&check);
}

/* cost = 6 J^2 theta^2 / T^3 of a turn by theta about a principal axis. That it is of degree 2 in all moments of inertia together and -3 in T
 * holds for the discrete one too. */
static void test_principal_axis(void)
{
  static const char *const set[] = {"boundary.end.body.orientation", "[0.6, 0, 0.8, 0]", NULL};
  const char      *paths[] = {"bodies.body.inertia[0]", "bodies.body.inertia[1]", "bodies.body.inertia[2]", "time.end"};
  RigelProblem    *problem = problem_open(turn_text, set);
  RigelModel      *model   = model_open(problem);
  RigelFunctional  J       = {.name = "cost"};
  RigelTrajectory *tr;
  RigelResult      result;
  double           cost, gradient[4];
  char             message[1000];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, &result));
  TEST_ASSERT_EQUAL_INT_MESSAGE(
    RIGEL_OK, rigel_gradient(model, tr, &J, 4, paths, &cost, gradient, NULL, message, sizeof message), message);
  const double theta = 2.0 * acos(0.6);
  TEST_ASSERT_TRUE(cost == result.cost);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4 * cost, 6.0 * 64.0 * theta * theta / 125.0, cost);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * cost, 2.0 * cost, 6.0 * gradient[0] + 8.0 * gradient[1] + 3.0 * gradient[2]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4 * cost, 2.0 * cost / 8.0, gradient[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * cost, -3.0 * cost / 5.0, gradient[3]);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
}

/* --- every other scheme: differences of whole runs, here with other steps */

static const char box_text[] =
  "time: {end: 0.3, elements: 6}\n"
  "gravity: [0, 0, -2]\n"
  "bodies:\n"
  "  - {name: box, mass: 2, inertia: [0.4, 0.5, 0.2], position: [1, 0.2, -0.3], velocity: [0.1, 0, 1], angular_velocity: [1, 2, -0.5]}\n";

static bool scheme_supports(const char *const set[])
{
  RigelProblem *problem = problem_open(box_text, set);
  RigelModel   *model;
  char          message[2000];
  const bool    good = rigel_model_create(problem, &model, message, sizeof message) == RIGEL_OK;

  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
  return good;
}

static void test_every_scheme(void)
{
  static const char *const parameters[] = {"bodies.box.inertia[1]", "bodies.box.angular_velocity[0]", "gravity[2]",
                                           "time.end", NULL};
  static const char *const kinds[] = {"{}", "bodies.box.formulation", "director", "bodies.box.kinetic", "scalable"};
  int                      seen    = 0;

  for (int i = 0; scheme_list[i]; i++) {
    const char *const scheme[3][5] = {{"method.scheme", scheme_list[i]->traits.name, NULL},
                                      {"method.scheme", scheme_list[i]->traits.name, kinds[1], kinds[2], NULL},
                                      {"method.scheme", scheme_list[i]->traits.name, kinds[3], kinds[4], NULL}};
    const bool        own          = scheme_list[i]->traits.adjoint != ADJOINT_NONE;
    int               kind         = 0;
    while (kind < 3 && !scheme_supports(scheme[kind])) kind++;
    TEST_ASSERT_LESS_THAN_INT_MESSAGE(3, kind, scheme_list[i]->traits.name);
    const GradientCheck check = {.name       = scheme_list[i]->traits.name,
                                 .text       = box_text,
                                 .set        = scheme[kind],
                                 .parameters = parameters,
                                 .how        = own ? "adjoint" : "differences"};
    check_gradient(&check);
    seen++;
  }
  TEST_ASSERT_GREATER_THAN_INT(20, seen);
}

/* The start state of a scheme that any state can be the start of; and of one that was begun elsewhere. */
static void test_start_by_differences(void)
{
  static const char *const set[]  = {"method.scheme", "rk4", NULL};
  static const char *const none[] = {NULL};
  const GradientCheck      check  = {
          .name = "rk4", .text = box_text, .set = set, .parameters = none, .start = true, .how = "differences"};

  check_gradient(&check);
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_moved_ends);
  RUN_TEST(test_servo);
  RUN_TEST(test_optima);
  RUN_TEST(test_sweeps);
  RUN_TEST(test_principal_axis);
  RUN_TEST(test_every_scheme);
  RUN_TEST(test_start_by_differences);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

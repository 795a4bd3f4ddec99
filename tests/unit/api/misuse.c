/* Misuse of every function of the interface ends in a refusal with a message; each case runs in a process of its own. */
#include "backend.h"
#include "child_case.h"
#include "rigel/petsc.h"
#include "unity.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum { ROOM = 4096 };

void setUp(void) {}
void tearDown(void) {}

/* --- what the cases work on */

static RigelProblem    *problem;
static RigelModel      *model, *ball, *optimum;
static RigelTrajectory *run, *ball_run;
static RigelResult      result;
static Mat              jacobian;
static double           numbers[ROOM], more[ROOM], bad[ROOM], place[24];
static char             message[ROOM];

static const RigelFunctional end_x = {.name = "end:box.x"}, ball_x = {.name = "end:ball.x"}, empty = {0};
static const char *const mass[1] = {"bodies.box.mass"}, *const null_text[1] = {NULL};

static const char ball_text[] = "{time: {end: 1, elements: 4}, method: {scheme: mG, degree: 2}, "
                                "bodies: [{name: ball, formulation: particle, mass: 3}]}";
static const char optimum_text[] =
  "{time: {end: 2, elements: 4}, method: {scheme: mG, degree: 3, window: all}, "
  "bodies: [{name: ball, formulation: particle, mass: 3}], "
  "controls: [{name: f, type: force, body: ball}], objective: [{effort: {weight: 1}}]}";

static RigelModel *model_of(const char *text)
{
  RigelProblem *p      = problem_open(text, NULL);
  RigelModel   *opened = model_open(p);

  rigel_problem_destroy(&p);
  return opened;
}

static void world_create(void)
{
  problem = box_problem();
  model   = model_open(problem);
  ball    = model_of(ball_text);
  optimum = model_of(optimum_text);
  for (int i = 0; i < ROOM; i++) bad[i] = i == 1 ? NAN : 0.5;
  for (int i = 0; i < 24; i++) place[i] = 0.1 * i;
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(ball, NULL, &ball_run, &result));
}

static void world_destroy(void)
{
  rigel_trajectory_destroy(&run);
  rigel_trajectory_destroy(&ball_run);
  rigel_model_destroy(&model);
  rigel_model_destroy(&ball);
  rigel_model_destroy(&optimum);
  rigel_problem_destroy(&problem);
}

static double cost(void *context, const double *z, double *gradient, double *hessian)
{
  (void)context, (void)gradient, (void)hessian;
  return z[0];
}

static const RigelFunctional own = {.end = cost};

/* --- NULL */

static void test_null_problems(void)
{
  REFUSED(rigel_problem_create("a: 1", NULL));
  REFUSED(rigel_problem_set(NULL, "time.end", "1"));
  REFUSED(rigel_problem_set(problem, NULL, "1"));
  REFUSED(rigel_problem_set(problem, "time.end", NULL));
  REFUSED(rigel_problem_set_number(NULL, "time.end", 1.0));
  REFUSED(rigel_problem_set_number(problem, NULL, 1.0));
  REFUSED(rigel_problem_set_vector(NULL, "gravity", 3, numbers));
  REFUSED(rigel_problem_set_vector(problem, NULL, 3, numbers));
  REFUSED(rigel_problem_set_vector(problem, "gravity", 3, NULL));
  REFUSED(rigel_problem_add(NULL, "bodies", "b"));
  REFUSED(rigel_problem_add(problem, NULL, "b"));
  REFUSED(rigel_problem_add(problem, "bodies", NULL));
  REFUSED(rigel_problem_add_potential(NULL, "v", "box", NULL, 0, leg_potential, &one_leg));
  REFUSED(rigel_problem_add_potential(problem, NULL, "box", NULL, 0, leg_potential, &one_leg));
  REFUSED(rigel_problem_add_potential(problem, "v", NULL, NULL, 0, leg_potential, &one_leg));
  REFUSED(rigel_problem_add_potential(problem, "v", "box", NULL, 0, NULL, NULL));
  REFUSED(rigel_problem_add_force(NULL, "v", "box", NULL, leg_drag, &one_leg));
  REFUSED(rigel_problem_add_force(problem, NULL, "box", NULL, leg_drag, &one_leg));
  REFUSED(rigel_problem_add_force(problem, "v", NULL, NULL, leg_drag, &one_leg));
  REFUSED(rigel_problem_add_force(problem, "v", "box", NULL, NULL, NULL));
  REFUSED(rigel_problem_add_cost(NULL, 1.0, &own));
  REFUSED(rigel_problem_add_cost(problem, 1.0, NULL));
  REFUSED(rigel_problem_add_cost(problem, 1.0, &empty));
  REFUSED(rigel_check_potential(NULL, NULL, 12, place, more));
  REFUSED(rigel_check_potential(leg_potential, &one_leg, 12, NULL, more));
  REFUSED(rigel_check_potential(leg_potential, &one_leg, 12, place, NULL));
  REFUSED(rigel_check_force(NULL, NULL, 12, 0.0, place, place, more));
  REFUSED(rigel_check_force(leg_drag, &one_leg, 12, 0.0, NULL, place, more));
  REFUSED(rigel_check_force(leg_drag, &one_leg, 12, 0.0, place, NULL, more));
  REFUSED(rigel_check_force(leg_drag, &one_leg, 12, 0.0, place, place, NULL));
  REFUSED(rigel_check_functional(NULL, 3, 0.0, place, more));
  REFUSED(rigel_check_functional(&empty, 3, 0.0, place, more));
  REFUSED(rigel_check_functional(&own, 3, 0.0, NULL, more));
  REFUSED(rigel_check_functional(&own, 3, 0.0, place, NULL));
  CASE((rigel_problem_destroy(NULL), true));
  cases_end("NULL for problems");
}

static void test_null_models(void)
{
  RigelModel *made;

  REFUSED(rigel_model_create(NULL, &made, message, ROOM));
  REFUSED(rigel_model_create(problem, NULL, message, ROOM));
  CASE(rigel_model_create(problem, &made, NULL, ROOM) == RIGEL_OK);
  CASE(rigel_model_read("no such file", 0, NULL, &made, NULL, ROOM) == RIGEL_INPUT && made == NULL);
  REFUSED(rigel_model_read(NULL, 0, NULL, &made, message, ROOM));
  REFUSED(rigel_model_read("problems/spinning_box.yaml", 1, NULL, &made, message, ROOM));
  REFUSED(rigel_model_read("problems/spinning_box.yaml", 1, null_text, &made, message, ROOM));
  REFUSED(rigel_model_read("problems/spinning_box.yaml", 0, NULL, NULL, message, ROOM));
  NEGATIVE(rigel_model_states(NULL));
  NEGATIVE(rigel_model_multipliers(NULL));
  NOTHING(rigel_model_start(NULL));
  NEGATIVE(rigel_model_body(NULL, "box"));
  NEGATIVE(rigel_model_body(model, NULL));
  NEGATIVE(rigel_model_column(NULL, "box.x"));
  NEGATIVE(rigel_model_column(model, NULL));
  NEGATIVE(rigel_model_inputs(NULL));
  NEGATIVE(rigel_model_control(NULL, "f"));
  NEGATIVE(rigel_model_control(optimum, NULL));
  CASE(isnan(rigel_energy(NULL, numbers)) && message_expects());
  CASE(isnan(rigel_energy(model, NULL)) && message_expects());
  CASE((rigel_momenta(NULL, numbers, more, more + 3), isnan(more[0]) && isnan(more[5]) && message_expects()));
  CASE((rigel_momenta(model, NULL, more, more + 3), isnan(more[0]) && isnan(more[5]) && message_expects()));
  CASE((rigel_momenta(model, numbers, NULL, more), message_expects()));
  CASE((rigel_momenta(model, numbers, more, NULL), message_expects()));
  REFUSED(rigel_run(NULL, NULL, NULL, &result));
  CASE(rigel_run(model, NULL, NULL, NULL) == RIGEL_OK);
  REFUSED(rigel_solve(NULL, NULL, &run, &result));
  REFUSED(rigel_solve(model, NULL, NULL, &result));
  NOTHING(rigel_gradient_how(NULL));
  NEGATIVE(rigel_model_gauss(NULL));
  CASE((rigel_model_destroy(NULL), true));
  cases_end("NULL for models");
}

static void test_null_trajectories(void)
{
  REFUSED(rigel_trajectory_create(NULL, &run));
  REFUSED(rigel_trajectory_create(model, NULL));
  CASE((rigel_trajectory_destroy(NULL), true));
  NEGATIVE(rigel_trajectory_elements(NULL));
  NEGATIVE(rigel_trajectory_degree(NULL));
  NEGATIVE(rigel_trajectory_nodes(NULL));
  NOTHING(rigel_trajectory_times(NULL));
  NOTHING(rigel_trajectory_states(NULL));
  NEGATIVE(rigel_trajectory_multiplier_nodes(NULL));
  NOTHING(rigel_trajectory_multipliers(NULL));
  NOTHING(rigel_trajectory_multiplier_times(NULL));
  NEGATIVE(rigel_trajectory_control_points(NULL));
  NOTHING(rigel_trajectory_controls(NULL));
  NOTHING(rigel_trajectory_control_times(NULL));
  REFUSED(rigel_trajectory_reactions(NULL, run, "box", numbers, more));
  REFUSED(rigel_trajectory_reactions(model, NULL, "box", numbers, more));
  REFUSED(rigel_trajectory_reactions(model, run, NULL, numbers, more));
  REFUSED(rigel_trajectory_reactions(model, run, "box", NULL, more));
  REFUSED(rigel_trajectory_reactions(model, run, "box", numbers, NULL));
  REFUSED(rigel_gradient(NULL, run, &end_x, 1, mass, numbers, more, NULL, message, ROOM));
  REFUSED(rigel_gradient(model, NULL, &end_x, 1, mass, numbers, more, NULL, message, ROOM));
  REFUSED(rigel_gradient(model, run, NULL, 1, mass, numbers, more, NULL, message, ROOM));
  REFUSED(rigel_gradient(model, run, &empty, 1, mass, numbers, more, NULL, message, ROOM));
  REFUSED(rigel_gradient(model, run, &end_x, 1, NULL, numbers, more, NULL, message, ROOM));
  REFUSED(rigel_gradient(model, run, &end_x, 1, null_text, numbers, more, NULL, message, ROOM));
  CASE(rigel_gradient(model, run, &end_x, 1, mass, NULL, NULL, NULL, NULL, ROOM) == RIGEL_OK);
  REFUSED(rigel_gradient_load(NULL, run, &end_x, "push", numbers, more, more, message, ROOM));
  REFUSED(rigel_gradient_load(model, NULL, &end_x, "push", numbers, more, more, message, ROOM));
  REFUSED(rigel_gradient_load(model, run, NULL, "push", numbers, more, more, message, ROOM));
  REFUSED(rigel_gradient_load(model, run, &end_x, NULL, numbers, more, more, message, ROOM));
  REFUSED(rigel_gradient_load(model, run, &end_x, "push", numbers, NULL, more, message, ROOM));
  REFUSED(rigel_gradient_load(model, run, &end_x, "push", numbers, more, NULL, message, ROOM));
  NEGATIVE(rigel_equations_size(NULL));
  REFUSED(rigel_equations_residual(NULL, run, numbers));
  REFUSED(rigel_equations_residual(model, NULL, numbers));
  REFUSED(rigel_equations_residual(model, run, NULL));
  REFUSED(rigel_equations_solve(NULL, run, false, numbers));
  REFUSED(rigel_equations_solve(model, NULL, false, numbers));
  REFUSED(rigel_equations_solve(model, run, false, NULL));
  REFUSED(rigel_equations_step(NULL, run, 1.0, numbers));
  REFUSED(rigel_equations_step(model, NULL, 1.0, numbers));
  REFUSED(rigel_equations_step(model, run, 1.0, NULL));
  REFUSED(rigel_equations_jacobian(NULL, run, &jacobian));
  REFUSED(rigel_equations_jacobian(model, NULL, &jacobian));
  REFUSED(rigel_equations_jacobian(model, run, NULL));
  cases_end("NULL for trajectories");
}

/* --- sizes, names and numbers */

static void test_sizes(void)
{
  static char long_name[ROOM];
  RigelModel *made;

  memset(long_name, 'x', sizeof long_name - 1);
  REFUSED(rigel_problem_set_vector(problem, "gravity", -1, numbers));
  REFUSED(rigel_problem_set_vector(problem, "gravity", INT_MIN, numbers));
  REFUSED(rigel_problem_set(problem, "", "1"));
  REFUSED(rigel_problem_set(problem, "a=b", "1"));
  REFUSED(rigel_problem_add(problem, "", "b"));
  REFUSED(rigel_problem_add(problem, "bodies", ""));
  REFUSED(rigel_problem_add_potential(problem, "v", "box", NULL, -1, leg_potential, &one_leg));
  REFUSED(rigel_problem_add_potential(problem, long_name, "box", NULL, 0, leg_potential, &one_leg));
  REFUSED(rigel_problem_add_potential(problem, "v", long_name, NULL, 0, leg_potential, &one_leg));
  REFUSED(rigel_problem_add_force(problem, "v", "box", long_name, leg_drag, &one_leg));
  REFUSED(rigel_check_potential(leg_potential, &one_leg, 0, place, more));
  REFUSED(rigel_check_potential(leg_potential, &one_leg, 13, place, more));
  REFUSED(rigel_check_force(leg_drag, &one_leg, -12, 0.0, place, place, more));
  REFUSED(rigel_check_force(leg_drag, &one_leg, 25, 0.0, place, place, more));
  REFUSED(rigel_check_functional(&own, 0, 0.0, place, more));
  REFUSED(rigel_check_functional(&own, -3, 0.0, place, more));
  REFUSED(rigel_check_functional(&own, INT_MAX, 0.0, place, more));
  REFUSED(rigel_model_read("problems/spinning_box.yaml", -1, NULL, &made, message, ROOM));
  REFUSED(rigel_gradient(model, run, &end_x, -1, mass, numbers, more, NULL, message, ROOM));
  CASE(rigel_model_create(problem, &made, message, 0) == RIGEL_OK);
  CASE(rigel_model_read("no such file", 0, NULL, &made, message, 1) == RIGEL_INPUT && message[0] == '\0');
  NEGATIVE(rigel_model_body(model, "nobody"));
  NEGATIVE(rigel_model_column(model, "box.nothing"));
  NEGATIVE(rigel_model_control(optimum, "nothing"));
  REFUSED(rigel_trajectory_reactions(model, run, "nothing", numbers, more));
  REFUSED(rigel_gradient_load(model, run, &end_x, "nothing", numbers, more, more, message, ROOM));
  REFUSED(rigel_trajectory_create(optimum, &run));
  cases_end("sizes and names");
}

static void test_numbers(void)
{
  REFUSED(rigel_problem_set_number(problem, "time.end", NAN));
  REFUSED(rigel_problem_set_number(problem, "time.end", INFINITY));
  REFUSED(rigel_problem_set_vector(problem, "gravity", 3, bad));
  REFUSED(rigel_problem_add_cost(problem, NAN, &own));
  REFUSED(rigel_check_potential(leg_potential, &one_leg, 12, bad, more));
  REFUSED(rigel_check_force(leg_drag, &one_leg, 12, NAN, place, place, more));
  REFUSED(rigel_check_force(leg_drag, &one_leg, 12, 0.0, bad, place, more));
  REFUSED(rigel_check_force(leg_drag, &one_leg, 12, 0.0, place, bad, more));
  REFUSED(rigel_check_functional(&own, 3, 0.0, bad, more));
  REFUSED(rigel_check_functional(&own, 3, INFINITY, place, more));
  REFUSED(rigel_solve(model, bad, &run, &result));
  rigel_trajectory_states(ball_run)[2] = NAN;
  REFUSED(rigel_gradient(ball, ball_run, &ball_x, 0, NULL, numbers, NULL, NULL, message, ROOM));
  REFUSED(rigel_equations_residual(ball, ball_run, numbers));
  REFUSED(rigel_equations_solve(model, run, false, bad));
  REFUSED(rigel_equations_step(model, run, NAN, numbers));
  REFUSED(rigel_equations_step(model, run, 1.0, bad));
  cases_end("numbers");
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  world_create();
  RUN_TEST(test_null_problems);
  RUN_TEST(test_null_models);
  RUN_TEST(test_null_trajectories);
  RUN_TEST(test_sizes);
  RUN_TEST(test_numbers);
  world_destroy();
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

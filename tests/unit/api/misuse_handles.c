/* Handles that are no handles, destroyed, of another kind or model; calls before the start, inside callbacks, after the end. */
#include "backend.h"
#include "child_case.h"
#include "rigel/petsc.h"
#include "unity.h"

#include <math.h>
#include <string.h>

enum { ROOM = 4096 };

void setUp(void) {}
void tearDown(void) {}

static RigelResult           result;
static Mat                   jacobian;
static double                numbers[ROOM], more[ROOM];
static char                  message[ROOM];
static const RigelFunctional end_x   = {.name = "end:box.x"};
static const char *const     mass[1] = {"bodies.box.mass"};

static double own_end(void *context, const double *z, double *gradient, double *hessian)
{
  (void)context, (void)gradient, (void)hessian;
  return z[0];
}

/* --- every function that takes a handle, with one that is no good */

static void problem_cases(RigelProblem *p)
{
  const RigelFunctional own = {.end = own_end};
  RigelModel           *made;

  REFUSED(rigel_problem_set(p, "time.end", "1"));
  REFUSED(rigel_problem_set_number(p, "time.end", 1.0));
  REFUSED(rigel_problem_set_vector(p, "gravity", 3, numbers));
  REFUSED(rigel_problem_add(p, "bodies", "b"));
  REFUSED(rigel_problem_add_potential(p, "v", "box", NULL, 0, leg_potential, &one_leg));
  REFUSED(rigel_problem_add_force(p, "v", "box", NULL, leg_drag, &one_leg));
  REFUSED(rigel_problem_add_cost(p, 1.0, &own));
  REFUSED(rigel_model_create(p, &made, message, ROOM));
  CASE((rigel_problem_destroy(&p), true));
}

static void model_cases(RigelModel *m, RigelTrajectory *tr)
{
  RigelTrajectory *made;

  NEGATIVE(rigel_model_states(m));
  NEGATIVE(rigel_model_multipliers(m));
  NOTHING(rigel_model_start(m));
  NEGATIVE(rigel_model_body(m, "box"));
  NEGATIVE(rigel_model_column(m, "box.x"));
  NEGATIVE(rigel_model_inputs(m));
  NEGATIVE(rigel_model_control(m, "f"));
  CASE(isnan(rigel_energy(m, numbers)) && message_expects());
  CASE((rigel_momenta(m, numbers, more, more + 3), isnan(more[0]) && isnan(more[5]) && message_expects()));
  REFUSED(rigel_run(m, NULL, NULL, &result));
  REFUSED(rigel_solve(m, NULL, &made, &result));
  REFUSED(rigel_trajectory_create(m, &made));
  REFUSED(rigel_trajectory_reactions(m, tr, "box", numbers, more));
  NOTHING(rigel_gradient_how(m));
  REFUSED(rigel_gradient(m, tr, &end_x, 1, mass, numbers, more, NULL, message, ROOM));
  NEGATIVE(rigel_model_gauss(m));
  REFUSED(rigel_gradient_load(m, tr, &end_x, "push", numbers, more, more, message, ROOM));
  NEGATIVE(rigel_equations_size(m));
  REFUSED(rigel_equations_residual(m, tr, numbers));
  REFUSED(rigel_equations_solve(m, tr, false, numbers));
  REFUSED(rigel_equations_step(m, tr, 1.0, numbers));
  REFUSED(rigel_equations_jacobian(m, tr, &jacobian));
  CASE((rigel_model_destroy(&m), true));
}

/* Calls with a model and a trajectory, which do not belong together or come too late. */
static void pair_cases(const RigelModel *m, RigelTrajectory *tr)
{
  REFUSED(rigel_trajectory_reactions(m, tr, "box", numbers, more));
  REFUSED(rigel_gradient(m, tr, &end_x, 1, mass, numbers, more, NULL, message, ROOM));
  REFUSED(rigel_gradient_load(m, tr, &end_x, "push", numbers, more, more, message, ROOM));
  REFUSED(rigel_equations_residual(m, tr, numbers));
  REFUSED(rigel_equations_solve(m, tr, false, numbers));
  REFUSED(rigel_equations_step(m, tr, 1.0, numbers));
  REFUSED(rigel_equations_jacobian(m, tr, &jacobian));
}

static void trajectory_cases(const RigelModel *m, RigelTrajectory *tr)
{
  NEGATIVE(rigel_trajectory_elements(tr));
  NEGATIVE(rigel_trajectory_degree(tr));
  NEGATIVE(rigel_trajectory_nodes(tr));
  NOTHING(rigel_trajectory_times(tr));
  NOTHING(rigel_trajectory_states(tr));
  NEGATIVE(rigel_trajectory_multiplier_nodes(tr));
  NOTHING(rigel_trajectory_multipliers(tr));
  NOTHING(rigel_trajectory_multiplier_times(tr));
  NEGATIVE(rigel_trajectory_control_points(tr));
  NOTHING(rigel_trajectory_controls(tr));
  NOTHING(rigel_trajectory_control_times(tr));
  pair_cases(m, tr);
  CASE((rigel_trajectory_destroy(&tr), true));
}

/* --- what makes a handle bad */

static RigelModel *model_of(const char *text)
{
  RigelProblem *p = problem_open(text, NULL);
  RigelModel   *m = model_open(p);

  rigel_problem_destroy(&p);
  return m;
}

static RigelTrajectory *run_of(const RigelModel *m)
{
  RigelTrajectory *tr;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(m, NULL, &tr, &result));
  return tr;
}

static void test_handles(void)
{
  RigelProblem    *p = box_problem(), *p_gone = p;
  RigelModel      *m = model_open(p), *m_gone = model_open(p), *m_copy = m_gone;
  RigelTrajectory *tr = run_of(m), *tr_gone = run_of(m), *tr_copy = tr_gone;
  double           nothing[ROOM] = {0.0};

  rigel_model_destroy(&m_copy);
  rigel_trajectory_destroy(&tr_copy);
  problem_cases(NULL);
  model_cases(NULL, tr);
  trajectory_cases(m, NULL);
  cases_end("NULL");
  model_cases(m_gone, tr);
  trajectory_cases(m, tr_gone);
  problem_cases((RigelProblem *)m);
  model_cases((RigelModel *)tr, tr);
  model_cases((RigelModel *)p, tr);
  trajectory_cases(m, (RigelTrajectory *)m);
  cases_end("destroyed or of another kind");
  problem_cases((RigelProblem *)nothing);
  model_cases((RigelModel *)nothing, tr);
  trajectory_cases(m, (RigelTrajectory *)nothing);
  cases_end("no handle at all");
  rigel_problem_destroy(&p);
  problem_cases(p_gone);
  cases_end("a destroyed problem");
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&m);
}

/* A trajectory of the same sizes serves the equations (continuation), but it is no solution of the other model. */
static void test_other_models(void)
{
  static const char ball[] = "{time: {end: 1, elements: 4}, method: {scheme: mG, degree: 2}, "
                             "bodies: [{name: ball, formulation: particle, mass: 3}]}";
  RigelProblem     *p      = box_problem();
  RigelModel       *m = model_open(p), *twin = model_open(p), *other = model_of(ball);
  RigelTrajectory  *tr = run_of(m), *other_tr = run_of(other);

  pair_cases(m, other_tr);
  pair_cases(other, tr);
  REFUSED(rigel_trajectory_reactions(twin, tr, "box", numbers, more));
  REFUSED(rigel_gradient(twin, tr, &end_x, 1, mass, numbers, more, NULL, message, ROOM));
  REFUSED(rigel_gradient_load(twin, tr, &end_x, "push", numbers, more, more, message, ROOM));
  CASE(rigel_equations_residual(twin, tr, numbers) == RIGEL_OK && fabs(numbers[0]) < 1e-9);
  cases_end("handles of another model");
  rigel_trajectory_destroy(&tr);
  rigel_trajectory_destroy(&other_tr);
  rigel_model_destroy(&m);
  rigel_model_destroy(&twin);
  rigel_model_destroy(&other);
  rigel_problem_destroy(&p);
}

/* --- inside callbacks */

static RigelModel      *running;
static RigelTrajectory *differentiated;

/* Neither the end nor the loss of what is in use is possible in the middle of a call. */
static bool interfere(void *context, double t, const double *z, const double *lambda)
{
  RigelModel *copy = running;

  (void)t, (void)z, (void)lambda;
  rigel_model_destroy(&copy);
  if (copy != running || !message_expects() || rigel_finalize() != RIGEL_INPUT) *(bool *)context = false;
  return true;
}

static double interfere_end(void *context, const double *z, double *gradient, double *hessian)
{
  RigelTrajectory *copy = differentiated;

  rigel_trajectory_destroy(&copy);
  if (copy != differentiated || !message_expects()) *(bool *)context = false;
  if (gradient) memset(gradient, 0, (size_t)rigel_model_states(running) * sizeof *gradient);
  return own_end(context, z, gradient, hessian);
}

static void test_callbacks(void)
{
  RigelProblem         *p    = box_problem();
  bool                  good = true;
  const RigelFunctional own  = {.context = &good, .end = interfere_end};

  running        = model_open(p);
  differentiated = run_of(running);
  CASE(rigel_run(running, interfere, &good, &result) == RIGEL_OK && good);
  CASE(rigel_gradient(running, differentiated, &own, 1, mass, numbers, more, NULL, message, ROOM) == RIGEL_OK && good);
  cases_end("destroy and finalize inside callbacks");
  rigel_trajectory_destroy(&differentiated);
  rigel_model_destroy(&running);
  rigel_problem_destroy(&p);
}

/* --- before the start and after the end */

static void order_cases(RigelProblem *p, RigelModel *m, RigelTrajectory *tr)
{
  RigelModel      *made;
  RigelTrajectory *fresh;

  REFUSED(rigel_model_create(p, &made, message, ROOM));
  REFUSED(rigel_model_read("problems/spinning_box.yaml", 0, NULL, &made, message, ROOM));
  REFUSED(rigel_run(m, NULL, NULL, &result));
  REFUSED(rigel_solve(m, NULL, &fresh, &result));
  REFUSED(rigel_trajectory_create(m, &fresh));
  pair_cases(m, tr);
  CASE(rigel_finalize() == RIGEL_OK && rigel_finalize() == RIGEL_OK);
}

static void test_before_the_start(void)
{
  RigelProblem *p = box_problem();

  order_cases(p, NULL, NULL);
  cases_end("before rigel_initialize");
  rigel_problem_destroy(&p);
}

/* MPI cannot be started twice; what is known without PETSc is still told, and everything can be destroyed. */
static void test_after_the_end(void)
{
  RigelProblem    *p  = box_problem();
  RigelModel      *m  = model_open(p);
  RigelTrajectory *tr = run_of(m);
  const double     H  = rigel_energy(m, rigel_model_start(m));

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_finalize());
  order_cases(p, m, tr);
  REFUSED(rigel_initialize());
  CASE(rigel_model_states(m) == 14 && rigel_trajectory_nodes(tr) == 11 && rigel_energy(m, rigel_model_start(m)) == H);
  CASE((rigel_trajectory_destroy(&tr), rigel_model_destroy(&m), rigel_problem_destroy(&p), !tr && !m && !p));
  cases_end("after rigel_finalize");
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&m);
  rigel_problem_destroy(&p);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_before_the_start);
  if (rigel_initialize() || rigel_initialize()) return 1;
  RUN_TEST(test_handles);
  RUN_TEST(test_other_models);
  RUN_TEST(test_callbacks);
  RUN_TEST(test_after_the_end);
  return UNITY_END();
}

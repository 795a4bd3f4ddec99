/* What runs of the C interface say of their own worth: resolution, measures, contradictions. */
#include "backend.h"
#include "unity.h"

#include <math.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static const char spin[] = "{time: {end: 6, elements: 60}, method: {degree: 2}, "
                           "bodies: [{name: box, mass: 12, inertia: [5, 26, 29], angular_velocity: [0, 0, 5]}]}";

static RigelCode run(const char *path, const char *value, RigelResult *result)
{
  const char *const set[] = {path, value, NULL};
  RigelProblem     *p     = problem_open(spin, path ? set : NULL);
  RigelModel       *model = model_open(p);
  const RigelCode   code  = rigel_run(model, NULL, NULL, result);

  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
  return code;
}

/* 5 rad/s: the turn of an element is 5 h, exactly; 0.5 rad are resolved by degree 2, 5 rad by none of low degree */
static void test_resolution(void)
{
  RigelResult result;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, run(NULL, NULL, &result));
  TEST_ASSERT_EQUAL_INT(RIGEL_RESOLVED, result.resolved);
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 0.5, result.turn);
  TEST_ASSERT_TRUE(result.defect > 0.0 && result.defect < 0.02 && result.phase == 0.0 && result.drift_energy < 1e-12);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, run("time.elements", "6", &result));
  TEST_ASSERT_EQUAL_INT(RIGEL_NOT_RESOLVED, result.resolved);
  TEST_ASSERT_TRUE(result.defect > 0.5 && result.step > 0.0 && result.step < 0.5);
  TEST_ASSERT_TRUE(result.drift_energy < 1e-12); /* conserved, and wrong */
}

/* A force cos(omega t) along x of the particle. */
static void shake(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                  double *d_fdot)
{
  (void)f, (void)fdot;
  memset(force, 0, 12 * sizeof *force);
  if (d_f) memset(d_f, 0, 144 * sizeof *d_f);
  if (d_fdot) memset(d_fdot, 0, 144 * sizeof *d_fdot);
  force[0] = cos(*(const double *)context * t);
}

static void shaken_run(double omega, const char *degree, RigelResult *result)
{
  static const char particle[] = "{time: {end: 5, step: 0.1}, bodies: [{name: m, formulation: particle, mass: 1}]}";
  const char *const set[]      = {"method.degree", degree, NULL};
  RigelProblem     *p          = problem_open(particle, set);

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_add_force(p, "shake", "m", NULL, shake, &omega));
  RigelModel *model = model_open(p);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(model, NULL, NULL, result));
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* Whole periods of a force in an element look constant at the points of quadrature: the particle would fly away. */
static void test_fast_forces_of_the_caller(void)
{
  static const char *const degree[] = {"1", "2", "3"};
  RigelResult              result;

  for (int k = 0; k < 3; k++) {
    for (int periods = 1; periods <= 3; periods++) {
      shaken_run(2.0 * M_PI * periods / 0.1, degree[k], &result);
      TEST_ASSERT_EQUAL_INT(RIGEL_NOT_RESOLVED, result.resolved);
    }
    shaken_run(2.0, degree[k], &result);
    TEST_ASSERT_EQUAL_INT(RIGEL_RESOLVED, result.resolved);
    TEST_ASSERT_DOUBLE_WITHIN(0.05, 0.2, result.phase);
    shaken_run(0.0, degree[k], &result);
    TEST_ASSERT_EQUAL_INT(RIGEL_RESOLVED, result.resolved);
    TEST_ASSERT_TRUE(result.phase == 0.0);
  }
}

/* explicit Euler feeds energy to the box, RK3 of PETSc almost none: options of one model do not reach the next one */
static void test_petsc_options(void)
{
  static const char *const euler[] = {"method.scheme", "ts",           "method.degree",  "1", "time.elements",
                                      "600",           "solver.petsc", "-ts_type euler", NULL};
  static const char *const rk[]    = {"method.scheme", "ts", "method.degree", "1", "time.elements", "600", NULL};
  const char *const *const sets[]  = {rk, euler, rk};
  double                   drift[3];

  for (int i = 0; i < 3; i++) {
    RigelProblem    *p     = problem_open(spin, sets[i]);
    RigelModel      *model = model_open(p);
    RigelTrajectory *tr    = NULL;
    RigelResult      result;
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(model, NULL, NULL, &result));
    drift[i] = result.drift_energy;
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, &result));
    TEST_ASSERT_TRUE(result.drift_energy == drift[i]);
    rigel_trajectory_destroy(&tr);
    rigel_model_destroy(&model);
    rigel_problem_destroy(&p);
  }
  TEST_ASSERT_TRUE(drift[0] < 1e-3 && drift[1] > 0.1 && drift[2] == drift[0]);
}

/* the defect of mG(k) falls with h^(k+1) */
static void test_order_of_the_defect(void)
{
  for (int k = 1; k <= 3; k++) {
    char                     degree[2] = {(char)('0' + k), '\0'};
    double                   defect[2];
    static const char *const elements[2] = {"100", "200"};
    for (int i = 0; i < 2; i++) {
      const char *const set[] = {"method.degree", degree, "time.elements", elements[i], NULL};
      RigelProblem     *p     = problem_open(spin, set);
      RigelModel       *model = model_open(p);
      RigelResult       result;
      TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(model, NULL, NULL, &result));
      defect[i] = result.defect;
      rigel_model_destroy(&model);
      rigel_problem_destroy(&p);
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.1, k + 1.0, log2(defect[0] / defect[1]));
  }
}

/* A potential k/2 |x|^2 of degree 2, for which mG conserves energy by construction, whose gradient belongs to another k. */
static double lying_potential(void *context, const double *f, double *gradient, double *hessian)
{
  const double k = *(const double *)context;
  double       V = 0.0;

  if (gradient) memset(gradient, 0, 12 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 12 * 12 * sizeof *hessian);
  for (int i = 0; i < 3; i++) {
    V += 0.5 * k * f[i] * f[i];
    if (gradient) gradient[i] = 20.0 * f[i];
    if (hessian) hessian[13 * i] = 20.0;
  }
  return V;
}

static RigelCode lie(double k, RigelResult *result, bool solve)
{
  static const char *const set[] = {"bodies.box.position", "[0.1, 0, 0]", NULL};
  RigelProblem            *p     = problem_open(spin, set);
  RigelTrajectory         *tr    = NULL;

  rigel_problem_add_potential(p, "mine", "box", NULL, 2, lying_potential, &k);
  RigelModel     *model = model_open(p);
  const RigelCode code  = solve ? rigel_solve(model, NULL, &tr, result) : rigel_run(model, NULL, NULL, result);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
  return code;
}

static void test_contradiction(void)
{
  RigelResult result;

  for (int solve = 0; solve < 2; solve++) {
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, lie(20.0, &result, solve));
    TEST_ASSERT_EQUAL_INT(RIGEL_DIVERGED, lie(20.1, &result, solve));
    TEST_ASSERT_NOT_NULL(
      strstr(result.message, "contradiction: the scheme conserves energy by construction, but H - W drifted by"));
    TEST_ASSERT_EQUAL_INT(60, result.elements);
    TEST_ASSERT_NOT_NULL(strstr(rigel_error_message(), "contradiction"));
  }
}

/* A repulsive centre that a step jumps over. */
static void test_energy_error(void)
{
  static const char text[] =
    "{time: {end: 1, step: 0.01}, bodies: [{name: m, formulation: particle, mass: 1, position: [1, 0, 0], velocity: [-20, 0, 0]}], "
    "loads: [{name: centre, type: coulomb, bodies: [ground, m], strength: 1}]}";
  RigelProblem *p     = problem_open(text, NULL);
  RigelModel   *model = model_open(p);
  RigelResult   result;

  TEST_ASSERT_EQUAL_INT(RIGEL_DIVERGED, rigel_run(model, NULL, NULL, &result));
  TEST_ASSERT_NOT_NULL(strstr(result.message, "energy error: H changed by"));
  TEST_ASSERT_TRUE(result.elements > 0 && result.time < 0.1 && result.drift_energy > 0.1);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

int main(void)
{
  if (rigel_initialize()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_resolution);
  RUN_TEST(test_fast_forces_of_the_caller);
  RUN_TEST(test_petsc_options);
  RUN_TEST(test_order_of_the_defect);
  RUN_TEST(test_contradiction);
  RUN_TEST(test_energy_error);
  const int failed = UNITY_END();
  return rigel_finalize() ? 1 : failed;
}

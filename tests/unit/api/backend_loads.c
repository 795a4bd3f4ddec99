/* Loads by functions of the caller, several problems at once, and the checkers of derivatives. */
#include "backend.h"
#include "unity.h"

#include <math.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static void run_end(const RigelProblem *problem, double end[14])
{
  RigelModel      *model = model_open(problem);
  RigelTrajectory *tr;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_INT(14, rigel_model_states(model));
  memcpy(end, rigel_trajectory_states(tr) + (rigel_trajectory_nodes(tr) - 1) * 14, 14 * sizeof *end);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
}

/* A potential by functions moves the body as the spring of a problem file does. */
static void test_potential(void)
{
  RigelProblem *p = box_problem(), *q = box_problem();
  double        a[14], b[14];

  rigel_problem_add_potential(p, "mine", "box", NULL, 0, leg_potential, &one_leg);
  rigel_problem_set(q, "loads",
                    "[{name: s, type: spring, bodies: [ground, box], stiffness: 20, length: 0.4, "
                    "at: [[0, 1, 0], [0.2, 0.1, -0.1]]}]");
  run_end(p, a);
  run_end(q, b);
  for (int i = 0; i < 14; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, b[i], a[i]);
  rigel_problem_destroy(&p);
  rigel_problem_destroy(&q);
}

static double pair_potential(void *context, const double *f, double *gradient, double *hessian)
{
  const double k = *(const double *)context;
  double       V = 0.0;

  if (gradient) memset(gradient, 0, 24 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 24 * 24 * sizeof *hessian);
  for (int i = 0; i < 3; i++) {
    const double u = f[12 + i] - f[i];
    V += 0.5 * k * u * u;
    if (gradient) gradient[i] = -k * u, gradient[12 + i] = k * u;
    if (!hessian) continue;
    hessian[i * 24 + i] = hessian[(12 + i) * 24 + 12 + i] = k;
    hessian[i * 24 + 12 + i] = hessian[(12 + i) * 24 + i] = -k;
  }
  return V;
}

/* Between two bodies: harmonic, so that total momentum stays, and energy too. */
static void test_pair(void)
{
  RigelProblem    *p = box_problem();
  RigelModel      *model;
  RigelTrajectory *tr;
  double           k = 30.0, P[2][3], L[2][3];

  rigel_problem_add(p, "bodies", "ball");
  rigel_problem_set(p, "bodies.ball",
                    "{name: ball, formulation: particle, mass: 3, position: [0, 0, 1], velocity: [1, 0, 0]}");
  rigel_problem_add_potential(p, "mine", "box", "ball", 2, pair_potential, &k);
  model = model_open(p);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  const double *end = rigel_trajectory_states(tr) + (rigel_trajectory_nodes(tr) - 1) * rigel_model_states(model);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, rigel_energy(model, rigel_model_start(model)), rigel_energy(model, end));
  rigel_momenta(model, rigel_model_start(model), P[0], L[0]);
  rigel_momenta(model, end, P[1], L[1]);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, P[0][i], P[1][i]);
  TEST_ASSERT_TRUE(fabs(end[0] - rigel_model_start(model)[0]) > 1e-2);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* Newton converges in a few steps only if the derivatives arrive in the matrix; the force does what its damper would. */
static void test_force(void)
{
  RigelProblem *p = box_problem();
  RigelModel   *model;
  RigelResult   result;

  rigel_problem_add_force(p, "drag", "box", NULL, leg_drag, &one_leg);
  model = model_open(p);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(model, NULL, NULL, &result));
  TEST_ASSERT_EQUAL_INT(5, result.elements);
  TEST_ASSERT_TRUE(result.newton_iterations <= 5 * 5);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* Another problem is solved each time the first one shows an element. */
typedef struct {
  const RigelModel *other;
  double            end[14];
  int               calls;
} Nested;

static bool nested_see(void *context, double t, const double *z, const double *lambda)
{
  Nested          *nested = context;
  RigelTrajectory *tr;

  (void)t, (void)z, (void)lambda;
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(nested->other, NULL, &tr, NULL));
  const double *end = rigel_trajectory_states(tr) + (rigel_trajectory_nodes(tr) - 1) * 14;
  if (nested->calls++ == 0) memcpy(nested->end, end, sizeof nested->end);
  TEST_ASSERT_EQUAL_MEMORY(nested->end, end, sizeof nested->end);
  rigel_trajectory_destroy(&tr);
  return true;
}

/* Several problems at once, one inside the run of the other, with different contexts of the same function. */
static void test_several_problems(void)
{
  Leg           soft = one_leg;
  RigelProblem *p = box_problem(), *q = box_problem();
  double        alone[2][14];

  soft.k = 2.0;
  rigel_problem_add_potential(p, "mine", "box", NULL, 0, leg_potential, &one_leg);
  rigel_problem_add_potential(q, "mine", "box", NULL, 0, leg_potential, &soft);
  rigel_problem_set(q, "bodies.box.formulation", "quaternion");
  run_end(p, alone[0]);
  run_end(q, alone[1]);
  TEST_ASSERT_TRUE(fabs(alone[0][0] - alone[1][0]) > 1e-2);
  RigelModel      *first = model_open(p), *second = model_open(q);
  RigelTrajectory *tr;
  Nested           nested = {.other = second};
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(first, nested_see, &nested, NULL));
  TEST_ASSERT_EQUAL_INT(6, nested.calls);
  TEST_ASSERT_EQUAL_MEMORY(alone[1], nested.end, sizeof nested.end);
  rigel_problem_destroy(&p); /* the models do not need them */
  rigel_problem_destroy(&q);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(first, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_MEMORY(alone[0], rigel_trajectory_states(tr) + 10 * 14, sizeof alone[0]);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&first);
  rigel_model_destroy(&second);
}

static double end_square(void *context, const double *z, double *gradient, double *hessian)
{
  (void)context;
  if (hessian) memset(hessian, 0, 14 * 14 * sizeof *hessian);
  if (hessian) hessian[3 * 14 + 3] = 2.0;
  if (gradient) memset(gradient, 0, 14 * sizeof *gradient);
  if (gradient) gradient[3] = 2.0 * z[3];
  return z[3] * z[3];
}

static double end_wrong(void *context, const double *z, double *gradient, double *hessian)
{
  const double value = end_square(context, z, gradient, hessian);

  if (gradient) gradient[3] *= 1.001;
  return value;
}

static double running_first(void *context, double t, const double *z, double *gradient, double *hessian)
{
  (void)hessian;
  return t * end_square(context, z, gradient, NULL);
}

static void test_checkers(void)
{
  const double f[12]    = {0.3, -0.2, 0.5, 1, 0, 0.1, 0, 1, 0, -0.1, 0, 1},
               fdot[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3};
  double z[14] = {0.1, 0.2, 0.3, 0.4, 0.5}, error[4], k = 3.0, pair[24];

  for (int i = 0; i < 24; i++) pair[i] = f[i % 12] + (i >= 12 ? 0.5 : 0.0);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_potential(leg_potential, &one_leg, 12, f, error));
  TEST_ASSERT_TRUE(error[0] < 1e-10 && error[1] < 1e-10);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_potential(leg_wrong, &one_leg, 12, f, error));
  TEST_ASSERT_TRUE(error[0] > 1e-6 && error[1] > 1e-6);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_potential(pair_potential, &k, 24, pair, error));
  TEST_ASSERT_TRUE(error[0] < 1e-10 && error[1] < 1e-10);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_force(leg_drag, &one_leg, 12, 0.7, f, fdot, error));
  TEST_ASSERT_TRUE(error[0] < 1e-10 && error[1] < 1e-10);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_check_potential(NULL, NULL, 12, f, error));
  const RigelFunctional good = {.end = end_square}, bad = {.end = end_wrong};
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_functional(&good, 14, 0.0, z, error));
  TEST_ASSERT_TRUE(error[0] < 1e-10 && error[2] < 1e-10);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_functional(&bad, 14, 0.0, z, error));
  TEST_ASSERT_TRUE(error[0] > 1e-4 && error[2] > 1e-4); /* the Hessian is that of another gradient */
  const RigelFunctional first = {.running = running_first};
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_functional(&first, 14, 1.0, z, error));
  TEST_ASSERT_TRUE(error[0] == 0.0 && error[1] < 1e-10 && error[2] == 0.0 && isnan(error[3])); /* none set */
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_potential);
  RUN_TEST(test_pair);
  RUN_TEST(test_force);
  RUN_TEST(test_several_problems);
  RUN_TEST(test_checkers);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

/* Trajectories, and the equations of the whole interval at them. */
#include "backend.h"
#include "rigel/petsc.h"
#include "scheme/schemes.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* What a run shows is what a trajectory holds, bit for bit; elements have one new node. */
typedef struct {
  const double *z;
  int           nz, calls;
} Follow;

static bool follow_see(void *context, double t, const double *z, const double *lambda)
{
  Follow *follow = context;

  (void)t, (void)lambda;
  TEST_ASSERT_EQUAL_MEMORY(follow->z + follow->calls * follow->nz, z, (size_t)follow->nz * sizeof *z);
  follow->calls++;
  return true;
}

/* A trajectory of every scheme there is, each with bodies that it takes. */
static void test_every_scheme(void)
{
  char message[2000];

  for (int i = 0; scheme_list[i]; i++) {
    RigelCode code = RIGEL_INPUT;
    for (int b = 0; code == RIGEL_INPUT && b < 3; b++) {
      RigelProblem    *p = box_problem();
      RigelModel      *model;
      RigelTrajectory *tr = NULL;
      rigel_problem_set(p, "method", "{degree: 1}");
      rigel_problem_set(p, "method.scheme", scheme_list[i]->traits.name);
      rigel_problem_set(p, "bodies.box.formulation", b == 1 ? "director" : "quaternion");
      if (b == 2) rigel_problem_set(p, "bodies.box.kinetic", "scalable");
      code = rigel_model_create(p, &model, message, sizeof message);
      if (!code) code = rigel_solve(model, NULL, &tr, NULL);
      if (!code) {
        const Follow follow = {rigel_trajectory_states(tr), rigel_model_states(model), 0};
        Follow       seen   = follow;
        TEST_ASSERT_EQUAL_INT_MESSAGE(6, rigel_trajectory_nodes(tr), scheme_list[i]->traits.name);
        TEST_ASSERT_TRUE_MESSAGE(rigel_trajectory_times(tr)[5] == 0.5, scheme_list[i]->traits.name);
        TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, rigel_run(model, follow_see, &seen, NULL), scheme_list[i]->traits.name);
        TEST_ASSERT_EQUAL_INT_MESSAGE(6, seen.calls, scheme_list[i]->traits.name);
      }
      rigel_trajectory_destroy(&tr);
      rigel_model_destroy(&model);
      rigel_problem_destroy(&p);
    }
    TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, code, scheme_list[i]->traits.name);
  }
}

/* Newton by hand on the equations of the whole interval ends where the run does. */
static void test_equations(void)
{
  RigelProblem *p = box_problem();
  rigel_problem_add_potential(p, "mine", "box", NULL, 0, leg_potential, &one_leg);
  RigelModel      *model = model_open(p);
  const int        n     = rigel_equations_size(model);
  double          *r = malloc((size_t)n * sizeof *r), most = 1.0;
  RigelTrajectory *solved, *mine;

  TEST_ASSERT_EQUAL_INT(5 * 2 * (14 + 2), n);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &solved, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_trajectory_create(model, &mine));
  TEST_ASSERT_EQUAL_INT(5, rigel_trajectory_elements(mine));
  TEST_ASSERT_EQUAL_INT(2, rigel_trajectory_degree(mine));
  TEST_ASSERT_EQUAL_INT(2, rigel_trajectory_multiplier_nodes(mine));
  for (int i = 0; i < rigel_trajectory_nodes(mine); i++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, rigel_trajectory_times(solved)[i], rigel_trajectory_times(mine)[i]);
  for (int i = 0; i < 10; i++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, rigel_trajectory_multiplier_times(solved)[i],
                              rigel_trajectory_multiplier_times(mine)[i]);
  for (int it = 0; it < 30 && most > 1e-13; it++) {
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_residual(model, mine, r));
    most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(r[i]));
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_solve(model, mine, false, r));
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_step(model, mine, -1.0, r));
  }
  TEST_ASSERT_TRUE(most <= 1e-13);
  for (int i = 0; i < 14 * rigel_trajectory_nodes(mine); i++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, rigel_trajectory_states(solved)[i], rigel_trajectory_states(mine)[i]);
  free(r);
  rigel_trajectory_destroy(&solved);
  rigel_trajectory_destroy(&mine);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* The matrix against differences of the residual, and its transpose against the solver. */
static void test_jacobian(void)
{
  RigelProblem    *p     = box_problem();
  RigelModel      *model = model_open(p);
  const int        n     = rigel_equations_size(model);
  double          *d = malloc((size_t)n * sizeof *d), *r[2], *Jd = malloc((size_t)n * sizeof *d);
  RigelTrajectory *tr;
  Mat              J;
  Vec              x, y;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_jacobian(model, tr, &J));
  TEST_ASSERT_EQUAL_INT(0, VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, d, &x));
  TEST_ASSERT_EQUAL_INT(0, VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, Jd, &y));
  for (int i = 0; i < n; i++) d[i] = sin(1.0 + 7.0 * i);
  TEST_ASSERT_EQUAL_INT(0, MatMult(J, x, y));
  for (int side = 0; side < 2; side++) {
    r[side] = malloc((size_t)n * sizeof *d);
    rigel_equations_step(model, tr, side ? -2e-6 : 1e-6, d);
    rigel_equations_residual(model, tr, r[side]);
  }
  for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-7, Jd[i], (r[0][i] - r[1][i]) / 2e-6);
  rigel_equations_step(model, tr, 1e-6, d);
  TEST_ASSERT_EQUAL_INT(0, MatMultTranspose(J, x, y));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_solve(model, tr, true, Jd));
  for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, d[i], Jd[i]);
  VecDestroy(&x);
  VecDestroy(&y);
  MatDestroy(&J);
  for (int side = 0; side < 2; side++) free(r[side]);
  free(d);
  free(Jd);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_every_scheme);
  RUN_TEST(test_equations);
  RUN_TEST(test_jacobian);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}

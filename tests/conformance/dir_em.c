/* dir_em: energy, angular momentum and positions of directors to rounding, velocity constraints not imposed, order 2. */
#include "scheme/step/dir_em.h"
#include "base/vec.h"
#include "built.h"
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static void check_kept(const Measured *m)
{
  TEST_ASSERT_EQUAL_INT(RUN_DONE, m->status.verdict);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, drift_relative(m->drift.H, m->drift.scale_H));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, drift_angular(&m->drift));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m->drift.phi_scaled);
  TEST_ASSERT_TRUE(m->drift.psi_scaled > 1e-6);
}

static void check_file(const char *file, double end, const double step[3], bool rotation)
{
  double error[3];

  for (int i = 0; i < 3; i++) {
    Measured m;
    measure(&m, file, "method.scheme=dir_em method.degree=1 bodies.0.formulation=director time.step=%g time.end=%g",
            step[i], end);
    check_kept(&m);
    error[i] = rotation ? m.error.rotation : m.error.position;
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.15, 2.0, measure_order(3, step, error));
}

/* The examples of Betsch and Siebert (2009, sect. 5). */
static void test_free_body(void)
{
  const double step[] = {0.01, 0.005, 0.0025};
  check_file("problems/free_body.yaml", 1.0, step, true);
}

static void test_top(void)
{
  const double step[] = {0.005, 0.0025, 0.00125};
  check_file("problems/steady_top.yaml", 1.0, step, false);
  check_file("problems/steady_top_joint.yaml", 1.0, step, false);
}

/* The new entries are the derivatives of the new rows, which are linear in mu and in nothing else. */
static void test_derivatives(void)
{
  static const char *const file = "problems/spinning_box_director.yaml", *const set[] = {"method.scheme=dir_em",
                                                                                         "method.degree=1"};
  Model model;

  built_model(file, 2, set, &model);
  const System *sys   = &model.system;
  const int     n     = dir_em_entries(sys);
  double       *value = calloc((size_t)(sys->A.nnz + 2 * sys->T.nnz), sizeof(double));
  double       *added = calloc((size_t)n, sizeof(double)), *mult = calloc((size_t)sys->nl, sizeof(double));
  double       *r     = calloc((size_t)sys->nl, sizeof(double));
  int          *row   = calloc((size_t)n, sizeof(int));
  ElementState  state = {.h = 0.1, .mult = mult};
  for (int e = 0; e < sys->A.nnz + 2 * sys->T.nnz; e++) value[e] = 1.0;
  dir_em_rows(sys, row);
  dir_em_jacobian(sys, &state, value, added);
  for (int e = 0; e < n; e++) {
    vec_zero(sys->nl, mult);
    mult[row[e]] = 1.0;
    dir_em_residual(sys, &state, r);
    for (int i = 0; i < n; i++) TEST_ASSERT_TRUE(r[row[i]] == (i == e ? added[e] : 0.0));
    for (int p = sys->T.row[row[e]]; p < sys->T.row[row[e] + 1]; p++)
      TEST_ASSERT_TRUE(value[sys->A.nnz + sys->T.nnz + p] == 0.0);
  }
  double *const all[] = {value, added, mult, r};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
  free(row);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_derivatives);
  RUN_TEST(test_free_body);
  RUN_TEST(test_top);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

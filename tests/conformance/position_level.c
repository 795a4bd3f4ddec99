/* dir_em and mG_index3: energy and positions to rounding, with directors also angular momentum; velocity constraints not imposed. */
#include "scheme/step/position_level.h"
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
  const int     n     = position_level_count(sys);
  double       *value = calloc((size_t)(sys->A.nnz + 2 * sys->T.nnz), sizeof(double));
  double       *added = calloc((size_t)n, sizeof(double)), *mult = calloc((size_t)sys->nl, sizeof(double));
  double       *r     = calloc((size_t)sys->nl, sizeof(double));
  int          *row   = calloc((size_t)n, sizeof(int));
  ElementState  state = {.h = 0.1, .mult = mult};
  for (int e = 0; e < sys->A.nnz + 2 * sys->T.nnz; e++) value[e] = 1.0;
  position_level_rows(sys, row);
  position_level_jacobian(sys, 1, &state, value, added);
  for (int e = 0; e < n; e++) {
    vec_zero(sys->nl, mult);
    mult[row[e]] = 1.0;
    position_level_residual(sys, 1, &state, r);
    for (int i = 0; i < n; i++) TEST_ASSERT_TRUE(r[row[i]] == (i == e ? added[e] : 0.0));
    for (int p = sys->T.row[row[e]]; p < sys->T.row[row[e] + 1]; p++)
      TEST_ASSERT_TRUE(value[sys->A.nnz + sys->T.nnz + p] == 0.0);
  }
  double *const all[] = {value, added, mult, r};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
  free(row);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

/* mG_index3: Psi drifts with order 2, 2, 4, 4; energy and positions are exact as with mG. Orders of the motion: schemes.c. */
static void test_index_3(void)
{
  static const char *const file[]  = {"problems/spinning_box.yaml", "problems/physical_pendulum.yaml"};
  static const int         order[] = {2, 2, 4, 4};

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 4; k++) {
      double h[3], psi[3];
      for (int i = 0; i < 3; i++) {
        Measured m;
        h[i] = 0.1 / (1 << i);
        measure(&m, file[f], "method.scheme=mG_index3 method.degree=%d time.end=2 time.step=%.17g", k, h[i]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m.drift.phi_scaled);
        psi[i] = m.drift.psi_scaled;
      }
      TEST_ASSERT_DOUBLE_WITHIN(0.35, order[k - 1], measure_order(3, h, psi));
    }
}

/* With k = 1, directors and one Gauss point it is dir_em. */
static void test_index_3_is_dir_em(void)
{
  Measured a, b;

  measure(&a, "problems/spinning_box_director.yaml", "method.scheme=dir_em method.degree=1");
  measure(&b, "problems/spinning_box_director.yaml", "method.scheme=mG_index3 method.degree=1 method.gauss=1");
  TEST_ASSERT_TRUE(measure_distance(1, &a, &b) == 0.0);
}

/* The condition number as solved grows like 1 / h, where that of both levels is constant. */
static void test_index_3_condition(void)
{
  double condition[2][2];

  for (int i = 0; i < 4; i++) {
    Measured m;
    measure(&m, "problems/spinning_box.yaml",
            "method.scheme=%s method.degree=2 time.end=0.1 time.step=%g solver.condition=true",
            i < 2 ? "mG" : "mG_index3", i % 2 == 0 ? 0.01 : 0.001);
    condition[i / 2][i % 2] = m.condition;
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.01, 1.0, condition[0][1] / condition[0][0]);
  TEST_ASSERT_DOUBLE_WITHIN(0.2, 10.0, condition[1][1] / condition[1][0]);
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_derivatives);
  RUN_TEST(test_free_body);
  RUN_TEST(test_top);
  RUN_TEST(test_index_3);
  RUN_TEST(test_index_3_is_dir_em);
  RUN_TEST(test_index_3_condition);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

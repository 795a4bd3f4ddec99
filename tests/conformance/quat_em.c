/* quat_em (Betsch and Siebert 2009, eq. 51): errors known from an independent implementation, energy, momentum and
 * constraints, order 2. */
#include "scheme/step/quat_em.h"
#include "base/vec.h"
#include "built.h"
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const body = "problems/free_body.yaml", *const top = "problems/steady_top.yaml";

static void run(const char *file, double step, Measured *m)
{
  measure(m, file, "method.scheme=quat_em method.degree=1 time.step=%g", step);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, drift_relative(m->drift.H, m->drift.scale_H));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, drift_angular(&m->drift));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m->drift.phi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m->drift.psi_scaled);
}

/* Free body: |R_ref R^T - I| at t = 1; top: centre of mass at t = 1. */
static void test_known_errors(void)
{
  static const struct {
    double step, error;
  } free_body[] = {{0.02, 0.568}, {0.01, 0.1448}, {0.005, 0.03632}},
    steady[]    = {{0.005, 0.415}, {0.0025, 0.1028}, {0.00125, 0.0256}};

  for (int i = 0; i < 3; i++) {
    Measured m;
    run(body, free_body[i].step, &m);
    TEST_ASSERT_DOUBLE_WITHIN(2e-3 * free_body[i].error, free_body[i].error, m.error.rotation);
    run(top, steady[i].step, &m);
    TEST_ASSERT_DOUBLE_WITHIN(2e-3 * steady[i].error, steady[i].error, m.error.position);
  }
}

/* The step of figure 1 of Betsch and Siebert (2009), and a body that flies. */
static void test_conservation_at_large_steps(void)
{
  Measured m;

  run(body, 0.05, &m);
  measure(
    &m, "problems/spinning_box.yaml",
    "method.scheme=quat_em method.degree=1 time.step=0.1 bodies.box.velocity=[1,2,3] bodies.box.position=[3,1,2]");
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_angular(&m.drift));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, drift_linear(&m.drift));
}

static void test_order_2(void)
{
  double h[4], error[4];

  for (int i = 0; i < 4; i++) {
    Measured m;
    h[i] = 0.004 / (1 << i);
    run(body, h[i], &m);
    error[i] = m.error.rotation;
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 2.0, measure_order(4, h, error));
}

/* column[nz] of d(residual)/d(dz_j); the added terms are cubic, for which these differences are exact */
static void difference(const System *sys, const ElementState *state, double *x, double *column)
{
  static const double weight[2] = {8.0 / 12.0, -1.0 / 12.0};
  const double        x0 = *x, d = 0.25;
  double             *r = calloc((size_t)sys->nz, sizeof(double));

  vec_zero(sys->nz, column);
  for (int s = -2; s <= 2; s++) {
    if (s == 0) continue;
    *x = x0 + s * d;
    vec_zero(sys->nz, r);
    quat_em_residual(sys, state, r);
    vec_add(sys->nz, (s > 0 ? 1.0 : -1.0) * weight[abs(s) - 1] / d, r, column);
  }
  *x = x0;
  free(r);
}

static void test_derivatives(void)
{
  static const char *const set[] = {"method.scheme=quat_em", "method.degree=1"};
  Model                    model;

  built_model(body, 2, set, &model);
  const System *sys = &model.system;
  double       *dz = calloc((size_t)(3 * sys->nz), sizeof(double)), *zero = dz + sys->nz, *column = zero + sys->nz;
  double       *value = calloc((size_t)sys->A.nnz, sizeof(double)), most = 0.0;
  ElementState  state = {.h = 0.1, .z1 = model.z, .carry = zero, .dz = dz};
  for (int i = 0; i < sys->nz; i++) dz[i] = sin(1.0 + i);
  quat_em_jacobian(sys, &state, value);
  for (int j = 0; j < sys->nz; j++) {
    difference(sys, &state, dz + j, column);
    for (int r = 0; r < sys->nz; r++)
      for (int e = sys->A.row[r]; e < sys->A.row[r + 1]; e++)
        if (sys->A.col[e] == j) column[r] -= value[e];
    for (int r = 0; r < sys->nz; r++) most = fmax(most, fabs(column[r]));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, most);
  free(dz);
  free(value);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_derivatives);
  RUN_TEST(test_known_errors);
  RUN_TEST(test_conservation_at_large_steps);
  RUN_TEST(test_order_2);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

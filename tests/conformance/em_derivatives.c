/* Derivatives of what em adds to mG, for one body: all of them. */
#include "base/vec.h"
#include "built.h"
#include "measure.h"
#include "scheme/step/momentum_correction.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const box = "problems/spinning_box.yaml";

typedef struct {
  MomentumCorrection *m;
  ElementState        state;
  double             *dz; /* [k][nz] */
  double             *r;  /* [k][nz], then [n] */
  int                 k, nz;
} Added;

static void added_residual(Added *c)
{
  vec_zero(c->k * c->nz + 3, c->r);
  momentum_residual(c->m, &c->state, c->r, c->r + c->k * c->nz);
}

/* Column of unknown *x by central differences; the terms are at most quadratic in it. */
static void added_difference(Added *c, double *x, double *column)
{
  const int    n = c->k * c->nz + 3;
  const double d = 0.25, x0 = *x;

  *x = x0 + d;
  added_residual(c);
  vec_copy(n, c->r, column);
  *x = x0 - d;
  added_residual(c);
  vec_add(n, -1.0, c->r, column);
  *x = x0;
  for (int i = 0; i < n; i++) column[i] /= 2.0 * d;
}

/* dense[i][j] of unknowns (dz, beta) as the code gives them */
static void added_dense(Added *c, int n, double *dense)
{
  const Pattern *A     = &c->m->system->A;
  const int      extra = momentum_entries(c->m), inner = c->k * c->nz;
  double        *value = calloc((size_t)(c->k * c->k * A->nnz), sizeof(double)), *at = value;
  double        *added = calloc((size_t)extra, sizeof(double));
  int           *row = calloc((size_t)extra, sizeof(int)), *col = calloc((size_t)extra, sizeof(int));
  int           *place = calloc((size_t)inner, sizeof(int));

  for (int i = 0; i < inner; i++) place[i] = i;
  momentum_pattern(c->m, c->nz, place, inner, row, col);
  momentum_jacobian(c->m, &c->state, value, added);
  for (int e = 0; e < extra; e++) dense[row[e] * n + col[e]] += added[e];
  for (int a = 0; a < c->k; a++)
    for (int b = 0; b < c->k; b++)
      for (int r = 0; r < c->nz; r++)
        for (int p = A->row[r]; p < A->row[r + 1]; p++) dense[(a * c->nz + r) * n + b * c->nz + A->col[p]] += *at++;
  free(value);
  free(added);
  free(row);
  free(col);
  free(place);
}

static void check_added(const Problem *problem, const System *system)
{
  TimeElement        element;
  Kernel             kernel;
  MomentumCorrection momentum;
  const int          k = 2, nz = system->nz, n = k * nz + 3;
  double            *z = calloc((size_t)nz, sizeof(double)), *zero = calloc((size_t)(nz + system->nl), sizeof(double));
  double            *dz = calloc((size_t)(k * nz), sizeof(double)), *r = calloc((size_t)n, sizeof(double));
  double *dense = calloc((size_t)(n * n), sizeof(double)), *column = calloc((size_t)n, sizeof(double)), most = 0.0;

  TEST_ASSERT_TRUE(time_element_create_mg(k, 2 * k, false, &element));
  TEST_ASSERT_TRUE(kernel_create(system, &element, &kernel));
  TEST_ASSERT_TRUE(momentum_create(problem, &kernel, &momentum));
  TEST_ASSERT_EQUAL_INT(3, momentum.n);
  system_initial(system, problem, z);
  for (int i = 0; i < k * nz; i++) dz[i] = 0.3 * sin(1.0 + i);
  momentum_aim(&momentum, z);
  for (int j = 0; j < 3; j++) momentum.beta[j] = 0.1 + 0.2 * j;
  Added c = {&momentum, {.h = 0.1, .z1 = z, .carry = zero, .dz = dz, .mult = zero}, dz, r, k, nz};
  momentum_start(&momentum, &c.state);
  added_dense(&c, n, dense);
  for (int j = 0; j < n; j++) {
    added_difference(&c, j < k * nz ? dz + j : momentum.beta + (j - k * nz), column);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(column[i] - dense[i * n + j]));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, most);
  momentum_destroy(&momentum);
  kernel_destroy(&kernel);
  time_element_destroy(&element);
  double *const all[] = {z, zero, dz, r, dense, column};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

static void test_derivatives(void)
{
  static const char *const set[] = {"method.scheme=em", "method.degree=2"};
  Model                    model;

  built_model(box, 2, set, &model);
  check_added(&model.problem, &model.system);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_derivatives);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

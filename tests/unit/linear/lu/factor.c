/* Own LU as a preconditioner, against dense LU on random banded matrices: solves, transposes, rows out of order, singular matrices,
 * Newton's method and condition numbers through it. One rank; several ranks are in tests/runs/mpi.sh. */
#include "linear/lu/factor.h"

#include "linear/condition.h"
#include "models.h"
#include "newton/newton.h"
#include "unity.h"

#include <math.h>
#include <petscblaslapack.h>
#include <petscksp.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static unsigned long seed = 1;
static int           block; /* columns of a step; 0: no plan */

/* A dense random matrix with kl and ku diagonals, [n][n] column-major; rows late_first .. + late_count - 1 are the last rows
 * of the band, moved to the front. */
typedef struct {
  int     n, kl, ku, late_first, late_count;
  double *a;
} Matrix;

/* Row of the band that row i of the matrix is. */
static int band_place(const Matrix *m, int i)
{
  if (m->late_count == 0 || i < m->late_first) return i;
  return i < m->late_first + m->late_count ? i - m->late_first + m->n - m->late_count : i - m->late_count;
}

/* dominance 0: pivoting is needed all the time */
static Matrix matrix_create(int n, int kl, int ku, int late_first, int late_count, double dominance)
{
  Matrix m = {n, kl, ku, late_first, late_count, calloc((size_t)n * (size_t)n, sizeof(double))};

  for (int i = 0; i < n; i++) {
    const int p = band_place(&m, i);
    for (int j = 0; j < n; j++)
      if (p - j <= kl && j - p <= ku) m.a[i + j * n] = model_random(&seed) + (p == j ? dominance : 0.0);
  }
  return m;
}

static Mat matrix_sparse(const Matrix *m)
{
  Mat A;

  TEST_ASSERT_EQUAL_INT(0, MatCreateSeqAIJ(PETSC_COMM_SELF, m->n, m->n, m->kl + m->ku + 1, NULL, &A));
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j < m->n; j++) {
      const int p = band_place(m, i);
      if (p - j <= m->kl && j - p <= m->ku)
        TEST_ASSERT_EQUAL_INT(0, MatSetValue(A, i, j, m->a[i + j * m->n], INSERT_VALUES));
    }
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  return A;
}

static void matrix_clear(Matrix *m)
{
  free(m->a);
}

static Vec vector_create(int n, const double *values)
{
  Vec v;

  TEST_ASSERT_EQUAL_INT(0, VecCreateSeq(PETSC_COMM_SELF, n, &v));
  for (int i = 0; values && i < n; i++) TEST_ASSERT_EQUAL_INT(0, VecSetValue(v, i, values[i], INSERT_VALUES));
  TEST_ASSERT_EQUAL_INT(0, VecAssemblyBegin(v));
  TEST_ASSERT_EQUAL_INT(0, VecAssemblyEnd(v));
  return v;
}

/* A x = b or A^T x = b by dense LU; in place */
static void dense_solve(const Matrix *m, bool transpose, double *b)
{
  PetscBLASInt  n = m->n, one = 1, info;
  double       *lu    = malloc((size_t)n * (size_t)n * sizeof *lu);
  PetscBLASInt *pivot = malloc((size_t)n * sizeof *pivot);

  memcpy(lu, m->a, (size_t)n * (size_t)n * sizeof *lu);
  LAPACKgetrf_(&n, &n, lu, &n, pivot, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  LAPACKgetrs_(transpose ? "T" : "N", &n, &one, lu, &n, pivot, b, &n, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  free(lu);
  free(pivot);
}

/* Backward error max |b - A x| / (max |A| |x| + |b|) */
static double backward_error(const Matrix *m, bool transpose, const double *x, const double *b)
{
  double worst = 0.0;

  for (int i = 0; i < m->n; i++) {
    double r = b[i], size = fabs(b[i]);
    for (int j = 0; j < m->n; j++) {
      const double a = transpose ? m->a[j + i * m->n] : m->a[i + j * m->n];
      r -= a * x[j];
      size += fabs(a * x[j]);
    }
    worst = fmax(worst, size > 0.0 ? fabs(r) / size : fabs(r));
  }
  return worst;
}

static void check_solve(PC pc, const Matrix *m, bool transpose, const char *text)
{
  const int n = m->n;
  double   *b = malloc((size_t)n * sizeof *b), *dense = malloc((size_t)n * sizeof *dense);
  double    size = 0.0, most = 0.0;

  for (int i = 0; i < n; i++) dense[i] = b[i] = model_random(&seed);
  dense_solve(m, transpose, dense);
  Vec vb = vector_create(n, b), vx = vector_create(n, NULL);
  TEST_ASSERT_EQUAL_INT(0, transpose ? PCApplyTranspose(pc, vb, vx) : PCApply(pc, vb, vx));
  const PetscScalar *x, *after;
  TEST_ASSERT_EQUAL_INT(0, VecGetArrayRead(vx, &x));
  TEST_ASSERT_EQUAL_INT(0, VecGetArrayRead(vb, &after));
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, memcmp(after, b, (size_t)n * sizeof *b), text);
  for (int i = 0; i < n; i++) {
    size = fmax(size, fabs(dense[i]));
    most = fmax(most, fabs(x[i] - dense[i]));
  }
  TEST_ASSERT_TRUE_MESSAGE(most <= 1e-8 * size, text); /* both are off by the condition number */
  TEST_ASSERT_TRUE_MESSAGE(backward_error(m, transpose, x, b) < 1e-12, text);
  TEST_ASSERT_EQUAL_INT(0, VecRestoreArrayRead(vx, &x));
  TEST_ASSERT_EQUAL_INT(0, VecRestoreArrayRead(vb, &after));
  TEST_ASSERT_EQUAL_INT(0, VecDestroy(&vb));
  TEST_ASSERT_EQUAL_INT(0, VecDestroy(&vx));
  free(b);
  free(dense);
}

static PC pc_create(Mat A)
{
  PC pc;

  TEST_ASSERT_EQUAL_INT(0, PCCreate(PETSC_COMM_SELF, &pc));
  TEST_ASSERT_EQUAL_INT(0, PCSetOperators(pc, A, A));
  const FactorSource source = {.plan = {.block = block}};
  TEST_ASSERT_EQUAL_INT(0, factor_attach(pc, &source));
  TEST_ASSERT_EQUAL_INT(0, PCSetUp(pc));
  return pc;
}

static void check_matrix(int n, int kl, int ku, int late_first, int late_count, double dominance)
{
  Matrix         m  = matrix_create(n, kl, ku, late_first, late_count, dominance);
  Mat            A  = matrix_sparse(&m);
  PC             pc = pc_create(A);
  PCFailedReason failed;
  char           text[120];

  snprintf(text, sizeof text, "n = %d, kl = %d, ku = %d, late %d + %d", n, kl, ku, late_first, late_count);
  TEST_ASSERT_EQUAL_INT(0, PCGetFailedReason(pc, &failed));
  TEST_ASSERT_EQUAL_INT_MESSAGE(PC_NOERROR, failed, text);
  for (int i = 0; i < 2; i++) {
    check_solve(pc, &m, false, text);
    check_solve(pc, &m, true, text);
  }
  /* new values in the same places are factored again */
  for (int e = 0; e < n * n; e++) m.a[e] *= e % 3 ? -0.5 : 2.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int p = band_place(&m, i);
      if (p - j <= kl && j - p <= ku) TEST_ASSERT_EQUAL_INT(0, MatSetValue(A, i, j, m.a[i + j * n], INSERT_VALUES));
    }
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  TEST_ASSERT_EQUAL_INT(0, PCSetOperators(pc, A, A));
  TEST_ASSERT_EQUAL_INT(0, PCSetUp(pc));
  check_solve(pc, &m, false, text);
  check_solve(pc, &m, true, text);
  TEST_ASSERT_EQUAL_INT(0, PCDestroy(&pc));
  TEST_ASSERT_EQUAL_INT(0, MatDestroy(&A));
  matrix_clear(&m);
}

static void test_random_matrices(void)
{
  static const int size[][3] = {{1, 0, 0},    {2, 1, 1},    {2, 0, 1},    {7, 6, 6},  {10, 0, 0},
                                {30, 3, 1},   {30, 1, 5},   {64, 0, 7},   {64, 7, 0}, {100, 9, 9},
                                {200, 40, 3}, {300, 5, 60}, {500, 20, 33}};

  for (size_t i = 0; i < sizeof size / sizeof size[0]; i++)
    for (int dominant = 0; dominant < 2; dominant++) {
      /* random matrices that are almost triangular are hopelessly conditioned */
      const bool balanced =
        size[i][1] > 0 && size[i][2] > 0 && size[i][1] < 5 * size[i][2] && size[i][2] < 15 * size[i][1];
      if (dominant || balanced)
        check_matrix(size[i][0], size[i][1], size[i][2], 0, 0, dominant ? 2.0 + size[i][1] + size[i][2] : 0.0);
    }
}

/* The last rows of the band stand near the front of the matrix, as end conditions do. */
static void test_late_rows(void)
{
  static const int size[][5] = {{6, 2, 2, 0, 1},  {6, 2, 2, 5, 1},    {6, 2, 2, 2, 3},      {9, 3, 1, 0, 9},
                                {50, 6, 4, 7, 5}, {200, 12, 8, 3, 6}, {500, 25, 30, 14, 12}};

  for (size_t i = 0; i < sizeof size / sizeof size[0]; i++)
    for (int dominant = 0; dominant < 2; dominant++)
      check_matrix(size[i][0], size[i][1], size[i][2], size[i][3], size[i][4],
                   dominant ? 2.0 + size[i][1] + size[i][2] : 0.0);
}

/* A zero column, a repeated row: reported; with other values the same object works. */
static void test_singular_matrix_is_reported(void)
{
  for (int kind = 0; kind < 2; kind++)
    for (int late = 0; late < 2; late++) {
      const int n = 40;
      Matrix    m = matrix_create(n, 4, 3, 2, late ? 3 : 0, 9.0), good = matrix_create(n, 4, 3, 2, late ? 3 : 0, 9.0);
      PCFailedReason failed;
      for (int i = 0; i < n; i++) m.a[i + 17 * n] = 0.0;
      if (kind == 1)
        for (int j = 0; j < n; j++) m.a[n - 1 + j * n] = m.a[n - 2 + j * n] = j == n - 1 ? 1.0 : 0.0;
      Mat A = matrix_sparse(&m), B = matrix_sparse(&good);
      PC  pc = pc_create(A);
      TEST_ASSERT_EQUAL_INT(0, PCGetFailedReason(pc, &failed));
      TEST_ASSERT_EQUAL_INT(PC_FACTOR_NUMERIC_ZEROPIVOT, failed);
      TEST_ASSERT_EQUAL_INT(0, MatCopy(B, A, SAME_NONZERO_PATTERN));
      TEST_ASSERT_EQUAL_INT(0, PCSetOperators(pc, A, A));
      TEST_ASSERT_EQUAL_INT(0, PCSetUp(pc));
      TEST_ASSERT_EQUAL_INT(0, PCGetFailedReason(pc, &failed));
      TEST_ASSERT_EQUAL_INT(PC_NOERROR, failed);
      check_solve(pc, &good, false, "after a singular matrix");
      TEST_ASSERT_EQUAL_INT(0, PCDestroy(&pc));
      TEST_ASSERT_EQUAL_INT(0, MatDestroy(&A));
      TEST_ASSERT_EQUAL_INT(0, MatDestroy(&B));
      matrix_clear(&m);
      matrix_clear(&good);
    }
}

static void test_bytes(void)
{
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 8.0 * 1e6 * (2 * 30 + 40 + 1) + 4.0 * 1e6, linear_band_bytes(1e6, 30, 40));
}

/* --- through Newton's method */

/* A x + x^3/10 = b, every entry of the band given twice */
typedef struct {
  Matrix  m;
  double *b;
  double  factor; /* of row 1; 0: singular */
} Cubic;

static void cubic_residual(void *context, const double *x, double *r)
{
  const Cubic *c = context;
  const int    n = c->m.n;

  for (int i = 0; i < n; i++) {
    r[i] = -c->b[i];
    for (int j = 0; j < n; j++) r[i] += (i == 1 ? c->factor : 1.0) * c->m.a[i + j * n] * x[j];
    if (i != 1) r[i] += 0.1 * x[i] * x[i] * x[i];
  }
}

static void cubic_jacobian(void *context, const double *x, double *value)
{
  const Cubic *c = context;
  const int    n = c->m.n;
  int          e = 0;

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int p = band_place(&c->m, i);
      if (p - j > c->m.kl || j - p > c->m.ku) continue;
      value[e++] = 0.25 * (i == 1 ? c->factor : 1.0) * c->m.a[i + j * n];
      value[e++] = 0.75 * (i == 1 ? c->factor : 1.0) * c->m.a[i + j * n];
    }
  for (int i = 0; i < n; i++) value[e++] = i == 1 ? 0.0 : 0.3 * x[i] * x[i];
}

/* Places of the entries; their number is returned. */
static int cubic_places(const Matrix *m, int *row, int *col)
{
  int e = 0;

  for (int i = 0; i < m->n; i++)
    for (int j = 0; j < m->n; j++) {
      const int p = band_place(m, i);
      if (p - j > m->kl || j - p > m->ku) continue;
      for (int twice = 0; twice < 2; twice++, e++) row[e] = i, col[e] = j;
    }
  for (int i = 0; i < m->n; i++, e++) row[e] = i, col[e] = i;
  return e;
}

static void cubic_create(int n, int kl, int ku, Cubic *c, Newton *newton)
{
  const int             most = 2 * n * (kl + ku + 1) + n;
  int                  *row = malloc((size_t)most * sizeof *row), *col = malloc((size_t)most * sizeof *col);
  const NewtonEquations equations = {cubic_residual, cubic_jacobian, c, NULL};

  *c = (Cubic){matrix_create(n, kl, ku, 0, 0, 2.0 + kl + ku), calloc((size_t)n, sizeof *c->b), 1.0};
  for (int i = 0; i < n; i++) c->b[i] = model_random(&seed);
  const NewtonSetup setup = {.linear         = {.comm     = PETSC_COMM_SELF,
                                                .n        = n,
                                                .nentries = cubic_places(&c->m, row, col),
                                                .row      = row,
                                                .col      = col,
                                                .plan     = {.block = block},
                                                .kind     = LINEAR_BLOCK},
                             .tolerance      = 1e-12,
                             .max_iterations = 20};
  TEST_ASSERT_EQUAL_INT(0, newton_create(&setup, &equations, newton));
  free(row);
  free(col);
}

static void cubic_clear(Cubic *c, Newton *newton)
{
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(newton));
  matrix_clear(&c->m);
  free(c->b);
}

static void test_newton(void)
{
  Cubic        c;
  Newton       newton;
  NewtonStatus status;
  double       x[60], r[60];

  cubic_create(60, 5, 8, &c, &newton);
  for (int round = 0; round < 3; round++) {
    memset(x, 0, sizeof x);
    c.factor = 0.0;
    TEST_ASSERT_EQUAL_INT(0, newton_solve(&newton, round % 2 ? NEWTON_SEARCH : NEWTON_FULL, x, &status));
    TEST_ASSERT_EQUAL_INT(NEWTON_SINGULAR, status.reason);
    memset(x, 0, sizeof x);
    c.factor = 1.0;
    TEST_ASSERT_EQUAL_INT(0, newton_solve(&newton, round % 2 ? NEWTON_SEARCH : NEWTON_FULL, x, &status));
    TEST_ASSERT_EQUAL_INT(NEWTON_CONVERGED, status.reason);
    cubic_residual(&c, x, r);
    for (int i = 0; i < 60; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, r[i]);
  }
  cubic_clear(&c, &newton);
}

/* Condition number of diag(left) J diag(right) by all singular values. */
static double condition_dense(const Cubic *c, const double *x, const double *left, const double *right)
{
  PetscBLASInt n = c->m.n, lwork = 5 * n, info;
  double      *a = malloc((size_t)n * (size_t)n * sizeof *a), *s = malloc((size_t)n * sizeof *s),
         *work = malloc((size_t)lwork * sizeof *work);

  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      a[i + j * n] = c->m.a[i + j * n] + (i == j && i != 1 ? 0.3 * x[i] * x[i] : 0.0);
      a[i + j * n] *= (left ? left[i] : 1.0) * (right ? right[j] : 1.0);
    }
  LAPACKgesvd_("N", "N", &n, &n, a, &n, s, NULL, &n, NULL, &n, work, &lwork, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  const double condition = s[0] / s[n - 1];
  free(a);
  free(s);
  free(work);
  return condition;
}

/* 300: singular values of the matrix; 450: Lanczos' method through the factors and their transposes */
static void test_condition_numbers(void)
{
  static const int size[] = {300, 450};

  for (int i = 0; i < 2; i++) {
    const int    n = size[i];
    Cubic        c;
    Newton       newton;
    NewtonStatus status;
    bool         bound = false;
    double      *x = calloc((size_t)n, sizeof *x), *left = calloc((size_t)n, sizeof *left),
           *right = calloc((size_t)n, sizeof *right), found;
    cubic_create(n, 4, 6, &c, &newton);
    for (int j = 0; j < n; j++) left[j] = exp(2.0 * model_random(&seed)), right[j] = exp(3.0 * model_random(&seed));
    left[3] = 1e3, right[n / 2] = 1e-4;
    TEST_ASSERT_EQUAL_INT(0, newton_solve(&newton, NEWTON_FULL, x, &status));
    TEST_ASSERT_EQUAL_INT(NEWTON_CONVERGED, status.reason);
    TEST_ASSERT_EQUAL_INT(0, linear_condition_2(&newton.linear, left, right, &found, &bound));
    /* the matrix at hand is that of the last iteration, a little off x */
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1.0, found / condition_dense(&c, x, left, right));
    TEST_ASSERT_EQUAL_INT(0, linear_condition_2(&newton.linear, NULL, NULL, &found, &bound));
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 1.0, found / condition_dense(&c, x, NULL, NULL));
    TEST_ASSERT_FALSE(bound);
    cubic_clear(&c, &newton);
    free(x);
    free(left);
    free(right);
  }
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  for (block = 0; block < 10; block += 9) {
    RUN_TEST(test_random_matrices);
    RUN_TEST(test_late_rows);
    RUN_TEST(test_singular_matrix_is_reported);
    RUN_TEST(test_newton);
    RUN_TEST(test_condition_numbers);
  }
  RUN_TEST(test_bytes);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

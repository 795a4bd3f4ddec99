/* Rank-revealing QR: rank, which columns depend on which, dense and sparse alike. */
#include "linear/qr.h"

#include "unity.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

/* A chain of n columns e_j + 0.5 e_{j+1}, after every tenth one its sum with the column before, scaled. */
static void chain(int n, Columns *A)
{
  A->nrows = n + 1;
  A->ncols = 0;
  A->start = calloc((size_t)(2 * n + 1), sizeof(int));
  A->row   = calloc((size_t)(6 * n), sizeof(int));
  A->value = calloc((size_t)(6 * n), sizeof(double));
  int nnz  = 0;
  for (int j = 0; j < n; j++) {
    A->row[nnz]          = j;
    A->value[nnz++]      = 1.0;
    A->row[nnz]          = j + 1;
    A->value[nnz++]      = 0.5;
    A->start[++A->ncols] = nnz;
    if (j % 10 != 9) continue;
    const double sum[3] = {1.0, 1.5, 0.5};
    for (int i = 0; i < 3; i++) {
      A->row[nnz]     = j - 1 + i;
      A->value[nnz++] = 0.3 * sum[i];
    }
    A->start[++A->ncols] = nnz;
  }
}

static void column_add(const Columns *A, int c, double factor, double *x)
{
  for (int e = A->start[c]; e < A->start[c + 1]; e++) x[A->row[e]] += factor * A->value[e];
}

static void check(int n)
{
  Columns A;
  QR     *qr;

  chain(n, &A);
  TEST_ASSERT_EQUAL_INT(0, qr_create(&A, 1e-8, &qr));
  TEST_ASSERT_EQUAL_INT(n, qr_independent(qr));
  TEST_ASSERT_EQUAL_INT(n + n / 10, A.ncols);
  double *c = calloc((size_t)A.ncols, sizeof *c), *x = calloc((size_t)A.nrows, sizeof *x);
  bool   *seen = calloc((size_t)A.ncols, sizeof *seen);
  for (int i = 0; i < A.ncols; i++) {
    TEST_ASSERT_FALSE(seen[qr_column(qr, i)]);
    seen[qr_column(qr, i)] = true;
    if (i < n) continue;
    int parts = 0;
    TEST_ASSERT_EQUAL_INT(0, qr_dependence(qr, i, c));
    for (int r = 0; r < A.nrows; r++) x[r] = 0.0;
    column_add(&A, qr_column(qr, i), -1.0, x);
    for (int j = 0; j < A.ncols; j++) {
      column_add(&A, j, c[j], x);
      parts += fabs(c[j]) > 1e-10;
    }
    for (int r = 0; r < A.nrows; r++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, x[r]);
    TEST_ASSERT_EQUAL_INT(2, parts);
  }
  TEST_ASSERT_EQUAL_INT(0, qr_destroy(&qr));
  free(c);
  free(x);
  free(seen);
  free(A.start);
  free(A.row);
  free(A.value);
}

static void test_dense(void)
{
  check(10);
  check(300);
}

static void test_sparse(void)
{
  check(1000);
  check(20000);
}

static void test_more_columns_than_rows(void)
{
  int     start[] = {0, 1, 2, 3}, row[] = {0, 0, 0};
  double  value[] = {1.0, 2.0, 3.0};
  Columns A       = {1, 3, start, row, value};
  QR     *qr;

  TEST_ASSERT_EQUAL_INT(0, qr_create(&A, 1e-8, &qr));
  TEST_ASSERT_EQUAL_INT(1, qr_independent(qr));
  TEST_ASSERT_EQUAL_INT(2, qr_column(qr, 0));
  TEST_ASSERT_EQUAL_INT(0, qr_destroy(&qr));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_dense);
  RUN_TEST(test_sparse);
  RUN_TEST(test_more_columns_than_rows);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

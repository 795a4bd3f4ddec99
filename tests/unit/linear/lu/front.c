/* LU in fronts against dense LU: bands, blocks beside the diagonal, block bidiagonal matrices with local pivots, rows out of
 * order, borders and extra rows, transposes, repeated entries, zero pivots. */
#include "linear/lu/front.h"

#include "models.h"
#include "unity.h"

#include <math.h>
#include <petscsys.h>
#include <stdlib.h>
#include <string.h>
/* after petscsys.h */
#include <petscblaslapack.h>

void setUp(void) {}
void tearDown(void) {}

enum { MOST = 130 };

static unsigned long seed = 7;

typedef struct {
  int    n, row[MOST + 1], col[2 * MOST * MOST];
  double value[2 * MOST * MOST], dense[MOST * MOST]; /* dense: column-major */
} Matrix;

static Matrix m;

/* Random entries, each in two parts, and something on the diagonal: 0 needs pivoting all the time. */
static void matrix_fill(int n, double diagonal, void (*extent)(int i, int *from, int *to))
{
  int e = 0;

  m.n = n;
  memset(m.dense, 0, sizeof m.dense);
  for (int i = 0; i < n; i++) {
    int from, to;
    extent(i, &from, &to);
    m.row[i] = e;
    for (int j = from < 0 ? 0 : from; j < (to > n ? n : to); j++)
      for (int part = 0; part < 2; part++, e++) {
        m.col[e]   = j;
        m.value[e] = model_random(&seed) + (i == j ? 0.5 * diagonal : 0.0);
        m.dense[i + j * n] += m.value[e];
      }
  }
  m.row[n] = e;
}

/* a[n][n] x = b or a^T x = b, in place; a is destroyed */
static void dense_solve(int n, double *a, bool transpose, double *b)
{
  static int pivot[MOST];
  int        one = 1, info;

  LAPACKgetrf_(&n, &n, a, &n, pivot, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  LAPACKgetrs_(transpose ? "T" : "N", &n, &one, a, &n, pivot, b, &n, &info);
}

/* In two halves; the columns that the front leaves are solved for by dense LU of the rows that it leaves. */
static void halves_solve(const Front *front, bool transpose, double *b)
{
  static double S[MOST * MOST], x[MOST], rest[MOST];
  const int     n = front->n, left = front->extra;

  TEST_ASSERT_EQUAL_INT(front->border, left);
  front_schur(front, S);
  front_reduce(front, transpose, b, rest);
  for (int i = 0; transpose && i < left; i++) rest[i] += b[n + i];
  if (left) dense_solve(left, S, !transpose, rest); /* S is stored by rows */
  front_expand(front, transpose, rest, x);
  for (int i = 0; !transpose && i < left; i++) x[n + i] = rest[i];
  memcpy(b, x, (size_t)(n + left) * sizeof *b);
}

static void check_solves(const Front *front, const char *text)
{
  static double a[MOST * MOST], b[MOST], x[MOST];
  const int     n = m.n;

  for (int transpose = 0; transpose < 2; transpose++) {
    double size = 1.0;
    for (int i = 0; i < n; i++) b[i] = x[i] = model_random(&seed);
    memcpy(a, m.dense, sizeof a);
    dense_solve(n, a, transpose, b);
    if (front->extra) halves_solve(front, transpose, x);
    else front_solve(front, transpose, x);
    for (int i = 0; i < n; i++) size = fmax(size, fabs(b[i]));
    for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * size, b[i], x[i], text);
  }
}

/* The last `border` columns are not eliminated. */
static void check_bordered(int head, int block, bool local_pivots, int border, const char *text)
{
  const FrontPattern pattern = {.n = m.n - border, .row = m.row, .col = m.col, .extra = border, .border = border};
  const FrontPlan    plan    = {.head = head, .block = block, .local_pivots = local_pivots};
  Front              front;

  TEST_ASSERT_TRUE_MESSAGE(front_create(&pattern, &plan, &front), text);
  for (int round = 0; round < 2; round++) { /* the same objects again */
    TEST_ASSERT_TRUE_MESSAGE(front_factor(&front, &pattern, m.value), text);
    check_solves(&front, text);
  }
  front_destroy(&front);
}

static void check_matrix(int head, int block, bool local_pivots, const char *text)
{
  check_bordered(head, block, local_pivots, 0, text);
}

static void band_extent(int i, int *from, int *to)
{
  *from = i - 5;
  *to   = i + 9;
}

static void test_bands(void)
{
  static const int blocks[] = {1, 2, 4, 7, 40, 200};

  for (int b = 0; b < 6; b++)
    for (int head = 0; head < 7; head += 3) {
      matrix_fill(83, 0.0, band_extent);
      check_matrix(head, blocks[b], false, "band");
    }
  matrix_fill(125, 0.0, band_extent); /* wider than a panel */
  check_matrix(0, 110, false, "band in wide steps");
}

/* Blocks of 8: each row reaches from the block before to the block after. */
static void tridiagonal_extent(int i, int *from, int *to)
{
  *from = (i / 8 - 1) * 8;
  *to   = (i / 8 + 2) * 8;
}

static void test_block_tridiagonal(void)
{
  matrix_fill(96, 0.0, tridiagonal_extent);
  check_matrix(0, 8, false, "block tridiagonal");
  check_matrix(0, 8, true, "block tridiagonal, no choice of pivots");
  check_matrix(4, 8, false, "block tridiagonal, shifted steps");
}

/* Blocks of 10; the last 6 columns of the block before. */
static void bidiagonal_extent(int i, int *from, int *to)
{
  *from = i / 10 * 10 - 6;
  *to   = (i / 10 + 1) * 10;
}

static void whole_bidiagonal_extent(int i, int *from, int *to)
{
  *from = i / 10 * 10 - 10;
  *to   = (i / 10 + 1) * 10;
}

static void test_local_pivots_stay_in_their_blocks(void)
{
  Front              front;
  const FrontPattern pattern = {.n = 120, .row = m.row, .col = m.col};

  matrix_fill(120, 12.0, whole_bidiagonal_extent);
  check_matrix(0, 10, true, "whole blocks below the diagonal, local pivots");
  matrix_fill(120, 12.0, bidiagonal_extent);
  check_matrix(0, 10, true, "block bidiagonal, local pivots");
  check_matrix(0, 10, false, "block bidiagonal, all pivots");
  TEST_ASSERT_TRUE(front_create(&pattern, &(FrontPlan){.block = 10, .local_pivots = true}, &front));
  for (int j = 0; j < front.nsteps; j++) {
    TEST_ASSERT_EQUAL_INT(10, front.steps[j].pivots);
    TEST_ASSERT_EQUAL_INT(0, front.steps[j].reach);
  }
  for (int j = 0; j + 1 < front.nsteps; j++) TEST_ASSERT_EQUAL_INT(4, front.steps[j].skip);
  front_destroy(&front);
}

/* The last three rows of a band stand first, as conditions at the end of an interval do. */
static void late_extent(int i, int *from, int *to)
{
  band_extent(i < 3 ? 77 + i : i - 3, from, to);
}

static void test_rows_out_of_order(void)
{
  matrix_fill(80, 0.0, late_extent);
  check_matrix(0, 6, false, "late rows first");
  check_matrix(5, 6, false, "late rows first, with a head");
}

/* The first two rows have no pivot for the second column, or next to none; one that belongs to a later step has: local pivots are switched off. */
static void test_local_pivots_that_are_too_small(void)
{
  static const double A[4][4] = {{1, 1, 1, 0}, {1, 1, 0, 1}, {1, 2, 1, 0}, {0, 1, 0, 2}};

  for (int tiny = 0; tiny < 2; tiny++) {
    m.n = 4;
    for (int i = 0; i < 4; i++) {
      m.row[i] = 4 * i;
      for (int j = 0; j < 4; j++) {
        m.col[4 * i + j]   = j;
        m.value[4 * i + j] = A[i][j] + (tiny && i == 0 && j == 0 ? 1e-13 : 0.0);
        m.dense[i + 4 * j] = m.value[4 * i + j];
      }
    }
    m.row[4] = 16;
    check_matrix(0, 2, true, tiny ? "a tiny local pivot" : "a zero local pivot");
  }
}

static void test_zero_pivots_and_singular_patterns(void)
{
  Front front;

  matrix_fill(80, 0.0, band_extent);
  const FrontPattern pattern = {.n = 80, .row = m.row, .col = m.col};
  for (int e = 0; e < m.row[80]; e++)
    if (m.col[e] == 37) m.value[e] = 0.0;
  TEST_ASSERT_TRUE(front_create(&pattern, &(FrontPlan){.block = 5}, &front));
  TEST_ASSERT_FALSE(front_factor(&front, &pattern, m.value));
  front_destroy(&front);
  for (int i = 41; i <= 80; i++) m.row[i] = m.row[40]; /* empty rows */
  TEST_ASSERT_TRUE(front_create(&pattern, &(FrontPlan){.block = 5}, &front));
  TEST_ASSERT_FALSE(front.regular);
  TEST_ASSERT_FALSE(front_factor(&front, &pattern, m.value));
  front_destroy(&front);
}

/* A band whose first rows also have entries in the last ten columns. */
static void arrow_extent(int i, int *from, int *to)
{
  band_extent(i, from, to);
  if (i == 0 || i == 3) *to = 90;
}

static void test_borders_and_extra_rows(void)
{
  static const int blocks[] = {1, 7, 32, 200};

  for (int b = 0; b < 4; b++)
    for (int head = 0; head < 4; head += 3) {
      matrix_fill(90, 0.0, band_extent); /* met at the end */
      check_bordered(head, blocks[b], false, 10, "border at the end");
      matrix_fill(90, 0.0, arrow_extent); /* carried along from the beginning */
      check_bordered(head, blocks[b], false, 10, "border from the beginning");
      matrix_fill(90, 0.0, late_extent); /* rows without entries elsewhere */
      check_bordered(head, blocks[b], false, 12, "border alone in some rows");
      matrix_fill(40, 0.0, arrow_extent);
      check_bordered(head, blocks[b], false, 40, "nothing but a border");
    }
  matrix_fill(126, 0.0, arrow_extent);
  check_bordered(0, 100, false, 20, "border of wide steps");
  matrix_fill(120, 12.0, bidiagonal_extent);
  check_bordered(0, 10, true, 6, "block bidiagonal, local pivots, with a border");
  matrix_fill(120, 12.0, whole_bidiagonal_extent);
  check_bordered(0, 10, true, 10, "whole blocks below the diagonal, local pivots, with a border");
}

/* A border costs nothing before the first row that has an entry there. */
static void test_borders_are_carried_from_where_they_are_met(void)
{
  const FrontPattern pattern = {.n = 80, .row = m.row, .col = m.col, .extra = 10, .border = 10};
  Front              front;

  for (int arrow = 0; arrow < 2; arrow++) {
    matrix_fill(90, 0.0, arrow ? arrow_extent : band_extent);
    TEST_ASSERT_TRUE(front_create(&pattern, &(FrontPlan){.block = 8}, &front));
    TEST_ASSERT_EQUAL_INT(11, front.nsteps);
    for (int j = 0; j < 8; j++) TEST_ASSERT_EQUAL_INT(arrow ? 10 : 0, front.steps[j].nborder);
    TEST_ASSERT_EQUAL_INT(0, front.steps[10].w);
    TEST_ASSERT_EQUAL_INT(10, front.steps[10].carried + front.steps[10].entering);
    front_destroy(&front);
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_bands);
  RUN_TEST(test_block_tridiagonal);
  RUN_TEST(test_local_pivots_stay_in_their_blocks);
  RUN_TEST(test_local_pivots_that_are_too_small);
  RUN_TEST(test_rows_out_of_order);
  RUN_TEST(test_borders_and_extra_rows);
  RUN_TEST(test_borders_are_carried_from_where_they_are_met);
  RUN_TEST(test_zero_pivots_and_singular_patterns);
  return UNITY_END();
}

/* LU in fronts against dense LU: bands, blocks beside the diagonal, block bidiagonal matrices with sealed steps, rows out of
 * order, several right-hand sides, transposes, doubles of a place, zero pivots. */
#include "solve/front.h"

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

enum { MOST = 130, RHS = 21 };

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

static void check_solves(const Front *front, const char *text)
{
  static double a[MOST * MOST], b[MOST * RHS], x[MOST * RHS];
  static int    pivot[MOST];
  int           n = m.n, nrhs = RHS, info;

  memcpy(a, m.dense, sizeof a);
  LAPACKgetrf_(&n, &n, a, &n, pivot, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  for (int round = 0; round < 4; round++) {
    const bool transpose = round % 2;
    nrhs                 = round < 2 ? 1 : RHS;
    for (int i = 0; i < n * nrhs; i++) b[i] = x[i] = model_random(&seed);
    LAPACKgetrs_(transpose ? "T" : "N", &n, &nrhs, a, &n, pivot, b, &n, &info);
    const int first = round == 2 ? n / 2 : 0;
    front_solve(front, transpose, first, nrhs, x);
    for (int i = 0; i < n * nrhs; i++)
      if (i % n < first) x[i] = b[i];
    double size = 1.0;
    for (int i = 0; i < n * nrhs; i++) size = fmax(size, fabs(b[i]));
    for (int i = 0; i < n * nrhs; i++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * size, b[i], x[i], text);
  }
}

static void check_matrix(int head, int block, bool sealed, const char *text)
{
  const FrontPattern pattern = {m.n, m.row, m.col};
  const FrontPlan    plan    = {.head = head, .block = block, .seal = sealed};
  Front              front;

  TEST_ASSERT_TRUE_MESSAGE(front_create(&pattern, &plan, &front), text);
  for (int round = 0; round < 2; round++) { /* the same objects again */
    TEST_ASSERT_TRUE_MESSAGE(front_factor(&front, &pattern, m.value), text);
    check_solves(&front, text);
  }
  front_destroy(&front);
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
  check_matrix(0, 8, true, "block tridiagonal, nothing to seal");
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

static void test_sealed_steps_keep_to_their_blocks(void)
{
  Front              front;
  const FrontPattern pattern = {120, m.row, m.col};

  matrix_fill(120, 12.0, whole_bidiagonal_extent);
  check_matrix(0, 10, true, "whole blocks below the diagonal, sealed");
  matrix_fill(120, 12.0, bidiagonal_extent);
  check_matrix(0, 10, true, "block bidiagonal, sealed");
  check_matrix(0, 10, false, "block bidiagonal, open");
  TEST_ASSERT_TRUE(front_create(&pattern, &(FrontPlan){.block = 10, .seal = true}, &front));
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

static void test_zero_pivots_and_singular_patterns(void)
{
  Front front;

  matrix_fill(80, 0.0, band_extent);
  const FrontPattern pattern = {80, m.row, m.col};
  for (int e = 0; e < m.row[80]; e++)
    if (m.col[e] == 37) m.value[e] = 0.0;
  TEST_ASSERT_TRUE(front_create(&pattern, &(FrontPlan){.block = 5}, &front));
  TEST_ASSERT_FALSE(front_factor(&front, &pattern, m.value));
  front_destroy(&front);
  for (int i = 41; i <= 80; i++) m.row[i] = m.row[40]; /* empty rows */
  TEST_ASSERT_FALSE(front_create(&pattern, &(FrontPlan){.block = 5}, &front));
  front_destroy(&front);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_bands);
  RUN_TEST(test_block_tridiagonal);
  RUN_TEST(test_sealed_steps_keep_to_their_blocks);
  RUN_TEST(test_rows_out_of_order);
  RUN_TEST(test_zero_pivots_and_singular_patterns);
  return UNITY_END();
}

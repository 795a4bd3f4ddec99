/* Parts of a matrix: found where they are and nowhere else, in columns of other ranks, too; LU of one after the other against dense LU,
 * with sealed steps, with a seal that has to be broken, and smaller than LU of all at once. */
#include "linear/lu/components.h"

#include "models.h"
#include "unity.h"

#include <math.h>
#include <petscblaslapack.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

enum { HEAD = 4, BLOCK = 6, BLOCKS = 9, N = HEAD + BLOCK * BLOCKS };

static unsigned long seed = 11;

static int    row[N + 1], col[N * N];
static double value[N * N], dense[N * N]; /* dense: column-major */

/* Position within its block: the head is the end of one. */
static int position(int i)
{
  return (i + BLOCK - HEAD) % BLOCK;
}

static int block_of(int i)
{
  return (i + BLOCK - HEAD) / BLOCK;
}

/* Whether i and j may have to do with each other: positions 0, 1 | 2 | 3, 4, 5. */
static bool related(int i, int j)
{
  static const int part[BLOCK] = {0, 0, 1, 2, 2, 2};

  return part[position(i)] == part[position(j)];
}

/* Blocks on the diagonal and below it, and above it. */
static void matrix_fill(bool above, double diagonal)
{
  int e = 0;

  memset(dense, 0, sizeof dense);
  for (int i = 0; i < N; i++) {
    row[i] = e;
    for (int j = 0; j < N; j++) {
      const int distance = block_of(j) - block_of(i);
      if (distance < -1 || distance > (above ? 1 : 0) || !related(i, j)) continue;
      col[e]           = j;
      value[e]         = model_random(&seed) + (i == j ? diagonal : 0.0);
      dense[i + j * N] = value[e++];
    }
  }
  row[N] = e;
}

static Components find(const FrontPlan *plan)
{
  Components parts;

  TEST_ASSERT_EQUAL_INT(0, components_create(plan, N, &parts));
  for (int i = 0; i < N; i++)
    for (int e = row[i]; e < row[i + 1]; e++) components_join(&parts, i, col[e]);
  return parts;
}

static void test_parts_are_found(void)
{
  matrix_fill(true, 0.0);
  for (int odd = 0; odd < 2; odd++) {
    Components parts = find(&(FrontPlan){.head = HEAD, .block = BLOCK});
    if (odd)
      components_join(&parts, N - 1, position(N - 1) == 2 ? N - 2 : HEAD + 2); /* one entry more connects two parts */
    components_count(&parts);
    TEST_ASSERT_EQUAL_INT(odd ? 2 : 3, parts.n);
    for (int i = 0; i < N; i++) {
      TEST_ASSERT_EQUAL_INT(components_of_row(&parts, i), components_of_column(&parts, i));
      for (int j = 0; j < N; j++) {
        const bool same = components_of_row(&parts, i) == components_of_column(&parts, j);
        TEST_ASSERT_TRUE(odd ? same || !related(i, j) : same == related(i, j));
      }
    }
    /* those of the ranks after this one; before the head there is nothing */
    for (int i = N; i < N + 2 * BLOCK; i++)
      TEST_ASSERT_EQUAL_INT(components_of_column(&parts, i - 3 * BLOCK), components_of_column(&parts, i));
    TEST_ASSERT_EQUAL_INT(0, components_destroy(&parts));
  }
}

/* Columns before the first one belong to the rank before. */
static void test_columns_of_other_ranks(void)
{
  Components parts;

  TEST_ASSERT_EQUAL_INT(0, components_create(&(FrontPlan){.block = 2, .period = 4}, 8, &parts));
  for (int i = -4; i < 12; i++) { /* even ones together, odd ones each for itself */
    components_join(&parts, i, i);
    if (i % 2 == 0) components_join(&parts, i, i - 2);
  }
  components_count(&parts);
  TEST_ASSERT_EQUAL_INT(3, parts.n);
  for (int i = -8; i < 16; i++) {
    TEST_ASSERT_EQUAL_INT(components_of_column(&parts, i < 0 ? i + 8 : i % 8), components_of_column(&parts, i));
    TEST_ASSERT_EQUAL_INT(components_of_row(&parts, i < 0 ? i + 8 : i % 8), components_of_row(&parts, i));
  }
  TEST_ASSERT_EQUAL_INT(0, components_destroy(&parts));
}

static void check_solves(const Front *front, const char *text)
{
  static double lu[N * N], b[N], x[N];
  static int    pivot[N];
  int           n = N, one = 1, info;

  for (int transpose = 0; transpose < 2; transpose++) {
    double most = 1.0;
    for (int i = 0; i < N; i++) b[i] = x[i] = model_random(&seed);
    memcpy(lu, dense, sizeof lu);
    LAPACKgetrf_(&n, &n, lu, &n, pivot, &info);
    TEST_ASSERT_EQUAL_INT_MESSAGE(0, info, text);
    LAPACKgetrs_(transpose ? "T" : "N", &n, &one, lu, &n, pivot, b, &n, &info);
    front_solve(front, transpose, x);
    for (int i = 0; i < N; i++) most = fmax(most, fabs(b[i]));
    for (int i = 0; i < N; i++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * most, b[i], x[i], text);
  }
}

/* With a zero where a sealed step needs its only pivot, all seals are broken. */
static void check_fronts(const FrontPlan *plan, bool blocked, const char *text)
{
  Components         parts = find(plan);
  const FrontPattern whole = {.n = N, .row = row, .col = col};
  Front              front, one;

  components_count(&parts);
  TEST_ASSERT_EQUAL_INT(3, parts.n);
  TEST_ASSERT_EQUAL_INT(0, components_plan(NULL, false, &parts));
  const FrontPattern pattern = {.n = N, .row = row, .col = col, .place = parts.place, .home = parts.place};
  TEST_ASSERT_TRUE_MESSAGE(front_create(&pattern, &parts.own, &front), text);
  TEST_ASSERT_TRUE_MESSAGE(front_create(&whole, plan, &one), text);
  TEST_ASSERT_TRUE_MESSAGE(2.0 * front_bytes(&front) < front_bytes(&one), text);
  bool sealed = false;
  for (int j = 0; j < front.nsteps; j++) sealed = sealed || front.steps[j].pivots < front_rows(&front.steps[j]);
  TEST_ASSERT_EQUAL_INT_MESSAGE(plan->seal, sealed, text);
  TEST_ASSERT_TRUE_MESSAGE(front_factor(&front, &pattern, value), text);
  check_solves(&front, text);
  for (int j = 0; blocked && j < front.nsteps; j++)
    TEST_ASSERT_EQUAL_INT_MESSAGE(front_rows(&front.steps[j]), front.steps[j].pivots, text);
  front_destroy(&front);
  front_destroy(&one);
  TEST_ASSERT_EQUAL_INT(0, components_destroy(&parts));
}

static void test_fronts_of_parts(void)
{
  matrix_fill(true, 0.0);
  check_fronts(&(FrontPlan){.head = HEAD, .block = BLOCK}, false, "block tridiagonal");
  matrix_fill(false, 8.0);
  check_fronts(&(FrontPlan){.head = HEAD, .block = BLOCK}, false, "block bidiagonal");
  check_fronts(&(FrontPlan){.head = HEAD, .block = BLOCK, .seal = true}, false, "block bidiagonal, sealed");
  matrix_fill(true, 8.0);
  TEST_ASSERT_EQUAL_INT(
    0, col[0]); /* a part with one column in the head: its own row has nothing there, the next one has */
  value[0] = dense[0] = 0.0;
  check_fronts(&(FrontPlan){.head = HEAD, .block = BLOCK, .seal = true}, true, "a seal that has to be broken");
}

/* Only some columns, from the end to the beginning: each has a place of its own, parts and steps follow one another. */
static void test_turned_plan_of_some_columns(void)
{
  bool keep[N], taken[N] = {false};
  int  count = 0;

  matrix_fill(true, 0.0);
  for (int j = 0; j < N; j++) {
    keep[j] = j % 7 != 0;
    count += keep[j];
  }
  Components parts = find(&(FrontPlan){.head = HEAD, .block = BLOCK});
  components_count(&parts);
  TEST_ASSERT_EQUAL_INT(0, components_plan(keep, true, &parts));
  TEST_ASSERT_EQUAL_INT(count, parts.own.column[parts.own.nsteps]);
  for (int j = 0; j < N; j++) {
    TEST_ASSERT_EQUAL_INT(keep[j], parts.place[j] >= 0);
    if (!keep[j]) continue;
    TEST_ASSERT_FALSE(taken[parts.place[j]]);
    taken[parts.place[j]] = true;
    const int p           = components_of_column(&parts, j);
    TEST_ASSERT_TRUE(parts.place[j] >= parts.own.column[parts.own.step[p]]);
    TEST_ASSERT_TRUE(parts.place[j] < parts.own.column[parts.own.step[p + 1]]);
    for (int i = j + 1; i < N; i++)
      TEST_ASSERT_TRUE(!keep[i] || components_of_column(&parts, i) != p || parts.place[i] < parts.place[j]);
  }
  for (int s = 0; s < parts.own.nsteps; s++) {
    TEST_ASSERT_TRUE(parts.own.column[s] < parts.own.column[s + 1]);
    TEST_ASSERT_FALSE(parts.own.sealed[s]);
  }
  TEST_ASSERT_EQUAL_INT(0, components_destroy(&parts));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_parts_are_found);
  RUN_TEST(test_columns_of_other_ranks);
  RUN_TEST(test_fronts_of_parts);
  RUN_TEST(test_turned_plan_of_some_columns);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

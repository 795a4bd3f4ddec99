/* Components of a matrix: found exactly, also in columns of other ranks; LU of one after the other against dense LU, with local pivots,
 * with local pivots that are too small, and smaller than LU of the whole matrix. */
#include "linear/lu/components.h"

#include "linear/lu/front.h"
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
  static const int component[BLOCK] = {0, 0, 1, 2, 2, 2};

  return component[position(i)] == component[position(j)];
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
  Components components;

  TEST_ASSERT_EQUAL_INT(0, components_create(plan, N, &components));
  for (int i = 0; i < N; i++)
    for (int e = row[i]; e < row[i + 1]; e++) components_join(&components, i, col[e]);
  return components;
}

static void test_components_are_found(void)
{
  matrix_fill(true, 0.0);
  for (int odd = 0; odd < 2; odd++) {
    Components components = find(&(FrontPlan){.head = HEAD, .block = BLOCK});
    if (odd)
      components_join(&components, N - 1,
                      position(N - 1) == 2 ? N - 2 : HEAD + 2); /* one entry more connects two components */
    components_number(&components);
    TEST_ASSERT_EQUAL_INT(odd ? 2 : 3, components.n);
    for (int i = 0; i < N; i++) {
      TEST_ASSERT_EQUAL_INT(components_of_row(&components, i), components_of_column(&components, i));
      for (int j = 0; j < N; j++) {
        const bool same = components_of_row(&components, i) == components_of_column(&components, j);
        TEST_ASSERT_TRUE(odd ? same || !related(i, j) : same == related(i, j));
      }
    }
    /* those of the ranks after this one; before the head there is nothing */
    for (int i = N; i < N + 2 * BLOCK; i++)
      TEST_ASSERT_EQUAL_INT(components_of_column(&components, i - 3 * BLOCK), components_of_column(&components, i));
    TEST_ASSERT_EQUAL_INT(0, components_destroy(&components));
  }
}

/* Columns before the first one belong to the rank before. */
static void test_columns_of_other_ranks(void)
{
  Components components;

  TEST_ASSERT_EQUAL_INT(0, components_create(&(FrontPlan){.block = 2, .period = 4}, 8, &components));
  for (int i = -4; i < 12; i++) { /* even ones together, odd ones each for itself */
    components_join(&components, i, i);
    if (i % 2 == 0) components_join(&components, i, i - 2);
  }
  components_number(&components);
  TEST_ASSERT_EQUAL_INT(3, components.n);
  for (int i = -8; i < 16; i++) {
    TEST_ASSERT_EQUAL_INT(components_of_column(&components, i < 0 ? i + 8 : i % 8),
                          components_of_column(&components, i));
    TEST_ASSERT_EQUAL_INT(components_of_row(&components, i < 0 ? i + 8 : i % 8), components_of_row(&components, i));
  }
  TEST_ASSERT_EQUAL_INT(0, components_destroy(&components));
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

/* Numbers in L and U. */
static double factor_size(const Front *front)
{
  const FrontStep *last = &front->steps[front->nsteps - 1];

  return (double)(last->u + front_u_size(last));
}

/* unrestricted: local pivots are expected to be switched off, since one of them is zero. */
static void check_fronts(const FrontPlan *plan, bool unrestricted, const char *text)
{
  Components         components = find(plan);
  const FrontPattern whole      = {.n = N, .row = row, .col = col};
  Front              front, one;

  components_number(&components);
  TEST_ASSERT_EQUAL_INT(3, components.n);
  TEST_ASSERT_EQUAL_INT(0, components_plan(NULL, false, &components));
  const FrontPattern pattern = {
    .n = N, .row = row, .col = col, .position = components.position, .owner_column = components.position};
  TEST_ASSERT_TRUE_MESSAGE(front_create(&pattern, &components.ordered, &front), text);
  TEST_ASSERT_TRUE_MESSAGE(front_create(&whole, plan, &one), text);
  TEST_ASSERT_TRUE_MESSAGE(2.0 * factor_size(&front) < factor_size(&one), text);
  bool local = false;
  for (int j = 0; j < front.nsteps; j++) local = local || front.steps[j].pivots < front_rows(&front.steps[j]);
  TEST_ASSERT_EQUAL_INT_MESSAGE(plan->local_pivots, local, text);
  TEST_ASSERT_TRUE_MESSAGE(front_factor(&front, &pattern, value), text);
  check_solves(&front, text);
  for (int j = 0; unrestricted && j < front.nsteps; j++)
    TEST_ASSERT_EQUAL_INT_MESSAGE(front_rows(&front.steps[j]), front.steps[j].pivots, text);
  front_destroy(&front);
  front_destroy(&one);
  TEST_ASSERT_EQUAL_INT(0, components_destroy(&components));
}

static void test_fronts_of_components(void)
{
  matrix_fill(true, 0.0);
  check_fronts(&(FrontPlan){.head = HEAD, .block = BLOCK}, false, "block tridiagonal");
  matrix_fill(false, 8.0);
  check_fronts(&(FrontPlan){.head = HEAD, .block = BLOCK}, false, "block bidiagonal");
  check_fronts(&(FrontPlan){.head = HEAD, .block = BLOCK, .local_pivots = true}, false,
               "block bidiagonal, local pivots");
  matrix_fill(true, 8.0);
  TEST_ASSERT_EQUAL_INT(
    0, col[0]); /* a component with one column in the head: its own row has nothing there, the next one has */
  value[0] = dense[0] = 0.0;
  check_fronts(&(FrontPlan){.head = HEAD, .block = BLOCK, .local_pivots = true}, true, "a zero local pivot");
}

/* Only some columns, from the end to the beginning: each has its own position, components and steps follow one another. */
static void test_reversed_plan_of_some_columns(void)
{
  bool keep[N], taken[N] = {false};
  int  count = 0;

  matrix_fill(true, 0.0);
  for (int j = 0; j < N; j++) {
    keep[j] = j % 7 != 0;
    count += keep[j];
  }
  Components components = find(&(FrontPlan){.head = HEAD, .block = BLOCK});
  components_number(&components);
  TEST_ASSERT_EQUAL_INT(0, components_plan(keep, true, &components));
  TEST_ASSERT_EQUAL_INT(count, components.ordered.column[components.ordered.nsteps]);
  for (int j = 0; j < N; j++) {
    TEST_ASSERT_EQUAL_INT(keep[j], components.position[j] >= 0);
    if (!keep[j]) continue;
    TEST_ASSERT_FALSE(taken[components.position[j]]);
    taken[components.position[j]] = true;
    const int p                   = components_of_column(&components, j);
    TEST_ASSERT_TRUE(components.position[j] >= components.ordered.column[components.ordered.first_step[p]]);
    TEST_ASSERT_TRUE(components.position[j] < components.ordered.column[components.ordered.first_step[p + 1]]);
    for (int i = j + 1; i < N; i++)
      TEST_ASSERT_TRUE(!keep[i] || components_of_column(&components, i) != p ||
                       components.position[i] < components.position[j]);
  }
  for (int s = 0; s < components.ordered.nsteps; s++) {
    TEST_ASSERT_TRUE(components.ordered.column[s] < components.ordered.column[s + 1]);
    TEST_ASSERT_FALSE(components.ordered.local[s]);
  }
  TEST_ASSERT_EQUAL_INT(0, components_destroy(&components));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_components_are_found);
  RUN_TEST(test_columns_of_other_ranks);
  RUN_TEST(test_fronts_of_components);
  RUN_TEST(test_reversed_plan_of_some_columns);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

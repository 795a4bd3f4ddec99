/* LU of block lower bidiagonal matrices, element by element, against dense LU, on any number of ranks: any order within an
 * element, fronts of its bodies, transposes, new values, singular matrices. One rank here, more of them in tests/runs/mpi.sh. */
#include "linear/lu/element_chain.h"

#include "models.h"
#include "unity.h"

#include <math.h>
#include <petscblaslapack.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

enum { SIZE = 12, BODIES = 4, WIDTH = SIZE / BODIES, MOST = 40 * SIZE, MOST_ENTRIES = 40 * 2 * SIZE * SIZE };

static PetscMPIInt   rank, size;
static unsigned long seed = 5;

static int    elements, n, nentries, row[MOST_ENTRIES], col[MOST_ENTRIES], position[SIZE], column[BODIES + 1];
static bool   local_pivots[BODIES];
static double value[MOST_ENTRIES], dense[MOST * MOST]; /* dense: column-major, of all ranks */

static int first_element(int r)
{
  return elements * r / size;
}

/* Every rank draws the same numbers. */
static void entry_add(bool mine, int i, int j)
{
  const double v = model_random(&seed) + (i == j ? 3.0 : 0.0);

  dense[i + j * n] = v;
  if (!mine) return;
  row[nentries]     = i;
  col[nentries]     = j;
  value[nentries++] = v;
}

/* Bodies of an element couple with their neighbours in the order of elimination, and with all of the element before. */
static void matrix_fill(void)
{
  n        = elements * SIZE;
  nentries = 0;
  memset(dense, 0, sizeof dense);
  for (int e = 0; e < elements; e++) {
    const bool mine = e >= first_element(rank) && e < first_element(rank + 1);
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++) {
        if (abs(position[i] / WIDTH - position[j] / WIDTH) < 2) entry_add(mine, e * SIZE + i, e * SIZE + j);
        if (e > 0 && j % 2 == 0) entry_add(mine, e * SIZE + i, (e - 1) * SIZE + j);
      }
    if (mine) { /* one that is dropped */
      row[nentries]   = -1;
      col[nentries++] = e;
    }
  }
}

static ElementChain create(void)
{
  const int          own    = (first_element(rank + 1) - first_element(rank)) * SIZE;
  const FactorSource source = {
    .chain = {.size = SIZE, .position = position, .plan = {.nsteps = BODIES, .column = column, .local = local_pivots}},
    .nentries = nentries,
    .row      = row,
    .col      = col,
    .value    = value};
  ElementChain chain;

  TEST_ASSERT_EQUAL_INT(0, element_chain_create(PETSC_COMM_WORLD, first_element(rank) * SIZE, own, &source, &chain));
  return chain;
}

static void check_factor(ElementChain *chain, bool singular, const char *text)
{
  bool regular;

  TEST_ASSERT_EQUAL_INT(0, element_chain_factor(chain, &regular));
  TEST_ASSERT_EQUAL_INT_MESSAGE(!singular, regular, text);
}

static void check_solve(const ElementChain *chain, bool transpose, const char *text)
{
  static double lu[MOST * MOST], b[MOST], x[MOST];
  static int    pivot[MOST];
  int           one  = 1, info;
  double        most = 1.0;

  for (int i = 0; i < n; i++) b[i] = model_random(&seed);
  TEST_ASSERT_EQUAL_INT(0, element_chain_solve(chain, transpose, b + chain->first, x));
  memcpy(lu, dense, sizeof lu);
  LAPACKgetrf_(&n, &n, lu, &n, pivot, &info);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, info, text);
  LAPACKgetrs_(transpose ? "T" : "N", &n, &one, lu, &n, pivot, b, &n, &info);
  for (int i = 0; i < n; i++) most = fmax(most, fabs(b[i]));
  for (int i = 0; i < chain->n; i++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8 * most, b[chain->first + i], x[i], text);
}

static void test_matrices(void)
{
  for (int count = 1; count <= 5; count += 2) {
    elements = count * size;
    matrix_fill();
    ElementChain chain = create();
    for (int round = 0; round < 2; round++) {
      check_factor(&chain, false, "regular");
      check_solve(&chain, false, "forwards");
      check_solve(&chain, true, "transposed");
      matrix_fill(); /* new values in the same places */
    }
    TEST_ASSERT_EQUAL_INT(0, element_chain_destroy(&chain));
  }
}

/* A column of zeros in a diagonal block of the last rank, then whole again; an empty row. */
static void test_singular_matrices_are_reported(void)
{
  elements = 3 * size;
  matrix_fill();
  ElementChain chain = create();
  for (int e = 0; e < nentries; e++)
    if (col[e] == n - 2) value[e] = 0.0;
  check_factor(&chain, true, "a column of zeros");
  matrix_fill();
  check_factor(&chain, false, "whole again");
  check_solve(&chain, false, "whole again");
  TEST_ASSERT_EQUAL_INT(0, element_chain_destroy(&chain));
  for (int e = 0; e < nentries; e++)
    if (row[e] == 3) row[e] = -1;
  chain = create();
  check_factor(&chain, true, "an empty row");
  TEST_ASSERT_EQUAL_INT(0, element_chain_destroy(&chain));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  for (int i = 0; i < SIZE; i++) position[i] = 5 * i % SIZE; /* 5 and 12 have no factor in common */
  for (int p = 0; p <= BODIES; p++) column[p] = p * WIDTH;
  UNITY_BEGIN();
  RUN_TEST(test_matrices);
  RUN_TEST(test_singular_matrices_are_reported);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

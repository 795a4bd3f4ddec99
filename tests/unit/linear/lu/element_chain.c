/* LU of block lower bidiagonal matrices, element by element, against dense LU, on any number of ranks: any order within an
 * element, fronts of its parts, transposes, new values, singular matrices. One rank here, more of them in tests/runs/mpi.sh. */
#include "linear/lu/element_chain.h"

#include "models.h"
#include "unity.h"

#include <math.h>
#include <petscblaslapack.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

enum { SIZE = 12, PARTS = 4, WIDTH = SIZE / PARTS, MOST = 40 * SIZE, MOST_ENTRIES = 40 * 2 * SIZE * SIZE };

static PetscMPIInt   rank, size;
static unsigned long seed = 5;

static int    elements, n, nentries, row[MOST_ENTRIES], col[MOST_ENTRIES], place[SIZE], column[PARTS + 1];
static bool   sealed[PARTS];
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

/* Parts of an element couple with their neighbours in the order of elimination, and with all of the element before. */
static void matrix_fill(void)
{
  n        = elements * SIZE;
  nentries = 0;
  memset(dense, 0, sizeof dense);
  for (int e = 0; e < elements; e++) {
    const bool mine = e >= first_element(rank) && e < first_element(rank + 1);
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++) {
        if (abs(place[i] / WIDTH - place[j] / WIDTH) < 2) entry_add(mine, e * SIZE + i, e * SIZE + j);
        if (e > 0 && j % 2 == 0) entry_add(mine, e * SIZE + i, (e - 1) * SIZE + j);
      }
    if (mine) { /* one that is dropped */
      row[nentries]   = -1;
      col[nentries++] = e;
    }
  }
}

static Sequence create(void)
{
  const int        own    = (first_element(rank + 1) - first_element(rank)) * SIZE;
  const BandSource source = {
    .blocks   = true,
    .element  = {.size = SIZE, .place = place, .plan = {.nsteps = PARTS, .column = column, .sealed = sealed}},
    .nentries = nentries,
    .row      = row,
    .col      = col,
    .value    = value};
  Sequence sequence;

  TEST_ASSERT_EQUAL_INT(0, sequence_create(PETSC_COMM_WORLD, first_element(rank) * SIZE, own, &source, &sequence));
  return sequence;
}

static void check_factor(Sequence *sequence, bool singular, const char *text)
{
  PetscBool failed;

  TEST_ASSERT_EQUAL_INT(0, sequence_factor(sequence, &failed));
  TEST_ASSERT_EQUAL_INT_MESSAGE(singular, failed, text);
}

static void check_solve(const Sequence *sequence, bool transpose, const char *text)
{
  static double lu[MOST * MOST], b[MOST], x[MOST];
  static int    pivot[MOST];
  int           one  = 1, info;
  double        most = 1.0;

  for (int i = 0; i < n; i++) b[i] = model_random(&seed);
  TEST_ASSERT_EQUAL_INT(0, sequence_solve(sequence, transpose, b + sequence->first, x));
  memcpy(lu, dense, sizeof lu);
  LAPACKgetrf_(&n, &n, lu, &n, pivot, &info);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, info, text);
  LAPACKgetrs_(transpose ? "T" : "N", &n, &one, lu, &n, pivot, b, &n, &info);
  for (int i = 0; i < n; i++) most = fmax(most, fabs(b[i]));
  for (int i = 0; i < sequence->n; i++)
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8 * most, b[sequence->first + i], x[i], text);
}

static void test_matrices(void)
{
  for (int count = 1; count <= 5; count += 2) {
    elements = count * size;
    matrix_fill();
    Sequence sequence = create();
    for (int round = 0; round < 2; round++) {
      check_factor(&sequence, false, "regular");
      check_solve(&sequence, false, "forwards");
      check_solve(&sequence, true, "transposed");
      matrix_fill(); /* new values in the same places */
    }
    TEST_ASSERT_EQUAL_INT(0, sequence_destroy(&sequence));
  }
}

/* A column of zeros in a diagonal block of the last rank, then whole again; an empty row. */
static void test_singular_matrices_are_reported(void)
{
  elements = 3 * size;
  matrix_fill();
  Sequence sequence = create();
  for (int e = 0; e < nentries; e++)
    if (col[e] == n - 2) value[e] = 0.0;
  check_factor(&sequence, true, "a column of zeros");
  matrix_fill();
  check_factor(&sequence, false, "whole again");
  check_solve(&sequence, false, "whole again");
  TEST_ASSERT_EQUAL_INT(0, sequence_destroy(&sequence));
  for (int e = 0; e < nentries; e++)
    if (row[e] == 3) row[e] = -1;
  sequence = create();
  check_factor(&sequence, true, "an empty row");
  TEST_ASSERT_EQUAL_INT(0, sequence_destroy(&sequence));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  for (int i = 0; i < SIZE; i++) place[i] = 5 * i % SIZE; /* 5 and 12 have no factor in common */
  for (int p = 0; p <= PARTS; p++) column[p] = p * WIDTH;
  UNITY_BEGIN();
  RUN_TEST(test_matrices);
  RUN_TEST(test_singular_matrices_are_reported);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

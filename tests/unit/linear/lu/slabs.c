/* LU in slabs of time, residuals and against dense LU, on any number of ranks: matrices whose rows belong to one element each, with conditions at
 * one end or at both, and matrices whose elements share the rows of a node, also with diagonal blocks that are singular; transposes, new
 * values, singular matrices, matrices of two components. One rank here, more of them in tests/runs/mpi.sh. */
#include "linear/lu/slabs.h"

#include "models.h"
#include "unity.h"

#include <math.h>
#include <petscblaslapack.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

enum {
  BLOCK         = 5,
  MOST_ELEMENTS = 40,
  MOST          = (MOST_ELEMENTS + 1) * BLOCK,
  MOST_ENTRIES  = MOST_ELEMENTS * 6 * BLOCK * BLOCK
};

typedef enum {
  START,
  BOTH,
  SHARED,
  HOLLOW
} Kind; /* conditions at the start or at both ends; shared rows, without diagonal blocks */

static PetscMPIInt   rank, size;
static unsigned long seed = 3;
static bool          apart; /* even and odd rows and columns of a block have nothing to do with each other */

static int    elements, n, nentries, row[MOST_ENTRIES], col[MOST_ENTRIES];
static double value[MOST_ENTRIES], dense[MOST * MOST]; /* dense: column-major, of all ranks */

/* An entry here if `mine`; every rank draws the same numbers. */
static void entry_add(bool mine, double diagonal, int i, int j)
{
  const double v = model_random(&seed) + (i == j ? diagonal : 0.0);

  if (apart && i % BLOCK % 2 != j % BLOCK % 2) return;
  dense[i + j * n] += v;
  if (!mine) return;
  row[nentries]     = i;
  col[nentries]     = j;
  value[nentries++] = v;
}

static int first_element(int r)
{
  return elements * r / size;
}

/* Rows of node 0: conditions there, and the first two of them at the end in BOTH. */
static void conditions_fill(Kind kind)
{
  for (int i = 0; i < BLOCK; i++) {
    const bool at_end = kind == BOTH && i < 2;
    for (int j = 0; j < BLOCK; j++)
      entry_add(at_end ? rank == size - 1 : rank == 0, 0.0, i, (at_end ? elements * BLOCK : 0) + j);
  }
}

static void matrix_fill(Kind kind)
{
  const double diagonal = kind == START ? 4.0 : 0.0; /* without it the solution grows from node to node */

  n        = (elements + 1) * BLOCK;
  nentries = 0;
  memset(dense, 0, sizeof dense);
  if (kind == START || kind == BOTH) conditions_fill(kind);
  for (int e = 0; e < elements; e++) {
    const bool mine = e >= first_element(rank) && e < first_element(rank + 1);
    for (int a = kind == START || kind == BOTH; a < 2; a++)
      for (int b = 0; b < 2; b++)
        for (int i = 0; i < BLOCK * BLOCK && (kind != HOLLOW || a != b); i++)
          entry_add(mine, diagonal, (e + a) * BLOCK + i / BLOCK, (e + b) * BLOCK + i % BLOCK);
    if (mine) { /* one that is dropped */
      row[nentries]   = -1;
      col[nentries++] = e;
    }
  }
}

static Slabs create(bool planned, bool local_pivots)
{
  const int          own    = (first_element(rank + 1) - first_element(rank)) * BLOCK + (rank == 0 ? BLOCK : 0);
  const FrontPlan    plan   = {.head = rank == 0 ? BLOCK : 0, .block = BLOCK, .local_pivots = local_pivots};
  const FactorSource source = {.plan     = planned ? plan : (FrontPlan){.block = FACTOR_STEP},
                               .nentries = nentries,
                               .row      = row,
                               .col      = col,
                               .value    = value};
  Slabs              slabs;

  TEST_ASSERT_EQUAL_INT(
    0, slabs_create(PETSC_COMM_WORLD, rank == 0 ? 0 : (first_element(rank) + 1) * BLOCK, own, &source, &slabs));
  return slabs;
}

static void check_factor(Slabs *slabs, bool singular, const char *text)
{
  bool regular;

  TEST_ASSERT_EQUAL_INT(0, slabs_factor(slabs, &regular));
  TEST_ASSERT_EQUAL_INT_MESSAGE(!singular, regular, text);
}

/* x[n] against dense LU */
static void check_dense(bool transpose, const double *x, double *b, const char *text)
{
  static double lu[MOST * MOST];
  static int    pivot[MOST];
  int           one  = 1, info;
  double        most = 1.0;

  memcpy(lu, dense, sizeof lu);
  LAPACKgetrf_(&n, &n, lu, &n, pivot, &info);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, info, text);
  LAPACKgetrs_(transpose ? "T" : "N", &n, &one, lu, &n, pivot, b, &n, &info);
  for (int i = 0; i < n; i++) most = fmax(most, fabs(b[i]));
  for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8 * most, b[i], x[i], text);
}

/* The residual of every row, to the size of its terms; and the solution, except of matrices of two components, of which that is not asked: solutions of
 * random ones without diagonal blocks reach 1e10, and LU of any kind loses as many digits. */
static void check_solve(const Slabs *slabs, bool transpose, const char *text)
{
  static double b[MOST], x[MOST];

  for (int i = 0; i < n; i++) b[i] = model_random(&seed);
  memset(x, 0, sizeof x);
  TEST_ASSERT_EQUAL_INT(0, slabs_solve(slabs, transpose, b + slabs->first, x + slabs->first));
  MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  double most = 0.0;
  for (int j = 0; j < n; j++) most = fmax(most, fabs(x[j]));
  for (int i = 0; i < n; i++) {
    double sum = -b[i], size_of_terms = 1.0;
    for (int j = 0; j < n; j++) {
      const double a = transpose ? dense[j + i * n] : dense[i + j * n];
      sum += a * x[j];
      size_of_terms += fabs(a) * most;
    }
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12 * size_of_terms, 0.0, sum, text);
  }
  if (!apart) check_dense(transpose, x, b, text);
}

static void check_matrix(Kind kind, bool planned, const char *text)
{
  matrix_fill(kind);
  Slabs slabs = create(planned, kind == START);
  if (planned && kind == SHARED) TEST_ASSERT_EQUAL_INT_MESSAGE(apart ? 2 : 1, slabs.components.n, text);
  for (int j = 0; planned && kind == START && !slabs.reversed && j + 1 < slabs.front.nsteps; j++) {
    const FrontStep *step = &slabs.front.steps[j]; /* pivots from the block itself, wherever there is one after it */
    TEST_ASSERT_TRUE_MESSAGE(step->is_schur || step->pivots == step->w, text);
  }
  for (int round = 0; round < 2; round++) {
    check_factor(&slabs, false, text);
    check_solve(&slabs, false, text);
    check_solve(&slabs, true, text);
    matrix_fill(kind); /* new values in the same places */
  }
  TEST_ASSERT_EQUAL_INT(0, slabs_destroy(&slabs));
}

static void test_matrices(void)
{
  static const int count[] = {1, 2, 5, 9};

  for (int c = 0; c < 16; c++) {
    const int planned = c % 2;
    elements          = count[c / 2 % 4] * size;
    apart             = c >= 8;
    check_matrix(START, planned, "conditions at the start");
    check_matrix(BOTH, planned, "conditions at both ends");
    check_matrix(SHARED, planned, "shared rows");
    /* an even number of nodes: regular, while the nodes within a slab may be odd in number */
    elements = elements % 2 ? elements : elements + 1;
    check_matrix(HOLLOW, planned, "shared rows, no diagonal blocks");
  }
  apart = false;
}

/* A column of zeros within a slab, at an interface, at the end, and a row that nobody has; then whole values again. */
static void test_singular_matrices_are_reported(void)
{
  elements           = 4 * size;
  const int column[] = {2 * BLOCK + 1, first_element(size - 1) * BLOCK, elements * BLOCK + BLOCK - 1};
  for (int c = 0; c < 3; c++) {
    matrix_fill(SHARED);
    for (int e = 0; e < nentries; e++)
      if (col[e] == column[c]) value[e] = 0.0;
    Slabs slabs = create(true, false);
    check_factor(&slabs, true, "a column of zeros");
    matrix_fill(SHARED);
    check_factor(&slabs, false, "whole again");
    check_solve(&slabs, false, "whole again");
    TEST_ASSERT_EQUAL_INT(0, slabs_destroy(&slabs));
  }
  matrix_fill(BOTH);
  for (int e = 0; e < nentries; e++)
    if (row[e] == BLOCK + 1) row[e] = -1;
  Slabs slabs = create(true, false);
  check_factor(&slabs, true, "an empty row");
  TEST_ASSERT_EQUAL_INT(0, slabs_destroy(&slabs));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  UNITY_BEGIN();
  RUN_TEST(test_matrices);
  RUN_TEST(test_singular_matrices_are_reported);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

/* LU in slabs of time against dense LU, on any number of ranks: matrices whose rows belong to one element each, with conditions at
 * one end or at both, and matrices whose elements share the rows of a node, also with diagonal blocks that are singular; transposes, new
 * values, singular matrices. One rank here, more of them in tests/runs/mpi.sh. */
#include "solve/slabs.h"

#include "models.h"
#include "unity.h"

#include <math.h>
#include <petscblaslapack.h>
#include <petscpc.h>
#include <stdlib.h>
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

static int    elements, n, nentries, row[MOST_ENTRIES], col[MOST_ENTRIES];
static double value[MOST_ENTRIES], dense[MOST * MOST]; /* dense: column-major, of all ranks */

/* An entry here if `mine`; every rank draws the same numbers. */
static void entry_add(bool mine, double diagonal, int i, int j)
{
  const double v = model_random(&seed) + (i == j ? diagonal : 0.0);

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

static PC pc_create(bool blocks, Mat *A)
{
  const int        own    = (first_element(rank + 1) - first_element(rank)) * BLOCK + (rank == 0 ? BLOCK : 0);
  const BandSource source = {.blocks   = blocks,
                             .plan     = {.head = rank == 0 ? BLOCK : 0, .block = BLOCK},
                             .nentries = nentries,
                             .row      = row,
                             .col      = col,
                             .value    = value};
  PC               pc;

  TEST_ASSERT_EQUAL_INT(0, MatCreateAIJ(PETSC_COMM_WORLD, own, own, n, n, 0, NULL, 0, NULL, A)); /* sizes only */
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  TEST_ASSERT_EQUAL_INT(0, PCCreate(PETSC_COMM_WORLD, &pc));
  TEST_ASSERT_EQUAL_INT(0, PCSetOperators(pc, *A, *A));
  TEST_ASSERT_EQUAL_INT(0, slabs_attach(pc, &source));
  TEST_ASSERT_EQUAL_INT(0, PCSetUp(pc));
  return pc;
}

static void check_solve(PC pc, Mat A, bool transpose, const char *text)
{
  static double      lu[MOST * MOST], b[MOST];
  static int         pivot[MOST];
  int                one = 1, info;
  const PetscScalar *found;
  PetscInt           first, last;
  Vec                vb, vx;
  double             most = 1.0;

  TEST_ASSERT_EQUAL_INT(0, MatCreateVecs(A, &vb, &vx));
  for (int i = 0; i < n; i++) {
    b[i] = model_random(&seed);
    TEST_ASSERT_EQUAL_INT(0, VecSetValue(vb, i, b[i], INSERT_VALUES)); /* every rank sets the same */
  }
  TEST_ASSERT_EQUAL_INT(0, VecAssemblyBegin(vb));
  TEST_ASSERT_EQUAL_INT(0, VecAssemblyEnd(vb));
  memcpy(lu, dense, sizeof lu);
  LAPACKgetrf_(&n, &n, lu, &n, pivot, &info);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, info, text);
  LAPACKgetrs_(transpose ? "T" : "N", &n, &one, lu, &n, pivot, b, &n, &info);
  TEST_ASSERT_EQUAL_INT(0, transpose ? PCApplyTranspose(pc, vb, vx) : PCApply(pc, vb, vx));
  TEST_ASSERT_EQUAL_INT(0, VecGetOwnershipRange(vx, &first, &last));
  TEST_ASSERT_EQUAL_INT(0, VecGetArrayRead(vx, &found));
  for (int i = 0; i < n; i++) most = fmax(most, fabs(b[i]));
  for (PetscInt i = first; i < last; i++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8 * most, b[i], found[i - first], text);
  TEST_ASSERT_EQUAL_INT(0, VecRestoreArrayRead(vx, &found));
  TEST_ASSERT_EQUAL_INT(0, VecDestroy(&vb));
  TEST_ASSERT_EQUAL_INT(0, VecDestroy(&vx));
}

static void check_failed(PC pc, bool failed, const char *text)
{
  PCFailedReason reason;

  TEST_ASSERT_EQUAL_INT(0, PCGetFailedReason(pc, &reason));
  TEST_ASSERT_EQUAL_INT_MESSAGE(failed ? PC_FACTOR_NUMERIC_ZEROPIVOT : PC_NOERROR, reason, text);
}

/* New values in the same places. */
static void factor_again(PC pc, Mat A)
{
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  TEST_ASSERT_EQUAL_INT(0, PCSetOperators(pc, A, A));
  TEST_ASSERT_EQUAL_INT(0, PCSetUp(pc));
}

static void check_matrix(Kind kind, bool blocks, const char *text)
{
  Mat A;

  matrix_fill(kind);
  PC pc = pc_create(blocks, &A);
  for (int round = 0; round < 2; round++) {
    check_failed(pc, false, text);
    check_solve(pc, A, false, text);
    check_solve(pc, A, true, text);
    matrix_fill(kind);
    factor_again(pc, A);
  }
  TEST_ASSERT_EQUAL_INT(0, PCDestroy(&pc));
  TEST_ASSERT_EQUAL_INT(0, MatDestroy(&A));
}

static void test_matrices(void)
{
  static const int count[] = {1, 2, 5, 9};

  for (int c = 0; c < 4; c++)
    for (int blocks = 0; blocks < 2; blocks++) {
      elements = count[c] * size;
      check_matrix(START, blocks, "conditions at the start");
      check_matrix(BOTH, blocks, "conditions at both ends");
      check_matrix(SHARED, blocks, "shared rows");
      /* an even number of nodes: regular, while the nodes within a slab may be odd in number */
      elements = elements % 2 ? elements : elements + 1;
      check_matrix(HOLLOW, blocks, "shared rows, no diagonal blocks");
    }
}

/* A column of zeros within a slab, at an interface, and a row that nobody has; then whole values again. */
static void test_singular_matrices_are_reported(void)
{
  Mat A;

  elements           = 4 * size;
  const int column[] = {2 * BLOCK + 1, first_element(size - 1) * BLOCK, elements * BLOCK + BLOCK - 1};
  for (int c = 0; c < 3; c++) {
    matrix_fill(SHARED);
    for (int e = 0; e < nentries; e++)
      if (col[e] == column[c]) value[e] = 0.0;
    PC pc = pc_create(true, &A);
    check_failed(pc, true, "a column of zeros");
    matrix_fill(SHARED);
    factor_again(pc, A);
    check_failed(pc, false, "whole again");
    check_solve(pc, A, false, "whole again");
    TEST_ASSERT_EQUAL_INT(0, PCDestroy(&pc));
    TEST_ASSERT_EQUAL_INT(0, MatDestroy(&A));
  }
  matrix_fill(BOTH);
  for (int e = 0; e < nentries; e++)
    if (row[e] == BLOCK + 1) row[e] = -1;
  PC pc = pc_create(true, &A);
  check_failed(pc, true, "an empty row");
  TEST_ASSERT_EQUAL_INT(0, PCDestroy(&pc));
  TEST_ASSERT_EQUAL_INT(0, MatDestroy(&A));
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

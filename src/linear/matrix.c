/* The matrix of a Newton system: pattern, values, and the choice of `auto` (linear.h). */
#include "linear/linear.h"

#include <stdlib.h>

/* Offset of each entry in the array of values, column-major or by compressed rows (row, col; NULL: dense). */
static PetscErrorCode offsets_create(const LinearSetup *setup, const PetscInt *row, const PetscInt *col,
                                     LinearSystem *linear)
{
  char *used;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)setup->nentries, &linear->offset));
  PetscCall(PetscCalloc1(row ? (size_t)row[setup->n] : (size_t)setup->n * (size_t)setup->n, &used));
  for (int e = 0; e < setup->nentries; e++) {
    const int i = setup->row[e], j = setup->col[e];
    PetscInt  at;
    if (i < 0 || j < 0) {
      linear->offset[e] = -1;
      linear->repeated  = true;
      continue;
    }
    if (row) PetscCall(PetscFindInt(j, row[i + 1] - row[i], col + row[i], &at));
    linear->offset[e] = row ? row[i] + at : i + j * setup->n; /* fits: see matrix_create_dense */
    if (used[linear->offset[e]]) linear->repeated = true;
    used[linear->offset[e]] = 1;
  }
  PetscCall(PetscFree(used));
  PetscFunctionReturn(0);
}

/* A[n][n] column-major; offsets of entries are c n + r. */
static PetscErrorCode matrix_create_dense(const LinearSetup *setup, LinearSystem *linear)
{
  PetscFunctionBeginUser;
  PetscCheck((double)setup->n * setup->n <= PETSC_MAX_INT, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "%d unknowns are too many for a dense matrix", setup->n);
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, setup->n, setup->n, NULL, &linear->A));
  PetscCall(offsets_create(setup, NULL, NULL, linear));
  PetscFunctionReturn(0);
}

/* Offsets into the compressed rows of A, on one rank. */
static PetscErrorCode sparse_offsets(const LinearSetup *setup, LinearSystem *linear)
{
  const PetscInt *row, *col;
  PetscInt        n;
  PetscMPIInt     size;
  PetscBool       done;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(setup->comm, &size));
  if (size > 1) PetscFunctionReturn(0);
  PetscCall(MatZeroEntries(linear->A));
  PetscCall(MatGetRowIJ(linear->A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  if (done) PetscCall(offsets_create(setup, row, col, linear));
  PetscCall(MatRestoreRowIJ(linear->A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscFunctionReturn(0);
}

/* AIJ matrix from coordinates; entries at the same place are added. */
static PetscErrorCode matrix_create_sparse(const LinearSetup *setup, LinearSystem *linear)
{
  PetscInt *row, *col; /* MatSetPreallocationCOO overwrites them */

  PetscFunctionBeginUser;
  PetscCall(MatCreate(setup->comm, &linear->A));
  PetscCall(MatSetSizes(linear->A, setup->n, setup->n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(linear->A, MATAIJ));
  PetscCall(MatSetUp(linear->A));
  PetscCall(PetscMalloc2(setup->nentries, &row, setup->nentries, &col));
  PetscCall(PetscArraycpy(row, setup->row, setup->nentries));
  PetscCall(PetscArraycpy(col, setup->col, setup->nentries));
  PetscCall(MatSetPreallocationCOO(linear->A, setup->nentries, row, col));
  PetscCall(PetscFree2(row, col));
  PetscCall(sparse_offsets(setup, linear));
  PetscFunctionReturn(0);
}

/* a[offset[e]] += value[e]; the other numbers of a stay zero. */
static void entries_scatter(const LinearSystem *linear, PetscScalar *a)
{
  const int *offset = linear->offset;

  if (linear->repeated) {
    for (int e = 0; e < linear->nentries; e++)
      if (offset[e] >= 0) a[offset[e]] = 0.0;
    for (int e = 0; e < linear->nentries; e++)
      if (offset[e] >= 0) a[offset[e]] += linear->value[e];
  } else {
    for (int e = 0; e < linear->nentries; e++) a[offset[e]] = linear->value[e];
  }
}

/* A_rc = sum of value[e] over the entries e at (r, c). On one rank by stored offsets, over ranks by
 * PETSc. */
PetscErrorCode linear_fill(LinearSystem *linear)
{
  const bool   dense = linear->kind == LINEAR_DENSE;
  PetscScalar *a;

  PetscFunctionBeginUser;
  if (!linear->offset) {
    PetscCall(MatSetValuesCOO(linear->A, linear->value, INSERT_VALUES));
    PetscFunctionReturn(0);
  }
  if (dense) PetscCall(MatDenseGetArrayWrite(linear->A, &a));
  else PetscCall(MatSeqAIJGetArrayWrite(linear->A, &a));
  entries_scatter(linear, a);
  if (dense) PetscCall(MatDenseRestoreArrayWrite(linear->A, &a));
  else PetscCall(MatSeqAIJRestoreArrayWrite(linear->A, &a));
  PetscCall(MatAssemblyBegin(linear->A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(linear->A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

/* --- the choice of `auto` */

LinearKind linear_choose(int ranks, double n, int width, bool planned, bool chain)
{
  const bool small_interface = 4.0 * width < n; /* of slabs */

  if (ranks == 1 && n <= LINEAR_DENSE_MOST) return LINEAR_DENSE;
  if (chain || (planned && ranks == 1 && n <= LINEAR_SMALL_MOST)) return LINEAR_BLOCK;
  if (width > LINEAR_WIDTH_MOST || (ranks > 1 && !small_interface)) return LINEAR_MUMPS;
  return LINEAR_BLOCK;
}

/* Row i in time order: rows of end conditions come last. -1: one of these. */
static int row_in_time(const LinearSetup *setup, int i)
{
  if (i >= setup->late_first && i < setup->late_first + setup->late_count) return -1;
  return i - (i > setup->late_first ? setup->late_count : 0);
}

/* Half width of the matrix in time order, and the solver for it. */
static PetscErrorCode kind_resolve(const LinearSetup *setup, LinearKind *kind)
{
  PetscMPIInt size;
  int         width = 0;
  double      n_all = setup->n;

  PetscFunctionBeginUser;
  *kind = setup->kind;
  if (*kind != LINEAR_AUTO) PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_size(setup->comm, &size));
  for (int e = 0; e < setup->nentries; e++) {
    const int row = setup->row[e] < 0 ? -1 : row_in_time(setup, setup->row[e]);
    if (row >= 0) width = PetscMax(width, abs(row - setup->col[e]));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &width, 1, MPI_INT, MPI_MAX, setup->comm));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &n_all, 1, MPI_DOUBLE, MPI_SUM, setup->comm));
  *kind = linear_choose(size, n_all / size, width, plan_is_known(&setup->plan), setup->chain.size > 0);
  PetscFunctionReturn(0);
}

PetscErrorCode linear_create(const LinearSetup *setup, LinearSystem *linear)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(linear, sizeof *linear));
  linear->n        = setup->n;
  linear->nentries = setup->nentries;
  PetscCall(kind_resolve(setup, &linear->kind));
  PetscCall(PetscCalloc1((size_t)setup->nentries + 1, &linear->value));
  if (linear->kind == LINEAR_DENSE) PetscCall(matrix_create_dense(setup, linear));
  else PetscCall(matrix_create_sparse(setup, linear));
  PetscFunctionReturn(0);
}

PetscErrorCode linear_destroy(LinearSystem *linear)
{
  PetscFunctionBeginUser;
  PetscCall(MatDestroy(&linear->A));
  PetscCall(PetscFree(linear->offset));
  PetscCall(PetscFree(linear->value));
  PetscFunctionReturn(0);
}

#include "linear/linear.h"

#include "linear/lu/band.h"
#include "linear/machine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_dense(const Newton *newton)
{
  return strcmp(newton->linear, "dense") == 0;
}

/* Where each entry goes in the array of values, column-major or by compressed rows (row, col; NULL: dense). */
static PetscErrorCode offsets_find(const NewtonSetup *setup, const PetscInt *row, const PetscInt *col, Newton *newton)
{
  char *seen;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)setup->nentries, &newton->offset));
  PetscCall(PetscCalloc1(row ? (size_t)row[setup->n] : (size_t)setup->n * (size_t)setup->n, &seen));
  for (int e = 0; e < setup->nentries; e++) {
    const int i = setup->row[e], j = setup->col[e];
    PetscInt  at;
    if (i < 0 || j < 0) {
      newton->offset[e] = -1;
      newton->doubles   = true;
      continue;
    }
    if (row) PetscCall(PetscFindInt(j, row[i + 1] - row[i], col + row[i], &at));
    newton->offset[e] = row ? row[i] + at : i + j * setup->n; /* fits: see matrix_create_dense */
    if (seen[newton->offset[e]]) newton->doubles = true;
    seen[newton->offset[e]] = 1;
  }
  PetscCall(PetscFree(seen));
  PetscFunctionReturn(0);
}

static PetscErrorCode matrix_create_dense(const NewtonSetup *setup, Newton *newton)
{
  PetscFunctionBeginUser;
  PetscCheck((double)setup->n * setup->n <= PETSC_MAX_INT, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "%d unknowns are too many for a dense matrix", setup->n);
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, setup->n, setup->n, NULL, &newton->J));
  PetscCall(offsets_find(setup, NULL, NULL, newton));
  PetscFunctionReturn(0);
}

/* On one rank entries go straight to their places too. */
static PetscErrorCode sparse_offsets(const NewtonSetup *setup, Newton *newton)
{
  const PetscInt *row, *col;
  PetscInt        n;
  PetscMPIInt     size;
  PetscBool       done;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(setup->comm, &size));
  if (size > 1) PetscFunctionReturn(0);
  PetscCall(MatZeroEntries(newton->J));
  PetscCall(MatGetRowIJ(newton->J, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  if (done) PetscCall(offsets_find(setup, row, col, newton));
  PetscCall(MatRestoreRowIJ(newton->J, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscFunctionReturn(0);
}

static PetscErrorCode matrix_create_sparse(const NewtonSetup *setup, Newton *newton)
{
  /* PETSc's own LU and SuperLU_DIST want every diagonal entry, if only as a zero; they follow the others */
  const bool whole    = strcmp(newton->linear, "petsc") == 0 || strcmp(newton->linear, "superlu_dist") == 0;
  const int  diagonal = whole ? setup->n : 0, all = setup->nentries + diagonal;
  PetscInt  *row, *col, first;

  PetscFunctionBeginUser;
  PetscCall(MatCreate(setup->comm, &newton->J));
  PetscCall(MatSetSizes(newton->J, setup->n, setup->n, PETSC_DETERMINE, PETSC_DETERMINE));
  PetscCall(MatSetType(newton->J, MATAIJ));
  PetscCall(MatSetUp(newton->J));
  PetscCall(MatGetOwnershipRange(newton->J, &first, NULL));
  PetscCall(PetscMalloc2(all, &row, all, &col));
  PetscCall(PetscArraycpy(row, setup->row, setup->nentries));
  PetscCall(PetscArraycpy(col, setup->col, setup->nentries));
  for (int i = 0; i < diagonal; i++) row[setup->nentries + i] = col[setup->nentries + i] = first + i;
  PetscCall(MatSetPreallocationCOO(newton->J, all, row, col));
  PetscCall(PetscFree2(row, col));
  PetscCall(sparse_offsets(setup, newton));
  PetscFunctionReturn(0);
}

PetscErrorCode linear_create_matrix(const NewtonSetup *setup, Newton *newton)
{
  PetscFunctionBeginUser;
  if (is_dense(newton)) PetscCall(matrix_create_dense(setup, newton));
  else PetscCall(matrix_create_sparse(setup, newton));
  PetscFunctionReturn(0);
}

/* Entries go straight to their places, where these are known; the others stay zero for ever. */
PetscErrorCode linear_fill(Newton *newton, Mat J)
{
  PetscScalar *a;

  PetscFunctionBeginUser;
  if (newton->offset) {
    if (is_dense(newton)) PetscCall(MatDenseGetArrayWrite(J, &a));
    else PetscCall(MatSeqAIJGetArrayWrite(J, &a));
    if (newton->doubles) {
      for (int e = 0; e < newton->nentries; e++)
        if (newton->offset[e] >= 0) a[newton->offset[e]] = 0.0;
      for (int e = 0; e < newton->nentries; e++)
        if (newton->offset[e] >= 0) a[newton->offset[e]] += newton->value[e];
    } else {
      for (int e = 0; e < newton->nentries; e++) a[newton->offset[e]] = newton->value[e];
    }
    if (is_dense(newton)) PetscCall(MatDenseRestoreArrayWrite(J, &a));
    else PetscCall(MatSeqAIJRestoreArrayWrite(J, &a));
    PetscCall(MatAssemblyBegin(J, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(J, MAT_FINAL_ASSEMBLY));
  } else {
    PetscCall(MatSetValuesCOO(J, newton->value, INSERT_VALUES));
  }
  PetscFunctionReturn(0);
}

static bool is_late(const NewtonSetup *setup, int row)
{
  return row >= setup->late_first && row < setup->late_first + setup->late_count;
}

const char *linear_auto(int ranks, double n, int width, bool planned, bool sequence)
{
  const bool slabs = 4.0 * width < n; /* little is left over of them */

  if (ranks == 1 && n <= NEWTON_DENSE_MOST) return "dense";
  if (sequence || (planned && ranks == 1 && n <= NEWTON_SMALL_MOST)) return "block";
  if (width > NEWTON_BAND_MOST || (ranks > 1 && !slabs)) return "mumps";
  return planned ? "block" : "band";
}

PetscErrorCode linear_choose(const NewtonSetup *setup, Newton *newton)
{
  PetscMPIInt size;
  int         width = 0, most;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(setup->comm, &size));
  for (int e = 0; e < setup->nentries; e++)
    if (setup->row[e] >= 0 && !is_late(setup, setup->row[e]))
      width = PetscMax(
        width, abs(setup->row[e] - (setup->row[e] > setup->late_first ? setup->late_count : 0) - setup->col[e]));
  PetscCallMPI(MPI_Allreduce(&width, &most, 1, MPI_INT, MPI_MAX, setup->comm));
  newton->linear = linear_auto(size, newton->n_all / size, most, setup->plan.block > 0 || setup->plan.nsteps > 0,
                               setup->element.size > 0);
  PetscFunctionReturn(0);
}

/* MUMPS tells after its analysis how much memory its factors will take; to ask for more than there is may
 * end with the system's stopping the program. */
static PetscErrorCode mumps_fits(Newton *newton, PC pc, Mat J)
{
  MatFactorInfo info;
  Mat           F;
  PetscInt      needed;
  double        memory;

  PetscFunctionBeginUser;
  PetscCall(PCFactorSetUpMatSolverType(pc));
  PetscCall(PCFactorGetMatrix(pc, &F));
  PetscCall(MatFactorInfoInitialize(&info));
  PetscCall(MatLUFactorSymbolic(F, J, NULL, NULL, &info));
  PetscCall(MatMumpsGetInfog(F, 16, &needed)); /* in MB, of the rank that needs most */
  PetscCall(machine_memory(PetscObjectComm((PetscObject)J), &memory));
  PetscCheck(1e6 * (double)needed < memory, PetscObjectComm((PetscObject)J), PETSC_ERR_MEM,
             "MUMPS needs %" PetscInt_FMT " MB on a rank, %.0f MB are free", needed, 1e-6 * memory);
  newton->analysed = true;
  PetscFunctionReturn(0);
}

/* Its factors; where pivots that had to wait took more room than it had set aside, all of it again with more. */
static PetscErrorCode mumps_factor(Newton *newton, PC pc, Mat J)
{
  static const char *const more[] = {"400", "1600", "6400"};
  Mat                      F;
  PetscInt                 info = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i <= 3; i++) {
    if (!newton->analysed) PetscCall(mumps_fits(newton, pc, J));
    PetscCall(PCSetUp(pc));
    PetscCall(PCFactorGetMatrix(pc, &F));
    PetscCall(MatMumpsGetInfog(F, 1, &info));
    if ((info != -8 && info != -9) || i == 3) break;
    PetscCall(PetscOptionsSetValue(NULL, "-mat_mumps_icntl_14", more[i]));
    PetscCall(PCReset(pc));
    PetscCall(PCSetFailedReason(pc, PC_NOERROR));
    PetscCall(PCSetOperators(pc, J, J));
    newton->analysed = false;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode linear_prepare(Newton *newton, Mat J)
{
  PetscBool direct;
  KSP       ksp;
  PC        pc;

  PetscFunctionBeginUser;
  if (strcmp(newton->linear, "mumps") != 0) PetscFunctionReturn(0);
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCLU, &direct));
  if (!direct) PetscFunctionReturn(0); /* somebody chose another one by options */
  PetscCall(KSPSetOperators(ksp, J, J));
  PetscCall(mumps_factor(newton, pc, J));
  PetscFunctionReturn(0);
}

/* An option that the user has not set. */
static PetscErrorCode option_default(const char *name, const char *value)
{
  PetscBool set;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, name, &set));
  if (!set) PetscCall(PetscOptionsSetValue(NULL, name, value));
  PetscFunctionReturn(0);
}

/* Of OpenMP, if SuperLU_DIST has brought it along. */
extern void omp_set_num_threads(int n) __attribute__((weak));

/* SuperLU_DIST chooses its pivots once, and a zero one would spoil its memory; its threads spoil its factors. */
static PetscErrorCode superlu_dist_prepare(void)
{
  PetscFunctionBeginUser;
  PetscCall(option_default("-mat_superlu_dist_colperm", "NATURAL"));
  PetscCall(option_default("-mat_superlu_dist_replacetinypivot", "1"));
  if (omp_set_num_threads) omp_set_num_threads(1);
  PetscFunctionReturn(0);
}

PetscErrorCode linear_create_solver(const NewtonSetup *setup, Newton *newton)
{
  const bool       blocks = strcmp(newton->linear, "block") == 0;
  const BandSource source = {.late_first = setup->late_first,
                             .late_count = setup->late_count,
                             .blocks     = blocks,
                             .plan       = setup->plan,
                             .element    = blocks ? setup->element : (FrontElement){0},
                             .nentries   = setup->nentries,
                             .row        = setup->row,
                             .col        = setup->col,
                             .value      = newton->value};
  KSP              ksp;
  PC               pc;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  if (strcmp(newton->linear, "petsc") == 0) { /* no pivoting: needs what order and diagonal it can get */
    PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGNATURAL));
    PetscCall(PCFactorReorderForNonzeroDiagonal(pc, PETSC_DEFAULT));
  }
  if (strcmp(newton->linear, "mumps") == 0) {
    /* the estimate of its work space is too small for these matrices; minimum degree has the least fill on them */
    PetscCall(option_default("-mat_mumps_icntl_14", "200"));
    PetscCall(option_default("-mat_mumps_icntl_7", "0"));
  }
  /* finding diagonal blocks takes KLU quadratic time, and there are none */
  if (strcmp(newton->linear, "klu") == 0) PetscCall(option_default("-mat_klu_use_btf", "0"));
  if (strcmp(newton->linear, "superlu_dist") == 0) PetscCall(superlu_dist_prepare());
  if (blocks || strcmp(newton->linear, "band") == 0) PetscCall(band_attach(pc, &source));
  else if (!is_dense(newton)) PetscCall(PCFactorSetMatSolverType(pc, newton->linear));
  PetscFunctionReturn(0);
}

/* The memory of UMFPACK and of what PETSc itself allocates is an error, that of the others a reason of the preconditioner. KLU does
 * not tell a singular matrix from lack of memory: it counts as singular. */
PetscErrorCode linear_outcome(const Newton *newton, PetscErrorCode ierr, LinearOutcome *outcome)
{
  KSP            ksp;
  PC             pc;
  PCFailedReason reason = PC_NOERROR;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetFailedReason(pc, &reason));
  if (ierr == PETSC_ERR_MEM || reason == PC_FACTOR_OUTMEMORY) *outcome = LINEAR_MEMORY;
  else if (ierr == PETSC_ERR_LIB) *outcome = strcmp(newton->linear, "umfpack") == 0 ? LINEAR_MEMORY : LINEAR_SINGULAR;
  else if (ierr == PETSC_ERR_MAT_LU_ZRPVT) *outcome = LINEAR_SINGULAR;
  else if (ierr) *outcome = LINEAR_ERROR;
  else *outcome = reason == PC_NOERROR ? LINEAR_FINE : LINEAR_SINGULAR;
  PetscFunctionReturn(0);
}

PetscErrorCode linear_solve(Newton *newton, const double *x, bool transpose, double *b, bool *solved)
{
  const PetscScalar *y;
  KSP                ksp;
  KSPConvergedReason reason;
  LinearOutcome      outcome;
  PetscErrorCode     ierr;

  PetscFunctionBeginUser;
  newton->equations.jacobian(newton->equations.context, x, newton->value);
  newton->factored = false;
  PetscCall(linear_fill(newton, newton->J));
  PetscCall(linear_prepare(newton, newton->J));
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPSetOperators(ksp, newton->J, newton->J));
  PetscCall(VecPlaceArray(newton->r, b));
  /* a singular matrix is an answer here, not an error */
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  ierr =
    transpose ? KSPSolveTranspose(ksp, newton->r, newton->correction) : KSPSolve(ksp, newton->r, newton->correction);
  PetscCall(PetscPopErrorHandler());
  PetscCall(VecResetArray(newton->r));
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(linear_outcome(newton, ierr, &outcome));
  PetscCheck(outcome != LINEAR_MEMORY, PetscObjectComm((PetscObject)ksp), PETSC_ERR_MEM, "%s",
             newton_reason_text(NEWTON_MEMORY));
  PetscCall(VecGetArrayRead(newton->correction, &y));
  *solved = ierr == 0 && reason >= 0;
  for (int i = 0; i < newton->n; i++) {
    b[i] = y[i];
    if (!isfinite(b[i])) *solved = false;
  }
  PetscCall(VecRestoreArrayRead(newton->correction, &y));
  PetscFunctionReturn(0);
}

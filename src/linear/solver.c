/* Direct solvers of a linear system through PETSc: one table of kinds, memory of MUMPS, meaning of failures (linear.h). */
#include "linear/linear.h"
#include "linear/lu/factor.h"
#include "linear/lu/front.h"
#include "linear/machine.h"

#include <string.h>

/* One linear solver. */
typedef struct {
  MatSolverType package;     /* of PETSc's PCLU; NULL: its own for dense matrices, or the factors of linear/lu */
  bool          parallel;    /* runs on several ranks */
  bool          library_oom; /* PETSC_ERR_LIB means lack of memory, not a singular matrix */
  struct {
    const char *name, *value;
  } option[2]; /* PETSc options that the user has not set */
} LinearTraits;

static const LinearTraits traits[LINEAR_COUNT] = {
  [LINEAR_AUTO]    = {.parallel = true},
  [LINEAR_DENSE]   = {.package = NULL},
  [LINEAR_BLOCK]   = {.parallel = true},
  [LINEAR_UMFPACK] = {.package = MATSOLVERUMFPACK, .library_oom = true},
  /* KLU finds the block triangular form in quadratic time */
  [LINEAR_KLU] = {.package = MATSOLVERKLU, .option = {{"-mat_klu_use_btf", "0"}}},
  /* 200 % more workspace than MUMPS estimates, for delayed pivots; minimum degree has the least fill */
  [LINEAR_MUMPS] = {.package  = MATSOLVERMUMPS,
                    .parallel = true,
                    .option   = {{"-mat_mumps_icntl_14", "200"}, {"-mat_mumps_icntl_7", "0"}}}};

bool linear_is_parallel(LinearKind kind)
{
  return traits[kind].parallel;
}

/* Sets a PETSc option that the user has not set. */
static PetscErrorCode option_default(const char *name, const char *value)
{
  PetscBool set;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, name, &set));
  if (!set) PetscCall(PetscOptionsSetValue(NULL, name, value));
  PetscFunctionReturn(0);
}

/* KSPPREONLY with LU: one direct solve. Options of the table are defaults, which the user's PETSc options replace. */
PetscErrorCode linear_attach(const LinearSetup *setup, KSP ksp, LinearSystem *linear)
{
  const LinearTraits *t      = &traits[linear->kind];
  const FactorSource  source = {.plan     = setup->plan,
                                .chain    = setup->chain,
                                .nentries = setup->nentries,
                                .row      = setup->row,
                                .col      = setup->col,
                                .value    = linear->value};
  PC                  pc;

  PetscFunctionBeginUser;
  linear->ksp = ksp;
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  for (int i = 0; i < 2 && t->option[i].name; i++) PetscCall(option_default(t->option[i].name, t->option[i].value));
  if (linear->kind == LINEAR_BLOCK) PetscCall(factor_attach(pc, &source));
  else if (t->package) PetscCall(PCFactorSetMatSolverType(pc, t->package));
  PetscFunctionReturn(0);
}

/* --- MUMPS */

/* Compares the memory that MUMPS estimates after its analysis with what is free: a larger request may let the system stop the
 * program. */
static PetscErrorCode mumps_analyse(LinearSystem *linear, PC pc)
{
  MPI_Comm      comm = PetscObjectComm((PetscObject)linear->A);
  MatFactorInfo info;
  Mat           F;
  PetscInt      needed;
  double        memory;

  PetscFunctionBeginUser;
  PetscCall(PCFactorSetUpMatSolverType(pc));
  PetscCall(PCFactorGetMatrix(pc, &F));
  PetscCall(MatFactorInfoInitialize(&info));
  PetscCall(MatLUFactorSymbolic(F, linear->A, NULL, NULL, &info));
  PetscCall(MatMumpsGetInfog(F, 16, &needed)); /* in MB, of the rank that needs most */
  PetscCall(machine_free_memory(comm, &memory));
  PetscCheck(1e6 * (double)needed < memory, comm, PETSC_ERR_MEM,
             "MUMPS needs %" PetscInt_FMT " MB on a rank, %.0f MB are free", needed, 1e-6 * memory);
  linear->analysed = true;
  PetscFunctionReturn(0);
}

/* Factors with MUMPS; retries with more workspace when delayed pivots overflow it (INFOG(1) = -8 or -9). */
static PetscErrorCode mumps_factor(LinearSystem *linear, PC pc)
{
  static const char *const more[] = {"400", "1600", "6400"};
  Mat                      F;
  PetscInt                 info = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i <= 3; i++) {
    if (!linear->analysed) PetscCall(mumps_analyse(linear, pc));
    PetscCall(PCSetUp(pc));
    PetscCall(PCFactorGetMatrix(pc, &F));
    PetscCall(MatMumpsGetInfog(F, 1, &info));
    if ((info != -8 && info != -9) || i == 3) break;
    PetscCall(PetscOptionsSetValue(NULL, "-mat_mumps_icntl_14", more[i]));
    PetscCall(PCReset(pc));
    PetscCall(PCSetFailedReason(pc, PC_NOERROR));
    PetscCall(PCSetOperators(pc, linear->A, linear->A));
    linear->analysed = false;
  }
  PetscFunctionReturn(0);
}

/* Whether MUMPS factors: the user may have chosen another package or preconditioner by PETSc options. */
static PetscErrorCode mumps_chosen(const LinearSystem *linear, PC pc, bool *chosen)
{
  PetscBool     lu;
  MatSolverType package;

  PetscFunctionBeginUser;
  *chosen = false;
  if (linear->kind != LINEAR_MUMPS) PetscFunctionReturn(0);
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCLU, &lu));
  if (!lu) PetscFunctionReturn(0);
  PetscCall(PCFactorGetMatSolverType(pc, &package));
  *chosen = package && strcmp(package, MATSOLVERMUMPS) == 0;
  PetscFunctionReturn(0);
}

/* KSPSetOperators makes the next solve factor again; KSPSetUp alone would not (docs/explanation/numerics.md, PETSc traps). */
PetscErrorCode linear_update(LinearSystem *linear)
{
  bool mumps;
  PC   pc;

  PetscFunctionBeginUser;
  PetscCall(linear_fill(linear));
  PetscCall(KSPGetPC(linear->ksp, &pc));
  PetscCall(mumps_chosen(linear, pc, &mumps));
  if (!mumps) PetscFunctionReturn(0);
  PetscCall(KSPSetOperators(linear->ksp, linear->A, linear->A));
  PetscCall(mumps_factor(linear, pc));
  PetscFunctionReturn(0);
}

/* --- solves */

/* UMFPACK and PETSc report lack of memory as an error, other packages as a reason of the preconditioner. KLU reports a singular matrix
 * and lack of memory alike; it counts as singular. */
PetscErrorCode linear_outcome(const LinearSystem *linear, PetscErrorCode ierr, LinearOutcome *outcome)
{
  PC             pc;
  PCFailedReason reason = PC_NOERROR;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(linear->ksp, &pc));
  PetscCall(PCGetFailedReason(pc, &reason));
  if (ierr == PETSC_ERR_MEM || reason == PC_FACTOR_OUTMEMORY) *outcome = OUTCOME_OUT_OF_MEMORY;
  else if (ierr == PETSC_ERR_LIB)
    *outcome = traits[linear->kind].library_oom ? OUTCOME_OUT_OF_MEMORY : OUTCOME_SINGULAR;
  else if (ierr == PETSC_ERR_MAT_LU_ZRPVT) *outcome = OUTCOME_SINGULAR;
  else if (ierr) *outcome = OUTCOME_ERROR;
  else *outcome = reason == PC_NOERROR ? OUTCOME_FINE : OUTCOME_SINGULAR;
  PetscFunctionReturn(0);
}

PetscErrorCode linear_reset(LinearSystem *linear)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPReset(linear->ksp));
  PetscCall(KSPGetPC(linear->ksp, &pc));
  PetscCall(PCSetFailedReason(pc, PC_NOERROR));
  linear->analysed = false;
  PetscFunctionReturn(0);
}

PetscErrorCode linear_refactor(LinearSystem *linear, LinearOutcome *outcome)
{
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCall(linear_update(linear));
  PetscCall(KSPSetOperators(linear->ksp, linear->A, linear->A));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL)); /* a singular matrix is a result, not an error */
  ierr = KSPSetUp(linear->ksp);
  PetscCall(PetscPopErrorHandler());
  PetscCall(linear_outcome(linear, ierr, outcome));
  if (*outcome != OUTCOME_FINE) PetscCall(linear_reset(linear));
  PetscFunctionReturn(0);
}

/* x = A^{-1} b or A^{-T} b. A singular matrix and a lack of memory are outcomes; factors are discarded after one. */
PetscErrorCode linear_solve(LinearSystem *linear, bool transpose, Vec b, Vec x, LinearOutcome *outcome)
{
  KSPConvergedReason reason;
  PetscErrorCode     ierr;

  PetscFunctionBeginUser;
  PetscCall(KSPSetOperators(linear->ksp, linear->A, linear->A));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL)); /* a singular matrix is a result, not an error */
  ierr = transpose ? KSPSolveTranspose(linear->ksp, b, x) : KSPSolve(linear->ksp, b, x);
  PetscCall(PetscPopErrorHandler());
  PetscCall(KSPGetConvergedReason(linear->ksp, &reason));
  PetscCall(linear_outcome(linear, ierr, outcome));
  if (*outcome == OUTCOME_FINE && reason < 0) *outcome = OUTCOME_SINGULAR;
  if (*outcome != OUTCOME_FINE) PetscCall(linear_reset(linear));
  PetscFunctionReturn(0);
}

PetscErrorCode linear_factors(const LinearSystem *linear, PC *pc, bool *direct)
{
  PetscBool is;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(linear->ksp, pc));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)*pc, &is, PCLU, PCSHELL, ""));
  *direct = is == PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* --- memory */

/* LAPACK's band storage: lower more diagonals for row interchanges (Golub and Van Loan 2013, section 4.3), and one pivot per row. */
double linear_band_bytes(double n, double lower, double upper)
{
  return 8.0 * n * (2.0 * lower + upper + 1.0) + 4.0 * n;
}

bool linear_front_bytes(int n, const int *row, const int *col, const FrontPlan *plan, double *bytes)
{
  return front_estimate(&(FrontPattern){.n = n, .row = row, .col = col}, plan, bytes);
}

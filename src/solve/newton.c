#include "solve/newton.h"

#include "solve/band.h"

#include <math.h>
#include <petsctime.h>
#include <stdlib.h>
#include <string.h>

/* Residuals above this are never taken for the rounding floor. */
static const double floor_most = 1e-9;

/* Guesses beyond this overflow by themselves. */
static const double guess_most = 1e100;

/* Guesses further off than this get a Newton step of their own. */
static const double kept_most = 1e-2;

enum { POLISH_MOST = 14, CORRECTIONS_WORTH = 8, ROUNDING_SLACK = 64, NOISE = 1000 };

static PetscErrorCode newton_function(SNES snes, Vec x, Vec r, void *context)
{
  Newton            *newton = context;
  const PetscScalar *xa;
  PetscScalar       *ra;
  PetscLogDouble     start, end;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(PetscTime(&start));
  PetscCall(VecGetArrayRead(x, &xa));
  PetscCall(VecGetArrayWrite(r, &ra));
  newton->equations.residual(newton->equations.context, xa, ra);
  PetscCall(VecRestoreArrayWrite(r, &ra));
  PetscCall(VecRestoreArrayRead(x, &xa));
  PetscCall(PetscTime(&end));
  newton->times.residual += end - start;
  PetscFunctionReturn(0);
}

/* Dense: entries go straight to their places; the others stay zero for ever. */
static PetscErrorCode matrix_fill(Newton *newton, Mat J)
{
  PetscScalar *a;

  PetscFunctionBeginUser;
  if (newton->offset) {
    PetscCall(MatDenseGetArrayWrite(J, &a));
    if (newton->doubles) {
      for (int e = 0; e < newton->nentries; e++)
        if (newton->offset[e] >= 0) a[newton->offset[e]] = 0.0;
      for (int e = 0; e < newton->nentries; e++)
        if (newton->offset[e] >= 0) a[newton->offset[e]] += newton->value[e];
    } else {
      for (int e = 0; e < newton->nentries; e++) a[newton->offset[e]] = newton->value[e];
    }
    PetscCall(MatDenseRestoreArrayWrite(J, &a));
    PetscCall(MatAssemblyBegin(J, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(J, MAT_FINAL_ASSEMBLY));
  } else {
    PetscCall(MatSetValuesCOO(J, newton->value, INSERT_VALUES));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode newton_jacobian(SNES snes, Vec x, Mat J, Mat P, void *context)
{
  Newton            *newton = context;
  const PetscScalar *xa;
  PetscLogDouble     start, end;

  PetscFunctionBeginUser;
  (void)snes, (void)P;
  PetscCall(PetscTime(&start));
  PetscCall(VecGetArrayRead(x, &xa));
  newton->equations.jacobian(newton->equations.context, xa, newton->value);
  PetscCall(VecRestoreArrayRead(x, &xa));
  PetscCall(matrix_fill(newton, J));
  PetscCall(PetscTime(&end));
  newton->times.jacobian += end - start;
  PetscFunctionReturn(0);
}

/* Whether corrections with the factors at hand will do: each costs a residual and a triangular solve, a fraction of a Newton
 * step. `rate` is their expected contraction. Factors of earlier solves contract the worse the older they are. */
static bool corrections_suffice(double rms, double rate)
{
  const double wanted = 0.1 * PETSC_MACHINE_EPSILON;

  if (rms <= wanted) return true;
  return rate < 0.1 && log(wanted / rms) / log(rate) <= CORRECTIONS_WORTH;
}

/* Whether any rank wants to stop. */
static PetscErrorCode newton_stopped(const Newton *newton, bool *stopped)
{
  int mine = newton->equations.stop && newton->equations.stop(newton->equations.context), any = mine;

  PetscFunctionBeginUser;
  if (newton->n_all > newton->n)
    PetscCallMPI(MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, PetscObjectComm((PetscObject)newton->snes)));
  *stopped = any != 0;
  PetscFunctionReturn(0);
}

/* Below the tolerance, or within reach of cheap corrections, or no longer falling and so small that only rounding is left.
 * The Jacobian of one iterate back contracts by about 2 r_j / r_{j-1}: r_j is second order in the last step. */
static PetscErrorCode newton_test(SNES snes, PetscInt it, PetscReal xnorm, PetscReal gnorm, PetscReal fnorm,
                                  SNESConvergedReason *reason, void *context)
{
  Newton      *newton = context;
  const double rms    = fnorm / sqrt(newton->n_all);
  const double rate   = it > 0 ? 2.0 * rms / newton->previous : newton->drift * (newton->age + 1);
  bool         stopped;

  PetscFunctionBeginUser;
  (void)snes, (void)xnorm, (void)gnorm;
  *reason                 = SNES_CONVERGED_ITERATING;
  newton->status.residual = rms;
  if (!isfinite(rms)) *reason = SNES_DIVERGED_FNORM_NAN;
  else if (rms <= newton->tolerance && it > 0) *reason = SNES_CONVERGED_FNORM_ABS;
  else if (newton->eager && (it > 0 || (newton->factored && rms < kept_most)) && corrections_suffice(rms, rate))
    *reason = SNES_CONVERGED_FNORM_RELATIVE;
  else if (it > 0 && rms <= floor_most && rms > 0.25 * newton->previous) {
    *reason               = SNES_CONVERGED_SNORM_RELATIVE;
    newton->status.reason = NEWTON_FLOOR;
  } else if (it > 2 && rms > 1e6 && rms > newton->previous) *reason = SNES_DIVERGED_DTOL;
  newton->previous = rms;
  PetscCall(newton_stopped(newton, &stopped));
  if (stopped) {
    *reason               = SNES_DIVERGED_INNER;
    newton->status.reason = NEWTON_STOPPED;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode matrix_create_dense(const NewtonSetup *setup, Newton *newton)
{
  char *seen;

  PetscFunctionBeginUser;
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, setup->n, setup->n, NULL, &newton->J));
  PetscCall(PetscMalloc1((size_t)setup->nentries, &newton->offset));
  PetscCall(PetscCalloc1((size_t)setup->n * (size_t)setup->n, &seen));
  for (int e = 0; e < setup->nentries; e++) {
    if (setup->row[e] < 0 || setup->col[e] < 0) {
      newton->offset[e] = -1;
      newton->doubles   = true;
      continue;
    }
    newton->offset[e] = setup->row[e] + setup->col[e] * setup->n;
    if (seen[newton->offset[e]]) newton->doubles = true;
    seen[newton->offset[e]] = 1;
  }
  PetscCall(PetscFree(seen));
  PetscFunctionReturn(0);
}

static PetscErrorCode matrix_create_sparse(const NewtonSetup *setup, Newton *newton)
{
  /* PETSc's own LU wants every diagonal entry, if only as a zero; they follow the others */
  const int diagonal = strcmp(newton->linear, "petsc") == 0 ? setup->n : 0, all = setup->nentries + diagonal;
  PetscInt *row, *col, first;

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
  PetscFunctionReturn(0);
}

static bool is_late(const NewtonSetup *setup, int row)
{
  return row >= setup->late_first && row < setup->late_first + setup->late_count;
}

/* Dense while that is small, banded when the band is narrow, otherwise a sparse solver; the bounds come from `make bench`. */
static PetscErrorCode linear_choose(const NewtonSetup *setup, Newton *newton)
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
  if (size == 1 && setup->n <= NEWTON_DENSE_MOST) newton->linear = "dense";
  else if (most <= NEWTON_BAND_MOST && 4.0 * most < newton->n_all / size && (size == 1 || !setup->whole))
    newton->linear = "band";
  else newton->linear = size == 1 ? "umfpack" : "mumps";
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

static PetscErrorCode linear_create(const NewtonSetup *setup, Newton *newton)
{
  const BandSource source = {setup->late_first, setup->late_count, setup->tail,  setup->nentries,
                             setup->row,        setup->col,        newton->value};
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
  /* the estimate of its work space is too small for these matrices */
  if (strcmp(newton->linear, "mumps") == 0) PetscCall(option_default("-mat_mumps_icntl_14", "100"));
  /* finding diagonal blocks takes KLU quadratic time, and there are none */
  if (strcmp(newton->linear, "klu") == 0) PetscCall(option_default("-mat_klu_use_btf", "0"));
  if (strcmp(newton->linear, "superlu_dist") == 0) PetscCall(option_default("-mat_superlu_dist_colperm", "NATURAL"));
  if (strcmp(newton->linear, "band") == 0) PetscCall(band_attach(pc, &source));
  else if (!newton->offset) PetscCall(PCFactorSetMatSolverType(pc, newton->linear));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_create(const NewtonSetup *setup, const NewtonEquations *equations, Newton *newton)
{
  const double   mine = setup->n;
  SNESLineSearch search;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(newton, sizeof *newton));
  newton->equations = *equations;
  newton->n         = setup->n;
  newton->nentries  = setup->nentries;
  newton->tolerance = setup->tolerance;
  newton->linear    = setup->linear;
  PetscCallMPI(MPI_Allreduce(&mine, &newton->n_all, 1, MPI_DOUBLE, MPI_SUM, setup->comm));
  if (strcmp(setup->linear, "auto") == 0) PetscCall(linear_choose(setup, newton));
  PetscCall(PetscCalloc1((size_t)setup->nentries + (size_t)setup->n, &newton->value));
  if (strcmp(newton->linear, "dense") == 0) PetscCall(matrix_create_dense(setup, newton));
  else PetscCall(matrix_create_sparse(setup, newton));

  PetscCall(MatCreateVecs(newton->J, &newton->x, &newton->r));
  PetscCall(VecDuplicate(newton->x, &newton->correction));
  PetscCall(SNESCreate(setup->comm, &newton->snes));
  PetscCall(SNESSetType(newton->snes, SNESNEWTONLS));
  PetscCall(SNESSetFunction(newton->snes, newton->r, newton_function, newton));
  PetscCall(SNESSetJacobian(newton->snes, newton->J, newton->J, newton_jacobian, newton));
  PetscCall(SNESSetConvergenceTest(newton->snes, newton_test, newton, NULL));
  PetscCall(
    SNESSetTolerances(newton->snes, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, setup->max_iterations, PETSC_DEFAULT));
  PetscCall(SNESGetLineSearch(newton->snes, &search));
  PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  PetscCall(linear_create(setup, newton));
  PetscCall(SNESSetFromOptions(newton->snes));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_destroy(Newton *newton)
{
  PetscFunctionBeginUser;
  PetscCall(SNESDestroy(&newton->snes));
  PetscCall(VecDestroy(&newton->x));
  PetscCall(VecDestroy(&newton->r));
  PetscCall(VecDestroy(&newton->correction));
  PetscCall(MatDestroy(&newton->J));
  PetscCall(PetscFree(newton->offset));
  PetscCall(PetscFree(newton->value));
  PetscFunctionReturn(0);
}

/* Corrections with the factors at hand until nothing changes: from where SNES stopped down to rounding. Conservation to
 * rounding depends on them. The first one costs a triangular solve only, since the residual is known. good = false: they stop
 * contracting before they reach rounding. */
static PetscErrorCode newton_polish(Newton *newton, bool fresh, bool *good)
{
  KSP       ksp;
  PC        pc;
  Vec       r;
  PetscReal size = 0.0, before = PETSC_MAX_REAL, most, norm;
  PetscBool direct;

  PetscFunctionBeginUser;
  *good = true;
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &direct, PCLU, PCSHELL, ""));
  if (!direct) PetscFunctionReturn(0); /* somebody chose an iterative solver by options */
  PetscCall(SNESGetFunction(newton->snes, &r, NULL, NULL));
  PetscCall(VecNorm(newton->x, NORM_INFINITY, &most));
  const double rounding = PETSC_MACHINE_EPSILON * most;
  for (int step = 0; step < POLISH_MOST; step++) {
    PetscCall(PCApply(pc, r, newton->correction));
    PetscCall(VecAXPY(newton->x, -1.0, newton->correction));
    newton->status.corrections++;
    if (fresh && step == 0 && newton->status.residual <= newton->tolerance) PetscFunctionReturn(0);
    PetscCall(VecNorm(newton->correction, NORM_INFINITY, &size));
    if (step == 1 && !fresh && before > NOISE * rounding) newton->drift = size / before / newton->age;
    if (size <= rounding || size > 0.3 * before) break;
    before = size;
    PetscCall(SNESComputeFunction(newton->snes, newton->x, r));
    PetscCall(VecNorm(r, NORM_2, &norm));
    newton->status.residual = norm / sqrt(newton->n_all);
  }
  *good = size <= ROUNDING_SLACK * rounding;
  PetscFunctionReturn(0);
}

static NewtonReason reason_translate(SNESConvergedReason reason, const Newton *newton)
{
  if (reason > 0) return newton->status.reason == NEWTON_FLOOR ? NEWTON_FLOOR : NEWTON_CONVERGED;
  if (newton->status.reason == NEWTON_STOPPED) return NEWTON_STOPPED;
  if (reason == SNES_DIVERGED_LINEAR_SOLVE) return NEWTON_SINGULAR;
  if (reason == SNES_DIVERGED_MAX_IT || reason == SNES_DIVERGED_LINE_SEARCH) return NEWTON_STALLED;
  return NEWTON_DIVERGED;
}

/* SNESSolve, with a singular matrix as a result instead of an error. */
static PetscErrorCode snes_solve(Newton *newton, bool *singular)
{
  PetscErrorCode      ierr;
  PetscReal           size, guess;
  SNESConvergedReason reason;
  KSP                 ksp;
  PC                  pc;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(newton->x, NORM_INFINITY, &guess));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  ierr = SNESSolve(newton->snes, NULL, newton->x);
  PetscCall(PetscPopErrorHandler());
  /* KLU and MUMPS call a singular matrix an error of the library */
  *singular = ierr == PETSC_ERR_MAT_LU_ZRPVT || ierr == PETSC_ERR_LIB;
  if (!*singular) PetscCall(ierr);
  PetscCall(SNESGetConvergedReason(newton->snes, &reason));
  if (reason > 0 && !*singular) PetscFunctionReturn(0);
  /* UMFPACK divides by the zero pivot */
  PetscCall(VecNorm(newton->x, NORM_INFINITY, &size));
  if (!isfinite(size) && guess < guess_most) *singular = true;
  /* factors after a failure are of no use, MUMPS even refuses to make new ones */
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  if (*singular || reason == SNES_DIVERGED_LINEAR_SOLVE) {
    PetscCall(KSPReset(ksp));
    PetscCall(PCSetFailedReason(pc, PC_NOERROR));
  }
  PetscFunctionReturn(0);
}

/* SNES, then corrections. */
static PetscErrorCode newton_attempt(Newton *newton, bool *good)
{
  SNESConvergedReason reason;
  PetscInt            iterations;
  bool                singular = false;
  const bool          kept     = newton->factored;

  PetscFunctionBeginUser;
  *good                 = true;
  newton->status.reason = NEWTON_DIVERGED;
  newton->previous      = PETSC_MAX_REAL;
  PetscCall(snes_solve(newton, &singular));
  PetscCall(SNESGetConvergedReason(newton->snes, &reason));
  PetscCall(SNESGetIterationNumber(newton->snes, &iterations));
  newton->status.iterations += iterations;
  newton->status.reason = singular ? NEWTON_SINGULAR : reason_translate(reason, newton);
  newton->factored      = newton_ok(&newton->status) && (kept || iterations > 0);
  newton->age           = iterations > 0 ? 0 : newton->age + 1;
  if (iterations > 0) newton->drift *= 0.97; /* forget slowly: the motion may have become calmer */
  if (newton_ok(&newton->status)) PetscCall(newton_polish(newton, iterations > 0, good));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_solve(Newton *newton, bool backtrack, double *x, NewtonStatus *status)
{
  PetscLogDouble start, end;
  SNESLineSearch search;
  bool           good;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  newton->status = (NewtonStatus){.reason = NEWTON_DIVERGED};
  newton->eager  = true;
  if (backtrack) {
    PetscCall(SNESGetLineSearch(newton->snes, &search));
    PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBT));
  }
  PetscCall(VecPlaceArray(newton->x, x));
  PetscCall(newton_attempt(newton, &good));
  if (!good &&
      newton->status.reason == NEWTON_CONVERGED) { /* the corrections were not good enough: Newton to the end */
    newton->eager = newton->factored = false;
    PetscCall(newton_attempt(newton, &good));
  }
  PetscCall(VecResetArray(newton->x));
  if (backtrack) PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  PetscCall(PetscTime(&end));
  newton->times.total += end - start;
  *status = newton->status;
  PetscFunctionReturn(0);
}

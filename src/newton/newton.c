/* Newton's method through PETSc SNES: callbacks, convergence test, line searches, failures as results (newton.h). */
#include "newton/newton.h"

#include "newton/correct.h"

#include <math.h>
#include <petsctime.h>

/* Largest residual that counts as the rounding floor. */
static const double floor_most = 1e-9;

/* Larger guesses overflow in the residual already. */
static const double guess_most = 1e100;

/* Residuals above this get a new Jacobian. */
static const double kept_most = 1e-2;

/* First error of a solve. */
typedef struct {
  const char *function;
  char        message[256];
} NewtonError;

const char *newton_reason_text(NewtonReason reason)
{
  static const char *const text[] = {[NEWTON_CONVERGED] = "",
                                     [NEWTON_FLOOR]     = "",
                                     [NEWTON_DIVERGED]  = "Newton's method diverged",
                                     [NEWTON_STALLED]   = "Newton's method did not reach the tolerance",
                                     [NEWTON_SINGULAR]  = "the iteration matrix is singular",
                                     [NEWTON_MEMORY]    = "the memory does not suffice for the linear solver",
                                     [NEWTON_STOPPED]   = ""};
  return text[reason];
}

/* r(x) for SNES. */
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

/* J(x) for SNES, into newton->linear. */
static PetscErrorCode newton_jacobian(SNES snes, Vec x, Mat J, Mat P, void *context)
{
  Newton            *newton = context;
  const PetscScalar *xa;
  PetscLogDouble     start, end;

  PetscFunctionBeginUser;
  (void)snes, (void)J, (void)P;
  PetscCall(PetscTime(&start));
  PetscCall(VecGetArrayRead(x, &xa));
  newton->equations.jacobian(newton->equations.context, xa, newton->linear.value);
  PetscCall(VecRestoreArrayRead(x, &xa));
  PetscCall(linear_update(&newton->linear));
  PetscCall(PetscTime(&end));
  newton->times.jacobian += end - start;
  PetscFunctionReturn(0);
}

/* Logical or of the stop requests of all ranks. */
static PetscErrorCode newton_stopped(const Newton *newton, bool *stopped)
{
  int mine = newton->equations.stop && newton->equations.stop(newton->equations.context), any = mine;

  PetscFunctionBeginUser;
  if (newton->n_all > newton->n)
    PetscCallMPI(MPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_MAX, PetscObjectComm((PetscObject)newton->snes)));
  *stopped = any != 0;
  PetscFunctionReturn(0);
}

/* Convergence: below the tolerance; or corrections suffice; or the residual stagnates at the rounding floor. With the Jacobian of the
 * iterate before, corrections contract by about 2 r_j / r_{j-1}, since r_j is of second order in the last step. */
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
  else if (newton->eager && (it > 0 || (newton->factored && rms < kept_most)) &&
           corrections_suffice(newton, it == 0, rms, rate))
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

/* Couples SNES to the equations, the convergence test and the linear system. */
static PetscErrorCode snes_create(const NewtonSetup *setup, Newton *newton)
{
  SNESLineSearch search;
  KSP            ksp;
  const Mat      J = newton->linear.A;

  PetscFunctionBeginUser;
  PetscCall(SNESCreate(setup->linear.comm, &newton->snes));
  PetscCall(SNESSetType(newton->snes, SNESNEWTONLS));
  PetscCall(SNESSetFunction(newton->snes, newton->r, newton_function, newton));
  PetscCall(SNESSetJacobian(newton->snes, J, J, newton_jacobian, newton));
  PetscCall(SNESSetConvergenceTest(newton->snes, newton_test, newton, NULL));
  PetscCall(
    SNESSetTolerances(newton->snes, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, setup->max_iterations, PETSC_DEFAULT));
  PetscCall(SNESGetLineSearch(newton->snes, &search));
  PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(linear_attach(&setup->linear, ksp, &newton->linear));
  PetscCall(SNESSetFromOptions(newton->snes));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-snes_linesearch_type", &newton->search_given));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_create(const NewtonSetup *setup, const NewtonEquations *equations, Newton *newton)
{
  const double mine = setup->linear.n;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(newton, sizeof *newton));
  newton->equations = *equations;
  newton->n         = setup->linear.n;
  newton->nentries  = setup->linear.nentries;
  newton->tolerance = setup->tolerance;
  PetscCallMPI(MPI_Allreduce(&mine, &newton->n_all, 1, MPI_DOUBLE, MPI_SUM, setup->linear.comm));
  PetscCall(linear_create(&setup->linear, &newton->linear));
  PetscCall(MatCreateVecs(newton->linear.A, &newton->x, &newton->r));
  PetscCall(VecDuplicate(newton->x, &newton->correction));
  PetscCall(snes_create(setup, newton));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_destroy(Newton *newton)
{
  PetscFunctionBeginUser;
  PetscCall(SNESDestroy(&newton->snes));
  PetscCall(VecDestroy(&newton->x));
  PetscCall(VecDestroy(&newton->r));
  PetscCall(VecDestroy(&newton->correction));
  PetscCall(linear_destroy(&newton->linear));
  PetscFunctionReturn(0);
}

/* Reason of a solve from that of SNES and the outcome of its last linear solve. */
static NewtonReason reason_translate(SNESConvergedReason reason, LinearOutcome outcome, const Newton *newton)
{
  if (outcome == OUTCOME_OUT_OF_MEMORY) return NEWTON_MEMORY;
  if (outcome == OUTCOME_SINGULAR) return NEWTON_SINGULAR;
  if (reason > 0) return newton->status.reason == NEWTON_FLOOR ? NEWTON_FLOOR : NEWTON_CONVERGED;
  if (newton->status.reason == NEWTON_STOPPED) return NEWTON_STOPPED;
  if (reason == SNES_DIVERGED_LINEAR_SOLVE) return NEWTON_SINGULAR;
  /* no descent is possible: the residual is at rounding already */
  if (reason == SNES_DIVERGED_LINE_SEARCH && newton->status.residual <= newton->tolerance) return NEWTON_CONVERGED;
  if (reason == SNES_DIVERGED_MAX_IT || reason == SNES_DIVERGED_LINE_SEARCH) return NEWTON_STALLED;
  return NEWTON_DIVERGED;
}

/* Error handler that stores the first message: some errors turn out to be results. */
static PetscErrorCode error_keep(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                 PetscErrorType type, const char *message, void *context)
{
  NewtonError *error = context;

  (void)comm, (void)line, (void)file;
  if (type == PETSC_ERROR_INITIAL) {
    error->function = function;
    (void)PetscStrncpy(error->message, message, sizeof error->message);
  }
  return code;
}

/* SNESSolve; a singular matrix and lack of memory are results, not errors. */
static PetscErrorCode snes_solve(Newton *newton, LinearOutcome *outcome)
{
  PetscErrorCode      ierr;
  NewtonError         error = {"SNESSolve", ""};
  PetscReal           size, guess;
  SNESConvergedReason reason;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(newton->x, NORM_INFINITY, &guess));
  PetscCall(PetscPushErrorHandler(error_keep, &error));
  ierr = SNESSolve(newton->snes, NULL, newton->x);
  PetscCall(PetscPopErrorHandler());
  PetscCall(linear_outcome(&newton->linear, ierr, outcome));
  if (*outcome == OUTCOME_ERROR)
    return PetscError(PETSC_COMM_SELF, __LINE__, error.function, __FILE__, ierr, PETSC_ERROR_INITIAL, "%s",
                      error.message);
  PetscCall(SNESGetConvergedReason(newton->snes, &reason));
  if (reason > 0 && !ierr) {
    *outcome = OUTCOME_FINE;
    PetscFunctionReturn(0);
  }
  /* UMFPACK divides by the zero pivot */
  PetscCall(VecNorm(newton->x, NORM_INFINITY, &size));
  if (!isfinite(size) && guess < guess_most && *outcome == OUTCOME_FINE) *outcome = OUTCOME_SINGULAR;
  if (*outcome != OUTCOME_FINE || reason == SNES_DIVERGED_LINEAR_SOLVE) PetscCall(linear_reset(&newton->linear));
  PetscFunctionReturn(0);
}

/* One run of SNES, then corrections. good = false: they stopped contracting before the tolerance. */
static PetscErrorCode newton_attempt(Newton *newton, bool *good)
{
  SNESConvergedReason reason;
  PetscInt            iterations;
  LinearOutcome       outcome = OUTCOME_FINE;
  const bool          kept    = newton->factored;

  PetscFunctionBeginUser;
  *good                 = true;
  newton->status.reason = NEWTON_DIVERGED;
  newton->previous      = PETSC_MAX_REAL;
  PetscCall(snes_solve(newton, &outcome));
  PetscCall(SNESGetConvergedReason(newton->snes, &reason));
  PetscCall(SNESGetIterationNumber(newton->snes, &iterations));
  newton->status.iterations += iterations;
  newton->status.reason = reason_translate(reason, outcome, newton);
  newton->factored      = newton_ok(&newton->status) && (kept || iterations > 0);
  newton->age           = iterations > 0 ? 0 : newton->age + 1;
  if (iterations > 0) newton->drift *= 0.6; /* forget: later solutions may change less */
  if (newton_ok(&newton->status)) PetscCall(corrections_run(newton, iterations > 0, good));
  PetscFunctionReturn(0);
}

/* Solves from x; where corrections fail, repeats with Newton iterations alone. */
static PetscErrorCode newton_from(Newton *newton, double *x)
{
  bool good;

  PetscFunctionBeginUser;
  newton->eager = true;
  PetscCall(VecPlaceArray(newton->x, x));
  PetscCall(newton_attempt(newton, &good));
  if (!good && newton->status.reason == NEWTON_CONVERGED) {
    newton->eager = newton->factored = false;
    PetscCall(newton_attempt(newton, &good));
  }
  PetscCall(VecResetArray(newton->x));
  PetscFunctionReturn(0);
}

/* Line searches in turn: the error-oriented one (Deuflhard 2004, NLEQ-ERR) needs the fewest iterations, backtracking converges where it
 * fails (`scripts/bench_global.sh search`). most: number of searches to try. */
static PetscErrorCode newton_search(Newton *newton, int most, double *x)
{
  static const char *const types[] = {SNESLINESEARCHNLEQERR, SNESLINESEARCHBT};
  SNESLineSearch           search;
  double                  *guess;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(newton->n, &guess));
  PetscCall(PetscArraycpy(guess, x, newton->n));
  PetscCall(SNESGetLineSearch(newton->snes, &search));
  for (int i = 0; i < most; i++) {
    PetscCall(SNESLineSearchSetType(search, types[i]));
    if (i > 0) PetscCall(PetscArraycpy(x, guess, newton->n));
    PetscCall(newton_from(newton, x));
    if (newton_final(&newton->status)) break;
  }
  PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  PetscCall(PetscFree(guess));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_solve(Newton *newton, NewtonSearch search, double *x, NewtonStatus *status)
{
  PetscLogDouble start, end;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  newton->status = (NewtonStatus){.reason = NEWTON_DIVERGED};
  if (search == NEWTON_FULL || newton->search_given) PetscCall(newton_from(newton, x));
  else PetscCall(newton_search(newton, search == NEWTON_SEARCH ? 2 : 1, x));
  PetscCall(PetscTime(&end));
  newton->times.total += end - start;
  *status = newton->status;
  PetscFunctionReturn(0);
}

PetscErrorCode newton_linearize(Newton *newton, const double *x)
{
  PetscFunctionBeginUser;
  newton->factored = false;
  newton->equations.jacobian(newton->equations.context, x, newton->linear.value);
  PetscCall(linear_fill(&newton->linear));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_linear_solve(Newton *newton, const double *x, bool transpose, double *b, bool *solved)
{
  LinearOutcome outcome;
  PetscReal     most;

  PetscFunctionBeginUser;
  *solved          = false;
  newton->factored = false;
  newton->equations.jacobian(newton->equations.context, x, newton->linear.value);
  PetscCall(linear_update(&newton->linear));
  PetscCall(VecPlaceArray(newton->r, b));
  PetscCall(linear_solve(&newton->linear, transpose, newton->r, newton->correction, &outcome));
  PetscCheck(outcome != OUTCOME_OUT_OF_MEMORY, PetscObjectComm((PetscObject)newton->snes), PETSC_ERR_MEM, "%s",
             newton_reason_text(NEWTON_MEMORY));
  if (outcome == OUTCOME_FINE) {
    PetscCall(VecNorm(newton->correction, NORM_1, &most)); /* not a number if an entry is none */
    *solved = isfinite(most);
  }
  if (*solved) PetscCall(VecCopy(newton->correction, newton->r));
  PetscCall(VecResetArray(newton->r));
  PetscFunctionReturn(0);
}

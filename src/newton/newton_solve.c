/* Newton's method from a guess: line searches, corrections with old factors, failures as results (newton.h). */
#include "newton/correct.h"
#include "newton/newton.h"

#include <math.h>
#include <petsctime.h>

/* Larger guesses overflow in the residual already. */
static const double guess_most = 1e100;

/* First error of a solve. */
typedef struct {
  const char *function;
  char        message[256];
} NewtonError;

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

/* Judges a solve that SNES calls converged although newton_test did not end it, as after -snes_type ksponly: by its own residual. */
static PetscErrorCode newton_judge(Newton *newton)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(SNESComputeFunction(newton->snes, newton->x, newton->r));
  PetscCall(VecNorm(newton->r, NORM_2, &norm));
  newton->status.residual = norm / sqrt(newton->n_all);
  if (!(newton->status.residual <= newton->tolerance)) newton->status.reason = NEWTON_STALLED;
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
  newton->judged        = false;
  PetscCall(snes_solve(newton, &outcome));
  PetscCall(SNESGetConvergedReason(newton->snes, &reason));
  PetscCall(SNESGetIterationNumber(newton->snes, &iterations));
  newton->status.iterations += iterations;
  newton->status.reason = reason_translate(reason, outcome, newton);
  if (newton_ok(&newton->status) && !newton->judged) PetscCall(newton_judge(newton));
  newton->factored = newton_ok(&newton->status) && (kept || iterations > 0);
  newton->age      = iterations > 0 ? 0 : newton->age + 1;
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

/* Full steps, or line searches in turn; options that choose a line search are obeyed. */
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

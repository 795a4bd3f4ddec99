/* SNES for a Newton system: residual, Jacobian, convergence test, and linear solves at a given point (newton.h). */
#include "newton/newton.h"

#include <math.h>
#include <petsctime.h>

const double newton_floor_most = 1e-9;

/* Residuals above this get a new Jacobian. */
static const double kept_most = 1e-2;

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

int newton_iteration(const Newton *newton)
{
  PetscInt it = 0;

  return SNESGetIterationNumber(newton->snes, &it) ? 0 : (int)it;
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

/* Corrections that cost about as much as one iteration. */
enum { CORRECTIONS_WORTH = 8 };

/* Whether corrections with old factors are cheaper than another iteration. They converge linearly: after j of them the residual is
 * rms rate^j. kept: the factors are those of an earlier solve. */
static bool corrections_suffice(const Newton *newton, bool kept, double rms, double rate)
{
  const bool   loose  = newton_tolerance_is_loose(newton);
  const double wanted = loose ? newton->tolerance : 0.1 * PETSC_MACHINE_EPSILON;

  if (rms <= wanted) return true;
  if (loose && kept) return rms * rate <= wanted; /* only the first one surely contracts */
  return rate < 0.1 && log(wanted / rms) / log(rate) <= CORRECTIONS_WORTH;
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
  else if (it > 0 && rms <= newton_floor_most && rms > 0.25 * newton->previous) {
    *reason               = SNES_CONVERGED_SNORM_RELATIVE;
    newton->status.reason = NEWTON_FLOOR;
  } else if (it > 2 && rms > 1e6 && rms > newton->previous) *reason = SNES_DIVERGED_DTOL;
  newton->previous = rms;
  PetscCall(newton_stopped(newton, &stopped));
  if (stopped) {
    *reason               = SNES_DIVERGED_INNER;
    newton->status.reason = NEWTON_STOPPED;
  }
  newton->judged = *reason != SNES_CONVERGED_ITERATING;
  PetscFunctionReturn(0);
}

/* Couples SNES to the equations, the convergence test and the linear system. */
static PetscErrorCode snes_create(const NewtonSetup *setup, Newton *newton)
{
  SNESLineSearch search;
  KSP            ksp;
  Mat            J = newton->linear.A;

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

/* Creates SNES, matrix and vectors once; solves allocate nothing. */
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

PetscErrorCode newton_linearize(Newton *newton, const double *x)
{
  PetscFunctionBeginUser;
  newton->factored = false;
  newton->equations.jacobian(newton->equations.context, x, newton->linear.value);
  PetscCall(linear_fill(&newton->linear));
  PetscFunctionReturn(0);
}

/* b <- J(x)^{-1} b or J(x)^{-T} b in scaled unknowns. The factors are new, so corrections may not use those of the last solve. */
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
  PetscCheck(outcome != OUTCOME_ERROR, PetscObjectComm((PetscObject)newton->snes), PETSC_ERR_LIB,
             "the linear solver failed for another reason than a singular matrix");
  if (outcome == OUTCOME_FINE) {
    PetscCall(VecNorm(newton->correction, NORM_1, &most)); /* not a number if an entry is none */
    *solved = isfinite(most);
  }
  if (*solved) PetscCall(VecCopy(newton->correction, newton->r));
  PetscCall(VecResetArray(newton->r));
  PetscFunctionReturn(0);
}

/* The factors of the last solve, if it left any, otherwise new ones at x, which the next solve may use. */
PetscErrorCode newton_backsolve(Newton *newton, const double *x, double *b, bool *solved)
{
  PC   pc;
  bool direct;

  PetscFunctionBeginUser;
  *solved = true;
  PetscCall(linear_factors(&newton->linear, &pc, &direct));
  if (!newton->factored || !direct) {
    PetscCall(newton_linear_solve(newton, x, false, b, solved));
    newton->factored = *solved && direct;
    newton->age      = 0;
    PetscFunctionReturn(0);
  }
  PetscCall(VecPlaceArray(newton->r, b));
  PetscCall(PCApply(pc, newton->r, newton->correction));
  PetscCall(VecCopy(newton->correction, newton->r));
  PetscCall(VecResetArray(newton->r));
  PetscFunctionReturn(0);
}

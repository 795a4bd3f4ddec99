/* Corrections with old factors, to the tolerance or to rounding (correct.h). */
#include "newton/correct.h"

#include <math.h>

/* Contraction above which corrections stop. */
static const double contraction_most = 0.5;

enum { POLISH_MOST = 14, ROUNDING_SLACK = 64, NOISE = 1000 };

/* x <- x - J^{-1} r with the factors at hand. */
static PetscErrorCode correct(Newton *newton, PC pc, Vec r)
{
  PetscFunctionBeginUser;
  PetscCall(PCApply(pc, r, newton->correction));
  PetscCall(VecAXPY(newton->x, -1.0, newton->correction));
  newton->status.corrections++;
  PetscFunctionReturn(0);
}

/* r(x) and its root mean square. */
static PetscErrorCode evaluate(Newton *newton, Vec r)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(SNESComputeFunction(newton->snes, newton->x, r));
  PetscCall(VecNorm(r, NORM_2, &norm));
  newton->status.residual = norm / sqrt(newton->n_all);
  PetscFunctionReturn(0);
}

/* Corrects until the residual is below a tolerance well above rounding. A residual below it gets one correction too: that costs only a
 * triangular solve, and extrapolated guesses alone would drift. */
static PetscErrorCode approach(Newton *newton, PC pc, Vec r, bool fresh, bool *good)
{
  PetscFunctionBeginUser;
  *good = newton->status.residual <= newton->tolerance;
  if (*good) PetscCall(correct(newton, pc, r));
  for (int step = 0; !*good && step < POLISH_MOST; step++) {
    const double before = newton->status.residual;
    PetscCall(correct(newton, pc, r));
    PetscCall(evaluate(newton, r));
    const double contraction = newton->status.residual / before;
    if (step == 0 && !fresh) newton->drift = contraction / newton->age;
    *good = newton->status.residual <= newton->tolerance;
    if (*good || contraction < contraction_most) continue;
    if (!(contraction < 1.0)) PetscCall(VecAXPY(newton->x, 1.0, newton->correction)); /* back to the better iterate */
    break;
  }
  PetscFunctionReturn(0);
}

/* Corrects until x no longer changes, on which conservation to rounding depends. The first correction costs only a triangular solve,
 * since its residual is known. good = false: the corrections stop contracting before. */
static PetscErrorCode polish(Newton *newton, PC pc, Vec r, bool fresh, bool *good)
{
  PetscReal size = 0.0, before = PETSC_MAX_REAL, most;

  PetscFunctionBeginUser;
  *good = true;
  PetscCall(VecNorm(newton->x, NORM_INFINITY, &most));
  const double rounding = PETSC_MACHINE_EPSILON * most;
  for (int step = 0; step < POLISH_MOST; step++) {
    PetscCall(correct(newton, pc, r));
    if (fresh && step == 0 && newton->status.residual <= newton->tolerance) PetscFunctionReturn(0);
    PetscCall(VecNorm(newton->correction, NORM_INFINITY, &size));
    if (step == 1 && !fresh && before > NOISE * rounding) newton->drift = size / before / newton->age;
    if (size <= rounding || size > contraction_most * before) break;
    before = size;
    PetscCall(evaluate(newton, r));
  }
  /* in an ill-conditioned system the residual reaches rounding before the corrections do */
  *good = size <= ROUNDING_SLACK * rounding || newton->status.residual <= rounding;
  PetscFunctionReturn(0);
}

/* x <- x - J_old^{-1} r(x): to a loose tolerance, or down to the rounding floor. */
PetscErrorCode corrections_run(Newton *newton, bool fresh, bool *good)
{
  PC   pc;
  Vec  r;
  bool direct;

  PetscFunctionBeginUser;
  PetscCall(linear_factors(&newton->linear, &pc, &direct));
  if (!direct) { /* options replaced the factorization: nothing to correct with */
    *good = newton->status.residual <= newton->tolerance || newton->status.reason == NEWTON_FLOOR;
    PetscFunctionReturn(0);
  }
  PetscCall(SNESGetFunction(newton->snes, &r, NULL, NULL));
  if (newton_tolerance_is_loose(newton)) PetscCall(approach(newton, pc, r, fresh, good));
  else PetscCall(polish(newton, pc, r, fresh, good));
  PetscFunctionReturn(0);
}

#include "newton/correct.h"

#include <math.h>

/* Tolerances above this are taken at their word; below it corrections go on to rounding, since they cost little. */
static const double loose_least = 1e-11;

/* Corrections that contract less than this are not worth their while. */
static const double contraction_most = 0.5;

enum { POLISH_MOST = 14, CORRECTIONS_WORTH = 8, ROUNDING_SLACK = 64, NOISE = 1000 };

static bool newton_loose(const Newton *newton)
{
  return newton->tolerance > loose_least;
}

bool corrections_suffice(const Newton *newton, bool kept, double rms, double rate)
{
  const double wanted = newton_loose(newton) ? newton->tolerance : 0.1 * PETSC_MACHINE_EPSILON;

  if (rms <= wanted) return true;
  if (newton_loose(newton) && kept) return rms * rate <= wanted; /* the first contracts well, later ones may not */
  return rate < 0.1 && log(wanted / rms) / log(rate) <= CORRECTIONS_WORTH;
}

/* x -= J^{-1} r with the factors at hand */
static PetscErrorCode correct(Newton *newton, PC pc, Vec r)
{
  PetscFunctionBeginUser;
  PetscCall(PCApply(pc, r, newton->correction));
  PetscCall(VecAXPY(newton->x, -1.0, newton->correction));
  newton->status.corrections++;
  PetscFunctionReturn(0);
}

static PetscErrorCode evaluate(Newton *newton, Vec r)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(SNESComputeFunction(newton->snes, newton->x, r));
  PetscCall(VecNorm(r, NORM_2, &norm));
  newton->status.residual = norm / sqrt(newton->n_all);
  PetscFunctionReturn(0);
}

/* Corrections until the residual is below a tolerance that is well above rounding. A residual below it gets one all the
 * same: it costs a triangular solve only, and guesses by extrapolation alone would drift. */
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
    if (!(contraction < 1.0)) PetscCall(VecAXPY(newton->x, 1.0, newton->correction)); /* go on from the better one */
    break;
  }
  PetscFunctionReturn(0);
}

/* Corrections until nothing changes: from where SNES stopped down to rounding. Conservation to rounding depends on them. The
 * first one costs a triangular solve only, since the residual is known. good = false: they stop contracting before. */
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
  /* of an ill-conditioned system the residual is rounding while corrections are not yet */
  *good = size <= ROUNDING_SLACK * rounding || newton->status.residual <= rounding;
  PetscFunctionReturn(0);
}

PetscErrorCode corrections_run(Newton *newton, bool fresh, bool *good)
{
  KSP       ksp;
  PC        pc;
  Vec       r;
  PetscBool direct;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &direct, PCLU, PCSHELL, ""));
  if (!direct) PetscFunctionReturn(0); /* somebody chose an iterative solver by options */
  PetscCall(SNESGetFunction(newton->snes, &r, NULL, NULL));
  if (newton_loose(newton)) PetscCall(approach(newton, pc, r, fresh, good));
  else PetscCall(polish(newton, pc, r, fresh, good));
  PetscFunctionReturn(0);
}

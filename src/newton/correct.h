/* Corrections x <- x - J^{-1} r with old factors, of an earlier iterate or an earlier solve.
 *
 * Each costs a residual and a triangular solve, a fraction of a Newton step (simplified Newton method, Deuflhard 2004). */
#ifndef RIGEL_NEWTON_CORRECT_H
#define RIGEL_NEWTON_CORRECT_H

#include "newton/newton.h"

/* Whether corrections are cheaper than another iteration from a residual `rms`. rate: their expected contraction; kept: the factors are
 * those of an earlier solve, whose contraction worsens with age. */
bool corrections_suffice(const Newton *newton, bool kept, double rms, double rate);

/* Corrects the iterate of SNES to the tolerance, or to rounding if the tolerance is tight. fresh: the factors are those of this solve.
 * good = false: the corrections stop contracting before. */
PetscErrorCode corrections_run(Newton *newton, bool fresh, bool *good);

#endif

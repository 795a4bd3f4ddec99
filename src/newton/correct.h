/* Corrections x <- x - J^{-1} r with old factors, of an earlier iterate or an earlier solve.
 *
 * Each costs a residual and a triangular solve, a fraction of a Newton step (simplified Newton method, Deuflhard 2004). */
#ifndef RIGEL_NEWTON_CORRECT_H
#define RIGEL_NEWTON_CORRECT_H

#include "newton/newton.h"

/* Corrects the iterate of SNES to the tolerance, or to rounding if the tolerance is tight. fresh: the factors are those of this solve.
 * good = false: the corrections stop contracting before. */
PetscErrorCode corrections_run(Newton *newton, bool fresh, bool *good);

#endif

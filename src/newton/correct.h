/* Corrections x -= J^{-1} r with factors at hand, of an earlier iterate or an earlier solve. Each costs a residual and a
 * triangular solve, a fraction of a Newton step. */
#ifndef RIGEL_NEWTON_CORRECT_H
#define RIGEL_NEWTON_CORRECT_H

#include "newton/newton.h"

/* Whether they will do from a residual `rms`. `rate` is their expected contraction; kept: the factors are of an earlier solve, and
 * contract the worse the older they are. */
bool corrections_suffice(const Newton *newton, bool kept, double rms, double rate);

/* From where SNES stopped to the tolerance, or to rounding if the tolerance asks for it. fresh: the factors are of this solve.
 * good = false: they stop contracting before. */
PetscErrorCode corrections_run(Newton *newton, bool fresh, bool *good);

#endif

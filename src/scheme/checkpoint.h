/* Numbers into a Checkpoint and out of it, in the same order. */
#ifndef RIGEL_SCHEME_CHECKPOINT_H
#define RIGEL_SCHEME_CHECKPOINT_H

#include "newton/newton.h"
#include "scheme/scheme.h"

/* Empty, but for the totals of the run so far. */
PetscErrorCode checkpoint_begin(int element, const RunStatus *status, Checkpoint *checkpoint);
PetscErrorCode checkpoint_put(int n, const double *values, Checkpoint *checkpoint);
/* Newton's factors: the next solve begins with them. */
PetscErrorCode checkpoint_put_newton(const Newton *newton, Checkpoint *checkpoint);

/* From the first number on; *at counts. */
PetscErrorCode checkpoint_totals(const Checkpoint *checkpoint, int *at, RunStatus *status);
PetscErrorCode checkpoint_take(const Checkpoint *checkpoint, int *at, int n, double *values);
PetscErrorCode checkpoint_take_newton(const Checkpoint *checkpoint, int *at, Newton *newton);

#endif

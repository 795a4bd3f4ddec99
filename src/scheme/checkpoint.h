/* Writing and reading of a Checkpoint: the state from which a run resumes, as a sequence of numbers. */
#ifndef RIGEL_SCHEME_CHECKPOINT_H
#define RIGEL_SCHEME_CHECKPOINT_H

#include "newton/newton.h"
#include "scheme/scheme.h"

/* Empties the checkpoint and writes the totals of the run so far. */
PetscErrorCode checkpoint_begin(int element, const RunStatus *status, Checkpoint *checkpoint);
PetscErrorCode checkpoint_put(int n, const double *values, Checkpoint *checkpoint);
/* Writes the state of Newton's method, whose factors the next solve reuses. */
PetscErrorCode checkpoint_put_newton(const Newton *newton, Checkpoint *checkpoint);

/* Whether a checkpoint is stored after status->element: the run ends here, its last element follows, or the observer wants one. */
bool checkpoint_due(const Observer *observer, const RunStatus *status, bool go_on);
/* Shows the stored checkpoint to the observer. */
void checkpoint_show(const Observer *observer);

/* Reading in the order of writing; *at is the next number. */
PetscErrorCode checkpoint_totals(const Checkpoint *checkpoint, int *at, RunStatus *status);
PetscErrorCode checkpoint_take(const Checkpoint *checkpoint, int *at, int n, double *values);
PetscErrorCode checkpoint_take_newton(const Checkpoint *checkpoint, int *at, Newton *newton);

#endif

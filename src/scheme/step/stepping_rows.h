/* Imposed rows that become dependent during time stepping where another choice of rows is not (redundant: drop). */
#ifndef RIGEL_SCHEME_STEP_STEPPING_ROWS_H
#define RIGEL_SCHEME_STEP_STEPPING_ROWS_H

#include "scheme/step/stepping.h"

/* The first rows_limit. */
extern const double stepping_rows_limit;

/* stepping->end: the end of the element, at time t. size: the largest |Phi| or |Psi| of imposed and of dropped rows of joints there, in
 * natural units. */
void stepping_rows_measure(Stepping *stepping, double t, double size[2]);
/* After the solve of an element that ends at time t: whether Newton's method failed, or dropped rows show an error, and another choice
 * of rows is better at the start of the element. */
PetscErrorCode stepping_rows_lost(Stepping *stepping, bool solved, double t, bool *lost);
/* Reads the choice of rows of a checkpoint. same = false: the system has other rows, which is recorded as a change. */
PetscErrorCode stepping_rows_restore(const Checkpoint *checkpoint, int *at, Stepping *stepping, RunStatus *status,
                                     bool *same);

#endif

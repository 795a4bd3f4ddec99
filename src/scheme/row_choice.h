/* The choice of imposed and dropped rows of joints (redundant: drop) in a checkpoint. Systems without dropped rows store nothing. */
#ifndef RIGEL_SCHEME_ROW_CHOICE_H
#define RIGEL_SCHEME_ROW_CHOICE_H

#include "scheme/scheme.h"

/* Whether rows are dropped. */
bool row_choice_exists(const System *system);
/* drop[joint][row by its number in the joint type]: the rows that are dropped. */
void row_choice_fill(const System *system, bool (*drop)[JOINT_ROWS]);

/* Writes the choice, the changes so far, and the size of dropped rows above which another choice is tried next. */
PetscErrorCode row_choice_put(const System *system, const RunStatus *status, double limit, Checkpoint *checkpoint);
/* Reads them, in the order of writing; drop = NULL: not asked for. */
PetscErrorCode row_choice_take(const Checkpoint *checkpoint, int *at, const System *system, RunStatus *status,
                               double *limit, bool (*drop)[JOINT_ROWS]);
/* Reads the choice alone from the beginning of a checkpoint of time stepping. */
PetscErrorCode row_choice_read(const Checkpoint *checkpoint, int *at, const System *system, bool (*drop)[JOINT_ROWS]);

/* Records a change at time t from the rows `before` to those of the system. */
void row_choice_note(const System *system, bool (*before)[JOINT_ROWS], double t, RunStatus *status);

#endif

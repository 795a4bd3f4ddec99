/* Exchange of imposed and dropped rows of joints during a run (redundant: drop): new rows, the same numbers of unknowns and rows. */
#ifndef RIGEL_RUN_ROW_EXCHANGE_H
#define RIGEL_RUN_ROW_EXCHANGE_H

#include "scheme/scheme.h"

/* Whether a run of the problem can exchange rows: time stepping with mG and its variants, rows dropped. */
bool row_exchange_possible(const Problem *problem, const System *system);
/* Gives the system the rows with which the checkpoint was stored. */
PetscErrorCode row_exchange_resume(const Problem *problem, const Checkpoint *checkpoint, System *system);
/* Gives the system the better rows at the state of the checkpoint of a run that ended with status->rows_lost. False, with a message in
 * the status: there were too many changes. */
PetscErrorCode row_exchange_improve(const Problem *problem, const Checkpoint *checkpoint, System *system,
                                    RunStatus *status, bool *changed);

#endif

/* Time stepping with mG(k), em(k), quat_em and dir_em: a Newton system per element. */
#ifndef RIGEL_SCHEME_STEP_STEPPING_RUN_H
#define RIGEL_SCHEME_STEP_STEPPING_RUN_H

#include "scheme/step/stepping.h"

/* SchemeOps.run of these schemes. */
PetscErrorCode stepping_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                            const Observer *observer, RunStatus *status);

/* Steps over the elements from .. to - 1 of the mesh. z[nz] is the state at the start of the first one on entry, and at the end of the
 * last one on return; twist[ntwists] likewise the angles of torsion springs. Global solves use it as a first guess. */
PetscErrorCode stepping_elements(const Problem *problem, const System *system, const ProblemSolver *solver, int from,
                                 int to, double *z, double *twist, const double *lambda, const Observer *observer,
                                 RunStatus *status);

/* Stores the state after `element`, with Newton's factors, which the next element reuses. */
PetscErrorCode stepping_save(const Stepping *stepping, int element, const RunStatus *status, Checkpoint *checkpoint);
/* Restores it; *at: the next number of the checkpoint. same = false: the system has other rows than the run that stored it. */
PetscErrorCode stepping_restore(const Checkpoint *checkpoint, int *at, Stepping *stepping, RunStatus *status,
                                bool *same);

/* z[nz]: the state that a checkpoint of time stepping contains. */
PetscErrorCode stepping_state_read(const Checkpoint *checkpoint, const System *system, double *z);

#endif

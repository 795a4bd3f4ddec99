/* Time stepping with mG(k), em(k), quat_em and dir_em: a Newton system per element. */
#ifndef RIGEL_SCHEME_STEP_STEPPING_RUN_H
#define RIGEL_SCHEME_STEP_STEPPING_RUN_H

#include "scheme/scheme.h"

/* SchemeOps.run of these schemes. */
PetscErrorCode stepping_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                            const Observer *observer, RunStatus *status);

/* Steps over the elements from .. to - 1 of the mesh. z[nz] is the state at the start of the first one on entry, and at the end of the
 * last one on return; twist[ntwists] likewise the angles of torsion springs. Global solves use it as a first guess. */
PetscErrorCode stepping_elements(const Problem *problem, const System *system, const ProblemSolver *solver, int from,
                                 int to, double *z, double *twist, const double *lambda, const Observer *observer,
                                 RunStatus *status);

/* z[nz]: the state that a checkpoint of time stepping contains. */
PetscErrorCode stepping_state_read(const Checkpoint *checkpoint, const System *system, double *z);

#endif

/* Time stepping with mG(k) and its variants: elements one after the other, a Newton system each. */
#ifndef RIGEL_SCHEME_STEP_STEPPING_RUN_H
#define RIGEL_SCHEME_STEP_STEPPING_RUN_H

#include "scheme/scheme.h"

/* SchemeOps.run of a scheme that steps. */
PetscErrorCode stepping_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                            const Observer *observer, RunStatus *status);

/* The elements from .. to - 1 of the mesh; z[nz] is the state at the start of the first one, and at the end of the last one. Global
 * solves start from it. */
PetscErrorCode stepping_elements(const Problem *problem, const System *system, int from, int to, double *z,
                                 const double *lambda, const Observer *observer, RunStatus *status);

#endif

/* Runs that are given an accuracy: passes over the whole run until the error bar of its end is small enough. */
#ifndef RIGEL_SCHEME_ADAPTIVE_ADAPTIVE_RUN_H
#define RIGEL_SCHEME_ADAPTIVE_ADAPTIVE_RUN_H

#include "scheme/scheme.h"

/* As SchemeOps.run, for schemes with SUPPORTS_ACCURACY. */
PetscErrorCode adaptive_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                            const Observer *observer, RunStatus *status);

#endif

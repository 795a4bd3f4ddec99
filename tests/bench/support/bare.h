/* mG(k) by a bare Newton loop on LAPACK: what one would write by hand around the same element kernel, with the same
 * scaling, predictor and convergence rule as src/scheme/step/stepping.c. No PETSc, no observer, no retries. */
#ifndef RIGEL_TESTS_BARE_H
#define RIGEL_TESTS_BARE_H

#include "run/model.h"

typedef struct {
  double seconds; /* of the loop over all elements */
  long   iterations;
  bool   converged;
} BareStatus;

/* z[nz]: in the start, out the end. False: out of memory. */
bool bare_run(const Problem *problem, const System *system, const double *lambda0, double *z, BareStatus *status);

#endif

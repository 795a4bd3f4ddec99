/* Check of the analytic derivatives of a system against differences along random directions. */
#ifndef RIGEL_DIAG_DERIVATIVE_H
#define RIGEL_DIAG_DERIVATIVE_H

#include "system/system.h"

typedef struct {
  double rate;    /* A d against the difference of the rate: largest relative deviation */
  double theta;   /* grad Theta d against that of Theta */
  double theta_v; /* C d against that of grad Theta v */
} DerivativeCheck;

/* Checks at the state z with the multipliers lambda; false: out of memory. */
bool derivative_check(const System *system, const double *z, const double *lambda, DerivativeCheck *check);

#endif

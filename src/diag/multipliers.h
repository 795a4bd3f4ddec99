/* The largest multipliers of a time element, over its whole length. */
#ifndef RIGEL_DIAG_MULTIPLIERS_H
#define RIGEL_DIAG_MULTIPLIERS_H

#include "problem/observer.h"
#include "system/system.h"

/* Multipliers of the two levels of constraints. mu vanishes in the exact solution, so its size indicates the error. */
typedef struct {
  double gamma, mu;
  double mu_scaled; /* mu Psi in units of energy, with Psi in its natural unit */
} LargestMultipliers;

/* Raises `largest` to the largest |gamma| and |mu| of an element. */
void multipliers_measure(const System *system, const Sample *sample, LargestMultipliers *largest);

#endif

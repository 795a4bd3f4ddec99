/* Error bars of bodies in the units of the problem, from the estimated error of a state. */
#ifndef RIGEL_DIAG_ERROR_BAR_H
#define RIGEL_DIAG_ERROR_BAR_H

#include "system/system.h"

typedef struct {
  double position; /* length; NAN: the body has none */
  double angle;    /* rad; NAN: the body does not turn */
} ErrorBar;

/* The bar of one body: the larger one of the distance between z and z + error and of `least`, plus `rounding`, both in natural units. */
ErrorBar error_bar(const System *system, int body, const double *z, const double *error, double least, double rounding);

#endif

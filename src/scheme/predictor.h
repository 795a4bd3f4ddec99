/* First guess of Newton's method on an element. */
#ifndef RIGEL_SCHEME_PREDICTOR_H
#define RIGEL_SCHEME_PREDICTOR_H

#include "system/system.h"
#include "time/element.h"

typedef struct {
  const System      *system;
  const TimeElement *element;
  double             ratio;      /* h / h of the previous element, for which the tables hold */
  double            *shift_z;    /* [k][k] increments of the previous element's polynomial, continued */
  double            *shift_mult; /* [nmult][nmult] */
  double            *old;        /* copy of what is extrapolated */
} Predictor;

bool predictor_create(const System *system, const TimeElement *element, Predictor *predictor);
void predictor_destroy(Predictor *predictor);

/* Continue the previous element's polynomials: dz[k][nz] and mult[nmult][nl], in place. */
void predictor_extrapolate(Predictor *predictor, double ratio, double *dz, double *mult);
/* Every body goes on with constant velocity and constant body-fixed angular velocity: q o exp(Omega t); for fast
 * rotation, where a polynomial leaves the sphere (DESIGN 1.5.13). Fills dz only. */
void predictor_rotate(const Predictor *predictor, double h, const double *z, double *dz);

#endif

/* First guess of Newton's method on an element, extrapolated from the element before. */
#ifndef RIGEL_SCHEME_PREDICTOR_H
#define RIGEL_SCHEME_PREDICTOR_H

#include "system/system.h"
#include "time/element.h"

typedef struct {
  const System      *system;
  const TimeElement *element;
  double             ratio;   /* h / h of the previous element, to which the tables belong */
  double            *shift_z; /* [k][k] increments of the extrapolated polynomial from those of the previous element */
  double            *shift_mult; /* [nmult][nmult] the same for the multipliers */
  double            *old;        /* copy of the extrapolated values */
} Predictor;

bool predictor_create(const System *system, const TimeElement *element, Predictor *predictor);
void predictor_destroy(Predictor *predictor);

/* Extrapolates the polynomials of the previous element, dz[k][nz] and mult[nmult][nl], in place. */
void predictor_extrapolate(Predictor *predictor, double ratio, double *dz, double *mult);
/* Extrapolates each body at constant velocity and constant angular velocity in body axes: x + v t, q o exp(Omega t). Better for fast
 * rotation, where an extrapolated polynomial leaves the unit sphere (docs/explanation/numerics.md, First guesses). Fills dz[k][nz] only. */
void predictor_rotate(const Predictor *predictor, double h, const double *z, double *dz);

#endif

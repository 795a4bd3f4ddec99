/* The system as an ordinary differential equation zdot = f(t, z).
 *
 * Hamiltonian systems and particles have no constraints. In the equations of quaternion bodies the multiplier is replaced by its
 * expression (Chaurasia 2012, sect. 3.3.8). */
#ifndef RIGEL_SCHEME_ODE_ODE_H
#define RIGEL_SCHEME_ODE_ODE_H

#include "system/system.h"

#include <petscsys.h>

/* Supported by every method for ordinary differential equations. */
enum {
  SUPPORTS_ODE = SUPPORTS_QUATERNION | SUPPORTS_FREE_QUATERNION | SUPPORTS_PARTICLE | SUPPORTS_HAMILTONIAN |
                 SUPPORTS_UNIT | SUPPORTS_SCALABLE | SUPPORTS_LOADS | SUPPORTS_DAMPING
};

typedef struct {
  const System *system;
  SystemWork    work;
  double       *lambda; /* [nl] zeros */
  double       *still;  /* [nz] zeros */
  double       *theta;  /* [2 nl] required by the evaluation, unused */
  double       *rate;   /* [nz] */
  double       *slope;  /* [nz] d gamma / dz */
  double       *A, *T;  /* d rate / dz; grad Theta and C, unused */
} Ode;

PetscErrorCode ode_create(const System *system, Ode *ode);
PetscErrorCode ode_destroy(Ode *ode);
/* Rate of the system without multipliers at a state with the rate v, which the power of loads needs; matrices: also its derivative
 * ode->A. */
void ode_evaluate(Ode *ode, double t, const double *z, const double *v, bool matrices, double *rate);
/* f[nz]; gamma[nl] unless NULL: the multipliers of unit lengths at their entries of lambda, no others. */
void ode_rate(Ode *ode, double t, const double *z, double *f, double *gamma);
/* J[nz][nz] = df/dz, stored by rows. */
void ode_jacobian(Ode *ode, double t, const double *z, double *J);
/* Power of loads at a state with the rate f: done from outside, lost by damping. */
void ode_power(Ode *ode, double t, const double *z, const double *f, double power[2]);

#endif

/* The system as an ordinary differential equation zdot = f(t, z): Hamiltonian systems and particles as they are, quaternion bodies
 * with the expression of the multiplier inserted (paper 004, sect. 3.3.8). */
#ifndef RIGEL_SCHEME_ODE_ODE_H
#define RIGEL_SCHEME_ODE_ODE_H

#include "system/system.h"

#include <petscsys.h>

/* What can be written so: of SchemeOps.takes */
enum {
  SUPPORTS_ODE = SUPPORTS_QUATERNION | SUPPORTS_PARTICLE | SUPPORTS_HAMILTONIAN | SUPPORTS_UNIT | SUPPORTS_SCALABLE |
                 SUPPORTS_LOADS | SUPPORTS_DAMPING
};

typedef struct {
  const System *system;
  SystemWork    work;
  double       *lambda; /* [nl] zeros */
  double       *still;  /* [nz] zeros */
  double       *theta;  /* [2 nl] not looked at */
  double       *rate;   /* [nz] */
  double       *slope;  /* [nz] of gamma */
  double       *A, *T;  /* sparse; T also for what is not looked at */
} Ode;

PetscErrorCode ode_create(const System *system, Ode *ode);
PetscErrorCode ode_destroy(Ode *ode);
/* The system's rate without multipliers at a state that changes with the rate v; matrices: ode->A, its derivative, too. */
void ode_evaluate(Ode *ode, double t, const double *z, const double *v, bool matrices, double *rate);
/* f[nz]; gamma[nl]: multipliers in the places of lambda, others are left alone; NULL: not wanted */
void ode_rate(Ode *ode, double t, const double *z, double *f, double *gamma);
/* J[nz][nz] = df/dz, by rows */
void ode_jacobian(Ode *ode, double t, const double *z, double *J);
/* Power of loads at a state that changes with the rate f: done from outside, lost by damping. */
void ode_power(Ode *ode, double t, const double *z, const double *f, double power[2]);

#endif

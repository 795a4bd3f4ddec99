/* The amplification of errors by the motion: a random perturbation of the start, carried along by the linearised equations.
 *
 * The size of the perturbation at t, divided by its size at the start, times the rounding error of one element and the square root of
 * their number, estimates the rounding errors of the state at t. */
#ifndef RIGEL_SCHEME_ADAPTIVE_PROBE_H
#define RIGEL_SCHEME_ADAPTIVE_PROBE_H

#include "scheme/step/stepping.h"

typedef struct {
  Stepping *stepping;
  double   *P;            /* [nz] the perturbation, of size 1 at the start */
  double   *dz, *mult;    /* [k][nz], [k][nl] its change over the element; scratch with the solution added */
  double   *moved, *more; /* [k][nz], [k][nl] */
  double   *r_z, *r_l;    /* [k][nz], [k][nl] residual of the solution */
  double   *carry;        /* [nz] */
  double   *x;            /* [n] */
  double    scale;        /* P is divided by it whenever it grows too large: the product so far */
} Probe;

PetscErrorCode probe_create(Stepping *stepping, Probe *probe);
PetscErrorCode probe_destroy(Probe *probe);
/* A new perturbation, always the same. */
void probe_restart(Probe *probe);
/* Follows the perturbation over the element that stepping has solved. */
PetscErrorCode probe_follow(Probe *probe);
/* The amplification so far, at least 1. */
double probe_amplification(const Probe *probe);

#endif

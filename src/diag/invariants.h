/* Energy, momenta and constraints of a state, and their drift over a run. */
#ifndef RIGEL_DIAG_INVARIANTS_H
#define RIGEL_DIAG_INVARIANTS_H

#include "body/hamiltonian.h"
#include "system/system.h"

typedef struct {
  double  T, V, H;
  double  W_ext, W_diss; /* work of loads since the start: done from outside, lost by damping */
  double  P[3], L[3];
  double  phi_max, psi_max;               /* largest entries, as they are */
  double  phi_max_scaled, psi_max_scaled; /* in natural units */
  double  dropped[2];                     /* largest |Phi| and |Psi| of dropped rows, in natural units */
  double  kept[KEPT_MOST];                /* further invariants of a Hamiltonian system */
  double *group;                          /* [ngroups][2] largest |Phi| and |Psi| of each group */
} Invariants;

/* Scratch for repeated evaluation of invariants, and the last values. */
typedef struct {
  const System *system;
  SystemWork    work;
  double       *buffer;
  Invariants    now;
} InvariantMeter;

bool              invariant_meter_create(const System *system, InvariantMeter *meter);
void              invariant_meter_destroy(InvariantMeter *meter);
const Invariants *invariant_measure(InvariantMeter *meter, double t, const double *z);
/* The same at the end of an element, with the work of loads and motions in it added to W_ext and W_diss. */
const Invariants *invariant_follow(InvariantMeter *meter, double t, const double *z, const double work[2]);

/* Largest changes since the first state. */
typedef struct {
  bool     started;
  double   H0, P0[3], L0[3], W_ext, W_diss;
  double   scale_H, scale_P, scale_L; /* largest |H|, T; |P|; |L| met */
  double   H;                         /* of H - W_ext + W_diss */
  double   P[3], L[3], L_axis;        /* absolute; L_axis along the symmetry axis */
  double   phi, psi, phi_scaled, psi_scaled;
  double   dropped[2]; /* of dropped rows, scaled; counted in the others too */
  Symmetry symmetry;
} Drift;

void drift_init(const System *system, Drift *drift);
void drift_add(Drift *drift, const Invariants *now);
/* Change relative to the largest value met; 0 when there is none. */
double drift_relative(double change, double scale);
/* Largest relative change of the conserved components of P and L; NAN: none is conserved. */
double drift_linear(const Drift *drift);
double drift_angular(const Drift *drift);

#endif

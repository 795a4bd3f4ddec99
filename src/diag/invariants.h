/* Energy, momenta and constraints of a state, and their drift over a run. */
#ifndef RIGEL_DIAG_INVARIANTS_H
#define RIGEL_DIAG_INVARIANTS_H

#include "body/hamiltonian.h"
#include "problem/observer.h"
#include "system/system.h"

typedef struct {
  double  T, V, H;
  double  W_ext, W_diss; /* work of loads since the start: done from outside, lost by damping */
  double  P[3], L[3];
  double  phi_max, psi_max;               /* largest entries, as they are */
  double  phi_max_scaled, psi_max_scaled; /* in natural units */
  double  imposed[2];                     /* the same without dropped rows */
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

bool invariant_meter_create(const System *system, InvariantMeter *meter);
void invariant_meter_destroy(InvariantMeter *meter);
/* Torsion springs are within half a turn of their angles at the last state. */
const Invariants *invariant_measure(InvariantMeter *meter, double t, const double *z);
/* The same of a sample, with the work of loads and motions in its element added to W_ext and W_diss. */
const Invariants *invariant_follow(InvariantMeter *meter, const Sample *sample);

/* Largest changes since the first state. */
typedef struct {
  bool   started;
  double H0, P0[3], L0[3], W_ext, W_diss;
  double scale_H, scale_P,
    scale_L; /* divisors: the start value, or, if that is small or zero, the natural unit m v^2, m v, m v l */
  double   most_H, most_P, most_L; /* largest |H|, T, |V|, |W|; |P|; |L| met: rounding grows with them */
  double   H;                      /* of H - W_ext + W_diss */
  double   P[3], L[3], L_axis;     /* absolute; L_axis along the symmetry axis */
  double   phi, psi, phi_scaled, psi_scaled;
  double   phi_start, psi_start; /* scaled, at the start: callers may begin off the constraints */
  double   imposed[2];           /* without dropped rows, scaled */
  double   dropped[2];           /* of dropped rows, scaled; counted in the others too */
  Symmetry symmetry;
} Drift;

void drift_init(const System *system, Drift *drift);
void drift_add(Drift *drift, const Invariants *now);
/* Change relative to a divisor; as it is if that is zero. */
double drift_relative(double change, double scale);
/* Largest change of the conserved components of P and L, relative to scale_P and scale_L; NAN: none is conserved. */
double drift_linear(const Drift *drift);
double drift_angular(const Drift *drift);

#endif

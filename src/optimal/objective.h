/* The objective: terms integrated along the motion and terms at its ends, with gradients and Hessians in z (docs/howto/control.md).
 *
 *   effort       1/2 int (u - c).R (u - c) dt             by the quadrature of the controls (kkt); c = 0 or the last sweep
 *   point        weight/2 |x - path|^2                    x of a point
 *   orientation  weight (1 - cos angle) = weight/2 (3 - d*_i . d_i)
 *   joint        weight/2 (x - path)^2, of an angle weight (1 - cos(x - path)) = weight (1 - c cos(path) - s sin(path))
 *   energy       weight H
 *   user         weight (end, running) of functions of a C caller, of the whole z */
#ifndef RIGEL_OPTIMAL_OBJECTIVE_H
#define RIGEL_OPTIMAL_OBJECTIVE_H

#include "optimal/frame_function.h"

typedef struct {
  int          term;
  TrackKind    of;
  double       weight;
  bool         angle; /* joint: its angle; otherwise its displacement */
  int          body[2];
  FrameVector  vector[3]; /* point: itself; joint: t_A, n_A, t_B, or e_A, gap */
  double       along[3];  /* point: factors of the components */
  TimeFunction path[3];   /* unless fixed */
  double       q[4];      /* orientation: the fixed one, or the one that the path rotates */
  bool         fixed;
  int          at; /* fixed: AT_START or AT_END */
} Track;

/* weight/2 |rows|^2 at one end. */
typedef struct {
  int      term, at;
  double   weight;
  Boundary rows;
} EndTerm;

typedef struct {
  const Problem *problem;
  const System  *system;
  int            ntracks, nturns, nends;
  Track         *tracks; /* along the motion */
  Track         *turns;  /* orientations at the ends; [nturns] */
  EndTerm       *ends;
  double        *effort_weight; /* [nterms][ninputs] weights of each effort */
  double        *effort;        /* [ninputs] their sums */
  int            sweeps;        /* solves after the first; each measures the effort from the inputs of the one before */
  double         energy, time;  /* sums of weights */
  double         unit;          /* natural size of the cost */
  double        *force;         /* [ninputs] natural size of an input */
  int            nusers;
  int           *users; /* [nusers] terms of a C caller */
  double        *own;   /* [nz + nz nz] gradient and Hessian that these set */
  double        *rest;  /* scratch of the energy: zeros [nz + nl], then rate, theta, theta_v, A, T, C */
} Objective;

/* False after faults were added. */
bool objective_create(const Problem *problem, const System *system, FaultList *faults, Objective *objective);
void objective_destroy(Objective *objective);

/* Value of the integrand at (t, z) without effort. Adds its gradient[nz] and hessian[nz][nz] (may be NULL), and `scale` times the share of
 * each term to shares[nterms] (may be NULL). work: for the energy. */
double objective_point(const Objective *objective, double t, const double *z, SystemWork *work, double *gradient,
                       double *hessian, double scale, double *shares);
/* The same of the terms at one end, AT_START or AT_END. */
double objective_end(const Objective *objective, int at, const double *z, double *gradient, double *hessian,
                     double *shares);
/* Adds value times the weight of each term of this kind to its share. */
void objective_add_shares(const Objective *objective, TermKind kind, double value, double *shares);

#endif

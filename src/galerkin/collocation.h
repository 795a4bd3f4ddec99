/* Collocated invariants of one time element: values y(z) that are bilinear in the state, at the Gauss points.
 *
 *   y~_g = y(z_1) + sum_j a_gj y'_j,    y'_j = Dy(z_j) z'_j,    a: matrix of the Gauss method with s = k points
 *
 * With y~ instead of y(z_g) in energy and constraints, mG(k) is k-stage Gauss collocation of the extended system (z, y). It keeps the
 * quadratic invariant y - y(z), so y~ at the end is y(z) there, and what is quadratic in y is integrated exactly: energy and
 * constraints with k points instead of 2k and 3k (docs/explanation/conservation.md, Collocated invariants). */
#ifndef RIGEL_GALERKIN_COLLOCATION_H
#define RIGEL_GALERKIN_COLLOCATION_H

#include "galerkin/mean_energy.h"

typedef struct {
  const System      *system;
  const TimeElement *element;
  double            *z1;                  /* [nz] start of the element */
  double            *z, *v;               /* [s][nz] states and rates at the Gauss points */
  double            *values, *rates;      /* [s][nbodies][8] collocated values of bodies */
  double            *F, *dF;              /* [s][nbodies][24] their frames */
  double            *start, *F_start;     /* [nbodies][8], [nbodies][24] at the start of the element */
  double            *start_S, *start_P;   /* [nbodies][8][24], [nbodies][24][24] their derivatives in z_1 */
  double            *S, *dS;              /* [s][nbodies][8][24] derivatives of values and rates in one node */
  double            *push, *frame, *rate; /* [s][nbodies][24][24] those of frames: FrameGradient */
  int                node;                /* this node */
  MeanEnergy         means;
  MeanPath           path; /* of the last evaluation */
  StageGradient      gradient;
} Collocation;

/* False: out of memory. */
bool collocation_create(const System *system, const TimeElement *element, Collocation *collocation);
void collocation_destroy(Collocation *collocation);
/* Computes all values from the start z1[nz] and from z and v. twist[ntwists]: angles of torsion springs at the start; NULL: zero. */
void collocation_evaluate(Collocation *collocation, const double *z1, const double *twist);
/* The values at Gauss point g. */
StagePoint collocation_point(const Collocation *collocation, int g);

/* --- derivatives, after collocation_evaluate */

/* Prepares derivatives in all nodes. */
void collocation_linearize(Collocation *collocation);
/* Computes derivatives of all values in one node. */
void collocation_node(Collocation *collocation, int node);
/* The values at Gauss point g with these derivatives. */
StagePoint collocation_node_point(Collocation *collocation, int g);
/* A[s][A.nnz] += the derivatives of mean gradients of energies in this node. */
void collocation_energies(Collocation *collocation, double *A);

#endif

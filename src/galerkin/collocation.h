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
  double            *z, *v;           /* [s][nz] states and rates at the Gauss points */
  double            *values, *rates;  /* [s][nbodies][8] collocated values of bodies */
  double            *F, *dF;          /* [s][nbodies][24] their frames */
  double            *start, *F_start; /* [nbodies][8], [nbodies][24] at the start of the element */
  double            *A, *A_v;         /* [s][nbodies][4][24] gradients of the first level at z and at v */
  double            *K;               /* [24][24] */
  MeanEnergy         means;
} Collocation;

/* False: out of memory. */
bool collocation_create(const System *system, const TimeElement *element, Collocation *collocation);
void collocation_destroy(Collocation *collocation);
/* Computes all values from the start z1[nz] and from z and v. twist[ntwists]: angles of torsion springs at the start; NULL: zero. */
void collocation_evaluate(Collocation *collocation, const double *z1, const double *twist);
/* Prepares collocation_matrix after collocation_evaluate. */
void collocation_matrices(Collocation *collocation);
/* value[A.nnz] += the part of block (a, I) of the Jacobian by which the kinetic energy of collocated values differs from that of plain
 * ones. Joints and loads keep their plain matrices. */
void collocation_matrix(Collocation *collocation, double h, int a, int node, double *value);
/* The values at Gauss point g. */
StagePoint collocation_point(const Collocation *collocation, int g);

#endif

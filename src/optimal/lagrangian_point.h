/* The Lagrangian at one Gauss point with gradient and Hessian.
 *
 *   l(z, v, lambda, u, h) = h c(t, z) + y . (v - h rate(z, lambda, u)) + m . (grad Theta(z) v) ,
 * with v = z', c the integrand of the objective, y and m the adjoints of the rows of z and lambda (docs/explanation/theory.md,
 * Optimal control). With eta = J^T y and K(m) = m . Theta_zz
 *   l_z = h c_z - h A^T y + C^T m,   l_v = y + T^T m,   l_lambda = -h T eta,   l_u = -h B^T y,   l_h = c - y . rate,
 *   l_zv = K(m),   l_lambda,z = -h C(eta),   l_zu = -h (dA/du)^T y ;
 * C is linear in lambda and v, so differences in these are exact. l_zz contains third derivatives of H and Theta. Where the rate comes
 * from a potential, y . rate = eta . grad(H + lambda . Theta), they are d/de of the Hessian at z + e eta, and those of
 * m . grad Theta v at z + e v and t + e h: a few evaluations whatever the size of the system. Forces of other loads are differenced
 * column by column, load by load. Differences are central: for polynomials with a stencil and steps that make them exact to
 * rounding, otherwise of order 6 with small steps. */
#ifndef RIGEL_OPTIMAL_LAGRANGIAN_POINT_H
#define RIGEL_OPTIMAL_LAGRANGIAN_POINT_H

#include "optimal/objective.h"

/* Pairs of points of a central difference, exact for polynomials of degree 2 pairs; 0: the derivative vanishes. */
typedef struct {
  int    pairs;
  double step; /* in natural units */
} Stencil;

typedef struct {
  const System    *system;
  const Objective *objective;
  SystemWork       work;
  Stencil          by_eta, by_v, by_column; /* along eta, along v, of loads in a coordinate */
  double           t, h;
  double          *z, *v, *lambda, *u, *y, *m;     /* arguments: set these */
  double           c, *c_z;                        /* integrand */
  double          *rate, *theta, *theta_v;         /* of the rows */
  double          *l_z, *l_v, *l_l, *l_u, l_h;     /* gradient */
  double          *B;                              /* [ninputs][nz] d rate / du */
  double          *l_zz, *l_zv;                    /* [nz][nz] */
  double          *l_lz;                           /* [T.nnz] */
  double          *l_uz;                           /* [ninputs][nz] */
  double          *l_zh, *l_lh, *l_uh;             /* derivatives of the gradient in h */
  double          *eta, *A, *T, *C, *A2, *T2, *C2; /* scratch */
  double          *zs, *side[2], *G, *rate2, *theta2;
  double          *factor; /* [nloads] */
  double          *none;   /* [nl] zeros */
  double          *memory; /* owns all arrays */
} Point;

bool point_create(const System *system, const Objective *objective, Point *point);
void point_destroy(Point *point);
/* Gradient; with `second` also the Hessian. */
void point_evaluate(Point *point, bool second);

#endif

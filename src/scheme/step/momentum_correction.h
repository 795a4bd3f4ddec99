/* What em(k) adds to mG(k): the angular momentum, by a constant skew matrix per element (docs/theory.md, em).
 *
 * mG(k) with enough Gauss points keeps H, Phi and Psi. Its z rows, int N~_a (z' - h J G) dxi with G = grad H + grad Theta^T
 * lambda, become
 *
 *   int N~_a (z' + J S z' - h J G) dxi,    S = action sum_j beta_j (a_j b^T - b a_j^T),
 *
 * and the beta_j, new unknowns, follow from as many new rows, axis_j . (L(z_{k+1}) - L(t_0)) = 0. Entries of a_j and b are
 * those of coordinates that turn, in units of z: a_j along a rotation of the mean state about axis_j, b along the increment of the
 * element, both of mG's solution, from which Newton starts. */
#ifndef RIGEL_SCHEME_STEP_MOMENTUM_CORRECTION_H
#define RIGEL_SCHEME_STEP_MOMENTUM_CORRECTION_H

#include "galerkin/kernel.h"
#include "problem/problem.h"

typedef struct {
  const Kernel *kernel;
  int           n;          /* unknowns beta and rows: 0 (nothing to do), 1 or 3 */
  int           nturn;      /* entries of z that turn */
  int          *turn;       /* [nturn] their places */
  double        axis[3][3]; /* [n] */
  double        target[3];  /* L at the start of the run */
  double        action;     /* unit of L */
  double       *mass;       /* [k][k] int N~_a N'_I */
  double       *a, *Ja;     /* [n][nz] */
  double       *b, *Jb;     /* [nz] */
  double       *mean, *z;   /* [nz] int N~_a z', end of the element */
  double       *grad;       /* [3][nz] grad L */
  bool          active;     /* otherwise rows are beta = 0: mG */
  double        beta[3], fade[3];
} MomentumCorrection;

/* Nothing to do (n = 0) unless the scheme is em and mG would not keep the momentum by itself. False: out of memory. */
bool momentum_create(const Problem *problem, const Kernel *kernel, MomentumCorrection *momentum);
void momentum_destroy(MomentumCorrection *momentum);
/* The momentum to keep: that of z[nz]. */
void momentum_aim(MomentumCorrection *momentum, const double *z);
/* From mG's solution of an element on to that of em: a_j and b, and active. */
void momentum_start(MomentumCorrection *momentum, const ElementState *state);
/* Adds to r_z[k][nz]; r[n] are the new rows. */
void momentum_residual(MomentumCorrection *momentum, const ElementState *state, double *r_z, double *r);

/* Entry (r, c) of J S for the beta at hand. */
double momentum_entry(const MomentumCorrection *momentum, int r, int c);
/* L about the origin of the bodies' sum, and its gradient grad[3][nz] or NULL. */
void momentum_angular(const System *system, const double *z, double L[3], double *grad);

/* New entries of the Jacobian: how many; their rows and columns, with place[k][block] of the unknowns of mG and the new ones
 * from `first` on; their values, which follow those of the kernel. What S adds to those is added where the pattern of A has a
 * place: everything for a single body; between bodies it is left out, and is small of order h^{2k}. */
int  momentum_entries(const MomentumCorrection *momentum);
void momentum_places(const MomentumCorrection *momentum, int block, const int *place, int first, int *row, int *col);
void momentum_jacobian(MomentumCorrection *momentum, const ElementState *state, double *value, double *added);

#endif

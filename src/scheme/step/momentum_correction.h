/* The terms that em(k) adds to mG(k) to conserve angular momentum: a constant skew matrix per element.
 *
 * docs/explanation/conservation.md (em) has the proof. mG(k) with enough Gauss points conserves H, Phi and Psi. Its z rows,
 * int N~_a (z' - h J G) dxi with G = grad H + grad Theta^T lambda, become
 *
 *   int N~_a (z' + J S z' - h J G) dxi,    S = action sum_j beta_j (a_j b^T - b a_j^T),
 *
 * and the new unknowns beta_j follow from as many new rows, axis_j . (L(z_{k+1}) - L(t_0)) = 0. a_j and b have rotational entries
 * only, in units of z: a_j along a rotation of the mean state about axis_j, b along the increment of the element, both of mG's
 * solution, from which Newton's method starts. */
#ifndef RIGEL_SCHEME_STEP_MOMENTUM_CORRECTION_H
#define RIGEL_SCHEME_STEP_MOMENTUM_CORRECTION_H

#include "galerkin/kernel.h"
#include "problem/problem.h"

typedef struct {
  const System *system;
  int           k;           /* degree of the element */
  int           n;           /* unknowns beta and rows: 0 (nothing to do), 1 or 3 */
  int           nrotational; /* rotational entries of z */
  int          *rotational;  /* [nrotational] their indices */
  double        axis[3][3];  /* [n] */
  double        target[3];   /* L at the start of the run */
  double        action;      /* unit of L */
  double       *mass;        /* [k][k] int N~_a N'_I dxi */
  double       *a, *Ja;      /* [n][nz] */
  double       *b, *Jb;      /* [nz] */
  double       *mean, *z;    /* [nz] int N~_a z' dxi, end or middle of the element */
  double       *axis_grad;   /* [nz] axis_j . grad L */
  double       *rotation;    /* [nz] J axis_grad: an infinitesimal rotation of the whole system about axis_j */
  double       *grad;        /* [3][nz] grad L */
  bool          active;      /* false: the rows are beta = 0, which is mG */
  double        beta[3], fade[3];
  double       *solution; /* that of mG, all unknowns of the element */
} MomentumCorrection;

/* n = 0 where mG conserves the angular momentum by itself. False: out of memory. */
bool momentum_create(const Problem *problem, const Kernel *kernel, MomentumCorrection *momentum);
void momentum_destroy(MomentumCorrection *momentum);
/* Sets the momentum to conserve to that of z[nz]. */
void momentum_aim(MomentumCorrection *momentum, const double *z);
/* Computes a_j and b from mG's solution of an element and activates the rows of L. */
void momentum_start(MomentumCorrection *momentum, const ElementState *state);
/* Whether the rotation is so nearly steady that beta may have no small value, after momentum_start with mG's solution: bodies that are linked
 * away from its axis, k = 1 or long elements (docs/explanation/conservation.md, em). */
bool momentum_steady(MomentumCorrection *momentum, const ElementState *state);
bool momentum_small(const MomentumCorrection *momentum, const double *beta);
/* Adds to r_z[k][nz] and computes the new rows r[n]. */
void momentum_residual(MomentumCorrection *momentum, const ElementState *state, double *r_z, double *r);

/* Entry (r, c) of J S with the current beta. */
double momentum_entry(const MomentumCorrection *momentum, int r, int c);
/* L of all bodies about the origin, and its gradient grad[3][nz] unless NULL. */
void momentum_angular(const System *system, const double *z, double L[3], double *grad);

/* New entries of the Jacobian: their number; their rows and columns, with the unknowns of mG at position[k][block] and the new ones
 * from `first` on; their values, which follow those of the kernel. The derivative of J S z' in z' is added to the kernel's
 * entries where the pattern of A has them: completely for a single body. Entries between bodies, of order h^{2k}, are omitted. */
int  momentum_entries(const MomentumCorrection *momentum);
void momentum_pattern(const MomentumCorrection *momentum, int block, const int *position, int first, int *row,
                      int *col);
void momentum_jacobian(MomentumCorrection *momentum, const ElementState *state, double *value, double *added);

#endif

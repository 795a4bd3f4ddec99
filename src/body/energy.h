/* An energy as a function of scalars that are linear or quadratic in a vector x: E(x) = sum over terms of E_i(y_i(x)).
 *
 * Collocated invariants integrate such scalars exactly along an element (galerkin/mean_energy.h). x are the frames of both sides of a load,
 * or the state of a Hamiltonian system. Scalars that are invariant under rotations conserve angular momentum too. */
#ifndef RIGEL_BODY_ENERGY_H
#define RIGEL_BODY_ENERGY_H

#include <stdbool.h>

enum { ENERGY_SIZE = 24 }; /* most scalars of a term, most components of x */

typedef struct {
  int terms;  /* of the sum */
  int size;   /* scalars y of each term */
  int nx;     /* components of x */
  int degree; /* of E in y; NOT_POLYNOMIAL */
} EnergyShape;

/* owner: the Load or the Body. */
typedef struct {
  bool linear; /* y = Y x with a constant Y; otherwise y = Y(x) x / 2 */
  void (*shape)(const void *owner, EnergyShape *shape);
  /* Y[size][nx] = dy/dx of one term */
  void (*gradient)(const void *owner, int term, const double *x, double *Y);
  /* E of one term, its gradient E_y[size] and Hessian E_yy[size][size], which may be NULL. near: an angle that a torsion spring follows
   * through turns; in: within half a turn, out: at y. */
  double (*value)(const void *owner, int term, const double *y, double *near, double *E_y, double *E_yy);
} EnergyOps;

#endif

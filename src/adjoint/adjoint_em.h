/* The discrete adjoint of em, which solves every element twice: x1, the solution of mG, says along which a and b the correction is, and x2
 * keeps the momentum (scheme/momentum.h). With the rows R1 of mG and R2 of em,
 *
 *   L = J(x2) + sum over elements of y2 . R2(z_1, x2; a(z_1, x1), b(z_1, x1), L(z_0)) + y1 . R1(z_1, x1) + g . z_0(p)
 *
 * is stationary in x2, then in x1: two transpose solves for each element, the last one first. Derivatives of a and b are differences of order
 * 6 of these small maps. x1 and beta are found again from the trajectory, and kept. */
#ifndef RIGEL_ADJOINT_ADJOINT_EM_H
#define RIGEL_ADJOINT_ADJOINT_EM_H

#include "adjoint/functional.h"

typedef struct {
  const Trajectory *trajectory;
  const Functional *functional;
  double            value;                     /* J */
  double           *start;                     /* [nz] g */
  double           *moved;                     /* [elements + 1] Mesh.moved */
  int               n;                         /* unknowns beta; 0: em is mG */
  double           *dz, *mult;                 /* [elements][k][nz], [elements][k][nl] x1 */
  double           *y1_z, *y1_l, *y2_z, *y2_l; /* the same of rows, in plain units */
  double           *beta, *y2_b;               /* [elements][n] */
} AdjointEm;

/* As in adjoint.h. solved = false: a matrix is singular, or an element could not be solved again. */
PetscErrorCode adjoint_em_create(const Problem *problem, const System *system, const Trajectory *trajectory,
                                 const Functional *functional, AdjointEm *adjoint, bool *solved);
PetscErrorCode adjoint_em_destroy(AdjointEm *adjoint);
/* How much L grows; good = false: the other problem keeps other momenta. */
PetscErrorCode adjoint_em_lagrangian(const AdjointEm *adjoint, const Problem *problem, const System *system,
                                     const double *z0, double *value, bool *good);

#endif

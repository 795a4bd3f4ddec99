/* Derivatives of an optimum. Its conditions are K(x, p) = grad L = 0 (control/kkt.h), L = cost + rows . adjoints. The cost of the optimum has
 * d cost/dp = dL/dp at fixed x (envelope theorem). Any other functional J has dJ/dp = d(J + a . K)/dp at fixed x and a, with
 * K_x a = -J_x: one solve with the symmetric matrix. Control values at a bound follow it. */
#ifndef RIGEL_ADJOINT_ADJOINT_OPTIMUM_H
#define RIGEL_ADJOINT_ADJOINT_OPTIMUM_H

#include "adjoint/functional.h"

typedef struct {
  const Trajectory *trajectory; /* with its solution */
  const Functional *functional; /* NULL: the cost */
  double            value;      /* J */
  double           *a;          /* [unknowns]; of the cost: the adjoints themselves */
  double           *start;      /* [nz] dJ/dz_0; zero with boundary values */
} AdjointOptimum;

/* As in adjoint.h; z0: the given start. */
PetscErrorCode adjoint_optimum_create(const Problem *problem, const System *system, const double *z0,
                                      const Trajectory *trajectory, const Functional *functional,
                                      AdjointOptimum *adjoint, bool *solved);
PetscErrorCode adjoint_optimum_destroy(AdjointOptimum *adjoint);
/* How much L, or J + a . K, grows with another problem's equations, objective and start; good = false: it has other conditions. */
PetscErrorCode adjoint_optimum_lagrangian(const AdjointOptimum *adjoint, const Problem *problem, const System *system,
                                          const double *z0, double *value, bool *good);

#endif

/* The gradient of the constraints, grad Theta, as a sparse matrix in natural units. */
#ifndef RIGEL_START_CONSTRAINT_GRADIENT_H
#define RIGEL_START_CONSTRAINT_GRADIENT_H

#include "system/system.h"

#include <petscmat.h>

/* B = D^-1 grad Theta S with the values T[T.nnz] of a SystemPoint, D = scale_theta and S = scale_z. With the pairs of J
 * (symplectic_pairs): B = D^-1 grad Theta S J. Both NULL: without J. */
PetscErrorCode constraint_gradient_create(const System *system, const double *T, const int *partner, const double *sign,
                                          Mat *B);

#endif

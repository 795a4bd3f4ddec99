/* The matrix grad Theta J grad Theta^T in natural units, factored: dense for few constraints, sparse otherwise.
 *
 * In natural units it is D^-1 G D^-1 (m v l) with D = scale_theta, since scale_z of a coordinate and of its momentum have the product
 * m v l. All memory of the dense one is allocated once. */
#ifndef RIGEL_START_CONSTRAINT_MATRIX_H
#define RIGEL_START_CONSTRAINT_MATRIX_H

#include "system/system.h"

#include <petscksp.h>

typedef struct {
  const System *system;
  bool          dense;
  double       *matrix;  /* [nl][nl] dense factors */
  double       *row;     /* [nz] J grad Theta^T of one constraint */
  double       *rhs;     /* [nl] */
  PetscBLASInt *pivot;   /* [nl] */
  int          *partner; /* [nz] of J, symplectic_pairs */
  double       *sign;    /* [nz] */
  Mat           G;       /* sparse; NULL: not filled yet */
  KSP           lu;
} ConstraintMatrix;

/* Whether a system has few constraints. */
bool           constraint_matrix_is_dense(const System *system);
PetscErrorCode constraint_matrix_create(const System *system, ConstraintMatrix *matrix);
PetscErrorCode constraint_matrix_destroy(ConstraintMatrix *matrix);
/* Fills and factors the matrix at T[T.nnz], values of grad Theta; solved = false: it is singular. */
PetscErrorCode constraint_matrix_factor(ConstraintMatrix *matrix, const double *T, bool *solved);
/* lambda[nl] = (grad Theta J grad Theta^T)^-1 rhs[nl]. */
PetscErrorCode constraint_matrix_solve(ConstraintMatrix *matrix, const double *rhs, double *lambda, bool *solved);
/* z[nz] += factor J grad Theta^T lambda */
void constraint_matrix_push(const ConstraintMatrix *matrix, const double *T, double factor, const double *lambda,
                            double *z);

#endif

/* The least-squares solution of smallest norm of a square system that may be singular. */
#ifndef RIGEL_LINEAR_LEAST_NORM_H
#define RIGEL_LINEAR_LEAST_NORM_H

#include <petscmat.h>

/* x[n] with the smallest norm among those that minimise |A x - b|. Singular values below tolerance times the largest are zero.
 * left[n] = b - A x. */
PetscErrorCode least_norm_solve(Mat A, const double *b, double tolerance, double *x, double *left);

#endif

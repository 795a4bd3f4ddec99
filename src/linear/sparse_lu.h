/* LU factors of a small sparse matrix; a singular matrix is a result, not an error. */
#ifndef RIGEL_LINEAR_SPARSE_LU_H
#define RIGEL_LINEAR_SPARSE_LU_H

#include <petscksp.h>
#include <stdbool.h>

/* Prepares the factorization of A by UMFPACK; A must live as long. */
PetscErrorCode sparse_lu_create(Mat A, KSP *lu);
/* Solves A x = b, b[n] and x[n]; solved = false: A is singular, or x is not finite. */
PetscErrorCode sparse_lu_solve(KSP lu, int n, double *b, double *x, bool *solved);
/* The same for a matrix that is needed once. */
PetscErrorCode sparse_lu_once(Mat A, int n, double *b, double *x, bool *solved);

#endif

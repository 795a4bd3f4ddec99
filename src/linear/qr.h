/* Rank-revealing QR of a matrix given by its columns: LAPACK dgeqp3 for small ones, SuiteSparseQR for others. */
#ifndef RIGEL_LINEAR_QR_H
#define RIGEL_LINEAR_QR_H

#include <petscsys.h>

/* A matrix by compressed columns. */
typedef struct {
  int     nrows, ncols;
  int    *start; /* [ncols + 1] */
  int    *row;   /* [nnz] ascending in each column */
  double *value; /* [nnz] */
} Columns;

typedef struct QR QR;

/* A P = Q R with column pivoting (Golub and Van Loan 2013, section 5.4.2); a column is dependent if its part orthogonal to the columns
 * before is not larger than the tolerance. */
PetscErrorCode qr_create(const Columns *A, double tolerance, QR **qr);
/* Number of independent columns. */
int qr_independent(const QR *qr);
/* Column at position i in the order of elimination; the independent ones come first. */
int qr_column(const QR *qr, int i);
/* coefficient[ncols] of the independent columns whose sum is the dependent column at position i >= qr_independent. */
PetscErrorCode qr_dependence(const QR *qr, int i, double *coefficient);
PetscErrorCode qr_destroy(QR **qr);

#endif

/* Rank-revealing QR of a matrix given by its columns: LAPACK dgeqp3 for small ones, SuiteSparseQR for others. */
#ifndef RIGEL_LINEAR_QR_H
#define RIGEL_LINEAR_QR_H

#include <petscsys.h>

typedef struct {
  int     nrows, ncols;
  int    *start; /* [ncols + 1] */
  int    *row;   /* [nnz] ascending in each column */
  double *value; /* [nnz] */
} Columns;

typedef struct QR QR;

/* A column is dependent when what it adds is smaller than the tolerance. */
PetscErrorCode qr_create(const Columns *A, double tolerance, QR **qr);
int            qr_rank(const QR *qr);
/* The i-th column in the order of elimination: the first `rank` ones are independent. */
int qr_column(const QR *qr, int i);
/* coefficient[ncols] of the independent columns whose sum is dependent column number i >= rank in that order. */
PetscErrorCode qr_dependence(const QR *qr, int i, double *coefficient);
PetscErrorCode qr_destroy(QR **qr);

#endif

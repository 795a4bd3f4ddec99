/* Rank-revealing QR by LAPACK dgeqp3 up to DENSE_MOST columns, by SuiteSparseQR beyond (qr.h). */
#include "linear/qr.h"

#include <math.h>
#include <petscblaslapack.h>
#include <suitesparse/SuiteSparseQR_C.h>

enum { DENSE_MOST = 400 };

/* QR with column pivoting; not among the LAPACK routines that PETSc declares. */
extern void dgeqp3_(const PetscBLASInt *m, const PetscBLASInt *n, double *a, const PetscBLASInt *lda,
                    PetscBLASInt *pivot, double *tau, double *work, const PetscBLASInt *lwork, PetscBLASInt *info);

struct QR {
  int             nrows, ncols, independent;
  int            *order; /* [ncols] */
  double         *dense; /* [ncols][nrows] R in the upper triangle; NULL: sparse */
  cholmod_common  common;
  cholmod_sparse *R; /* columns in the order of elimination */
};

/* dgeqp3: |r_cc| decreases with c, so that the first small one ends the independent columns. */
static PetscErrorCode dense_factor(const Columns *A, double tolerance, QR *qr)
{
  const size_t n    = (size_t)A->nrows;
  PetscBLASInt rows = A->nrows, cols = A->ncols, lead = PetscMax(1, A->nrows), lwork = 64 * (A->ncols + 4), info,
               *pivot;
  double *tau, *work;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n * (size_t)A->ncols + 1, &qr->dense));
  PetscCall(PetscCalloc3(A->ncols, &pivot, A->ncols, &tau, lwork, &work));
  for (int c = 0; c < A->ncols; c++)
    for (int e = A->start[c]; e < A->start[c + 1]; e++) qr->dense[(size_t)c * n + (size_t)A->row[e]] = A->value[e];
  dgeqp3_(&rows, &cols, qr->dense, &lead, pivot, tau, work, &lwork, &info);
  for (int c = 0; c < A->ncols; c++) {
    qr->order[c] = (int)pivot[c] - 1;
    if (c < A->nrows && fabs(qr->dense[(size_t)c * n + (size_t)c]) > tolerance && qr->independent == c)
      qr->independent = c + 1;
  }
  PetscCall(PetscFree3(pivot, tau, work));
  PetscFunctionReturn(0);
}

/* SuiteSparseQR without Q. */
static PetscErrorCode sparse_factor(const Columns *A, double tolerance, QR *qr)
{
  const int         nnz = A->start[A->ncols];
  SuiteSparse_long *order, independent;
  cholmod_sparse   *M;

  PetscFunctionBeginUser;
  PetscCheck(cholmod_l_start(&qr->common), PETSC_COMM_SELF, PETSC_ERR_LIB, "SuiteSparse did not start");
  qr->common.print = 0;
  M = cholmod_l_allocate_sparse((size_t)A->nrows, (size_t)A->ncols, (size_t)nnz, 1, 1, 0, CHOLMOD_REAL, &qr->common);
  PetscCheck(M, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  for (int c = 0; c <= A->ncols; c++) ((SuiteSparse_long *)M->p)[c] = A->start[c];
  for (int e = 0; e < nnz; e++) {
    ((SuiteSparse_long *)M->i)[e] = A->row[e];
    ((double *)M->x)[e]           = A->value[e];
  }
  independent = SuiteSparseQR_C(SPQR_ORDERING_DEFAULT, tolerance, 0, 0, M, NULL, NULL, NULL, NULL, &qr->R, &order, NULL,
                                NULL, NULL, &qr->common);
  cholmod_l_free_sparse(&M, &qr->common);
  PetscCheck(independent >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "SuiteSparseQR failed");
  qr->independent = (int)independent;
  for (int c = 0; c < A->ncols; c++) qr->order[c] = order ? (int)order[c] : c;
  cholmod_l_free((size_t)A->ncols, sizeof *order, order, &qr->common);
  PetscFunctionReturn(0);
}

/* A P = Q R; the work of dgeqp3 grows with m n^2, so wide matrices use the sparse factorization (Golub and Van Loan
 * 2013, sect. 5.4.2). */
PetscErrorCode qr_create(const Columns *A, double tolerance, QR **out)
{
  QR *qr;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&qr));
  qr->nrows = A->nrows;
  qr->ncols = A->ncols;
  PetscCall(PetscCalloc1(A->ncols + 1, &qr->order));
  if (A->ncols <= DENSE_MOST) PetscCall(dense_factor(A, tolerance, qr));
  else PetscCall(sparse_factor(A, tolerance, qr));
  *out = qr;
  PetscFunctionReturn(0);
}

int qr_independent(const QR *qr)
{
  return qr->independent;
}

int qr_column(const QR *qr, int i)
{
  return qr->order[i];
}

/* Solves R11 c = R12 e_i by back substitution, column by column. */
static void dense_dependence(const QR *qr, int i, double *c)
{
  const size_t n = (size_t)qr->nrows;

  for (int r = 0; r < qr->independent; r++) c[r] = qr->dense[(size_t)i * n + (size_t)r];
  for (int j = qr->independent - 1; j >= 0; j--) {
    const double *column = qr->dense + (size_t)j * n;
    c[j] /= column[j];
    for (int r = 0; r < j; r++) c[r] -= column[r] * c[j];
  }
}

/* The same with compressed columns of R. */
static void sparse_dependence(const QR *qr, int i, double *c)
{
  const SuiteSparse_long *start = qr->R->p, *row = qr->R->i;
  const double           *value = qr->R->x;

  for (SuiteSparse_long e = start[i]; e < start[i + 1]; e++)
    if (row[e] < qr->independent) c[row[e]] = value[e];
  for (int j = qr->independent - 1; j >= 0; j--) {
    double pivot = 1.0;
    if (c[j] == 0.0) continue;
    for (SuiteSparse_long e = start[j]; e < start[j + 1]; e++)
      if (row[e] == j) pivot = value[e];
    c[j] /= pivot;
    for (SuiteSparse_long e = start[j]; e < start[j + 1]; e++)
      if (row[e] < j) c[row[e]] -= value[e] * c[j];
  }
}

/* a_i = sum_j c_j a_j over the independent columns, R11 c = r_i. */
PetscErrorCode qr_dependence(const QR *qr, int i, double *coefficient)
{
  double *c;

  PetscFunctionBeginUser;
  for (int j = 0; j < qr->ncols; j++) coefficient[j] = 0.0;
  PetscCall(PetscCalloc1(qr->independent + 1, &c));
  if (qr->dense) dense_dependence(qr, i, c);
  else sparse_dependence(qr, i, c);
  for (int j = 0; j < qr->independent; j++) coefficient[qr->order[j]] = c[j];
  PetscCall(PetscFree(c));
  PetscFunctionReturn(0);
}

PetscErrorCode qr_destroy(QR **qr)
{
  PetscFunctionBeginUser;
  if (!*qr) PetscFunctionReturn(0);
  if (!(*qr)->dense) {
    cholmod_l_free_sparse(&(*qr)->R, &(*qr)->common);
    cholmod_l_finish(&(*qr)->common);
  }
  PetscCall(PetscFree((*qr)->dense));
  PetscCall(PetscFree((*qr)->order));
  PetscCall(PetscFree(*qr));
  PetscFunctionReturn(0);
}

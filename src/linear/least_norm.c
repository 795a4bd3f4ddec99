/* Least-squares solutions of smallest norm by the singular value decomposition of LAPACK's dgelss; cubic work, for small systems.
 *
 * x = sum_i v_i (u_i . b) / sigma_i over the singular values above the tolerance (Golub and Van Loan 2013, section 5.5). */
#include "linear/least_norm.h"

#include <petscblaslapack.h>

PetscErrorCode least_norm_solve(Mat A, const double *b, double tolerance, double *x, double *left)
{
  PetscInt           n;
  PetscBLASInt       size, one = 1, rank, info, lwork;
  PetscScalar       *a, *work;
  const PetscScalar *dense;
  PetscReal         *values, limit = tolerance;
  Mat                D;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(PetscBLASIntCast(n, &size));
  lwork = 10 * size + 1;
  PetscCall(PetscMalloc3((size_t)n * (size_t)n + 1, &a, lwork, &work, n + 1, &values));
  PetscCall(MatConvert(A, MATDENSE, MAT_INITIAL_MATRIX, &D));
  PetscCall(MatDenseGetArrayRead(D, &dense));
  PetscCall(PetscArraycpy(a, dense, (size_t)n * (size_t)n));
  PetscCall(PetscArraycpy(x, b, n));
  LAPACKgelss_(&size, &size, &one, a, &size, x, &size, values, &limit, &rank, work, &lwork, &info);
  PetscCheck(info == 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "dgelss failed with info = %d", (int)info);
  for (PetscInt i = 0; i < n; i++) {
    left[i] = b[i];
    for (PetscInt j = 0; j < n; j++) left[i] -= dense[j * n + i] * x[j];
  }
  PetscCall(MatDenseRestoreArrayRead(D, &dense));
  PetscCall(MatDestroy(&D));
  PetscCall(PetscFree3(a, work, values));
  PetscFunctionReturn(0);
}

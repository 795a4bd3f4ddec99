/* Signs of the eigenvalues of a symmetric matrix from A = L D L^T by MUMPS.
 *
 * D has as many negative, zero and positive eigenvalues as A (Sylvester's law of inertia; Golub and Van Loan 2013, section 8.1).
 * LAPACK's dsytrf gives the same for dense matrices, with cubic work; SLEPc would compute the eigenvalues themselves. */
#include "linear/eigenvalue_signs.h"

/* S: A in symmetric storage. */
static PetscErrorCode symmetric_storage(Mat A, Mat *S)
{
  PetscBool dense;
  Mat       sparse = NULL;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQDENSE, &dense));
  if (dense) PetscCall(MatConvert(A, MATSEQAIJ, MAT_INITIAL_MATRIX, &sparse));
  PetscCall(MatSetOption(dense ? sparse : A, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatConvert(dense ? sparse : A, MATSBAIJ, MAT_INITIAL_MATRIX, S));
  PetscCall(MatDestroy(&sparse));
  PetscFunctionReturn(0);
}

/* counts: negative, zero and positive pivots; space: percent of workspace beyond the estimate of MUMPS. */
static PetscErrorCode pivots_count(Mat S, int space, PetscInt counts[3], MatFactorError *error)
{
  Mat           F;
  MatFactorInfo info;

  PetscFunctionBeginUser;
  PetscCall(MatGetFactor(S, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, &F));
  PetscCall(MatSetOptionsPrefix(F, "inertia_"));
  /* no weighted matching: its time is not linear in the size */
  PetscCall(MatMumpsSetIcntl(F, 6, 0));
  PetscCall(MatMumpsSetIcntl(F, 12, 1));
  PetscCall(MatMumpsSetIcntl(F, 13, 1)); /* no root node on ScaLAPACK, which would hide its pivots */
  PetscCall(MatMumpsSetIcntl(F, 14, space));
  PetscCall(MatMumpsSetIcntl(F, 24, 1));   /* detect zero pivots: */
  PetscCall(MatMumpsSetCntl(F, 3, 1e-12)); /* smaller than this times the norm of A */
  PetscCall(MatFactorInfoInitialize(&info));
  PetscCall(MatCholeskyFactorSymbolic(F, S, NULL, &info));
  PetscCall(MatCholeskyFactorNumeric(F, S, &info));
  PetscCall(MatFactorGetError(F, error));
  if (!*error) PetscCall(MatGetInertia(F, &counts[0], &counts[1], &counts[2]));
  PetscCall(MatDestroy(&F));
  PetscFunctionReturn(0);
}

/* Sylvester's law of inertia: A = L D L^T has as many negative and zero eigenvalues as D (Golub and Van Loan 2013, theorem
 * 8.1.17). The workspace grows by factors of 4 after a failure. */
PetscErrorCode eigenvalue_signs(const LinearSystem *linear, int *negative, int *zero)
{
  PetscInt       counts[3] = {0};
  MatFactorError error     = MAT_FACTOR_OUTMEMORY;
  Mat            S;

  PetscFunctionBeginUser;
  PetscCall(symmetric_storage(linear->A, &S));
  /* MUMPS cannot estimate the workspace of delayed pivots */
  for (int space = 100; error == MAT_FACTOR_OUTMEMORY && space <= 6400; space *= 4)
    PetscCall(pivots_count(S, space, counts, &error));
  *negative = error ? EIGENVALUES_UNKNOWN : (int)counts[0];
  *zero     = error ? EIGENVALUES_UNKNOWN : (int)counts[1];
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(0);
}

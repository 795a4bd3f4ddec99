/* Signs of the eigenvalues of a symmetric matrix, from its factors L D L^T. */
#include "solve/linear.h"

static PetscErrorCode symmetric_part(Mat J, Mat *S)
{
  PetscBool dense;
  Mat       sparse = NULL;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)J, MATSEQDENSE, &dense));
  if (dense) PetscCall(MatConvert(J, MATSEQAIJ, MAT_INITIAL_MATRIX, &sparse));
  PetscCall(MatSetOption(dense ? sparse : J, MAT_SYMMETRIC, PETSC_TRUE));
  PetscCall(MatConvert(dense ? sparse : J, MATSBAIJ, MAT_INITIAL_MATRIX, S));
  PetscCall(MatDestroy(&sparse));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_inertia(Newton *newton, double *x, int *negative, int *zero)
{
  Mat            S, F;
  MatFactorInfo  info;
  MatFactorError error;
  PetscInt       counts[3];

  PetscFunctionBeginUser;
  newton->equations.jacobian(newton->equations.context, x, newton->value);
  PetscCall(linear_fill(newton, newton->J));
  PetscCall(symmetric_part(newton->J, &S));
  PetscCall(MatGetFactor(S, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, &F));
  /* no weighted matching before the factors: its time is not linear in the size */
  PetscCall(MatMumpsSetIcntl(F, 6, 0));
  PetscCall(MatMumpsSetIcntl(F, 12, 1));
  PetscCall(MatMumpsSetIcntl(F, 13, 1));   /* all pivots are seen */
  PetscCall(MatMumpsSetIcntl(F, 14, 100)); /* work space */
  PetscCall(MatMumpsSetIcntl(F, 24, 1));   /* zero ones too: */
  PetscCall(MatMumpsSetCntl(F, 3, 1e-12)); /* below this part of the matrix */
  PetscCall(MatFactorInfoInitialize(&info));
  PetscCall(MatCholeskyFactorSymbolic(F, S, NULL, &info));
  PetscCall(MatCholeskyFactorNumeric(F, S, &info));
  PetscCall(MatFactorGetError(F, &error));
  if (!error) PetscCall(MatGetInertia(F, &counts[0], &counts[1], &counts[2]));
  *negative = error ? INERTIA_UNKNOWN : (int)counts[0];
  *zero     = error ? INERTIA_UNKNOWN : (int)counts[1];
  PetscCall(MatDestroy(&F));
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(0);
}

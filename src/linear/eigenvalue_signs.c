/* Signs of the eigenvalues of a symmetric matrix, from its factors L D L^T. */
#include "linear/linear.h"

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

/* Counts of negative, zero and positive pivots with so many percent of work space beyond what MUMPS estimates. */
static PetscErrorCode pivots_count(Mat S, int space, PetscInt counts[3], MatFactorError *error)
{
  Mat           F;
  MatFactorInfo info;

  PetscFunctionBeginUser;
  PetscCall(MatGetFactor(S, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, &F));
  PetscCall(MatSetOptionsPrefix(F, "inertia_"));
  /* no weighted matching before the factors: its time is not linear in the size */
  PetscCall(MatMumpsSetIcntl(F, 6, 0));
  PetscCall(MatMumpsSetIcntl(F, 12, 1));
  PetscCall(MatMumpsSetIcntl(F, 13, 1)); /* all pivots are seen */
  PetscCall(MatMumpsSetIcntl(F, 14, space));
  PetscCall(MatMumpsSetIcntl(F, 24, 1));   /* zero ones too: */
  PetscCall(MatMumpsSetCntl(F, 3, 1e-12)); /* below this part of the matrix */
  PetscCall(MatFactorInfoInitialize(&info));
  PetscCall(MatCholeskyFactorSymbolic(F, S, NULL, &info));
  PetscCall(MatCholeskyFactorNumeric(F, S, &info));
  PetscCall(MatFactorGetError(F, error));
  if (!*error) PetscCall(MatGetInertia(F, &counts[0], &counts[1], &counts[2]));
  PetscCall(MatDestroy(&F));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_inertia(Newton *newton, double *x, int *negative, int *zero)
{
  PetscInt       counts[3] = {0};
  MatFactorError error     = MAT_FACTOR_OUTMEMORY;
  Mat            S;

  PetscFunctionBeginUser;
  newton->equations.jacobian(newton->equations.context, x, newton->value);
  PetscCall(linear_fill(newton, newton->J));
  PetscCall(symmetric_part(newton->J, &S));
  /* pivots that are put off take space that no one foresees */
  for (int space = 100; error == MAT_FACTOR_OUTMEMORY && space <= 6400; space *= 4)
    PetscCall(pivots_count(S, space, counts, &error));
  *negative = error ? INERTIA_UNKNOWN : (int)counts[0];
  *zero     = error ? INERTIA_UNKNOWN : (int)counts[1];
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(0);
}

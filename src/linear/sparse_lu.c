/* LU factors by UMFPACK through a KSP without iterations. */
#include "linear/sparse_lu.h"

#include <math.h>

PetscErrorCode sparse_lu_create(Mat A, KSP *lu)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PETSC_COMM_SELF, lu));
  PetscCall(KSPSetOperators(*lu, A, A));
  PetscCall(KSPSetType(*lu, KSPPREONLY));
  PetscCall(KSPGetPC(*lu, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERUMFPACK));
  PetscFunctionReturn(0);
}

PetscErrorCode sparse_lu_solve(KSP lu, int n, double *b, double *x, bool *solved)
{
  Vec                right, left;
  PetscErrorCode     ierr;
  KSPConvergedReason reason;

  PetscFunctionBeginUser;
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, b, &right));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, x, &left));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  ierr = KSPSolve(lu, right, left);
  PetscCall(PetscPopErrorHandler());
  PetscCheck(ierr == 0 || ierr == PETSC_ERR_LIB, PETSC_COMM_SELF, ierr, "the equations cannot be solved");
  PetscCall(KSPGetConvergedReason(lu, &reason));
  *solved = ierr == 0 && reason >= 0;
  for (int i = 0; i < n; i++) *solved = *solved && isfinite(x[i]);
  PetscCall(VecDestroy(&right));
  PetscCall(VecDestroy(&left));
  PetscFunctionReturn(0);
}

PetscErrorCode sparse_lu_once(Mat A, int n, double *b, double *x, bool *solved)
{
  KSP lu;

  PetscFunctionBeginUser;
  PetscCall(sparse_lu_create(A, &lu));
  PetscCall(sparse_lu_solve(lu, n, b, x, solved));
  PetscCall(KSPDestroy(&lu));
  PetscFunctionReturn(0);
}

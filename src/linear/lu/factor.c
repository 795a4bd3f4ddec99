/* The choice among the own factorizations, and the PETSc preconditioner that applies one of them (factor.h). */
#include "linear/lu/factor.h"

#include <math.h>

/* Context of the preconditioner. */
typedef struct {
  const FactorOps *ops;
  FactorSource     source;
  void            *factor; /* NULL: not yet created */
  bool             regular;
} FactorShell;

static PetscErrorCode shell_destroy(PC pc)
{
  FactorShell *shell;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &shell));
  if (shell->factor) PetscCall(shell->ops->destroy(shell->factor));
  PetscCall(PetscFree(shell));
  PetscFunctionReturn(0);
}

/* PCSetUp: symbolic analysis once, numeric factors whenever the operator changes. A zero pivot is reported as a failed
 * factorization. */
static PetscErrorCode shell_setup(PC pc)
{
  FactorShell *shell;
  Mat          A;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &shell));
  PetscCall(PCGetOperators(pc, NULL, &A));
  if (!shell->factor) PetscCall(shell->ops->create(&shell->source, A, &shell->factor));
  PetscCall(shell->ops->factor(shell->factor, A, &shell->regular));
  PetscCall(PCSetFailedReason(pc, shell->regular ? PC_NOERROR : PC_FACTOR_NUMERIC_ZEROPIVOT));
  PetscFunctionReturn(0);
}

/* x = A^{-1} b or A^{-T} b; not a number if A is singular, as division by a zero pivot gives. */
static PetscErrorCode shell_solve(PC pc, bool transpose, Vec b, Vec x)
{
  FactorShell       *shell;
  const PetscScalar *ba;
  PetscScalar       *xa;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &shell));
  if (!shell->regular) {
    PetscCall(VecSet(x, NAN));
    PetscFunctionReturn(0);
  }
  PetscCall(VecGetArrayRead(b, &ba));
  PetscCall(VecGetArrayWrite(x, &xa));
  PetscCall(shell->ops->solve(shell->factor, transpose, ba, xa));
  PetscCall(VecRestoreArrayWrite(x, &xa));
  PetscCall(VecRestoreArrayRead(b, &ba));
  PetscFunctionReturn(0);
}

/* PCApply: x = A^{-1} b. */
static PetscErrorCode shell_apply(PC pc, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(shell_solve(pc, false, b, x));
  PetscFunctionReturn(0);
}

/* PCApplyTranspose: x = A^{-T} b. */
static PetscErrorCode shell_apply_transpose(PC pc, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(shell_solve(pc, true, b, x));
  PetscFunctionReturn(0);
}

/* Element chain where the source states one, slabs over ranks, fronts on one rank. */
PetscErrorCode factor_attach(PC pc, const FactorSource *source)
{
  FactorShell *shell;
  PetscMPIInt  ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)pc), &ranks));
  PetscCall(PetscNew(&shell));
  shell->ops    = source->chain.size > 0 ? &factor_element_chain : ranks > 1 ? &factor_slabs : &factor_fronts;
  shell->source = *source;
  if (!plan_is_known(&source->plan)) shell->source.plan = (FrontPlan){.block = FACTOR_STEP};
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetName(pc, shell->ops->name));
  PetscCall(PCShellSetContext(pc, shell));
  PetscCall(PCShellSetSetUp(pc, shell_setup));
  PetscCall(PCShellSetApply(pc, shell_apply));
  PetscCall(PCShellSetApplyTranspose(pc, shell_apply_transpose));
  PetscCall(PCShellSetDestroy(pc, shell_destroy));
  PetscFunctionReturn(0);
}

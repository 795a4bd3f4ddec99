/* Choice, creation and destruction of discrete adjoints, and the gradient in the start state. */
#include "adjoint/adjoint.h"

#include "base/vec.h"
#include "scheme/scheme.h"

/* Each proximal sweep starts from the inputs of the one before, so the last conditions alone do not determine the derivative. */
static bool has_sweeps(const Problem *problem)
{
  for (int t = 0; t < problem->nterms; t++)
    if (problem->terms[t].sweeps > 0) return true;
  return false;
}

const AdjointOps *adjoint_ops(const Problem *problem)
{
  if (problem->nterms) return has_sweeps(problem) ? NULL : &adjoint_optimum;
  switch (scheme_adjoint(problem)) {
  case ADJOINT_STEPPING: return &adjoint_em;
  case ADJOINT_WINDOW: return &adjoint_window;
  default: return NULL;
  }
}

PetscErrorCode adjoint_create(const AdjointOps *ops, const Problem *problem, const System *system, const Trajectory *tr,
                              const Functional *functional, Adjoint **adjoint, bool *solved)
{
  char *memory;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(ops->size, &memory));
  *adjoint  = (Adjoint *)(void *)memory;
  **adjoint = (Adjoint){.ops = ops, .trajectory = tr, .functional = functional};
  PetscCall(PetscCalloc1(tr->nz, &(*adjoint)->start));
  PetscCall(ops->create(problem, system, *adjoint, solved));
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_destroy(Adjoint **adjoint)
{
  PetscFunctionBeginUser;
  if (*adjoint) {
    PetscCall((*adjoint)->ops->destroy(*adjoint));
    PetscCall(PetscFree((*adjoint)->start));
  }
  PetscCall(PetscFree(*adjoint));
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_start(const Adjoint *a, const Problem *problem, const System *system, double *start, bool *good)
{
  PetscFunctionBeginUser;
  *good = true;
  vec_copy(system->nz, a->start, start);
  if (a->ops->start_mult) PetscCall(a->ops->start_mult(a, problem, system, start, good));
  PetscFunctionReturn(0);
}

PetscErrorCode trajectory_moved(const Problem *problem, const Trajectory *tr, double *moved)
{
  Mesh mesh;

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  for (int e = 0; e <= tr->elements; e++) {
    const double t = tr->t[e * tr->k], regular = mesh_time(&mesh, e);
    moved[e] = e == 0 || t == regular ? 0.0 : (t - regular) / mesh_step(&mesh, e - 1);
  }
  mesh_destroy(&mesh);
  PetscFunctionReturn(0);
}

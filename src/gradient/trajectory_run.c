/* Whole runs whose trajectory is stored, from the model's start or from another one. */
#include "gradient/trajectory_run.h"

#include "base/vec.h"
#include "start/initial.h"

PetscErrorCode model_solve(const Model *model, const double *z0, Trajectory *trajectory, RunStatus *status)
{
  const Observer observer = {.context = trajectory, .sample = trajectory_sample};
  double        *lambda;
  bool           solved = true;

  PetscFunctionBeginUser;
  PetscCheck(trajectory_create(&model->problem, &model->system, trajectory), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  PetscCall(PetscMalloc1(model->system.nl + 1, &lambda));
  vec_copy(model->system.nl, model->lambda, lambda);
  if (z0) PetscCall(initial_multipliers(&model->system, model->problem.time.start, z0, lambda, &solved));
  if (!solved) vec_copy(model->system.nl, model->lambda, lambda);
  PetscCall(problem_solve(&model->problem, &model->system, z0 ? z0 : model->z, lambda, &observer, &trajectory->solution,
                          status));
  PetscCall(PetscFree(lambda));
  PetscFunctionReturn(0);
}

/* Schemes without time elements have straight lines between element ends, which two Gauss points integrate. */
PetscErrorCode trajectory_value(const Model *model, const Trajectory *tr, const Functional *functional, double *value)
{
  const Problem *problem = &model->problem;
  const bool     own     = problem->method.scheme->adjoint != ADJOINT_NONE;
  const int      s       = own ? scheme_gauss(problem, &model->system) : 2;
  TimeElement    element;

  PetscFunctionBeginUser;
  PetscCheck(time_element_create_mg(tr->k, s, problem->method.nodes == NODES_LOBATTO, &element), PETSC_COMM_SELF,
             PETSC_ERR_MEM, "out of memory");
  PetscCall(functional_value(functional, tr, &element, NULL, NULL, value));
  time_element_destroy(&element);
  PetscFunctionReturn(0);
}

const char *trajectory_rejects(const Model *model, const Trajectory *tr)
{
  return tr->elements < mesh_elements(&model->problem.time) ? "found a run that did not reach its end" : "";
}

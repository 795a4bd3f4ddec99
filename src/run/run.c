/* Dispatches a run: estimates its memory, then runs optimal control or the scheme. */
#include "run/run.h"

#include "optimal/optimal.h"
#include "scheme/window/estimate.h"

/* Optimal control for a problem with an objective, otherwise its scheme. */
static PetscErrorCode problem_dispatch(const Problem *problem, const System *system, const double *z0,
                                       const double *lambda0, const Observer *observer, Solution *solution,
                                       RunStatus *status)
{
  PetscFunctionBeginUser;
  if (problem->nterms) PetscCall(optimal_run(problem, system, z0, lambda0, observer, solution, status));
  else PetscCall(scheme_of(problem)->run(problem, system, z0, lambda0, observer, status));
  PetscFunctionReturn(0);
}

PetscErrorCode problem_solve(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, Solution *solution, RunStatus *status)
{
  bool fits;

  PetscFunctionBeginUser;
  *status = (RunStatus){.verdict = RUN_DONE};
  PetscCall(estimate_fits(problem, system, PETSC_COMM_WORLD, 1, &fits, status->message, sizeof status->message));
  if (!fits) status->verdict = RUN_REFUSED;
  else PetscCall(problem_dispatch(problem, system, z0, lambda0, observer, solution, status));
  PetscFunctionReturn(0);
}

PetscErrorCode problem_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status)
{
  PetscFunctionBeginUser;
  PetscCall(problem_solve(problem, system, z0, lambda0, observer, NULL, status));
  PetscFunctionReturn(0);
}

PetscErrorCode problem_run_fitting(const Problem *problem, const System *system, const double *z0,
                                   const double *lambda0, const Observer *observer, RunStatus *status)
{
  PetscFunctionBeginUser;
  *status = (RunStatus){.verdict = RUN_DONE};
  PetscCall(problem_dispatch(problem, system, z0, lambda0, observer, NULL, status));
  PetscFunctionReturn(0);
}

/* Dispatches a run: estimates its memory, then runs optimal control or the scheme. */
#include "run/run.h"

#include "optimal/optimal.h"
#include "run/dropped_watch.h"
#include "run/row_exchange.h"
#include "scheme/adaptive/adaptive_run.h"
#include "scheme/window/estimate.h"
#include "time/mesh.h"

/* Optimal control for a problem with an objective, passes for one with an accuracy, otherwise its scheme; dropped rows are watched. */
static PetscErrorCode problem_dispatch(const Problem *problem, const System *system, const double *z0,
                                       const double *lambda0, const Observer *observer, Solution *solution,
                                       RunStatus *status)
{
  DroppedWatch    watch;
  Observer        watching;
  const bool      watched = dropped_watch_begin(system, observer, &watch, &watching);
  const Observer *shown   = watched ? &watching : observer;

  PetscFunctionBeginUser;
  if (problem->nterms) PetscCall(optimal_run(problem, system, z0, lambda0, shown, solution, status));
  else if (mesh_is_adaptive(&problem->time)) PetscCall(adaptive_run(problem, system, z0, lambda0, shown, status));
  else PetscCall(scheme_of(problem)->run(problem, system, z0, lambda0, shown, status));
  if (watched) PetscCall(dropped_watch_end(&watch, status));
  PetscFunctionReturn(0);
}

PetscErrorCode problem_solve(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, Solution *solution, RunStatus *status)
{
  bool   fits;
  Notice why;

  PetscFunctionBeginUser;
  *status = (RunStatus){.verdict = RUN_DONE};
  PetscCall(estimate_fits(problem, system, PETSC_COMM_WORLD, 1, &fits, &why));
  if (!fits) run_fail(status, RUN_REFUSED, why.code, "%s", why.text);
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

/* The scheme runs again from the checkpoint as long as it ends because rows are to be exchanged. */
static PetscErrorCode exchanging_dispatch(const Problem *problem, System *system, const double *z0,
                                          const double *lambda0, const Observer *observer, RunStatus *status)
{
  Observer exchanging = *observer;
  bool     again      = true;

  PetscFunctionBeginUser;
  exchanging.exchange = true;
  PetscCall(row_exchange_resume(problem, observer->checkpoint, system));
  while (again) {
    PetscCall(problem_dispatch(problem, system, z0, lambda0, &exchanging, NULL, status));
    again = status->rows_lost;
    if (again) PetscCall(row_exchange_improve(problem, observer->checkpoint, system, status, &again));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode problem_run_exchanging(const Problem *problem, System *system, const double *z0, const double *lambda0,
                                      const Observer *observer, RunStatus *status)
{
  PetscFunctionBeginUser;
  *status = (RunStatus){.verdict = RUN_DONE};
  if (observer->checkpoint && row_exchange_possible(problem, system))
    PetscCall(exchanging_dispatch(problem, system, z0, lambda0, observer, status));
  else PetscCall(problem_dispatch(problem, system, z0, lambda0, observer, NULL, status));
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

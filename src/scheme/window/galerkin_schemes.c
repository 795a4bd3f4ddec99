/* The Galerkin schemes of May and Betsch (2025): mG, which steps or solves windows, and BG, which solves windows. */
#include "scheme/exactness.h"
#include "scheme/schemes.h"
#include "scheme/step/stepping_run.h"
#include "scheme/window/window_run.h"

/* Time stepping for windows of one element, otherwise global solves. */
static PetscErrorCode mg_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, RunStatus *status)
{
  const int window = scheme_window(problem, mesh_elements(&problem->time));

  PetscFunctionBeginUser;
  if (window > 1) PetscCall(windows_run(problem, system, z0, lambda0, observer, status));
  else PetscCall(stepping_run(problem, system, z0, lambda0, observer, status));
  PetscFunctionReturn(0);
}

const SchemeOps mg_ops = {
  .traits =
    {
      .name     = "mG",
      .summary  = "Petrov-Galerkin elements, order 2k at element ends; time stepping, or windows of any size",
      .supports = SUPPORTS_ALL | SUPPORTS_OBJECTIVE | SUPPORTS_ACCURACY,
      .galerkin = GALERKIN_PETROV,
      .adjoint  = ADJOINT_WINDOW,
      .stepping = true,
    },
  .gauss     = mg_gauss,
  .exactness = mg_exactness,
  .run       = mg_run,
};

const SchemeOps bg_ops = {
  .traits =
    {
      .name = "BG",
      .summary =
        "Bubnov-Galerkin elements, one global solve; order 2, 2, 4, 4 for k = 1..4; 4, 4, 8, 8 with start: weak",
      .supports = SUPPORTS_ALL,
      .galerkin = GALERKIN_BUBNOV,
      .adjoint  = ADJOINT_WINDOW,
    },
  .gauss     = bg_gauss,
  .exactness = bg_exactness,
  .run       = windows_run,
};

/* em(k): mG(k) with a correction that keeps the angular momentum. */
#include "scheme/exactness.h"
#include "scheme/schemes.h"
#include "scheme/step/stepping_run.h"

const SchemeOps em_ops = {
  .traits =
    {
      .name = "em",
      .summary =
        "mG that also keeps angular momentum: energy, momenta and constraints to rounding, order 2k; time stepping",
      .supports = SUPPORTS_ALL & ~(SUPPORTS_HAMILTONIAN | SUPPORTS_SCALABLE | SUPPORTS_WINDOW),
      .galerkin = GALERKIN_PETROV,
      .adjoint  = ADJOINT_STEPPING,
      .stepping = true,
    },
  .variant   = VARIANT_EM,
  .gauss     = mg_gauss,
  .exactness = em_exactness,
  .run       = stepping_run,
};

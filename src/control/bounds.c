/* Bounds of controls: primal-dual active sets. A value beyond its bound is set to it; one whose multiplier has the wrong sign is let
 * go. */
#include "control/kkt.h"

enum { SETS_MOST = 60 };

static PetscErrorCode sets_update(Kkt *k, int *changed, int *active)
{
  PetscFunctionBeginUser;
  PetscCall(kkt_gradient(k));
  *changed = *active = 0;
  for (int i = 0; i < k->nu; i++)
    for (int e = 0; e < k->ne; e += k->input[i].every)
      for (int c = 0; c < k->input[i].n; c++) {
        const int         at    = kkt_u(k, i, e, c);
        const double      push  = -k->active[at] * k->g[at] * k->unit[at] / k->objective->unit;
        const double      lower = k->input[i].lower, upper = k->input[i].upper, small = 1e-10 * k->unit[at];
        const signed char before = k->active[at];
        if (before && push < 0.0) k->active[at] = 0;
        else if (k->x[at] > upper + small || (before > 0)) k->active[at] = 1;
        else if (k->x[at] < lower - small || (before < 0)) k->active[at] = -1;
        if (k->active[at]) k->x[at] = k->active[at] > 0 ? upper : lower;
        *changed += k->active[at] != before;
        *active += k->active[at] != 0;
      }
  PetscFunctionReturn(0);
}

PetscErrorCode kkt_bounded(Kkt *k, NewtonStatus *newton, int *sets, int *active)
{
  int changed = 1, iterations = 0;

  PetscFunctionBeginUser;
  for (*sets = 0; changed && *sets < SETS_MOST; (*sets)++) {
    PetscCall(kkt_solve(k, newton));
    iterations += newton->iterations;
    newton->iterations = iterations;
    if (!newton_ok(newton)) PetscFunctionReturn(0);
    PetscCall(sets_update(k, &changed, active));
  }
  if (changed) newton->reason = NEWTON_STALLED;
  PetscFunctionReturn(0);
}

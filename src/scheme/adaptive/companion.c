/* Sweeps over one element for its local error, and from the moved start for the global error (companion.h). */
#include "scheme/adaptive/companion.h"

#include "base/vec.h"
#include "scheme/step/stepping_element.h"

#include <float.h>
#include <math.h>

enum {
  ONE_SWEEP_MOST = 3, /* degree up to which one sweep is accurate enough */
  FOLLOW_LEAST   = 4, /* iterations of the companion in an element */
  FOLLOW_OLD     = 6, /* with the factors at hand; then new ones at the solution */
  FOLLOW_MOST    = 10
};

/* Part of the change of E, or of the local error, below which the iteration ends; weight of the correction before the last one. */
static const double settled = 0.02, memory = 0.2;

PetscErrorCode companion_create(Stepping *m, Companion *c)
{
  PetscFunctionBeginUser;
  PetscCall(enriched_create(m, &c->enriched));
  PetscCall(PetscCalloc3(m->nz, &c->local, m->nz, &c->E, m->nz, &c->step));
  companion_restart(c);
  PetscFunctionReturn(0);
}

PetscErrorCode companion_destroy(Companion *c)
{
  PetscFunctionBeginUser;
  PetscCall(enriched_destroy(&c->enriched));
  PetscCall(PetscFree3(c->local, c->E, c->step));
  PetscFunctionReturn(0);
}

void companion_restart(Companion *c)
{
  vec_zero(c->enriched.stepping->nz, c->E);
  c->sum = c->doubt = 0.0;
}

/* One sweep corrects the functions of L_k first, then the others. */
PetscErrorCode companion_local(Companion *c, double *size)
{
  Enriched       *e      = &c->enriched;
  const Stepping *m      = e->stepping;
  const int       sweeps = m->k <= ONE_SWEEP_MOST ? 1 : 2;
  bool            solved = true;
  double          last;

  PetscFunctionBeginUser;
  vec_zero(m->nz, c->local);
  PetscCall(enriched_begin(e, NULL, &solved));
  for (int i = 0; solved && i < sweeps; i++) {
    enriched_residual(e);
    PetscCall(enriched_correct_top(e, &solved));
    enriched_residual(e);
    if (solved) PetscCall(enriched_correct_low(e, c->local, &last, &solved));
  }
  *size = solved ? natural_size(m->system, c->local) : NAN;
  PetscFunctionReturn(0);
}

/* Both kinds of functions are corrected from the same residual: one residual and one back-substitution per iteration. */
PetscErrorCode companion_follow(Companion *c, double local)
{
  Enriched *e      = &c->enriched;
  Stepping *m      = e->stepping;
  bool      solved = true;
  double    now    = INFINITY, before, floor;

  PetscFunctionBeginUser;
  c->sum += local;
  stepping_end(m);
  floor = 4.0 * DBL_EPSILON * natural_size(m->system, m->end);
  vec_zero(m->nz, c->step);
  PetscCall(enriched_begin(e, c->E, &solved));
  for (int i = 0; solved && i < FOLLOW_MOST; i++) {
    before = now;
    if (i == FOLLOW_OLD) m->newton.factored = false;
    enriched_residual(e);
    PetscCall(enriched_correct_top(e, &solved));
    if (solved) PetscCall(enriched_correct_low(e, c->step, &now, &solved));
    const double moved = fmin(natural_size(m->system, c->step), 2.0 * local);
    if (i + 1 >= FOLLOW_LEAST && fmax(now, memory * before) < fmax(settled * moved, floor)) break;
  }
  vec_add(m->nz, 1.0, c->step, c->E);
  c->doubt += solved ? now : INFINITY;
  PetscFunctionReturn(0);
}

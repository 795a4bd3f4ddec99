/* Steps of a walk: a stride along the last move less the part of it that opens joints, then closure. */
#include "start/position/walk.h"

#include "base/random.h"
#include "base/vec.h"
#include "start/position/closure.h"
#include "start/position/joint_jacobian.h"

/* Largest entry of a step in natural units: 0.15 rad for rotations. */
static const double stride = 0.15;

/* Directions shorter than this are rounding errors of a mechanism that cannot move. */
static const double still = 1e-6;

PetscErrorCode walk_create(const System *sys, const double *start, Walk *w)
{
  PetscFunctionBeginUser;
  *w = (Walk){.system = sys, .start = start, .rates = joint_jacobian_rates(sys)};
  PetscCall(PetscMalloc3(sys->nz, &w->z, w->rates + 1, &w->direction, w->rates + 1, &w->moved));
  PetscFunctionReturn(0);
}

PetscErrorCode walk_destroy(Walk *w)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree3(w->z, w->direction, w->moved));
  PetscFunctionReturn(0);
}

/* Removes what opens joints from the direction and scales it to the largest entry 1; false: nothing is left. */
static PetscErrorCode walk_aim(Walk *w, bool *ok)
{
  double size = vec_max(w->rates, w->direction);

  PetscFunctionBeginUser;
  *ok = size > 0.0 && isfinite(size);
  if (!*ok) PetscFunctionReturn(0);
  for (int i = 0; i < w->rates; i++) w->direction[i] /= size;
  PetscCall(closure_tangent(w->system, w->system->t0, w->z, w->direction));
  size = vec_max(w->rates, w->direction);
  *ok  = size > still;
  for (int i = 0; *ok && i < w->rates; i++) w->direction[i] /= size;
  PetscFunctionReturn(0);
}

/* Walks 2n and 2n + 1 have opposite directions: the random numbers of walk n are drawn again for both. */
PetscErrorCode walk_begin(int n, Walk *w)
{
  unsigned long seed = 20251UL + (unsigned long)(n / 2);

  PetscFunctionBeginUser;
  vec_copy(w->system->nz, w->start, w->z);
  joint_rates(w->system, w->start, w->direction);
  for (int i = 0; n > 1 && i < w->rates; i++) w->direction[i] = random_next(&seed) - 0.5;
  for (int i = 0; n % 2 && i < w->rates; i++) w->direction[i] = -w->direction[i];
  PetscFunctionReturn(0);
}

PetscErrorCode walk_step(Walk *w, bool *ok)
{
  double gap;

  PetscFunctionBeginUser;
  PetscCall(walk_aim(w, ok));
  if (!*ok) PetscFunctionReturn(0);
  for (int i = 0; i < w->rates; i++) w->moved[i] = stride * w->direction[i];
  joint_move(w->system, 1.0, w->moved, w->z);
  PetscCall(closure_find(w->system, w->system->t0, w->z, w->moved, &gap));
  *ok = gap <= closure_tolerance;
  vec_copy(w->rates, w->moved, w->direction);
  PetscFunctionReturn(0);
}

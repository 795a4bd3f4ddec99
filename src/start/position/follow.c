/* Closes joints and motions at a sequence of times, each from the position before; the gap that remains names those concerned. */
#include "start/position/follow.h"

#include "base/vec.h"
#include "start/position/closure.h"

#include <stdio.h>
#include <string.h>

enum { NAMED_MOST = 3 };

/* Largest residual of a position that exists, in natural units. Closure ends above it where Phi has a minimum other than zero. */
static const double reached = 1e-9;

/* A group is concerned if its residual is at least this fraction of the largest. */
static const double concerned = 0.01;

/* Largest residual of a group in natural units. */
static double group_gap(const System *sys, const ConstraintGroup *group, double t, const double *z)
{
  double most = 0.0;

  for (int r = 0; r < group->m; r++) {
    double phi, psi;
    system_row(sys, group, r, t, z, &phi, &psi);
    most = fmax(most, fabs(phi) / (group->rows[r].length ? sys->units.length : 1.0));
  }
  return most;
}

/* names = those of the motions, or of the joints, with a residual of at least `least`. */
static void names_fill(const System *sys, bool motions, double t, const double *z, double least, char *names,
                       size_t size)
{
  int n = 0;

  names[0] = '\0';
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    const size_t used = strlen(names);
    if ((sys->groups[g].driver >= 0) != motions || group_gap(sys, &sys->groups[g], t, z) < least) continue;
    if (++n > NAMED_MOST) continue;
    snprintf(names + used, size - used, "%s%s", n > 1 ? ", " : "", sys->groups[g].name);
  }
}

/* At the smallest |Phi| the residuals are a self-stress: they vanish in joints outside the conflict. */
static void follow_text(const System *sys, double t, const double *z, Notice *why)
{
  char   motions[150], joints[150];
  double most = 0.0;

  for (int g = sys->nbodies; g < sys->ngroups; g++) most = fmax(most, group_gap(sys, &sys->groups[g], t, z));
  names_fill(sys, true, t, z, concerned * most, motions, sizeof motions);
  names_fill(sys, false, t, z, concerned * most, joints, sizeof joints);
  if (!motions[0]) names_fill(sys, true, t, z, 0.0, motions, sizeof motions);
  notice_write(why, R0507_LOOP_FOLLOWS,
               "the loop cannot follow: at t = %.6g the motion %s asks for a position that the joints%s%s do not reach "
               "(smallest gap %.2g, scaled)",
               t, motions, joints[0] ? " " : "", joints, most);
}

PetscErrorCode follow_check(const System *sys, double from, double to, int steps, const double *z, Notice *why)
{
  double *now, gap = 0.0;

  PetscFunctionBeginUser;
  *why = (Notice){0};
  if (!sys->ndrivers) PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(sys->nz, &now));
  vec_copy(sys->nz, z, now);
  for (int step = 1; gap <= reached && step <= steps; step++) {
    const double t = from + (to - from) * step / steps;
    PetscCall(closure_find(sys, t, now, NULL, &gap));
    if (gap > reached) follow_text(sys, t, now, why);
  }
  PetscCall(PetscFree(now));
  PetscFunctionReturn(0);
}

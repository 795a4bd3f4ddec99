/* Likely cause of a failed window: the times of its largest residuals, and element ends at singular positions. */
#include "base/vec.h"
#include "base/words.h"
#include "scheme/window/window_run.h"
#include "start/constraint_rank.h"
#include "start/position/follow.h"

#include <stdio.h>

/* The residual is stuck in elements with at least this fraction of the largest residual. */
static const double stuck_fraction = 0.1;

/* Largest modulus; INFINITY if an entry is not finite. */
static double rows_size(int n, const double *r)
{
  for (int i = 0; i < n; i++)
    if (!isfinite(r[i])) return INFINITY;
  return vec_max(n, r);
}

/* range = first and last element of the window with a residual of at least `least` on this rank. Returns the largest residual. */
static double elements_above(const Window *w, const double *r, double least, int range[2])
{
  double most = 0.0;

  range[0] = w->count;
  range[1] = -1;
  for (int i = 1; i < w->nodes; i++) {
    const double size = rows_size(w->block, r + window_local_block(w, i));
    const int    e    = w->e0 + (i - 1) / w->k;
    most              = fmax(most, size);
    if (size < least) continue;
    range[0] = PetscMin(range[0], e);
    range[1] = e;
  }
  return most;
}

/* t = start and end of the interval in which the residual is stuck. */
static PetscErrorCode window_stuck(const Window *w, double t[2])
{
  const PetscScalar *r;
  Vec                residual;
  double             mine, most;
  int                range[2], first, last;

  PetscFunctionBeginUser;
  PetscCall(SNESGetFunction(w->newton.snes, &residual, NULL, NULL));
  PetscCall(VecGetArrayRead(residual, &r));
  mine = elements_above(w, r, 0.0, range);
  PetscCallMPI(MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, w->comm));
  elements_above(w, r, stuck_fraction * most, range);
  PetscCall(VecRestoreArrayRead(residual, &r));
  PetscCallMPI(MPI_Allreduce(&range[0], &first, 1, MPI_INT, MPI_MIN, w->comm));
  PetscCallMPI(MPI_Allreduce(&range[1], &last, 1, MPI_INT, MPI_MAX, w->comm));
  t[0] = mesh_time(&w->mesh, w->first + first);
  t[1] = mesh_time(&w->mesh, w->first + last + 1);
  PetscFunctionReturn(0);
}

/* Every rank checks its own element ends; the first rank that finds one broadcasts it. */
PetscErrorCode window_singular(const Window *w, double *t, char *text, size_t size)
{
  bool near = false;
  int  found, first;

  PetscFunctionBeginUser;
  text[0] = '\0';
  if (w->system->ngroups == w->system->nbodies) PetscFunctionReturn(0);
  for (int e = 0; !near && e < w->e1 - w->e0; e++) {
    const double *z = w->z + (e + 1) * w->k * w->nz;
    *t              = mesh_time(&w->mesh, w->first + w->e0 + e + 1);
    if (isfinite(rows_size(w->nz, z))) PetscCall(constraint_rank_near(w->system, *t, w->z, z, &near, text, size));
  }
  found = near ? w->rank : w->size;
  PetscCallMPI(MPI_Allreduce(&found, &first, 1, MPI_INT, MPI_MIN, w->comm));
  if (first == w->size) PetscFunctionReturn(0);
  PetscCallMPI(MPI_Bcast(t, 1, MPI_DOUBLE, first, w->comm));
  PetscCallMPI(MPI_Bcast(text, (PetscMPIInt)size, MPI_CHAR, first, w->comm));
  PetscFunctionReturn(0);
}

/* Rank 0 has the state at the start of the window. */
PetscErrorCode window_follow(const Window *w, Notice *why)
{
  const double from = mesh_time(&w->mesh, w->first), to = mesh_time(&w->mesh, w->first + w->count);

  PetscFunctionBeginUser;
  *why = (Notice){0};
  if (w->rank == 0 && !w->boundary) PetscCall(follow_check(w->system, from, to, 4 * w->count, w->z, why));
  PetscCallMPI(MPI_Bcast(why, (PetscMPIInt)sizeof *why, MPI_BYTE, 0, w->comm));
  PetscFunctionReturn(0);
}

/* The cause of a failure, unless the mechanism cannot follow its motions: the first that applies. */
static void window_cause(const Window *w, const NewtonStatus *newton, const char *joints, double t, Notice *cause)
{
  if (newton->reason == NEWTON_MEMORY)
    notice_write(cause, R0508_SOLVER_MEMORY, "use %s, or more ranks on more machines",
                 w->boundary ? "fewer elements" : "a smaller window");
  else if (joints[0])
    notice_write(cause, R0505_SINGULAR_END, "an element ends on a singular position, t = %.9g (%s): use another step",
                 t, joints);
  else if (newton->reason == NEWTON_SINGULAR && w->boundary && w->bubnov && !w->continuous)
    notice_write(
      cause, R0512_BOUNDARY_SINGULAR,
      "the boundary conditions may leave something open, or fix the same thing twice, as a joint whose bodies are "
      "given at both ends: use method.multipliers: continuous");
  else if (newton->reason == NEWTON_SINGULAR && w->boundary)
    notice_write(cause, R0512_BOUNDARY_SINGULAR,
                 "the boundary conditions may leave something open, or fix the same thing twice");
  else
    notice_write(cause, R0511_WINDOW_COARSE,
                 "the mesh may be too coarse for this interval: use a smaller step, or a smaller window");
}

/* Reports the failure with its cause. */
PetscErrorCode window_explain(const Window *w, const NewtonStatus *newton, RunStatus *status)
{
  Notice cause;
  char   joints[sizeof status->singular];
  double stuck[2] = {0.0, 0.0}, t = 0.0;

  PetscFunctionBeginUser;
  PetscCall(window_stuck(w, stuck));
  PetscCall(window_singular(w, &t, joints, sizeof joints));
  PetscCall(window_follow(w, &cause));
  if (cause.code == R0000_NONE) window_cause(w, newton, joints, t, &cause);
  run_fail(
    status, RUN_NOT_CONVERGED, cause.code,
    "%s on the window of %d elements from t = %.9g (residual %.2e after %d iteration%s, stuck from t = %.6g to %.6g): %s",
    newton_reason_text(newton->reason), w->count, mesh_time(&w->mesh, w->first), newton->residual, newton->iterations,
    word_plural(newton->iterations), stuck[0], stuck[1], cause.text);
  PetscFunctionReturn(0);
}

/* Likely cause of a failed window: the times of its largest residuals, and element ends at singular positions. */
#include "base/vec.h"
#include "scheme/window/window_run.h"
#include "start/constraint_rank.h"

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

/* Reports the first cause that applies. */
PetscErrorCode window_explain(const Window *w, const NewtonStatus *newton, RunStatus *status)
{
  char   cause[sizeof status->singular + 160], joints[sizeof status->singular];
  double stuck[2] = {0.0, 0.0}, t = 0.0;

  PetscFunctionBeginUser;
  PetscCall(window_stuck(w, stuck));
  PetscCall(window_singular(w, &t, joints, sizeof joints));
  if (newton->reason == NEWTON_MEMORY)
    snprintf(cause, sizeof cause, "use %s, or more ranks on more machines",
             w->boundary ? "fewer elements" : "a smaller window");
  else if (joints[0])
    snprintf(cause, sizeof cause, "an element ends on a singular position, t = %.9g (%s): use another step", t, joints);
  else if (newton->reason == NEWTON_SINGULAR && w->boundary && w->bubnov && !w->continuous)
    snprintf(
      cause, sizeof cause,
      "the boundary conditions may leave something open, or tie the same thing twice, as a joint whose bodies are "
      "given at both ends: use method.multipliers: continuous");
  else if (newton->reason == NEWTON_SINGULAR && w->boundary)
    snprintf(cause, sizeof cause, "the boundary conditions may leave something open, or tie the same thing twice");
  else
    snprintf(cause, sizeof cause,
             "the mesh may be too coarse for this interval: use a smaller step, or a smaller window");
  snprintf(
    status->message, sizeof status->message,
    "%s on the window of %d elements from t = %.9g (residual %.2e after %d iterations, stuck from t = %.6g to %.6g): %s",
    newton_reason_text(newton->reason), w->count, mesh_time(&w->mesh, w->first), newton->residual, newton->iterations,
    stuck[0], stuck[1], cause);
  PetscFunctionReturn(0);
}

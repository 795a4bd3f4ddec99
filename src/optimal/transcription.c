/* Creation of objective, end conditions and first-order conditions, in this order. */
#include "optimal/transcription.h"

PetscErrorCode transcription_create(const Problem *problem, const System *system, const double *start,
                                    const double *end, const double *z0, MPI_Comm comm, FaultList *faults,
                                    Transcription *t, bool *good)
{
  const bool given = problem->boundary.given;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(t, sizeof *t));
  *good = objective_create(problem, system, faults, &t->objective) &&
          ends_create(problem, system, start, end, faults, &t->ends);
  if (*good)
    PetscCall(
      kkt_create(problem, system, &t->objective, given ? &t->ends.kept : NULL, given ? NULL : z0, comm, &t->kkt));
  PetscFunctionReturn(0);
}

PetscErrorCode transcription_destroy(Transcription *t)
{
  PetscFunctionBeginUser;
  PetscCall(kkt_destroy(&t->kkt));
  ends_destroy(&t->ends);
  objective_destroy(&t->objective);
  PetscFunctionReturn(0);
}

/* The transcription of an optimal control problem: its objective, the conditions at its ends, its first-order conditions. */
#ifndef RIGEL_OPTIMAL_TRANSCRIPTION_H
#define RIGEL_OPTIMAL_TRANSCRIPTION_H

#include "optimal/ends.h"
#include "optimal/kkt.h"

/* Stays where it is created: the conditions point to the objective and the ends. */
typedef struct {
  Objective objective;
  Ends      ends;
  Kkt       kkt;
} Transcription;

/* start[nz], end[nz]: states near which the end conditions are linearised. z0[nz]: the given start, used without `boundary`.
 * good = false after faults were added; destroy it in either case. */
PetscErrorCode transcription_create(const Problem *problem, const System *system, const double *start,
                                    const double *end, const double *z0, MPI_Comm comm, FaultList *faults,
                                    Transcription *transcription, bool *good);
PetscErrorCode transcription_destroy(Transcription *transcription);

#endif

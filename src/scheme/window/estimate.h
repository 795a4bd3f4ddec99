/* Estimate of size and memory of a global solve, before anything is allocated. */
#ifndef RIGEL_SCHEME_WINDOW_ESTIMATE_H
#define RIGEL_SCHEME_WINDOW_ESTIMATE_H

#include "problem/problem.h"
#include "system/system.h"

#include <petscsys.h>

typedef struct {
  int        elements;          /* of the largest window */
  double     unknowns, entries; /* of one rank; entries of shared nodes count twice */
  LinearKind linear;            /* the direct solver, never LINEAR_AUTO */
  bool       least;             /* a sparse solver with unknown fill: needs more than `bytes` */
  double     bytes;             /* of one rank */
} Estimate;

/* Unknowns and entries alone. */
void           estimate_size(const Problem *problem, const System *system, int window, int ranks, Estimate *estimate);
PetscErrorCode estimate_global(const Problem *problem, const System *system, int window, int ranks, Estimate *estimate);

/* Whether the largest window of a run on comm fits into 32-bit indices, and `jobs` such runs into the free memory. fits = false:
 * *why states the size found and expected. Collective. */
PetscErrorCode estimate_fits(const Problem *problem, const System *system, MPI_Comm comm, int jobs, bool *fits,
                             Notice *why);

#endif

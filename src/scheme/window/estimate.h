/* Size and memory of a global solve, before anything is allocated. */
#ifndef RIGEL_SCHEME_WINDOW_ESTIMATE_H
#define RIGEL_SCHEME_WINDOW_ESTIMATE_H

#include "problem/problem.h"
#include "system/system.h"

#include <petscsys.h>

typedef struct {
  int        elements;          /* of the largest window */
  double     unknowns, entries; /* of one rank: unknowns, and matrix entries before doubles are added up */
  LinearKind linear;            /* the solver, never LINEAR_AUTO */
  bool       least;             /* of sparse solvers the fill is not known: they need more than `bytes` */
  double     bytes;             /* of one rank */
} Estimate;

/* Unknowns and entries alone. */
void           estimate_size(const Problem *problem, const System *system, int window, int ranks, Estimate *estimate);
PetscErrorCode estimate_global(const Problem *problem, const System *system, int window, int ranks, Estimate *estimate);

/* Whether the largest window of a run on comm can be held: by 32-bit indices, and `jobs` times by the memory that there is now.
 * fits = false: message[size] says what was found and what was expected. Collective. */
PetscErrorCode estimate_fits(const Problem *problem, const System *system, MPI_Comm comm, int jobs, bool *fits,
                             char *message, size_t size);

#endif

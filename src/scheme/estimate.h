/* Size and memory of a global solve, before anything is allocated. */
#ifndef RIGEL_SCHEME_ESTIMATE_H
#define RIGEL_SCHEME_ESTIMATE_H

#include "problem.h"
#include "system/system.h"

typedef struct {
  int    elements;          /* of the largest window */
  double unknowns, entries; /* of one rank: unknowns, and matrix entries before doubles are added up */
  double bytes;             /* of one rank, with banded factors */
} Estimate;

void estimate_global(const Problem *problem, const System *system, int window, int ranks, Estimate *estimate);

#endif

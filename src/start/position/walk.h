/* Walks over the positions that a mechanism can reach: steps along admissible directions, each closed again. */
#ifndef RIGEL_START_POSITION_WALK_H
#define RIGEL_START_POSITION_WALK_H

#include "system/system.h"

#include <petscsys.h>

typedef struct {
  const System *system;
  const double *start;     /* [nz] a closed position with its velocities */
  int           rates;     /* velocities of all bodies */
  double       *z;         /* [nz] the position reached */
  double       *direction; /* [rates] of the next step */
  double       *moved;     /* [rates] by the last step */
} Walk;

/* `system` and `start` must outlive the walk. */
PetscErrorCode walk_create(const System *system, const double *start, Walk *walk);
PetscErrorCode walk_destroy(Walk *walk);
/* Begins walk number n at the start: the first two along and against the velocities of the start, the others along random
 * directions and against them. */
PetscErrorCode walk_begin(int n, Walk *walk);
/* Moves on by one stride; ok = false: the mechanism cannot move, or its joints could not be closed there. */
PetscErrorCode walk_step(Walk *walk, bool *ok);

#endif

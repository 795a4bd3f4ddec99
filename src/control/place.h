/* Windows of a problem at a trajectory: their residuals and matrices, away from any run. One process. */
#ifndef RIGEL_CONTROL_PLACE_H
#define RIGEL_CONTROL_PLACE_H

#include "control/trajectory.h"
#include "scheme/window.h"

typedef struct {
  Problem           problem; /* a shallow copy with a solver that knows transposes */
  const System     *system;
  const Trajectory *trajectory;
  Boundary          boundary;
  bool              bounded;
  Window            window;
  int               count; /* elements of the window; 0: none yet */
  const double     *moved; /* Mesh.moved; NULL: none */
  const double *starts; /* [later windows of `stride` elements][nz] where they begin; NULL: where the one before ends */
  int           stride;
} Place;

/* natural: scaled unknowns and rows; otherwise plain ones. Destroy it in either case. */
PetscErrorCode place_create(const Problem *problem, const System *system, const Trajectory *trajectory, bool natural,
                            Place *place);
PetscErrorCode place_destroy(Place *place);
/* place->window and its unknowns window.x: `count` elements from `first` on. One of the same length is used again. */
PetscErrorCode place_window(Place *place, int first, int count);
/* The other way: the values of the window, and the times of its nodes, into a trajectory. */
void place_read(const Place *place, Trajectory *trajectory);

#endif

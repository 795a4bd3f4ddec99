/* Windows of a problem at a trajectory: their residuals and matrices, away from any run. One process. */
#ifndef RIGEL_ADJOINT_LINEARIZATION_H
#define RIGEL_ADJOINT_LINEARIZATION_H

#include "scheme/trajectory.h"
#include "scheme/window/window.h"

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
} Linearization;

/* natural: scaled unknowns and rows; otherwise plain ones. Destroy it in either case. */
PetscErrorCode linearization_create(const Problem *problem, const System *system, const Trajectory *trajectory,
                                    bool natural, Linearization *place);
PetscErrorCode linearization_destroy(Linearization *place);
/* place->window and its unknowns window.x: `count` elements from `first` on. One of the same length is used again. */
PetscErrorCode linearization_window(Linearization *place, int first, int count);
/* The other way: the values of the window, and the times of its nodes, into a trajectory. */
void linearization_read(const Linearization *place, Trajectory *trajectory);

#endif

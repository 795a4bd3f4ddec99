/* Windows of a problem at a stored trajectory: residuals and matrices of its equations, independent of a run.
 *
 * R(x, chi) and R_x(x, chi) of docs/explanation/gradients.md for any part of the trajectory x, on one process. */
#ifndef RIGEL_ADJOINT_LINEARIZATION_H
#define RIGEL_ADJOINT_LINEARIZATION_H

#include "scheme/trajectory.h"
#include "scheme/window/window.h"

typedef struct {
  const Problem    *problem;
  const System     *system;
  const Trajectory *trajectory;
  ProblemSolver
           solver; /* the problem's settings, but linear: auto, which solves with transposes, and the wanted scaling */
  Boundary boundary;
  bool     bounded;
  Window   window;
  int      count;                /* elements of the window; 0: none yet */
  const double *moved;           /* Mesh.moved; NULL: none */
  const double *unit, *row_unit; /* [nz + nl] scales of unknowns and rows; NULL: those of the window itself */
  const double
     *starts; /* [later windows of `stride` elements][nz] their start states; NULL: the end of the window before */
  int stride;
} Linearization;

/* Destroy it in either case. */
PetscErrorCode linearization_create(const Problem *problem, const System *system, const Trajectory *trajectory,
                                    ScalingKind scaling, Linearization *linearization);
PetscErrorCode linearization_destroy(Linearization *linearization);
/* Sets linearization->window and its unknowns window.x to `count` elements from `first` on; reuses a window of the same length. */
PetscErrorCode linearization_window(Linearization *linearization, int first, int count);
/* The inverse: copies the values of the window and the times of its nodes to a trajectory. */
void linearization_read(const Linearization *linearization, Trajectory *trajectory);

#endif

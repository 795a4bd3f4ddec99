/* Projection of many states onto the constraints: all memory is allocated once. */
#ifndef RIGEL_START_PROJECTION_H
#define RIGEL_START_PROJECTION_H

#include "start/constraint_matrix.h"

#include <petscsys.h>

typedef struct {
  const System    *system;
  bool             dense; /* few constraints: dense LU; otherwise each projection is that of initial_project */
  SystemWork       work;
  SystemPoint      point;
  double          *zero;   /* [nz + nl] */
  double          *buffer; /* arrays of the point */
  double          *lambda; /* [nl] */
  ConstraintMatrix matrix;
} Projection;

PetscErrorCode projection_create(const System *system, Projection *projection);
PetscErrorCode projection_destroy(Projection *projection);
/* Projects z[nz] along J grad Theta^T onto the constraints at the absolute time t; solved = false: it failed. */
PetscErrorCode projection_apply(Projection *projection, double t, double *z, bool *solved);
/* g[nz] <- P_z^T g with the projection P at z[nz], by differences of order 6; solved = false: a projection failed. */
PetscErrorCode projection_transpose(Projection *projection, double t, const double *z, double *g, bool *solved);

#endif

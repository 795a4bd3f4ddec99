/* Positions that close the joints, from positions that do not; also at singular positions and with redundant rows. */
#ifndef RIGEL_START_POSITION_CLOSURE_H
#define RIGEL_START_POSITION_CLOSURE_H

#include "system/system.h"

#include <petscsys.h>

/* Moves z, its velocities unchanged, until the joints and motions of the system are closed at time t. gap: the largest residual
 * that remains, in natural units; at most closure_tolerance if they are closed. moved[rates] += the move; NULL: not asked for. */
PetscErrorCode      closure_find(const System *system, double t, double *z, double *moved, double *gap);
extern const double closure_tolerance;

/* Removes from rate[rates] the part that opens joints and motions at z, which is fixed in time. */
PetscErrorCode closure_tangent(const System *system, double t, const double *z, double *rate);

#endif

/* Whether a mechanism can follow its prescribed motions: the first time at which no position closes joints and motions. */
#ifndef RIGEL_START_POSITION_FOLLOW_H
#define RIGEL_START_POSITION_FOLLOW_H

#include "message/message.h"
#include "system/system.h"

#include <petscsys.h>

/* Follows the motions from the closed position z at time `from` in `steps` steps up to time `to`. *why: "the loop cannot follow: ..." with the
 * time, the motions and the joints concerned; R0000_NONE if all positions on the way exist, or nothing is prescribed. */
PetscErrorCode follow_check(const System *system, double from, double to, int steps, const double *z, Notice *why);

#endif

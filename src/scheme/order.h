/* An order of the unknowns of one element that keeps what bodies and joints share close together. */
#ifndef RIGEL_SCHEME_ORDER_H
#define RIGEL_SCHEME_ORDER_H

#include "system/system.h"

#include <petscsys.h>

/* place[k][nz + nl]: where entry i of (z, lambda) at node a goes. Bodies with their own constraints, and joints, follow each other
 * as reverse Cuthill-McKee orders their graph; each brings its entries of all k nodes. One body: as they are. */
PetscErrorCode order_create(const System *system, int k, int *place);

#endif

/* An order of the unknowns of one element that keeps what bodies and joints share close together. */
#ifndef RIGEL_SCHEME_ELIMINATION_ORDER_H
#define RIGEL_SCHEME_ELIMINATION_ORDER_H

#include "linear/linear.h"
#include "system/system.h"

#include <petscsys.h>

/* Bodies with their own constraints, and joints, follow each other as reverse Cuthill-McKee orders their graph, every joint after
 * one of its bodies; each brings its entries of all k nodes. One body: as they are. */
typedef struct {
  int *place; /* [k][nz + nl] where entry i of (z, lambda) at node a goes */
  FrontPlan
        plan; /* a step for each body and joint; those of bodies have local pivots: their matrix is that of a system by itself */
  int  *column; /* of the plan */
  bool *local_pivots;
} EliminationOrder;

PetscErrorCode elimination_order_create(const System *system, int k, EliminationOrder *order);
PetscErrorCode elimination_order_destroy(EliminationOrder *order);

#endif

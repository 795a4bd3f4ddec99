/* The elimination order of the unknowns of one element: reverse Cuthill-McKee on the graph of bodies and joints.
 *
 * PETSc's MATORDERINGRCM computes it (Cuthill and McKee 1969). */
#ifndef RIGEL_SCHEME_ELIMINATION_ORDER_H
#define RIGEL_SCHEME_ELIMINATION_ORDER_H

#include "linear/linear.h"
#include "system/system.h"

#include <petscsys.h>

/* A group is a body with its own constraints, or a joint; it contains the unknowns of all k nodes. Each joint follows one of its
 * bodies at least. With fewer than three groups the order is the identity. */
typedef struct {
  int      *position;     /* [k][nz + nl] of entry i of (z, lambda) at node a */
  FrontPlan plan;         /* one step per group */
  int      *column;       /* [ngroups + 1] first column of each step */
  bool     *local_pivots; /* [ngroups] true for bodies: their block alone is regular */
} EliminationOrder;

PetscErrorCode elimination_order_create(const System *system, int k, EliminationOrder *order);
PetscErrorCode elimination_order_destroy(EliminationOrder *order);

#endif

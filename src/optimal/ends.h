/* Conditions at the ends that are independent of the constraints.
 *
 * A body on a joint has fewer freedoms than position and orientation have numbers. Rows that depend on the constraints, or on conditions
 * before them, would make the KKT matrix singular: they are left out, and checked when the problem is solved. */
#ifndef RIGEL_OPTIMAL_ENDS_H
#define RIGEL_OPTIMAL_ENDS_H

#include "scheme/window/boundary.h"

typedef struct {
  Boundary all;           /* owns the rows */
  Boundary kept, dropped; /* its independent rows, and the others; borrowed */
} Ends;

/* Selects rows at the states start[nz], end[nz]. False after faults were added. */
bool ends_create(const Problem *problem, const System *system, const double *start, const double *end,
                 FaultList *faults, Ends *ends);
void ends_destroy(Ends *ends);
/* Largest value of the dropped rows in natural units, and its condition. */
double ends_missed(const Ends *ends, const System *system, const double *start, const double *end,
                   const EndCondition **worst);

#endif

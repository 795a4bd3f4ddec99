/* Conditions at the ends that joints leave open. A body on a joint has fewer freedoms than position and orientation have
 * numbers: rows that depend on the joints, and on conditions before them, are left out, and looked at when all is solved. */
#ifndef RIGEL_OPTIMAL_ENDS_H
#define RIGEL_OPTIMAL_ENDS_H

#include "scheme/window/boundary.h"

typedef struct {
  Boundary all;           /* owns the rows */
  Boundary kept, dropped; /* parts of them */
} Ends;

/* start, end: states that the conditions are looked at in. False after faults were added. */
bool ends_create(const Problem *problem, const System *system, const double *start, const double *end,
                 FaultList *faults, Ends *ends);
void ends_destroy(Ends *ends);
/* Largest of the dropped rows in natural units, and whose it is. */
double ends_missed(const Ends *ends, const System *system, const double *start, const double *end,
                   const EndCondition **worst);

#endif

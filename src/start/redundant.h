/* The rows to drop where some depend on others (redundant: drop). */
#ifndef RIGEL_START_REDUNDANT_H
#define RIGEL_START_REDUNDANT_H

#include "start/constraint_rank.h"

/* Replaces the list of dependent rows found at z. A row that is redundant at z may be needed in another configuration, so other
 * admissible configurations are sampled, and rows are chosen that are redundant in all of them (docs/theory.md, Constraint
 * redundancy). */
PetscErrorCode redundant_choose(const Problem *problem, const System *system, const double *z, Redundancy *found);

#endif

/* Which rows to leave out where some depend on others. */
#ifndef RIGEL_START_REDUNDANT_H
#define RIGEL_START_REDUNDANT_H

#include "start/constraint_rank.h"

/* Any choice that is good at the start may be bad later, where a dropped row is no longer a combination of the others. So the
 * system is moved by hand a little way, as far as its joints allow, and rows are chosen that can be spared everywhere on it.
 * rank: found at z, its list is replaced. */
PetscErrorCode redundant_choose(const Problem *problem, const System *system, const double *z, ConstraintRank *rank);

#endif

/* The rows to drop where some depend on others (redundant: drop). */
#ifndef RIGEL_START_REDUNDANT_H
#define RIGEL_START_REDUNDANT_H

#include "start/constraint_rank.h"

/* Finds the rows of joints to drop near z. Rows that are dependent at z may be independent elsewhere: at a singular position more
 * rows depend on each other than around it. So admissible configurations around z are sampled; the number of rows to drop follows
 * from the largest rank among them, and the rows are redundant in all configurations with that rank (docs/explanation/theory.md, Constraint
 * redundancy). found->nstart is the rank at z. */
PetscErrorCode redundant_choose(const Problem *problem, const double *z, Redundancy *found);
/* Whether another choice of as many rows is better conditioned close to the position z of a run than that of the system `now`.
 * drop[joint][row], all false on entry, marks the rows of a better one; NULL: not asked for. The same for the same z and rows. */
PetscErrorCode redundant_improve(const Problem *problem, const System *now, const double *z, bool *better,
                                 bool (*drop)[JOINT_ROWS]);

#endif

/* Condition numbers of the matrix of a linear system, with the factors of its last solve. */
#ifndef RIGEL_LINEAR_CONDITION_H
#define RIGEL_LINEAR_CONDITION_H

#include "linear/linear.h"

/* Estimate of |A|_1 |A^{-1}|_1 (Hager 1984). */
PetscErrorCode linear_condition_1(const LinearSystem *linear, double *condition);
/* sigma_max / sigma_min of diag(left) A diag(right); NULL: ones. bound becomes true if the value is only a lower bound, and is
 * unchanged otherwise. */
PetscErrorCode linear_condition_2(const LinearSystem *linear, const double *left, const double *right,
                                  double *condition, bool *bound);

#endif

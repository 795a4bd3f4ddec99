/* Signs of the eigenvalues of a symmetric matrix. */
#ifndef RIGEL_LINEAR_EIGENVALUE_SIGNS_H
#define RIGEL_LINEAR_EIGENVALUE_SIGNS_H

#include "linear/linear.h"

enum { EIGENVALUES_UNKNOWN = -1 };

/* Number of negative and of zero eigenvalues of A, which must be symmetric. Both are EIGENVALUES_UNKNOWN if A could not be
 * factored. */
PetscErrorCode eigenvalue_signs(const LinearSystem *linear, int *negative, int *zero);

#endif

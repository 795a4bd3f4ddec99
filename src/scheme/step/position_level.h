/* Constraints on the position level only: the rows of Psi of an element become mu = 0.
 *
 *   int N~ (z' - h J (grad H + grad Phi^T gamma)) dxi = 0,    int M grad Phi z' dxi = 0
 *
 * This is the index-3 form of mG(k); docs/explanation/conservation.md (Position level only). For k = 1, one Gauss point and
 * directors it is dir_em of Betsch and Siebert (2009, sect. 3). The element of mG serves, its Jacobian gets diagonal entries. */
#ifndef RIGEL_SCHEME_STEP_POSITION_LEVEL_H
#define RIGEL_SCHEME_STEP_POSITION_LEVEL_H

#include "galerkin/kernel.h"

/* Replaces the rows of Psi in r_l[k][nl] by mu = 0. */
void position_level_residual(const System *system, int k, const ElementState *state, double *r_l);
/* Rows of Psi in Theta: their number, nl / 2, and the rows. */
int  position_level_count(const System *system);
void position_level_rows(const System *system, int *row);
/* Clears the rows of Psi in value[], the kernel's Jacobian of an element whose start is given, and computes the added entries, one for
 * each row of each of the k multiplier functions. */
void position_level_jacobian(const System *system, int k, const ElementState *state, double *value, double *added);

#endif

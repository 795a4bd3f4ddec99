/* The scheme dir_em: mG(1) for directors with constraints on the position level only.
 *
 *   z_{n+1} - z_n = h J (grad H + grad Phi^T gamma)(z_{n+1/2}),    Phi(q_{n+1}) = 0
 *
 * Betsch and Siebert (2009, sect. 3); docs/explanation/conservation.md (dir_em). The element of mG(1) with one Gauss point serves: its
 * rows of Psi become mu = 0, which adds diagonal entries to its Jacobian. */
#ifndef RIGEL_SCHEME_STEP_DIR_EM_H
#define RIGEL_SCHEME_STEP_DIR_EM_H

#include "galerkin/kernel.h"

/* Replaces the rows of Psi in r_l[nl] by mu = 0. */
void dir_em_residual(const System *system, const ElementState *state, double *r_l);
/* Number of added entries, nl / 2, and their rows in Theta. */
int  dir_em_entries(const System *system);
void dir_em_rows(const System *system, int *row);
/* Clears the rows of Psi in value[], the kernel's Jacobian, and computes the added entries. */
void dir_em_jacobian(const System *system, const ElementState *state, double *value, double *added);

#endif

/* dir_em, the director energy-momentum scheme of paper 000, sect. 3, on the stepping of mG(1) with one Gauss point: constraints on
 * the position level only,
 *   z_{n+1} - z_n = h J (grad H + grad Phi^T gamma)(z_{n+1/2}),    Phi(q_{n+1}) = 0.
 * Rows of Psi become mu = 0, with entries on the diagonal that mG does not have. */
#ifndef RIGEL_SCHEME_STEP_DIR_EM_H
#define RIGEL_SCHEME_STEP_DIR_EM_H

#include "galerkin/kernel.h"

/* r_l[nl]: rows of Psi. */
void dir_em_residual(const System *system, const ElementState *state, double *r_l);
/* The new entries (nl / 2), their places in Theta, and their values; the rows of Psi in value[] of the kernel become zero. */
int  dir_em_entries(const System *system);
void dir_em_places(const System *system, int *row);
void dir_em_jacobian(const System *system, const ElementState *state, double *value, double *added);

#endif

/* quat_em, the energy-momentum scheme of paper 000, eq. (51), as an addition to mG(1) with one Gauss point: the kinetic energy's
 * gradient at the midpoint takes the mean of the invariants, (pi_n + pi_{n+1})/2, instead of pi at the midpoint. The difference is
 *   delta = conj(dq) o dp / 4,    dq = q_{n+1} - q_n,  dp = p_{n+1} - p_n.
 * The momentum-level constraint of mG holds by itself (paper 000, sect. 4.4), with mu = 0. */
#ifndef RIGEL_SCHEME_STEP_QUAT_EM_H
#define RIGEL_SCHEME_STEP_QUAT_EM_H

#include "galerkin/kernel.h"

/* Adds to r_z[nz]. */
void quat_em_residual(const System *system, const ElementState *state, double *r_z);
/* Adds to value[A.nnz], the block of A that comes first in the kernel's order. */
void quat_em_jacobian(const System *system, const ElementState *state, double *value);

#endif

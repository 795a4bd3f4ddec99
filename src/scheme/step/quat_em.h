/* The scheme quat_em of Betsch and Siebert (2009, eq. 51), as an addition to mG(1) with one Gauss point.
 *
 * The gradient of the kinetic energy uses the mean of the invariants, (pi_n + pi_{n+1})/2 with pi = conj(q) o p, instead of pi at
 * the midpoint. Their difference is
 *   delta = conj(dq) o dp / 4,    dq = q_{n+1} - q_n,  dp = p_{n+1} - p_n.
 * The rate constraint of mG is then redundant (their sect. 4.4), with mu = 0. docs/explanation/conservation.md (quat_em) has the proof. */
#ifndef RIGEL_SCHEME_STEP_QUAT_EM_H
#define RIGEL_SCHEME_STEP_QUAT_EM_H

#include "galerkin/kernel.h"

/* r_z[nz] += -h J (grad T of the mean invariants - grad T at the midpoint) */
void quat_em_residual(const System *system, const ElementState *state, double *r_z);
/* Adds the derivative of that to value[A.nnz], the block of A, which is the first in the kernel's order. */
void quat_em_jacobian(const System *system, const ElementState *state, double *value);

#endif

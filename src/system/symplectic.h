/* Products with the symplectic matrix J = [0 I; -I 0] of a system whose state is stored body by body. */
#ifndef RIGEL_SYSTEM_SYMPLECTIC_H
#define RIGEL_SYSTEM_SYMPLECTIC_H

#include "system/system.h"

/* J pairs the coordinates of a body with its momenta. The entry that is paired with entry i = 0 .. 2 nq - 1 of body b, which is
 * also the row of A = J K that row i of the Hessian K of b contributes to, and its sign there. */
int symplectic_partner(const System *system, int b, int i, double *sign);
/* J as a signed permutation: entry i of x contributes sign[i] x[i] to entry partner[i] of J x. Both [nz]. */
void symplectic_pairs(const System *system, int *partner, double *sign);
/* y[nz] = J x[nz]: a gradient becomes a rate, May and Betsch (2025, eq. 13). */
void symplectic_apply(const System *system, const double *x, double *y);
/* y[nz] += factor J^T x[nz]: a rate becomes a gradient. */
void symplectic_add_transpose(const System *system, double factor, const double *x, double *y);
/* M[nz][nz] += factor J^T A, A sparse with the pattern of System.A: of the Jacobian of a rate J grad V, the Hessian of V. */
void symplectic_add_hessian(const System *system, double factor, const double *A, double *M);

#endif

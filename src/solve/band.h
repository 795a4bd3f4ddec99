/* Banded LU with partial pivoting (LAPACK dgbtrf) as a PETSc preconditioner that solves exactly.
 *
 * Over several ranks A = D + C with D the banded diagonal blocks, one per rank, and C what couples a rank to its neighbours:
 * few columns I only. With U = D^{-1} C_I and the small matrix R = I + U_I (rows of U in I),
 *   A x   = b:  g = D^{-1} b,  R x_I = g_I,            x = g - D^{-1} C_I x_I
 *   A^T y = b:  w = C_I^T D^{-T} b,  R^T u = w,        y = D^{-T} (b - E_I u)
 * Each rank factors its own block; only R is shared. */
#ifndef RIGEL_SOLVE_BAND_H
#define RIGEL_SOLVE_BAND_H

#include <petscpc.h>

/* Makes pc a PCSHELL with this solver; it factors again whenever the operator has changed. On one rank, rows late_first ..
 * late_first + late_count - 1 are taken after all others, which keeps end conditions inside the band. */
PetscErrorCode band_attach(PC pc, PetscInt late_first, PetscInt late_count);
/* Bytes that the factors of n rows with kl and ku diagonals take. */
double band_bytes(double n, double kl, double ku);

#endif

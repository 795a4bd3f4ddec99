/* Banded LU with partial pivoting (LAPACK dgbtrf) as a PETSc preconditioner that solves exactly.
 *
 * Over several ranks A = D + C with D banded, one diagonal block per rank made of that rank's own entries only, and C what
 * the ranks add to each other: few columns I only. With U = D^{-1} C_I and the small matrix R = I + U_I (rows of U in I),
 *   A x   = b:  g = D^{-1} b,  R x_I = g_I,            x = g - D^{-1} C_I x_I
 *   A^T y = b:  w = C_I^T D^{-T} b,  R^T u = w,        y = D^{-T} (b - E_I u)
 * Each rank factors its own block; only R is shared. Own entries only: then D is the matrix of a slab of time by itself, which
 * is regular, while the diagonal blocks of A need not be (BG(1) with an odd number of nodes). */
#ifndef RIGEL_SOLVE_BAND_H
#define RIGEL_SOLVE_BAND_H

#include "solve/front.h"

#include <petscpc.h>

/* Where the matrix comes from, besides the operator of the preconditioner; all of it must outlive the pc. */
typedef struct {
  PetscInt   late_first, late_count; /* one rank: rows taken after all others, which keeps end conditions in the band */
  bool       blocks;                 /* in fronts, as planned, instead of one band */
  FrontPlan  plan;
  PetscInt   tail;     /* several: last rows of a rank to which the next rank adds entries */
  int        nentries; /* several: this rank's own entries */
  const int *row, *col;
  const double *value;
} BandSource;

/* Makes pc a PCSHELL with this solver; it factors again whenever the operator has changed. */
PetscErrorCode band_attach(PC pc, const BandSource *source);
/* Bytes that the factors of n rows with kl and ku diagonals take. */
double band_bytes(double n, double kl, double ku);

#endif

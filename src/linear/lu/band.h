/* Banded LU with partial pivoting (LAPACK dgbtrf), or LU in fronts (front.h), as a PETSc preconditioner that solves exactly.
 * Over several ranks it is LU in slabs of time (slabs.h); of a block lower bidiagonal matrix with wide blocks, LU of these
 * (sequence.h). */
#ifndef RIGEL_LINEAR_LU_BAND_H
#define RIGEL_LINEAR_LU_BAND_H

#include "linear/lu/front.h"

#include <petscpc.h>

/* Where the matrix comes from, besides the operator of the preconditioner; all of it must outlive the pc. */
typedef struct {
  PetscInt  late_first, late_count; /* one rank: rows taken after all others, which keeps end conditions in the band */
  bool      blocks;                 /* in fronts, as planned, instead of one band */
  FrontPlan plan;                   /* in columns of this rank */
  FrontElement  element;            /* size > 0: element by element instead, on any number of ranks */
  int           nentries;           /* several, or elements: this rank's own entries */
  const int    *row, *col;
  const double *value;
} BandSource;

/* Makes pc a PCSHELL with this solver; it factors again whenever the operator has changed. */
PetscErrorCode band_attach(PC pc, const BandSource *source);
/* Bytes that the factors of n rows with kl and ku diagonals take. */
double band_bytes(double n, double kl, double ku);

#endif

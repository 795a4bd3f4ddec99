/* LU of a block lower bidiagonal matrix, as all-at-once mG with given initial values has: the rows of an element reach back to the
 * one before and no further. Only the diagonal blocks are factored, each by itself and in fronts of its own (front.h); the others are
 * used as they are,
 *     D_1 x_1 = b_1,    D_i x_i = b_i - B_i x_{i-1}.
 * So a system of many bodies fills in as much as it does in time stepping. Each rank has some of the elements; all factor at
 * the same time, and solutions go from rank to rank. */
#ifndef RIGEL_LINEAR_LU_ELEMENT_CHAIN_H
#define RIGEL_LINEAR_LU_ELEMENT_CHAIN_H

#include "linear/lu/band.h"

/* Compressed rows of one of the two kinds of blocks. */
typedef struct {
  int    *row, *col; /* [n + 1], [row[n]] */
  int    *entry;     /* [row[n]] of the source */
  double *value;     /* [row[n]] */
} SequenceRows;

typedef struct {
  BandSource   source;
  MPI_Comm     comm;
  PetscMPIInt  before, after; /* ranks, or MPI_PROC_NULL */
  int          first, n;      /* unknowns of this rank */
  int          count;         /* its elements */
  SequenceRows diagonal;      /* columns from the beginning of the element */
  SequenceRows back;          /* columns of x */
  Front       *front;         /* [count] */
  double      *x;             /* [size + n] the last element of the rank before, then this rank's */
  double      *shared;        /* [size] of the rank after, for transposes */
} Sequence;

/* Everything that does not depend on values; first, n: rows and columns that this rank owns. */
PetscErrorCode sequence_create(MPI_Comm comm, int first, int n, const BandSource *source, Sequence *sequence);
PetscErrorCode sequence_destroy(Sequence *sequence);
/* The source's values; failed: a zero pivot, the same on every rank. */
PetscErrorCode sequence_factor(Sequence *sequence, PetscBool *failed);
/* x[n] of A x = b[n], or of A^T x = b. */
PetscErrorCode sequence_solve(const Sequence *sequence, bool transpose, const double *b, double *x);

#endif

/* What band.c and slabs.c share. */
#ifndef RIGEL_SOLVE_BAND_IMPL_H
#define RIGEL_SOLVE_BAND_IMPL_H

#include "solve/band.h"
#include "solve/front.h"

#include <petscblaslapack.h>
#include <petscmat.h>
#include <stdbool.h>

typedef struct {
  PetscBLASInt  n, kl, ku, ldab;
  double       *ab;    /* [ldab * n] */
  Front         front; /* instead of ab */
  bool          fronts;
  PetscBool     ready;
  BandSource    source;
  PetscBool     failed;
  PetscBLASInt *pivot; /* [n] */
  /* coupling, more than one rank only */
  PetscInt      first;      /* first row of this rank */
  PetscInt      nown, noff; /* columns of C on this rank, those of other ranks first; the rest are the tail */
  PetscInt      ntail;      /* 0 on the last rank */
  bool          turned;     /* blocks: rows and columns of the pattern counted from the end */
  FrontPattern  pattern;    /* blocks: own entries by rows */
  int          *pattern_row, *pattern_col;
  int          *entry; /* which entry each of them is */
  double       *own_value;
  double       *columns;      /* [n][FRONT_RHS] scratch of the small matrix */
  double       *delta;        /* [ntail][ntail] what the next rank adds to the tail */
  Mat           C;            /* off-diagonal block, [n][nown] */
  PetscInt      nall;         /* |I| */
  PetscInt     *all;          /* [nall] global columns, ascending */
  PetscInt     *own;          /* [nown] place of each column of C in `all` */
  PetscInt      nhere, *here; /* places in `all` whose row is on this rank */
  PetscInt      wanted;       /* the first of these rows, as the factors count */
  double       *R;            /* [nall][nall] factored */
  PetscBLASInt *R_pivot;
  double       *work, *small; /* [n], [2 nall] */
} Band;

/* b <- D^{-1} b or D^{-T} b for nrhs columns of this rank's block; of D^{-1} b rows before `first` may be anything;
 * rows and columns in the order of the factors */
PetscErrorCode band_solve(const Band *band, bool transpose, PetscInt first, PetscBLASInt nrhs, double *b);

/* Several ranks, in slabs.c: set up; width, entries and pattern of D; the tail, and the small matrix R; solves. */
PetscErrorCode slabs_create(PC pc, Mat P, Band *band);
void           slabs_width(Band *band);
PetscErrorCode slabs_tail(Mat P, Band *band);
void           slabs_fill(Band *band);
PetscErrorCode slabs_pattern(Band *band);
void           slabs_delta(Band *band);
PetscErrorCode slabs_factor(PC pc, Band *band, PetscBool *failed);
PetscErrorCode slabs_solve(PC pc, const Band *band, const double *b, double *x);
PetscErrorCode slabs_solve_transpose(PC pc, const Band *band, double *y);

#endif

/* LU of a matrix split over ranks in slabs of time, after S. Wright, "Stable parallel algorithms for two-point boundary value
 * problems" (1992).
 *
 * Each rank has entries of its own, which add up to A: rank p has A_p. A column with entries on ranks that do not own it belongs to the
 * interface, the others are inner columns of their owner. A row to which rank q adds without owning it is split by one more
 * unknown s: the owner has a_p x + s = b, q has a_q x - s = 0; s belongs to the interface too. Then each rank eliminates its inner
 * columns with pivots among all of its own rows (front.h), the interface as border, and what is left over of all ranks,
 *     S_p x_I = g_p,
 * is one small square system of the same kind, which every rank solves. No block of a slab is inverted: the matrix needs to be regular as
 * a whole only, wherever its boundary conditions stand. The last slab is eliminated from its end to its beginning, so that its border
 * comes last, as that of the first one does. */
#ifndef RIGEL_LINEAR_LU_SLABS_H
#define RIGEL_LINEAR_LU_SLABS_H

#include "linear/lu/band.h"
#include "linear/lu/components.h"

typedef struct {
  BandSource  source;
  MPI_Comm    comm;
  PetscMPIInt rank, size;
  int         first, n; /* rows and columns that this rank owns */
  bool        turned;   /* rows and columns counted from the end */
  int         nghost;   /* rows of other ranks with entries of this one */
  PetscInt   *ghost;
  /* interface */
  int        nall;   /* its unknowns, in time order */
  Components parts;  /* of this rank's entries */
  int       *inner;  /* [n] own columns: their place among the inner ones, or -1 - place in the interface; of parts */
  int        ninner; /* inner columns */
  int        nborder, *border; /* [nborder] the part of the interface that is seen here */
  /* this rank's rows: own ones, then ghosts */
  FrontPattern pattern;
  int         *row, *col, *entry, *home;
  Front        front;
  /* what is left over of all ranks */
  FrontPattern rest;
  int         *rest_row, *rest_col;
  double      *rest_value;
  Front        small;
  PetscMPIInt *rows, *rows_start, *values, *values_start; /* [size] of each rank */
  double      *work, *edge, *all;                         /* [n + nghost], [rows or columns of the rest], [nall] */
} Slabs;

/* Everything that does not depend on values; first, n: rows and columns that this rank owns. */
PetscErrorCode slabs_create(MPI_Comm comm, int first, int n, const BandSource *source, Slabs *slabs);
PetscErrorCode slabs_destroy(Slabs *slabs);
/* The source's values; failed: a zero pivot, the same on every rank. */
PetscErrorCode slabs_factor(Slabs *slabs, PetscBool *failed);
/* x[n] of A x = b[n], or of A^T x = b. */
PetscErrorCode slabs_solve(const Slabs *slabs, bool transpose, const double *b, double *x);
/* Place of own row i among the rows of the pattern. */
static inline int slabs_row(const Slabs *slabs, int i)
{
  return slabs->turned ? slabs->n - 1 - i : i;
}

#endif

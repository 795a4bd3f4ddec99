/* LU of a matrix whose rows are distributed over ranks in slabs of time (Wright 1992).
 *
 * Each rank p adds entries A_p, whose sum is A. A column with entries on a rank that does not own it is a column of the interface;
 * the others are inner columns of their owner. A row to which rank q adds without owning it is split by one more unknown s of the
 * interface: the owner p has a_p x + s = b, rank q has a_q x - s = 0 (a ghost row of q). Then each rank eliminates its inner columns
 * with pivots among all of its own rows, the interface as border (front.h). The remaining rows of all ranks,
 *     S_p x_I = g_p,
 * are one small square system, which every rank factors and solves. No block of a slab is inverted: only the whole matrix has to
 * be regular, with boundary conditions in any row. The last slab is eliminated from its end to its beginning, so that its border
 * occurs last, as in the first slab.
 *
 * On two ranks MUMPS takes 4.4 to 13 times as long, and fails with a million unknowns (docs/howto/global.md, Linear solvers;
 * `scripts/bench_global.sh`). */
#ifndef RIGEL_LINEAR_LU_SLABS_H
#define RIGEL_LINEAR_LU_SLABS_H

#include "linear/lu/components.h"
#include "linear/lu/factor.h"
#include "linear/lu/front.h"

typedef struct {
  FactorSource source;
  MPI_Comm     comm;
  PetscMPIInt  rank, size;
  int          first, n; /* rows and columns that this rank owns */
  bool         reversed; /* rows and columns are counted from the end */
  int          nghost;
  PetscInt    *ghost; /* [nghost] rows of other ranks with entries of this one, ascending */
  /* columns */
  int        ninterface; /* unknowns of the interface of all ranks, in time order */
  Components components; /* of the entries of this rank */
  int *inner; /* [n] own columns: position among the inner ones, or -1 - position in the interface; of components */
  int  ninner;
  int  nborder, *border; /* [nborder] positions in the interface of the columns that occur on this rank */
  /* S_p: rows of this rank, own ones before ghosts */
  FrontPattern pattern;
  int         *row, *col, *entry, *owner_column;
  Front        front;
  /* S: the remaining rows of all ranks */
  FrontPattern schur;
  int         *schur_row, *schur_col;
  double      *schur_value;
  Front        schur_front;
  PetscMPIInt *rows, *rows_start, *values, *values_start; /* [size] of each rank */
  /* scratch of a solve */
  double *work;            /* [n + nghost] */
  double *border_value;    /* [nborder] */
  double *interface_value; /* [ninterface] */
} Slabs;

/* Finds the interface, and analyses the slab and S; first, n: rows and columns that this rank owns. */
PetscErrorCode slabs_create(MPI_Comm comm, int first, int n, const FactorSource *source, Slabs *slabs);
PetscErrorCode slabs_destroy(Slabs *slabs);
/* Factors the slab and S with the values of the source. */
PetscErrorCode slabs_factor(Slabs *slabs, bool *regular);
/* x[n] of A x = b[n], or of A^T x = b. */
PetscErrorCode slabs_solve(const Slabs *slabs, bool transpose, const double *b, double *x);

/* Index of own row i among the rows of the pattern. */
static inline int slabs_row(const Slabs *slabs, int i)
{
  return slabs->reversed ? slabs->n - 1 - i : i;
}

#endif

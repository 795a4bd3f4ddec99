/* Own LU factorizations behind one table of operations, as a PETSc preconditioner that solves exactly.
 *
 *     element chain (element_chain.h)   the matrix is block lower bidiagonal with wide blocks; any number of ranks
 *     time slabs (slabs.h)              several ranks
 *     fronts (factor_fronts.c)          one rank */
#ifndef RIGEL_LINEAR_LU_FACTOR_H
#define RIGEL_LINEAR_LU_FACTOR_H

#include "linear/lu/plan.h"

#include <petscpc.h>

enum { FACTOR_STEP = 32 }; /* columns of a step where no plan is given */

/* The matrix besides the operator of the preconditioner; all arrays must outlive the factors. */
typedef struct {
  FrontPlan     plan;  /* in columns of this rank; unknown: steps of FACTOR_STEP columns */
  ChainPlan     chain; /* chain.size > 0: element by element instead */
  int           nentries;
  const int    *row, *col; /* [nentries] entries that this rank adds, global; negative: dropped */
  const double *value;     /* [nentries] read by every factorization */
} FactorSource;

/* One factorization. Every function is collective over the ranks of A. */
typedef struct {
  const char *name;
  /* Symbolic analysis and memory. */
  PetscErrorCode (*create)(const FactorSource *source, Mat A, void **factor);
  /* Numeric factors of A, whose values are those of the source. regular = false: a pivot is zero; the same on every rank. */
  PetscErrorCode (*factor)(void *factor, Mat A, bool *regular);
  /* x[n] = A^{-1} b[n] or A^{-T} b, entries of this rank. */
  PetscErrorCode (*solve)(const void *factor, bool transpose, const double *b, double *x);
  PetscErrorCode (*destroy)(void *factor); /* accepts half-built factors */
} FactorOps;

extern const FactorOps factor_fronts, factor_slabs, factor_element_chain;

/* Makes pc a PCSHELL with the factorization that suits the source and the ranks; it factors again whenever the operator changes. */
PetscErrorCode factor_attach(PC pc, const FactorSource *source);

#endif

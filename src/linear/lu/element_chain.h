/* LU of a block lower bidiagonal matrix, element by element, as all-at-once mG with given initial values has it.
 *
 * The rows of an element have entries in its own columns (D_i) and in those of the element before (B_i), so that
 *     D_1 x_1 = b_1,    D_i x_i = b_i - B_i x_{i-1}.
 * Only the diagonal blocks are factored, each in fronts of its own (front.h). Systems of many bodies have as much fill as in time
 * stepping, and none between elements. Each rank owns consecutive elements; all ranks factor at the same time, and solutions pass
 * from rank to rank. Libraries factor the whole matrix instead: with 17600 unknowns Newton's method takes 2.6 to 3.1 times as long with
 * MUMPS and 8 to 9 times with UMFPACK (timings.newton of run.yaml, shared machine, `rigel run problems/mechanisms/chain.yaml
 * --set method.window=all --set time.end=0.02 --set solver.linear=mumps`; `tests/bench/windows.c` has more systems). */
#ifndef RIGEL_LINEAR_LU_ELEMENT_CHAIN_H
#define RIGEL_LINEAR_LU_ELEMENT_CHAIN_H

#include "linear/lu/factor.h"
#include "linear/lu/front.h"

/* Compressed rows of all D_i or of all B_i of a rank, in the order of elimination. */
typedef struct {
  int    *row, *col; /* [n + 1], [row[n]] */
  int    *entry;     /* [row[n]] index in the source */
  double *value;     /* [row[n]] */
} ChainRows;

typedef struct {
  FactorSource source;
  MPI_Comm     comm;
  PetscMPIInt  before, after; /* neighbouring ranks, or MPI_PROC_NULL */
  int          first, n;      /* first unknown and number of unknowns of this rank */
  int          count;         /* its elements */
  ChainRows    diagonal;      /* D_i; columns from the first of the element */
  ChainRows    back;          /* B_i; columns of x */
  Front       *front;         /* [count] factors of D_i */
  double      *x;             /* [size + n] the last element of the rank before, then those of this rank */
  double      *received;      /* [size] from the rank after, for transposes */
} ElementChain;

/* Sorts the entries of rows first .. first + n - 1 into D_i and B_i, and analyses every D_i. */
PetscErrorCode element_chain_create(MPI_Comm comm, int first, int n, const FactorSource *source, ElementChain *chain);
PetscErrorCode element_chain_destroy(ElementChain *chain);
/* Factors all D_i with the values of the source. */
PetscErrorCode element_chain_factor(ElementChain *chain, bool *regular);
/* x[n] of A x = b[n], or of A^T x = b. */
PetscErrorCode element_chain_solve(const ElementChain *chain, bool transpose, const double *b, double *x);

#endif

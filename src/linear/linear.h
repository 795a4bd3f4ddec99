/* The matrix of a Newton system and its direct solver: a sparse or dense PETSc matrix, and the KSP that factors it.
 *
 * The sparsity never changes. The caller writes new values into LinearSystem.value and calls linear_update. */
#ifndef RIGEL_LINEAR_LINEAR_H
#define RIGEL_LINEAR_LINEAR_H

#include "linear/lu/plan.h"
#include "problem/problem_solver.h"

#include <petscksp.h>

/* `auto` chooses dense LAPACK up to LINEAR_DENSE_MOST unknowns, planned fronts up to LINEAR_SMALL_MOST unknowns, and beyond that up
 * to the half width LINEAR_WIDTH_MOST; tests/bench/linear.c and tests/bench/windows.c measure these bounds. */
enum { LINEAR_DENSE_MOST = 120, LINEAR_SMALL_MOST = 1200, LINEAR_WIDTH_MOST = 240 };

/* Pattern of the matrix, structure that a solver may use, choice of the solver. row, col, and the arrays of the plans must outlive
 * the LinearSystem. */
typedef struct {
  MPI_Comm   comm;
  int        n;                      /* unknowns of this rank, contiguous by rank */
  int        nentries;               /* entries with the same row and column add up */
  const int *row, *col;              /* [nentries] global; negative: dropped; rows may belong to other ranks */
  int        late_first, late_count; /* rows of end conditions, which time order puts after all others */
  FrontPlan  plan;                   /* of LINEAR_BLOCK, in columns of this rank */
  ChainPlan  chain;                  /* of LINEAR_BLOCK; size > 0 on every rank: a block lower bidiagonal matrix */
  LinearKind kind;
} LinearSetup;

typedef struct {
  LinearKind kind; /* never LINEAR_AUTO */
  int        n, nentries;
  Mat        A;
  KSP        ksp;      /* borrowed from linear_attach */
  double    *value;    /* [nentries] written by the caller */
  int       *offset;   /* [nentries] of each entry in the array of A, -1: dropped; NULL: several ranks */
  bool       repeated; /* several entries share an offset, or some are dropped */
  bool       analysed; /* the memory that MUMPS needs has been checked */
} LinearSystem;

/* Result of a factorization or a solve. */
typedef enum { OUTCOME_FINE, OUTCOME_SINGULAR, OUTCOME_OUT_OF_MEMORY, OUTCOME_ERROR } LinearOutcome;

/* The solver that `auto` chooses for n unknowns on each of `ranks` ranks with entries up to `width` columns from their row; planned:
 * steps of elimination are known; chain: the matrix is block lower bidiagonal. */
LinearKind linear_choose(int ranks, double n, int width, bool planned, bool chain);
/* Whether a solver runs on several ranks. */
bool linear_is_parallel(LinearKind kind);

/* Creates A with its pattern, and resolves LINEAR_AUTO. */
PetscErrorCode linear_create(const LinearSetup *setup, LinearSystem *linear);
PetscErrorCode linear_destroy(LinearSystem *linear);
/* Makes ksp solve A x = b by the chosen factorization. */
PetscErrorCode linear_attach(const LinearSetup *setup, KSP ksp, LinearSystem *linear);
/* A from linear->value. */
PetscErrorCode linear_fill(LinearSystem *linear);
/* linear_fill before a solve. MUMPS factors at once; an error if it needs more memory than is free. */
PetscErrorCode linear_update(LinearSystem *linear);
/* linear_update, and factors at once. */
PetscErrorCode linear_refactor(LinearSystem *linear, LinearOutcome *outcome);
/* x = A^{-1} b or A^{-T} b. Without a solution x is undefined, and the factors are discarded. */
PetscErrorCode linear_solve(LinearSystem *linear, bool transpose, Vec b, Vec x, LinearOutcome *outcome);
/* Meaning of the error code of a solve, together with the failed reason of the preconditioner. */
PetscErrorCode linear_outcome(const LinearSystem *linear, PetscErrorCode ierr, LinearOutcome *outcome);
/* Discards factors after a failure; MUMPS cannot factor again before. */
PetscErrorCode linear_reset(LinearSystem *linear);
/* The preconditioner that applies the factors. direct = false: the user chose an iterative solver by PETSc options. */
PetscErrorCode linear_factors(const LinearSystem *linear, PC *pc, bool *direct);

/* Bytes of the factors of n rows with `lower` and `upper` diagonals, pivots included; an upper bound for fronts. */
double linear_band_bytes(double n, double lower, double upper);
/* Bytes of LU in fronts of a matrix in compressed rows. False: out of memory. */
bool linear_front_bytes(int n, const int *row, const int *col, const FrontPlan *plan, double *bytes);

#endif

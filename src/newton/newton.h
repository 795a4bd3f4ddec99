/* Newton's method through PETSc SNES, for systems whose sparsity never changes. Everything is created once and reused. */
#ifndef RIGEL_NEWTON_NEWTON_H
#define RIGEL_NEWTON_NEWTON_H

#include "linear/lu/front.h"

#include <petscsnes.h>
#include <stdbool.h>

/* The equations, in scaled unknowns. Called with the plain arrays of this rank; they cannot fail. */
typedef struct {
  void (*residual)(void *context, const double *x, double *r);
  void (*jacobian)(void *context, const double *x, double *value /*[nentries]*/);
  void *context;
  /* true on any rank ends the solve; NULL: never */
  bool (*stop)(void *context);
} NewtonEquations;

typedef struct {
  MPI_Comm   comm;
  int        n;               /* unknowns of this rank, contiguous by rank */
  int        nentries;        /* of the Jacobian; doubles of a place add up */
  const int *row, *col;       /* global; a negative one drops the entry, rows may belong to other ranks */
  int late_first, late_count; /* rows that belong after all others: end conditions that stand with those of the start */
  FrontPlan    plan;    /* steps of `block`, of this rank; block = nsteps = 0: unknown. Its arrays must outlive this. */
  FrontElement element; /* of `block`; size > 0: a block lower bidiagonal matrix with wide blocks, on every rank */
  const char  *linear;  /* auto | dense | block | band | umfpack | klu | mumps | superlu | superlu_dist | petsc */
  double       tolerance; /* of the root mean square of the residual */
  int          max_iterations;
} NewtonSetup;

/* Step lengths: full steps; line searches in turn until one converges (nleqerr, bt); only the first of them. */
typedef enum { NEWTON_FULL, NEWTON_SEARCH, NEWTON_SEARCH_ONCE } NewtonSearch;

typedef enum {
  NEWTON_CONVERGED,
  NEWTON_FLOOR,
  NEWTON_DIVERGED,
  NEWTON_STALLED,
  NEWTON_SINGULAR,
  NEWTON_MEMORY,
  NEWTON_STOPPED
} NewtonReason;

typedef struct {
  NewtonReason reason;      /* FLOOR: as small as rounding allows, above the tolerance; counts as converged */
  int          iterations;  /* of SNES, each with a new factorization */
  int          corrections; /* after that, with the factors at hand */
  double       residual;    /* root mean square, as last evaluated: before the final correction */
} NewtonStatus;

typedef struct {
  double residual, jacobian, total; /* seconds */
} NewtonTimes;

typedef struct {
  SNES            snes;
  Vec             x, r, correction;
  Mat             J;
  NewtonEquations equations;
  int             n, nentries;
  double          n_all;               /* unknowns of all ranks */
  const char     *linear;              /* what auto became */
  int            *offset;              /* position of each entry in the array of values; NULL: several ranks */
  bool            doubles;             /* several entries share a place */
  double         *value;               /* [nentries] */
  PetscBool       search_given;        /* the user chose a line search by options */
  bool            analysed;            /* the solver knows what it will need */
  bool            factored;            /* factors of an earlier Jacobian are at hand and still fit */
  bool            eager;               /* cheap corrections may take over from Newton */
  int             age;                 /* solves since the factors were made */
  double          drift;               /* contraction of corrections with kept factors, per age */
  double          tolerance, previous; /* of the convergence test */
  NewtonStatus    status;
  NewtonTimes     times;
} Newton;

/* `auto` takes dense LAPACK up to this many unknowns, planned fronts up to the next number of them, and beyond it up to this half
 * width of the band; tests/bench/linear.c and tests/bench/windows.c measure them. */
enum { NEWTON_DENSE_MOST = 120, NEWTON_SMALL_MOST = 1200, NEWTON_BAND_MOST = 240 };

PetscErrorCode newton_create(const NewtonSetup *setup, const NewtonEquations *equations, Newton *newton);
PetscErrorCode newton_destroy(Newton *newton);
/* A clause for messages; empty when nothing is wrong. */
const char *newton_reason_text(NewtonReason reason);
/* Solves r(x) = 0 from the guess x[n]. A line search that the user chose by PETSc options replaces `search`. */
PetscErrorCode newton_solve(Newton *newton, NewtonSearch search, double *x, NewtonStatus *status);
/* step <- J(x)^{-1} step, both [n]; solved = false: J is singular. */
PetscErrorCode newton_step(Newton *newton, const double *x, double *step, bool *solved);
/* What goes over from one solve to the next, newton_memory(newton) numbers: the Jacobian whose factors are at hand, and what is
 * known of them. After newton_memory_set the next solve gives the bits that it would have given after newton_memory_get. */
int            newton_memory(const Newton *newton);
void           newton_memory_get(const Newton *newton, double *memory);
PetscErrorCode newton_memory_set(const double *memory, Newton *newton);
/* Negative and zero eigenvalues of the Jacobian at x[n], which must be symmetric; both INERTIA_UNKNOWN: it could not be factored. */
enum { INERTIA_UNKNOWN = -1 };
PetscErrorCode newton_inertia(Newton *newton, double *x, int *negative, int *zero);
/* Estimate of the 1-norm condition number as solved, with the factors at hand. */
PetscErrorCode newton_condition_1(Newton *newton, double *condition);
/* 2-norm condition number of diag(left) J diag(right) at the last iterate; NULL: ones. bound becomes true where it is no more
 * than a lower bound, and stays as it is otherwise. */
PetscErrorCode newton_condition(Newton *newton, const double *left, const double *right, double *condition,
                                bool *bound);

static inline bool newton_ok(const NewtonStatus *status)
{
  return status->reason == NEWTON_CONVERGED || status->reason == NEWTON_FLOOR;
}

/* Nothing else is worth trying. */
static inline bool newton_final(const NewtonStatus *status)
{
  return newton_ok(status) || status->reason == NEWTON_STOPPED || status->reason == NEWTON_MEMORY;
}

#endif

/* Newton's method through PETSc SNES, for systems whose sparsity never changes.
 *
 * All objects are created once and reused. Newton's iteration ends early where corrections with old factors (correct.h) reach the
 * tolerance at less cost (docs/explanation/numerics.md, Newton's method). */
#ifndef RIGEL_NEWTON_NEWTON_H
#define RIGEL_NEWTON_NEWTON_H

#include "linear/linear.h"

#include <petscsnes.h>
#include <stdbool.h>

/* The equations r(x) = 0, in scaled unknowns. The functions see the arrays of this rank and cannot fail. */
typedef struct {
  void (*residual)(void *context, const double *x, double *r);
  void (*jacobian)(void *context, const double *x, double *value /*[nentries]*/); /* dr/dx */
  void *context;
  /* true on any rank ends the solve; NULL: never */
  bool (*stop)(void *context);
} NewtonEquations;

typedef struct {
  LinearSetup linear;    /* pattern of the Jacobian, and its solver */
  double      tolerance; /* of the root mean square of the residual */
  int         max_iterations;
} NewtonSetup;

/* Step lengths: full steps; line searches nleqerr and bt, the second if the first fails; only the first of them. */
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
  NewtonReason reason;      /* NEWTON_FLOOR: rounding prevents the tolerance; counts as converged */
  int          iterations;  /* of SNES, each with a new factorization */
  int          corrections; /* with old factors */
  double       residual;    /* root mean square, as last evaluated: before the final correction */
} NewtonStatus;

typedef struct {
  double residual, jacobian, total; /* seconds */
} NewtonTimes;

typedef struct {
  SNES            snes;
  Vec             x, r, correction;
  LinearSystem    linear;
  NewtonEquations equations;
  int             n, nentries;
  double          n_all;        /* unknowns of all ranks */
  PetscBool       search_given; /* the user chose a line search by PETSc options */
  bool            factored;     /* factors of an earlier Jacobian are at hand and may be used */
  bool            eager;        /* corrections may replace iterations */
  int             age;          /* solves since the factors were computed */
  double          drift;        /* contraction of corrections with old factors, per age */
  double          tolerance;
  double          previous; /* residual of the iteration before */
  bool            judged;   /* newton_test ended the last run of SNES; otherwise an option replaced it */
  NewtonStatus    status;
  NewtonTimes     times;
} Newton;

PetscErrorCode newton_create(const NewtonSetup *setup, const NewtonEquations *equations, Newton *newton);
PetscErrorCode newton_destroy(Newton *newton);
/* Iterations of SNES so far in the solve that runs; newton->previous is the residual there. */
int newton_iteration(const Newton *newton);
/* A clause for messages; empty if the solve succeeded. */
const char *newton_reason_text(NewtonReason reason);
/* Solves r(x) = 0 from the guess x[n]. A line search that the user chose by PETSc options replaces `search`. */
PetscErrorCode newton_solve(Newton *newton, NewtonSearch search, double *x, NewtonStatus *status);
/* Computes the Jacobian at x[n] into newton->linear. Factors of earlier solves may no longer be used. */
PetscErrorCode newton_linearize(Newton *newton, const double *x);
/* b[n] <- J(x)^{-1} b or J(x)^{-T} b; solved = false: J is singular, and b is unchanged. */
PetscErrorCode newton_linear_solve(Newton *newton, const double *x, bool transpose, double *b, bool *solved);
/* b[n] <- J^{-1} b with the factors of the last solve, of an older J, or, where there are none, with those of J(x). */
PetscErrorCode newton_backsolve(Newton *newton, const double *x, double *b, bool *solved);
/* State that one solve passes to the next, newton_state_size(newton) numbers: the Jacobian whose factors are at hand, and their age and
 * drift. After newton_state_set the next solve gives the same bits as after newton_state_get. */
int            newton_state_size(const Newton *newton);
void           newton_state_get(const Newton *newton, double *state);
PetscErrorCode newton_state_set(const double *state, Newton *newton);

/* Whether the tolerance is well above rounding: corrections stop at such a tolerance, and otherwise continue to rounding, since they cost
 * little. */
static inline bool newton_tolerance_is_loose(const Newton *newton)
{
  return newton->tolerance > 1e-11;
}

/* Largest residual that counts as the rounding floor. */
extern const double newton_floor_most;
/* Converged, if only to the rounding floor. */
static inline bool newton_ok(const NewtonStatus *status)
{
  return status->reason == NEWTON_CONVERGED || status->reason == NEWTON_FLOOR;
}

/* No other step length or guess would help. */
static inline bool newton_final(const NewtonStatus *status)
{
  return newton_ok(status) || status->reason == NEWTON_STOPPED || status->reason == NEWTON_MEMORY;
}

#endif

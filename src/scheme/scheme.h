/* A scheme: operations that solve a problem through its time interval, and how a run went. */
#ifndef RIGEL_SCHEME_SCHEME_H
#define RIGEL_SCHEME_SCHEME_H

#include "newton/newton.h"
#include "problem/observer.h"
#include "problem/problem.h"
#include "scheme/exactness.h"
#include "system/system.h"

#include <petscsys.h>

typedef enum { RUN_DONE, RUN_NOT_CONVERGED, RUN_STOPPED, RUN_REFUSED } RunVerdict; /* REFUSED: too large */

typedef enum { OPTIMUM_NONE, OPTIMUM_MINIMUM, OPTIMUM_STATIONARY, OPTIMUM_UNKNOWN } OptimumKind;

/* What an objective came to. */
typedef struct {
  OptimumKind kind;
  double      cost, share[TERMS_MOST]; /* of the terms */
  int         negative,
    adjoints;    /* negative eigenvalues of the matrix (or EIGENVALUES_UNKNOWN); as many as adjoints at a minimum */
  int    stages; /* solved on the way */
  int    active, sets; /* control values at a bound; active sets tried */
  int    clamped;      /* values of the guess beyond a bound, put on it */
  double end;          /* time */
} Optimum;

/* How a run went; not converging is a result, not an error. */
typedef struct {
  RunVerdict verdict;
  int        elements;         /* in all */
  int        element;          /* the last one completed */
  double     time;             /* reached */
  char       message[512];     /* why it did not converge, or was refused */
  long       iterations;       /* of Newton, in all, each with a new factorization */
  long       corrections;      /* with the factors at hand */
  int        windows;          /* Newton systems of a global solve; 0: time stepping */
  int        grown;            /* of them, started anew from a growing window */
  int        most_iterations;  /* in one Newton system */
  int        floors;           /* elements that ended at the rounding floor */
  int        shifts;           /* element ends moved away from singular configurations */
  double     singular_time;    /* of the last of them */
  char       singular[160];    /* and the joints there */
  int        unknowns;         /* of one Newton system */
  char       linear[NAME_LEN]; /* direct solver used */
  Optimum    optimum;          /* with an objective only */
  double     seconds_setup, seconds_residual, seconds_jacobian, seconds_newton;
} RunStatus;

/* There is a message. */
static inline bool run_failed(const RunStatus *status)
{
  return status->verdict == RUN_NOT_CONVERGED || status->verdict == RUN_REFUSED;
}

typedef struct StepOps StepOps;
typedef struct Tableau Tableau;

/* What a scheme changes in the stepping of mG. */
typedef enum { VARIANT_NONE, VARIANT_EM, VARIANT_QUAT_EM, VARIANT_DIR_EM } StepVariant;

typedef struct {
  SchemeTraits   traits; /* first member: Problem.method.scheme points to it */
  StepVariant    variant;
  const StepOps *step;    /* of what stepper_run runs (stepper.h); NULL otherwise */
  const Tableau *tableau; /* of what rk_run runs (tableau.h); NULL otherwise */
  /* Gauss points that `gauss: auto` stands for, or stages. */
  int (*gauss)(const Problem *problem, const System *system);
  /* What it keeps to rounding with this many Gauss points. */
  void (*exactness)(const Problem *problem, const System *system, int gauss, Exactness *exact);
  /* z0[nz], lambda0[nl]: consistent start values. */
  PetscErrorCode (*run)(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                        const Observer *observer, RunStatus *status);
} SchemeOps;

/* The scheme of a problem. */
static inline const SchemeOps *scheme_of(const Problem *problem)
{
  return (const SchemeOps *)problem->method.scheme;
}

/* Elements per Newton system: as given, or the scheme's own default; never more than there are. */
int scheme_window(const Problem *problem, int elements);
/* s as given, or what auto stands for */
int scheme_gauss(const Problem *problem, const System *system);

/* Element n is done: what Newton's method took, into the sample and the status; false: the observer ends the run. */
bool element_finish(const Observer *observer, int n, const NewtonStatus *newton, Sample *sample, RunStatus *status);

#endif

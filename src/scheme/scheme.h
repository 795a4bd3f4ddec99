/* A scheme: the operations that solve a problem over its time interval, and the status of a run. */
#ifndef RIGEL_SCHEME_SCHEME_H
#define RIGEL_SCHEME_SCHEME_H

#include "newton/newton.h"
#include "problem/observer.h"
#include "problem/problem.h"
#include "scheme/exactness.h"
#include "system/system.h"
#include "time/element.h"
#include "time/mesh.h"

#include <petscsys.h>

/* REFUSED: too large; CONTRADICTED: its energy, or a quantity that the scheme conserves by construction, is wrong. */
typedef enum { RUN_DONE, RUN_NOT_CONVERGED, RUN_STOPPED, RUN_REFUSED, RUN_CONTRADICTED } RunVerdict;

typedef enum { OPTIMUM_NONE, OPTIMUM_MINIMUM, OPTIMUM_STATIONARY, OPTIMUM_UNKNOWN } OptimumKind;

/* The result of an optimal-control run. */
typedef struct {
  OptimumKind kind;
  double      cost, share[TERMS_MOST]; /* share of each term */
  int         negative;                /* negative eigenvalues of the matrix, or EIGENVALUES_UNKNOWN */
  int         adjoints;                /* number of adjoints, which is that of negative eigenvalues at a minimum */
  int         stages;                  /* of the homotopy */
  int         active, sets;            /* control values at a bound; active sets tried */
  int         clamped;                 /* values of the guess that were moved to a bound */
  double      end;                     /* end time */
} Optimum;

/* Errors of a run that estimates them; sizes are in natural units: of all components the largest, each divided by its scale. */
typedef struct {
  bool   measured;          /* the errors below are known */
  bool   reached;           /* the bar of the end state is at most the accuracy asked for */
  double error, sum;        /* size of the estimated error of the last state, sum of the local ones */
  double rounding;          /* part of the bar for rounding errors */
  double bar;               /* max(error, a tenth of sum) + rounding */
  double until;             /* time up to which the bar stayed below the accuracy */
  double shortest, longest; /* element */
  int    rejected, passes;  /* elements that were solved again; runs from the start */
} RunAccuracy;

/* The status of a run. Failure to converge is a result, not an error. */
typedef struct {
  RunVerdict  verdict;
  int         elements;            /* of the mesh */
  int         element;             /* last complete element */
  double      time;                /* reached */
  MessageCode code;                /* of message */
  char        message[NOTICE_LEN]; /* cause of a failure or of a refusal */
  long        iterations;          /* Newton iterations of the run, each with a new factorization */
  long        corrections;         /* with factors of an earlier iteration */
  int         windows;             /* Newton systems of a global solve; 0: time stepping */
  int         grown;               /* windows solved again from a growing window */
  int         most_iterations;     /* in one Newton system */
  int         floors;              /* elements whose residual ended at the rounding floor */
  int         shifts;              /* element ends moved away from singular configurations */
  double      singular_time;       /* of the last of them */
  char        singular[160];       /* the joints there */
  bool        rows_lost;        /* ended: imposed rows are nearly dependent where others are not (Observer.exchange) */
  int         row_changes;      /* choices of rows after the first one (redundant: drop) */
  double      change_time;      /* of the last of them */
  char        changed[160];     /* the rows concerned */
  int         unknowns;         /* of one Newton system */
  char        linear[NAME_LEN]; /* direct solver used */
  Optimum     optimum;          /* with an objective only */
  RunAccuracy accuracy;
  double      seconds_setup, seconds_residual, seconds_jacobian, seconds_newton;
} RunStatus;

/* Stores the verdict and its cause. */
void run_fail(RunStatus *status, RunVerdict verdict, MessageCode code, const char *format, ...)
  __attribute__((format(printf, 4, 5)));
/* The run failed: status->message states the cause. */
static inline bool run_failed(const RunStatus *status)
{
  return status->verdict != RUN_DONE && status->verdict != RUN_STOPPED;
}

typedef struct ElementTerms ElementTerms;
typedef struct StepOps      StepOps;
typedef struct Tableau      Tableau;

typedef struct {
  SchemeTraits        traits;  /* first member: Problem.method.scheme points to it */
  const ElementTerms *terms;   /* added to an mG element by em, quat_em, dir_em (step/stepping.h); NULL: none */
  const StepOps      *step;    /* of a one-step scheme of quaternion bodies (onestep/stepper.h); NULL: another kind */
  const Tableau      *tableau; /* of a Runge-Kutta method (ode/tableau.h); NULL: another kind */
  /* Gauss points of `gauss: auto`, or stages. */
  int (*gauss)(const Problem *problem, const System *system);
  /* Order at element ends; NULL: see scheme_order. */
  int (*order)(const Problem *problem);
  /* The quantities that the scheme conserves to rounding with this many Gauss points. */
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

/* Elements per Newton system: as given, or the default of the scheme, at most `elements`. */
int scheme_window(const Problem *problem, int elements);
/* Gauss points: as given, or those of `gauss: auto`. */
int scheme_gauss(const Problem *problem, const System *system);
/* The time element of a Galerkin scheme with `gauss` points; false: out of memory. */
bool scheme_element(const Problem *problem, int gauss, TimeElement *element);
/* The same of mG, with which BG computes its first guess. */
bool scheme_element_mg(const Problem *problem, int gauss, TimeElement *element);
/* Order at element ends: 2k of mG, 2, 2, 4, 4, .. of BG, 4, 4, 8, 8, .. with a weak start, as a scheme states, otherwise 2. */
int scheme_order(const Problem *problem);

/* The discrete adjoint of the equations of a problem: that of its scheme; none of em with collocated invariants, whose corrections the adjoint
 * of em evaluates with plain ones. */
AdjointKind scheme_adjoint(const Problem *problem);

/* Turn of a body in one element, in rad, above which it is the most likely cause of a failure. */
extern const double turn_large;
/* Largest angle by which a body turns in a time h at its angular velocity in the state z. */
double element_turn(const System *system, const double *z, double h);

/* Resets the status of a run that begins after `element` complete elements. */
void run_begin(const Mesh *mesh, int element, int unknowns, const char *linear, RunStatus *status);
/* Adds the work of one Newton solve. most: its iterations as counted for most_iterations. */
void run_count(RunStatus *status, int iterations, int corrections, int most);
/* Shows a sample and records its element and time; false, with the verdict RUN_STOPPED: the observer ends the run. */
bool run_show(const Observer *observer, const Sample *sample, RunStatus *status);
/* Shows element n after its Newton solve, whose record goes into the sample; false: the observer ends the run. */
bool element_finish(const Observer *observer, int n, const NewtonStatus *newton, Sample *sample, RunStatus *status);

#endif

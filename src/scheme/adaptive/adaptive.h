/* Time stepping with elements whose lengths follow from an accuracy: one pass over the run with a given tolerance. */
#ifndef RIGEL_SCHEME_ADAPTIVE_ADAPTIVE_H
#define RIGEL_SCHEME_ADAPTIVE_ADAPTIVE_H

#include "scheme/adaptive/companion.h"
#include "scheme/adaptive/controller.h"
#include "scheme/adaptive/probe.h"

typedef struct {
  const Problem *problem;
  ProblemSolver  solver; /* that of the problem, with a tolerance that the estimates need */
  Stepping       stepping;
  Companion      companion;
  Probe          probe;
  Controller     controller;
  double         accuracy;  /* asked for */
  double         tolerance; /* of this pass: sum of the local errors that is allowed */
  double         t;         /* end of the last element */
  double         h;         /* length of the next one */
  double         h_last;    /* length of the last one; 0: there is none */
  double         h_factors; /* length of the element to which the factors of Newton's method belong */
  bool           lost;      /* the error is so large that the companion means nothing: the pass ends */
} Adaptive;

/* Size of local errors that is rounding, in units of the state. */
extern const double adaptive_rounding;

PetscErrorCode adaptive_create(const Problem *problem, const System *system, Adaptive *adaptive);
PetscErrorCode adaptive_destroy(Adaptive *adaptive);
/* Begins a pass at the start of the run. */
void adaptive_begin(Adaptive *adaptive, const double *z0, const double *lambda0, double tolerance, RunStatus *status);
/* Solves the next element, with as many lengths as that needs, shows it and advances the state. go_on = false: the pass ends. */
PetscErrorCode adaptive_step(Adaptive *adaptive, const Observer *observer, RunStatus *status, bool *go_on);

#endif

/* The time interval of a problem and its discretization: elements, scheme, degree, quadrature, window. */
#ifndef RIGEL_PROBLEM_PROBLEM_METHOD_H
#define RIGEL_PROBLEM_PROBLEM_METHOD_H

#include "problem/problem_value.h"
#include "problem/scheme_traits.h"

/* Smaller elements from one time to another: an entry of time.parts. */
typedef struct {
  double from, to, step;
} ProblemRefinement;

typedef struct {
  double             start, end;
  bool               free;     /* the end is unknown, `end` its first guess; objective only */
  double             step;     /* NAN: elements is given */
  int                elements; /* RIGEL_UNSET: step is given */
  int                nrefinements, ncorners;
  ProblemRefinement *refinements; /* [nrefinements] owned */
  /* [ncorners] inside the interval, ascending: times at which a load or motion is not smooth or a refinement begins or ends. They
   * become element ends; owned */
  double *corners;
} ProblemTime;

typedef enum { NODES_EQUIDISTANT, NODES_LOBATTO } NodesKind;
typedef enum { PSI_PLAIN, PSI_FULL } PsiKind;
typedef enum { MULTIPLIERS_DISCONTINUOUS, MULTIPLIERS_CONTINUOUS } MultipliersKind;
typedef enum { IMPULSE_MIDPOINT, IMPULSE_TRAPEZOIDAL } ImpulseKind;
enum { GAUSS_AUTO = 0, WINDOW_ALL = 0 };

typedef struct {
  const SchemeTraits *scheme; /* an entry of the table of schemes; NULL before reading */
  int                 degree; /* k >= 1 */
  int                 gauss;  /* s >= k, or GAUSS_AUTO */
  NodesKind           nodes;
  PsiKind             psi;
  int                 window;      /* elements per Newton system; WINDOW_ALL; RIGEL_UNSET: 1 for mG, all for BG */
  MultipliersKind     multipliers; /* GALERKIN_BUBNOV only */
  ImpulseKind         impulse;     /* of forces over a step; SUPPORTS_IMPULSE only */
} ProblemMethod;

#endif

/* The time interval of a problem and its discretization: elements, scheme, degree, quadrature, window. */
#ifndef RIGEL_PROBLEM_PROBLEM_METHOD_H
#define RIGEL_PROBLEM_PROBLEM_METHOD_H

#include "problem/problem_value.h"

/* --- time */

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

/* --- traits of a scheme: its name, and the features that a problem may combine with it. The table of schemes (scheme/schemes.c)
 * has one entry per scheme; the reader resolves `method.scheme` to it. */

/* Features that a scheme supports, bits. */
enum {
  SUPPORTS_QUATERNION      = 1 << 0,
  SUPPORTS_DIRECTOR        = 1 << 1,
  SUPPORTS_PARTICLE        = 1 << 2,
  SUPPORTS_HAMILTONIAN     = 1 << 3,
  SUPPORTS_UNIT            = 1 << 4, /* kinetic: unit */
  SUPPORTS_SCALABLE        = 1 << 5, /* kinetic: scalable */
  SUPPORTS_JOINTS          = 1 << 6,
  SUPPORTS_LOADS           = 1 << 7, /* other than gravity */
  SUPPORTS_DAMPING         = 1 << 8,
  SUPPORTS_DEGREE          = 1 << 9,  /* any degree; otherwise 1, and psi: plain */
  SUPPORTS_CONDITION       = 1 << 10, /* solver.condition */
  SUPPORTS_WINDOW          = 1 << 11, /* method.window, boundary values, prescribed motion; otherwise only stepping */
  SUPPORTS_ALL             = (1 << 12) - 1,
  SUPPORTS_OBJECTIVE       = 1 << 12, /* optimal control; not part of ALL, as the next ones */
  SUPPORTS_IMPULSE         = 1 << 13, /* method.impulse */
  SUPPORTS_FREE_QUATERNION = 1 << 14,
  SUPPORTS_ACCURACY        = 1 << 15 /* method.accuracy and method.error */
};

/* Finite elements in time: test functions of degree k - 1 (Petrov-Galerkin) or k (Bubnov-Galerkin). */
typedef enum { GALERKIN_NONE, GALERKIN_PETROV, GALERKIN_BUBNOV } GalerkinKind;

/* Discrete adjoint of its equations: none (differences of runs), backwards element by element, or of whole windows. */
typedef enum { ADJOINT_NONE, ADJOINT_STEPPING, ADJOINT_WINDOW } AdjointKind;

typedef struct {
  const char  *name, *summary;
  unsigned     supports; /* bits of SUPPORTS_ */
  GalerkinKind galerkin; /* GALERKIN_NONE: a formula with stages instead of Gauss points */
  AdjointKind  adjoint;
  bool         stepping; /* its default window is one element */
} SchemeTraits;

/* --- the method of a problem */

typedef enum { NODES_EQUIDISTANT, NODES_LOBATTO } NodesKind;
typedef enum { PSI_PLAIN, PSI_FULL } PsiKind;
typedef enum { MULTIPLIERS_DISCONTINUOUS, MULTIPLIERS_CONTINUOUS } MultipliersKind;
typedef enum { INVARIANTS_PLAIN, INVARIANTS_COLLOCATED } InvariantsKind;
typedef enum { START_STRONG, START_WEAK } StartKind;
typedef enum { IMPULSE_MIDPOINT, IMPULSE_TRAPEZOIDAL } ImpulseKind;
enum { GAUSS_AUTO = 0, WINDOW_ALL = 0 };

typedef struct {
  const SchemeTraits *scheme;   /* an entry of the table of schemes; NULL before reading */
  double              accuracy; /* of the end state, in natural units; NAN: not given */
  int                 degree;   /* k >= 1; RIGEL_UNSET before problem_complete */
  int                 gauss;    /* s >= k, or GAUSS_AUTO */
  NodesKind           nodes;
  PsiKind             psi;
  int                 window;      /* elements per Newton system; WINDOW_ALL; RIGEL_UNSET: 1 for mG, all for BG */
  MultipliersKind     multipliers; /* GALERKIN_BUBNOV only */
  StartKind           start;       /* GALERKIN_BUBNOV only: how start values enter the equations */
  InvariantsKind      invariants;  /* mG only: how energy and constraints are evaluated at Gauss points */
  ImpulseKind         impulse;     /* of forces over a step; SUPPORTS_IMPULSE only */
} ProblemMethod;

#endif

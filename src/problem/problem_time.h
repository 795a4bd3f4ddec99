/* The time interval of a problem and its division into elements. */
#ifndef RIGEL_PROBLEM_PROBLEM_TIME_H
#define RIGEL_PROBLEM_PROBLEM_TIME_H

#include "problem/problem_value.h"

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

#endif

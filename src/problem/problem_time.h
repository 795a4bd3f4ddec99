/* The time interval of a problem and its division into elements. */
#ifndef RIGEL_PROBLEM_PROBLEM_TIME_H
#define RIGEL_PROBLEM_PROBLEM_TIME_H

#include "problem/problem_value.h"

/* Smaller elements from one time to another. */
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
  /* [ncorners] inside of the interval, ascending: element ends where a load or motion is not smooth, or where one of time.parts
   * begins or ends; owned */
  double *corners;
} ProblemTime;

#endif

/* Functions of time, ready to evaluate: factors of forces and torques, paths of prescribed motions. */
#ifndef RIGEL_TIME_TIME_FUNCTION_H
#define RIGEL_TIME_TIME_FUNCTION_H

#include "problem/problem.h"

typedef struct {
  TimeFunctionKind kind;
  int              n;
  double          *x, *y;  /* [n] points of a table; y: factors of a polynomial */
  double          *second; /* [n] second derivatives of the natural cubic spline */
  double           amplitude, omega, phase, offset;
  int              derivatives; /* smooth: how many vanish at its ends */
} TimeFunction;

/* False: out of memory. */
bool   time_function_create(const ProblemTimeFunction *given, TimeFunction *fun);
void   time_function_destroy(TimeFunction *fun);
double time_function_value(const TimeFunction *fun, double t);
/* y = (value, first, second derivative); at a corner the limits from the right. */
void time_function_jet(const TimeFunction *fun, double t, double y[3]);
/* Largest |value| at 65 equidistant times of an interval and at the points of a table. */
double time_function_size(const TimeFunction *fun, double start, double end);

#endif

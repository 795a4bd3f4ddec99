/* Functions of time: the factor of a force or a torque, the path of a prescribed motion. */
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
/* The value and its first two derivatives; at a corner those from the right. */
void time_function_jet(const TimeFunction *fun, double t, double y[3]);
/* Largest |value| at the points of a table, or of 64 equal parts of an interval: its size. */
double time_function_size(const TimeFunction *fun, double start, double end);

#endif

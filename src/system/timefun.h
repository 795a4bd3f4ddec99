/* Functions of time: the factor of a force or a torque, the path of a prescribed motion. */
#ifndef RIGEL_SYSTEM_TIMEFUN_H
#define RIGEL_SYSTEM_TIMEFUN_H

#include "problem.h"

typedef struct {
  ScaleKind kind;
  int       n;
  double   *x, *y;  /* [n] points of a table; y: factors of a polynomial */
  double   *second; /* [n] second derivatives of the natural cubic spline */
  double    amplitude, omega, phase, offset;
  int       derivatives; /* smooth: how many vanish at its ends */
} TimeFun;

/* False: out of memory. */
bool   timefun_create(const ProblemScale *given, TimeFun *fun);
void   timefun_destroy(TimeFun *fun);
double timefun_value(const TimeFun *fun, double t);
/* The value and its first two derivatives; at a corner those from the right. */
void timefun_jet(const TimeFun *fun, double t, double y[3]);
/* Largest |value| at the points of a table, or of 64 equal parts of an interval: its size. */
double timefun_size(const TimeFun *fun, double start, double end);

#endif

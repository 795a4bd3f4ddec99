/* Functions of time: factors of loads, paths of prescribed motions and of tracking terms. */
#ifndef RIGEL_PROBLEM_PROBLEM_FUNCTION_H
#define RIGEL_PROBLEM_PROBLEM_FUNCTION_H

#include "problem/problem_value.h"

typedef enum {
  FUNCTION_NONE,
  FUNCTION_POLYNOMIAL,
  FUNCTION_CUBIC,
  FUNCTION_SINE,
  FUNCTION_SMOOTH,
  FUNCTION_TABLE, /* this one and those below have corners or jumps */
  FUNCTION_RAMP,
  FUNCTION_STEP
} TimeFunctionKind;

enum { FUNCTIONS_SMOOTH = FUNCTION_TABLE - FUNCTION_POLYNOMIAL };

/* A function of time. Before the first point and after the last a table is constant. */
typedef struct {
  TimeFunctionKind kind;
  int              nrows;
  double          *rows; /* polynomial: [nrows] factors of 1, t, t^2, ..; table, cubic: [nrows][2] t and value; owned */
  double           amplitude, omega, phase, offset; /* sine: amplitude sin(omega t + phase) + offset */
  double           start, end;                      /* ramp, smooth: begin and end; step: start */
  double           before, after;                   /* values there */
  int              derivatives;                     /* smooth: number of derivatives that vanish at its ends */
} ProblemTimeFunction;

void problem_function_init(ProblemTimeFunction *scale);

#endif

/* Gradients of the library against differences of whole runs. */
#ifndef RIGEL_TESTS_GRADIENT_CHECK_H
#define RIGEL_TESTS_GRADIENT_CHECK_H

#include "backend.h"

typedef struct {
  const char        *name, *text;
  const char *const *set;        /* pairs of path and value, NULL-terminated; NULL: none */
  const char *const *parameters; /* paths, NULL-terminated */
  bool               start;      /* the start state too */
  const char        *how;        /* what rigel_gradient_how must say */
  const char        *functional; /* by name; NULL: a sum of squares of all states, at the end and along the way */
  double             floor;      /* 0: 1e-4 */
} GradientCheck;

/* To 1e-8 of each derivative by itself. Derivatives that are far smaller than J drown in the rounding of the runs, 1e-15 |J| or a few more, over a step of 1e-3:
 * below `floor` |J| the error is compared with that. Most need none. */
void check_gradient(const GradientCheck *check);

/* The sum of squares; the context is the number of states. */
double squares_end(void *context, const double *z, double *gradient, double *hessian);
double squares_running(void *context, double t, const double *z, double *gradient, double *hessian);

#endif

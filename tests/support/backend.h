/* What tests of the C interface share. */
#ifndef RIGEL_TESTS_BACKEND_H
#define RIGEL_TESTS_BACKEND_H

#include "rigel/rigel.h"

/* A problem from text with pairs of path and value on top of it, NULL-terminated (NULL: none); a model that has no faults. */
RigelProblem *problem_open(const char *text, const char *const set[]);
RigelModel   *model_open(const RigelProblem *problem);

/* A body with full rates, 14 states, 5 elements of mG(2) until 0.5. */
RigelProblem *box_problem(void);

/* A spring at the point X of a body to the point P of space, and its damper. */
typedef struct {
  double k, c, length, X[3], P[3];
} Leg;
extern Leg one_leg;

/* Its potential by functions, once with wrong derivatives; a force -c (1 + t) xdot at the point plus something of f. */
double leg_potential(void *context, const double *f, double *gradient, double *hessian);
double leg_wrong(void *context, const double *f, double *gradient, double *hessian);
void leg_drag(void *context, double t, const double *f, const double *fdot, double *force, double *d_f, double *d_fdot);

#endif

/* Functions of a caller, called through a check that names the first number that is not finite. */
#ifndef RIGEL_API_CALLBACK_H
#define RIGEL_API_CALLBACK_H

#include "rigel/rigel.h"

#include "problem/problem.h"

typedef struct {
  void          *context; /* the caller's */
  RigelPotential potential;
  RigelForce     force;
  double (*end)(void *context, const double *z, double *gradient, double *hessian);
  double (*running)(void *context, double t, const double *z, double *gradient, double *hessian);
  int  n; /* length of f or z; 0: not known yet */
  char name[NAME_LEN];
} Callback;

/* A copy from malloc; NULL: out of memory. */
Callback *callback_copy(const Callback *callback);
/* Functions whose context is the callback itself, which must live as long. */
ProblemUserLoad callback_load(Callback *callback, int degree, bool both);
ProblemUserCost callback_cost(Callback *callback);

#endif

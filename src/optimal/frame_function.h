/* A function of frames at one place, by value, gradient and Hessian, and the chain rule that takes it to states. */
#ifndef RIGEL_OPTIMAL_FRAME_FUNCTION_H
#define RIGEL_OPTIMAL_FRAME_FUNCTION_H

#include "scheme/window/boundary.h"

/* x = (f_A, f_B) of two sides, or with `whole` x = (f, fdot) of body[0]. */
typedef struct {
  int    body[2];
  bool   whole;
  double x[STACK];
  double g[STACK], H[STACK * STACK];
} FrameForm;

/* The frames at state z; g and H become zero. */
void form_place(const System *system, const int body[2], bool whole, const double *z, FrameForm *form);
/* gradient[nz] += dx/dz^T g;  hessian[nz][nz] += dx/dz^T H dx/dz + g . x_zz;  hessian may be NULL. */
void form_pull(const System *system, const FrameForm *form, const double *z, double *gradient, double *hessian);
/* Value of an end condition; `form` has its gradient and Hessian. */
double form_condition(const System *system, const EndCondition *condition, const double *z, FrameForm *form);

#endif

/* Functions of frames with gradient and Hessian, and the chain rule that transforms both to states z. */
#ifndef RIGEL_OPTIMAL_FRAME_FUNCTION_H
#define RIGEL_OPTIMAL_FRAME_FUNCTION_H

#include "scheme/window/boundary.h"

/* Gradient g and Hessian H of a function of x = (f_A, f_B) of two sides, or with `whole` of x = (f, fdot) of body[0]. */
typedef struct {
  int    body[2];
  bool   whole;
  double x[STACK];
  double g[STACK], H[STACK * STACK];
} FrameForm;

/* Sets x to the frames at state z, and g and H to zero. */
void form_set(const System *system, const int body[2], bool whole, const double *z, FrameForm *form);
/* gradient[nz] += dx/dz^T g;  hessian[nz][nz] += dx/dz^T H dx/dz + g . x_zz;  hessian may be NULL. */
void form_pull(const System *system, const FrameForm *form, const double *z, double *gradient, double *hessian);
/* Value of an end condition at z; sets its gradient and Hessian in `form`. */
double form_condition(const System *system, const EndCondition *condition, const double *z, FrameForm *form);

#endif

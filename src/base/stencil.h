/* Differences of order 6: f'(0) = sum_i weight[i] f(at[i] step) / step. */
#ifndef RIGEL_BASE_STENCIL_H
#define RIGEL_BASE_STENCIL_H

typedef struct {
  int    n, at[7];
  double weight[7];
} Stencil;

extern const Stencil stencil_centred, stencil_right, stencil_left; /* the latter where the other side is not allowed */
/* In the size of the variable: rounding and the terms of order 6 are both small then. */
extern const double stencil_step;

#endif

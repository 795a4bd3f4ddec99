/* Differences of order 6: f'(0) = sum_i weight[i] f(at[i] step) / step. */
#ifndef RIGEL_BASE_DIFFERENCE_H
#define RIGEL_BASE_DIFFERENCE_H

typedef struct {
  int    n, at[7];
  double weight[7];
} Difference;

extern const Difference difference_centred, difference_right,
  difference_left; /* the latter where the other side is not allowed */
/* In the size of the variable: rounding and the terms of order 6 are both small then. */
extern const double difference_step;

#endif

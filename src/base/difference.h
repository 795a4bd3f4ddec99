/* Differences of order 6: f'(0) = sum_i weight[i] f(at[i] step) / step. */
#ifndef RIGEL_BASE_DIFFERENCE_H
#define RIGEL_BASE_DIFFERENCE_H

typedef struct {
  int    n, at[7];
  double weight[7];
} Difference;

extern const Difference difference_centred, difference_right,
  difference_left; /* the latter where the other side is not allowed */
/* Central differences of order 2, 4 and 6 by pairs, exact for polynomials of degree 2 pairs:
 * f'(0) = sum_i difference_pair[pairs - 1][i - 1] (f(i step) - f(-i step)) / step, i = 1 .. pairs. */
enum { DIFFERENCE_PAIRS = 3 };
extern const double difference_pair[DIFFERENCE_PAIRS][DIFFERENCE_PAIRS];
/* In the size of the variable: rounding and the terms of order 6 are both small then. */
extern const double difference_step;

#endif

#include "base/difference.h"

const Difference difference_centred = {6, {-3, -2, -1, 1, 2, 3}, {-1.0 / 60, 0.15, -0.75, 0.75, -0.15, 1.0 / 60}};
const Difference difference_right   = {7, {0, 1, 2, 3, 4, 5, 6}, {-49.0 / 20, 6, -7.5, 20.0 / 3, -3.75, 1.2, -1.0 / 6}};
const Difference difference_left    = {
     7, {0, -1, -2, -3, -4, -5, -6}, {49.0 / 20, -6, 7.5, -20.0 / 3, 3.75, -1.2, 1.0 / 6}};

const double difference_pair[DIFFERENCE_PAIRS][DIFFERENCE_PAIRS] = {
  {1.0 / 2.0}, {2.0 / 3.0, -1.0 / 12.0}, {3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0}};

const double difference_step = 1e-3;

/* Directions and gaps of two sides: values at given frames, and the chain rule from vectors to frames. */
#include "system/joint/frame_vector.h"

#include "base/vec.h"

FrameVector frame_direction(int side, const double X[3])
{
  FrameVector v = {{0.0}};

  vec_copy(3, X, v.coefficient + 4 * side + 1);
  return v;
}

FrameVector frame_gap(const double X_A[3], const double X_B[3])
{
  return (FrameVector){{-1.0, -X_A[0], -X_A[1], -X_A[2], 1.0, X_B[0], X_B[1], X_B[2]}};
}

void frame_vector(const FrameVector *v, const double *f, double u[3])
{
  vec_zero(3, u);
  for (int a = 0; a < STACK_VECTORS; a++) vec_add(3, v->coefficient[a], f + 3 * a, u);
}

void frame_spread(const FrameVector *u, const double g[3], double *w)
{
  for (int a = 0; a < STACK_VECTORS; a++) vec_add(3, u->coefficient[a], g, w + 3 * a);
}

void frame_spread_matrix(const FrameVector *u, const FrameVector *v, const double H[3][3], double *M)
{
  for (int a = 0; a < STACK_VECTORS; a++)
    for (int b = 0; u->coefficient[a] != 0.0 && b < STACK_VECTORS; b++) {
      const double c = u->coefficient[a] * v->coefficient[b];
      for (int x = 0; c != 0.0 && x < 3; x++) vec_add(3, c, H[x], M + (3 * a + x) * STACK + 3 * b);
    }
}

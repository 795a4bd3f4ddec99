#include "system/joint/stack.h"

#include "base/vec.h"

FrameVector stack_axis(const JointPlace *place, int side, int which)
{
  FrameVector v = {{0.0}};

  vec_copy(3, place->axes[side][which], v.part + 4 * side + 1);
  return v;
}

/* x_A - x_B, x = phi + R X */
FrameVector stack_gap(const JointPlace *place)
{
  FrameVector v = {{0.0}};

  for (int side = 0; side < 2; side++) {
    const double sign = side == 0 ? 1.0 : -1.0;
    v.part[4 * side]  = sign;
    vec_add(3, sign, place->point[side], v.part + 4 * side + 1);
  }
  return v;
}

bool stack_add_component(FrameVector u, int x, FrameRow *row)
{
  bool ok = true;

  for (int a = 0; ok && a < 8; a++)
    if (u.part[a] != 0.0) ok = frame_row_add_linear(row, stack_index(a / 4, a % 4, x), u.part[a]);
  return ok;
}

bool stack_add_dot(FrameVector u, FrameVector v, double factor, FrameRow *row)
{
  bool ok = true;

  for (int a = 0; a < 8; a++)
    for (int b = a; b < 8; b++) {
      const double value = factor * (u.part[a] * v.part[b] + u.part[b] * v.part[a]);
      for (int x = 0; ok && value != 0.0 && x < 3; x++)
        ok = frame_row_add_quadratic(row, stack_index(a / 4, a % 4, x), stack_index(b / 4, b % 4, x), value);
    }
  return ok;
}

bool stack_add_along(FrameVector u, const double e[3], double factor, FrameRow *row)
{
  enum { N = 8 * 3 };
  bool ok = true;

  for (int i = 0; i < N; i++)
    for (int j = i; ok && j < N; j++) {
      const double value = 2.0 * factor * u.part[i / 3] * e[i % 3] * u.part[j / 3] * e[j % 3];
      if (value != 0.0) ok = frame_row_add_quadratic(row, i, j, value); /* stack_index(side, vector, x) = 3 part + x */
    }
  return ok;
}

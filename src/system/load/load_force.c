/* Forces and torques on one body, side 0, times a function of time. */
#include "base/vec.h"
#include "system/load/load.h"

static bool value_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, char *text, size_t size)
{
  (void)start, (void)text, (void)size;
  vec_copy(3, given->value, load->value);
  load->follows = given->frame == AXES_BODY;
  return true;
}

/* The value in space as a combination of d1, d2, d3, for one that turns with the body. */
static FrameVector value_vector(const Load *load, double factor)
{
  FrameVector v = {{0.0}};

  vec_add(3, factor, load->value, v.part + 1);
  return v;
}

/* factor value, rotated with the body if it follows. */
static void value_in_space(const Load *load, const LoadPoint *at, double value[3])
{
  const FrameVector v = value_vector(load, at->factor);

  if (load->follows) frame_vector(&v, at->f, value);
  else
    for (int x = 0; x < 3; x++) value[x] = at->factor * load->value[x];
}

/* w = -(F, X_i F) */
static void force_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  static const double minus[3][3] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  FrameVector         point       = {{1.0}};
  double              F[3];

  vec_copy(3, load->sites[0][0], point.part + 1);
  value_in_space(load, at, F);
  for (int x = 0; x < 3; x++) F[x] = -F[x];
  frame_spread(&point, F, weight->w);
  const FrameVector v = value_vector(load, at->factor);
  if (weight->W && load->follows) frame_spread_matrix(&point, &v, minus, weight->W);
}

/* w_i = -1/2 tau x d_i, so dw_i = -1/2 (tau x dd_i + dtau x d_i), dtau = tau_j dd_j for a torque that turns with the body. */
static void torque_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  const FrameVector v = value_vector(load, -0.5 * at->factor);
  double            tau[3], w[3];

  value_in_space(load, at, tau);
  const double half[3][3] = {
    {0, 0.5 * tau[2], -0.5 * tau[1]}, {-0.5 * tau[2], 0, 0.5 * tau[0]}, {0.5 * tau[1], -0.5 * tau[0], 0}};
  for (int i = 1; i <= 3; i++) {
    const double *d   = at->f + 3 * i;
    FrameVector   one = {{0.0}};
    one.part[i]       = 1.0;
    mat3_apply(half, d, w); /* -1/2 tau x d */
    frame_spread(&one, w, weight->w);
    if (!weight->W) continue;
    frame_spread_matrix(&one, &one, half, weight->W);
    const double cross[3][3] = {{0, d[2], -d[1]}, {-d[2], 0, d[0]}, {d[1], -d[0], 0}}; /* a x d = cross a */
    if (load->follows) frame_spread_matrix(&one, &v, cross, weight->W);
  }
}

/* clang-format off */
const LoadOps
  force_ops  = {"force", "force at a point of a body, in spatial or body axes, times a function of time",
                false, true, false, value_setup, no_potential, force_force},
  torque_ops = {"torque", "torque on a body, in spatial or body axes, times a function of time",
                false, true, true, value_setup, no_potential, torque_force};
/* clang-format on */

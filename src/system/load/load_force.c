/* Forces and torques on one body, side 0, times a function of time. */
#include "base/vec.h"
#include "system/load/load.h"

/* frame: body turns the value with the body. */
static bool value_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  (void)start, (void)why;
  vec_copy(3, given->value, load->value);
  load->follows = given->frame == AXES_BODY;
  return true;
}

/* The value in space as a combination of d1, d2, d3, for one that turns with the body. */
static FrameVector value_vector(const Load *load, double factor)
{
  FrameVector v = {{0.0}};

  vec_add(3, factor, load->value, v.coefficient + 1);
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

/* w = -(F, X_i F), F = X_i d_i for a force that turns with the body */
static void force_weigh(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  static const double minus[3][3] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  FrameVector         point       = {{1.0}};
  double              F[3];

  vec_copy(3, load->sites[0][0], point.coefficient + 1);
  value_in_space(load, at, F);
  for (int x = 0; x < 3; x++) F[x] = -F[x];
  frame_spread(&point, F, weight->w);
  const FrameVector v = value_vector(load, at->factor);
  if (weight->W && load->follows) frame_spread_matrix(&point, &v, minus, weight->W);
}

/* w_i = -1/2 tau x d_i, so dw_i = -1/2 (tau x dd_i + dtau x d_i), dtau = tau_j dd_j for a torque that turns with the body. */
static void torque_weigh(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  const FrameVector v = value_vector(load, -0.5 * at->factor);
  double            tau[3], w[3];

  value_in_space(load, at, tau);
  const double half[3][3] = {
    {0, 0.5 * tau[2], -0.5 * tau[1]}, {-0.5 * tau[2], 0, 0.5 * tau[0]}, {0.5 * tau[1], -0.5 * tau[0], 0}};
  for (int i = 1; i <= 3; i++) {
    const double *d    = at->f + 3 * i;
    FrameVector   one  = {{0.0}};
    one.coefficient[i] = 1.0;
    mat3_apply(half, d, w); /* -1/2 tau x d */
    frame_spread(&one, w, weight->w);
    if (!weight->W) continue;
    frame_spread_matrix(&one, &one, half, weight->W);
    const double cross[3][3] = {{0, d[2], -d[1]}, {-d[2], 0, d[0]}, {d[1], -d[0], 0}}; /* a x d = cross a */
    if (load->follows) frame_spread_matrix(&one, &v, cross, weight->W);
  }
}

/* Adds c w with c = s^-n and the weights w of `weigh`: dw = c dw + w dc. */
static void shrunk_weigh(const Load *load, const LoadPoint *at, int n,
                         void (*weigh)(const Load *load, const LoadPoint *at, LoadWeight *weight), LoadWeight *weight)
{
  double      w[STACK] = {0.0}, W[STACK * STACK] = {0.0};
  LoadWeight  own = {.w = w, .W = weight->W ? W : NULL};
  FrameScalar c   = {.x = 1.0};

  weigh(load, at, &own);
  frame_scalar_shrink(load, n, 0, at->f, &c);
  vec_add(STACK, c.x, w, weight->w);
  if (!weight->W) return;
  vec_add(STACK * STACK, c.x, W, weight->W);
  for (int i = 0; i < STACK; i++) vec_add(STACK, w[i], c.g, weight->W + i * STACK);
}

/* The force in body axes is X_i d_i / s. */
static void force_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  if (load->grows[0] && load->follows) shrunk_weigh(load, at, 1, force_weigh, weight);
  else force_weigh(load, at, weight);
}

/* The torque 1/2 tau x d_i / s^2, tau = X_i d_i / s in body axes. */
static void torque_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  if (load->grows[0]) shrunk_weigh(load, at, load->follows ? 3 : 2, torque_weigh, weight);
  else torque_weigh(load, at, weight);
}

const LoadOps force_ops = {.name      = "force",
                           .summary   = "force at a point of a body, in spatial or body axes, times a function of time",
                           .traits    = {LOAD_USES_BODY | LOAD_USES_AT, SUPPORTS_LOADS},
                           .external  = true,
                           .setup     = value_setup,
                           .potential = no_potential,
                           .force     = force_force};

const LoadOps torque_ops = {.name      = "torque",
                            .summary   = "torque on a body, in spatial or body axes, times a function of time",
                            .traits    = {LOAD_USES_BODY, SUPPORTS_LOADS},
                            .external  = true,
                            .turns     = true,
                            .setup     = value_setup,
                            .potential = no_potential,
                            .force     = torque_force};

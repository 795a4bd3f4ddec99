/* Drives of joints: a torque about or a force along the axis, on the second side and opposite on the first.
 *
 * The virtual work is u dx with the angle or displacement x. With the sine s and the cosine c of the angle dx = c ds - s dc,
 * a polynomial in frames that is invariant under rigid motions of both sides, so momenta are conserved. */
#include "base/vec.h"
#include "system/load/load.h"

/* Axes of both sides, as of a torsion spring. */
static bool drive_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  return axes_setup(given, start, load, why);
}

/* w = -u (c ds - s dc), s = n_A . t_B, c = t_A . t_B, and its derivative in f. */
static void turn_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  const FrameVector t = axis_vector(load, 0, 1), n = axis_vector(load, 0, 2), other = axis_vector(load, 1, 1);
  FrameScalar       s = {0}, c = {0};

  frame_add_dot(n, other, 1.0, at->f, &s);
  frame_add_dot(t, other, 1.0, at->f, &c);
  frame_scalar_shrink(load, 1, 1, at->f, &s);
  frame_scalar_shrink(load, 1, 1, at->f, &c);
  vec_add(STACK, -at->factor * c.x, s.g, weight->w);
  vec_add(STACK, at->factor * s.x, c.g, weight->w);
  if (!weight->W) return;
  vec_add(STACK * STACK, -at->factor * c.x, s.H, weight->W);
  vec_add(STACK * STACK, at->factor * s.x, c.H, weight->W);
  for (int i = 0; i < STACK; i++) {
    vec_add(STACK, -at->factor * s.g[i], c.g, weight->W + i * STACK);
    vec_add(STACK, at->factor * c.g[i], s.g, weight->W + i * STACK);
  }
}

/* w = -u dx, x = e_A . (x_B - x_A). */
static void shift_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  FrameScalar x = {0};

  frame_add_dot(axis_vector(load, 0, 0), frame_gap(load->sites[0][0], load->sites[1][0]), 1.0, at->f, &x);
  frame_scalar_shrink(load, 1, 0, at->f, &x);
  vec_add(STACK, -at->factor, x.g, weight->w);
  if (weight->W) vec_add(STACK * STACK, -at->factor, x.H, weight->W);
}

const LoadOps turn_ops = {.name      = "joint_turn",
                          .summary   = "torque about the axis of a joint",
                          .traits    = {LOAD_USES_BODIES, SUPPORTS_LOADS},
                          .external  = true,
                          .turns     = true,
                          .setup     = drive_setup,
                          .potential = no_potential,
                          .force     = turn_force};

const LoadOps shift_ops = {.name      = "joint_shift",
                           .summary   = "force along the axis of a joint",
                           .traits    = {LOAD_USES_BODIES, SUPPORTS_LOADS},
                           .external  = true,
                           .setup     = drive_setup,
                           .potential = no_potential,
                           .force     = shift_force};

/* Loads that are functions of a C caller, in the frames of one body or of two sides. */
#include "base/vec.h"
#include "system/load/load.h"

/* The degree of the potential as a polynomial in frames, as the caller states it. */
static bool user_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  (void)start, (void)why;
  if (given->user.potential) load->degree = given->user.degree;
  return true;
}

/* The upper left block of a matrix of stacked frames. */
static void block_add(int n, double factor, const double *from, double *to)
{
  for (int i = 0; i < n; i++) vec_add(n, factor, from + i * n, to + i * STACK);
}

/* Numbers of the frames that the functions receive: of both sides, or of one. */
static int user_size(const Load *load)
{
  return load->user.both ? STACK : FRAME_F;
}

/* w = dV/df, W = d2V/df2; a probe fills W with ones, because the Hessian of a caller may vanish by chance. */
static double user_potential(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  const int n = user_size(load);
  double    g[STACK], H[STACK * STACK], V;

  if (!load->user.potential) return 0.0;
  for (int i = 0; i < n * n; i++) H[i] = 1.0;
  V = load->user.potential(load->user.context, at->f, weight ? g : NULL, weight && weight->W && !at->probe ? H : NULL);
  if (!weight) return V;
  vec_add(n, 1.0, g, weight->w);
  if (weight->W) block_add(n, 1.0, H, weight->W);
  return V;
}

/* w = -F(t, f, fdot), W = -F_f, R = -F_fdot. */
static void user_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  const int  n = user_size(load);
  const bool d = weight->W && !at->probe;
  double     F[STACK], d_f[STACK * STACK], d_fdot[STACK * STACK];

  if (!load->user.force) return;
  for (int i = 0; i < n * n; i++) d_f[i] = d_fdot[i] = 1.0;
  load->user.force(load->user.context, at->t, at->f, at->fdot, F, d ? d_f : NULL, d ? d_fdot : NULL);
  vec_add(n, -1.0, F, weight->w);
  if (!weight->W) return;
  block_add(n, -1.0, d_f, weight->W);
  block_add(n, -1.0, d_fdot, weight->R);
}

const LoadOps user_ops = {.name      = "user",
                          .summary   = "functions of a C caller",
                          .traits    = {LOAD_USES_BODIES, SUPPORTS_LOADS},
                          .external  = true,
                          .setup     = user_setup,
                          .potential = user_potential,
                          .force     = user_force};

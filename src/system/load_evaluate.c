/* Contributions of loads to an evaluation of the system: weights, power, and blocks of the Jacobian. */
#include "base/vec.h"
#include "system/assembly.h"

#include <math.h>

enum { SQUARE = STACK * STACK };

/* The frames f[24] of both sides of a load at z. */
static void load_frames(const System *sys, const Load *load, const double *z, double *f)
{
  double F[FRAME];

  for (int side = 0; side < 2; side++) {
    const int b = load->body[side];
    if (b != GROUND) sys->bodies[b].ops->frame(&sys->bodies[b], z + sys->start[b], F, NULL);
    vec_copy(FRAME_F, b == GROUND ? ground_frame : F, f + side * FRAME_F);
  }
}

bool system_load_change(const System *sys, int l, const double *z, const double t[2], double *size, double *change)
{
  const Load *load = &sys->loads[l];
  double      frames[2][FRAME], f[STACK], fdot[STACK], w[2][STACK] = {{0.0}, {0.0}};

  if (!load->user.force) return false;
  *size = *change = 0.0;
  for (int side = 0; side < 2; side++) {
    const int b = load->body[side];
    if (b != GROUND) sys->bodies[b].ops->frame(&sys->bodies[b], z + sys->start[b], frames[side], NULL);
    vec_copy(FRAME_F, b == GROUND ? ground_frame : frames[side], f + side * FRAME_F);
    for (int i = 0; i < FRAME_F; i++) fdot[side * FRAME_F + i] = b == GROUND ? 0.0 : frames[side][FRAME_F + i];
  }
  for (int k = 0; k < 2; k++) {
    const LoadPoint at    = {.t = t[k], .factor = 1.0, .f = f, .fdot = fdot};
    LoadWeight      gives = {.w = w[k]};
    load->ops->force(load, &at, &gives);
  }
  for (int i = 0; i < STACK; i++) {
    const double unit = i % FRAME_F < 3 ? 1.0 : sys->units.length;
    *size += 0.5 * (w[0][i] * w[0][i] + w[1][i] * w[1][i]) / (unit * unit);
    *change += pow((w[1][i] - w[0][i]) / unit, 2);
  }
  return true;
}

/* V of one load; the factor of time does not apply to potentials. */
double load_potential(const System *sys, const Load *load, const double *z, const double *twist)
{
  double          f[STACK];
  const LoadPoint at = {.factor = 1.0, .f = f, .twist = twist && load->twist >= 0 ? twist[load->twist] : 0.0};

  load_frames(sys, load, z, f);
  return load->ops->potential(load, &at, NULL);
}

double system_barrier(const System *sys, const double *z0, const double *z1, const char **name)
{
  double most = 0.0, f0[STACK], f1[STACK];

  for (int l = 0; l < sys->nloads; l++) {
    const Load *load = &sys->loads[l];
    if (!load->ops->barrier) continue;
    load_frames(sys, load, z0, f0);
    load_frames(sys, load, z1, f1);
    const double rise = load->ops->barrier(load, f0, f1);
    if (rise > most) most = rise, *name = load->name;
  }
  return most;
}

void system_twist(const System *sys, const double *z, double *twist)
{
  double f[STACK];

  for (int l = 0; sys->ntwists && l < sys->nloads; l++) {
    const Load *load = &sys->loads[l];
    if (load->twist < 0) continue;
    load_frames(sys, load, z, f);
    twist[load->twist] = torsion_angle(load, f, twist[load->twist]);
  }
}

/* w, W = dw/df, R = dw/dfdot of one load at the frames in work, and the power force . df of its force. W and R may be NULL.
 * mean[24]: the weights of its potential; NULL: those at the frames. */
static void load_weigh(const Load *load, const SystemPoint *point, const double *mean, SystemWork *work, double *w,
                       double *W, double *R, double *power)
{
  double     f[STACK], fdot[STACK], force[STACK] = {0.0};
  LoadPoint  at    = {.t = point->t, .f = f, .fdot = fdot, .probe = point->probe};
  LoadWeight gives = {w, W, R}, rest = {force, W, R};

  sides_stack(load->body, work->F, ground_frame, f, fdot);
  if (point->probe) at.factor = 1.0;
  else if (load->input < 0) at.factor = time_function_value(&load->scale, point->t);
  else at.factor = point->u ? point->u[load->input] : 0.0;
  vec_zero(STACK, w);
  if (W) vec_zero(SQUARE, W);
  if (R) vec_zero(SQUARE, R);
  if (load->twist >= 0) at.twist = work->twist[load->twist] = torsion_angle(load, f, work->twist[load->twist]);
  if (mean) vec_copy(STACK, mean, w);
  else load->ops->potential(load, &at, &gives);
  if (!point->smooth) load->ops->force(load, &at, &rest);
  *power = 0.0;
  for (int side = 0; side < 2; side++)
    if (load->body[side] != GROUND)
      *power += vec_dot(FRAME_F, force + side * FRAME_F, work->dF + load->body[side] * FRAME);
  vec_add(STACK, 1.0, force, w);
}

void load_direction(const Load *load, const SystemWork *work, double *w)
{
  double     f[STACK], fdot[STACK];
  LoadPoint  at    = {.f = f, .fdot = fdot, .factor = 1.0};
  LoadWeight gives = {.w = w};

  sides_stack(load->body, work->F, ground_frame, f, fdot);
  vec_zero(STACK, w);
  load->ops->force(load, &at, &gives);
}

/* G += f_z^T w; with a = f_z eta the slope is d(a . w)/dz = F_z^T (W^T a, R^T a) + w . f_zz eta. */
void loads_slope(const System *sys, const Load *loads, int n, double t, const double *factor, const double *z,
                 const double *eta, SystemWork *work, double *G, double *slope)
{
  static const double none[FRAME];
  double              f[STACK], fdot[STACK], a[STACK] = {0.0}, w[STACK] = {0.0}, W[SQUARE], R[SQUARE];
  LoadPoint           at     = {.t = t, .f = f, .fdot = fdot};
  LoadWeight          weight = {w, slope ? W : NULL, slope ? R : NULL};

  for (int side = 0; side < 2; side++) {
    const int b = loads->body[side];
    if (b == GROUND) continue;
    const Body *body = &sys->bodies[b];
    body->ops->frame(body, z + sys->start[b], work->F + b * FRAME, slope ? work->F_z + b * BLOCK : NULL);
    for (int i = 0; slope && i < FRAME_F; i++)
      a[side * FRAME_F + i] = vec_dot(body->nz, work->F_z + b * BLOCK + i * body->nz, eta + sys->start[b]);
  }
  sides_stack(loads->body, work->F, ground_frame, f, fdot);
  for (int i = 0; slope && i < SQUARE; i++) W[i] = R[i] = 0.0;
  for (int l = 0; l < n; l++) {
    at.factor = factor[l];
    loads[l].ops->force(&loads[l], &at, &weight);
  }
  for (int side = 0; side < 2; side++) {
    const int b = loads->body[side], own = side * FRAME_F;
    double    push[FRAME] = {0.0}, rate_weight[FRAME] = {0.0};
    if (b == GROUND) continue;
    const Body *body = &sys->bodies[b];
    const int   from = sys->start[b];
    vec_copy(FRAME_F, w + own, push);
    body->ops->frame_load(body, z + from, push, G + from);
    if (!slope) continue;
    for (int i = 0; i < STACK; i++) {
      if (a[i] == 0.0) continue;
      vec_add(FRAME_F, a[i], W + i * STACK + own, rate_weight);
      vec_add(FRAME_F, a[i], R + i * STACK + own, rate_weight + FRAME_F);
    }
    body->ops->frame_load(body, z + from, rate_weight, slope + from);
    body->ops->frame_curvature(body, z + from, none, eta + from, NULL, work->D + b * BLOCK);
    for (int i = 0; i < FRAME_F; i++) vec_add(body->nz, push[i], work->D + b * BLOCK + i * body->nz, slope + from);
  }
}

/* K_ab += f_z,a^T (W_ab f_z,b + R_ab fdot_z,b); only the coordinates have nonzero columns in f_z. */
static void load_block(const System *sys, const Load *load, const double *W, const double *R, int a, int b,
                       const SystemWork *work, double *K)
{
  const int     ba = load->body[a], bb = load->body[b], na = sys->bodies[ba].nz, nb = sys->bodies[bb].nz;
  const int     qa = sys->bodies[ba].nq, qb = sys->bodies[bb].nq;
  const double *Fa = work->F_z + ba * BLOCK, *Fb = work->F_z + bb * BLOCK, *Rb = Fb + FRAME_F * nb;

  for (int i = 0; i < FRAME_F; i++) {
    double row[BODY_NZ] = {0.0};
    int    used         = 0; /* columns of row */
    for (int j = 0; j < FRAME_F; j++) {
      const int    at = (a * FRAME_F + i) * STACK + b * FRAME_F + j;
      const double wf = W[at], wr = R[at];
      if (wf != 0.0) vec_add(qb, wf, Fb + j * nb, row);
      if (wr != 0.0) vec_add(nb, wr, Rb + j * nb, row);
      if (wf != 0.0 && used < qb) used = qb;
      if (wr != 0.0) used = nb;
    }
    for (int x = 0; used && x < qa; x++)
      if (Fa[i * na + x] != 0.0) vec_add(used, Fa[i * na + x], row, K + x * nb);
  }
}

/* The block (a, 1 - a) of K for the sparsity pattern. */
void system_load_between(const System *sys, const Load *load, const SystemPoint *point, int a, SystemWork *work)
{
  double w[STACK], W[SQUARE], R[SQUARE], power;

  load_weigh(load, point, NULL, work, w, W, R, &power);
  vec_zero(BLOCK, work->cross);
  load_block(sys, load, W, R, a, 1 - a, work, work->cross);
}

/* Power of external forces counts as work done on the system, that of dampers as dissipated. */
void system_loads(const System *sys, SystemWork *work, SystemPoint *point)
{
  const bool matrices = point->A != NULL;
  double     w[STACK], W[SQUARE], R[SQUARE], power;

  for (int l = 0; l < sys->nloads; l++) {
    const Load   *load = &sys->loads[l];
    const double *mean = point->stage && load->energy ? point->stage->loads + l * STACK : NULL;
    load_weigh(load, point, mean, work, w, matrices ? W : NULL, matrices ? R : NULL, &power);
    if (load->ops->external) work->power[0] -= power;
    else work->power[1] += power;
    for (int side = 0; side < 2; side++) {
      const int b = load->body[side];
      if (b == GROUND) continue;
      vec_add(FRAME_F, 1.0, w + side * FRAME_F, work->w + b * FRAME);
      if (!matrices) continue;
      load_block(sys, load, W, R, side, side, work, work->K + b * BLOCK);
      if (!load->couples) continue;
      vec_zero(BLOCK, work->cross);
      load_block(sys, load, W, R, side, 1 - side, work, work->cross);
      scatter_add(&sys->between[l][side], work->cross, point->A);
    }
  }
}

#include "system/load/load.h"

#include "base/vec.h"
#include "body/inertia.h"
#include "system/system.h"

#include <stdlib.h>

enum { BLOCK = BODY_NZ * BODY_NZ, SQUARE = STACK * STACK };

static const double ground_frame[FRAME] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

const LoadOps *const load_list[] = {&force_ops,         &torque_ops, &spring_ops,   &torsion_ops, &bushing_ops,
                                    &lennard_jones_ops, &morse_ops,  &harmonic_ops, &coulomb_ops, NULL};

static const LoadOps *const drive_list[] = {&turn_ops, &shift_ops, NULL};

const LoadOps *load_find(const char *name)
{
  for (int i = 0; load_list[i]; i++)
    if (strcmp(load_list[i]->name, name) == 0) return load_list[i];
  for (int i = 0; drive_list[i]; i++)
    if (strcmp(drive_list[i]->name, name) == 0) return drive_list[i];
  return NULL;
}

/* --- parts */

FrameVector frame_gap(const double X_A[3], const double X_B[3])
{
  return (FrameVector){{-1.0, -X_A[0], -X_A[1], -X_A[2], 1.0, X_B[0], X_B[1], X_B[2]}};
}

void frame_vector(const FrameVector *v, const double *f, double u[3])
{
  vec_zero(3, u);
  for (int a = 0; a < 8; a++) vec_add(3, v->part[a], f + 3 * a, u);
}

void frame_spread(const FrameVector *v, const double g[3], double *w)
{
  for (int a = 0; a < 8; a++) vec_add(3, v->part[a], g, w + 3 * a);
}

void frame_spread_matrix(const FrameVector *v, const FrameVector *other, const double H[3][3], double *M)
{
  for (int a = 0; a < 8; a++)
    for (int b = 0; v->part[a] != 0.0 && b < 8; b++) {
      const double c = v->part[a] * other->part[b];
      for (int x = 0; c != 0.0 && x < 3; x++) vec_add(3, c, H[x], M + (3 * a + x) * STACK + 3 * b);
    }
}

double no_potential(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  (void)load, (void)at, (void)weight;
  return 0.0;
}

void no_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  (void)load, (void)at, (void)weight;
}

/* w = k x g, dw/df = k (g g^T + x H) */
void spring_weight(const SpringDamper *s, double stretch, const double *g, const double *H, LoadWeight *weight)
{
  vec_add(STACK, s->stiffness * stretch, g, weight->w);
  if (!weight->W) return;
  vec_add(SQUARE, s->stiffness * stretch, H, weight->W);
  for (int i = 0; i < STACK; i++) vec_add(STACK, s->stiffness * g[i], g, weight->W + i * STACK);
}

/* w = c xdot g with xdot = g . fdot, dw/df = c (g (H fdot)^T + xdot H), dw/dfdot = c g g^T */
void damper_weight(const SpringDamper *s, const double *fdot, const double *g, const double *H, LoadWeight *weight)
{
  const double rate = vec_dot(STACK, g, fdot);
  double       turn[STACK];

  vec_add(STACK, s->damping * rate, g, weight->w);
  if (!weight->W) return;
  for (int i = 0; i < STACK; i++) turn[i] = vec_dot(STACK, H + i * STACK, fdot);
  vec_add(SQUARE, s->damping * rate, H, weight->W);
  for (int i = 0; i < STACK; i++) {
    vec_add(STACK, s->damping * g[i], turn, weight->W + i * STACK);
    vec_add(STACK, s->damping * g[i], g, weight->R + i * STACK);
  }
}

/* --- creation */

static bool load_refuse(const ProblemLoad *given, FaultList *faults, const char *text)
{
  char path[2 * NAME_LEN];

  snprintf(path, sizeof path, "loads.%s", given->name);
  fault_add(faults, given->where, path, "%s", text);
  return false;
}

static bool at_rest(const System *sys, int body)
{
  return body == GROUND || sys->bodies[body].nz == 0;
}

/* Points of one side: those given, or all sites of the body for a pair potential; one at least. */
static bool sites_place(const Problem *problem, const ProblemLoad *given, int side, Load *load)
{
  const int  b    = load->body[side];
  const bool pair = load->ops->force == no_force, many = pair && b != GROUND && problem->bodies[b].shape.nsites > 0;

  load->nsites[side] = many ? problem->bodies[b].shape.nsites : 1;
  load->sites[side]  = calloc((size_t)load->nsites[side], sizeof *load->sites[side]);
  if (!load->sites[side]) return false;
  if (many) inertia_sites(&problem->bodies[b], load->sites[side]);
  else if (!isnan(given->at[side][0])) vec_copy(3, given->at[side], load->sites[side][0]);
  return true;
}

static bool sides_fit(const ProblemLoad *given, const System *sys, const Load *load, FaultList *faults)
{
  char text[300];

  if (at_rest(sys, load->body[0]) && (at_rest(sys, load->body[1]) || !load->ops->sides))
    return load_refuse(given, faults, "found nothing that moves, expected a body that does");
  for (int side = 0; side < 2; side++) {
    const int b = load->body[side];
    if (!load->ops->turns || at_rest(sys, b) || sys->bodies[b].nq > 3) continue;
    snprintf(text, sizeof text, "found a %s on %s, a particle, expected a body that turns", load->ops->name,
             sys->bodies[b].name);
    return load_refuse(given, faults, text);
  }
  return true;
}

bool load_create(const Problem *problem, const ProblemLoad *given, FaultList *faults, System *sys, Load *load)
{
  Kinematics start[2];
  char       text[300] = "out of memory";
  bool       ok        = true;

  load->user = given->user;
  load->ops  = given->user.potential || given->user.force ? &user_ops : load_find(given->type);
  if (!load->ops) {
    fault_add(faults, given->where, given->name, "unknown load type %s", given->type);
    return false;
  }
  memcpy(load->name, given->name, sizeof load->name);
  load->where  = given->where;
  load->degree = 1;
  load->input  = -1;
  memset(start, 0, sizeof start);
  for (int side = 0; side < 2; side++) {
    const int b = load->body[side] = side == 1 && !load->ops->sides ? GROUND : given->body[side];
    start[side].scale              = 1.0;
    for (int i = 0; i < 3; i++) start[side].R[i][i] = 1.0;
    if (b != GROUND) body_initial_kinematics(&problem->bodies[b], &start[side]);
    if (b != GROUND) sys->framed[b] = true;
    ok = sites_place(problem, given, side, load) && ok;
  }
  load->couples = !at_rest(sys, load->body[0]) && !at_rest(sys, load->body[1]);
  if (!sides_fit(given, sys, load, faults)) return false;
  ok = ok && time_function_create(&given->scale, &load->scale);
  if (!ok || !load->ops->setup(given, start, load, text, sizeof text)) return load_refuse(given, faults, text);
  for (int i = 0; i < 6; i++)
    if (load->spring[i].damping != 0.0 || load->ops->external) sys->worked = true;
  return true;
}

void load_destroy(Load *load)
{
  for (int side = 0; side < 2; side++) free(load->sites[side]);
  time_function_destroy(&load->scale);
  memset(load, 0, sizeof *load);
}

/* Largest acceleration that a load gives a body at the start, rotations times `length`; of a function of time its size. */
double load_acceleration(const Problem *problem, const System *sys, const Load *load, double length)
{
  double     f[STACK] = {0.0}, fdot[STACK] = {0.0}, w[STACK] = {0.0}, most = 0.0;
  LoadPoint  at     = {.t = sys->t0, .f = f, .fdot = fdot};
  LoadWeight weight = {.w = w};

  if (load->input >= 0) return 0.0; /* not known yet */
  at.factor = time_function_size(&load->scale, problem->time.start, problem->time.end);
  for (int side = 0; side < 2; side++) {
    const int  b = load->body[side];
    Kinematics motion;
    vec_copy(FRAME_F, ground_frame, f + side * FRAME_F);
    if (b == GROUND) continue;
    body_initial_kinematics(&problem->bodies[b], &motion);
    vec_copy(3, motion.position, f + side * FRAME_F);
    for (int i = 0; i < 9; i++) f[side * FRAME_F + 3 + i] = motion.scale * motion.R[i % 3][i / 3];
  }
  load->ops->potential(load, &at, &weight);
  load->ops->force(load, &at, &weight);
  for (int side = 0; side < 2; side++) {
    if (at_rest(sys, load->body[side])) continue;
    const Body  *body  = &sys->bodies[load->body[side]];
    const double trace = mat3_trace(body->J), *own = w + side * FRAME_F;
    if (body->ntranslation) most = fmax(most, vec_norm(3, own) / body->mass);
    if (body->nq > 3) most = fmax(most, length * vec_norm(9, own + 3) / trace);
  }
  return isfinite(most) ? most : 0.0;
}

/* --- evaluation */

double load_potential(const System *sys, const Load *load, const double *z)
{
  double    f[STACK], F[FRAME];
  LoadPoint at = {.factor = 1.0, .f = f};

  for (int side = 0; side < 2; side++) {
    const int b = load->body[side];
    if (b != GROUND) sys->bodies[b].ops->frame(&sys->bodies[b], z + sys->start[b], F, NULL);
    vec_copy(FRAME_F, b == GROUND ? ground_frame : F, f + side * FRAME_F);
  }
  return load->ops->potential(load, &at, NULL);
}

/* Weights of one load at the frames in work; power of its force. W and R may be NULL. */
static void load_weigh(const Load *load, const SystemPoint *point, const SystemWork *work, double *w, double *W,
                       double *R, double *power)
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
  load->ops->potential(load, &at, &gives);
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

bool load_rates(const Load *load)
{
  for (int i = 0; i < 6; i++)
    if (load->spring[i].damping != 0.0) return true;
  return load->user.force != NULL;
}

bool load_pushes(const Load *load)
{
  return load->ops->force != no_force && (load_rates(load) || (load->ops->external && load->ops != &user_ops));
}

/* With a = F_z eta: d(a . w)/dz = F_z^T (W^T a, R^T a) + w . F_zz eta. */
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
    double    push[FRAME] = {0.0}, turn[FRAME] = {0.0};
    if (b == GROUND) continue;
    const Body *body = &sys->bodies[b];
    const int   from = sys->start[b];
    vec_copy(FRAME_F, w + own, push);
    body->ops->frame_load(body, z + from, push, G + from);
    if (!slope) continue;
    for (int i = 0; i < STACK; i++) {
      if (a[i] == 0.0) continue;
      vec_add(FRAME_F, a[i], W + i * STACK + own, turn);
      vec_add(FRAME_F, a[i], R + i * STACK + own, turn + FRAME_F);
    }
    body->ops->frame_load(body, z + from, turn, slope + from);
    body->ops->frame_curvature(body, z + from, none, eta + from, work->cross, work->D + b * BLOCK);
    for (int i = 0; i < FRAME_F; i++) vec_add(body->nz, push[i], work->D + b * BLOCK + i * body->nz, slope + from);
  }
}

/* K_ab += F_a^T (W_ab F_b + R_ab Fdot_b); f depends on coordinates only */
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

void system_load_between(const System *sys, const Load *load, const SystemPoint *point, int a, SystemWork *work)
{
  double w[STACK], W[SQUARE], R[SQUARE], power;

  load_weigh(load, point, work, w, W, R, &power);
  vec_zero(BLOCK, work->cross);
  load_block(sys, load, W, R, a, 1 - a, work, work->cross);
}

void system_loads(const System *sys, SystemWork *work, SystemPoint *point)
{
  const bool matrices = point->A != NULL;
  double     w[STACK], W[SQUARE], R[SQUARE], power;

  for (int l = 0; l < sys->nloads; l++) {
    const Load *load = &sys->loads[l];
    load_weigh(load, point, work, w, matrices ? W : NULL, matrices ? R : NULL, &power);
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

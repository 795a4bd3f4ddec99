/* The table of load types, and functions that several share: springs, dampers, and slots of loads without potential or force. */
#include "system/load/load.h"

#include "base/vec.h"

enum { SQUARE = STACK * STACK };

const LoadOps *const load_list[] = {&force_ops,   &torque_ops,        &spring_ops, &torsion_ops,
                                    &bushing_ops, &lennard_jones_ops, &morse_ops,  &harmonic_ops,
                                    &coulomb_ops, &logarithmic_ops,   NULL};

/* Types that only controls create. */
static const LoadOps *const drive_list[] = {&turn_ops, &shift_ops, NULL};

const LoadOps *load_find(const char *name)
{
  for (int i = 0; load_list[i]; i++)
    if (strcmp(load_list[i]->name, name) == 0) return load_list[i];
  for (int i = 0; drive_list[i]; i++)
    if (strcmp(drive_list[i]->name, name) == 0) return drive_list[i];
  return NULL;
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

/* x times c = s^-n with s^2 = |d|^2 / 3: c_d = -n c d / |d|^2, c_dd = n c ((n + 2) d d^T / |d|^2 - I) / |d|^2. */
static void side_shrink(int side, int n, const double *f, FrameScalar *x)
{
  const int     at = stack_index(side, 1, 0);
  const double *d = f + at, square = vec_dot(9, d, d), c = pow(square / 3.0, -0.5 * n), slope = -n * c / square;
  double        g[STACK] = {0.0};

  vec_add(9, slope, d, g + at);
  for (int i = 0; i < STACK; i++)
    for (int j = 0; j < STACK; j++) x->H[i * STACK + j] = c * x->H[i * STACK + j] + g[i] * x->g[j] + x->g[i] * g[j];
  for (int i = 0; i < 9; i++) {
    double *row = x->H + (at + i) * STACK + at;
    vec_add(9, -x->x * slope * (n + 2) * d[i] / square, d, row);
    row[i] += x->x * slope;
  }
  for (int i = 0; i < STACK; i++) x->g[i] = c * x->g[i] + x->x * g[i];
  x->x *= c;
}

void frame_scalar_shrink(const Load *load, int a, int b, const double *f, FrameScalar *x)
{
  if (load->grows[0] && a) side_shrink(0, a, f, x);
  if (load->grows[1] && b) side_shrink(1, b, f, x);
}

/* V = k/2 x^2 with the gradient g and the Hessian H of x: w = k x g, dw/df = k (g g^T + x H). */
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
  double       H_fdot[STACK];

  vec_add(STACK, s->damping * rate, g, weight->w);
  if (!weight->W) return;
  for (int i = 0; i < STACK; i++) H_fdot[i] = vec_dot(STACK, H + i * STACK, fdot);
  vec_add(SQUARE, s->damping * rate, H, weight->W);
  for (int i = 0; i < STACK; i++) {
    vec_add(STACK, s->damping * g[i], H_fdot, weight->W + i * STACK);
    vec_add(STACK, s->damping * g[i], g, weight->R + i * STACK);
  }
}

/* Dampers and forces of a C caller depend on fdot. */
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

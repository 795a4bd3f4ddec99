/* Extrapolation of an element: its polynomials, or bodies at constant velocity. */
#include "scheme/predictor.h"

#include "base/quat.h"
#include "time/lagrange.h"

#include <stdlib.h>

/* Tables of the extrapolation: shift_z[k][k], shift_mult[m][m] map the values of the last element to those of the next. */
bool predictor_create(const System *system, const TimeElement *element, Predictor *p)
{
  const size_t k = (size_t)element->degree, m = (size_t)element->nmult;
  const size_t most = k * (size_t)system->nz + m * (size_t)system->nl;

  memset(p, 0, sizeof *p);
  p->system     = system;
  p->element    = element;
  p->shift_z    = calloc(k * k, sizeof(double));
  p->shift_mult = calloc(m * m, sizeof(double));
  p->old        = calloc(most, sizeof(double));
  if (p->shift_z && p->shift_mult && p->old) return true;
  predictor_destroy(p);
  return false;
}

void predictor_destroy(Predictor *p)
{
  free(p->shift_z);
  free(p->shift_mult);
  free(p->old);
  memset(p, 0, sizeof *p);
}

/* New increment at node I: z(1 + ratio xi_I) - z(1) of the old polynomial = sum_J (N_J(1 + ratio xi_I) - N_J(1)) dz_J. */
static void tables_fill(Predictor *p, double ratio)
{
  const TimeElement *e = p->element;
  const int          k = e->degree, m = e->nmult;
  double             value[NODES_MOST];

  for (int i = 0; i < k; i++) {
    lagrange(e->ntrial, e->node, 1.0 + ratio * e->node[i + 1], value, NULL);
    for (int j = 0; j < k; j++) p->shift_z[i * k + j] = value[j + 1] - (j == k - 1 ? 1.0 : 0.0);
  }
  for (int i = 0; i < m; i++) {
    lagrange(m, e->mult_node, 1.0 + ratio * e->mult_node[i], value, NULL);
    for (int j = 0; j < m; j++) p->shift_mult[i * m + j] = value[j];
  }
  p->ratio = ratio;
}

/* y[n][width] <- table[n][n] y */
static void rows_combine(int n, int width, const double *table, double *old, double *y)
{
  vec_copy(n * width, y, old);
  vec_zero(n * width, y);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) vec_add(width, table[i * n + j], old + j * width, y + i * width);
}

void predictor_extrapolate(Predictor *p, double ratio, double *dz, double *mult)
{
  if (ratio != p->ratio) tables_fill(p, ratio);
  rows_combine(p->element->degree, p->system->nz, p->shift_z, p->old, dz);
  rows_combine(p->element->nmult, p->system->nl, p->shift_mult, p->old, mult);
}

/* Increments z(h xi_I) - z(0) of the extrapolated kinematics, in the coordinates of each formulation. */
void predictor_rotate(const Predictor *p, double h, const double *z, double *dz)
{
  const System *sys = p->system;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body   *body  = &sys->bodies[b];
    const double *start = z + sys->start[b];
    Kinematics    now, then;
    double        at_rest[BODY_NZ], turn[4];
    body->ops->kinematics(body, start, &now);
    body->ops->from_kinematics(body, &now, at_rest);
    for (int i = 1; i < p->element->ntrial; i++) {
      const double dt       = h * p->element->node[i];
      const double theta[3] = {dt * now.omega[0], dt * now.omega[1], dt * now.omega[2]};
      double      *out      = dz + (i - 1) * sys->nz + sys->start[b];
      then                  = now;
      quat_exp(theta, turn);
      quat_multiply(now.q, turn, then.q);
      quat_to_matrix(then.q, then.R);
      vec_add(3, dt, now.velocity, then.position);
      then.scale = fmax(now.scale + dt * now.scale_rate, 0.1 * now.scale);
      body->ops->from_kinematics(body, &then, out);
      vec_add(body->nz, -1.0, at_rest, out);
    }
  }
}

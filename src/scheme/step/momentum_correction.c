/* Rows, residual and Jacobian of em(k): skew matrix S of an element and its unknowns beta (docs/explanation/conservation.md, em). */
#include "scheme/step/momentum_correction.h"

#include "base/vec.h"
#include "scheme/exactness.h"
#include "scheme/scheme.h"
#include "system/symplectic.h"

#include <stdlib.h>

/* Share of beta_j in its row, relative to the effect of beta_j at theta = 1, where theta is the angle between z' and a rotation of
 * the whole system. Near a steady rotation beta_j changes L by theta^2 and tends to 0/0; with this share it fades out below
 * theta = 3e-6. The error that remains in L is theta^2 of that of mG (docs/explanation/conservation.md, em). */
static const double fade = 1e-11;

/* Least beta / theta on a nearly steady rotation, where S changes theta itself. Measured: at most 0.2 elsewhere. */
static const double steady = 10.0;
/* Largest beta that is accepted there. Measured: at most 0.012 on other motions, also with 2 rad of turn in an element. */
static const double beta_most = 0.1;

/* Number of entries of z that rotation changes, and their indices unless index is NULL. */
static int rotational_entries(const System *sys, int *index)
{
  int n = 0;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    for (int i = 0; i < body->nz; i++) {
      if (i % body->nq < body->ntranslation) continue;
      if (index) index[n] = sys->start[b] + i;
      n++;
    }
  }
  return n;
}

/* Chooses the conserved components of L that mG does not conserve by itself: none, one axis or three. */
static void axes_choose(const Problem *problem, const TimeElement *element, MomentumCorrection *m)
{
  const System *sys = m->system;
  Symmetry      symmetry;
  Exactness     exact;

  m->n = 0;
  mg_exactness(problem, sys, element->ngauss, &exact);
  system_symmetry(sys, &symmetry);
  if (exact.angular || rotational_entries(sys, NULL) == 0) return;
  m->n = symmetry.angular_axes;
  memset(m->axis, 0, sizeof m->axis);
  if (m->n == 1) vec_copy(3, symmetry.angular_axis, m->axis[0]);
  else
    for (int j = 0; j < 3; j++) m->axis[j][j] = 1.0;
}

/* mass_aI = int N~_a N'_I dxi */
static void mass_fill(const TimeElement *e, double *mass)
{
  for (int a = 0; a < e->ntest; a++)
    for (int i = 1; i < e->ntrial; i++) {
      double sum = 0.0;
      for (int g = 0; g < e->ngauss; g++) sum += e->weight[g] * e->test[g * e->ntest + a] * e->slope[g * e->ntrial + i];
      mass[a * (e->ntrial - 1) + i - 1] = sum;
    }
}

/* One array contains a_j, J a_j, grad L, b, J b, mean, z, axis_grad and rotation. */
bool momentum_create(const Problem *problem, const Kernel *kernel, MomentumCorrection *m)
{
  const System *sys = kernel->system;
  const size_t  nz = (size_t)sys->nz, k = (size_t)kernel->element->degree;

  memset(m, 0, sizeof *m);
  m->system = sys;
  m->k      = kernel->element->degree;
  axes_choose(problem, kernel->element, m);
  if (m->n == 0) return true;
  m->action      = sys->units.mass * sys->units.velocity * sys->units.length;
  m->nrotational = rotational_entries(sys, NULL);
  m->rotational  = calloc((size_t)m->nrotational, sizeof(int));
  m->mass        = calloc(k * k, sizeof(double));
  m->a           = calloc(15 * nz, sizeof(double));
  m->solution    = calloc(k * (nz + (size_t)sys->nl) + 3, sizeof(double));
  if (!m->rotational || !m->mass || !m->a || !m->solution) {
    momentum_destroy(m);
    return false;
  }
  m->Ja        = m->a + 3 * nz;
  m->grad      = m->Ja + 3 * nz;
  m->b         = m->grad + 3 * nz;
  m->Jb        = m->b + nz;
  m->mean      = m->Jb + nz;
  m->z         = m->mean + nz;
  m->axis_grad = m->z + nz;
  m->rotation  = m->axis_grad + nz;
  rotational_entries(sys, m->rotational);
  mass_fill(kernel->element, m->mass);
  return true;
}

void momentum_destroy(MomentumCorrection *m)
{
  free(m->rotational);
  free(m->mass);
  free(m->a);
  free(m->solution);
  memset(m, 0, sizeof *m);
}

/* grad L by central differences, which are exact because L is quadratic. */
void momentum_angular(const System *sys, const double *z, double L[3], double *grad)
{
  double P[3], L_body[3], shifted[BODY_NZ], forth[3], back[3];

  vec_zero(3, L);
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    const int   at   = sys->start[b];
    body->ops->momenta(body, z + at, P, L_body);
    vec_add(3, 1.0, L_body, L);
    for (int i = 0; grad && i < body->nz; i++) {
      const double step = sys->scale_z[at + i];
      vec_copy(body->nz, z + at, shifted);
      shifted[i] = z[at + i] + step;
      body->ops->momenta(body, shifted, P, forth);
      shifted[i] = z[at + i] - step;
      body->ops->momenta(body, shifted, P, back);
      for (int x = 0; x < 3; x++) grad[x * sys->nz + at + i] = (forth[x] - back[x]) / (2.0 * step);
    }
  }
}

void momentum_aim(MomentumCorrection *m, const double *z)
{
  if (m->n > 0) momentum_angular(m->system, z, m->target, NULL);
}

/* unit = the rotational entries of v[nz] in units of z, normalised, and divided by these units again; returns the norm before. */
static double direction(const MomentumCorrection *m, const double *v, double *unit)
{
  const double *scale = m->system->scale_z;
  double        sum   = 0.0;

  vec_zero(m->system->nz, unit);
  for (int i = 0; i < m->nrotational; i++) {
    const double x = v[m->rotational[i]] / scale[m->rotational[i]];
    sum += x * x;
    unit[m->rotational[i]] = x / scale[m->rotational[i]];
  }
  for (int i = 0; sum > 0.0 && i < m->nrotational; i++) unit[m->rotational[i]] /= sqrt(sum);
  return sqrt(sum);
}

/* m->z = the state at the end of the element. */
static void end_fill(MomentumCorrection *m, const ElementState *state)
{
  const int     nz  = m->system->nz;
  const double *end = state->dz + (m->k - 1) * nz;

  for (int i = 0; i < nz; i++) m->z[i] = state->z1[i] + (state->carry[i] + end[i]);
}

/* b along the increment of the element, a_j along the rotation J grad L_j of its mean state. On a steady rotation the two are
 * parallel, and S has no effect. */
void momentum_start(MomentumCorrection *m, const ElementState *state)
{
  const int     nz  = m->system->nz;
  const double *end = state->dz + (m->k - 1) * nz;
  double        L[3];

  m->active         = true;
  const double size = direction(m, end, m->b);
  symplectic_apply(m->system, m->b, m->Jb);
  end_fill(m, state);
  vec_add(nz, -0.5, end, m->z);
  momentum_angular(m->system, m->z, L, m->grad);
  for (int j = 0; j < m->n; j++) {
    vec_zero(nz, m->axis_grad);
    for (int x = 0; x < 3; x++) vec_add(nz, m->axis[j][x], m->grad + x * nz, m->axis_grad);
    symplectic_apply(m->system, m->axis_grad, m->rotation);
    m->fade[j] = fade * size * direction(m, m->rotation, m->a + j * nz);
    if (m->fade[j] == 0.0) m->fade[j] = 1.0; /* at rest */
    symplectic_apply(m->system, m->a + j * nz, m->Ja + j * nz);
  }
}

/* u . v in units of z, for directions as a_j and b. */
static double scaled_dot(const MomentumCorrection *m, const double *u, const double *v)
{
  double sum = 0.0;

  for (int i = 0; i < m->nrotational; i++) {
    const int at = m->rotational[i];
    sum += u[at] * v[at] * m->system->scale_z[at] * m->system->scale_z[at];
  }
  return sum;
}

/* At first order (M + fade) beta = r with M = G - u u^T, the Gram matrix G of the a_j, u_j = a_j . b, and the error r of L in units of the
 * effect that beta has. theta^2 is the smallest eigenvalue of M: on a steady rotation b is a combination of the a_j. */
bool momentum_steady(MomentumCorrection *m, const ElementState *state)
{
  double M[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, inverse[3][3], V[3][3], L[3], r[3] = {0.0}, beta[3], square[3];

  end_fill(m, state);
  momentum_angular(m->system, m->z, L, NULL);
  vec_add(3, -1.0, m->target, L);
  for (int i = 0; i < m->n; i++) {
    const double *a = m->a + i * m->system->nz, along = scaled_dot(m, a, m->b);
    r[i] = vec_dot(3, m->axis[i], L) / m->action * fade / m->fade[i];
    for (int j = 0; j < m->n; j++) {
      const double *other = m->a + j * m->system->nz;
      M[i][j]             = scaled_dot(m, a, other) - along * scaled_dot(m, other, m->b) + (i == j ? fade : 0.0);
    }
  }
  mat3_invert_symmetric(M, inverse);
  mat3_apply(inverse, r, beta);
  mat3_eigen_symmetric(M, square, V);
  return vec_norm(3, beta) > steady * sqrt(fmax(square[0], 0.0));
}

bool momentum_small(const MomentumCorrection *m, const double *beta)
{
  return vec_norm(m->n, beta) <= beta_most;
}

/* mean = int N~_a z' dxi */
static void mean_fill(MomentumCorrection *m, const ElementState *state, int a)
{
  const int nz = m->system->nz, k = m->k;

  vec_zero(nz, m->mean);
  for (int i = 0; i < k; i++) vec_add(nz, m->mass[a * k + i], state->dz + i * nz, m->mean);
}

/* Entry i of J S_j mean = action (J a_j (b . mean) - J b (a_j . mean)). */
static double term(const MomentumCorrection *m, int j, double a_mean, double b_mean, int i)
{
  return m->action * (m->Ja[j * m->system->nz + i] * b_mean - m->Jb[i] * a_mean);
}

/* r_z[a] += J S mean_a; r_j = axis_j . (L(z_{k+1}) - L(t_0)) / action + fade_j beta_j, or beta_j while inactive. */
void momentum_residual(MomentumCorrection *m, const ElementState *state, double *r_z, double *r)
{
  const int nz = m->system->nz;
  double    L[3];

  vec_copy(m->n, m->beta, r);
  if (!m->active) return;
  for (int a = 0; a < m->k; a++) {
    mean_fill(m, state, a);
    const double b_mean = vec_dot(nz, m->b, m->mean);
    for (int j = 0; j < m->n; j++) {
      const double a_mean = vec_dot(nz, m->a + j * nz, m->mean);
      for (int i = 0; i < m->nrotational; i++)
        r_z[a * nz + m->rotational[i]] += m->beta[j] * term(m, j, a_mean, b_mean, m->rotational[i]);
    }
  }
  end_fill(m, state);
  momentum_angular(m->system, m->z, L, NULL);
  vec_add(3, -1.0, m->target, L);
  for (int j = 0; j < m->n; j++) r[j] = vec_dot(3, m->axis[j], L) / m->action + m->fade[j] * m->beta[j];
}

double momentum_entry(const MomentumCorrection *m, int r, int c)
{
  double sum = 0.0;

  for (int j = 0; j < m->n; j++) sum += m->beta[j] * term(m, j, m->a[j * m->system->nz + c], m->b[c], r);
  return sum;
}

int momentum_entries(const MomentumCorrection *m)
{
  return m->n * (m->k * m->nrotational + m->system->nz + 1);
}

/* Order of the entries: (z rows, beta_j), (row j, end of the element), (row j, beta_j). */
void momentum_pattern(const MomentumCorrection *m, int block, const int *position, int first, int *row, int *col)
{
  const int nz = m->system->nz, k = m->k;
  int       n = 0;

  for (int j = 0; j < m->n; j++) {
    for (int a = 0; a < k; a++)
      for (int i = 0; i < m->nrotational; i++, n++) {
        row[n] = position[a * block + m->rotational[i]];
        col[n] = first + j;
      }
    for (int i = 0; i < nz; i++, n++) {
      row[n] = first + j;
      col[n] = position[(k - 1) * block + i];
    }
    row[n] = col[n] = first + j;
    n++;
  }
}

/* Adds mass_aI J S to the blocks (a, I) of A, which are the first in the kernel's order. */
static void blocks_add(const MomentumCorrection *m, double *value)
{
  const Pattern *A = &m->system->A;
  const int      k = m->k;

  for (int block = 0; block < k * k; block++)
    for (int r = 0; r < A->nrows; r++)
      for (int p = A->row[r]; p < A->row[r + 1]; p++, value++)
        *value += m->mass[block] * momentum_entry(m, r, A->col[p]);
}

/* Columns of beta_j: J S_j mean_a. Row j: axis_j . grad L / action at the end of the element, and fade_j. Inactive: 1 on the
 * diagonal. */
void momentum_jacobian(MomentumCorrection *m, const ElementState *state, double *value, double *added)
{
  const int nz = m->system->nz, k = m->k;
  double    L[3];

  if (!m->active) {
    vec_zero(momentum_entries(m), added);
    for (int j = 0; j < m->n; j++) added[(j + 1) * (momentum_entries(m) / m->n) - 1] = 1.0;
    return;
  }
  blocks_add(m, value);
  end_fill(m, state);
  momentum_angular(m->system, m->z, L, m->grad);
  for (int j = 0; j < m->n; j++) {
    for (int a = 0; a < k; a++) {
      mean_fill(m, state, a);
      const double b_mean = vec_dot(nz, m->b, m->mean), a_mean = vec_dot(nz, m->a + j * nz, m->mean);
      for (int i = 0; i < m->nrotational; i++) *added++ = term(m, j, a_mean, b_mean, m->rotational[i]);
    }
    for (int i = 0; i < nz; i++) {
      const double column[3] = {m->grad[i], m->grad[nz + i], m->grad[2 * nz + i]};
      *added++               = vec_dot(3, m->axis[j], column) / m->action;
    }
    *added++ = m->fade[j];
  }
}

/* Residual and Jacobian of quat_em: the mean of the invariants pi in the gradient of the kinetic energy. */
#include "scheme/step/quat_em.h"

#include "body/formulations.h"
#include "body/quaternion.h"
#include "scheme/schemes.h"
#include "scheme/step/stepping.h"
#include "scheme/step/stepping_run.h"

/* One body: q and p at the midpoint, their increments, and the change of y = W pi / 4 by delta. W = diag(1/I0, inertia^-1). */
typedef struct {
  const Body *body;
  double      q[4], p[4], dq[4], dp[4], y[4];
} Middle;

/* y = W (conj(dq) o dp / 4) / 4 */
static void added(const Body *body, const double dq[4], const double dp[4], double y[4])
{
  double delta[4];

  quat_multiply_conjugate(dq, dp, delta);
  quaternion_weigh(body, delta, y);
  for (int i = 0; i < 4; i++) y[i] *= 0.0625;
}

/* q, p at the midpoint from the start z1 + carry and the increment dz of the body. */
static void middle_fill(const Body *body, const double *z1, const double *carry, const double *dz, Middle *m)
{
  m->body = body;
  for (int i = 0; i < 4; i++) {
    const int q = at_q(body) + i, p = at_p(body) + i;
    m->dq[i] = dz[q];
    m->dp[i] = dz[p];
    m->q[i]  = z1[q] + (carry[q] + 0.5 * dz[q]);
    m->p[i]  = z1[p] + (carry[p] + 0.5 * dz[p]);
  }
  added(body, m->dq, m->dp, m->y);
}

/* r[8] += -h J (grad T with q, p, y) in x = (q, p): q rows -h q o y, p rows +h p o conj(y) */
static void rows_add(double h, const double q[4], const double p[4], const double y[4], double r[8])
{
  const double y_bar[4] = {y[0], -y[1], -y[2], -y[3]};
  double       product[4];

  quat_multiply(q, y, product);
  vec_add(4, -h, product, r);
  quat_multiply(p, y_bar, product);
  vec_add(4, h, product, r + 4);
}

/* Column j of x: d(q, p)/dx_j = 1/2, and y is bilinear in the increments. */
static void column_fill(double h, const Middle *m, int j, double column[8])
{
  static const double zero[4] = {0};
  double              unit[4] = {0}, half[4] = {0}, y[4];

  unit[j % 4] = 1.0;
  half[j % 4] = 0.5;
  added(m->body, j < 4 ? unit : m->dq, j < 4 ? m->dp : unit, y);
  vec_zero(8, column);
  rows_add(h, m->q, m->p, y, column);
  rows_add(h, j < 4 ? half : zero, j < 4 ? zero : half, m->y, column);
}

/* False for particles, whose kinetic energy the midpoint rule conserves. */
static bool middle_of(const System *sys, int b, const ElementState *state, Middle *m)
{
  const Body *body = &sys->bodies[b];
  const int   at   = sys->start[b];

  if (body->ops != &quaternion_ops) return false;
  middle_fill(body, state->z1 + at, state->carry + at, state->dz + at, m);
  return true;
}

void quat_em_residual(const System *sys, const ElementState *state, double *r_z)
{
  for (int b = 0; b < sys->nbodies; b++) {
    Middle m;
    double r[8] = {0};
    if (!middle_of(sys, b, state, &m)) continue;
    rows_add(state->h, m.q, m.p, m.y, r);
    for (int i = 0; i < 8; i++) r_z[sys->start[b] + at_x(m.body, i)] += r[i];
  }
}

/* Adds the derivative of the changed gradient of T, column by column of the 8 rotational entries of each body. */
void quat_em_jacobian(const System *sys, const ElementState *state, double *value)
{
  const Pattern *A = &sys->A;

  for (int b = 0; b < sys->nbodies; b++) {
    Middle m;
    double column[8];
    if (!middle_of(sys, b, state, &m)) continue;
    for (int j = 0; j < 8; j++) {
      const int col = sys->start[b] + at_x(m.body, j);
      column_fill(state->h, &m, j, column);
      for (int i = 0; i < 8; i++) {
        const int row = sys->start[b] + at_x(m.body, i);
        for (int e = A->row[row]; e < A->row[row + 1]; e++)
          if (A->col[e] == col) value[e] += column[i];
      }
    }
  }
}

/* ElementTerms: adds to the z rows; has no rows of its own. */
static void terms_residual(Stepping *m, const ElementState *state, double *r)
{
  (void)r;
  quat_em_residual(m->system, state, m->r_z);
}

/* ElementTerms: their derivatives, in the pattern of A. */
static void terms_jacobian(Stepping *m, const ElementState *state, double *value, double *added)
{
  (void)added;
  quat_em_jacobian(m->system, state, value);
}

static const ElementTerms terms = {.residual = terms_residual, .jacobian = terms_jacobian};

/* Everything is exact: T is quadratic in pi, gravity and the constraint in q, L in z. */
static void quat_em_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact)
{
  mg_exactness(problem, system, gauss, exact);
  exact->energy = true;
  exact->nnotes = 0;
}

const SchemeOps quat_em_ops = {
  .traits =
    {
      .name = "quat_em",
      .summary =
        "energy-momentum scheme of Betsch and Siebert (2009) for quaternion bodies without joints; order 2, degree 1",
      .supports = SUPPORTS_QUATERNION | SUPPORTS_PARTICLE | SUPPORTS_UNIT | SUPPORTS_CONDITION,
      .galerkin = GALERKIN_PETROV,
      .stepping = true,
    },
  .terms     = &terms,
  .gauss     = one_gauss,
  .exactness = quat_em_exactness,
  .run       = stepping_run,
};

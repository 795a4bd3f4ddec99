#include "control/point.h"

#include "base/vec.h"

#include <stdlib.h>

enum { PAIRS_MOST = 3 };

/* A load that is no potential acts like a potential of one degree more in frames; the drive of a joint has degree 3. */
static int point_degree(const System *sys)
{
  SystemDegrees degrees;
  BodyDegrees   body;
  int           f = 1, force = 1;

  system_degrees(sys, &degrees);
  for (int b = 0; b < sys->nbodies; b++) {
    sys->bodies[b].ops->degrees(&sys->bodies[b], &body);
    f = degree_max(f, body.f);
  }
  for (int l = 0; l < sys->nloads; l++) {
    const LoadOps *ops = sys->loads[l].ops;
    if (ops == &turn_ops) force = 4;
    else if (ops->force != no_force && force < 3) force = 3;
  }
  return degree_max(degree_max(degrees.energy, degree_max(degrees.phi, degrees.psi)), force * f);
}

static void stencil_choose(Point *p)
{
  const int degree = point_degree(p->system), pairs = degree < 4 ? 1 : (degree - 1) / 2;

  p->pairs   = PAIRS_MOST;
  p->pairs_p = PAIRS_MOST;
  p->step    = 4e-3;
  if (degree == NOT_POLYNOMIAL || pairs > PAIRS_MOST) return;
  /* in momenta everything is quadratic at most */
  p->pairs   = pairs;
  p->pairs_p = 1;
  p->step    = 0.5;
}

bool point_create(const System *sys, const Objective *objective, Point *p)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1, nu = (size_t)sys->ninputs + 1;
  const size_t na = (size_t)sys->A.nnz, nt = (size_t)sys->T.nnz + 1;
  struct {
    double **to;
    size_t   n;
  } const parts[]    = {{&p->z, nz},         {&p->v, nz},         {&p->lambda, nl}, {&p->u, nu},         {&p->y, nz},
                        {&p->m, nl},         {&p->c_z, nz},       {&p->rate, nz},   {&p->theta, nl},     {&p->theta_v, nl},
                        {&p->l_z, nz},       {&p->l_v, nz},       {&p->l_l, nl},    {&p->l_u, nu},       {&p->B, nu * nz},
                        {&p->l_zz, nz * nz}, {&p->l_zv, nz * nz}, {&p->l_lz, nt},   {&p->l_uz, nu * nz}, {&p->l_zh, nz},
                        {&p->l_lh, nl},      {&p->l_uh, nu},      {&p->eta, nz},    {&p->A, na},         {&p->T, nt},
                        {&p->C, nt},         {&p->A2, na},        {&p->T2, nt},     {&p->C2, nt},        {&p->zs, nz},
                        {&p->side[0], nz},   {&p->side[1], nz},   {&p->rate2, nz},  {&p->theta2, 2 * nl}};
  const size_t count = sizeof parts / sizeof parts[0];
  size_t       sum   = 0;

  memset(p, 0, sizeof *p);
  p->system    = sys;
  p->objective = objective;
  for (size_t i = 0; i < count; i++) sum += parts[i].n;
  p->memory = calloc(sum, sizeof(double));
  if (!p->memory || !system_work_create(sys, &p->work)) return false;
  sum = 0;
  for (size_t i = 0; i < count; sum += parts[i++].n) *parts[i].to = p->memory + sum;
  stencil_choose(p);
  return true;
}

void point_destroy(Point *p)
{
  free(p->memory);
  system_work_destroy(&p->work);
  memset(p, 0, sizeof *p);
}

/* y += alpha M^T x of a sparse matrix */
static void transpose_add(const Pattern *M, const double *value, double alpha, const double *x, double *y)
{
  for (int r = 0; r < M->nrows; r++) {
    const double f = alpha * x[r];
    if (f == 0.0) continue;
    for (int e = M->row[r]; e < M->row[r + 1]; e++) y[M->col[e]] += f * value[e];
  }
}

/* Rates and matrices beside the base point; only what is asked for differs from it. */
static void evaluate_beside(Point *p, double dt, const double *z, const double *v, const double *lambda, bool matrices)
{
  SystemPoint point = {
    .t = p->t, .dt = dt, .u = p->u, .rate = p->rate2, .theta = p->theta2, .theta_v = p->theta2 + p->system->nl + 1};

  if (matrices) point.A = p->A2, point.T = p->T2, point.C = p->C2;
  system_evaluate(p->system, z, v, lambda, &p->work, &point);
}

/* g = -h A^T y + C^T m at the state zs */
static void slope_beside(Point *p, double *g)
{
  const System *sys = p->system;

  evaluate_beside(p, p->h, p->zs, p->v, p->lambda, true);
  vec_zero(sys->nz, g);
  transpose_add(&sys->A, p->A2, -p->h, p->y, g);
  transpose_add(&sys->T, p->C2, 1.0, p->m, g);
}

/* Column j of the third derivatives into l_zz: sum of w_i (g(z + i s) - g(z - i s)) / s. */
static void column_difference(Point *p, int j, int pairs)
{
  static const double weight[PAIRS_MOST][PAIRS_MOST] = {
    {1.0 / 2.0}, {2.0 / 3.0, -1.0 / 12.0}, {3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0}};
  const int    nz = p->system->nz;
  const double s  = p->step * p->system->scale_z[j];

  for (int i = 1; i <= pairs; i++) {
    for (int side = 0; side < 2; side++) {
      p->zs[j] = p->z[j] + (side ? -i : i) * s;
      slope_beside(p, p->side[side]);
    }
    const double w = weight[pairs - 1][i - 1] / s;
    for (int r = 0; r < nz; r++) p->l_zz[r * nz + j] += w * (p->side[0][r] - p->side[1][r]);
  }
  p->zs[j] = p->z[j];
}

static void third_derivatives(Point *p)
{
  const System *sys = p->system;

  vec_copy(sys->nz, p->z, p->zs);
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nz; i++)
      column_difference(p, sys->start[b] + i, i < sys->bodies[b].nq ? p->pairs : p->pairs_p);
}

/* eta = J^T y: y . J G = eta . G */
static void eta_fill(Point *p)
{
  const System *sys = p->system;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0, nq = sys->bodies[b].nq, q = sys->start[b]; i < nq; i++) {
      p->eta[q + i]      = -p->y[q + nq + i];
      p->eta[q + nq + i] = p->y[q + i];
    }
}

/* What is linear in an input: d rate/du, and with `second` d l_z/du. */
static void inputs_evaluate(Point *p, bool second)
{
  const System *sys = p->system;

  for (int i = 0; i < sys->ninputs; i++) {
    const double unit = p->objective->force[i], before = p->u[i];
    double      *B = p->B + i * sys->nz, *l_uz = p->l_uz + i * sys->nz;
    p->u[i] += unit;
    evaluate_beside(p, p->h, p->z, p->v, p->lambda, second);
    p->u[i] = before;
    for (int r = 0; r < sys->nz; r++) B[r] = (p->rate2[r] - p->rate[r]) / unit;
    if (!second) continue;
    for (int e = 0; e < sys->A.nnz; e++) p->A2[e] -= p->A[e];
    vec_zero(sys->nz, l_uz);
    transpose_add(&sys->A, p->A2, -p->h / unit, p->y, l_uz);
  }
}

/* K(m) = m . Theta_zz from A(lambda + m) - A(lambda) = J K(m), and C(eta) */
static void multipliers_evaluate(Point *p)
{
  const System *sys = p->system;
  const int     nz  = sys->nz;

  vec_add(sys->nl, 1.0, p->m, p->lambda);
  evaluate_beside(p, 0.0, p->z, p->eta, p->lambda, true);
  vec_add(sys->nl, -1.0, p->m, p->lambda);
  vec_zero(nz * nz, p->l_zv);
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0, nq = sys->bodies[b].nq, q = sys->start[b]; i < 2 * nq; i++) {
      const int from = i < nq ? q + nq + i : q + i - nq;
      for (int e = sys->A.row[from]; e < sys->A.row[from + 1]; e++)
        p->l_zv[(q + i) * nz + sys->A.col[e]] = (i < nq ? -1.0 : 1.0) * (p->A2[e] - p->A[e]);
    }
  for (int e = 0; e < sys->T.nnz; e++) p->l_lz[e] = -p->h * p->C2[e];
}

void point_evaluate(Point *p, bool second)
{
  const System *sys   = p->system;
  const int     nz    = sys->nz;
  SystemPoint   point = {.t       = p->t,
                         .dt      = p->h,
                         .u       = p->u,
                         .rate    = p->rate,
                         .theta   = p->theta,
                         .theta_v = p->theta_v,
                         .A       = p->A,
                         .T       = p->T,
                         .C       = p->C};

  eta_fill(p);
  system_evaluate(sys, p->z, p->v, p->lambda, &p->work, &point);
  vec_zero(nz, p->c_z);
  vec_zero(nz * nz, p->l_zz);
  p->c = objective_point(p->objective, p->t, p->z, &p->work, p->c_z, second ? p->l_zz : NULL, 0.0, NULL);
  inputs_evaluate(p, second);
  /* derivatives in h: of c - y . rate */
  vec_copy(nz, p->c_z, p->l_zh);
  transpose_add(&sys->A, p->A, -1.0, p->y, p->l_zh);
  for (int r = 0; r < sys->nl; r++) {
    p->l_lh[r] = 0.0;
    for (int e = sys->T.row[r]; e < sys->T.row[r + 1]; e++) p->l_lh[r] -= p->T[e] * p->eta[sys->T.col[e]];
  }
  for (int i = 0; i < sys->ninputs; i++) p->l_uh[i] = -vec_dot(nz, p->B + i * nz, p->y);
  p->l_h = p->c - vec_dot(nz, p->y, p->rate);
  /* the gradient: h times these, and the rest */
  for (int j = 0; j < nz; j++) p->l_z[j] = p->h * p->l_zh[j];
  transpose_add(&sys->T, p->C, 1.0, p->m, p->l_z);
  vec_copy(nz, p->y, p->l_v);
  transpose_add(&sys->T, p->T, 1.0, p->m, p->l_v);
  for (int r = 0; r < sys->nl; r++) p->l_l[r] = p->h * p->l_lh[r];
  for (int i = 0; i < sys->ninputs; i++) p->l_u[i] = p->h * p->l_uh[i];
  if (!second) return;
  for (int i = 0; i < nz * nz; i++) p->l_zz[i] *= p->h;
  third_derivatives(p);
  multipliers_evaluate(p);
}

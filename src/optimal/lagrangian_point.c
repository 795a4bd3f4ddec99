/* Evaluation of the Lagrangian of one Gauss point, its gradient and Hessian. */
#include "optimal/lagrangian_point.h"

#include "base/difference.h"
#include "base/vec.h"
#include "system/symplectic.h"

#include <stdlib.h>

/* Stencil for the derivative of second derivatives, of degree - 2, of a polynomial: exact steps of any size, otherwise small ones. */
static Stencil stencil_for(int degree)
{
  const int pairs = (degree - 1) / 2;

  if (degree == NOT_POLYNOMIAL || pairs > DIFFERENCE_PAIRS) return (Stencil){DIFFERENCE_PAIRS, 4e-3};
  return (Stencil){pairs, 0.5};
}

/* Degree in z of eta . F_z^T w of all loads without potential: forces are linear in frames, torques quadratic, joint drives cubic. */
static int force_degree(const System *sys)
{
  BodyDegrees body;
  int         f = 1, force = 1;

  for (int b = 0; b < sys->nbodies; b++) {
    sys->bodies[b].ops->degrees(&sys->bodies[b], &body);
    f = degree_max(f, body.f);
  }
  for (int l = 0; l < sys->nloads; l++) {
    if (load_rates(&sys->loads[l])) return NOT_POLYNOMIAL;
    if (load_pushes(&sys->loads[l])) force = sys->loads[l].ops == &turn_ops || force == 4 ? 4 : 3;
  }
  return force * f;
}

/* Stencils from the degrees of H, Theta and the loads as polynomials in z; prescribed motions depend on time and are not. */
static void stencils_choose(Point *p)
{
  SystemDegrees degrees;

  system_degrees(p->system, &degrees);
  const int theta = p->system->ndrivers ? NOT_POLYNOMIAL : degree_max(degrees.phi, degrees.psi);
  p->by_eta       = stencil_for(degree_max(degrees.energy, degree_max(degrees.phi, degrees.psi)));
  p->by_v         = stencil_for(theta);
  p->by_column    = stencil_for(force_degree(p->system));
}

/* Allocates the arguments z, v, lambda, u, y, m, the values, and the blocks of first and second derivatives, in one table of
 * sizes. */
bool point_create(const System *sys, const Objective *objective, Point *p)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1, nu = (size_t)sys->ninputs + 1;
  const size_t na = (size_t)sys->A.nnz, nt = (size_t)sys->T.nnz + 1;
  struct {
    double **to;
    size_t   n;
  } const arrays[]   = {{&p->z, nz},
                        {&p->v, nz},
                        {&p->lambda, nl},
                        {&p->u, nu},
                        {&p->y, nz},
                        {&p->m, nl},
                        {&p->c_z, nz},
                        {&p->rate, nz},
                        {&p->theta, nl},
                        {&p->theta_v, nl},
                        {&p->l_z, nz},
                        {&p->l_v, nz},
                        {&p->l_l, nl},
                        {&p->l_u, nu},
                        {&p->B, nu * nz},
                        {&p->l_zz, nz * nz},
                        {&p->l_zv, nz * nz},
                        {&p->l_lz, nt},
                        {&p->l_uz, nu * nz},
                        {&p->l_zh, nz},
                        {&p->l_lh, nl},
                        {&p->l_uh, nu},
                        {&p->eta, nz},
                        {&p->A, na},
                        {&p->T, nt},
                        {&p->C, nt},
                        {&p->A2, na},
                        {&p->T2, nt},
                        {&p->C2, nt},
                        {&p->zs, nz},
                        {&p->side[0], nz},
                        {&p->side[1], nz},
                        {&p->rate2, nz},
                        {&p->theta2, 2 * nl},
                        {&p->G, nz},
                        {&p->none, nl},
                        {&p->factor, (size_t)sys->nloads + 1}};
  const size_t count = sizeof arrays / sizeof arrays[0];
  size_t       sum   = 0;

  memset(p, 0, sizeof *p);
  p->system    = sys;
  p->objective = objective;
  for (size_t i = 0; i < count; i++) sum += arrays[i].n;
  p->memory = calloc(sum, sizeof(double));
  if (!p->memory || !system_work_create(sys, &p->work)) return false;
  sum = 0;
  for (size_t i = 0; i < count; sum += arrays[i++].n) *arrays[i].to = p->memory + sum;
  stencils_choose(p);
  return true;
}

void point_destroy(Point *p)
{
  free(p->memory);
  system_work_destroy(&p->work);
  memset(p, 0, sizeof *p);
}

/* y += alpha M^T x of a sparse matrix. */
static void transpose_add(const Pattern *M, const double *value, double alpha, const double *x, double *y)
{
  for (int r = 0; r < M->nrows; r++) {
    const double f = alpha * x[r];
    if (f == 0.0) continue;
    for (int e = M->row[r]; e < M->row[r + 1]; e++) y[M->col[e]] += f * value[e];
  }
}

/* A2, T2, C2: the matrices of potentials and constraints at other arguments, without loads that lack a potential. */
static void evaluate_beside(Point *p, double t, const double *z, const double *v, const double *lambda)
{
  SystemPoint point = {.t       = t,
                       .smooth  = true,
                       .rate    = p->rate2,
                       .theta   = p->theta2,
                       .theta_v = p->theta2 + p->system->nl + 1,
                       .A       = p->A2,
                       .T       = p->T2,
                       .C       = p->C2};

  system_evaluate(p->system, z, v, lambda, &p->work, &point);
}

/* l_zz += factor d/de (H + lambda . Theta)_zz(z + e direction, t + e dt) at e = 0: a third derivative contracted with the direction. */
static void add_along(Point *p, const Stencil *stencil, double factor, const double *direction, double dt,
                      const double *lambda)
{
  const System *sys  = p->system;
  double        size = dt != 0.0 ? 1.0 : 0.0;

  for (int j = 0; j < sys->nz; j++) size = fmax(size, fabs(direction[j]) / sys->scale_z[j]);
  for (int i = 1; size > 0.0 && i <= stencil->pairs; i++)
    for (int side = -1; side <= 1; side += 2) {
      const double e = side * i * stencil->step / size;
      vec_copy(sys->nz, p->z, p->zs);
      vec_add(sys->nz, e, direction, p->zs);
      evaluate_beside(p, p->t + e * dt, p->zs, p->v, lambda);
      symplectic_add_hessian(sys, side * factor * difference_pair[stencil->pairs - 1][i - 1] * size / stencil->step,
                             p->A2, p->l_zz);
    }
}

/* Column j of l_zz of n loads without potential: differences of -h (eta . G)_z in z_j. */
static void add_column(Point *p, const Load *loads, int n, int j)
{
  const Stencil *stencil = &p->by_column;
  const int      nz      = p->system->nz;
  const double   s       = stencil->step * p->system->scale_z[j];

  vec_copy(nz, p->z, p->zs);
  for (int i = 1; i <= stencil->pairs; i++) {
    for (int side = 0; side < 2; side++) {
      p->zs[j] = p->z[j] + (side ? -i : i) * s;
      vec_zero(nz, p->side[side]);
      loads_slope(p->system, loads, n, p->t, p->factor, p->zs, p->eta, &p->work, p->G, p->side[side]);
    }
    const double w = -p->h * difference_pair[stencil->pairs - 1][i - 1] / s;
    for (int r = 0; r < nz; r++) p->l_zz[r * nz + j] += w * (p->side[0][r] - p->side[1][r]);
  }
}

/* Number of consecutive loads from `first` on that act on the same bodies without a potential; sets their factors, and whether any
 * depends on velocities. */
static int loads_gather(Point *p, int first, bool *rates)
{
  const System *sys = p->system;
  const Load   *one = &sys->loads[first];
  int           n   = 0;

  *rates = false;
  for (const Load *load = one; first + n < sys->nloads && load_pushes(load); load++, n++) {
    if (load->body[0] != one->body[0] || load->body[1] != one->body[1]) break;
    p->factor[n] = load->input < 0 ? time_function_value(&load->scale, p->t) : p->u[load->input];
    *rates       = *rates || load_rates(load);
  }
  return n;
}

/* l_zz += -h d/d eta (H + lambda . Theta)_zz + d/dv (m . Theta)_zz - h (eta . G)_zz of loads without potential; the difference of the
 * two terms along v cancels H. */
static void third_derivatives(Point *p)
{
  const System *sys = p->system;

  add_along(p, &p->by_eta, -p->h, p->eta, 0.0, p->lambda);
  add_along(p, &p->by_v, 1.0, p->v, sys->ndrivers ? p->h : 0.0, p->m);
  add_along(p, &p->by_v, -1.0, p->v, sys->ndrivers ? p->h : 0.0, p->none);
  for (int l = 0, n; l < sys->nloads; l += n ? n : 1) {
    bool rates;
    n = loads_gather(p, l, &rates);
    for (int side = 0; n && side < 2; side++) {
      const int   b    = sys->loads[l].body[side];
      const Body *body = b == GROUND ? NULL : &sys->bodies[b];
      for (int i = 0; body && i < (rates ? body->nz : body->nq); i++)
        add_column(p, &sys->loads[l], n, sys->start[b] + i);
    }
  }
}

/* B_i = d rate/du_i = J G_i of each unit load, and with `second` l_uz = -h (eta . G_i)_z. */
static void inputs_evaluate(Point *p, bool second)
{
  const System *sys  = p->system;
  const Load   *load = sys->loads + sys->nloads - sys->ninputs;
  const double  one  = 1.0;

  for (int i = 0; i < sys->ninputs; i++, load++) {
    double *B = p->B + i * sys->nz, *l_uz = p->l_uz + i * sys->nz;
    vec_zero(sys->nz, p->G);
    vec_zero(sys->nz, p->side[0]);
    loads_slope(sys, load, 1, p->t, &one, p->z, p->eta, &p->work, p->G, second ? p->side[0] : NULL);
    symplectic_apply(sys, p->G, B);
    for (int j = 0; j < sys->nz; j++) l_uz[j] = -p->h * p->side[0][j];
  }
}

/* l_zv = K(m) = m . Theta_zz from A(m) - A(0) = J K(m), and l_lambda,z = -h C(eta). */
static void multipliers_evaluate(Point *p)
{
  const System *sys = p->system;

  vec_zero(sys->nz * sys->nz, p->l_zv);
  evaluate_beside(p, p->t, p->z, p->eta, p->none);
  symplectic_add_hessian(sys, -1.0, p->A2, p->l_zv);
  evaluate_beside(p, p->t, p->z, p->eta, p->m);
  symplectic_add_hessian(sys, 1.0, p->A2, p->l_zv);
  for (int e = 0; e < sys->T.nnz; e++) p->l_lz[e] = -p->h * p->C2[e];
}

/* All derivatives of the list in the header; those in h first, the others are h times these plus the terms without h. */
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

  vec_zero(nz, p->eta);
  symplectic_add_transpose(sys, 1.0, p->y, p->eta); /* y . J G = eta . G */
  system_evaluate(sys, p->z, p->v, p->lambda, &p->work, &point);
  vec_zero(nz, p->c_z);
  vec_zero(nz * nz, p->l_zz);
  p->c = objective_point(p->objective, p->t, p->z, &p->work, p->c_z, second ? p->l_zz : NULL, 0.0, NULL);
  inputs_evaluate(p, second);
  /* l_h = c - y . rate and its derivatives */
  vec_copy(nz, p->c_z, p->l_zh);
  transpose_add(&sys->A, p->A, -1.0, p->y, p->l_zh);
  for (int r = 0; r < sys->nl; r++) {
    p->l_lh[r] = 0.0;
    for (int e = sys->T.row[r]; e < sys->T.row[r + 1]; e++) p->l_lh[r] -= p->T[e] * p->eta[sys->T.col[e]];
  }
  for (int i = 0; i < sys->ninputs; i++) p->l_uh[i] = -vec_dot(nz, p->B + i * nz, p->y);
  p->l_h = p->c - vec_dot(nz, p->y, p->rate);
  /* the gradient: h times these, plus m . C and y + T^T m */
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

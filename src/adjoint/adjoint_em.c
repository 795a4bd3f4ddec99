/* The discrete adjoint of em: two transposed solves for each element, the last one first.
 *
 * em solves every element twice. x_1, the solution of mG, determines the directions a and b of the correction; x_2 conserves the
 * angular momentum (docs/explanation/conservation.md, em: energy, momentum and constraints together). With the rows R_1 of mG and R_2 of em,
 *
 *   L = F(x_2) + sum_e y_2 . R_2(z_1, x_2; a(z_1, x_1), b(z_1, x_1), L_0(z_0)) + y_1 . R_1(z_1, x_1) + g . z_0
 *
 * is stationary in x_2, then in x_1. Derivatives of a and b are differences of order 6. x_1 and beta are not part of the trajectory:
 * they are found again and stored. */
#include "adjoint/adjoint_em_element.h"

#include "adjoint/load_gradient.h"
#include "base/difference.h"
#include "base/vec.h"

/* The element of a stepping with another start, increments and multipliers. */
static ElementState element_state(const Stepping *m, const double *z1, const double *dz, const double *mult)
{
  return (ElementState){.t = m->t, .h = m->h, .z1 = z1, .carry = m->carry, .dz = dz, .mult = mult, .twist = m->twist};
}

/* --- how R_2 depends on a and b */

/* phi(z_1, d) = y_2 . R_2 of the correction terms alone, with a and b of the start z_1 and the increment d of x_1. */
static double correction_value(EmElement *w, int e, const ElementState *state2)
{
  Stepping          *m      = &w->stepping;
  const EmAdjoint   *a      = w->a;
  const ElementState state1 = element_state(m, w->z1, w->dz, NULL);
  double             r[3];

  vec_copy(m->nz, w->d, w->dz + (m->k - 1) * m->nz);
  momentum_start(&m->momentum, &state1);
  vec_zero(m->k * m->nz, m->r_z);
  momentum_residual(&m->momentum, state2, m->r_z, r);
  return vec_dot(m->k * m->nz, a->y2_z + e * m->k * m->nz, m->r_z) + vec_dot(a->n, a->y2_b + e * a->n, r);
}

/* phi_d and phi_z by differences of order 6. */
static void correction_derive(EmElement *w, int e, const ElementState *state2)
{
  const Stepping *m  = &w->stepping;
  const int       nz = m->nz;
  const double   *z1 = trajectory_node(w->a->base.trajectory, e, 0), *d = w->a->dz + ((e + 1) * m->k - 1) * nz;
  const double   *scale = m->system->scale_z;
  double          size  = 0.0, sum;

  for (int i = 0; i < nz; i++) size += d[i] * d[i] / (scale[i] * scale[i]);
  size = sqrt(size);
  vec_zero(nz, w->phi_d);
  vec_zero(nz, w->phi_z);
  if (size == 0.0) return; /* at rest: no correction */
  for (int i = 0; i < 2 * nz; i++) {
    const int    j    = i % nz;
    const double step = difference_step * scale[j] * (i < nz ? size : 1.0);
    sum               = 0.0;
    for (int p = 0; p < difference_centred.n; p++) {
      vec_copy(nz, z1, w->z1);
      vec_copy(nz, d, w->d);
      (i < nz ? w->d : w->z1)[j] += difference_centred.at[p] * step;
      sum += difference_centred.weight[p] * correction_value(w, e, state2);
    }
    (i < nz ? w->phi_d : w->phi_z)[j] = sum / step;
  }
}

/* --- the sweep */

/* Solves (R_2)_x2^T y_2 = w->b, adds the terms of R_2 to g[nz], the derivatives in the start of element e, and sets w->b = -phi_d, the
 * right-hand side of y_1. */
static PetscErrorCode correction_adjoint(EmElement *w, int e, double *g, bool *solved)
{
  Stepping    *m   = &w->stepping;
  EmAdjoint   *a   = w->a;
  double      *y_z = a->y2_z + e * m->k * m->nz, *y_l = a->y2_l + e * m->k * m->nl;
  ElementState state;

  PetscFunctionBeginUser;
  PetscCall(em_element_transpose(w, solved));
  if (!*solved) PetscFunctionReturn(0);
  vec_copy(a->n, w->b + m->k * m->block, a->y2_b + e * a->n);
  em_element_finish(w, w->x2, &state, y_z, y_l, g);
  em_element_correction_start(w, y_z, g);
  for (int j = 0; j < a->n; j++)
    vec_add(3, -a->y2_b[e * a->n + j] / m->momentum.action, m->momentum.axis[j], w->momentum);
  correction_derive(w, e, &state);
  vec_add(m->nz, 1.0, w->phi_z, g);
  vec_add(m->nz, -1.0, w->phi_d, g);
  vec_zero(stepping_unknowns(m), w->b);
  for (int i = 0; i < m->nz; i++) {
    const int last = m->order.position[(m->k - 1) * m->block + i];
    w->b[last]     = -w->phi_d[i] * m->unit[last];
  }
  PetscFunctionReturn(0);
}

/* Both solves of element e. In: g[k + 1][nz], derivatives in its nodes; out: g[0..nz) plus those in its start. */
static PetscErrorCode element_adjoint(EmElement *w, int e, double *g, bool *solved)
{
  Stepping    *m   = &w->stepping;
  EmAdjoint   *a   = w->a;
  double      *y_z = a->y1_z + e * m->k * m->nz, *y_l = a->y1_l + e * m->k * m->nl;
  ElementState state;

  PetscFunctionBeginUser;
  PetscCall(em_element_solve(w, e, solved));
  if (!*solved) PetscFunctionReturn(0);
  vec_zero(stepping_unknowns(m), w->b);
  for (int i = 0; i < m->k * m->nz; i++) {
    const int at = m->order.position[i / m->nz * m->block + i % m->nz];
    w->b[at]     = -g[m->nz + i] * m->unit[at];
  }
  if (a->n) PetscCall(correction_adjoint(w, e, g, solved));
  if (!*solved) PetscFunctionReturn(0);
  m->momentum.active = false;
  PetscCall(newton_linear_solve(&m->newton, w->x1, true, w->b, solved));
  em_element_finish(w, w->x1, &state, y_z, y_l, g);
  PetscFunctionReturn(0);
}

/* Arrays of the whole run: dz, mult, y1, y2 have k nodes for each element; beta, y2_b have up to three numbers. */
static PetscErrorCode em_allocate(EmAdjoint *a)
{
  const Trajectory *tr = a->base.trajectory;
  const size_t      n = (size_t)tr->elements, z = n * (size_t)(tr->k * tr->nz), l = n * (size_t)(tr->k * tr->nl) + 1;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc6(z, &a->dz, l, &a->mult, z, &a->y1_z, l, &a->y1_l, z, &a->y2_z, l, &a->y2_l));
  PetscCall(PetscCalloc3(n + 1, &a->moved, 3 * n, &a->beta, 3 * n, &a->y2_b));
  PetscFunctionReturn(0);
}

/* Backwards through the elements; then dF/dz_0 = g_0 + sum_j m_j dL_j/dz_0, because the rows of em keep L at its value at t_0
 * (docs/explanation/conservation.md, em). */
static PetscErrorCode em_create(const Problem *problem, const System *system, Adjoint *base, bool *solved)
{
  const Trajectory *tr = base->trajectory;
  EmAdjoint        *a  = (EmAdjoint *)base;
  EmElement         w;
  double           *g, *grad, L[3];

  PetscFunctionBeginUser;
  PetscCall(em_allocate(a));
  PetscCall(trajectory_moved(problem, tr, a->moved));
  PetscCall(em_element_create(problem, system, a, &w));
  a->n = w.stepping.momentum.n;
  momentum_aim(&w.stepping.momentum, tr->z);
  PetscCall(PetscCalloc2((size_t)(tr->elements * tr->k + 1) * (size_t)tr->nz, &g, 3 * (size_t)tr->nz, &grad));
  PetscCall(functional_value(base->functional, tr, &w.stepping.element, &w.stepping.mesh, g, &base->value));
  *solved = true;
  for (int e = tr->elements - 1; *solved && e >= 0; e--)
    PetscCall(element_adjoint(&w, e, g + e * tr->k * tr->nz, solved));
  vec_copy(tr->nz, g, base->start);
  momentum_angular(system, tr->z, L, grad);
  for (int x = 0; x < 3; x++) vec_add(tr->nz, w.momentum[x], grad + x * tr->nz, base->start);
  PetscCall(PetscFree2(g, grad));
  PetscCall(em_element_destroy(&w));
  PetscFunctionReturn(0);
}

static PetscErrorCode em_destroy(Adjoint *base)
{
  EmAdjoint *a = (EmAdjoint *)base;

  PetscFunctionBeginUser;
  PetscCall(PetscFree6(a->dz, a->mult, a->y1_z, a->y1_l, a->y2_z, a->y2_l));
  PetscCall(PetscFree3(a->moved, a->beta, a->y2_b));
  PetscFunctionReturn(0);
}

/* --- derivatives */

/* y_1 . R_1 + y_2 . R_2 of element e with the equations of stepping m. */
static double element_lagrangian(const EmAdjoint *a, int e, Stepping *m)
{
  const int          z = e * m->k * m->nz, l = e * m->k * m->nl;
  const ElementState first = element_state(m, m->z, a->dz + z, a->mult + l);
  ElementState       second;
  double             sum, r[3];

  em_element_set(a, e, m);
  kernel_residual(&m->kernel, &first, m->r_z, m->r_l);
  sum = vec_dot(m->k * m->nz, a->y1_z + z, m->r_z) + vec_dot(m->k * m->nl, a->y1_l + l, m->r_l);
  if (!a->n) return sum;
  momentum_start(&m->momentum, &first);
  vec_copy(a->n, a->beta + e * a->n, m->momentum.beta);
  kernel_residual(&m->kernel, stepping_state(m, &second), m->r_z, m->r_l);
  momentum_residual(&m->momentum, &second, m->r_z, r);
  return sum + vec_dot(m->k * m->nz, a->y2_z + z, m->r_z) + vec_dot(m->k * m->nl, a->y2_l + l, m->r_l) +
         vec_dot(a->n, a->y2_b + e * a->n, r);
}

/* L - F; good = false: the other problem conserves other momenta. em is not given lambda_0. */
static PetscErrorCode em_lagrangian(const Adjoint *base, const Problem *problem, const System *system, const double *z0,
                                    const double *lambda0, double *value, bool *good)
{
  const EmAdjoint  *a  = (const EmAdjoint *)base;
  const Trajectory *tr = base->trajectory;
  Stepping          m;

  PetscFunctionBeginUser;
  (void)lambda0;
  PetscCall(stepping_create(problem, system, &problem->solver, &m));
  m.mesh.moved = a->moved;
  *good        = m.momentum.n == a->n;
  if (*good) {
    momentum_aim(&m.momentum, tr->z);
    PetscCall(functional_value(base->functional, tr, &m.element, &m.mesh, NULL, value));
    *value -= base->value;
    for (int j = 0; j < tr->nz; j++) *value += base->start[j] * (z0[j] - tr->z[j]);
    for (int e = 0; e < tr->elements; e++) {
      m.t = mesh_time(&m.mesh, e);
      m.h = mesh_step(&m.mesh, e);
      *value += element_lagrangian(a, e, &m);
    }
  }
  PetscCall(stepping_destroy(&m));
  PetscFunctionReturn(0);
}

/* The load is part of both systems of an element, at the nodes of x_2 and of x_1. */
static PetscErrorCode em_load(const Adjoint *base, const Problem *problem, const System *system, int load,
                              double *times, double *gradient)
{
  const EmAdjoint  *a    = (const EmAdjoint *)base;
  const Trajectory *tr   = base->trajectory;
  const int         size = tr->k * tr->nz;
  LoadGradient      f;

  PetscFunctionBeginUser;
  PetscCall(load_gradient_create(problem, system, tr, a->moved, load, times, gradient, &f));
  for (int e = 0; e < tr->elements; e++) {
    const double *z1 = trajectory_node(tr, e, 0);
    vec_copy(size + tr->nz, z1, f.nodes);
    vec_copy(size, a->y2_z + e * size, f.rows);
    if (a->n) PetscCall(load_gradient_add(&f, e));
    for (int i = 0; i < size; i++) f.nodes[tr->nz + i] = z1[i % tr->nz] + a->dz[e * size + i];
    vec_copy(size, a->y1_z + e * size, f.rows);
    PetscCall(load_gradient_add(&f, e));
  }
  PetscCall(load_gradient_destroy(&f));
  PetscFunctionReturn(0);
}

const AdjointOps adjoint_em = {
  .size = sizeof(EmAdjoint), .create = em_create, .destroy = em_destroy, .lagrangian = em_lagrangian, .load = em_load};

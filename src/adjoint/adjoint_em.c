#include "adjoint/adjoint_em.h"

#include "adjoint/adjoint.h"
#include "adjoint/adjoint_em_element.h"
#include "base/difference.h"
#include "base/vec.h"

static ElementState element_state(const Stepping *m, const double *z1, const double *dz, const double *mult)
{
  return (ElementState){.t = m->t, .h = m->h, .z1 = z1, .carry = m->carry, .dz = dz, .mult = mult};
}

/* --- how R2 depends on a and b */

/* y2 . R2 of the correction, with a and b of the start z1 and the increment d. */
static double correction_value(EmElement *w, int e, const ElementState *state2)
{
  Stepping          *m      = &w->stepping;
  const AdjointEm   *a      = w->a;
  const ElementState state1 = element_state(m, w->z1, w->dz, NULL);
  double             r[3];

  vec_copy(m->nz, w->d, w->dz + (m->k - 1) * m->nz);
  momentum_start(&m->momentum, &state1);
  vec_zero(m->k * m->nz, m->r_z);
  momentum_residual(&m->momentum, state2, m->r_z, r);
  return vec_dot(m->k * m->nz, a->y2_z + e * m->k * m->nz, m->r_z) + vec_dot(a->n, a->y2_b + e * a->n, r);
}

/* Its derivatives in d and in z1. */
static void correction_derive(EmElement *w, int e, const ElementState *state2)
{
  const Stepping *m  = &w->stepping;
  const int       nz = m->nz;
  const double   *z1 = trajectory_node(w->a->trajectory, e, 0), *d = w->a->dz + ((e + 1) * m->k - 1) * nz;
  const double   *scale = m->system->scale_z;
  double          size  = 0.0, sum;

  for (int i = 0; i < nz; i++) size += d[i] * d[i] / (scale[i] * scale[i]);
  size = sqrt(size);
  vec_zero(nz, w->phi_d);
  vec_zero(nz, w->phi_z);
  if (size == 0.0) return; /* at rest: there is no correction */
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

/* R2: y2 of element e from the derivatives in its nodes; g[nz], those in its start, are completed. */
static PetscErrorCode correction_adjoint(EmElement *w, int e, double *g, bool *solved)
{
  Stepping    *m   = &w->stepping;
  AdjointEm   *a   = w->a;
  double      *y_z = a->y2_z + e * m->k * m->nz, *y_l = a->y2_l + e * m->k * m->nl;
  ElementState state;

  PetscFunctionBeginUser;
  PetscCall(em_element_transpose(w, solved));
  if (!*solved) PetscFunctionReturn(0);
  em_element_rows(w, y_z, y_l);
  vec_copy(a->n, w->b + m->k * m->block, a->y2_b + e * a->n);
  stepping_unpack(m, w->x2);
  em_element_start(w, stepping_state(m, &state), y_z, y_l, g);
  em_element_turn(w, y_z, g);
  for (int j = 0; j < a->n; j++) vec_add(3, -a->y2_b[e * a->n + j] / m->momentum.action, m->momentum.axis[j], w->turn);
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

static PetscErrorCode element_adjoint(EmElement *w, int e, double *g, bool *solved)
{
  Stepping    *m   = &w->stepping;
  AdjointEm   *a   = w->a;
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
  em_element_rows(w, y_z, y_l);
  stepping_unpack(m, w->x1);
  em_element_start(w, stepping_state(m, &state), y_z, y_l, g);
  PetscFunctionReturn(0);
}

static PetscErrorCode adjoint_allocate(AdjointEm *a)
{
  const Trajectory *tr = a->trajectory;
  const size_t      n = (size_t)tr->elements, z = n * (size_t)(tr->k * tr->nz), l = n * (size_t)(tr->k * tr->nl) + 1;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc6(z, &a->dz, l, &a->mult, z, &a->y1_z, l, &a->y1_l, z, &a->y2_z, l, &a->y2_l));
  PetscCall(PetscCalloc4(tr->nz, &a->start, n + 1, &a->moved, 3 * n, &a->beta, 3 * n, &a->y2_b));
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_em_create(const Problem *problem, const System *system, const Trajectory *tr,
                                 const Functional *functional, AdjointEm *a, bool *solved)
{
  EmElement w;
  double   *g, *grad, L[3];

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(a, sizeof *a));
  a->trajectory = tr;
  a->functional = functional;
  PetscCall(adjoint_allocate(a));
  PetscCall(trajectory_moved(problem, tr, a->moved));
  PetscCall(em_element_create(problem, system, a, &w));
  a->n = w.stepping.momentum.n;
  momentum_aim(&w.stepping.momentum, tr->z);
  PetscCall(PetscCalloc2((size_t)(tr->elements * tr->k + 1) * (size_t)tr->nz, &g, 3 * (size_t)tr->nz, &grad));
  PetscCall(functional_value(functional, tr, &w.stepping.element, &w.stepping.mesh, g, &a->value));
  *solved = true;
  for (int e = tr->elements - 1; *solved && e >= 0; e--)
    PetscCall(element_adjoint(&w, e, g + e * tr->k * tr->nz, solved));
  vec_copy(tr->nz, g, a->start);
  momentum_angular(system, tr->z, L, grad);
  for (int x = 0; x < 3; x++) vec_add(tr->nz, w.turn[x], grad + x * tr->nz, a->start);
  PetscCall(PetscFree2(g, grad));
  PetscCall(em_element_destroy(&w));
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_em_destroy(AdjointEm *a)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree6(a->dz, a->mult, a->y1_z, a->y1_l, a->y2_z, a->y2_l));
  PetscCall(PetscFree4(a->start, a->moved, a->beta, a->y2_b));
  PetscFunctionReturn(0);
}

/* --- L */

static double element_lagrangian(const AdjointEm *a, int e, Stepping *m)
{
  const int          z = e * m->k * m->nz, l = e * m->k * m->nl;
  const ElementState first = element_state(m, m->z, a->dz + z, a->mult + l);
  ElementState       second;
  double             sum, r[3];

  em_element_place(a, e, m);
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

PetscErrorCode adjoint_em_lagrangian(const AdjointEm *a, const Problem *problem, const System *system, const double *z0,
                                     double *value, bool *good)
{
  const Trajectory *tr = a->trajectory;
  Stepping          m;

  PetscFunctionBeginUser;
  PetscCall(stepping_create(problem, system, problem->solver.linear, &m));
  m.mesh.moved = a->moved;
  *good        = m.momentum.n == a->n;
  if (*good) {
    momentum_aim(&m.momentum, tr->z);
    PetscCall(functional_value(a->functional, tr, &m.element, &m.mesh, NULL, value));
    *value -= a->value;
    for (int j = 0; j < tr->nz; j++) *value += a->start[j] * (z0[j] - tr->z[j]);
    for (int e = 0; e < tr->elements; e++) {
      m.t = mesh_time(&m.mesh, e);
      m.h = mesh_step(&m.mesh, e);
      *value += element_lagrangian(a, e, &m);
    }
  }
  PetscCall(stepping_destroy(&m));
  PetscFunctionReturn(0);
}

#include "control/adjoint_em.h"

#include "base/difference.h"
#include "base/vec.h"
#include "control/adjoint.h"
#include "scheme/march.h"
#include "solve/linear.h"

/* One element at work. */
typedef struct {
  AdjointEm *a;
  Problem    problem; /* a shallow copy with a solver that knows transposes */
  March      march;
  Layout     layout; /* columns of the start of an element */
  int        nentries, *row, *col;
  double    *value;
  int        npairs, *pair; /* [npairs][2] entries of J S that the matrix of the run leaves out */
  double    *x1, *x2;       /* [unknowns] scaled */
  double    *b, *extra;     /* [unknowns] */
  double    *dz, *d, *z1;   /* [k][nz], [nz], [nz] */
  double    *phi_d, *phi_z; /* [nz] */
  double     turn[3];       /* dL/d(momentum at the start) */
} Work;

static ElementState element_state(const March *m, const double *z1, const double *dz, const double *mult)
{
  return (ElementState){.t = m->t, .h = m->h, .z1 = z1, .carry = m->carry, .dz = dz, .mult = mult};
}

/* --- creation */

/* Turning entries of different bodies that A has no place for. */
static PetscErrorCode pairs_fill(Work *w)
{
  const Momentum *mom = &w->march.momentum;
  const Pattern  *A   = &w->march.system->A;
  const int       nz  = w->march.nz;
  bool           *there;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)nz * (size_t)nz, &there));
  for (int r = 0; r < nz; r++)
    for (int p = A->row[r]; p < A->row[r + 1]; p++) there[r * nz + A->col[p]] = true;
  for (int pass = 0; pass < 2; pass++) {
    w->npairs = 0;
    for (int i = 0; i < mom->nturn; i++)
      for (int j = 0; j < mom->nturn; j++) {
        if (there[mom->turn[i] * nz + mom->turn[j]]) continue;
        if (pass) w->pair[2 * w->npairs] = mom->turn[i];
        if (pass) w->pair[2 * w->npairs + 1] = mom->turn[j];
        w->npairs++;
      }
    if (!pass) PetscCall(PetscMalloc1((size_t)(2 * w->npairs + 1), &w->pair));
  }
  PetscCall(PetscFree(there));
  PetscFunctionReturn(0);
}

static PetscErrorCode layout_fill(Work *w)
{
  const March *m = &w->march;
  const size_t k = (size_t)m->k;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc4(k, &w->layout.row_z, k + 1, &w->layout.col_z, k, &w->layout.row_l, k, &w->layout.col_l));
  for (int i = 0; i <= m->k; i++) w->layout.col_z[i] = i == 0 ? 0 : -1;
  for (int a = 0; a < m->k; a++) {
    w->layout.row_z[a] = a * m->block;
    w->layout.row_l[a] = a * m->block + m->nz;
    w->layout.col_l[a] = -1;
  }
  w->nentries = kernel_entries(&m->kernel, &w->layout);
  PetscCall(PetscMalloc3(w->nentries, &w->row, w->nentries, &w->col, w->nentries, &w->value));
  kernel_places(&m->kernel, &w->layout, w->row, w->col);
  PetscFunctionReturn(0);
}

static PetscErrorCode work_create(const Problem *problem, const System *system, AdjointEm *a, Work *w)
{
  const int n = a->trajectory->k * (a->trajectory->nz + a->trajectory->nl) + 3;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(w, sizeof *w));
  w->a                        = a;
  w->problem                  = *problem;
  w->problem.solver.linear    = n <= NEWTON_DENSE_MOST ? LINEAR_DENSE : LINEAR_UMFPACK;
  w->problem.solver.tolerance = PetscMin(problem->solver.tolerance, 1e-14);
  PetscCall(march_create(&w->problem, system, &w->march));
  w->march.mesh.moved   = a->moved;
  const size_t unknowns = (size_t)march_unknowns(&w->march), nz = (size_t)system->nz, k = (size_t)w->march.k;
  PetscCall(PetscCalloc4(unknowns, &w->x1, unknowns, &w->x2, unknowns, &w->b, unknowns, &w->extra));
  PetscCall(PetscCalloc5(k * nz, &w->dz, nz, &w->d, nz, &w->z1, nz, &w->phi_d, nz, &w->phi_z));
  PetscCall(layout_fill(w));
  PetscCall(pairs_fill(w));
  PetscFunctionReturn(0);
}

static PetscErrorCode work_destroy(Work *w)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(w->x1, w->x2, w->b, w->extra));
  PetscCall(PetscFree5(w->dz, w->d, w->z1, w->phi_d, w->phi_z));
  PetscCall(PetscFree4(w->layout.row_z, w->layout.col_z, w->layout.row_l, w->layout.col_l));
  PetscCall(PetscFree3(w->row, w->col, w->value));
  PetscCall(PetscFree(w->pair));
  PetscCall(march_destroy(&w->march));
  PetscFunctionReturn(0);
}

/* --- one element again */

/* The march at element e: time, length, start, and the nodes of the trajectory. */
static void march_place(const AdjointEm *a, int e, March *m)
{
  const Trajectory *tr = a->trajectory;

  m->t = mesh_time(&m->mesh, e);
  vec_copy(m->nz, trajectory_node(tr, e, 0), m->z);
  vec_zero(m->nz, m->carry);
  for (int i = 0; i < m->k * m->nz; i++) m->dz[i] = trajectory_node(tr, e, 1)[i] - m->z[i % m->nz];
  vec_copy(m->k * m->nl, trajectory_mult(tr, e), m->mult);
}

/* x1, a and b, x2 with its beta: as the run has found them. */
static PetscErrorCode element_solve(Work *w, int e, bool *solved)
{
  March       *m = &w->march;
  AdjointEm   *a = w->a;
  NewtonStatus newton;
  ElementState state;

  PetscFunctionBeginUser;
  march_scale(m, mesh_step(&m->mesh, e));
  march_place(a, e, m);
  march_pack(m, w->x2);
  vec_copy(march_unknowns(m), w->x2, w->x1);
  m->momentum.active = false;
  PetscCall(newton_solve(&m->newton, NEWTON_FULL, w->x1, &newton));
  *solved = newton_ok(&newton);
  march_unpack(m, w->x1);
  vec_copy(m->k * m->nz, m->dz, a->dz + e * m->k * m->nz);
  vec_copy(m->k * m->nl, m->mult, a->mult + e * m->k * m->nl);
  if (!*solved || !a->n) PetscFunctionReturn(0);
  momentum_start(&m->momentum, march_state(m, &state));
  m->newton.factored = false;
  PetscCall(newton_solve(&m->newton, NEWTON_FULL, w->x2, &newton));
  *solved = newton_ok(&newton);
  vec_copy(a->n, w->x2 + m->k * m->block, a->beta + e * a->n);
  PetscFunctionReturn(0);
}

/* --- transposes */

/* out = M^T y of what the matrix of the run leaves out, scaled. */
static void missing_transpose(const Work *w, const double *y, double *out)
{
  const March *m = &w->march;

  vec_zero(march_unknowns(m), out);
  for (int p = 0; p < w->npairs; p++) {
    const int    r = w->pair[2 * p], c = w->pair[2 * p + 1];
    const double entry = momentum_entry(&m->momentum, r, c);
    for (int a = 0; a < m->k; a++)
      for (int i = 0; i < m->k; i++) {
        const int row = m->order.place[a * m->block + r], col = m->order.place[i * m->block + c];
        out[col] += m->momentum.mass[a * m->k + i] * entry * m->unit[col] / m->row_unit[row] * y[row];
      }
  }
}

/* w->b becomes the solution with the whole transpose of R2: what is left out is small and comes back by iterations. */
static PetscErrorCode transpose_solve(Work *w, bool *solved)
{
  const int n = march_unknowns(&w->march);
  double   *given, change = INFINITY;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &given));
  vec_copy(n, w->b, given);
  PetscCall(linear_solve(&w->march.newton, w->x2, true, w->b, solved));
  for (int i = 0; *solved && w->npairs && change > 1e-15; i++) {
    missing_transpose(w, w->b, w->extra);
    for (int j = 0; j < n; j++) w->extra[j] = given[j] - w->extra[j];
    PetscCall(linear_solve(&w->march.newton, w->x2, true, w->extra, solved));
    vec_add(n, -1.0, w->extra, w->b);
    change = vec_max(n, w->b) / PetscMax(vec_max(n, w->extra), 1e-300);
    vec_copy(n, w->extra, w->b);
    if (i > 40) break;
  }
  *solved = *solved && (!w->npairs || change < 1e-12);
  PetscCall(PetscFree(given));
  PetscFunctionReturn(0);
}

/* Scaled rows w->b into plain y_z[k][nz], y_l[k][nl]. */
static void rows_take(const Work *w, double *y_z, double *y_l)
{
  const March *m = &w->march;

  for (int a = 0; a < m->k; a++) {
    const int *place = m->order.place + a * m->block;
    for (int i = 0; i < m->nz; i++) y_z[a * m->nz + i] = w->b[place[i]] / m->row_unit[place[i]];
    for (int i = 0; i < m->nl; i++) y_l[a * m->nl + i] = w->b[place[m->nz + i]] / m->row_unit[place[m->nz + i]];
  }
}

/* g[nz] += R_z1^T y of the kernel, all later nodes fixed. */
static void start_transpose(Work *w, const ElementState *state, const double *y_z, const double *y_l, double *g)
{
  March *m = &w->march;

  kernel_jacobian(&m->kernel, &w->layout, state, w->value);
  for (int e = 0; e < w->nentries; e++) {
    const int a = w->row[e] / m->block, i = w->row[e] % m->block;
    g[w->col[e]] += w->value[e] * (i < m->nz ? y_z[a * m->nz + i] : y_l[a * m->nl + i - m->nz]);
  }
}

/* The same of J S (z_I - z_1). */
static void turn_transpose(const Work *w, const double *y_z, double *g)
{
  const Momentum *mom = &w->march.momentum;
  const int       nz = w->march.nz, k = w->march.k;

  for (int a = 0; a < k; a++) {
    double sum = 0.0;
    for (int i = 0; i < k; i++) sum += mom->mass[a * k + i];
    for (int r = 0; r < mom->nturn; r++)
      for (int c = 0; c < mom->nturn; c++)
        g[mom->turn[c]] -= sum * momentum_entry(mom, mom->turn[r], mom->turn[c]) * y_z[a * nz + mom->turn[r]];
  }
}

/* --- how R2 depends on a and b */

/* y2 . R2 of the correction, with a and b of the start z1 and the increment d. */
static double correction_value(Work *w, int e, const ElementState *state2)
{
  March             *m      = &w->march;
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
static void correction_derive(Work *w, int e, const ElementState *state2)
{
  const March  *m  = &w->march;
  const int     nz = m->nz;
  const double *z1 = trajectory_node(w->a->trajectory, e, 0), *d = w->a->dz + ((e + 1) * m->k - 1) * nz;
  const double *scale = m->system->scale_z;
  double        size  = 0.0, sum;

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
static PetscErrorCode correction_adjoint(Work *w, int e, double *g, bool *solved)
{
  March       *m   = &w->march;
  AdjointEm   *a   = w->a;
  double      *y_z = a->y2_z + e * m->k * m->nz, *y_l = a->y2_l + e * m->k * m->nl;
  ElementState state;

  PetscFunctionBeginUser;
  PetscCall(transpose_solve(w, solved));
  if (!*solved) PetscFunctionReturn(0);
  rows_take(w, y_z, y_l);
  vec_copy(a->n, w->b + m->k * m->block, a->y2_b + e * a->n);
  march_unpack(m, w->x2);
  start_transpose(w, march_state(m, &state), y_z, y_l, g);
  turn_transpose(w, y_z, g);
  for (int j = 0; j < a->n; j++) vec_add(3, -a->y2_b[e * a->n + j] / m->momentum.action, m->momentum.axis[j], w->turn);
  correction_derive(w, e, &state);
  vec_add(m->nz, 1.0, w->phi_z, g);
  vec_add(m->nz, -1.0, w->phi_d, g);
  vec_zero(march_unknowns(m), w->b);
  for (int i = 0; i < m->nz; i++) {
    const int last = m->order.place[(m->k - 1) * m->block + i];
    w->b[last]     = -w->phi_d[i] * m->unit[last];
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode element_adjoint(Work *w, int e, double *g, bool *solved)
{
  March       *m   = &w->march;
  AdjointEm   *a   = w->a;
  double      *y_z = a->y1_z + e * m->k * m->nz, *y_l = a->y1_l + e * m->k * m->nl;
  ElementState state;

  PetscFunctionBeginUser;
  PetscCall(element_solve(w, e, solved));
  if (!*solved) PetscFunctionReturn(0);
  vec_zero(march_unknowns(m), w->b);
  for (int i = 0; i < m->k * m->nz; i++) {
    const int at = m->order.place[i / m->nz * m->block + i % m->nz];
    w->b[at]     = -g[m->nz + i] * m->unit[at];
  }
  if (a->n) PetscCall(correction_adjoint(w, e, g, solved));
  if (!*solved) PetscFunctionReturn(0);
  m->momentum.active = false;
  PetscCall(linear_solve(&m->newton, w->x1, true, w->b, solved));
  rows_take(w, y_z, y_l);
  march_unpack(m, w->x1);
  start_transpose(w, march_state(m, &state), y_z, y_l, g);
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
  Work    w;
  double *g, *grad, L[3];

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(a, sizeof *a));
  a->trajectory = tr;
  a->functional = functional;
  PetscCall(adjoint_allocate(a));
  trajectory_moved(problem, tr, a->moved);
  PetscCall(work_create(problem, system, a, &w));
  a->n = w.march.momentum.n;
  momentum_aim(&w.march.momentum, tr->z);
  PetscCall(PetscCalloc2((size_t)(tr->elements * tr->k + 1) * (size_t)tr->nz, &g, 3 * (size_t)tr->nz, &grad));
  PetscCall(functional_value(functional, tr, &w.march.element, &w.march.mesh, g, &a->value));
  *solved = true;
  for (int e = tr->elements - 1; *solved && e >= 0; e--)
    PetscCall(element_adjoint(&w, e, g + e * tr->k * tr->nz, solved));
  vec_copy(tr->nz, g, a->start);
  momentum_angular(system, tr->z, L, grad);
  for (int x = 0; x < 3; x++) vec_add(tr->nz, w.turn[x], grad + x * tr->nz, a->start);
  PetscCall(PetscFree2(g, grad));
  PetscCall(work_destroy(&w));
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

static double element_lagrangian(const AdjointEm *a, int e, March *m)
{
  const int          z = e * m->k * m->nz, l = e * m->k * m->nl;
  const ElementState first = element_state(m, m->z, a->dz + z, a->mult + l);
  ElementState       second;
  double             sum, r[3];

  march_place(a, e, m);
  kernel_residual(&m->kernel, &first, m->r_z, m->r_l);
  sum = vec_dot(m->k * m->nz, a->y1_z + z, m->r_z) + vec_dot(m->k * m->nl, a->y1_l + l, m->r_l);
  if (!a->n) return sum;
  momentum_start(&m->momentum, &first);
  vec_copy(a->n, a->beta + e * a->n, m->momentum.beta);
  kernel_residual(&m->kernel, march_state(m, &second), m->r_z, m->r_l);
  momentum_residual(&m->momentum, &second, m->r_z, r);
  return sum + vec_dot(m->k * m->nz, a->y2_z + z, m->r_z) + vec_dot(m->k * m->nl, a->y2_l + l, m->r_l) +
         vec_dot(a->n, a->y2_b + e * a->n, r);
}

PetscErrorCode adjoint_em_lagrangian(const AdjointEm *a, const Problem *problem, const System *system, const double *z0,
                                     double *value, bool *good)
{
  const Trajectory *tr = a->trajectory;
  March             m;

  PetscFunctionBeginUser;
  PetscCall(march_create(problem, system, &m));
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
  PetscCall(march_destroy(&m));
  PetscFunctionReturn(0);
}

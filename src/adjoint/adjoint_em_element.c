/* Creation, solution and transposes of one element of em. */
#include "adjoint/adjoint_em_element.h"

#include "base/vec.h"

/* --- creation */

/* Entries of J S between rotations of different bodies that are outside the pattern of A: the matrix of the run omits them. */
static PetscErrorCode pairs_fill(EmElement *w)
{
  const MomentumCorrection *mom = &w->stepping.momentum;
  const Pattern            *A   = &w->stepping.system->A;
  const int                 nz  = w->stepping.nz;
  bool                     *there;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)nz * (size_t)nz, &there));
  for (int r = 0; r < nz; r++)
    for (int p = A->row[r]; p < A->row[r + 1]; p++) there[r * nz + A->col[p]] = true;
  for (int pass = 0; pass < 2; pass++) {
    w->npairs = 0;
    for (int i = 0; i < mom->nrotational; i++)
      for (int j = 0; j < mom->nrotational; j++) {
        if (there[mom->rotational[i] * nz + mom->rotational[j]]) continue;
        if (pass) w->pair[2 * w->npairs] = mom->rotational[i];
        if (pass) w->pair[2 * w->npairs + 1] = mom->rotational[j];
        w->npairs++;
      }
    if (!pass) PetscCall(PetscMalloc1((size_t)(2 * w->npairs + 1), &w->pair));
  }
  PetscCall(PetscFree(there));
  PetscFunctionReturn(0);
}

/* Pattern of R_z1, the columns of the start of the element, without the scales of the run. */
static PetscErrorCode layout_fill(EmElement *w)
{
  const Stepping *m = &w->stepping;
  const size_t    k = (size_t)m->k;

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
  kernel_pattern(&m->kernel, &w->layout, w->row, w->col);
  PetscFunctionReturn(0);
}

/* Solves to 1e-14, because the adjoint is that of the exact discrete
 * solution. */
PetscErrorCode em_element_create(const Problem *problem, const System *system, EmAdjoint *a, EmElement *w)
{
  const int n = a->base.trajectory->k * (a->base.trajectory->nz + a->base.trajectory->nl) + 3;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(w, sizeof *w));
  w->a                = a;
  w->solver           = problem->solver;
  w->solver.linear    = n <= LINEAR_DENSE_MOST ? LINEAR_DENSE : LINEAR_UMFPACK;
  w->solver.tolerance = PetscMin(problem->solver.tolerance, 1e-14);
  PetscCall(stepping_create(problem, system, &w->solver, &w->stepping));
  w->stepping.mesh.moved = a->moved;
  const size_t unknowns = (size_t)stepping_unknowns(&w->stepping), nz = (size_t)system->nz, k = (size_t)w->stepping.k;
  PetscCall(PetscCalloc4(unknowns, &w->x1, unknowns, &w->x2, unknowns, &w->b, unknowns, &w->extra));
  PetscCall(PetscCalloc5(k * nz, &w->dz, nz, &w->d, nz, &w->z1, nz, &w->phi_d, nz, &w->phi_z));
  PetscCall(layout_fill(w));
  PetscCall(pairs_fill(w));
  PetscFunctionReturn(0);
}

PetscErrorCode em_element_destroy(EmElement *w)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(w->x1, w->x2, w->b, w->extra));
  PetscCall(PetscFree5(w->dz, w->d, w->z1, w->phi_d, w->phi_z));
  PetscCall(PetscFree4(w->layout.row_z, w->layout.col_z, w->layout.row_l, w->layout.col_l));
  PetscCall(PetscFree3(w->row, w->col, w->value));
  PetscCall(PetscFree(w->pair));
  PetscCall(stepping_destroy(&w->stepping));
  PetscFunctionReturn(0);
}

/* --- one element again */

void em_element_set(const EmAdjoint *a, int e, Stepping *m)
{
  const Trajectory *tr = a->base.trajectory;

  m->t = mesh_time(&m->mesh, e);
  vec_copy(m->nz, trajectory_node(tr, e, 0), m->z);
  vec_zero(m->nz, m->carry);
  vec_copy(tr->ntwists, tr->twist + e * tr->ntwists, m->twist);
  for (int i = 0; i < m->k * m->nz; i++) m->dz[i] = trajectory_node(tr, e, 1)[i] - m->z[i % m->nz];
  vec_copy(m->k * m->nl, trajectory_mult(tr, e), m->mult);
}

/* First x_1 of mG from the stored solution, then x_2 with the correction directions of x_1, as the run did
 * (docs/explanation/conservation.md, em). */
PetscErrorCode em_element_solve(EmElement *w, int e, bool *solved)
{
  Stepping    *m = &w->stepping;
  EmAdjoint   *a = w->a;
  NewtonStatus newton;
  ElementState state;

  PetscFunctionBeginUser;
  stepping_scale(m, mesh_step(&m->mesh, e));
  em_element_set(a, e, m);
  stepping_pack(m, w->x2);
  vec_copy(stepping_unknowns(m), w->x2, w->x1);
  m->momentum.active = false;
  PetscCall(newton_solve(&m->newton, NEWTON_FULL, w->x1, &newton));
  *solved = newton_ok(&newton);
  stepping_unpack(m, w->x1);
  vec_copy(m->k * m->nz, m->dz, a->dz + e * m->k * m->nz);
  vec_copy(m->k * m->nl, m->mult, a->mult + e * m->k * m->nl);
  if (!*solved || !a->n) PetscFunctionReturn(0);
  momentum_start(&m->momentum, stepping_state(m, &state));
  const bool steady  = momentum_steady(&m->momentum, &state);
  m->newton.factored = false;
  PetscCall(newton_solve(&m->newton, NEWTON_FULL, w->x2, &newton));
  *solved = newton_ok(&newton) && (!steady || momentum_small(&m->momentum, w->x2 + m->k * m->block));
  vec_copy(a->n, w->x2 + m->k * m->block, a->beta + e * a->n);
  PetscFunctionReturn(0);
}

/* --- transposes */

/* out = M^T y, scaled; M: the entries M_ai (J S)_rc that the matrix of the run omits. */
static void missing_transpose(const EmElement *w, const double *y, double *out)
{
  const Stepping *m = &w->stepping;

  vec_zero(stepping_unknowns(m), out);
  for (int p = 0; p < w->npairs; p++) {
    const int    r = w->pair[2 * p], c = w->pair[2 * p + 1];
    const double entry = momentum_entry(&m->momentum, r, c);
    for (int a = 0; a < m->k; a++)
      for (int i = 0; i < m->k; i++) {
        const int row = m->order.position[a * m->block + r], col = m->order.position[i * m->block + c];
        out[col] += m->momentum.mass[a * m->k + i] * entry * m->unit[col] / m->row_unit[row] * y[row];
      }
  }
}

/* With the matrix B of the run and the small omitted entries M: y_{i+1} = B^-T (b - M^T y_i) until y is stationary. */
PetscErrorCode em_element_transpose(EmElement *w, bool *solved)
{
  const int n = stepping_unknowns(&w->stepping);
  double   *given, change = INFINITY;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &given));
  vec_copy(n, w->b, given);
  PetscCall(newton_linear_solve(&w->stepping.newton, w->x2, true, w->b, solved));
  for (int i = 0; *solved && w->npairs && change > 1e-15; i++) {
    missing_transpose(w, w->b, w->extra);
    for (int j = 0; j < n; j++) w->extra[j] = given[j] - w->extra[j];
    PetscCall(newton_linear_solve(&w->stepping.newton, w->x2, true, w->extra, solved));
    vec_add(n, -1.0, w->extra, w->b);
    change = vec_max(n, w->b) / PetscMax(vec_max(n, w->extra), 1e-300);
    vec_copy(n, w->extra, w->b);
    if (i > 40) break;
  }
  *solved = *solved && (!w->npairs || change < 1e-12);
  PetscCall(PetscFree(given));
  PetscFunctionReturn(0);
}

/* y_z[k][nz], y_l[k][nl] = w->b in plain units, by nodes. */
static void rows_unscale(const EmElement *w, double *y_z, double *y_l)
{
  const Stepping *m = &w->stepping;

  for (int a = 0; a < m->k; a++) {
    const int *row = m->order.position + a * m->block;
    for (int i = 0; i < m->nz; i++) y_z[a * m->nz + i] = w->b[row[i]] / m->row_unit[row[i]];
    for (int i = 0; i < m->nl; i++) y_l[a * m->nl + i] = w->b[row[m->nz + i]] / m->row_unit[row[m->nz + i]];
  }
}

void em_element_finish(EmElement *w, const double *x, ElementState *state, double *y_z, double *y_l, double *g)
{
  Stepping *m = &w->stepping;

  rows_unscale(w, y_z, y_l);
  stepping_unpack(m, x);
  kernel_jacobian(&m->kernel, &w->layout, stepping_state(m, state), w->value);
  for (int e = 0; e < w->nentries; e++) {
    const int a = w->row[e] / m->block, i = w->row[e] % m->block;
    g[w->col[e]] += w->value[e] * (i < m->nz ? y_z[a * m->nz + i] : y_l[a * m->nl + i - m->nz]);
  }
}

void em_element_correction_start(const EmElement *w, const double *y_z, double *g)
{
  const MomentumCorrection *mom = &w->stepping.momentum;
  const int                 nz = w->stepping.nz, k = w->stepping.k;

  for (int a = 0; a < k; a++) {
    double sum = 0.0;
    for (int i = 0; i < k; i++) sum += mom->mass[a * k + i];
    for (int r = 0; r < mom->nrotational; r++)
      for (int c = 0; c < mom->nrotational; c++)
        g[mom->rotational[c]] -=
          sum * momentum_entry(mom, mom->rotational[r], mom->rotational[c]) * y_z[a * nz + mom->rotational[r]];
  }
}

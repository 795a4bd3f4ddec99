/* Residual, Jacobian and scales of one element of mG(k) as a Newton system, with the terms of em, quat_em and dir_em. */
#include "scheme/step/stepping.h"

#include "base/vec.h"
#include "time/lagrange.h"

const ElementState *stepping_state(const Stepping *m, ElementState *state)
{
  *state = (ElementState){
    .t = m->t, .h = m->h, .z1 = m->z, .carry = m->carry, .dz = m->dz, .mult = m->mult, .twist = m->twist};
  return state;
}

/* dz, mult = units times x */
void stepping_unpack(Stepping *m, const double *x)
{
  for (int a = 0; a < m->k; a++) {
    const int *position = m->order.position + a * m->block;
    for (int i = 0; i < m->nz; i++) m->dz[a * m->nz + i] = x[position[i]] * m->unit[position[i]];
    for (int r = 0; r < m->nl; r++) m->mult[a * m->nl + r] = x[position[m->nz + r]] * m->unit[position[m->nz + r]];
  }
  vec_copy(m->momentum.n, x + m->k * m->block, m->momentum.beta);
}

void stepping_pack(const Stepping *m, double *x)
{
  for (int a = 0; a < m->k; a++) {
    const int *position = m->order.position + a * m->block;
    for (int i = 0; i < m->nz; i++) x[position[i]] = m->dz[a * m->nz + i] / m->unit[position[i]];
    for (int r = 0; r < m->nl; r++) x[position[m->nz + r]] = m->mult[a * m->nl + r] / m->unit[position[m->nz + r]];
  }
  vec_zero(m->momentum.n, x + m->k * m->block);
}

void stepping_pack_rows(const Stepping *m, const double *r_z, const double *r_l, double *r)
{
  for (int a = 0; a < m->k; a++) {
    const int *position = m->order.position + a * m->block;
    for (int i = 0; i < m->nz; i++) r[position[i]] = r_z[a * m->nz + i] / m->row_unit[position[i]];
    for (int i = 0; i < m->nl; i++) r[position[m->nz + i]] = r_l[a * m->nl + i] / m->row_unit[position[m->nz + i]];
  }
  vec_zero(m->momentum.n, r + m->k * m->block);
}

/* Residual of the element and of the terms, in units of the rows, in the order of elimination. */
static void stepping_residual(void *context, const double *x, double *r)
{
  Stepping    *m = context;
  ElementState state;

  stepping_unpack(m, x);
  kernel_residual(&m->kernel, stepping_state(m, &state), m->r_z, m->r_l);
  if (m->terms) m->terms->residual(m, &state, m->added);
  stepping_pack_rows(m, m->r_z, m->r_l, r);
  vec_copy(m->momentum.n, m->added, r + m->k * m->block);
}

/* Jacobian of the kernel and of the terms, in units of unknowns and rows. */
static void stepping_jacobian(void *context, const double *x, double *value)
{
  Stepping    *m = context;
  ElementState state;

  stepping_unpack(m, x);
  kernel_jacobian(&m->kernel, &m->layout, stepping_state(m, &state), value);
  if (m->terms) m->terms->jacobian(m, &state, value, value + m->newton.nentries - m->nadded);
  for (int e = 0; e < m->newton.nentries; e++) value[e] *= m->entry_scale[e];
}

/* lambda has the unit (m v l / h) / scale_theta. In the matrix of May and Betsch (2025) the z rows are divided by h; the columns of z
 * and lambda and the constraint rows are in plain units (docs/explanation/conditioning.md, Condition numbers). */
void stepping_scale(Stepping *m, double h)
{
  const System *sys    = m->system;
  const double  action = sys->units.mass * sys->units.velocity * sys->units.length;

  m->h               = h;
  m->newton.factored = false;
  for (int a = 0; a < m->k; a++)
    for (int i = 0; i < m->block; i++) {
      const int    j    = m->order.position[a * m->block + i];
      const bool   is_z = i < m->nz;
      const double own  = is_z ? sys->scale_z[i] : sys->scale_theta[i - m->nz];
      m->unit[j]        = is_z ? own : action / (h * own);
      m->row_unit[j]    = own;
      m->left[j]        = is_z ? own / h : own;
      m->right[j]       = 1.0 / m->unit[j];
    }
  for (int j = 0; j < m->momentum.n; j++) {
    const int last = m->k * m->block + j;
    m->unit[last] = m->row_unit[last] = m->left[last] = m->right[last] = 1.0;
  }
  for (int e = 0; e < m->newton.nentries; e++) m->entry_scale[e] = m->unit[m->col[e]] / m->row_unit[m->row[e]];
}

int stepping_unknowns(const Stepping *m)
{
  return m->k * m->block + m->momentum.n;
}

/* Arrays of one element: increments and multipliers now and before, rows, unknowns with their units. */
static PetscErrorCode stepping_allocate(Stepping *m)
{
  const size_t k = (size_t)m->k, nz = (size_t)m->nz, nl = (size_t)m->nl + 1, n = (size_t)stepping_unknowns(m);

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc4(nz, &m->z, nz, &m->carry, k * nz, &m->dz, k * nl, &m->mult));
  PetscCall(PetscCalloc4(k * nz, &m->last_dz, k * nl, &m->last_mult, k * nz, &m->r_z, k * nl, &m->r_l));
  PetscCall(PetscCalloc5(n, &m->x, n, &m->unit, n, &m->row_unit, n, &m->left, n, &m->right));
  PetscCall(PetscCalloc5(k, &m->mid, k, &m->node_t, k * nz, &m->node_z, nl, &m->lambda, nz, &m->end));
  PetscCall(PetscCalloc3(k, &m->layout.row_z, k + 1, &m->layout.col_z, k, &m->layout.row_l));
  PetscCall(PetscCalloc2(m->system->ntwists + 1, &m->twist, m->system->ntwists + 1, &m->turned));
  PetscFunctionReturn(0);
}

PetscErrorCode stepping_destroy(Stepping *m)
{
  PetscFunctionBeginUser;
  PetscCall(newton_destroy(&m->newton));
  predictor_destroy(&m->predictor);
  momentum_destroy(&m->momentum);
  kernel_destroy(&m->kernel);
  time_element_destroy(&m->element);
  mesh_destroy(&m->mesh);
  PetscCall(PetscFree4(m->z, m->carry, m->dz, m->mult));
  PetscCall(PetscFree4(m->last_dz, m->last_mult, m->r_z, m->r_l));
  PetscCall(PetscFree5(m->x, m->unit, m->row_unit, m->left, m->right));
  PetscCall(PetscFree5(m->mid, m->node_t, m->node_z, m->lambda, m->end));
  PetscCall(PetscFree3(m->layout.row_z, m->layout.col_z, m->layout.row_l));
  PetscCall(PetscFree2(m->twist, m->turned));
  PetscCall(elimination_order_destroy(&m->order));
  PetscCall(PetscFree3(m->row, m->col, m->entry_scale));
  PetscFunctionReturn(0);
}

/* The Newton system: entries of the kernel, then those of the terms. */
static PetscErrorCode stepping_create_newton(Stepping *m)
{
  const NewtonEquations equations = {stepping_residual, stepping_jacobian, m, NULL};
  const int             nkernel   = kernel_entries(&m->kernel, &m->layout);

  PetscFunctionBeginUser;
  m->nadded          = m->terms && m->terms->entries ? m->terms->entries(m) : 0;
  const int nentries = nkernel + m->nadded;
  PetscCall(PetscMalloc3(nentries, &m->row, nentries, &m->col, nentries, &m->entry_scale));
  kernel_pattern(&m->kernel, &m->layout, m->row, m->col);
  for (int e = 0; e < nkernel; e++) {
    m->row[e] = m->order.position[m->row[e]];
    m->col[e] = m->order.position[m->col[e]];
  }
  if (m->nadded) m->terms->pattern(m, m->row + nkernel, m->col + nkernel);
  const FrontPlan   whole = {.block = stepping_unknowns(m)}; /* the last columns of em have entries in all rows */
  const NewtonSetup setup = {.linear         = {.comm     = PETSC_COMM_SELF,
                                                .n        = stepping_unknowns(m),
                                                .nentries = nentries,
                                                .row      = m->row,
                                                .col      = m->col,
                                                .plan     = m->momentum.n > 0 ? whole : m->order.plan,
                                                .kind     = m->solver->linear},
                             .tolerance      = m->solver->tolerance,
                             .max_iterations = m->solver->max_iterations};
  PetscCall(newton_create(&setup, &equations, &m->newton));
  PetscFunctionReturn(0);
}

/* The start z_1 is given: the layout has no columns for node 0. */
PetscErrorCode stepping_create(const Problem *problem, const System *system, const ProblemSolver *solver, Stepping *m)
{
  const int gauss = scheme_gauss(problem, system);

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(m, sizeof *m));
  m->solver  = solver;
  m->problem = problem;
  m->system  = system;
  m->terms   = scheme_of(problem)->terms;
  m->k       = problem->method.degree;
  m->nz      = system->nz;
  m->nl      = system->nl;
  m->block   = m->nz + m->nl;
  PetscCheck(mesh_create(&problem->time, &m->mesh) && scheme_element_mg(problem, gauss, &m->element) &&
               kernel_create(system, &m->element, &m->kernel) && predictor_create(system, &m->element, &m->predictor) &&
               (!m->terms || !m->terms->create || m->terms->create(problem, m)),
             PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(stepping_allocate(m));
  PetscCall(elimination_order_create(system, m->k, &m->order));
  m->layout.col_z[0] = -1;
  for (int a = 0; a < m->k; a++) {
    m->layout.row_z[a] = m->layout.col_z[a + 1] = a * m->block;
    m->layout.row_l[a]                          = a * m->block + m->nz;
  }
  m->layout.col_l = m->layout.row_l;
  lagrange(m->element.nmult, m->element.mult_node, 0.5, m->mid, NULL);
  PetscCall(stepping_create_newton(m));
  PetscFunctionReturn(0);
}

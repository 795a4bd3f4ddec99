#include "scheme/step/stepping.h"

#include "base/vec.h"
#include "scheme/scheme.h"
#include "scheme/step/dir_em.h"
#include "scheme/step/quat_em.h"
#include "time/lagrange.h"

const ElementState *stepping_state(const Stepping *m, ElementState *state)
{
  *state = (ElementState){.t = m->t, .h = m->h, .z1 = m->z, .carry = m->carry, .dz = m->dz, .mult = m->mult};
  return state;
}

/* dz, mult = units times x */
void stepping_unpack(Stepping *m, const double *x)
{
  for (int a = 0; a < m->k; a++) {
    const int *place = m->order.place + a * m->block;
    for (int i = 0; i < m->nz; i++) m->dz[a * m->nz + i] = x[place[i]] * m->unit[place[i]];
    for (int r = 0; r < m->nl; r++) m->mult[a * m->nl + r] = x[place[m->nz + r]] * m->unit[place[m->nz + r]];
  }
  vec_copy(m->momentum.n, x + m->k * m->block, m->momentum.beta);
}

void stepping_pack(const Stepping *m, double *x)
{
  for (int a = 0; a < m->k; a++) {
    const int *place = m->order.place + a * m->block;
    for (int i = 0; i < m->nz; i++) x[place[i]] = m->dz[a * m->nz + i] / m->unit[place[i]];
    for (int r = 0; r < m->nl; r++) x[place[m->nz + r]] = m->mult[a * m->nl + r] / m->unit[place[m->nz + r]];
  }
  vec_zero(m->momentum.n, x + m->k * m->block);
}

static void stepping_residual(void *context, const double *x, double *r)
{
  Stepping    *m = context;
  ElementState state;

  stepping_unpack(m, x);
  kernel_residual(&m->kernel, stepping_state(m, &state), m->r_z, m->r_l);
  momentum_residual(&m->momentum, &state, m->r_z, r + m->k * m->block);
  if (m->quat_em) quat_em_residual(m->system, &state, m->r_z);
  if (m->dir_em) dir_em_residual(m->system, &state, m->r_l);
  for (int a = 0; a < m->k; a++) {
    const int *place = m->order.place + a * m->block;
    for (int i = 0; i < m->nz; i++) r[place[i]] = m->r_z[a * m->nz + i] / m->row_unit[place[i]];
    for (int i = 0; i < m->nl; i++) r[place[m->nz + i]] = m->r_l[a * m->nl + i] / m->row_unit[place[m->nz + i]];
  }
}

static void stepping_jacobian(void *context, const double *x, double *value)
{
  Stepping    *m = context;
  ElementState state;

  stepping_unpack(m, x);
  kernel_jacobian(&m->kernel, &m->layout, stepping_state(m, &state), value);
  momentum_jacobian(&m->momentum, &state, value, value + m->newton.nentries - momentum_entries(&m->momentum));
  if (m->quat_em) quat_em_jacobian(m->system, &state, value);
  if (m->dir_em) dir_em_jacobian(m->system, &state, value, value + m->newton.nentries - dir_em_entries(m->system));
  for (int e = 0; e < m->newton.nentries; e++) value[e] *= m->entry_scale[e];
}

/* Scales of unknowns and rows for step h: lambda = (m v l / h) / scale_theta. The paper's matrix has z rows divided by h,
 * plain z and lambda columns, plain constraint rows. */
void stepping_scale(Stepping *m, double h)
{
  const System *sys    = m->system;
  const double  action = sys->units.mass * sys->units.velocity * sys->units.length;

  m->h               = h;
  m->newton.factored = false;
  for (int a = 0; a < m->k; a++)
    for (int i = 0; i < m->block; i++) {
      const int    j    = m->order.place[a * m->block + i];
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

static PetscErrorCode stepping_allocate(Stepping *m)
{
  const size_t k = (size_t)m->k, nz = (size_t)m->nz, nl = (size_t)m->nl + 1, n = (size_t)stepping_unknowns(m);

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc4(nz, &m->z, nz, &m->carry, k * nz, &m->dz, k * nl, &m->mult));
  PetscCall(PetscCalloc4(k * nz, &m->last_dz, k * nl, &m->last_mult, k * nz, &m->r_z, k * nl, &m->r_l));
  PetscCall(PetscCalloc5(n, &m->x, n, &m->unit, n, &m->row_unit, n, &m->left, n, &m->right));
  PetscCall(PetscCalloc4(k, &m->mid, k, &m->node_t, k * nz, &m->node_z, nl, &m->lambda));
  PetscCall(PetscCalloc3(k, &m->layout.row_z, k + 1, &m->layout.col_z, k, &m->layout.row_l));
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
  PetscCall(PetscFree4(m->mid, m->node_t, m->node_z, m->lambda));
  PetscCall(PetscFree3(m->layout.row_z, m->layout.col_z, m->layout.row_l));
  PetscCall(elimination_order_destroy(&m->order));
  PetscCall(PetscFree3(m->row, m->col, m->entry_scale));
  PetscFunctionReturn(0);
}

static PetscErrorCode stepping_create_newton(Stepping *m)
{
  const NewtonEquations equations = {stepping_residual, stepping_jacobian, m, NULL};
  const int             nkernel   = kernel_entries(&m->kernel, &m->layout);
  const int             nadded    = m->dir_em ? dir_em_entries(m->system) : momentum_entries(&m->momentum);
  const int             nentries  = nkernel + nadded;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(nentries, &m->row, nentries, &m->col, nentries, &m->entry_scale));
  kernel_places(&m->kernel, &m->layout, m->row, m->col);
  for (int e = 0; e < nkernel; e++) {
    m->row[e] = m->order.place[m->row[e]];
    m->col[e] = m->order.place[m->col[e]];
  }
  momentum_places(&m->momentum, m->block, m->order.place, m->k * m->block, m->row + nkernel, m->col + nkernel);
  if (m->dir_em) dir_em_places(m->system, m->row + nkernel);
  for (int e = nkernel; m->dir_em && e < nentries; e++) m->row[e] = m->col[e] = m->order.place[m->nz + m->row[e]];
  const FrontPlan   whole = {.block = stepping_unknowns(m)}; /* em's last columns reach all rows */
  const NewtonSetup setup = {.linear         = {.comm     = PETSC_COMM_SELF,
                                                .n        = stepping_unknowns(m),
                                                .nentries = nentries,
                                                .row      = m->row,
                                                .col      = m->col,
                                                .plan     = m->momentum.n > 0 ? whole : m->order.plan,
                                                .kind     = m->problem->solver.linear},
                             .tolerance      = m->problem->solver.tolerance,
                             .max_iterations = m->problem->solver.max_iterations};
  PetscCall(newton_create(&setup, &equations, &m->newton));
  PetscFunctionReturn(0);
}

PetscErrorCode stepping_create(const Problem *problem, const System *system, Stepping *m)
{
  const int gauss = scheme_gauss(problem, system);

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(m, sizeof *m));
  m->problem = problem;
  m->system  = system;
  m->quat_em = scheme_of(problem)->variant == VARIANT_QUAT_EM;
  m->dir_em  = scheme_of(problem)->variant == VARIANT_DIR_EM;
  m->k       = problem->method.degree;
  m->nz      = system->nz;
  m->nl      = system->nl;
  m->block   = m->nz + m->nl;
  PetscCheck(mesh_create(&problem->time, &m->mesh) &&
               time_element_create_mg(m->k, gauss, problem->method.nodes == NODES_LOBATTO, &m->element) &&
               kernel_create(system, &m->element, &m->kernel) && momentum_create(problem, &m->kernel, &m->momentum) &&
               predictor_create(system, &m->element, &m->predictor),
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

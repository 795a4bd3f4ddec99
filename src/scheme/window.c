#include "scheme/window.h"

#include "base/vec.h"
#include "scheme/scheme.h"

#include <limits.h>

int window_block(const Window *w, int node)
{
  return node == 0 ? 0 : w->head + (node - 1) * w->block;
}

double *window_lambda(const Window *w, int e, int b)
{
  return w->lambda + (e * w->k + b) * w->nl;
}

/* Multipliers in the block of local node i >= 1. */
static double *block_lambda(const Window *w, int i)
{
  return w->lambda + (w->continuous ? i : i - 1) * w->nl;
}

/* First unknown of this rank. */
static int window_offset(const Window *w)
{
  return w->rank == 0 ? 0 : window_block(w, w->e0 * w->k + 1);
}

/* Local place of the block of local node i; node 0 is here on rank 0 only, and only if it is unknown. */
int window_local_block(const Window *w, int i)
{
  return window_block(w, w->e0 * w->k + i) - window_offset(w);
}

void window_pack(const Window *w, double *x)
{
  if (w->rank == 0)
    for (int j = 0; j < w->head; j++) x[j] = w->z[j] / w->unit[j];
  for (int i = 1; i < w->nodes; i++) {
    double       *xi     = x + window_local_block(w, i);
    const double *lambda = block_lambda(w, i);
    for (int j = 0; j < w->nz; j++) xi[j] = w->z[i * w->nz + j] / w->unit[j];
    for (int j = 0; j < w->nl; j++) xi[w->nz + j] = lambda[j] / w->unit[w->nz + j];
  }
}

/* The last node's values go to the next rank, where they are those of the shared first node. */
static void window_exchange(Window *w)
{
  const int next   = w->rank + 1 < w->size ? w->rank + 1 : MPI_PROC_NULL,
            before = w->rank > 0 ? w->rank - 1 : MPI_PROC_NULL;

  if (w->size == 1) return;
  MPI_Sendrecv(w->z + (w->nodes - 1) * w->nz, w->nz, MPI_DOUBLE, next, 0, w->z, w->nz, MPI_DOUBLE, before, 0, w->comm,
               MPI_STATUS_IGNORE);
  if (w->continuous)
    MPI_Sendrecv(w->lambda + (w->nodes - 1) * w->nl, w->nl, MPI_DOUBLE, next, 1, w->lambda, w->nl, MPI_DOUBLE, before,
                 1, w->comm, MPI_STATUS_IGNORE);
}

void window_unpack(Window *w, const double *x)
{
  if (w->rank == 0)
    for (int j = 0; j < w->head; j++) w->z[j] = x[j] * w->unit[j];
  for (int i = 1; i < w->nodes; i++) {
    const double *xi     = x + window_local_block(w, i);
    double       *lambda = block_lambda(w, i);
    for (int j = 0; j < w->nz; j++) w->z[i * w->nz + j] = xi[j] * w->unit[j];
    for (int j = 0; j < w->nl; j++) lambda[j] = xi[w->nz + j] * w->unit[w->nz + j];
  }
  window_exchange(w);
}

const ElementState *window_element(Window *w, int e, ElementState *state)
{
  const double *z1 = w->z + e * w->k * w->nz;

  for (int i = 1; i <= w->k; i++)
    for (int j = 0; j < w->nz; j++) w->dz[(i - 1) * w->nz + j] = z1[i * w->nz + j] - z1[j];
  *state = (ElementState){.t     = mesh_time(&w->mesh, w->first + w->e0 + e),
                          .h     = mesh_step(&w->mesh, w->first + w->e0 + e),
                          .z1    = z1,
                          .carry = w->zero,
                          .dz    = w->dz,
                          .mult  = window_lambda(w, e, 0)};
  return state;
}

/* Where a residual row of local node i goes: the rank's own rows, or the ghost of the shared node. */
static double *residual_block(const Window *w, int i, double *r)
{
  return i == 0 && w->rank > 0 ? w->ghost : r + window_local_block(w, i);
}

/* Node of test function a of an element, and node in whose block multiplier row b stands. */
static int test_node(const Window *w, int e, int a)
{
  return e * w->k + (w->bubnov ? a : a + 1);
}

static int mult_node(const Window *w, int e, int b)
{
  return e * w->k + (w->continuous ? b : b + 1);
}

/* The given start: no unknowns and no equations. */
static bool at_start(const Window *w, int node)
{
  return node == 0 && w->rank == 0 && !w->head;
}

bool window_is_last(const Window *w)
{
  return w->rank == w->size - 1;
}

/* Adds the residual of one element; rows of z_0 and of its multiplier are not equations. */
static void element_add(Window *w, int e, double *r)
{
  ElementState state;

  kernel_residual(&w->kernel, window_element(w, e, &state), w->r_z, w->r_l);
  for (int a = 0; a < w->element.ntest; a++) {
    const int node = test_node(w, e, a);
    if (!at_start(w, node)) vec_add(w->nz, 1.0, w->r_z + a * w->nz, residual_block(w, node, r));
  }
  for (int b = 0; b < w->element.nmult; b++) {
    const int node = mult_node(w, e, b);
    if (!at_start(w, node)) vec_add(w->nl, 1.0, w->r_l + b * w->nl, residual_block(w, node, r) + w->nz);
  }
}

/* Rows that the next rank has for this rank's last node. */
static void ghost_return(Window *w, double *r)
{
  const int next   = w->rank + 1 < w->size ? w->rank + 1 : MPI_PROC_NULL,
            before = w->rank > 0 ? w->rank - 1 : MPI_PROC_NULL;
  double *add      = w->dz; /* scratch: block <= 2 k nz */

  if (w->size == 1 || !w->bubnov) return;
  vec_zero(w->block, add);
  MPI_Sendrecv(w->ghost, w->block, MPI_DOUBLE, before, 2, add, w->block, MPI_DOUBLE, next, 2, w->comm,
               MPI_STATUS_IGNORE);
  vec_add(w->block, 1.0, add, r + window_local_block(w, w->nodes - 1));
}

static void window_residual(void *context, const double *x, double *r)
{
  Window *w = context;

  window_unpack(w, x);
  vec_zero(w->n, r);
  vec_zero(w->block, w->ghost);
  for (int e = 0; e < w->e1 - w->e0; e++) element_add(w, e, r);
  ghost_return(w, r);
  for (int i = 1; i < w->nodes; i++) {
    double *ri = r + window_local_block(w, i);
    for (int j = 0; j < w->block; j++) ri[j] /= w->row_unit[j];
  }
  if (w->rank == 0)
    for (int j = 0; j < w->head; j++) r[j] /= w->row_unit[j];
  if (w->boundary) window_boundary_residual(w, r);
}

static bool window_stop(void *context)
{
  const Window *w = context;
  return w->observer && w->observer->stop && w->observer->stop(w->observer->context);
}

static void window_jacobian(void *context, const double *x, double *value)
{
  Window      *w = context;
  ElementState state;

  window_unpack(w, x);
  for (int e = 0; e < w->e1 - w->e0; e++, value += w->nelement) {
    kernel_jacobian(&w->kernel, &w->layout, window_element(w, e, &state), value);
    for (int i = 0; i < w->nelement; i++) value[i] *= w->entry_scale[i];
  }
  if (w->boundary) window_boundary_values(w, value);
}

/* Natural units (DESIGN 1.5.9): h lambda has the size of a momentum, value rows are divided by h; or none. */
static void window_scale(Window *w)
{
  const System *sys    = w->system;
  const double  h      = w->mesh.h;
  const double  action = sys->units.mass * sys->units.velocity * sys->units.length;
  const bool    none   = w->problem->solver.scaling == SCALING_NONE;

  for (int j = 0; j < w->block; j++) {
    const double own = j < w->nz ? sys->scale_z[j] : sys->scale_theta[j - w->nz];
    w->unit[j]       = none ? 1.0 : j < w->nz ? own : action / (h * own);
    w->row_unit[j]   = none ? 1.0 : j < w->nz || !w->bubnov ? own : own * h;
  }
}

/* Layout of window element e (counted over all ranks). */
static void layout_fill(Window *w, int e)
{
  const TimeElement *t = &w->element;

  for (int i = 0; i < t->ntrial; i++) w->layout.col_z[i] = window_block(w, e * w->k + i);
  for (int a = 0; a < t->ntest; a++) w->layout.row_z[a] = window_block(w, test_node(w, e, a));
  for (int b = 0; b < t->nmult; b++)
    w->layout.row_l[b] = w->layout.col_l[b] = window_block(w, mult_node(w, e, b)) + w->nz;
}

/* Entries of the first element that are no equations or no unknowns: those of z_0 and of the multiplier of node 0. */
static void places_drop(const Window *w, int *row, int *col)
{
  const TimeElement *t  = &w->element;
  const int          na = w->system->A.nnz, nt = w->system->T.nnz;
  int                n = 0;

  for (int a = 0; a < t->ntest; a++)
    for (int i = 0; i < t->ntrial; i++, n += na)
      if (test_node(w, 0, a) == 0 || i == 0)
        for (int p = n; p < n + na; p++) row[p] = col[p] = -1;
  for (int a = 0; a < t->ntest; a++)
    for (int b = 0; b < t->nmult; b++, n += nt)
      if (test_node(w, 0, a) == 0 || mult_node(w, 0, b) == 0)
        for (int p = n; p < n + nt; p++) row[p] = col[p] = -1;
  for (int b = 0; b < t->nmult; b++)
    for (int i = 0; i < t->ntrial; i++, n += nt)
      if (mult_node(w, 0, b) == 0 || i == 0)
        for (int p = n; p < n + nt; p++) row[p] = col[p] = -1;
}

static void places_fill(Window *w)
{
  const int local = w->e1 - w->e0;

  for (int e = 0; e < local; e++) {
    int *row = w->row + e * w->nelement, *col = w->col + e * w->nelement;
    layout_fill(w, w->e0 + e);
    kernel_places(&w->kernel, &w->layout, row, col);
    if (w->e0 + e == 0 && !w->head) places_drop(w, row, col);
    if (w->boundary && w->boundary->strong && (w->e0 + e == 0 || w->e0 + e == w->count - 1))
      window_boundary_replace(w, w->nelement, row);
  }
  if (w->boundary) window_boundary_places(w, w->row + local * w->nelement, w->col + local * w->nelement);
  /* scales of one element: its second layout has every row and column at a node beyond 0 */
  layout_fill(w, 1);
  int *row = NULL, *col = NULL;
  if (PetscMalloc2(w->nelement, &row, w->nelement, &col)) return;
  kernel_places(&w->kernel, &w->layout, row, col);
  for (int e = 0; e < w->nelement; e++)
    w->entry_scale[e] = w->unit[(col[e] - w->head) % w->block] / w->row_unit[(row[e] - w->head) % w->block];
  (void)PetscFree2(row, col);
}

static PetscErrorCode window_allocate(Window *w)
{
  const size_t nodes = (size_t)w->nodes, nz = (size_t)w->nz, nl = (size_t)w->nl + 1, k1 = (size_t)w->k + 1;
  const size_t block = (size_t)w->block;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc3(nodes * nz, &w->z, nodes * nl, &w->lambda, w->n, &w->x));
  PetscCall(PetscCalloc4(k1 * nz + block, &w->dz, nz, &w->zero, k1 * nz, &w->r_z, k1 * nl, &w->r_l));
  PetscCall(PetscCalloc3(block, &w->ghost, block, &w->unit, block, &w->row_unit));
  PetscCall(PetscCalloc4(k1, &w->layout.row_z, k1, &w->layout.col_z, k1, &w->layout.row_l, k1, &w->layout.col_l));
  PetscFunctionReturn(0);
}

PetscErrorCode window_destroy(Window *w)
{
  PetscFunctionBeginUser;
  PetscCall(newton_destroy(&w->newton));
  kernel_destroy(&w->kernel);
  time_element_destroy(&w->element);
  PetscCall(PetscFree3(w->z, w->lambda, w->x));
  PetscCall(PetscFree4(w->dz, w->zero, w->r_z, w->r_l));
  PetscCall(PetscFree3(w->ghost, w->unit, w->row_unit));
  PetscCall(PetscFree4(w->layout.row_z, w->layout.col_z, w->layout.row_l, w->layout.col_l));
  PetscCall(PetscFree3(w->row, w->col, w->entry_scale));
  PetscFunctionReturn(0);
}

static PetscErrorCode window_create_newton(Window *w)
{
  const NewtonEquations equations = {window_residual, window_jacobian, w, window_stop};
  const int             local     = w->e1 - w->e0;

  PetscFunctionBeginUser;
  layout_fill(w, 1);
  w->nelement        = kernel_entries(&w->kernel, &w->layout);
  w->nextra          = window_boundary_count(w);
  const int nentries = local * w->nelement + w->nextra;
  PetscCheck(
    (double)local * w->nelement + w->nextra < INT_MAX && (double)w->count * w->k * w->block < INT_MAX, w->comm,
    PETSC_ERR_ARG_OUTOFRANGE,
    "a window of %d elements has %.3g unknowns and %.3g matrix entries on a rank, more than 32-bit indices can count: "
    "use a smaller window or more ranks",
    w->count, (double)w->count * w->k * w->block, (double)local * w->nelement);
  PetscCall(PetscMalloc3(nentries, &w->row, nentries, &w->col, w->nelement, &w->entry_scale));
  places_fill(w);
  const int         late  = w->boundary && !w->boundary->strong ? boundary_count(w->boundary, AT_END) : 0;
  const NewtonSetup setup = {.comm           = w->comm,
                             .n              = w->n,
                             .nentries       = nentries,
                             .row            = w->row,
                             .col            = w->col,
                             .late_first     = late ? w->nl + boundary_count(w->boundary, AT_START) : 0,
                             .late_count     = late,
                             .plan           = {.head  = w->rank == 0 ? w->head : 0,
                                                .block = w->bubnov || w->boundary ? w->block : w->k * w->block,
                                                .seal  = !w->bubnov && !w->boundary},
                             .linear         = scheme_linear(w->problem),
                             .tolerance      = w->problem->solver.tolerance,
                             .max_iterations = w->problem->solver.max_iterations};
  PetscCall(newton_create(&setup, &equations, &w->newton));
  PetscFunctionReturn(0);
}

PetscErrorCode window_prepare(const Problem *problem, const System *system, const Boundary *boundary, MPI_Comm comm,
                              int first, int count, Window *w)
{
  const ProblemMethod *method  = &problem->method;
  const int            gauss   = scheme_gauss(problem, system);
  const bool           lobatto = method->nodes == NODES_LOBATTO;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(w, sizeof *w));
  w->problem  = problem;
  w->system   = system;
  w->boundary = boundary;
  w->comm     = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &w->rank));
  PetscCallMPI(MPI_Comm_size(comm, &w->size));
  mesh_create(&problem->time, &w->mesh);
  w->bubnov     = strcmp(method->scheme, "BG") == 0;
  w->continuous = w->bubnov && method->multipliers == MULTIPLIERS_CONTINUOUS;
  w->k          = method->degree;
  w->nz         = system->nz;
  w->nl         = system->nl;
  w->block      = w->nz + w->nl;
  w->first      = first;
  w->count      = count;
  w->e0         = (int)((long)count * w->rank / w->size);
  w->e1         = (int)((long)count * (w->rank + 1) / w->size);
  w->nodes      = (w->e1 - w->e0) * w->k + 1;
  w->head       = boundary ? w->nz : 0;
  w->n          = (w->nodes - 1) * w->block + (w->rank == 0 ? w->head : 0);
  PetscCheck(w->bubnov ? time_element_create_bg(w->k, gauss, lobatto, w->continuous, &w->element)
                       : time_element_create_mg(w->k, gauss, lobatto, &w->element),
             comm, PETSC_ERR_MEM, "out of memory");
  PetscCheck(kernel_create(system, &w->element, &w->kernel), comm, PETSC_ERR_MEM, "out of memory");
  PetscCall(window_allocate(w));
  window_scale(w);
  PetscFunctionReturn(0);
}

PetscErrorCode window_create(const Problem *problem, const System *system, const Boundary *boundary, MPI_Comm comm,
                             int first, int count, Window *w)
{
  PetscFunctionBeginUser;
  PetscCall(window_prepare(problem, system, boundary, comm, first, count, w));
  PetscCall(window_create_newton(w));
  PetscFunctionReturn(0);
}

PetscErrorCode window_solve(Window *w, bool search, NewtonStatus *status)
{
  PetscFunctionBeginUser;
  window_pack(w, w->x);
  w->newton.factored = false;
  PetscCall(newton_solve(&w->newton, search, w->x, status));
  window_unpack(w, w->x);
  PetscFunctionReturn(0);
}

/* The paper's matrix: plain unknowns; BG rows as integrated in dt, mG rows of z divided by h. */
PetscErrorCode window_condition(Window *w, double *condition, double *condition_paper)
{
  double *left, *right;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(w->n, &left, w->n, &right));
  for (int j = 0; w->rank == 0 && j < w->head; j++) {
    left[j]  = w->row_unit[j];
    right[j] = 1.0 / w->unit[j];
  }
  for (int i = 1; i < w->nodes; i++)
    for (int j = 0; j < w->block; j++) {
      const int at = window_local_block(w, i) + j;
      left[at]     = !w->bubnov && j < w->nz ? w->row_unit[j] / w->mesh.h : w->row_unit[j];
      right[at]    = 1.0 / w->unit[j];
    }
  PetscCall(newton_condition(&w->newton, NULL, NULL, condition));
  PetscCall(newton_condition(&w->newton, left, right, condition_paper));
  PetscCall(PetscFree2(left, right));
  PetscFunctionReturn(0);
}

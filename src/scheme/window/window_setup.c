/* Creation of a window: sizes, sparsity of its matrix, scales, memory. */
#include "base/vec.h"
#include "scheme/scheme.h"
#include "scheme/window/estimate.h"
#include "scheme/window/window.h"

#include <limits.h>

/* Natural units: h lambda has the unit of a momentum, value rows are divided by h (docs/explanation/numerics.md, Scaling); or none. */
static void window_scale(Window *w)
{
  const System *sys    = w->system;
  const double  h      = w->mesh.h;
  const double  action = sys->units.mass * sys->units.velocity * sys->units.length;
  const bool    none   = w->solver->scaling == SCALING_NONE;

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
  for (int a = 0; a < t->ntest; a++) w->layout.row_z[a] = window_block(w, window_test_node(w, e, a));
  for (int b = 0; b < t->nmult; b++)
    w->layout.row_l[b] = w->layout.col_l[b] = window_block(w, window_mult_node(w, e, b)) + w->nz;
}

/* Removes the entries of the first element in the rows and columns of a given z_0 and of the multiplier of node 0. */
static void pattern_drop(const Window *w, int *row, int *col)
{
  const TimeElement *t  = &w->element;
  const int          na = w->system->A.nnz, nt = w->system->T.nnz;
  int                n = 0;

  for (int a = 0; a < t->ntest; a++)
    for (int i = 0; i < t->ntrial; i++, n += na)
      if (window_test_node(w, 0, a) == 0 || i == 0)
        for (int p = n; p < n + na; p++) row[p] = col[p] = -1;
  for (int a = 0; a < t->ntest; a++)
    for (int b = 0; b < t->nmult; b++, n += nt)
      if (window_test_node(w, 0, a) == 0 || window_mult_node(w, 0, b) == 0)
        for (int p = n; p < n + nt; p++) row[p] = col[p] = -1;
  for (int b = 0; b < t->nmult; b++)
    for (int i = 0; i < t->ntrial; i++, n += nt)
      if (window_mult_node(w, 0, b) == 0 || i == 0)
        for (int p = n; p < n + nt; p++) row[p] = col[p] = -1;
}

/* Rows, columns and scales of all entries of the matrix. */
static PetscErrorCode pattern_fill(Window *w)
{
  const int local = w->e1 - w->e0, first = w->front + w->head;
  int      *one_row, *one_col;

  PetscFunctionBeginUser;
  for (int e = 0; e < local; e++) {
    int *row = w->row + e * w->nelement, *col = w->col + e * w->nelement;
    layout_fill(w, w->e0 + e);
    kernel_pattern(&w->kernel, &w->layout, row, col);
    if (w->e0 + e == 0 && !w->head) pattern_drop(w, row, col);
    if (w->boundary && w->boundary->strong && (w->e0 + e == 0 || w->e0 + e == w->count - 1))
      window_boundary_replace(w, w->nelement, row);
  }
  int at = local * w->nelement;
  at += window_tail_entries(w, w->row + at, w->col + at, NULL);
  if (w->boundary) window_boundary_pattern(w, w->row + at, w->col + at);
  /* scales of the second element, whose rows and columns all belong to nodes beyond 0, are those of every element */
  layout_fill(w, 1);
  PetscCall(PetscMalloc2(w->nelement, &one_row, w->nelement, &one_col));
  kernel_pattern(&w->kernel, &w->layout, one_row, one_col);
  for (int e = 0; e < w->nelement; e++)
    w->entry_scale[e] = w->unit[(one_col[e] - first) % w->block] / w->row_unit[(one_row[e] - first) % w->block];
  PetscCall(PetscFree2(one_row, one_col));
  PetscFunctionReturn(0);
}

/* Arrays of one evaluation of the system. */
static PetscErrorCode point_allocate(const Window *w, double t, SystemPoint *point)
{
  const size_t nz = (size_t)w->nz, nl = (size_t)w->nl, na = (size_t)w->system->A.nnz, nt = (size_t)w->system->T.nnz;

  PetscFunctionBeginUser;
  *point = (SystemPoint){.t = t};
  PetscCall(PetscCalloc3(nz, &point->rate, nl + 1, &point->theta, nl + 1, &point->theta_v));
  PetscCall(PetscCalloc3(na, &point->A, nt + 1, &point->T, nt + 1, &point->C));
  PetscFunctionReturn(0);
}

static PetscErrorCode point_free(SystemPoint *point)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree3(point->rate, point->theta, point->theta_v));
  PetscCall(PetscFree3(point->A, point->T, point->C));
  PetscFunctionReturn(0);
}

/* Arrays of the ends of the window, whose Theta and grad Theta are part of the equations with boundary conditions or a tail. */
static PetscErrorCode ends_allocate(Window *w)
{
  PetscFunctionBeginUser;
  if (w->boundary || w->tail) PetscCall(point_allocate(w, w->system->t0, &w->start));
  if (w->tail) PetscCall(point_allocate(w, w->system->t0, &w->finish));
  if (w->boundary) PetscCall(PetscCalloc1((size_t)w->boundary->nconditions + 1, &w->condition));
  PetscCall(
    PetscCalloc5(w->nz, &w->given, w->nz, &w->end, w->nl + 1, &w->kappa, w->nz, &w->first_node, w->nz, &w->defect));
  PetscFunctionReturn(0);
}

/* z[nodes][nz], lambda[nodes][nl], x[n] of this rank, and arrays of one element. */
static PetscErrorCode window_allocate(Window *w)
{
  const size_t nodes = (size_t)w->nodes, nz = (size_t)w->nz, nl = (size_t)w->nl + 1, k1 = (size_t)w->k + 1;
  const size_t block = (size_t)w->block;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc3(nodes * nz, &w->z, nodes * nl, &w->lambda, w->n, &w->x));
  PetscCall(PetscCalloc2((size_t)(w->e1 - w->e0 + 1) * (size_t)w->system->ntwists + 1, &w->twist,
                         2 * (size_t)w->size * (size_t)w->system->ntwists + 1, &w->twist_ends));
  PetscCall(PetscCalloc4(k1 * nz, &w->dz, block, &w->zero, k1 * nz, &w->r_z, k1 * nl, &w->r_l));
  PetscCall(PetscCalloc4(block, &w->ghost, block, &w->received, block, &w->unit, block, &w->row_unit));
  PetscCall(PetscCalloc4(k1, &w->layout.row_z, k1, &w->layout.col_z, k1, &w->layout.row_l, k1, &w->layout.col_l));
  PetscFunctionReturn(0);
}

PetscErrorCode window_destroy(Window *w)
{
  PetscFunctionBeginUser;
  PetscCall(newton_destroy(&w->newton));
  kernel_destroy(&w->kernel);
  time_element_destroy(&w->element);
  mesh_destroy(&w->mesh);
  PetscCall(PetscFree3(w->z, w->lambda, w->x));
  PetscCall(PetscFree2(w->twist, w->twist_ends));
  PetscCall(PetscFree5(w->given, w->end, w->kappa, w->first_node, w->defect));
  PetscCall(PetscFree4(w->dz, w->zero, w->r_z, w->r_l));
  PetscCall(PetscFree4(w->ghost, w->received, w->unit, w->row_unit));
  PetscCall(PetscFree4(w->layout.row_z, w->layout.col_z, w->layout.row_l, w->layout.col_l));
  PetscCall(PetscFree3(w->row, w->col, w->entry_scale));
  PetscCall(point_free(&w->start));
  PetscCall(point_free(&w->finish));
  PetscCall(PetscFree(w->condition));
  PetscCall(elimination_order_destroy(&w->order));
  PetscFunctionReturn(0);
}

/* The matrix of mG with a given start is block lower bidiagonal, one block per element. */
bool window_in_sequence(const Problem *problem, const System *system)
{
  const bool bubnov = problem->method.scheme->galerkin == GALERKIN_BUBNOV;

  return !bubnov && !problem->boundary.given && !system->servo && system->ngroups > 2 &&
         (double)problem->method.degree * (system->nz + system->nl) > LINEAR_DENSE_MOST;
}

/* The Newton system. Conditions at the end are ordered after all other rows. */
static PetscErrorCode window_create_newton(Window *w)
{
  const NewtonEquations equations = window_equations(w);
  const int             local     = w->e1 - w->e0;

  PetscFunctionBeginUser;
  layout_fill(w, 1);
  w->nelement        = kernel_entries(&w->kernel, &w->layout);
  w->nextra          = window_boundary_count(w) + window_tail_entries(w, NULL, NULL, NULL);
  const int nentries = local * w->nelement + w->nextra;
  PetscCall(PetscMalloc3(nentries, &w->row, nentries, &w->col, w->nelement, &w->entry_scale));
  PetscCall(pattern_fill(w));
  ChainPlan chain = {0};
  if (!w->boundary && window_in_sequence(w->problem, w->system)) {
    PetscCall(elimination_order_create(w->system, w->k, &w->order));
    chain = (ChainPlan){.size = w->k * w->block, .position = w->order.position, .plan = w->order.plan};
  }
  const int         late  = w->boundary && !w->boundary->strong ? boundary_count(w->boundary, AT_END) : 0;
  const FrontPlan   plan  = {.head         = w->rank == 0 ? w->front + w->head : 0,
                             .block        = w->bubnov || w->boundary ? w->block : w->k * w->block,
                             .period       = w->k * w->block,
                             .local_pivots = !w->bubnov && !w->boundary};
  const NewtonSetup setup = {.linear         = {.comm       = w->comm,
                                                .n          = w->n,
                                                .nentries   = nentries,
                                                .row        = w->row,
                                                .col        = w->col,
                                                .late_first = late ? w->nl + boundary_count(w->boundary, AT_START) : 0,
                                                .late_count = late,
                                                .plan       = plan,
                                                .chain      = chain,
                                                .kind       = w->solver->linear},
                             .tolerance      = w->solver->tolerance,
                             .max_iterations = w->solver->max_iterations};
  PetscCall(newton_create(&setup, &equations, &w->newton));
  PetscFunctionReturn(0);
}

/* The elements are shared evenly; a rank has its nodes except the first, and the first rank the unknown start (head) of boundary
 * values. */
PetscErrorCode window_prepare(const ProblemSolver *solver, const Problem *problem, const System *system,
                              const Boundary *boundary, MPI_Comm comm, int first, int count, Window *w)
{
  const ProblemMethod *method = &problem->method;
  const int            gauss  = scheme_gauss(problem, system);

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(w, sizeof *w));
  w->problem  = problem;
  w->solver   = solver;
  w->system   = system;
  w->boundary = boundary;
  w->comm     = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &w->rank));
  PetscCallMPI(MPI_Comm_size(comm, &w->size));
  PetscCheck(mesh_create(&problem->time, &w->mesh), comm, PETSC_ERR_MEM, "out of memory");
  w->bubnov     = method->scheme->galerkin == GALERKIN_BUBNOV;
  w->continuous = w->bubnov && method->multipliers == MULTIPLIERS_CONTINUOUS;
  w->weak       = w->bubnov && method->start == START_WEAK;
  w->cyclic     = w->weak && !boundary && scheme_window(problem, w->mesh.n) < w->mesh.n;
  w->k          = method->degree;
  w->nz         = system->nz;
  w->nl         = system->nl;
  w->block      = w->nz + w->nl;
  Estimate estimate;
  estimate_size(problem, system, count, w->size, &estimate);
  PetscCheck(estimate.unknowns * w->size < INT_MAX && estimate.entries < INT_MAX, comm, PETSC_ERR_ARG_OUTOFRANGE,
             "a window of %d elements has %.3g unknowns and %.3g matrix entries on a rank, more than 32-bit indices "
             "can count: use a smaller window or more ranks",
             count, estimate.unknowns * w->size, estimate.entries);
  w->first = first;
  w->count = count;
  w->e0    = mesh_share(count, w->rank, w->size);
  w->e1    = mesh_share(count, w->rank + 1, w->size);
  w->nodes = (w->e1 - w->e0) * w->k + 1;
  w->head  = !boundary && !w->weak ? 0 : w->continuous ? w->block : w->nz;
  w->front = boundary && w->weak ? w->nz : 0;
  w->tail  = w->front || w->cyclic ? w->block : 0;
  w->n = (w->nodes - 1) * w->block + (w->rank == 0 ? w->front + w->head : 0) + (w->rank == w->size - 1 ? w->tail : 0);
  PetscCheck(scheme_element(problem, gauss, &w->element), comm, PETSC_ERR_MEM, "out of memory");
  PetscCheck(kernel_create(system, &w->element, &w->kernel), comm, PETSC_ERR_MEM, "out of memory");
  PetscCall(window_allocate(w));
  PetscCall(ends_allocate(w));
  window_scale(w);
  PetscFunctionReturn(0);
}

PetscErrorCode window_create_with(const ProblemSolver *solver, const Problem *problem, const System *system,
                                  const Boundary *boundary, MPI_Comm comm, int first, int count, Window *w)
{
  PetscFunctionBeginUser;
  PetscCall(window_prepare(solver, problem, system, boundary, comm, first, count, w));
  PetscCall(window_create_newton(w));
  PetscFunctionReturn(0);
}

PetscErrorCode window_create(const Problem *problem, const System *system, const Boundary *boundary, MPI_Comm comm,
                             int first, int count, Window *w)
{
  PetscFunctionBeginUser;
  PetscCall(window_create_with(&problem->solver, problem, system, boundary, comm, first, count, w));
  PetscFunctionReturn(0);
}

/* Compressed rows row[size + 1], col[n] of the matrix of one element in the order of elimination, from n entries at
 * (row_of, col_of); negative ones are dropped. */
static void rows_compress(const EliminationOrder *order, int size, int n, const int *row_of, const int *col_of,
                          int *row, int *col)
{
  for (int i = 0; i <= size; i++) row[i] = 0;
  for (int e = 0; e < n; e++)
    if (row_of[e] >= 0) row[order->position[row_of[e]] + 1]++;
  for (int i = 0; i < size; i++) row[i + 1] += row[i];
  for (int e = 0; e < n; e++)
    if (row_of[e] >= 0) col[row[order->position[row_of[e]]]++] = order->position[col_of[e]];
  for (int i = size; i > 0; i--) row[i] = row[i - 1];
  row[0] = 0;
}

/* Prepares a window of one element and estimates the fronts of its diagonal block. */
PetscErrorCode window_element_bytes(const Problem *problem, const System *system, double *bytes)
{
  Window w;
  int   *row_of, *col_of, *row, *col;

  PetscFunctionBeginUser;
  PetscCall(window_prepare(&problem->solver, problem, system, NULL, PETSC_COMM_SELF, 0, 1, &w));
  PetscCall(elimination_order_create(system, w.k, &w.order));
  layout_fill(&w, 0);
  const int n = kernel_entries(&w.kernel, &w.layout), size = w.k * w.block;
  PetscCall(PetscMalloc4(n, &row_of, n, &col_of, size + 1, &row, n, &col));
  kernel_pattern(&w.kernel, &w.layout, row_of, col_of);
  pattern_drop(&w, row_of, col_of);
  rows_compress(&w.order, size, n, row_of, col_of, row, col);
  const bool ok = linear_front_bytes(size, row, col, &w.order.plan, bytes);
  PetscCall(PetscFree4(row_of, col_of, row, col));
  PetscCall(window_destroy(&w));
  PetscCheck(ok, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscFunctionReturn(0);
}

/* Residual and Jacobian of a window: sums over its elements, exchange of shared nodes between ranks. */
#include "scheme/window/window.h"

#include "base/vec.h"
#include "scheme/window/message_tags.h"

int window_block(const Window *w, int node)
{
  return w->front + (node == 0 ? 0 : w->head + (node - 1) * w->block);
}

int window_test_node(const Window *w, int e, int a)
{
  return e * w->k + (w->bubnov ? a : a + 1);
}

int window_mult_node(const Window *w, int e, int b)
{
  return e * w->k + (w->continuous ? b : b + 1);
}

double window_node_time(const Window *w, int i)
{
  const int    e = w->first + w->e0 + i / w->k, inside = i % w->k;
  const double t = mesh_time(&w->mesh, e);

  return inside == 0 ? t : t + mesh_step(&w->mesh, e) * w->element.node[inside];
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

int window_local_block(const Window *w, int i)
{
  return window_block(w, w->e0 * w->k + i) - window_offset(w);
}

/* Divides by the units of the unknowns, block by block. */
void window_pack(const Window *w, double *x)
{
  if (w->rank == 0)
    for (int j = 0; j < w->head; j++) x[w->front + j] = (j < w->nz ? w->z[j] : w->lambda[j - w->nz]) / w->unit[j];
  for (int i = 1; i < w->nodes; i++) {
    double       *xi     = x + window_local_block(w, i);
    const double *lambda = block_lambda(w, i);
    for (int j = 0; j < w->nz; j++) xi[j] = w->z[i * w->nz + j] / w->unit[j];
    for (int j = 0; j < w->nl; j++) xi[w->nz + j] = lambda[j] / w->unit[w->nz + j];
  }
  window_tail_pack(w, x);
}

/* Sends the values of the last node to the next rank, whose first node it is. */
static void window_exchange(Window *w)
{
  const int next   = w->rank + 1 < w->size ? w->rank + 1 : MPI_PROC_NULL,
            before = w->rank > 0 ? w->rank - 1 : MPI_PROC_NULL;

  if (w->size == 1) return;
  MPI_Sendrecv(w->z + (w->nodes - 1) * w->nz, w->nz, MPI_DOUBLE, next, TAG_NODE_STATE, w->z, w->nz, MPI_DOUBLE, before,
               TAG_NODE_STATE, w->comm, MPI_STATUS_IGNORE);
  if (w->continuous)
    MPI_Sendrecv(w->lambda + (w->nodes - 1) * w->nl, w->nl, MPI_DOUBLE, next, TAG_NODE_MULTIPLIERS, w->lambda, w->nl,
                 MPI_DOUBLE, before, TAG_NODE_MULTIPLIERS, w->comm, MPI_STATUS_IGNORE);
}

void window_unpack(Window *w, const double *x)
{
  if (w->rank == 0)
    for (int j = 0; j < w->head; j++) *(j < w->nz ? &w->z[j] : &w->lambda[j - w->nz]) = x[w->front + j] * w->unit[j];
  for (int i = 1; i < w->nodes; i++) {
    const double *xi     = x + window_local_block(w, i);
    double       *lambda = block_lambda(w, i);
    for (int j = 0; j < w->nz; j++) w->z[i * w->nz + j] = xi[j] * w->unit[j];
    for (int j = 0; j < w->nl; j++) lambda[j] = xi[w->nz + j] * w->unit[w->nz + j];
  }
  window_exchange(w);
  window_tail_unpack(w, x);
  window_twist(w);
}

/* Increments z_I - z_1 of element e from nodal values (docs/explanation/theory.md, Increments and rounding). */
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
                          .mult  = window_lambda(w, e, 0),
                          .twist = w->twist + e * w->system->ntwists};
  return state;
}

/* Residual rows of local node i: own rows of the rank, or the ghost of the shared node. */
static double *residual_block(const Window *w, int i, double *r)
{
  return i == 0 && w->rank > 0 ? w->ghost : r + window_local_block(w, i);
}

/* Whether a node is the given start, which has no unknowns and no equations. */
static bool at_start(const Window *w, int node)
{
  return node == 0 && w->rank == 0 && !w->head;
}

bool window_is_last(const Window *w)
{
  return w->rank == w->size - 1;
}

/* Adds the residual of the local element e; skips the rows of a given z_0 and of its multiplier. */
static void element_add(Window *w, int e, double *r)
{
  ElementState state;

  kernel_residual(&w->kernel, window_element(w, e, &state), w->r_z, w->r_l);
  for (int a = 0; a < w->element.ntest; a++) {
    const int node = window_test_node(w, e, a);
    if (!at_start(w, node)) vec_add(w->nz, 1.0, w->r_z + a * w->nz, residual_block(w, node, r));
  }
  for (int b = 0; b < w->element.nmult; b++) {
    const int node = window_mult_node(w, e, b);
    if (!at_start(w, node)) vec_add(w->nl, 1.0, w->r_l + b * w->nl, residual_block(w, node, r) + w->nz);
  }
}

/* Adds the rows that the next rank computed for the last node of this rank. */
static void ghost_return(Window *w, double *r)
{
  const int next   = w->rank + 1 < w->size ? w->rank + 1 : MPI_PROC_NULL,
            before = w->rank > 0 ? w->rank - 1 : MPI_PROC_NULL;

  if (w->size == 1 || !w->bubnov) return;
  vec_zero(w->block, w->received);
  MPI_Sendrecv(w->ghost, w->block, MPI_DOUBLE, before, TAG_NODE_ROWS, w->received, w->block, MPI_DOUBLE, next,
               TAG_NODE_ROWS, w->comm, MPI_STATUS_IGNORE);
  vec_add(w->block, 1.0, w->received, r + window_local_block(w, w->nodes - 1));
}

/* r = sum over elements of their rows in natural units; the rows of the first node go to the rank before. */
void window_residual(Window *w, const double *x, double *r)
{
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
    for (int j = 0; j < w->head; j++) r[w->front + j] /= w->row_unit[j];
  window_tail_residual(w, r);
  if (w->boundary) window_boundary_residual(w, r);
}

/* Newton's method asks between iterations whether the observer wants to stop. */
static bool window_stop(void *context)
{
  const Window *w = context;

  if (w->observer && w->observer->iterated) {
    const SolveProgress progress = {1, 1, newton_iteration(&w->newton), w->newton.previous, w->newton.tolerance};
    w->observer->iterated(w->observer->context, &progress);
  }
  return w->observer && w->observer->stop && w->observer->stop(w->observer->context);
}

/* Scaled entries of all elements of this rank, then those of the conditions at the ends. */
static void equations_jacobian(void *context, const double *x, double *value)
{
  Window      *w = context;
  ElementState state;

  window_unpack(w, x);
  for (int e = 0; e < w->e1 - w->e0; e++, value += w->nelement) {
    kernel_jacobian(&w->kernel, &w->layout, window_element(w, e, &state), value);
    for (int i = 0; i < w->nelement; i++) value[i] *= w->entry_scale[i];
  }
  value += window_tail_entries(w, NULL, NULL, value);
  if (w->boundary) window_boundary_values(w, value);
}

static void equations_residual(void *context, const double *x, double *r)
{
  window_residual(context, x, r);
}

NewtonEquations window_equations(Window *w)
{
  return (NewtonEquations){equations_residual, equations_jacobian, w, window_stop};
}

PetscErrorCode window_solve(Window *w, NewtonStatus *status)
{
  PetscFunctionBeginUser;
  window_tail_guess(w);
  window_pack(w, w->x);
  w->newton.factored = false;
  PetscCall(newton_solve(&w->newton, NEWTON_SEARCH, w->x, status));
  window_unpack(w, w->x);
  PetscFunctionReturn(0);
}

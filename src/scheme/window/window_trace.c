/* BG with a weak start: the start in the rows of node 0, the tail with an end state on the constraints, traces as the result.
 *
 *   trace at node n:          z^_n = z_n - int_left N_n (z' - h rate) dxi, over the element that ends there
 *   d = z_0 - z^_0,           z^_0 = z_n + J grad Theta(z_n)^T kappa (cyclic), given, or unknown (boundary values)
 *   rows of node 0:           int N_0 (z' - h rate) + d = 0
 *   rows of the last node:    int N_N (z' - h rate) - U d = 0,        U = -(-1)^{k n} (cyclic), otherwise 0
 *   tail:                     z_E = z_N - U d + sigma J grad Theta(z_E)^T kappa,  Theta(z_E) = 0,   sigma = -U (cyclic), otherwise 1
 *
 * A single window of initial values has no tail: its traces are projected afterwards. Boundary values prescribe z^_0 and z_E. Windows that
 * follow one another are cyclic: then the step from z_n to z_E is symmetric, and its energy does not drift (docs/explanation/theory.md,
 * Weak start and traces). */
#include "base/vec.h"
#include "scheme/window/message_tags.h"
#include "scheme/window/window.h"
#include "start/projection.h"

#include <math.h>

/* The factors U and sigma. */
static double window_cycle(const Window *w)
{
  return !w->cyclic ? 0.0 : (w->k * w->count) % 2 ? 1.0 : -1.0;
}

static double window_sigma(const Window *w)
{
  return w->cyclic ? -window_cycle(w) : 1.0;
}

/* Whether this rank has the tail. */
static bool tail_here(const Window *w)
{
  return w->tail && window_is_last(w);
}

/* Unit of kappa_r, and of Theta_r in the tail. */
static double kappa_unit(const Window *w, int r)
{
  return w->solver->scaling == SCALING_NONE ? 1.0 : w->unit[w->nz + r] * w->mesh.h;
}

static double tail_row_unit(const Window *w, int r)
{
  return w->solver->scaling == SCALING_NONE ? 1.0 : w->system->scale_theta[r];
}

void window_tail_guess(Window *w)
{
  if (!w->tail) return;
  vec_copy(w->nz, w->z + (w->nodes - 1) * w->nz, w->end);
  vec_zero(w->nl, w->kappa);
  if (w->front) vec_copy(w->nz, w->z, w->given);
}

void window_tail_pack(const Window *w, double *x)
{
  double *tail = x + w->n - w->tail;

  for (int j = 0; w->rank == 0 && j < w->front; j++) x[j] = w->given[j] / w->unit[j];
  if (!tail_here(w)) return;
  for (int j = 0; j < w->nz; j++) tail[j] = w->end[j] / w->unit[j];
  for (int r = 0; r < w->nl; r++) tail[w->nz + r] = w->kappa[r] / kappa_unit(w, r);
}

void window_tail_unpack(Window *w, const double *x)
{
  const double *tail = x + w->n - w->tail;

  if (!w->tail) return;
  for (int j = 0; w->rank == 0 && j < w->front; j++) w->given[j] = x[j] * w->unit[j];
  for (int j = 0; tail_here(w) && j < w->nz; j++) w->end[j] = tail[j] * w->unit[j];
  for (int r = 0; tail_here(w) && r < w->nl; r++) w->kappa[r] = tail[w->nz + r] * kappa_unit(w, r);
  if (w->rank == 0) vec_copy(w->nz, w->z, w->first_node);
  if (w->size == 1) return;
  MPI_Bcast(w->kappa, w->nl, MPI_DOUBLE, w->size - 1, w->comm);
  MPI_Bcast(w->first_node, w->nz, MPI_DOUBLE, 0, w->comm);
}

/* grad Theta at z and, with lambda, the rate and its derivatives, at the time of local node i. */
static void end_evaluate(Window *w, int i, const double *z, const double *lambda, bool matrices, SystemPoint *at)
{
  SystemPoint point = *at;

  point.t = window_node_time(w, i);
  if (!matrices) point.A = NULL;
  system_evaluate(w->system, z, w->zero, lambda, &w->kernel.work, &point);
}

/* y[nz] += factor J grad Theta^T kappa: the change of the rate by kappa. */
static void push_add(Window *w, double factor, int i, const double *z, SystemPoint *at, double *y)
{
  end_evaluate(w, i, z, w->kappa, false, at);
  vec_add(w->nz, factor, at->rate, y);
  end_evaluate(w, i, z, w->zero, false, at);
  vec_add(w->nz, -factor, at->rate, y);
}

/* d = z_0 - z^_0 */
static void start_defect(Window *w, double *d)
{
  vec_copy(w->nz, w->tail ? w->first_node : w->z, d);
  vec_add(w->nz, -1.0, w->given, d);
  if (w->cyclic) push_add(w, -1.0, 0, w->given, &w->start, d);
}

void window_tail_residual(Window *w, double *r)
{
  double *d = w->defect, *tail = r + w->n - w->tail;

  if (!w->weak) return;
  start_defect(w, d);
  for (int j = 0; w->rank == 0 && j < w->nz; j++) r[w->front + j] += d[j] / w->row_unit[j];
  if (!tail_here(w)) return;
  const double  U    = window_cycle(w);
  const double *last = w->z + (w->nodes - 1) * w->nz;
  double       *row  = r + window_local_block(w, w->nodes - 1);
  for (int j = 0; j < w->nz; j++) {
    row[j] -= U * d[j] / w->row_unit[j];
    tail[j] = w->end[j] - last[j] + U * d[j];
  }
  push_add(w, -window_sigma(w), w->nodes - 1, w->end, &w->finish, tail);
  for (int j = 0; j < w->nz; j++) tail[j] /= w->row_unit[j];
  for (int i = 0; i < w->nl; i++) tail[w->nz + i] = w->finish.theta[i] / tail_row_unit(w, i);
}

/* A list of entries; unused arrays are NULL. */
typedef struct {
  int     n;
  int    *row, *col;
  double *value;
} Entries;

static void entry_add(Entries *entries, int row, int col, double value)
{
  if (entries->row) entries->row[entries->n] = row;
  if (entries->col) entries->col[entries->n] = col;
  if (entries->value) entries->value[entries->n] = value;
  entries->n++;
}

/* factor times the identity, in units */
static void identity_add(const Window *w, double factor, int row, int col, Entries *entries)
{
  for (int j = 0; j < w->nz; j++) entry_add(entries, row + j, col + j, factor * w->unit[j] / w->row_unit[j]);
}

/* factor J grad Theta^T in the columns of kappa, in units */
static void push_entries(const Window *w, double factor, const double *T, int row, int col, Entries *entries)
{
  const Pattern *P = &w->system->T;

  for (int r = 0; r < P->nrows; r++)
    for (int e = P->row[r]; e < P->row[r + 1]; e++) {
      const int to = w->kernel.partner[P->col[e]];
      entry_add(entries, row + to, col + r,
                factor * w->kernel.sign[P->col[e]] * T[e] * kappa_unit(w, r) / w->row_unit[to]);
    }
}

/* grad Theta(z_E), and -sigma d(J grad Theta^T kappa)/dz_E from A with and without kappa. */
static void end_entries(Window *w, int tail, Entries *entries)
{
  const Pattern *A = &w->system->A, *T = &w->system->T;
  const double   sigma = window_sigma(w);

  for (int pass = 0; pass < 2; pass++) {
    if (entries->value) end_evaluate(w, w->nodes - 1, w->end, pass ? w->zero : w->kappa, true, &w->finish);
    for (int r = 0; r < A->nrows; r++)
      for (int e = A->row[r]; e < A->row[r + 1]; e++)
        entry_add(entries, tail + r, tail + A->col[e],
                  (pass ? sigma : -sigma) * w->finish.A[e] * w->unit[A->col[e]] / w->row_unit[r]);
  }
  for (int r = 0; r < T->nrows; r++)
    for (int e = T->row[r]; e < T->row[r + 1]; e++)
      entry_add(entries, tail + w->nz + r, tail + T->col[e], w->finish.T[e] * w->unit[T->col[e]] / tail_row_unit(w, r));
  push_entries(w, -sigma, w->finish.T, tail, tail + w->nz, entries);
}

int window_tail_entries(Window *w, int *row, int *col, double *value)
{
  const int    last = window_block(w, w->count * w->k), tail = last + w->block, node0 = window_block(w, 0);
  const double U       = window_cycle(w);
  Entries      entries = {.row = row, .col = col, .value = value};

  if (!w->weak) return 0;
  if (w->cyclic && value) end_evaluate(w, 0, w->given, w->zero, true, &w->start);
  if (w->rank == 0) {
    identity_add(w, 1.0, node0, node0, &entries);
    if (w->front) identity_add(w, -1.0, node0, 0, &entries);
    if (w->cyclic) push_entries(w, -1.0, w->start.T, node0, tail + w->nz, &entries);
  }
  if (!tail_here(w)) return entries.n;
  identity_add(w, 1.0, tail, tail, &entries);
  identity_add(w, -1.0, tail, last, &entries);
  end_entries(w, tail, &entries);
  if (!w->cyclic) return entries.n;
  identity_add(w, -U, last, node0, &entries);
  push_entries(w, U, w->start.T, last, tail + w->nz, &entries);
  identity_add(w, U, tail, node0, &entries);
  push_entries(w, -U, w->start.T, tail, tail + w->nz, &entries);
  return entries.n;
}

void window_tail_units(const Window *w, double *unit, double *row_unit)
{
  const int tail = w->n - w->tail;

  for (int j = 0; w->rank == 0 && j < w->front; j++) unit[j] = row_unit[j] = w->unit[j];
  if (!tail_here(w)) return;
  for (int j = 0; j < w->nz; j++) {
    unit[tail + j]     = w->unit[j];
    row_unit[tail + j] = w->row_unit[j];
  }
  for (int r = 0; r < w->nl; r++) {
    unit[tail + w->nz + r]     = kappa_unit(w, r);
    row_unit[tail + w->nz + r] = tail_row_unit(w, r);
  }
}

/* d depends on the given start by -1, and in cyclic windows by the change of grad Theta^T kappa with it. */
void window_given_transpose(Window *w, const double *y, double *g)
{
  const Pattern *A     = &w->system->A;
  const double  *first = y + window_local_block(w, 0), *last = y + window_local_block(w, w->nodes - 1);
  const double   U = window_cycle(w);
  double        *v = w->defect;

  for (int j = 0; j < w->nz; j++)
    v[j] = (first[j] - (w->cyclic ? U * (last[j] - last[w->block + j]) : 0.0)) / w->row_unit[j];
  vec_add(w->nz, -1.0, v, g);
  for (int pass = 0; w->cyclic && pass < 2; pass++) {
    end_evaluate(w, 0, w->given, pass ? w->zero : w->kappa, true, &w->start);
    for (int r = 0; r < A->nrows; r++)
      for (int e = A->row[r]; e < A->row[r + 1]; e++) g[A->col[e]] -= (pass ? -1.0 : 1.0) * w->start.A[e] * v[r];
  }
}

/* --- traces */

void window_trace(Window *w, int e, double *trace)
{
  const int    last = (e + 1) * w->k;
  ElementState state;

  kernel_residual(&w->kernel, window_element(w, e, &state), w->r_z, w->r_l);
  vec_copy(w->nz, w->z + last * w->nz, trace);
  vec_add(w->nz, -1.0, w->r_z + w->k * w->nz, trace);
}

/* Moves the interior nodes of the local element e with its ends, linearly in time. */
static void interior_move(const Window *w, int e, double *shown)
{
  const int     first = e * w->k;
  const double *z = w->z + first * w->nz, *end = z + w->k * w->nz;
  double       *s = shown + first * w->nz, *s_end = s + w->k * w->nz;

  for (int i = 1; i < w->k; i++)
    for (int j = 0; j < w->nz; j++)
      s[i * w->nz + j] =
        z[i * w->nz + j] + (1.0 - w->element.node[i]) * (s[j] - z[j]) + w->element.node[i] * (s_end[j] - end[j]);
}

/* Each rank projects the ends of its elements; the first node of a rank is the last one of the rank before. */
PetscErrorCode window_traces(Window *w, double *shown, double *failed)
{
  const int next    = w->rank + 1 < w->size ? w->rank + 1 : MPI_PROC_NULL,
            before  = w->rank > 0 ? w->rank - 1 : MPI_PROC_NULL;
  bool       solved = true;
  Projection projection;

  PetscFunctionBeginUser;
  *failed = INFINITY;
  PetscCall(projection_create(w->system, &projection));
  vec_copy(w->nz, w->given, shown);
  for (int e = 0; e < w->e1 - w->e0; e++) {
    double *trace = shown + (e + 1) * w->k * w->nz;
    if (w->tail && window_is_last(w) && e == w->e1 - w->e0 - 1) {
      vec_copy(w->nz, w->end, trace);
      continue;
    }
    window_trace(w, e, trace);
    PetscCall(projection_apply(&projection, window_node_time(w, (e + 1) * w->k), trace, &solved));
    if (!solved && *failed == INFINITY) *failed = window_node_time(w, (e + 1) * w->k);
  }
  PetscCall(projection_destroy(&projection));
  PetscCallMPI(MPI_Sendrecv(shown + (w->nodes - 1) * w->nz, w->nz, MPI_DOUBLE, next, TAG_TRACE, shown, w->nz,
                            MPI_DOUBLE, before, TAG_TRACE, w->comm, MPI_STATUS_IGNORE));
  for (int e = 0; e < w->e1 - w->e0; e++) interior_move(w, e, shown);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, failed, 1, MPI_DOUBLE, MPI_MIN, w->comm));
  PetscFunctionReturn(0);
}

/* From the shown values back to traces, and from these to nodes and multipliers. */
#include "adjoint/trace_gradient.h"

#include "base/vec.h"
#include "start/projection.h"

/* y[n] -= g[nz] in the unknowns of local node i */
static void node_add(const Window *w, const double *g, int i, double *y)
{
  double *block = y + window_local_block(w, i);

  for (int j = 0; j < w->nz; j++) block[j] -= g[j] * w->unit[j];
}

/* Interior node i of an element moves by z_i + (1 - xi) (s_0 - z_0) + xi (s_k - z_k): its F_s goes to both ends and to the nodes. */
static void interior_pull(const Window *w, int e, double *g, double *y)
{
  const int first = e * w->k, last = first + w->k;

  for (int i = 1; i < w->k; i++) {
    double *own = g + (first + i) * w->nz;
    node_add(w, own, first + i, y);
    for (int end = 0; end < 2; end++) {
      const double share = end ? w->element.node[i] : 1.0 - w->element.node[i];
      const int    node  = end ? last : first;
      double      *block = y + window_local_block(w, node);
      vec_add(w->nz, share, own, g + node * w->nz);
      for (int j = 0; j < w->nz; j++) block[j] += share * own[j] * w->unit[j];
    }
  }
}

/* Unit of unknown i of the nodes and multipliers. */
static double unit_of(const Window *w, int i)
{
  const int at = i - w->front;

  return w->unit[at < w->head ? at : (at - w->head) % w->block];
}

/* y[n] += (dr_n/dx)^T q in scaled unknowns, q[nz]: the row of the last test function of the local element e. */
static PetscErrorCode row_transpose(Window *w, int e, const double *q, double *y)
{
  const TimeElement *t = &w->element;
  ElementState       state;
  Layout             l;
  double            *value;
  int               *row, *col;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc4(t->ntest, &l.row_z, t->ntrial, &l.col_z, t->nmult, &l.row_l, t->nmult, &l.col_l));
  for (int a = 0; a < t->ntest; a++) l.row_z[a] = a == t->ntest - 1 ? 0 : -1;
  for (int i = 0; i < t->ntrial; i++) l.col_z[i] = window_local_block(w, e * w->k + i);
  for (int b = 0; b < t->nmult; b++) {
    l.row_l[b] = -1;
    l.col_l[b] = window_local_block(w, window_mult_node(w, e, b)) + w->nz;
  }
  const int n = kernel_entries(&w->kernel, &l);
  PetscCall(PetscMalloc3(n, &row, n, &col, n, &value));
  kernel_pattern(&w->kernel, &l, row, col);
  kernel_jacobian(&w->kernel, &l, window_element(w, e, &state), value);
  for (int i = 0; i < n; i++) y[col[i]] += value[i] * q[row[i]] * unit_of(w, col[i]);
  PetscCall(PetscFree3(row, col, value));
  PetscCall(PetscFree4(l.row_z, l.col_z, l.row_l, l.col_l));
  PetscFunctionReturn(0);
}

/* q = P_z^T F_s at the trace of the local element e, then -F_x = -q + (dr_n/dx)^T q. */
static PetscErrorCode trace_pull(Window *w, Projection *projection, int e, const double *g, double *y, double *q,
                                 bool *solved)
{
  const int last = (e + 1) * w->k;
  double   *trace;

  PetscFunctionBeginUser;
  vec_copy(w->nz, g + last * w->nz, q);
  if (vec_max(w->nz, q) == 0.0) PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(w->nz, &trace));
  window_trace(w, e, trace);
  PetscCall(projection_transpose(projection, window_node_time(w, last), trace, q, solved));
  PetscCall(PetscFree(trace));
  node_add(w, q, last, y);
  PetscCall(row_transpose(w, e, q, y));
  PetscFunctionReturn(0);
}

PetscErrorCode trace_gradient(Window *w, double *g, double *y, double *rows, bool *solved)
{
  const int  traces = w->count - (w->tail ? 1 : 0);
  Projection projection;

  PetscFunctionBeginUser;
  *solved = true;
  PetscCall(projection_create(w->system, &projection));
  for (int e = 0; e < w->count; e++) interior_pull(w, e, g, y);
  for (int e = 0; e < traces; e++) PetscCall(trace_pull(w, &projection, e, g, y, rows + e * w->nz, solved));
  for (int j = 0; j < w->nz; j++) {
    if (w->front) y[j] -= g[j] * w->unit[j];
    if (w->tail) y[w->n - w->tail + j] -= g[w->count * w->k * w->nz + j] * w->unit[j];
  }
  PetscCall(projection_destroy(&projection));
  PetscFunctionReturn(0);
}

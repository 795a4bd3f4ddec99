/* Boundary values in a window: their residual, and their entries of the matrix, which follow those of the elements. */
#include "base/vec.h"
#include "scheme/window/message_tags.h"
#include "scheme/window/window.h"
#include "time/lagrange.h"

/* Whether this rank owns an end of the interval. */
static bool end_here(const Window *w, int at)
{
  return at == AT_START ? w->rank == 0 : window_is_last(w);
}

/* Extrapolates the multiplier at an end node from the other nodes of its element: weights c[k] of local nodes first .. first + k - 1.
 * Returns first. */
static int follow_weights(const Window *w, int at, double c[NODES_MOST])
{
  const bool start = at == AT_START;

  lagrange(w->k, w->element.mult_node + (start ? 1 : 0), start ? 0.0 : 1.0, c, NULL);
  return start ? 1 : w->nodes - 1 - w->k;
}

/* The states at the ends: nodes, or with a weak start the start z^_0 and the end state of the tail. */
static const double *state_at(const Window *w, int at)
{
  if (at == AT_START) return w->weak ? w->given : w->z;
  return w->weak ? w->end : w->z + (w->nodes - 1) * w->nz;
}

/* Evaluates Theta at the start into w->start, and grad Theta with `gradient`. */
static void start_evaluate(Window *w, bool gradient)
{
  SystemPoint point = w->start;

  if (!gradient) point.A = point.T = point.C = NULL;
  system_evaluate(w->system, state_at(w, AT_START), w->zero, w->zero, &w->kernel.work, &point);
}

/* Theta and the conditions at the start, in the first rows. */
static void residual_conditions(Window *w, double *r)
{
  const Boundary *b = w->boundary;
  double          gradient[BODY_NZ], *value = w->condition;
  const int       starts = boundary_count(b, AT_START), ends = b->nconditions - starts;

  for (int i = 0; i < b->nconditions; i++) {
    value[i] = end_here(w, b->conditions[i].at)
                 ? condition_value(w->system, &b->conditions[i], state_at(w, b->conditions[i].at), gradient) /
                     b->conditions[i].unit
                 : 0.0;
  }
  if (w->size > 1 && window_is_last(w)) MPI_Send(value + starts, ends, MPI_DOUBLE, 0, TAG_END_CONDITIONS, w->comm);
  if (w->rank > 0) return;
  if (w->size > 1)
    MPI_Recv(value + starts, ends, MPI_DOUBLE, w->size - 1, TAG_END_CONDITIONS, w->comm, MPI_STATUS_IGNORE);
  start_evaluate(w, false);
  for (int j = 0; j < w->nl; j++) r[j] = w->start.theta[j] / w->system->scale_theta[j];
  vec_copy(b->nconditions, value, r + w->nl);
}

/* BG: z - value in the rows of the equations that fixed entries replace. */
static void residual_fixed(Window *w, double *r)
{
  for (int i = 0; i < w->boundary->nfixed; i++) {
    const Fixed *f    = &w->boundary->fixed[i];
    const int    node = f->at == AT_START ? 0 : w->nodes - 1;
    if (end_here(w, f->at))
      r[window_local_block(w, node) + f->row] = (w->z[node * w->nz + f->col] - f->value) / w->unit[f->col];
  }
}

/* BG with continuous multipliers: lambda at an end node minus its extrapolation from the other nodes of the element. */
static void residual_follow(Window *w, double *r)
{
  double c[NODES_MOST];

  for (int i = 0; i < w->boundary->nfollow; i++) {
    const Follow *f    = &w->boundary->follow[i];
    const int     node = f->at == AT_START ? 0 : w->nodes - 1;
    if (!end_here(w, f->at)) continue;
    const int first = follow_weights(w, f->at, c);
    double    rest  = w->lambda[node * w->nl + f->row];
    for (int j = 0; j < w->k; j++) rest -= c[j] * w->lambda[(first + j) * w->nl + f->row];
    r[window_local_block(w, node) + w->nz + f->row] = rest / w->unit[w->nz + f->row];
  }
}

/* Rows and columns of the entries of Theta at the start and of the conditions, or their values; unused pointers are NULL. */
static void extra_conditions(Window *w, int *row, int *col, double *value)
{
  const Boundary *b    = w->boundary;
  const Pattern  *T    = &w->system->T;
  const int       last = window_block(w, w->count * w->k + (w->tail ? 1 : 0));
  double          gradient[BODY_NZ];
  int             n = 0;

  for (int r = 0; w->rank == 0 && r < T->nrows; r++)
    for (int e = T->row[r]; e < T->row[r + 1]; e++, n++) {
      if (row) row[n] = r;
      if (col) col[n] = T->col[e];
      if (value) value[n] = w->start.T[e] * w->unit[T->col[e]] / w->system->scale_theta[r];
    }
  for (int i = 0; i < b->nconditions; i++) {
    const EndCondition *c     = &b->conditions[i];
    const int           start = w->system->start[c->body], nz = w->system->bodies[c->body].nz;
    if (!end_here(w, c->at)) continue;
    if (value) condition_value(w->system, c, state_at(w, c->at), gradient);
    for (int j = 0; j < nz; j++) {
      if (!(c->touches & 1u << j)) continue;
      if (row) row[n] = w->nl + i;
      if (col) col[n] = (c->at == AT_START ? 0 : last) + start + j;
      if (value) value[n] = gradient[j] * w->unit[start + j] / c->unit;
      n++;
    }
  }
}

/* BG: the same for fixed entries and for multipliers at end nodes. */
static void extra_fixed(const Window *w, int *row, int *col, double *value)
{
  const int last = window_block(w, w->count * w->k);
  int       n    = 0;

  for (int i = 0; i < w->boundary->nfixed; i++) {
    const Fixed *f = &w->boundary->fixed[i];
    if (!end_here(w, f->at)) continue;
    const int at = f->at == AT_START ? 0 : last;
    if (value) value[n] = 1.0;
    if (row) row[n] = at + f->row;
    if (col) col[n] = at + f->col;
    n++;
  }
  for (int i = 0; i < w->boundary->nfollow; i++) {
    const Follow *f  = &w->boundary->follow[i];
    const int     at = f->at == AT_START ? 0 : w->count * w->k;
    double        c[NODES_MOST];
    if (!end_here(w, f->at)) continue;
    const int first = follow_weights(w, f->at, c) + w->e0 * w->k;
    for (int j = -1; j < w->k; j++, n++) {
      if (value) value[n] = j < 0 ? 1.0 : -c[j];
      if (row) row[n] = window_block(w, at) + w->nz + f->row;
      if (col) col[n] = window_block(w, j < 0 ? at : first + j) + w->nz + f->row;
    }
  }
}

/* One entry per fixed value, one per touched entry of a condition, k + 1 per extrapolated multiplier, and grad Theta(z_0) for
 * mG. */
int window_boundary_count(const Window *w)
{
  const Boundary *b = w->boundary;
  int             n = 0;

  if (!b) return 0;
  for (int i = 0; i < b->nfixed; i++) n += end_here(w, b->fixed[i].at);
  for (int i = 0; i < b->nconditions; i++)
    for (unsigned rest = end_here(w, b->conditions[i].at) ? b->conditions[i].touches : 0; rest; rest &= rest - 1) n++;
  for (int i = 0; i < b->nfollow; i++) n += end_here(w, b->follow[i].at) ? w->k + 1 : 0;
  if (!b->strong && w->rank == 0) n += w->system->T.nnz;
  return n;
}

/* Only rows of the first and of the last node can be replaced. */
void window_boundary_replace(const Window *w, int n, int *row)
{
  const int last = window_block(w, w->count * w->k);

  for (int e = 0; e < n; e++)
    for (int i = 0; i < w->boundary->nfixed; i++) {
      const Fixed *f = &w->boundary->fixed[i];
      if (row[e] == (f->at == AT_START ? 0 : last) + f->row) {
        row[e] = -1;
        break;
      }
    }
  for (int e = 0; e < n; e++)
    for (int i = 0; i < w->boundary->nfollow; i++) {
      const Follow *f = &w->boundary->follow[i];
      if (row[e] == (f->at == AT_START ? 0 : last) + w->nz + f->row) row[e] = -1;
    }
}

void window_boundary_residual(Window *w, double *r)
{
  if (w->boundary->strong) {
    residual_fixed(w, r);
    residual_follow(w, r);
  } else residual_conditions(w, r);
}

void window_boundary_pattern(Window *w, int *row, int *col)
{
  if (w->boundary->strong) extra_fixed(w, row, col, NULL);
  else extra_conditions(w, row, col, NULL);
}

void window_boundary_values(Window *w, double *value)
{
  if (w->boundary->strong) {
    extra_fixed(w, NULL, NULL, value);
    return;
  }
  if (w->rank == 0) start_evaluate(w, true);
  extra_conditions(w, NULL, NULL, value);
}

/* A fixed entry has the unit of its unknown, a followed multiplier that of the multiplier, a condition its own. */
void window_boundary_units(const Window *w, double *unit)
{
  const Boundary *b = w->boundary;

  for (int i = 0; i < b->nfixed; i++) {
    const Fixed *f = &b->fixed[i];
    if (end_here(w, f->at))
      unit[window_local_block(w, f->at == AT_START ? 0 : w->nodes - 1) + f->row] = w->unit[f->col];
  }
  for (int i = 0; i < b->nfollow; i++) {
    const Follow *f = &b->follow[i];
    if (end_here(w, f->at))
      unit[window_local_block(w, f->at == AT_START ? 0 : w->nodes - 1) + w->nz + f->row] = w->unit[w->nz + f->row];
  }
  if (b->strong || w->rank > 0) return;
  for (int j = 0; j < w->nl; j++) unit[j] = w->system->scale_theta[j];
  for (int i = 0; i < b->nconditions; i++) unit[w->nl + i] = b->conditions[i].unit;
}

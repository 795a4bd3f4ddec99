/* Boundary values in a window: the rows of their residual, and their entries of the matrix after those of the elements. */
#include "base/vec.h"
#include "scheme/window.h"

/* mG with boundary conditions: Theta(z_0), then the conditions, in the rows of z_0. */
static void residual_conditions(Window *w, double *r)
{
  const Boundary *b   = w->boundary;
  const double   *end = w->z + (w->nodes - 1) * w->nz;
  double          gradient[BODY_NZ], *value = w->r_z; /* scratch: nconditions <= nz */
  const int       starts = boundary_count(b, AT_START), ends = b->nconditions - starts;

  for (int i = 0; i < b->nconditions; i++) {
    const bool here = b->conditions[i].at == AT_START ? w->rank == 0 : window_is_last(w);
    value[i] =
      here ? condition_value(w->system, &b->conditions[i], i < starts ? w->z : end, gradient) / b->conditions[i].unit
           : 0.0;
  }
  if (w->size > 1 && window_is_last(w)) MPI_Send(value + starts, ends, MPI_DOUBLE, 0, 3, w->comm);
  if (w->rank > 0) return;
  if (w->size > 1) MPI_Recv(value + starts, ends, MPI_DOUBLE, w->size - 1, 3, w->comm, MPI_STATUS_IGNORE);
  SystemPoint point = {
    .t = w->system->t0, .rate = w->kernel.rate, .theta = w->kernel.theta, .theta_v = w->kernel.theta_v};
  system_evaluate(w->system, w->z, w->zero, w->kernel.lambda, &w->kernel.work, &point);
  for (int j = 0; j < w->nl; j++) r[j] = point.theta[j] / w->system->scale_theta[j];
  vec_copy(b->nconditions, value, r + w->nl);
}

/* BG with boundary conditions: fixed entries in place of the equations that they drop. */
static void residual_fixed(Window *w, double *r)
{
  for (int i = 0; i < w->boundary->nfixed; i++) {
    const Fixed *f    = &w->boundary->fixed[i];
    const int    node = f->at == AT_START ? 0 : w->nodes - 1;
    if (f->at == AT_START ? w->rank == 0 : window_is_last(w))
      r[window_local_block(w, node) + f->row] = (w->z[node * w->nz + f->col] - f->value) / w->unit[f->col];
  }
}

/* Entries of the boundary conditions, after those of the elements: their places, or their values; the others are NULL. */
static void extra_conditions(Window *w, int *row, int *col, double *value)
{
  const Boundary *b    = w->boundary;
  const Pattern  *T    = &w->system->T;
  const int       last = window_block(w, w->count * w->k);
  double          gradient[BODY_NZ];
  int             n = 0;

  for (int r = 0; w->rank == 0 && r < T->nrows; r++)
    for (int e = T->row[r]; e < T->row[r + 1]; e++, n++) {
      if (row) row[n] = r;
      if (col) col[n] = T->col[e];
      if (value) value[n] = w->kernel.T[e] * w->unit[T->col[e]] / w->system->scale_theta[r];
    }
  for (int i = 0; i < b->nconditions; i++) {
    const EndCondition *c     = &b->conditions[i];
    const int           start = w->system->start[c->body], nz = w->system->bodies[c->body].nz;
    if (c->at == AT_START ? w->rank > 0 : !window_is_last(w)) continue;
    if (value) condition_value(w->system, c, c->at == AT_START ? w->z : w->z + (w->nodes - 1) * w->nz, gradient);
    for (int j = 0; j < nz; j++, n++) {
      if (row) row[n] = w->nl + i;
      if (col) col[n] = (c->at == AT_START ? 0 : last) + start + j;
      if (value) value[n] = gradient[j] * w->unit[start + j] / c->unit;
    }
  }
}

static void extra_fixed(const Window *w, int *row, int *col, double *value)
{
  const int last = window_block(w, w->count * w->k);
  int       n    = 0;

  for (int i = 0; i < w->boundary->nfixed; i++) {
    const Fixed *f = &w->boundary->fixed[i];
    if (f->at == AT_START ? w->rank > 0 : !window_is_last(w)) continue;
    const int at = f->at == AT_START ? 0 : last;
    if (value) value[n] = 1.0;
    else {
      row[n] = at + f->row;
      col[n] = at + f->col;
    }
    n++;
  }
}

/* Number of entries of the boundary conditions on this rank. */
int window_boundary_count(const Window *w)
{
  const Boundary *b = w->boundary;
  int             n = 0;

  if (!b) return 0;
  for (int i = 0; i < b->nfixed; i++) n += b->fixed[i].at == AT_START ? w->rank == 0 : window_is_last(w);
  for (int i = 0; i < b->nconditions; i++)
    if (b->conditions[i].at == AT_START ? w->rank == 0 : window_is_last(w))
      n += w->system->bodies[b->conditions[i].body].nz;
  if (!b->strong && w->rank == 0) n += w->system->T.nnz;
  return n;
}

/* grad Theta at z_0, into the kernel's scratch. */
static void start_gradient(Window *w)
{
  SystemPoint point = {.t       = w->system->t0,
                       .rate    = w->kernel.rate,
                       .theta   = w->kernel.theta,
                       .theta_v = w->kernel.theta_v,
                       .A       = w->kernel.A,
                       .T       = w->kernel.T,
                       .C       = w->kernel.C};
  vec_zero(w->nl, w->kernel.lambda);
  system_evaluate(w->system, w->z, w->zero, w->kernel.lambda, &w->kernel.work, &point);
}

/* Equations that fixed entries replace. */
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
}

void window_boundary_residual(Window *w, double *r)
{
  if (w->boundary->strong) residual_fixed(w, r);
  else residual_conditions(w, r);
}

void window_boundary_places(Window *w, int *row, int *col)
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
  if (w->rank == 0) start_gradient(w);
  extra_conditions(w, NULL, NULL, value);
}

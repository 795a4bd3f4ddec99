/* Derivatives of mean gradients of energies in one node of the element, for Newton's method.
 *
 *   y'_j = Y(x_j) dx_j,   E_g = 1/w_g sum_q W_q l_g(xi_q) E_y(y~_q),   y~_q = y_1 + sum_j a_qj y'_j,   w_g = Y(x_g)^T E_g
 *
 * with the rule q of the evaluation. Y is linear in x or constant, so its derivative along a column is Y of that column. */
#include "base/vec.h"
#include "galerkin/mean_energy.h"

enum { SIZE = ENERGY_SIZE, COLUMNS = SIZE * BODY_NZ };

/* to[n][cols] += M[n][nx] from[nx][cols], rows of `from` and `to` 24 apart. */
static void columns_add(int n, int nx, int cols, const double *M, const double *from, double *to)
{
  for (int i = 0; i < n; i++)
    for (int x = 0; x < nx; x++)
      if (M[i * nx + x] != 0.0) vec_add(cols, M[i * nx + x], from + x * BODY_NZ, to + i * BODY_NZ);
}

/* drates: y' = Y(x) dx changes by Y(dx) X + Y(x) dX. */
static void rates_linearize(MeanEnergy *m, const MeanTerm *t, int cols)
{
  const int n = t->shape.size, nx = t->shape.nx;
  double    Y[SIZE * SIZE];

  for (int g = 0; g < m->element->ngauss; g++) {
    double *to = m->drates + g * COLUMNS;
    vec_zero(COLUMNS, to);
    columns_add(n, nx, cols, m->Y + g * n * nx, m->dcolumns + g * COLUMNS, to);
    if (t->ops->linear) continue;
    t->ops->gradient(t->owner, t->term, m->dx + g * SIZE, Y);
    columns_add(n, nx, cols, Y, m->columns + g * COLUMNS, to);
  }
}

/* dmean: E_g changes by 1/w_g sum_q W_q l_g E_yy (dy_1 + sum_j a_qj dy'_j); start[n][cols] = dy_1. */
static void means_linearize(MeanEnergy *m, const MeanTerm *t, int cols, const double *start)
{
  const TimeElement *e = m->element;
  const MeanRule    *r = t->rule;
  const int          s = e->ngauss, n = t->shape.size;
  double             y[SIZE], E_y[SIZE], E_yy[SIZE * SIZE], dy[COLUMNS], dE[COLUMNS], near = t->near;

  t->ops->value(t->owner, t->term, t->y1, &near, E_y, NULL);
  vec_zero(s * COLUMNS, m->dmean);
  for (int q = 0; q < r->n; q++) {
    mean_term_scalars(m, t, r->integral + q * s, y);
    t->ops->value(t->owner, t->term, y, &near, E_y, E_yy);
    vec_copy(n * BODY_NZ, start, dy);
    for (int j = 0; j < s; j++) vec_add(n * BODY_NZ, r->integral[q * s + j], m->drates + j * COLUMNS, dy);
    vec_zero(n * BODY_NZ, dE);
    columns_add(n, n, cols, E_yy, dy, dE);
    for (int g = 0; g < s; g++)
      vec_add(n * BODY_NZ, r->weight[q] * r->basis[q * s + g] / e->weight[g], dE, m->dmean + g * COLUMNS);
  }
}

/* dw: w = Y(x)^T E changes by Y(x)^T dE + Y(X)^T E. */
static void weights_linearize(MeanEnergy *m, const MeanTerm *t, int cols)
{
  const int n = t->shape.size, nx = t->shape.nx;
  double    Y[SIZE * SIZE], x[SIZE], w[SIZE];

  for (int g = 0; g < m->element->ngauss; g++) {
    const double *own = m->Y + g * n * nx;
    double       *to  = m->dw + g * COLUMNS;
    for (int i = 0; i < n; i++)
      for (int a = 0; a < nx; a++)
        if (own[i * nx + a] != 0.0)
          vec_add(cols, own[i * nx + a], m->dmean + g * COLUMNS + i * BODY_NZ, to + a * BODY_NZ);
    for (int j = 0; j < cols && !t->ops->linear; j++) {
      for (int a = 0; a < nx; a++) x[a] = m->columns[g * COLUMNS + a * BODY_NZ + j];
      if (vec_max(nx, x) == 0.0) continue;
      t->ops->gradient(t->owner, t->term, x, Y);
      vec_zero(nx, w);
      for (int i = 0; i < n; i++) vec_add(nx, m->mean[g * n + i], Y + i * nx, w);
      for (int a = 0; a < nx; a++) to[a * BODY_NZ + j] += w[a];
    }
  }
}

/* dw[s][nx][cols] of one owner, along `columns` and `dcolumns`. */
static void energy_linearize(MeanEnergy *m, const EnergyOps *ops, const void *owner, const double *x1, double near,
                             int cols)
{
  const int s = m->element->ngauss;
  MeanTerm  t = mean_term(ops, owner, near);
  double    Y[SIZE * SIZE], start[COLUMNS];

  vec_zero(s * COLUMNS, m->dw);
  for (t.term = 0; t.term < t.shape.terms; t.term++) {
    mean_term_evaluate(m, x1, &t);
    ops->gradient(owner, t.term, x1, Y);
    vec_zero(COLUMNS, start);
    columns_add(t.shape.size, t.shape.nx, cols, Y, m->columns + s * COLUMNS, start);
    rates_linearize(m, &t, cols);
    means_linearize(m, &t, cols, start);
    weights_linearize(m, &t, cols);
  }
}

/* Columns of the coordinates of one side in the frames of both. */
static void side_columns(MeanEnergy *m, const MeanNode *node, int b, int side)
{
  const int s = m->element->ngauss, nb = m->system->nbodies, nz = m->system->bodies[b].nz;

  vec_zero((s + 1) * COLUMNS, m->columns);
  vec_zero(s * COLUMNS, m->dcolumns);
  for (int i = 0; i < FRAME_F; i++) {
    const int to = (side * FRAME_F + i) * BODY_NZ;
    for (int g = 0; g < s; g++) {
      const int from = (g * nb + b) * BLOCK + i * nz;
      vec_copy(nz, node->frame + from, m->columns + g * COLUMNS + to);
      vec_copy(nz, node->rate + from, m->dcolumns + g * COLUMNS + to);
    }
    if (node->first) vec_copy(nz, node->start_F + b * BLOCK + i * nz, m->columns + s * COLUMNS + to);
  }
}

/* A += J push_a^T dw_a in the columns of side b, for both sides a. */
static void sides_add(MeanEnergy *m, const MeanNode *node, int l, int side, double *A)
{
  const System *sys  = m->system;
  const Load   *load = &sys->loads[l];
  const int     cols = sys->bodies[load->body[side]].nz;
  double        K[BLOCK];

  for (int a = 0; a < 2; a++) {
    const int b = load->body[a];
    if (b == GROUND || (a != side && !load->couples)) continue;
    const int nz = sys->bodies[b].nz;
    for (int g = 0; g < m->element->ngauss; g++) {
      const double *push = node->push + (g * sys->nbodies + b) * BLOCK;
      const double *dw   = m->dw + g * COLUMNS + a * FRAME_F * BODY_NZ;
      vec_zero(nz * cols, K);
      for (int i = 0; i < FRAME_F; i++)
        for (int r = 0; r < nz; r++)
          if (push[i * nz + r] != 0.0) vec_add(cols, push[i * nz + r], dw + i * BODY_NZ, K + r * cols);
      if (a == side) system_add_own(sys, b, K, A + g * sys->A.nnz);
      else system_add_between(sys, l, a, K, A + g * sys->A.nnz);
    }
  }
}

/* Columns of the state of a body: value and slope times the identity. */
static void body_columns(MeanEnergy *m, const MeanNode *node, int nz)
{
  const int s = m->element->ngauss;

  vec_zero((s + 1) * COLUMNS, m->columns);
  vec_zero(s * COLUMNS, m->dcolumns);
  for (int i = 0; i < nz; i++) {
    const int at = i * BODY_NZ + i;
    for (int g = 0; g < s; g++) {
      m->columns[g * COLUMNS + at]  = node->value[g * node->stride];
      m->dcolumns[g * COLUMNS + at] = node->slope[g * node->stride];
    }
    m->columns[s * COLUMNS + at] = node->first ? 1.0 : 0.0;
  }
}

static void body_add(MeanEnergy *m, int b, double *A)
{
  const System *sys = m->system;
  const int     nz  = sys->bodies[b].nz;
  double        K[BLOCK];

  for (int g = 0; g < m->element->ngauss; g++) {
    for (int i = 0; i < nz; i++) vec_copy(nz, m->dw + g * COLUMNS + i * BODY_NZ, K + i * nz);
    system_add_own(sys, b, K, A + g * sys->A.nnz);
  }
}

void mean_energy_gradient(MeanEnergy *m, const MeanPath *path, const MeanNode *node, double *A)
{
  const System *sys = m->system;
  double        x1[SIZE];

  for (int l = 0; l < sys->nloads; l++) {
    const Load *load = &sys->loads[l];
    if (!load->energy) continue;
    mean_load_path(m, path, load, x1);
    for (int side = 0; side < 2; side++) {
      const int b = load->body[side];
      if (b == GROUND) continue;
      side_columns(m, node, b, side);
      energy_linearize(m, load->energy, load, x1, mean_load_near(path, load), sys->bodies[b].nz);
      sides_add(m, node, l, side, A);
    }
  }
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    if (!body->ops->energy) continue;
    mean_body_path(m, path, b);
    body_columns(m, node, body->nz);
    energy_linearize(m, body->ops->energy(body), body, path->z1 + sys->start[b], 0.0, body->nz);
    body_add(m, b, A);
  }
}

/* Hessian of the Lagrangian, element by element: pattern or values of its entries in a fixed order.
 *
 * The KKT matrix ((L_xx, R_x^T), (R_x, 0)) (Nocedal and Wright 2006, sect. 18.1) with unknowns ordered by time. */
#include "base/vec.h"
#include "optimal/kkt.h"
#include "system/symplectic.h"

typedef struct {
  const Kkt *kkt;
  int       *row, *col; /* NULL: not wanted, as value */
  double    *value;
  int        n;
  bool       again; /* add to the values of the same entries */
} Entries;

/* One entry, scaled by s_row s_col / unit of the cost; zero in rows and columns of control values at a bound. */
static void entry_one(Entries *o, int row, int col, double value)
{
  const Kkt *k = o->kkt;

  if (o->row) o->row[o->n] = row;
  if (o->col) o->col[o->n] = col;
  if (o->value) {
    const double scaled =
      k->active[row] || k->active[col] ? 0.0 : value * k->unit[row] * k->unit[col] / k->objective->unit;
    o->value[o->n] = o->again ? o->value[o->n] + scaled : scaled;
  }
  o->n++;
}

/* An entry and, off the diagonal, its mirror image. */
static void entry_add(Entries *o, int row, int col, double value)
{
  entry_one(o, row, col, value);
  if (row != col) entry_one(o, col, row, value);
}

/* The sums of local_add as entries between nodes i and j. */
static void entries_zz(Kkt *k, int e, Entries *o)
{
  const TimeElement *t  = &k->element;
  const int          nt = t->ntrial;

  for (int i = 0; i < nt; i++)
    for (int j = 0; j < nt; j++) {
      const double *sum = k->hessian + (i * nt + j) * k->nz * k->nz;
      for (int p = 0; p < k->npairs; p++) {
        const int r = k->pair[2 * p], c = k->pair[2 * p + 1];
        entry_one(o, kkt_z(k, e * k->k + i) + r, kkt_z(k, e * k->k + j) + c, o->value ? sum[r * k->nz + c] : 0.0);
      }
    }
}

/* hessian_ij += w_g (N_i N_j l_zz + (N_i N_j' + N_i' N_j) l_zv). */
static void local_add(Kkt *k, int g)
{
  const TimeElement *t  = &k->element;
  const int          nt = t->ntrial, nn = k->nz * k->nz;
  const double       w = t->weight[g], *N = t->trial + g * nt, *dN = t->slope + g * nt;

  for (int i = 0; i < nt; i++)
    for (int j = 0; j < nt; j++) {
      double *sum = k->hessian + (i * nt + j) * nn;
      vec_add(nn, w * N[i] * N[j], k->point.l_zz, sum);
      vec_add(nn, w * (N[i] * dN[j] + dN[i] * N[j]), k->point.l_zv, sum);
    }
}

/* Entries of Gauss point g between states, multipliers, controls, adjoints and tau: w_g N_i l_lambda,z and so on; d(y . R)/du = -h N~ B. */
static void entries_point(Kkt *k, int e, int g, Entries *o)
{
  const TimeElement *t = &k->element;
  const Pattern     *T = &k->system->T;
  const Point       *p = &k->point;
  const double       w = t->weight[g], h0 = mesh_step(&k->mesh, e);
  const int          tau = k->ntau ? kkt_tau(k, e) : 0;

  for (int i = 0; i < t->ntrial; i++) {
    const int    z = kkt_z(k, e * k->k + i);
    const double N = w * t->trial[g * t->ntrial + i];
    for (int b = 0; b < k->k; b++)
      for (int r = 0; r < k->nl; r++)
        for (int n = T->row[r]; n < T->row[r + 1]; n++)
          entry_add(o, kkt_lambda(k, e, b) + r, z + T->col[n], N * t->mult[g * t->nmult + b] * p->l_lz[n]);
    for (int u = 0; u < k->nu; u++)
      for (int c = 0; c < k->input[u].n; c++)
        for (int j = 0; j < k->nz; j++)
          entry_add(o, kkt_u(k, u, e, c), z + j, N * k->U[(g * k->nu + u) * CELL_MOST + c] * p->l_uz[u * k->nz + j]);
    for (int j = 0; k->ntau && j < k->nz; j++) entry_add(o, tau, z + j, N * h0 * p->l_zh[j]);
  }
  for (int u = 0; u < k->nu; u++)
    for (int c = 0; c < k->input[u].n; c++) {
      const double U = w * k->U[(g * k->nu + u) * CELL_MOST + c];
      for (int a = 0; a < k->k; a++)
        for (int j = 0; j < k->nz; j++)
          entry_add(o, kkt_y(k, e, a) + j, kkt_u(k, u, e, c),
                    -U * t->test[g * t->ntest + a] * p->h * p->B[u * k->nz + j]);
      if (k->ntau) entry_add(o, tau, kkt_u(k, u, e, c), U * h0 * p->l_uh[u]);
    }
  for (int b = 0; k->ntau && b < k->k; b++) {
    for (int r = 0; r < k->nl; r++)
      entry_add(o, tau, kkt_lambda(k, e, b) + r, w * t->mult[g * t->nmult + b] * h0 * p->l_lh[r]);
    for (int j = 0; j < k->nz; j++)
      entry_add(o, tau, kkt_y(k, e, b) + j, -w * t->test[g * t->ntest + b] * h0 * p->rate[j]);
  }
}

/* R_z and R_lambda from the kernel, as entries between adjoints and unknowns. */
static void entries_rows(Kkt *k, int e, const ElementState *state, Entries *o)
{
  for (int a = 0; a < k->k; a++) {
    k->layout.row_z[a] = kkt_y(k, e, a);
    k->layout.row_l[a] = kkt_m(k, e, a);
    k->layout.col_l[a] = kkt_lambda(k, e, a);
  }
  for (int i = 0; i <= k->k; i++) k->layout.col_z[i] = kkt_z(k, e * k->k + i);
  kernel_pattern(&k->kernel, &k->layout, k->row_R, k->col_R);
  if (o->value) kernel_jacobian(&k->kernel, &k->layout, state, k->value_R);
  for (int n = 0; n < k->nrows; n++) entry_add(o, k->row_R[n], k->col_R[n], k->value_R[n]);
}

/* All entries of element e; values of all Gauss points add up in the same entries. */
static void element_entries(Kkt *k, int e, Entries *o)
{
  const int    nt = k->element.ntrial;
  ElementState state;

  kkt_fetch(k, e, &state);
  entries_rows(k, e, &state, o);
  if (o->value) vec_zero(nt * nt * k->nz * k->nz, k->hessian);
  const int first = o->n;
  for (int g = 0; g < k->s; g++) {
    if (o->value) kkt_point(k, &state, g, true);
    if (o->value) local_add(k, g);
    o->n     = first;
    o->again = g > 0;
    entries_point(k, e, g, o);
  }
  o->again = false;
  entries_zz(k, e, o);
}

/* Second derivatives of the effort, and the rows of tau. A control value at its bound has a row of the identity, which keeps it there. */
static void cells_entries(Kkt *k, int e, Entries *o)
{
  for (int i = 0; i < k->nu; i++)
    for (int c = 0; kkt_cell_begins(k, i, e) && c < k->input[i].n; c++) {
      const int    at = kkt_u(k, i, e, c);
      const double f  = k->objective->effort[i] * kkt_cell_length(k, i, e) * k->input[i].weight[c];
      entry_add(o, at, at, kkt_tau_of(k, e) * f);
      if (o->value && k->active[at]) o->value[o->n - 1] = 1.0;
      if (k->ntau) entry_add(o, at, kkt_tau(k, e), f * (k->x[at] - k->centre[at]));
    }
  if (!k->ntau) return;
  entry_add(o, kkt_tau(k, e) + 1, kkt_tau(k, e), 1.0);
  entry_add(o, kkt_tau(k, e) + 1, kkt_tau(k, e - 1), -1.0);
}

/* The Hessian of one end as entries of its state z. */
static void pairs_entries(Kkt *k, int z, Entries *o)
{
  for (int p = 0; p < k->npairs; p++)
    entry_one(o, z + k->pair[2 * p], z + k->pair[2 * p + 1],
              o->value ? k->hessian[k->pair[2 * p] * k->nz + k->pair[2 * p + 1]] : 0.0);
}

/* Rows c_z of the conditions at one end; hessian += nu . c_zz. */
static void conditions_entries(Kkt *k, int at, int z, int first, Entries *o)
{
  const Boundary *b = k->boundary;

  for (int i = 0; b && i < b->nconditions; i++) {
    const int body = b->conditions[i].body, start = k->system->start[body];
    FrameForm form;
    if (b->conditions[i].at != at) continue;
    double *gradient = k->condition_z;
    vec_zero(k->nz, gradient);
    if (o->value) {
      form_condition(k->system, &b->conditions[i], k->x + z, &form);
      form_pull(k->system, &form, k->x + z, gradient, NULL);
      for (int c = 0; c < STACK; c++) form.g[c] *= k->x[first];
      for (int c = 0; c < STACK * STACK; c++) form.H[c] *= k->x[first];
      form_pull(k->system, &form, k->x + z, k->discard, k->hessian);
    }
    for (int j = 0; j < k->system->bodies[body].nz; j++) entry_add(o, first, z + start + j, gradient[start + j]);
    first++;
  }
}

/* Rows of the start: the identity of a given start, or grad Theta(z_0); hessian += nu . Theta_zz from A(nu) - A(0) = J (nu . Theta_zz). */
static void start_entries(Kkt *k, Entries *o)
{
  const System  *sys = k->system;
  const Pattern *T   = &sys->T;

  if (k->z0) {
    for (int j = 0; j < k->nz; j++) entry_add(o, kkt_start(k, j), j, 1.0);
    return;
  }
  if (o->value) kkt_start_theta(k, k->x + kkt_start(k, 0));
  if (o->value) {
    symplectic_add_hessian(sys, 1.0, k->point.A, k->hessian);
    kkt_start_theta(k, k->zero);
    symplectic_add_hessian(sys, -1.0, k->point.A, k->hessian);
  }
  for (int r = 0; r < k->nl; r++)
    for (int e = T->row[r]; e < T->row[r + 1]; e++) entry_add(o, kkt_start(k, r), T->col[e], k->point.T[e]);
}

/* Blocks of the elements of this rank in time order, then the ends, then the diagonal with the shift of kkt_sqp on the primal
 * unknowns. */
int kkt_entries(Kkt *k, int *row, int *col, double *value)
{
  Entries   o   = {.kkt = k, .row = row, .col = col, .value = value};
  const int end = kkt_z(k, k->ne * k->k);

  if (value) kkt_twist(k);
  for (int e = k->e0; e < k->e1; e++) {
    element_entries(k, e, &o);
    cells_entries(k, e, &o);
  }
  if (k->rank == 0) {
    vec_zero(k->nz * k->nz, k->hessian);
    start_entries(k, &o);
    conditions_entries(k, AT_START, 0, kkt_start(k, k->z0 ? k->nz : k->nl), &o);
    if (value) objective_end(k->objective, AT_START, k->x, k->discard, k->hessian, NULL);
    pairs_entries(k, 0, &o);
  }
  if (k->rank == k->size - 1) {
    vec_zero(k->nz * k->nz, k->hessian);
    conditions_entries(k, AT_END, end, k->offset[k->ne], &o);
    if (value) objective_end(k->objective, AT_END, k->x + end, k->discard, k->hessian, NULL);
    pairs_entries(k, end, &o);
  }
  /* solvers expect every diagonal entry, even if it is zero */
  for (int j = k->first; j < k->first + k->mine; j++) {
    entry_one(&o, j, j, 0.0);
    if (value && !k->is_row[j]) value[o.n - 1] = k->shift;
  }
  return o.n;
}

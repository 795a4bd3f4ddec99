/* Residual and Jacobian of one time element: sums over its Gauss points (May and Betsch 2025, eqs. 14 to 18, 24 to 27). */
#include "galerkin/kernel.h"

#include "base/processor.h"
#include "base/vec.h"
#include "system/symplectic.h"

#include <stdlib.h>

/* Positions of the diagonal entries of A, which are always part of its pattern. */
static void diagonal_fill(Kernel *k)
{
  const Pattern *A = &k->system->A;

  for (int i = 0; i < A->nrows; i++)
    for (int e = A->row[i]; e < A->row[i + 1]; e++)
      if (A->col[e] == i) k->diagonal[i] = e;
}

/* A, T, C, L hold the values of all s Gauss points, because every block sums over them with other weights. */
bool kernel_create(const System *system, const TimeElement *element, Kernel *k)
{
  const size_t nz = (size_t)system->nz, nl = (size_t)system->nl + 1, s = (size_t)element->ngauss;
  const size_t na = (size_t)system->A.nnz, nt = (size_t)system->T.nnz + 1;

  memset(k, 0, sizeof *k);
  k->system   = system;
  k->element  = element;
  k->z        = calloc(nz, sizeof(double));
  k->v        = calloc(nz, sizeof(double));
  k->lambda   = calloc(nl, sizeof(double));
  k->rate     = calloc(nz, sizeof(double));
  k->theta    = calloc(nl, sizeof(double));
  k->theta_v  = calloc(nl, sizeof(double));
  k->A        = calloc(s * na, sizeof(double));
  k->T        = calloc(s * nt, sizeof(double));
  k->C        = calloc(s * nt, sizeof(double));
  k->L        = system->servo ? calloc(s * nt, sizeof(double)) : NULL;
  k->partner  = calloc(nz, sizeof(int));
  k->sign     = calloc(nz, sizeof(double));
  k->diagonal = calloc(nz, sizeof(int));
  if ((element->integral && !collocation_create(system, element, &k->collocation)) ||
      !system_work_create(system, &k->work) || !k->z || !k->v || !k->lambda || !k->rate || !k->theta || !k->theta_v ||
      !k->A || !k->T || !k->C || (system->servo && !k->L) || !k->partner || !k->sign || !k->diagonal) {
    kernel_destroy(k);
    return false;
  }
  symplectic_pairs(system, k->partner, k->sign);
  diagonal_fill(k);
  return true;
}

void kernel_destroy(Kernel *k)
{
  double *const arrays[] = {k->z, k->v, k->lambda, k->rate, k->theta, k->theta_v, k->A, k->T, k->C, k->L, k->sign};

  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
  free(k->partner);
  free(k->diagonal);
  system_work_destroy(&k->work);
  collocation_destroy(&k->collocation);
  memset(k, 0, sizeof *k);
}

/* z = z_1 + sum N_I (z_I - z_1), v = z' = sum N'_I (z_I - z_1), lambda = sum M_b lambda_b at Gauss point g: May and Betsch (2025,
 * eqs. 20 to 23) in increments (docs/explanation/theory.md, Increments and rounding). */
static void kernel_interpolate(Kernel *k, int g, const ElementState *state)
{
  const TimeElement *e  = k->element;
  const int          nz = k->system->nz, nl = k->system->nl;

  vec_copy(nz, state->carry, k->z);
  vec_zero(nz, k->v);
  vec_zero(nl, k->lambda);
  for (int i = 1; i < e->ntrial; i++) {
    const double *increment = state->dz + (i - 1) * nz;
    vec_add(nz, e->trial[g * e->ntrial + i], increment, k->z);
    vec_add(nz, e->slope[g * e->ntrial + i], increment, k->v);
  }
  vec_add(nz, 1.0, state->z1, k->z);
  for (int b = 0; b < e->nmult; b++) vec_add(nl, e->mult[g * e->nmult + b], state->mult + b * nl, k->lambda);
}

/* Prepares the sums over Gauss points: collocated values of all of them, with z1 + carry at the start of the element. */
static void kernel_begin(Kernel *k, const ElementState *state)
{
  const int    nz = k->system->nz;
  Collocation *c  = &k->collocation;

  system_work_twist(k->system, state->twist, &k->work);
  if (!k->element->integral) return;
  for (int g = 0; g < k->element->ngauss; g++) {
    kernel_interpolate(k, g, state);
    vec_copy(nz, k->z, c->z + g * nz);
    vec_copy(nz, k->v, c->v + g * nz);
  }
  vec_copy(nz, state->z1, k->z);
  vec_add(nz, 1.0, state->carry, k->z);
  collocation_evaluate(c, k->z, state->twist);
}

/* Values of the controls at Gauss point g. */
static const double *point_input(const Kernel *k, int g, const ElementState *state)
{
  return state->u ? state->u + g * k->system->ninputs : NULL;
}

/* Evaluates the system at Gauss point g, with collocated values if the element has them. */
static void kernel_point(Kernel *k, int g, const ElementState *state, SystemPoint *point)
{
  kernel_interpolate(k, g, state);
  point->t = state->t + state->h * k->element->point[g];
  point->u = point_input(k, g, state);
  if (k->element->integral) {
    k->stage     = point->A ? collocation_node_point(&k->collocation, g) : collocation_point(&k->collocation, g);
    point->stage = &k->stage;
  }
  system_evaluate(k->system, k->z, k->v, k->lambda, &k->work, point);
}

const StagePoint *kernel_stage(Kernel *k, const ElementState *state, int g)
{
  kernel_begin(k, state);
  k->stage = collocation_point(&k->collocation, g);
  return &k->stage;
}

/* r_z = sum_g w_g N~_a (z' - h rate), r_l = sum_g w_g M_b theta_v, or h sum_g w_g M_b theta. */
void kernel_residual(Kernel *k, const ElementState *state, double *r_z, double *r_l)
{
  const TimeElement *e  = k->element;
  const int          nz = k->system->nz, nl = k->system->nl;
  const double       h     = state->h;
  SystemPoint        point = {.dt = h, .rate = k->rate, .theta = k->theta, .theta_v = k->theta_v};

  kernel_begin(k, state);
  vec_zero(e->ntest * nz, r_z);
  vec_zero(e->nmult * nl, r_l);
  for (int g = 0; g < e->ngauss; g++) {
    kernel_point(k, g, state, &point);
    vec_add(nz, -h, k->rate, k->v);
    for (int a = 0; a < e->ntest; a++) vec_add(nz, e->weight[g] * e->test[g * e->ntest + a], k->v, r_z + a * nz);
    for (int b = 0; b < e->nmult; b++) {
      const double w = e->weight[g] * e->mult[g * e->nmult + b];
      if (e->rate) vec_add(nl, w, k->theta_v, r_l + b * nl);
      else vec_add(nl, w * h, k->theta, r_l + b * nl);
    }
  }
}

/* work = sum_g w_g power, where power is that along z'. */
void kernel_work(Kernel *k, const ElementState *state, double work[2])
{
  const TimeElement *e     = k->element;
  SystemPoint        point = {.dt = state->h, .rate = k->rate, .theta = k->theta, .theta_v = k->theta_v};

  work[0] = work[1] = 0.0;
  if (!k->system->worked) return;
  kernel_begin(k, state);
  for (int g = 0; g < e->ngauss; g++) {
    kernel_point(k, g, state, &point);
    vec_add(2, e->weight[g], k->work.power, work);
  }
}

void kernel_twist(Kernel *k, const ElementState *state, double *twist)
{
  const System *sys = k->system;

  if (sys->ntwists == 0) return;
  system_work_twist(sys, state->twist, &k->work);
  for (int g = 0; g < k->element->ngauss; g++) {
    kernel_interpolate(k, g, state);
    system_twist(sys, k->z, k->work.twist);
  }
  for (int i = 0; i < sys->nz; i++)
    k->z[i] = state->z1[i] + (state->carry[i] + state->dz[(k->element->degree - 1) * sys->nz + i]);
  system_twist(sys, k->z, k->work.twist);
  vec_copy(sys->ntwists, k->work.twist, twist);
}

/* Entries of A for each pair (test function, node), of grad Theta for each pair (test function, multiplier) and (multiplier,
 * node). */
int kernel_entries(const Kernel *k, const Layout *layout)
{
  const TimeElement *e     = k->element;
  int                ntest = 0, ntrial = 0, nrow = 0, ncol = 0;

  for (int a = 0; a < e->ntest; a++) ntest += layout->row_z[a] >= 0;
  for (int i = 0; i < e->ntrial; i++) ntrial += layout->col_z[i] >= 0;
  for (int b = 0; b < e->nmult; b++) {
    nrow += layout->row_l[b] >= 0;
    ncol += layout->col_l[b] >= 0;
  }
  return ntest * ntrial * k->system->A.nnz + (ntest * ncol + nrow * ntrial) * k->system->T.nnz;
}

/* Order of the blocks: (a, I) of A, then (a, b) of grad Theta^T, then (b, I) of grad Theta. */
void kernel_pattern(const Kernel *k, const Layout *layout, int *row, int *col)
{
  const TimeElement *e = k->element;
  const Pattern     *A = &k->system->A, *T = &k->system->T;
  int                n = 0;

  for (int a = 0; a < e->ntest; a++)
    for (int i = 0; i < e->ntrial; i++) {
      if (layout->row_z[a] < 0 || layout->col_z[i] < 0) continue;
      for (int r = 0; r < A->nrows; r++)
        for (int p = A->row[r]; p < A->row[r + 1]; p++, n++) {
          row[n] = layout->row_z[a] + r;
          col[n] = layout->col_z[i] + A->col[p];
        }
    }
  for (int a = 0; a < e->ntest; a++)
    for (int b = 0; b < e->nmult; b++) {
      if (layout->row_z[a] < 0 || layout->col_l[b] < 0) continue;
      for (int r = 0; r < T->nrows; r++)
        for (int p = T->row[r]; p < T->row[r + 1]; p++, n++) {
          row[n] = layout->row_z[a] + k->partner[T->col[p]];
          col[n] = layout->col_l[b] + r;
        }
    }
  for (int b = 0; b < e->nmult; b++)
    for (int i = 0; i < e->ntrial; i++) {
      if (layout->row_l[b] < 0 || layout->col_z[i] < 0) continue;
      for (int r = 0; r < T->nrows; r++)
        for (int p = T->row[r]; p < T->row[r + 1]; p++, n++) {
          row[n] = layout->row_l[b] + r;
          col[n] = layout->col_z[i] + T->col[p];
        }
    }
}

/* to[n] = (add: +=) sum over m <= 4 points of c_g from[g][n]. Four points in one pass read and write `to` once. */
FOR_EVERY_PROCESSOR static void points_sum(int n, int m, const double *c, const double *restrict from, bool add,
                                           double *restrict to)
{
  const double *restrict f1 = from + n, *restrict f2 = from + 2 * n, *restrict f3 = from + 3 * n;

  if (!add) vec_zero(n, to);
  if (m == 1)
    for (int i = 0; i < n; i++) to[i] += c[0] * from[i];
  else if (m == 2)
    for (int i = 0; i < n; i++) to[i] += c[0] * from[i] + c[1] * f1[i];
  else if (m == 3)
    for (int i = 0; i < n; i++) to[i] += c[0] * from[i] + c[1] * f1[i] + c[2] * f2[i];
  else
    for (int i = 0; i < n; i++) to[i] += c[0] * from[i] + c[1] * f1[i] + c[2] * f2[i] + c[3] * f3[i];
}

/* to[n] = (add: +=) factor sum_g w_g a_g b_g from[g][n] with the functions a and b (NULL: 1) at the Gauss points. */
static void gauss_sum(const TimeElement *e, double factor, const double *a, int na, const double *b, int nb, int n,
                      const double *from, bool add, double *to)
{
  for (int g = 0; g < e->ngauss; g += 4) {
    const int m = e->ngauss - g < 4 ? e->ngauss - g : 4;
    double    c[4];
    for (int i = 0; i < m; i++) c[i] = factor * e->weight[g + i] * a[(g + i) * na] * (b ? b[(g + i) * nb] : 1.0);
    points_sum(n, m, c, from + g * n, add || g > 0, to);
  }
}

/* Shape function of node I at the Gauss points; derivatives of collocated values contain it. */
static const double *node_shape(const Kernel *k, int i)
{
  return k->element->integral ? NULL : k->element->trial + i;
}

/* Block (a, I) of z rows and z columns: int N~_a (N'_I 1 - h N_I A) dxi */
static void block_zz(const Kernel *k, double h, int a, int i, double *value)
{
  const TimeElement *e    = k->element;
  double             mass = 0.0;

  gauss_sum(e, -h, e->test + a, e->ntest, node_shape(k, i), e->ntrial, k->system->A.nnz, k->A, false, value);
  for (int g = 0; g < e->ngauss; g++) mass += e->weight[g] * e->test[g * e->ntest + a] * e->slope[g * e->ntrial + i];
  for (int r = 0; r < k->system->nz; r++) value[k->diagonal[r]] += mass;
}

/* Block (a, b) of z rows and lambda columns: -h int N~_a M_b J grad Theta^T dxi, with L^T for servo constraints. */
static void block_zl(const Kernel *k, double h, int a, int b, double *value)
{
  const TimeElement *e = k->element;
  const Pattern     *T = &k->system->T;

  gauss_sum(e, -h, e->test + a, e->ntest, e->mult + b, e->nmult, T->nnz, k->L ? k->L : k->T, false, value);
  for (int p = 0; p < T->nnz; p++) value[p] *= k->sign[T->col[p]];
}

/* Block (b, I) of lambda rows and z columns: int M_b (N_I C + N'_I grad Theta) dxi (rate) or h int M_b N_I grad Theta dxi (value). Of
 * collocated values, C contains both terms. */
static void block_lz(const Kernel *k, double h, int b, int i, double *value)
{
  const TimeElement *e   = k->element;
  const int          nnz = k->system->T.nnz;

  if (e->rate) {
    gauss_sum(e, 1.0, e->mult + b, e->nmult, node_shape(k, i), e->ntrial, nnz, k->C, false, value);
    if (!e->integral) gauss_sum(e, 1.0, e->mult + b, e->nmult, e->slope + i, e->ntrial, nnz, k->T, true, value);
  } else gauss_sum(e, h, e->mult + b, e->nmult, e->trial + i, e->ntrial, nnz, k->T, false, value);
}

/* A, grad Theta and C at all Gauss points; of collocated values, A and C in node I. */
static void points_fill(Kernel *k, int i, const ElementState *state)
{
  const int nnz = k->system->A.nnz, nt = k->system->T.nnz;

  if (k->element->integral) collocation_node(&k->collocation, i);
  for (int g = 0; g < k->element->ngauss; g++) {
    SystemPoint point = {.dt      = state->h,
                         .rate    = k->rate,
                         .theta   = k->theta,
                         .theta_v = k->theta_v,
                         .A       = k->A + g * nnz,
                         .T       = k->T + g * nt,
                         .L       = k->L ? k->L + g * nt : NULL,
                         .C       = k->C + g * nt};
    kernel_point(k, g, state, &point);
  }
  if (k->element->integral) collocation_energies(&k->collocation, k->A);
}

/* How many rows or columns of a list are part of the system. */
static int present(const int *list, int n)
{
  int count = 0;

  for (int i = 0; i < n; i++) count += list[i] >= 0;
  return count;
}

/* Sums the blocks in the order of kernel_pattern, node by node. Plain matrices do not depend on the node. */
void kernel_jacobian(Kernel *k, const Layout *layout, const ElementState *state, double *value)
{
  const TimeElement *e   = k->element;
  const int          nnz = k->system->A.nnz, nt = k->system->T.nnz;
  const int          nodes = present(layout->col_z, e->ntrial), tests = present(layout->row_z, e->ntest);
  double            *zl = value + tests * nodes * nnz, *lz = zl + tests * present(layout->col_l, e->nmult) * nt;

  kernel_begin(k, state);
  if (e->integral) collocation_linearize(&k->collocation);
  if (nodes == 0) points_fill(k, 0, state);
  for (int i = 0, node = 0; i < e->ntrial; i++) {
    if (layout->col_z[i] < 0) continue;
    if (node == 0 || e->integral) points_fill(k, i, state);
    for (int a = 0, row = 0; a < e->ntest; a++)
      if (layout->row_z[a] >= 0) block_zz(k, state->h, a, i, value + (row++ * nodes + node) * nnz);
    for (int b = 0, row = 0; b < e->nmult; b++)
      if (layout->row_l[b] >= 0) block_lz(k, state->h, b, i, lz + (row++ * nodes + node) * nt);
    node++;
  }
  for (int a = 0; a < e->ntest; a++)
    for (int b = 0; b < e->nmult; b++) {
      if (layout->row_z[a] < 0 || layout->col_l[b] < 0) continue;
      block_zl(k, state->h, a, b, zl);
      zl += nt;
    }
}

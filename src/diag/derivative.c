/* Products of the analytic matrices A, T, C with a random direction, compared with central differences. */
#include "diag/derivative.h"

#include "base/difference.h"
#include "base/random.h"
#include "base/vec.h"

#include <stdlib.h>

/* out = (rate, Theta, grad Theta v) at z. */
static void values_at(const System *sys, const double *z, const double *v, const double *lambda, SystemWork *work,
                      double *out)
{
  SystemPoint point = {
    .t = sys->t0, .dt = 1.0, .rate = out, .theta = out + sys->nz, .theta_v = out + sys->nz + sys->nl};
  system_evaluate(sys, z, v, lambda, work, &point);
}

/* y = M x, M sparse. */
static void pattern_apply(const Pattern *pattern, const double *values, const double *x, double *y)
{
  for (int r = 0; r < pattern->nrows; r++) {
    y[r] = 0.0;
    for (int e = pattern->row[r]; e < pattern->row[r + 1]; e++) y[r] += values[e] * x[pattern->col[e]];
  }
}

/* max |a - b| / max |b| */
static double deviation(int n, const double *a, const double *b)
{
  double most = 0.0, scale = 0.0;

  for (int i = 0; i < n; i++) {
    most  = fmax(most, fabs(a[i] - b[i]));
    scale = fmax(scale, fabs(b[i]));
  }
  return scale > 0.0 ? most / scale : most;
}

/* Central difference of order 6 of values_at along d with step h. */
static void difference(const System *sys, const double *z, const double *v, const double *lambda, const double *d,
                       double h, SystemWork *work, double *x, double *value, double *out)
{
  const Difference *rule = &difference_centred;
  const int         all  = sys->nz + 2 * sys->nl;

  vec_zero(all, out);
  for (int s = 0; s < rule->n; s++) {
    vec_copy(sys->nz, z, x);
    vec_add(sys->nz, rule->at[s] * h, d, x);
    values_at(sys, x, v, lambda, work, value);
    vec_add(all, rule->weight[s] / h, value, out);
  }
}

/* Random v and d in units of z; of two steps the smaller deviation counts. */
bool derivative_check(const System *sys, const double *z, const double *lambda, DerivativeCheck *check)
{
  const size_t  nz = (size_t)sys->nz, all = nz + 2 * (size_t)sys->nl, na = (size_t)sys->A.nnz, nt = (size_t)sys->T.nnz;
  double       *buffer = calloc(3 * nz + 3 * all + na + 2 * nt + 1, sizeof(double));
  SystemWork    work;
  unsigned long seed = 5;

  if (!system_work_create(sys, &work) || !buffer) {
    system_work_destroy(&work);
    free(buffer);
    return false;
  }
  double     *v = buffer, *d = v + nz, *x = d + nz, *value = x + nz, *analytic = value + all, *numeric = analytic + all;
  double     *A = numeric + all, *T = A + na, *C = T + nt;
  SystemPoint point = {.t       = sys->t0,
                       .dt      = 1.0,
                       .rate    = value,
                       .theta   = value + nz,
                       .theta_v = value + nz + sys->nl,
                       .A       = A,
                       .T       = T,
                       .C       = C};
  for (size_t i = 0; i < 2 * nz; i++) buffer[i] = (2.0 * random_next(&seed) - 1.0) * sys->scale_z[i % nz];
  system_evaluate(sys, z, v, lambda, &work, &point);
  pattern_apply(&sys->A, A, d, analytic);
  pattern_apply(&sys->T, T, d, analytic + nz);
  pattern_apply(&sys->T, C, d, analytic + nz + sys->nl);
  /* the long step is best for polynomials, the short one for steep potentials */
  *check = (DerivativeCheck){INFINITY, INFINITY, INFINITY};
  for (int i = 0; i < 2; i++) {
    difference(sys, z, v, lambda, d, i ? 2e-5 : 2e-3, &work, x, value, numeric);
    check->rate    = fmin(check->rate, deviation(sys->nz, analytic, numeric));
    check->theta   = fmin(check->theta, deviation(sys->nl, analytic + nz, numeric + nz));
    check->theta_v = fmin(check->theta_v, deviation(sys->nl, analytic + nz + sys->nl, numeric + nz + sys->nl));
  }
  system_work_destroy(&work);
  free(buffer);
  return true;
}

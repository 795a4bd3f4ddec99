/* Derivatives of a caller's functions, compared with differences of order 6. */
#include "api/rigel_model.h"
#include "base/difference.h"
#include "base/vec.h"

#include <stdlib.h>

enum { VALUES_MOST = 24, STATES_MOST = 20000 };

/* A function of x[n] with m values. */
typedef struct {
  void (*value)(void *context, const double *x, double *out /*[m]*/);
  void *context;
  int   n, m;
} Differentiable;

/* Derivative of all values in x_j by central differences of order 6 (base/difference.h). Points come in pairs from the middle
 * outwards, so that the differences of a constant vanish exactly. */
static void slope_find(const Differentiable *fun, const double *at, int j, double step, double *x, double *out,
                       double *slope)
{
  const Difference *d = &difference_centred;

  vec_zero(fun->m, slope);
  for (int p = 0; p < d->n; p++) {
    const int i = d->n / 2 + (p % 2 ? -1 - p / 2 : p / 2);
    vec_copy(fun->n, at, x);
    x[j] += d->at[i] * step;
    fun->value(fun->context, x, out);
    vec_add(fun->m, d->weight[i] / step, out, slope);
  }
}

/* max_rj |d_rj - D_j f_r| / max_rj(|d_rj|, |D_j f_r|) of derivatives d[m][n] and differences D, with a step in the size of x;
 * NAN: out of memory. */
static double derivative_error(const Differentiable *fun, const double *at, const double *d)
{
  const double step  = difference_step * fmax(1e-3, vec_max(fun->n, at));
  double      *x     = malloc(((size_t)fun->n + 2 * (size_t)fun->m) * sizeof *x);
  double       error = 0.0, most = 0.0;

  if (!x) return NAN;
  double *out = x + fun->n, *slope = out + fun->m;
  for (int j = 0; j < fun->n; j++) {
    slope_find(fun, at, j, step, x, out, slope);
    for (int r = 0; r < fun->m; r++) {
      const double off = fabs(slope[r] - d[r * fun->n + j]);
      most             = fmax(most, fmax(fabs(slope[r]), fabs(d[r * fun->n + j])));
      if (!(off <= error)) error = off; /* also where it is NAN */
    }
  }
  free(x);
  return most > 0.0 ? error / most : error;
}

/* 12: the frame of one body; 24: the frames of two. */
static bool frames_good(const char *function, int n)
{
  if (n != 12 && n != VALUES_MOST)
    failure_report(R0906_ARGUMENT_COUNT, function, "found n = %d, expected 12 or %d", n, VALUES_MOST);
  return n == 12 || n == VALUES_MOST;
}

/* Values that a function of the caller has set. */
static bool returned_good(const char *function, const char *what, int n, const double *values)
{
  for (int i = 0; i < n; i++)
    if (!isfinite(values[i])) {
      failure_report(R0907_ARGUMENT_FINITE, function, "found %g in %s, entry %d, expected finite numbers", values[i],
                     what, i);
      return false;
    }
  return true;
}

/* --- potentials */

typedef struct {
  RigelPotential call;
  void          *context;
} Potential;

/* V(x) without derivatives, for differences. */
static void potential_value(void *context, const double *x, double *out)
{
  const Potential *p = context;
  *out               = p->call(p->context, x, NULL, NULL);
}

/* V_x(x), for differences of the gradient. */
static void potential_gradient(void *context, const double *x, double *out)
{
  const Potential *p = context;
  p->call(p->context, x, out, NULL);
}

/* Compares the gradient with differences of V, and the Hessian with differences of the gradient. */
RigelCode rigel_check_potential(RigelPotential potential, void *context, int n, const double *f, double error[2])
{
  Potential            p = {potential, context};
  const Differentiable V = {potential_value, &p, n, 1}, dV = {potential_gradient, &p, n, n};
  double               g[VALUES_MOST], H[VALUES_MOST * VALUES_MOST];

  if (!argument_callback(__func__, "potential", potential != NULL) || !frames_good(__func__, n)) return RIGEL_INPUT;
  if (!argument_numbers(__func__, "f", n, f) || !argument_given(__func__, "error", error)) return RIGEL_INPUT;
  error[0] = error[1] = NAN;
  const double value  = potential(context, f, g, H);
  if (!returned_good(__func__, "the value of the potential", 1, &value) ||
      !returned_good(__func__, "the gradient of the potential", n, g) ||
      !returned_good(__func__, "the Hessian of the potential", n * n, H))
    return RIGEL_INPUT;
  error[0] = derivative_error(&V, f, g);
  error[1] = derivative_error(&dV, f, H);
  return RIGEL_OK;
}

/* --- forces */

typedef struct {
  RigelForce    call;
  void         *context;
  double        t;
  const double *f, *fdot; /* the one that is not varied */
} Force;

/* F at (x, fdot). */
static void force_of_f(void *context, const double *x, double *out)
{
  const Force *p = context;
  p->call(p->context, p->t, x, p->fdot, out, NULL, NULL);
}

/* F at (f, x). */
static void force_of_fdot(void *context, const double *x, double *out)
{
  const Force *p = context;
  p->call(p->context, p->t, p->f, x, out, NULL, NULL);
}

/* Compares both derivative matrices with differences of the force in f and in fdot. */
RigelCode rigel_check_force(RigelForce force, void *context, int n, double t, const double *f, const double *fdot,
                            double error[2])
{
  Force                p    = {force, context, t, f, fdot};
  const Differentiable of_f = {force_of_f, &p, n, n}, of_fdot = {force_of_fdot, &p, n, n};
  double               F[VALUES_MOST], d_f[VALUES_MOST * VALUES_MOST], d_fdot[VALUES_MOST * VALUES_MOST];

  if (!argument_callback(__func__, "force", force != NULL) || !frames_good(__func__, n)) return RIGEL_INPUT;
  if (!argument_numbers(__func__, "t", 1, &t) || !argument_numbers(__func__, "f", n, f) ||
      !argument_numbers(__func__, "fdot", n, fdot) || !argument_given(__func__, "error", error))
    return RIGEL_INPUT;
  error[0] = error[1] = NAN;
  force(context, t, f, fdot, F, d_f, d_fdot);
  if (!returned_good(__func__, "the force", n, F) || !returned_good(__func__, "d_f of the force", n * n, d_f) ||
      !returned_good(__func__, "d_fdot of the force", n * n, d_fdot))
    return RIGEL_INPUT;
  error[0] = derivative_error(&of_f, f, d_f);
  error[1] = derivative_error(&of_fdot, fdot, d_fdot);
  return RIGEL_OK;
}

/* --- functionals */

typedef struct {
  const RigelFunctional *functional;
  double                 t;
  bool                   end;
} Cost;

/* Value, gradient and Hessian of the end cost or of the integrand. */
static double cost_call(const Cost *c, const double *z, double *gradient, double *hessian)
{
  const RigelFunctional *f = c->functional;
  return c->end ? f->end(f->context, z, gradient, hessian) : f->running(f->context, c->t, z, gradient, hessian);
}

static void cost_value(void *context, const double *z, double *out)
{
  *out = cost_call(context, z, NULL, NULL);
}

static void cost_gradient(void *context, const double *z, double *out)
{
  cost_call(context, z, out, NULL);
}

static bool functional_good(const char *function, const RigelFunctional *functional)
{
  return argument_given(function, "functional", functional) &&
         argument_callback(function, "end and running", functional->end || functional->running);
}

/* Errors of the gradients of end and running, then of their Hessians; NAN where a function sets no Hessian. */
RigelCode rigel_check_functional(const RigelFunctional *functional, int states, double t, const double *z,
                                 double error[4])
{
  const size_t n = (size_t)states;

  if (!functional_good(__func__, functional) || !argument_count(__func__, "states", states, 1)) return RIGEL_INPUT;
  if (states > STATES_MOST)
    return failure_report(R0906_ARGUMENT_COUNT, __func__, "found states = %d, expected at most %d", states,
                          STATES_MOST);
  if (!argument_numbers(__func__, "t", 1, &t) || !argument_numbers(__func__, "z", states, z) ||
      !argument_given(__func__, "error", error))
    return RIGEL_INPUT;
  double *g = calloc(n + n * n, sizeof *g);
  if (!g) {
    failure_report(R0001_OUT_OF_MEMORY, __func__, "found too little memory, expected room for a matrix of %d rows",
                   states);
    return RIGEL_INTERNAL;
  }
  double *H = g + n;
  for (int i = 0; i < 2; i++) {
    Cost                 c     = {functional, t, i == 0};
    const Differentiable value = {cost_value, &c, states, 1}, gradient = {cost_gradient, &c, states, states};
    error[i] = error[2 + i] = 0.0;
    if (i == 0 ? !functional->end : !functional->running) continue;
    for (size_t j = 0; j < n * n; j++) H[j] = NAN;
    const double J    = cost_call(&c, z, g, H);
    const char  *what = i == 0 ? "the value or gradient of end" : "the value or gradient of running";
    if (!returned_good(__func__, what, 1, &J) || !returned_good(__func__, what, states, g)) {
      free(g);
      return RIGEL_INPUT;
    }
    error[i]     = derivative_error(&value, z, g);
    error[2 + i] = isnan(H[0]) ? NAN : derivative_error(&gradient, z, H);
  }
  free(g);
  return RIGEL_OK;
}

/* Calls a caller's functions and stores the first of their numbers that is not finite, with its index and time, in the call. */
#include "api/callback.h"

#include "api/call.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* One array that a callback has set; values = NULL: not asked for. */
typedef struct {
  const char   *what;
  int           n;
  const double *values;
} Output;

/* t = NAN: the callback has no time. */
static void outputs_check(const Callback *callback, const char *kind, double t, const Output *output, int noutputs)
{
  Call *call = call_current();
  char  time[40];

  if (!call || call->callback[0]) return;
  for (int o = 0; o < noutputs; o++)
    for (int i = 0; output[o].values && i < output[o].n; i++) {
      if (isfinite(output[o].values[i])) continue;
      snprintf(time, sizeof time, isnan(t) ? "" : " at t = %g", t);
      snprintf(call->callback, sizeof call->callback, "found %g in %s[%d] of the %s %.60s%s, expected finite numbers",
               output[o].values[i], output[o].what, i, kind, callback->name, time);
      return;
    }
}

/* ProblemUserLoad.potential: V, V_f[n], V_ff[n][n] of the caller. */
static double potential_call(void *context, const double *f, double *gradient, double *hessian)
{
  const Callback *c       = context;
  const locale_t  inside  = call_leave();
  const double    V       = c->potential(c->context, f, gradient, hessian);
  const Output    given[] = {{"value", 1, &V}, {"gradient", c->n, gradient}, {"hessian", c->n * c->n, hessian}};

  call_return(inside);
  outputs_check(c, "potential", NAN, given, 3);
  return V;
}

/* ProblemUserLoad.force: F[n], F_f[n][n], F_fdot[n][n] of the caller. */
static void force_call(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                       double *d_fdot)
{
  const Callback *c       = context;
  const Output    given[] = {{"force", c->n, force}, {"d_f", c->n * c->n, d_f}, {"d_fdot", c->n * c->n, d_fdot}};

  const locale_t inside = call_leave();
  c->force(c->context, t, f, fdot, force, d_f, d_fdot);
  call_return(inside);
  outputs_check(c, "force", t, given, 3);
}

/* ProblemUserCost.end: J(z), J_z, J_zz of the caller. */
static double end_call(void *context, const double *z, double *gradient, double *hessian)
{
  const Callback *c       = context;
  const locale_t  inside  = call_leave();
  const double    J       = c->end(c->context, z, gradient, hessian);
  const Output    given[] = {{"value", 1, &J}, {"gradient", c->n, gradient}, {"hessian", c->n * c->n, hessian}};

  call_return(inside);
  outputs_check(c, "function end of the", NAN, given, 3);
  return J;
}

/* ProblemUserCost.running: the integrand at time t, with gradient and Hessian in z. */
static double running_call(void *context, double t, const double *z, double *gradient, double *hessian)
{
  const Callback *c       = context;
  const locale_t  inside  = call_leave();
  const double    J       = c->running(c->context, t, z, gradient, hessian);
  const Output    given[] = {{"value", 1, &J}, {"gradient", c->n, gradient}, {"hessian", c->n * c->n, hessian}};

  call_return(inside);
  outputs_check(c, "function running of the", t, given, 3);
  return J;
}

Callback *callback_copy(const Callback *callback)
{
  Callback *copy = malloc(sizeof *copy);

  if (copy) *copy = *callback;
  return copy;
}

ProblemUserLoad callback_load(Callback *callback, int degree, bool both)
{
  return (ProblemUserLoad){.context   = callback,
                           .degree    = degree,
                           .both      = both,
                           .potential = callback->potential ? potential_call : NULL,
                           .force     = callback->force ? force_call : NULL};
}

ProblemUserCost callback_cost(Callback *callback)
{
  return (ProblemUserCost){callback, callback->end ? end_call : NULL, callback->running ? running_call : NULL};
}

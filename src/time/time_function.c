/* Values and derivatives of functions of time: polynomials, tables, splines, sines, smooth transitions. */
#include "time/time_function.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points (x, y) of a table. A ramp, a step and a smooth transition have two; those of a step have the same x. */
static void points_fill(const ProblemTimeFunction *given, TimeFunction *fun)
{
  if (given->kind == FUNCTION_RAMP || given->kind == FUNCTION_STEP || given->kind == FUNCTION_SMOOTH) {
    fun->x[0] = given->start;
    fun->x[1] = given->kind == FUNCTION_STEP ? given->start : given->end;
    fun->y[0] = given->before;
    fun->y[1] = given->after;
    return;
  }
  for (int i = 0; i < fun->n; i++) {
    fun->x[i] = given->kind == FUNCTION_POLYNOMIAL ? 0.0 : given->rows[2 * i];
    fun->y[i] = given->kind == FUNCTION_POLYNOMIAL ? given->rows[i] : given->rows[2 * i + 1];
  }
}

/* Second derivatives s of the natural cubic spline, by elimination of the tridiagonal system
 * h_i s_{i-1} + 2 (h_i + h_{i+1}) s_i + h_{i+1} s_{i+1} = 6 (slope_{i+1} - slope_i), s = 0 at the ends. */
static bool spline_fill(TimeFunction *fun)
{
  const int     n = fun->n;
  const double *x = fun->x, *y = fun->y;
  double       *s = fun->second, *upper = calloc((size_t)n, sizeof(double));

  if (!upper) return false;
  for (int i = 1; i < n - 1; i++) {
    const double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i], pivot = 2.0 * (h0 + h1) - h0 * upper[i - 1];
    upper[i] = h1 / pivot;
    s[i]     = (6.0 * ((y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0) - h0 * s[i - 1]) / pivot;
  }
  for (int i = n - 2; i > 0; i--) s[i] -= upper[i] * s[i + 1];
  free(upper);
  return true;
}

bool time_function_create(const ProblemTimeFunction *given, TimeFunction *fun)
{
  const bool pair = given->kind == FUNCTION_RAMP || given->kind == FUNCTION_STEP || given->kind == FUNCTION_SMOOTH;

  *fun = (TimeFunction){.kind        = given->kind,
                        .n           = pair ? 2 : given->nrows,
                        .amplitude   = given->amplitude,
                        .omega       = given->omega,
                        .phase       = given->phase,
                        .offset      = given->offset,
                        .derivatives = given->derivatives};
  if (fun->n == 0) return true;
  fun->x      = calloc((size_t)fun->n, sizeof(double));
  fun->y      = calloc((size_t)fun->n, sizeof(double));
  fun->second = calloc((size_t)fun->n, sizeof(double));
  if (!fun->x || !fun->y || !fun->second) return false;
  points_fill(given, fun);
  return fun->kind != FUNCTION_CUBIC || spline_fill(fun);
}

void time_function_destroy(TimeFunction *fun)
{
  free(fun->x);
  free(fun->y);
  free(fun->second);
  memset(fun, 0, sizeof *fun);
}

/* Linear interpolation, plus (a^3 - a) s_0 h^2/6 + (b^3 - b) s_1 h^2/6 of a spline with a = 1 - b, b = (t - x_0) / h; constant
 * before the first point and after the last. */
static void table_jet(const TimeFunction *fun, double t, double y[3])
{
  int low = 0, high = fun->n - 1;

  /* the end of a spline belongs to it: a motion may end there */
  const bool end = fun->kind == FUNCTION_CUBIC && fabs(t - fun->x[high]) < 1e-12 * (fabs(t) + fun->x[high] - fun->x[0]);
  if (end) t = fun->x[high];
  y[0] = t < fun->x[0] ? fun->y[0] : fun->y[high];
  y[1] = y[2] = 0.0;
  if (!end && (t < fun->x[0] || t >= fun->x[high])) return;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (t < fun->x[middle]) high = middle;
    else low = middle;
  }
  const double h = fun->x[high] - fun->x[low], b = (t - fun->x[low]) / h, a = 1.0 - b;
  const double s0 = fun->second[low], s1 = fun->second[high];
  y[0] = a * fun->y[low] + b * fun->y[high] + ((a * a * a - a) * s0 + (b * b * b - b) * s1) * h * h / 6.0;
  y[1] = (fun->y[high] - fun->y[low]) / h + ((1.0 - 3.0 * a * a) * s0 + (3.0 * b * b - 1.0) * s1) * h / 6.0;
  y[2] = a * s0 + b * s1;
}

/* Transition of least degree whose first n derivatives vanish at both ends: p(s) = s^{n+1} sum_{j <= n} C(n+j, j) (1-s)^j, so that
 * p'(s) = (2n+1)!/(n!)^2 (s (1-s))^n. */
static void smooth_jet(const TimeFunction *fun, double t, double y[3])
{
  const int    n = fun->derivatives;
  const double T = fun->x[1] - fun->x[0], s = fmin(fmax((t - fun->x[0]) / T, 0.0), 1.0), rise = fun->y[1] - fun->y[0];
  double       sum = 1.0, term = 1.0, bump = 1.0;

  for (int j = 1; j <= n; j++) {
    term *= (1.0 - s) * (n + j) / j;
    sum += term;
    bump *= (double)(n + j) / j;
  }
  bump *= (2 * n + 1) * pow(s * (1.0 - s), n - 1); /* p' = bump s (1-s) */
  y[0] = fun->y[0] + rise * pow(s, n + 1) * sum;
  y[1] = rise / T * bump * s * (1.0 - s);
  y[2] = rise / (T * T) * bump * n * (1.0 - 2.0 * s);
  if (s <= 0.0 || s >= 1.0) y[1] = y[2] = 0.0;
}

/* A missing function is the constant 1. The polynomial and its two derivatives follow from one Horner scheme. */
void time_function_jet(const TimeFunction *fun, double t, double y[3])
{
  const double angle = fun->omega * t + fun->phase;

  y[0] = y[1] = y[2] = 0.0;
  switch (fun->kind) {
  case FUNCTION_NONE: y[0] = 1.0; return;
  case FUNCTION_SINE:
    y[0] = fun->amplitude * sin(angle) + fun->offset;
    y[1] = fun->amplitude * fun->omega * cos(angle);
    y[2] = -fun->amplitude * fun->omega * fun->omega * sin(angle);
    return;
  case FUNCTION_POLYNOMIAL:
    for (int i = fun->n - 1; i >= 0; i--) {
      y[2] = y[2] * t + 2.0 * y[1];
      y[1] = y[1] * t + y[0];
      y[0] = y[0] * t + fun->y[i];
    }
    return;
  case FUNCTION_SMOOTH: smooth_jet(fun, t, y); return;
  default: table_jet(fun, t, y);
  }
}

double time_function_value(const TimeFunction *fun, double t)
{
  double y[3];

  time_function_jet(fun, t, y);
  return y[0];
}

double time_function_size(const TimeFunction *fun, double start, double end)
{
  enum { PARTS = 64 };
  double most = 0.0;

  for (int i = 0; i <= PARTS; i++) most = fmax(most, fabs(time_function_value(fun, start + (end - start) * i / PARTS)));
  for (int i = 0; fun->kind != FUNCTION_POLYNOMIAL && i < fun->n; i++) most = fmax(most, fabs(fun->y[i]));
  return most;
}

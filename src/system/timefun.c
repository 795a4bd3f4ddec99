#include "system/timefun.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A ramp and a step are tables. A step has its two points at one time. */
static void points_fill(const ProblemScale *given, TimeFun *fun)
{
  if (given->kind == SCALE_RAMP || given->kind == SCALE_STEP) {
    fun->x[0] = given->start;
    fun->x[1] = given->kind == SCALE_RAMP ? given->end : given->start;
    fun->y[0] = given->before;
    fun->y[1] = given->after;
    return;
  }
  for (int i = 0; i < fun->n; i++) {
    fun->x[i] = given->kind == SCALE_POLYNOMIAL ? 0.0 : given->rows[2 * i];
    fun->y[i] = given->kind == SCALE_POLYNOMIAL ? given->rows[i] : given->rows[2 * i + 1];
  }
}

/* Natural spline: h_i s_{i-1} + 2 (h_i + h_{i+1}) s_i + h_{i+1} s_{i+1} = 6 (slope_{i+1} - slope_i), s = 0 at the ends. */
static bool spline_fill(TimeFun *fun)
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

bool timefun_create(const ProblemScale *given, TimeFun *fun)
{
  const bool pair = given->kind == SCALE_RAMP || given->kind == SCALE_STEP;

  *fun = (TimeFun){.kind      = given->kind,
                   .n         = pair ? 2 : given->nrows,
                   .amplitude = given->amplitude,
                   .omega     = given->omega,
                   .phase     = given->phase,
                   .offset    = given->offset};
  if (fun->n == 0) return true;
  fun->x      = calloc((size_t)fun->n, sizeof(double));
  fun->y      = calloc((size_t)fun->n, sizeof(double));
  fun->second = calloc((size_t)fun->n, sizeof(double));
  if (!fun->x || !fun->y || !fun->second) return false;
  points_fill(given, fun);
  return fun->kind != SCALE_CUBIC || spline_fill(fun);
}

void timefun_destroy(TimeFun *fun)
{
  free(fun->x);
  free(fun->y);
  free(fun->second);
  memset(fun, 0, sizeof *fun);
}

/* Linear between the points, plus what a spline adds. */
static double table_value(const TimeFun *fun, double t)
{
  int low = 0, high = fun->n - 1;

  if (t < fun->x[0]) return fun->y[0];
  if (t >= fun->x[high]) return fun->y[high];
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (t < fun->x[middle]) high = middle;
    else low = middle;
  }
  const double h = fun->x[high] - fun->x[low], b = (t - fun->x[low]) / h, a = 1.0 - b;
  return a * fun->y[low] + b * fun->y[high] +
         ((a * a * a - a) * fun->second[low] + (b * b * b - b) * fun->second[high]) * h * h / 6.0;
}

double timefun_value(const TimeFun *fun, double t)
{
  double sum = 0.0;

  switch (fun->kind) {
  case SCALE_NONE: return 1.0;
  case SCALE_SINE: return fun->amplitude * sin(fun->omega * t + fun->phase) + fun->offset;
  case SCALE_POLYNOMIAL:
    for (int i = fun->n - 1; i >= 0; i--) sum = sum * t + fun->y[i];
    return sum;
  default: return table_value(fun, t);
  }
}

double timefun_size(const TimeFun *fun, double start, double end)
{
  enum { PARTS = 64 };
  double most = 0.0;

  for (int i = 0; i <= PARTS; i++) most = fmax(most, fabs(timefun_value(fun, start + (end - start) * i / PARTS)));
  for (int i = 0; fun->kind != SCALE_POLYNOMIAL && i < fun->n; i++) most = fmax(most, fabs(fun->y[i]));
  return most;
}

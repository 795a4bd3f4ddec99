/* Passes over a run with smaller and smaller tolerances, and the state between two elements as a checkpoint (adaptive_run.h). */
#include "scheme/adaptive/adaptive_run.h"

#include "base/vec.h"
#include "scheme/adaptive/adaptive.h"
#include "scheme/checkpoint.h"
#include "scheme/sample.h"
#include "scheme/step/stepping_run.h"

#include <float.h>
#include <math.h>

enum { PASSES_MOST = 6, NUMBERS = 18 };

/* Part of the accuracy that the next pass aims at. */
static const double aim = 0.5;

/* The state of the pass besides that of the stepping. */
static PetscErrorCode adaptive_save(const Adaptive *a, const RunStatus *status, Checkpoint *checkpoint)
{
  const RunAccuracy *r                = &status->accuracy;
  const Controller  *c                = &a->controller;
  const double       numbers[NUMBERS] = {a->tolerance,   a->t,       a->h,        a->h_last,        a->h_factors,
                                         c->eps_last,    c->h_last,  c->rejected, a->companion.sum, a->companion.doubt,
                                         a->probe.scale, r->error,   r->rounding, r->bar,           r->until,
                                         r->shortest,    r->longest, r->passes};
  const double       rejected         = r->rejected;
  const int          nz               = a->stepping.nz;

  PetscFunctionBeginUser;
  PetscCall(stepping_save(&a->stepping, status->element, status, checkpoint));
  PetscCall(checkpoint_put(NUMBERS, numbers, checkpoint));
  PetscCall(checkpoint_put(1, &rejected, checkpoint));
  PetscCall(checkpoint_put(nz, a->companion.E, checkpoint));
  PetscCall(checkpoint_put(nz, a->probe.P, checkpoint));
  PetscFunctionReturn(0);
}

/* Restores what adaptive_save stored. */
static PetscErrorCode adaptive_restore(const Checkpoint *checkpoint, Adaptive *a, RunStatus *status)
{
  RunAccuracy *r  = &status->accuracy;
  Controller  *c  = &a->controller;
  const int    nz = a->stepping.nz;
  double       numbers[NUMBERS], rejected;
  bool         same;
  int          at = 0;

  PetscFunctionBeginUser;
  PetscCall(stepping_restore(checkpoint, &at, &a->stepping, status, &same));
  PetscCall(checkpoint_take(checkpoint, &at, NUMBERS, numbers));
  PetscCall(checkpoint_take(checkpoint, &at, 1, &rejected));
  PetscCall(checkpoint_take(checkpoint, &at, nz, a->companion.E));
  PetscCall(checkpoint_take(checkpoint, &at, nz, a->probe.P));
  double *const to[NUMBERS - 2] = {&a->tolerance,   &a->t,      &a->h,        &a->h_last,        &a->h_factors,
                                   &c->eps_last,    &c->h_last, NULL,         &a->companion.sum, &a->companion.doubt,
                                   &a->probe.scale, &r->error,  &r->rounding, &r->bar,           &r->until,
                                   &r->shortest};
  for (int i = 0; i < NUMBERS - 2; i++)
    if (to[i]) *to[i] = numbers[i];
  c->rejected     = numbers[7] != 0.0;
  r->longest      = numbers[16];
  r->passes       = (int)fmin(fmax(numbers[17], 0.0), PASSES_MOST);
  r->rejected     = (int)fmin(fmax(rejected, 0.0), 1e9);
  r->sum          = a->companion.sum;
  r->measured     = true;
  status->element = checkpoint->element;
  status->time    = a->t;
  PetscFunctionReturn(0);
}

/* All elements of one pass, with checkpoints between them. */
static PetscErrorCode pass_run(Adaptive *a, const Observer *observer, RunStatus *status)
{
  Checkpoint *checkpoint = observer->checkpoint;
  bool        go_on      = true;

  PetscFunctionBeginUser;
  while (go_on) {
    PetscCall(adaptive_step(a, observer, status, &go_on));
    if (!checkpoint) continue;
    if (status->verdict == RUN_NOT_CONVERGED)
      a->stepping.newton.factored = false; /* the factors are of the failed attempt */
    if (!checkpoint_due(observer, status, go_on)) continue;
    PetscCall(adaptive_save(a, status, checkpoint));
    if (!status->rows_lost) checkpoint_show(observer);
  }
  PetscFunctionReturn(0);
}

/* The error at the end as the last pass lets expect it: where it was lost before, errors go on to grow as they did. */
static double error_expected(const Adaptive *a, const RunAccuracy *r)
{
  const double start = a->problem->time.start, share = (a->problem->time.end - start) / fmax(a->t - start, DBL_MIN);

  return a->lost ? a->tolerance * pow(fmax(r->error, 1.0) / a->tolerance, fmin(share, 100.0)) : r->bar - r->rounding;
}

/* Whether a pass with a smaller tolerance may reach the accuracy, and that tolerance: local errors do not fall below rounding. */
static bool pass_again(const Adaptive *a, int elements, const RunAccuracy *r, double *tolerance)
{
  *tolerance = aim * a->tolerance * (a->accuracy - r->rounding) / error_expected(a, r);
  return r->passes < PASSES_MOST && r->rounding<aim * a->accuracy && * tolerance> adaptive_rounding * elements;
}

/* The verdict of a run whose last pass has ended before the accuracy was reached. */
static void accuracy_missed(const Adaptive *a, RunStatus *status)
{
  const RunAccuracy *r = &status->accuracy;

  if (a->lost || r->rounding >= aim * a->accuracy || r->passes > 1)
    run_fail(
      status, RUN_NOT_CONVERGED, R0518_ACCURACY_REACH,
      "the accuracy %.3g is out of reach at t = %.9g: the motion is unstable or near a singular position, where the "
      "estimated error grows to %.2g at t = %.9g; it can be had until about t = %.3g",
      a->accuracy, a->problem->time.end, r->bar, status->time, r->until);
  else
    run_fail(status, RUN_NOT_CONVERGED, R0519_ACCURACY_MISSED,
             "found an error of %.2g at t = %.9g, expected at most the accuracy %.3g: ask for %.1g", r->bar,
             status->time, a->accuracy, 0.5 * a->accuracy * a->accuracy / r->bar);
}

/* Shows the start of a pass. */
static PetscErrorCode pass_begin(Adaptive *a, const double *z0, const double *lambda0, double tolerance,
                                 const Observer *observer, RunStatus *status, bool *go_on)
{
  Sample start = sample_start(&a->stepping.mesh, z0, lambda0);

  PetscFunctionBeginUser;
  adaptive_begin(a, z0, lambda0, tolerance, status);
  start.error = a->companion.E;
  if (observer->checkpoint) observer->checkpoint->element = 0;
  *go_on = run_show(observer, &start, status);
  PetscFunctionReturn(0);
}

/* Passes until the accuracy is reached, or out of reach. */
static PetscErrorCode passes_run(Adaptive *a, const double *z0, const double *lambda0, const Observer *observer,
                                 RunStatus *status)
{
  bool go_on = true;

  PetscFunctionBeginUser;
  while (go_on) {
    double tolerance;
    PetscCall(pass_run(a, observer, status));
    if (status->verdict != RUN_DONE || status->accuracy.reached) break;
    go_on = pass_again(a, status->element, &status->accuracy, &tolerance) && observer->again &&
            observer->again(observer->context);
    if (!go_on) accuracy_missed(a, status);
    else PetscCall(pass_begin(a, z0, lambda0, tolerance, observer, status, &go_on));
  }
  PetscFunctionReturn(0);
}

/* Times of Newton's method and the name of the solver, as stepping reports them. */
static void status_finish(const Adaptive *a, PetscLogDouble setup, RunStatus *status)
{
  const NewtonTimes *times = &a->stepping.newton.times;

  status->seconds_setup    = setup;
  status->seconds_residual = times->residual;
  status->seconds_jacobian = times->jacobian;
  status->seconds_newton   = times->total;
}

/* The start as the first sample unless the run is resumed, then the passes. */
PetscErrorCode adaptive_run(const Problem *problem, const System *sys, const double *z0, const double *lambda0,
                            const Observer *observer, RunStatus *status)
{
  const Checkpoint *checkpoint = observer->checkpoint;
  const bool        resumed    = checkpoint && checkpoint->element > 0;
  Adaptive          a;
  PetscLogDouble    begin, ready;
  bool              go_on = true;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&begin));
  PetscCall(adaptive_create(problem, sys, &a));
  PetscCall(PetscTime(&ready));
  run_begin(&a.stepping.mesh, 0, stepping_unknowns(&a.stepping), linear_names[a.stepping.newton.linear.kind], status);
  if (resumed) {
    adaptive_begin(&a, z0, lambda0, problem->method.accuracy, status);
    PetscCall(adaptive_restore(checkpoint, &a, status));
  } else PetscCall(pass_begin(&a, z0, lambda0, problem->method.accuracy, observer, status, &go_on));
  if (go_on) PetscCall(passes_run(&a, z0, lambda0, observer, status));
  status_finish(&a, ready - begin, status);
  PetscCall(adaptive_destroy(&a));
  PetscFunctionReturn(0);
}

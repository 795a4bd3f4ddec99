/* Judges whether a run is resolved, from the measures of its elements (resolution.h). */
#include "diag/resolution.h"

#include <math.h>
#include <stdio.h>

/* Estimated errors per half turn or half period up to which a run is resolved, or coarse (scripts/resolution.py). */
static const double error_resolved = 0.03, error_coarse = 0.15;

/* Phase of a sine in one element, per degree, up to which a run is resolved, or coarse. */
static const double phase_resolved = 1.0, phase_coarse = 2.0;

/* Turn of a body in one element, per degree, that is resolved. */
static const double turn_resolved = 0.5;

/* Angular frequency of a sine; 0: another function. */
static double function_frequency(const TimeFunction *fun)
{
  return fun->kind == FUNCTION_SINE && fun->amplitude != 0.0 ? fabs(fun->omega) : 0.0;
}

/* Raises the frequency of the fastest sine, with the name of its load or motion. */
static void frequency_raise(const TimeFunction *fun, const char *name, double *omega, Resolution *resolution)
{
  if (function_frequency(fun) <= *omega) return;
  *omega = function_frequency(fun);
  snprintf(resolution->load, sizeof resolution->load, "%s", name);
}

/* Angular frequency of the fastest sine of loads and motions; 0: none. */
static double frequency_find(const System *sys, Resolution *resolution)
{
  double omega = 0.0;

  for (int l = 0; l < sys->nloads; l++) frequency_raise(&sys->loads[l].scale, sys->loads[l].name, &omega, resolution);
  for (int g = 0; g < sys->ngroups; g++)
    for (int i = 0; sys->groups[g].driver >= 0 && i < 3; i++) {
      const Driver *driver = &sys->drivers[sys->groups[g].driver];
      if (driver->given[i]) frequency_raise(&driver->fun[i], sys->groups[g].name, &omega, resolution);
    }
  return omega;
}

/* Phase of the fastest sine, or of the fastest force of the caller: that of its mean square rate. */
static double phase_find(const ResolutionMeter *meter, Resolution *resolution)
{
  double phase = frequency_find(meter->system, resolution) * meter->longest;

  for (int l = 0; l < meter->system->nloads; l++) {
    const ForceSpeed *force = &meter->forces[l];
    const double      own   = force->size > 0.0 ? sqrt(force->change / force->size) : 0.0;
    if (!(own > phase)) continue;
    phase = own;
    snprintf(resolution->load, sizeof resolution->load, "%s", meter->system->loads[l].name);
  }
  return phase;
}

/* The largest turn and the largest defect of all bodies. */
static void bodies_compare(const ResolutionMeter *meter, Resolution *resolution)
{
  const System *sys = meter->system;

  for (int b = 0; b < sys->nbodies; b++) {
    const BodyResolution *body = &meter->bodies[b];
    const Peak            slip = {body->slip.value / resolution_speed(meter, b), body->slip.time};
    const Peak            most = slip.value > body->angle.value ? slip : body->angle;
    if (body->turn.value > resolution->turn.value) resolution->turn = body->turn;
    if (most.value <= resolution->defect.value) continue;
    resolution->defect = most;
    snprintf(resolution->body, sizeof resolution->body, "%s", sys->bodies[b].name);
  }
}

/* RESOLVED up to `resolved`, RESOLVED_COARSELY up to `coarse`. */
static ResolutionKind kind_from(double value, double resolved, double coarse)
{
  if (value <= resolved) return RESOLVED;
  return value <= coarse ? RESOLVED_COARSELY : NOT_RESOLVED; /* also NAN */
}

/* The step at which the estimated error is that of a resolved run. Far from resolved, errors are no measure: the phase of loads and
 * the rotation in an element decide. */
static double step_advise(const Resolution *r, int k, int order)
{
  double step = r->h;

  if (r->of_loads) return r->h * phase_resolved * k / r->phase;
  if (r->of_motion) step *= isfinite(r->error) ? pow(error_resolved / r->error, 1.0 / order) : 0.1;
  return r->of_motion == NOT_RESOLVED && r->turn.value > turn_resolved * k
           ? fmin(step, r->h * turn_resolved * k / r->turn.value)
           : step;
}

/* Error in half a period of a motion of frequency w, from its defect: (w h)^(k+1) of an element and (w h)^3 / 12 of a step, with errors
 * of (w h)^order; (w h)^2 / 2 of a step of order 1, which adds up over pi / (w h) steps. */
static double error_estimate(const ResolutionMeter *meter, int k, int order, double defect)
{
  if (meter->galerkin) return pow(defect, order / (k + 1.0));
  return order == 1 ? M_PI_2 * sqrt(2.0 * defect) : M_PI / 12.0 * pow(12.0 * defect, order / 3.0);
}

/* The defect that has this error. */
static double defect_of(const ResolutionMeter *meter, int k, int order, double error)
{
  if (meter->galerkin) return pow(error, (k + 1.0) / order);
  return order == 1 ? 0.5 * pow(error / M_PI_2, 2) : pow(12.0 / M_PI * error, 3.0 / order) / 12.0;
}

void resolution_judge(const ResolutionMeter *meter, const Problem *problem, int order, Resolution *resolution)
{
  const int k = meter->galerkin ? problem->method.degree : 1;

  *resolution       = (Resolution){.h = meter->longest, .degrees = meter->galerkin};
  resolution->phase = phase_find(meter, resolution);
  bodies_compare(meter, resolution);
  resolution->error     = error_estimate(meter, k, order, resolution->defect.value);
  resolution->most      = defect_of(meter, k, order, error_coarse);
  resolution->of_motion = kind_from(resolution->error, error_resolved, error_coarse);
  resolution->of_loads  = kind_from(resolution->phase / k, phase_resolved, phase_coarse);
  resolution->kind      = resolution->of_motion > resolution->of_loads ? resolution->of_motion : resolution->of_loads;
  resolution->step      = step_advise(resolution, k, order);
}

const char *resolution_word(ResolutionKind kind)
{
  static const char *const words[] = {
    [RESOLVED] = "resolved", [RESOLVED_COARSELY] = "coarse", [NOT_RESOLVED] = "NOT RESOLVED"};
  return words[kind];
}

void resolution_warn(const Resolution *r, char *text, size_t size)
{
  size_t used;

  text[0] = '\0';
  if (r->kind != NOT_RESOLVED) return;
  used = (size_t)snprintf(text, size, "NOT RESOLVED, do not trust this result: ");
  if (r->of_motion == NOT_RESOLVED)
    used +=
      (size_t)snprintf(text + used, size - used,
                       "elements do not follow the motion of %s (defect %.2g at t = %.6g, expected below %.2g)%s",
                       r->body, r->defect.value, r->defect.time, r->most, r->of_loads == NOT_RESOLVED ? "; " : "");
  if (r->of_loads == NOT_RESOLVED)
    used +=
      (size_t)snprintf(text + used, size - used,
                       "%s passes through %.3g rad in an element, expected about 1 per degree", r->load, r->phase);
  snprintf(text + used, size - used, ": use time.step %.2g or smaller%s", r->step,
           r->degrees ? ", or a higher method.degree" : "");
}

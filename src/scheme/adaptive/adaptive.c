/* Trials of one element after the other, their errors, and their acceptance (adaptive.h). */
#include "scheme/adaptive/adaptive.h"

#include "base/vec.h"
#include "base/words.h"
#include "scheme/step/stepping_element.h"
#include "scheme/step/stepping_rows.h"
#include "start/constraint_rank.h"

#include <float.h>
#include <math.h>

enum {
  HARD_FACTORS    = 3, /* factorizations and iterations above which elements do not grow */
  HARD_ITERATIONS = 10,
  SINGULAR_MOST   = 8 /* trials to avoid an end on a singular position */
};

/* Newton's remainder as part of the accuracy. */
static const double newton_share = 0.01;

const double adaptive_rounding = 16.0 * DBL_EPSILON;

/* Change of the length, relative, within which factors are kept; reduction of the error below which a rejection was useless. */
static const double kept_most = 0.3, useless = 0.9;

/* Length at an end on a singular position; shortest element, relative to the run; error, in natural units, beyond which the companion
 * no longer belongs to the same motion; part of the sum of local errors that the bar contains at least; tolerance of a pass below
 * which rounding matters; part of the accuracy that a later pass aims at. */
static const double singular_factor = 0.63, shortest = 1e-14, error_most = 0.1, cancelled = 0.1, probed_below = 1e-8,
                    aim = 0.5;

PetscErrorCode adaptive_create(const Problem *problem, const System *sys, Adaptive *a)
{
  PetscFunctionBeginUser;
  *a                  = (Adaptive){.problem = problem, .solver = problem->solver, .accuracy = problem->method.accuracy};
  a->solver.tolerance = fmin(a->solver.tolerance, newton_share * a->accuracy);
  PetscCall(stepping_create(problem, sys, &a->solver, &a->stepping));
  PetscCall(companion_create(&a->stepping, &a->companion));
  PetscCall(probe_create(&a->stepping, &a->probe));
  PetscFunctionReturn(0);
}

PetscErrorCode adaptive_destroy(Adaptive *a)
{
  PetscFunctionBeginUser;
  PetscCall(probe_destroy(&a->probe));
  PetscCall(companion_destroy(&a->companion));
  PetscCall(stepping_destroy(&a->stepping));
  PetscFunctionReturn(0);
}

/* The first length is a guess from the natural units, which the estimator corrects. */
void adaptive_begin(Adaptive *a, const double *z0, const double *lambda0, double tolerance, RunStatus *status)
{
  Stepping    *m     = &a->stepping;
  const Units *units = &m->system->units;
  RunAccuracy *r     = &status->accuracy;

  vec_copy(m->nz, z0, m->z);
  vec_zero(m->nz, m->carry);
  vec_zero(m->system->ntwists, m->twist);
  for (int b = 0; b < m->k; b++) vec_copy(m->nl, lambda0, m->last_mult + b * m->nl);
  momentum_aim(&m->momentum, z0);
  m->rows_limit = stepping_rows_limit;
  m->rotate = m->newton.factored = a->lost = false;
  companion_restart(&a->companion);
  probe_restart(&a->probe);
  a->controller = controller_create(m->k);
  a->tolerance  = tolerance;
  a->t          = a->problem->time.start;
  a->h          = units->length / units->velocity * pow(tolerance, 1.0 / (2.0 * m->k));
  a->h_last     = 0.0;
  *r            = (RunAccuracy){
               .measured = true, .until = a->t, .shortest = INFINITY, .passes = r->passes + 1, .rejected = r->rejected};
}

/* The next corner, or the end of the run. */
static double next_corner(const ProblemTime *time, double t)
{
  for (int i = 0; i < time->ncorners; i++)
    if (time->corners[i] > t) return time->corners[i];
  return time->end;
}

/* Sets the element to be tried: elements end at corners, and the last two before one are equal. */
static void element_place(Adaptive *a, double *t_end)
{
  Stepping    *m      = &a->stepping;
  const double corner = next_corner(&a->problem->time, a->t), left = corner - a->t;
  const double h    = fmin(a->h, mesh_allowed(&a->problem->time, a->t));
  const bool   kept = m->newton.factored;

  *t_end = h > (1.0 - 1e-6) * left ? corner : a->t + (2.0 * h > left ? 0.5 * left : h);
  m->t   = a->t;
  stepping_scale(m, *t_end - a->t);
  m->newton.factored = kept && fabs(m->h - a->h_factors) <= kept_most * a->h_factors;
}

/* The allowed size of local errors is that per unit step. Errors of rounding are accepted, and one that a shorter element did not
 * reduce; the next element is not shorter then. size = NAN: there is no estimate. */
static bool element_accepted(Adaptive *a, double size, double *eps)
{
  Stepping    *m    = &a->stepping;
  const double span = a->problem->time.end - a->problem->time.start;

  *eps = size * span / (a->tolerance * m->h);
  stepping_end(m);
  if (!isfinite(size) || *eps <= 1.0) return isfinite(size);
  if (size > adaptive_rounding * natural_size(m->system, m->end) && size <= useless * a->controller.rejected_size)
    return false;
  *eps = controller_aim;
  return true;
}

/* Whether the element ends on a singular position, where its state is not determined. */
static PetscErrorCode element_singular(Adaptive *a, double t_end, const NewtonStatus *newton, RunStatus *status,
                                       bool *singular)
{
  Stepping *m = &a->stepping;

  PetscFunctionBeginUser;
  *singular = false;
  if (m->system->ngroups == m->system->nbodies ||
      (newton_ok(newton) && newton->reason != NEWTON_FLOOR && newton->iterations <= HARD_ITERATIONS + 2))
    PetscFunctionReturn(0);
  stepping_predict(m, a->h_last);
  stepping_end(m);
  PetscCall(constraint_rank_near(m->system, t_end, m->z, m->end, singular, status->singular, sizeof status->singular));
  stepping_unpack(m, m->x);
  if (*singular) status->singular_time = t_end;
  PetscFunctionReturn(0);
}

/* Solves elements of shorter and shorter lengths until one is accepted, which ends at t_end with a local error of this size.
 * solved = false: none is. */
static PetscErrorCode element_find(Adaptive *a, RunStatus *status, NewtonStatus *newton, double *t_end, double *size,
                                   double *eps, bool *solved)
{
  Stepping    *m       = &a->stepping;
  const double least   = shortest * fmax(a->problem->time.end - a->problem->time.start, fabs(a->t));
  int          avoided = 0;

  PetscFunctionBeginUser;
  for (*solved = false; !*solved && a->h > least; status->accuracy.rejected += !*solved) {
    bool singular;
    element_place(a, t_end);
    PetscCall(stepping_solve(m, a->h_last, newton));
    run_count(status, newton->iterations, newton->corrections, newton->iterations);
    PetscCall(element_singular(a, *t_end, newton, status, &singular));
    if (singular && avoided++ < SINGULAR_MOST) {
      status->shifts++;
      a->h = singular_factor * m->h;
      continue;
    }
    *size = NAN;
    if (newton_ok(newton)) PetscCall(companion_local(&a->companion, size));
    *solved = element_accepted(a, *size, eps);
    if (!*solved) a->h = controller_reject(&a->controller, m->h, *eps, *size);
    if (m->newton.factored && m->newton.age == 0) a->h_factors = m->h;
  }
  PetscFunctionReturn(0);
}

/* Errors of the state after an accepted element. Rounding errors add up like a random walk; where the pass is far above rounding the
 * growth of E over the sum of local errors tells enough of the amplification. */
static void errors_measure(Adaptive *a, int elements, double t_end, RunAccuracy *r)
{
  const Stepping *m = &a->stepping;
  const double    h = m->h;

  r->error            = natural_size(m->system, a->companion.E) + a->companion.doubt;
  r->sum              = a->companion.sum;
  const double growth = a->tolerance < probed_below ? probe_amplification(&a->probe) : fmax(1.0, r->error / r->sum);
  r->rounding         = growth * DBL_EPSILON * sqrt((double)elements);
  r->bar              = fmax(r->error, cancelled * r->sum) + r->rounding;
  r->shortest         = fmin(r->shortest, h);
  r->longest          = fmax(r->longest, h);
  r->reached          = r->bar <= a->accuracy;
  /* local errors of a later pass do not fall below rounding */
  if (r->bar * fmin(1.0, adaptive_rounding * elements / (aim * a->tolerance)) <= a->accuracy) r->until = t_end;
  a->lost = !(r->error <= error_most);
}

/* Follows the errors over the accepted element, and chooses the length of the next one. */
static PetscErrorCode element_follow(Adaptive *a, int n, double t_end, double size, double eps,
                                     const NewtonStatus *newton, RunStatus *status)
{
  Stepping          *m    = &a->stepping;
  const ProblemTime *time = &a->problem->time;
  const bool   hard = newton->iterations > HARD_FACTORS || newton->iterations + newton->corrections > HARD_ITERATIONS;
  const double planned = a->h;

  PetscFunctionBeginUser;
  PetscCall(companion_follow(&a->companion, size));
  if (a->tolerance < probed_below) PetscCall(probe_follow(&a->probe));
  if (m->newton.factored && m->newton.age == 0) a->h_factors = m->h;
  errors_measure(a, n + 1, t_end, &status->accuracy);
  a->h = controller_accept(&a->controller, m->h, eps, hard);
  if (t_end < next_corner(time, a->t)) PetscFunctionReturn(0);
  a->h = fmax(a->h, fmin(planned, time->end - time->start)); /* the corner, not the error, shortened the element */
  controller_reset(&a->controller);
  PetscFunctionReturn(0);
}

/* The message of an element that cannot be solved at any length. */
static void element_fail(const Adaptive *a, int n, const NewtonStatus *newton, RunStatus *status)
{
  const char *reason = newton_reason_text(newton->reason);

  run_fail(status, RUN_NOT_CONVERGED, R0517_STEP_VANISHES,
           "%s in element %d, from t = %.9g, also with the step %.2g: no element from there can be solved",
           reason[0] ? reason : "the error does not become small enough", n + 1, a->t, a->stepping.h);
}

/* Number of elements that the run will have, as far as the next length tells. */
static int elements_expected(const Adaptive *a, int done, double t_end)
{
  const double left = a->problem->time.end - t_end;

  return left > 0.0 ? done + (int)fmin(1e9, fmax(1.0, ceil(left / a->h))) : done;
}

PetscErrorCode adaptive_step(Adaptive *a, const Observer *observer, RunStatus *status, bool *go_on)
{
  Stepping    *m     = &a->stepping;
  const int    n     = status->element;
  double       t_end = a->t, size = NAN, eps = NAN;
  bool         solved;
  NewtonStatus newton = {.reason = NEWTON_CONVERGED};
  Sample       sample = {.z      = m->z,
                         .node_t = m->node_t,
                         .node_z = m->node_z,
                         .lambda = m->lambda,
                         .twist  = m->twist,
                         .error  = a->companion.E};

  PetscFunctionBeginUser;
  *go_on = false;
  PetscCall(element_find(a, status, &newton, &t_end, &size, &eps, &solved));
  if (observer->exchange && n > 0) PetscCall(stepping_rows_lost(m, solved, t_end, &status->rows_lost));
  if (!solved || status->rows_lost) {
    element_fail(a, n, &newton, status);
    PetscFunctionReturn(0);
  }
  PetscCall(stepping_condition(m, &sample.record));
  stepping_record(m, n, t_end, &sample);
  PetscCall(element_follow(a, n, t_end, size, eps, &newton, status));
  stepping_advance(m);
  a->h_last        = m->h;
  a->t             = t_end;
  status->elements = sample.elements = elements_expected(a, n + 1, t_end);
  *go_on = element_finish(observer, n, &newton, &sample, status) && !a->lost && t_end < a->problem->time.end;
  PetscFunctionReturn(0);
}

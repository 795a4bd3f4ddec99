/* Defaults of a scheme, and the status of a run: its beginning, its counts, its samples. */
#include "scheme/scheme.h"

#include "base/vec.h"

#include <stdio.h>

int scheme_gauss(const Problem *problem, const System *system)
{
  if (problem->method.gauss != GAUSS_AUTO) return problem->method.gauss;
  return scheme_of(problem)->gauss(problem, system);
}

bool scheme_element_mg(const Problem *problem, int gauss, TimeElement *element)
{
  const ProblemMethod *method = &problem->method;

  if (!time_element_create_mg(method->degree, gauss, method->nodes == NODES_LOBATTO, element)) return false;
  if (method->invariants == INVARIANTS_PLAIN || time_element_collocate(element)) return true;
  time_element_destroy(element);
  return false;
}

bool scheme_element(const Problem *problem, int gauss, TimeElement *element)
{
  const ProblemMethod *method = &problem->method;

  if (method->scheme->galerkin != GALERKIN_BUBNOV) return scheme_element_mg(problem, gauss, element);
  return time_element_create_bg(method->degree, gauss, method->nodes == NODES_LOBATTO,
                                method->multipliers == MULTIPLIERS_CONTINUOUS, element);
}

int scheme_order(const Problem *problem)
{
  const int k = problem->method.degree;

  if (scheme_of(problem)->order) return scheme_of(problem)->order(problem);
  if (problem->method.scheme->galerkin == GALERKIN_PETROV) return 2 * k;
  if (problem->method.scheme->galerkin != GALERKIN_BUBNOV) return 2;
  return (problem->method.start == START_WEAK ? 4 : 2) * ((k + 1) / 2);
}

AdjointKind scheme_adjoint(const Problem *problem)
{
  const ProblemMethod *method = &problem->method;

  const bool collocated = method->invariants == INVARIANTS_COLLOCATED;
  return collocated && method->scheme->adjoint == ADJOINT_STEPPING ? ADJOINT_NONE : method->scheme->adjoint;
}

int scheme_window(const Problem *problem, int elements)
{
  const int window = problem->method.window;

  if (window == RIGEL_UNSET) return problem->method.scheme->stepping ? 1 : elements;
  return window == WINDOW_ALL || window > elements ? elements : window;
}

void run_begin(const Mesh *mesh, int element, int unknowns, const char *linear, RunStatus *status)
{
  *status =
    (RunStatus){.verdict = RUN_DONE, .elements = mesh->n, .time = mesh_time(mesh, element), .unknowns = unknowns};
  snprintf(status->linear, sizeof status->linear, "%s", linear);
}

void run_fail(RunStatus *status, RunVerdict verdict, MessageCode code, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  vsnprintf(status->message, sizeof status->message, format, args);
  va_end(args);
  status->verdict = verdict;
  status->code    = code;
}

const double turn_large = 0.5;

double element_turn(const System *sys, const double *z, double h)
{
  double most = 0.0;

  for (int b = 0; b < sys->nbodies; b++) {
    Kinematics motion;
    sys->bodies[b].ops->kinematics(&sys->bodies[b], z + sys->start[b], &motion);
    most = fmax(most, vec_norm(3, motion.omega) * h);
  }
  return most;
}

void run_count(RunStatus *status, int iterations, int corrections, int most)
{
  status->iterations += iterations;
  status->corrections += corrections;
  if (most > status->most_iterations) status->most_iterations = most;
}

bool run_show(const Observer *observer, const Sample *sample, RunStatus *status)
{
  status->element = sample->element;
  status->time    = sample->t;
  if (observer->sample(observer->context, sample)) return true;
  status->verdict = RUN_STOPPED;
  return false;
}

bool element_finish(const Observer *observer, int n, const NewtonStatus *newton, Sample *sample, RunStatus *status)
{
  sample->element            = n + 1;
  sample->record.iterations  = newton->iterations;
  sample->record.corrections = newton->corrections;
  sample->record.residual    = newton->residual;
  sample->record.floor       = newton->reason == NEWTON_FLOOR;
  status->floors += sample->record.floor;
  return run_show(observer, sample, status);
}

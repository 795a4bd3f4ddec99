/* Defaults of a scheme, and the status of a run: its beginning, its counts, its samples. */
#include "scheme/scheme.h"

#include <stdio.h>

int scheme_gauss(const Problem *problem, const System *system)
{
  if (problem->method.gauss != GAUSS_AUTO) return problem->method.gauss;
  return scheme_of(problem)->gauss(problem, system);
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

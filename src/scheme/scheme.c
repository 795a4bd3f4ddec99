#include "scheme/scheme.h"

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

bool element_finish(const Observer *observer, int n, const NewtonStatus *newton, Sample *sample, RunStatus *status)
{
  sample->record.iterations  = newton->iterations;
  sample->record.corrections = newton->corrections;
  sample->record.residual    = newton->residual;
  sample->record.floor       = newton->reason == NEWTON_FLOOR;
  status->floors += sample->record.floor;
  status->element = n + 1;
  status->time    = sample->t;
  if (observer->sample(observer->context, sample)) return true;
  status->verdict = RUN_STOPPED;
  return false;
}

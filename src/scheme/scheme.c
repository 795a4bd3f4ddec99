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

const char *scheme_linear(const ProblemSolver *solver)
{
  static const char *const names[] = {
    [LINEAR_AUTO] = "auto",   [LINEAR_DENSE] = "dense",     [LINEAR_BLOCK] = "block",
    [LINEAR_BAND] = "band",   [LINEAR_UMFPACK] = "umfpack", [LINEAR_KLU] = "klu",
    [LINEAR_MUMPS] = "mumps", [LINEAR_SUPERLU] = "superlu", [LINEAR_SUPERLU_DIST] = "superlu_dist",
    [LINEAR_PETSC] = "petsc"};
  return names[solver->linear];
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

#include "scheme/scheme.h"

#include "scheme/list.h"

#include <string.h>

const SchemeOps *const scheme_list[] = {&mg_ops,
                                        &bg_ops,
                                        &em_ops,
                                        &quat_em_ops,
                                        &quat_em_reduced_ops,
                                        &quat_vi_ops,
                                        &dir_em_ops,
                                        &algo_c1_ops,
                                        &simo_wong_ops,
                                        &predictor_corrector_ops,
                                        &staggered_ops,
                                        &park_ops,
                                        &velocity_dae_ops,
                                        &euler_explicit_ops,
                                        &euler_implicit_ops,
                                        &symplectic_euler_a_ops,
                                        &symplectic_euler_b_ops,
                                        &midpoint_ops,
                                        &stoermer_verlet_ops,
                                        &rk4_ops,
                                        &radau3_ops,
                                        &radau5_ops,
                                        &sun_geng_ops,
                                        &gauss6_ops,
                                        &rattle_ops,
                                        &ts_ops,
                                        NULL};

const SchemeOps *scheme_find(const char *name)
{
  for (int i = 0; scheme_list[i]; i++)
    if (strcmp(scheme_list[i]->name, name) == 0) return scheme_list[i];
  return NULL;
}

int scheme_gauss(const Problem *problem, const System *system)
{
  if (problem->method.gauss != GAUSS_AUTO) return problem->method.gauss;
  return scheme_find(problem->method.scheme)->gauss(problem, system);
}

int scheme_window(const Problem *problem, int elements)
{
  const int window = problem->method.window;

  if (window == RIGEL_UNSET) return scheme_find(problem->method.scheme)->stepping ? 1 : elements;
  return window == WINDOW_ALL || window > elements ? elements : window;
}

const char *scheme_linear(const Problem *problem)
{
  static const char *const names[] = {
    [LINEAR_AUTO] = "auto",   [LINEAR_DENSE] = "dense",     [LINEAR_BLOCK] = "block",
    [LINEAR_BAND] = "band",   [LINEAR_UMFPACK] = "umfpack", [LINEAR_KLU] = "klu",
    [LINEAR_MUMPS] = "mumps", [LINEAR_SUPERLU] = "superlu", [LINEAR_SUPERLU_DIST] = "superlu_dist",
    [LINEAR_PETSC] = "petsc"};
  return names[problem->solver.linear];
}

bool element_finish(const Observer *observer, int n, const NewtonStatus *newton, Sample *sample, RunStatus *status)
{
  sample->iterations  = newton->iterations;
  sample->corrections = newton->corrections;
  sample->residual    = newton->residual;
  sample->floor       = newton->reason == NEWTON_FLOOR;
  status->floors += sample->floor;
  status->element = n + 1;
  status->time    = sample->t;
  if (observer->sample(observer->context, sample)) return true;
  status->verdict = RUN_STOPPED;
  return false;
}

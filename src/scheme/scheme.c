#include "scheme/scheme.h"

#include "scheme/list.h"

#include <string.h>

const SchemeOps *const scheme_list[] = {&mg_ops, NULL};

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

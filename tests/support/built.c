#include "built.h"

#include <unity.h>

void built_system(const Problem *problem, const char *words, System *system)
{
  FaultList faults;

  fault_init(&faults, "test");
  TEST_ASSERT_TRUE_MESSAGE(system_create(problem, &faults, system), words);
  fault_clear(&faults);
}

void built_clear(System *system, Problem *problem)
{
  system_destroy(system);
  problem_clear(problem);
}

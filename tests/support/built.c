#include "built.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

enum { SETS = 24 };

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

void built_model(const char *file, int nset, const char *const set[], Model *model)
{
  FaultList faults;

  fault_init(&faults, file);
  TEST_ASSERT_EQUAL_INT(0, model_read(file, nset, set, &faults, model));
  TEST_ASSERT_TRUE_MESSAGE(model->ready, faults.kept ? faults.text[0] : file);
  fault_clear(&faults);
}

void built_words(const char *file, const char *assignments, Model *model)
{
  static char        text[2048];
  static const char *set[SETS];
  int                nset = 0;

  TEST_ASSERT_TRUE(snprintf(text, sizeof text, "%s", assignments) < (int)sizeof text);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
    TEST_ASSERT_TRUE(nset < SETS);
    set[nset++] = word;
  }
  built_model(file, nset, set, model);
}

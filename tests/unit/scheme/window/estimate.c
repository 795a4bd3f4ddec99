/* Estimates against the windows themselves: unknowns, entries, the solver that auto takes, and the bytes of fronts. */
#include "scheme/window/estimate.h"

#include "built.h"
#include "run/model.h"
#include "scheme/scheme.h"
#include "scheme/window/window.h"
#include "unity.h"

#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

enum { SETS = 4 };

typedef struct {
  const char *file;
  LinearKind  linear;
  int         nset;
  const char *set[SETS];
} Case;

#define BOX      "problems/spinning_box.yaml"
#define DIRECTOR "problems/spinning_box_director.yaml"
#define LOOP     "problems/loads/closed_loop.yaml"
#define CHAIN    "problems/mechanisms/chain.yaml"
#define ALL      "method.window=all"
#define BG       "method.scheme=BG"

static const Case cases[] = {
  {BOX, LINEAR_DENSE, 2, {ALL, "time.elements=7"}},
  {BOX, LINEAR_BLOCK, 2, {ALL, "time.elements=8"}},
  {BOX, LINEAR_BLOCK, 3, {BG, "time.elements=12", "method.degree=3"}},
  {BOX, LINEAR_BLOCK, 3, {BG, "time.elements=100", "method.multipliers=continuous"}},
  {BOX, LINEAR_BLOCK, 3, {ALL, "time.elements=4", "method.degree=16"}}, /* 1024 unknowns, half width 255 */
  {BOX, LINEAR_MUMPS, 3, {ALL, "time.elements=5", "method.degree=16"}}, /* 1280 */
  {BOX, LINEAR_UMFPACK, 3, {ALL, "time.elements=40", "solver.linear=umfpack"}},
  {DIRECTOR, LINEAR_BLOCK, 2, {BG, "time.elements=40"}},
  {LOOP, LINEAR_BLOCK, 2, {ALL, "time.end=0.1"}},
  {LOOP, LINEAR_MUMPS, 3, {BG, "time.end=0.14", "method.degree=2"}},
  {CHAIN, LINEAR_BLOCK, 2, {ALL, "time.end=0.01"}},
  {CHAIN, LINEAR_MUMPS, 2, {BG, "time.end=0.01"}},
};

static void check_case(const Case *c)
{
  char     text[256];
  Model    model;
  Window   window;
  Estimate estimate;

  snprintf(text, sizeof text, "%s %s %s %s", c->file, c->set[0], c->set[1], c->nset > 2 ? c->set[2] : "");
  built_model(c->file, c->nset, c->set, &model);
  const int elements = mesh_elements(&model.problem.time);
  TEST_ASSERT_EQUAL_INT(0, estimate_global(&model.problem, &model.system, elements, 1, &estimate));
  TEST_ASSERT_EQUAL_INT_MESSAGE(c->linear, estimate.linear, text);
  TEST_ASSERT_EQUAL_INT(0, window_create(&model.problem, &model.system, NULL, PETSC_COMM_SELF, 0, elements, &window));
  TEST_ASSERT_EQUAL_INT_MESSAGE(estimate.linear, window.newton.linear.kind, text);
  TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(window.n, estimate.unknowns, text);
  TEST_ASSERT_EQUAL_DOUBLE_MESSAGE(window.newton.nentries, estimate.entries, text);
  TEST_ASSERT_EQUAL_INT_MESSAGE(c->linear == LINEAR_MUMPS || c->linear == LINEAR_UMFPACK, estimate.least, text);
  TEST_ASSERT_EQUAL_INT(0, window_destroy(&window));
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

static void test_windows(void)
{
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) check_case(&cases[i]);
}

/* Twice the jobs, twice the memory: there is a number of jobs at which a window no longer fits, and the message has it. */
static void test_jobs_share_the_memory(void)
{
  const char *const set[] = {ALL, "time.elements=10000"};
  Model             model;
  bool              fits;
  Notice            why;
  int               jobs = 1;

  built_model(BOX, 2, set, &model);
  do {
    TEST_ASSERT_EQUAL_INT(0, estimate_fits(&model.problem, &model.system, PETSC_COMM_SELF, jobs, &fits, &why));
    jobs *= 2;
  } while (fits && jobs < 1 << 28);
  TEST_ASSERT_FALSE(fits);
  TEST_ASSERT_GREATER_THAN(2, jobs);
  TEST_ASSERT_NOT_NULL(strstr(why.text, "found a window of 10000 elements, which needs about 0.2 GiB in each of "));
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_windows);
  RUN_TEST(test_jobs_share_the_memory);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

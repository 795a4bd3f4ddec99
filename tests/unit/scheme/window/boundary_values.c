/* First guesses of two-point boundary-value problems do not depend on the origin of time. */
#include "run/model.h"
#include "scheme/window/window_run.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

enum { TEXT = 1024, GUESSES = 2 };

void setUp(void) {}
void tearDown(void) {}

static bool sample_ignore(void *context, const Sample *sample)
{
  (void)context, (void)sample;
  return true;
}

/* A box about a fixed point between two orientations, with a force sin(3 (t - start)) off the point: its multiplier depends on time. */
static void model_open(double start, const char *scheme, Model *model)
{
  char      text[TEXT];
  FaultList faults;

  snprintf(text, sizeof text,
           "time: {start: %.17g, end: %.17g, elements: 8}\n"
           "method: {scheme: %s, degree: 2, window: all}\n"
           "bodies:\n"
           "  - {name: box, shape: {cuboid: [5, 2, 1]}, mass: 12, translation: fixed}\n"
           "loads:\n"
           "  - {name: push, type: force, body: box, at: [1, 2, 3], value: [40, 20, 10], scale: {sine: {omega: 3, "
           "phase: %.17g}}}\n"
           "boundary:\n"
           "  start: {box: {orientation: [1, 0, 0, 0]}}\n"
           "  end: {box: {orientation: [0.6, 0, 0.8, 0]}}\n",
           start, start + 1.0, scheme, -3.0 * start);
  const ProblemSource source = {.file = "text", .text = text};
  fault_init(&faults, "text");
  TEST_ASSERT_EQUAL_INT(0, model_build(&source, &faults, model));
  TEST_ASSERT_TRUE_MESSAGE(model->ready, faults.kept ? faults.text[0] : scheme);
  fault_clear(&faults);
}

/* A problem, the multipliers of its first guess, its solution. */
typedef struct {
  Model     model;
  Boundary  boundary;
  RunStatus status;
  Window    window;
  double   *guess; /* [nodes - 1][nl] */
  int       iterations;
} Guess;

static void guess_open(double start, const char *scheme, Guess *g)
{
  const Observer observer = {.sample = sample_ignore};
  FaultList      faults;
  NewtonStatus   newton;

  model_open(start, scheme, &g->model);
  WindowRun run = {.problem  = &g->model.problem,
                   .system   = &g->model.system,
                   .observer = &observer,
                   .comm     = PETSC_COMM_SELF,
                   .size     = 1,
                   .z        = g->model.z,
                   .lambda   = g->model.lambda,
                   .status   = &g->status};
  fault_init(&faults, "text");
  TEST_ASSERT_TRUE(boundary_create(run.problem, run.system, &faults, &g->boundary));
  fault_clear(&faults);
  const int n = mesh_elements(&run.problem->time);
  TEST_ASSERT_EQUAL_INT(0, window_create(run.problem, run.system, &g->boundary, run.comm, 0, n, &g->window));
  TEST_ASSERT_EQUAL_INT(0, boundary_values_guess(&run, &g->window, &run.problem->boundary, GUESS_GEODESIC));
  Window *w = &g->window;
  TEST_ASSERT_EQUAL_INT(0, PetscMalloc1((size_t)(w->nodes * w->nl), &g->guess));
  for (int i = 0; i < (w->nodes - 1) * w->nl; i++) g->guess[i] = w->lambda[i];
  TEST_ASSERT_EQUAL_INT(0, window_solve(w, &newton));
  TEST_ASSERT_TRUE_MESSAGE(newton_ok(&newton), scheme);
  g->iterations = newton.iterations;
}

static void guess_close(Guess *g)
{
  TEST_ASSERT_EQUAL_INT(0, PetscFree(g->guess));
  TEST_ASSERT_EQUAL_INT(0, window_destroy(&g->window));
  boundary_destroy(&g->boundary);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&g->model));
}

/* The same problem from t = 0 and from t = 7: multipliers of the guess, Newton iterations and solutions agree. */
static void check_shifted(const char *scheme)
{
  Guess  g[GUESSES];
  double largest = 0.0;

  guess_open(0.0, scheme, &g[0]);
  guess_open(7.0, scheme, &g[1]);
  const Window *a = &g[0].window, *b = &g[1].window;
  for (int i = 0; i < (a->nodes - 1) * a->nl; i++) largest = fmax(largest, fabs(g[0].guess[i]));
  TEST_ASSERT_TRUE(largest > 1.0);
  for (int i = 0; i < (a->nodes - 1) * a->nl; i++)
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12 * largest, g[0].guess[i], g[1].guess[i], scheme);
  TEST_ASSERT_EQUAL_INT_MESSAGE(g[0].iterations, g[1].iterations, scheme);
  for (int i = 0; i < a->nodes * a->nz; i++)
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10 * g[0].model.system.scale_z[i % a->nz], a->z[i], b->z[i], scheme);
  for (int i = 0; i < GUESSES; i++) guess_close(&g[i]);
}

static void test_guesses_do_not_depend_on_the_origin_of_time(void)
{
  check_shifted("mG");
  check_shifted("BG");
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_guesses_do_not_depend_on_the_origin_of_time);
  const int failed = UNITY_END();
  return PetscFinalize() ? 1 : failed;
}

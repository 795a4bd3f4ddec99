/* A run that stops and goes on from its checkpoint gives the bits of the run that never stopped: states, multipliers, Newton
 * counts; for every scheme, predictor and direct solver, wherever it stops. */
#include "base/vec.h"
#include "built.h"
#include "run/model.h"
#include "scheme/schemes.h"
#include "time/mesh.h"
#include "unity.h"

#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const box      = "problems/spinning_box.yaml";
static const char *const pendulum = "problems/physical_pendulum.yaml";

enum { ROW_EXTRA = 5 };

/* All samples of a run: t, z, lambda and Newton's numbers, one row per element. */
typedef struct {
  int     nz, nl, width, rows, stop; /* stop after this element; -1: never */
  double *value;
} Log;

void setUp(void) {}
void tearDown(void) {}

static bool log_sample(void *context, const Sample *sample)
{
  Log         *log      = context;
  const double newton[] = {sample->t, sample->record.iterations, sample->record.corrections, sample->record.residual,
                           sample->record.floor};
  double      *row      = log->value + sample->element * log->width;

  TEST_ASSERT_TRUE(sample->element == log->rows++);
  vec_copy(ROW_EXTRA, newton, row);
  vec_copy(log->nz, sample->z, row + ROW_EXTRA);
  vec_copy(log->nl, sample->lambda, row + ROW_EXTRA + log->nz);
  return sample->element != log->stop;
}

static void log_open(const Model *model, int stop, Log *log)
{
  *log       = (Log){.nz = model->system.nz, .nl = model->system.nl, .stop = stop};
  log->width = ROW_EXTRA + log->nz + log->nl;
  log->value = calloc((size_t)(mesh_elements(&model->problem.time) + 1) * (size_t)log->width, sizeof(double));
}

static RunStatus run(const Model *model, Log *log, Checkpoint *checkpoint)
{
  const Observer observer = {.context = log, .sample = log_sample, .checkpoint = checkpoint};
  RunStatus      status;

  if (checkpoint) log->rows = checkpoint->element ? checkpoint->element + 1 : 0;
  TEST_ASSERT_EQUAL_INT(
    0, scheme_of(&model->problem)->run(&model->problem, &model->system, model->z, model->lambda, &observer, &status));
  return status;
}

static void same_check(const Log *a, const Log *b, int from, const char *what)
{
  char text[700];

  TEST_ASSERT_EQUAL_INT_MESSAGE(a->rows, b->rows, what);
  for (int r = from; r < a->rows; r++) {
    snprintf(text, sizeof text, "%s: element %d", what, r);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(a->value + r * a->width, b->value + r * b->width,
                                     (size_t)a->width * sizeof(double), text);
  }
}

/* Stops after element `stop` (with `window` elements at a time), goes on; once more with another stop in the second part. */
static void check(const char *file, int stop, int window, const char *format, ...)
{
  Checkpoint checkpoint = {0};
  RunStatus  whole, part;
  Model      model;
  Log        a, b;
  char       text[600];
  va_list    list;

  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  built_words(file, text, &model);
  log_open(&model, -1, &a);
  whole = run(&model, &a, NULL);
  TEST_ASSERT_TRUE_MESSAGE(whole.verdict == RUN_DONE && stop + window < whole.elements, text);
  log_open(&model, stop, &b);
  TEST_ASSERT_TRUE_MESSAGE(run(&model, &b, &checkpoint).verdict == RUN_STOPPED, text);
  TEST_ASSERT_EQUAL_INT_MESSAGE(stop, checkpoint.element, text);
  b.stop = stop + window;
  TEST_ASSERT_TRUE_MESSAGE(run(&model, &b, &checkpoint).verdict == RUN_STOPPED, text);
  TEST_ASSERT_EQUAL_INT_MESSAGE(stop + window, checkpoint.element, text);
  b.stop = -1;
  part   = run(&model, &b, &checkpoint);
  TEST_ASSERT_TRUE_MESSAGE(part.verdict == RUN_DONE, text);
  same_check(&a, &b, 0, text);
  TEST_ASSERT_TRUE_MESSAGE(part.iterations == whole.iterations && part.corrections == whole.corrections &&
                             part.most_iterations == whole.most_iterations && part.floors == whole.floors &&
                             part.windows == whole.windows && part.element == whole.element && part.time == whole.time,
                           text);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, model_clear(&model), text);
  free(checkpoint.value);
  free(a.value);
  free(b.value);
}

static void test_stepping(void)
{
  static const int stops[] = {1, 2, 7, 33};

  for (int i = 0; i < 4; i++) {
    for (int k = 1; k <= 3; k++) check(box, stops[i], 1, "time.end=2 method.degree=%d", k);
    check(box, stops[i], 1, "time.end=2 bodies.box.formulation=director method.degree=2 method.gauss=2");
    check(box, stops[i], 1, "time.end=2 bodies.box.kinetic=scalable method.nodes=lobatto method.degree=4");
    check(pendulum, stops[i], 1, "time.step=0.1 method.degree=2");
  }
}

/* Every scheme that steps; some have a state of their own. */
static void test_schemes(void)
{
  for (int i = 0; scheme_list[i]; i++) {
    const unsigned supports = scheme_list[i]->traits.supports;
    if (scheme_list[i]->traits.stepping)
      check("problems/steady_top.yaml", 4, 3, "method.scheme=%s method.degree=1 time.end=0.05 bodies.0.%s",
            scheme_list[i]->traits.name,
            !(supports & SUPPORTS_QUATERNION) ? "formulation=director"
            : supports & SUPPORTS_UNIT        ? "kinetic=unit"
                                              : "kinetic=scalable");
  }
}

/* Fast rotation: the other predictor, attempts that fail; a step at which factors are kept for long. */
static void test_predictors(void)
{
  for (int stop = 1; stop < 30; stop += 4) {
    check("problems/heavy_top.yaml", stop, 3, "time.step=0.02 time.end=1 method.degree=3");
    check(box, stop, 1, "time.step=0.15 method.degree=2");
    check(box, stop, 5, "time.step=0.001 time.end=0.04");
  }
}

static void test_direct_solvers(void)
{
  for (LinearKind i = LINEAR_DENSE; i < LINEAR_COUNT; i++) {
    check(box, 6, 4, "time.end=1 solver.linear=%s", linear_names[i]);
    check(box, 3, 1, "time.step=0.2 method.degree=2 solver.linear=%s", linear_names[i]);
  }
}

/* 12 links: beyond dense, as auto chooses. */
static void test_chain(void)
{
  char        path[300];
  const char *base = getenv("TMPDIR");

  snprintf(path, sizeof path, "%s/rigel-restart-%ld.yaml", base ? base : "/tmp", (long)getpid());
  FILE *file = fopen(path, "w");
  fprintf(file, "time: {end: 0.5, step: 0.02}\ngravity: [0, 0, -9.81]\nmethod: {degree: 2}\nbodies:\n");
  for (int b = 0; b < 12; b++)
    fprintf(file, "  - {name: b%d, mass: 1, inertia: [0.1, 0.2, 0.2], position: [%g, 0, 0]}\n", b, b + 0.5);
  fprintf(file, "joints:\n");
  for (int b = 0; b < 12; b++) {
    fprintf(file, "  - {name: j%d, type: spherical, at: [%d, 0, 0], bodies: [b%d, ", b, b, b);
    if (b) fprintf(file, "b%d]}\n", b - 1);
    else fprintf(file, "ground]}\n");
  }
  fclose(file);
  check(path, 3, 9, "solver.linear=auto");
  check(path, 5, 2, "solver.linear=umfpack method.degree=1");
  check(path, 15, 2, "solver.linear=mumps");
  check(path, 15, 2, "solver.linear=klu");
  check(path, 15, 2, "solver.linear=block");
  remove(path);
}

static void test_windows(void)
{
  check(box, 10, 10, "time.end=2 method.window=10");
  check(box, 14, 7, "time.end=2 method.window=7 method.degree=2");
  check(box, 8, 16, "time.end=2 method.scheme=BG method.window=8 method.degree=2");
  check(box, 10, 10, "time.end=2 method.scheme=BG method.window=10 method.multipliers=continuous");
  check(pendulum, 6, 6, "time.step=0.1 time.end=2 method.window=6");
}

/* A run that ends by itself goes on to a later end, also when its last element was a shorter one; and from its own end. */
static void end_check(const char *end, const char *rest, int at)
{
  Checkpoint checkpoint = {0};
  Model      early, late;
  Log        a, b, c;
  char       text[300];

  snprintf(text, sizeof text, "time.end=%s %s", end, rest);
  built_words(box, text, &early);
  log_open(&early, -1, &a);
  TEST_ASSERT_TRUE(run(&early, &a, &checkpoint).verdict == RUN_DONE);
  TEST_ASSERT_EQUAL_INT_MESSAGE(at, checkpoint.element, text);
  log_open(&early, -1, &b);
  TEST_ASSERT_TRUE(run(&early, &b, &checkpoint).verdict == RUN_DONE);
  same_check(&a, &b, at + 1, text);
  built_words(box, rest, &late);
  log_open(&late, -1, &c);
  TEST_ASSERT_TRUE(run(&late, &c, NULL).verdict == RUN_DONE);
  free(b.value);
  log_open(&late, -1, &b);
  TEST_ASSERT_TRUE(run(&late, &b, &checkpoint).verdict == RUN_DONE);
  same_check(&c, &b, at + 1, text);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&early) || model_clear(&late));
  free(checkpoint.value);
  free(a.value);
  free(b.value);
  free(c.value);
}

static void test_later_end(void)
{
  end_check("2", "method.degree=2", 39);
  end_check("2.03", "method.degree=2", 40);
  end_check("0.3", "time.step=0.1", 2); /* 3 h is not 0.3 */
  end_check("2", "method.scheme=BG method.window=9", 36);
}

int main(void)
{
  UNITY_BEGIN();
  if (PetscInitializeNoArguments()) return 1;
  RUN_TEST(test_stepping);
  RUN_TEST(test_schemes);
  RUN_TEST(test_predictors);
  RUN_TEST(test_direct_solvers);
  RUN_TEST(test_chain);
  RUN_TEST(test_windows);
  RUN_TEST(test_later_end);
  if (PetscFinalize()) return 1;
  return UNITY_END();
}

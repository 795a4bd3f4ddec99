#include "measure.h"

#include "base/vec.h"
#include "built.h"
#include "problem_same.h"
#include "run/run.h"
#include "unity.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
  const Model   *model;
  InvariantMeter meter;
  Measured      *out;
  Reactions      reactions;
  ReactionSeen   seen; /* NULL: nobody wants them */
  void          *context;
} Watch;

enum { JOINTS_MOST = 64 };

static void watch_reactions(Watch *watch, const Sample *sample)
{
  double row[1 + 6 * JOINTS_MOST];

  for (int i = 0; sample->element > 0 && i < sample->nodes + 1; i++) {
    reactions_at(&watch->reactions, sample, i, row);
    watch->seen(watch->context, &watch->model->system, row);
  }
  reactions_keep(&watch->reactions, sample);
}

static bool watch_sample(void *context, const Sample *sample)
{
  Watch         *watch   = context;
  const Problem *problem = &watch->model->problem;
  char           text[256];

  drift_add(&watch->out->drift, invariant_follow(&watch->meter, sample));
  if (problem->reference.given && fabs(sample->t - reference_time(problem)) < 1e-9) {
    const bool applies =
      reference_measure(problem, &watch->model->system, sample->t, sample->z, &watch->out->error, text, sizeof text);
    TEST_ASSERT_TRUE_MESSAGE(applies, text);
  }
  for (int b = 0; b < watch->model->system.nbodies && b < MEASURED_BODIES; b++) {
    const Body *body = &watch->model->system.bodies[b];
    body->ops->kinematics(body, sample->z + watch->model->system.start[b], &watch->out->end[b]);
    if (2 * sample->element == sample->elements) watch->out->middle[b] = watch->out->end[b];
  }
  if (watch->seen) watch_reactions(watch, sample);
  watch->out->condition       = sample->record.condition;
  watch->out->condition_paper = sample->record.condition_paper;
  return true;
}

/* Runs and clears the model. */
static void model_measure(Model *model, ReactionSeen seen, void *context, Measured *measured)
{
  Watch    watch    = {.model = model, .out = measured, .seen = seen, .context = context};
  Observer observer = {.context = &watch, .sample = watch_sample};

  memset(measured, 0, sizeof *measured);
  measured->error = (ReferenceError){NAN, NAN, NAN, NAN};
  drift_init(&model->system, &measured->drift);
  TEST_ASSERT_TRUE(invariant_meter_create(&model->system, &watch.meter));
  TEST_ASSERT_TRUE(reactions_create(&model->system, &watch.reactions));
  TEST_ASSERT_TRUE(model->problem.njoints <= JOINTS_MOST || !seen);
  TEST_ASSERT_EQUAL_INT(
    0, problem_run(&model->problem, &model->system, model->z, model->lambda, &observer, &measured->status));
  invariant_meter_destroy(&watch.meter);
  reactions_destroy(&watch.reactions);
  TEST_ASSERT_EQUAL_INT(0, model_clear(model));
}

void measure_file(const char *file, const char *const set[], Measured *measured)
{
  Model model;
  int   nset = 0;

  while (set[nset]) nset++;
  built_model(file, nset, set, &model);
  model_measure(&model, NULL, NULL, measured);
}

/* With formatted assignments; the run must succeed. */
static void measure_args(Measured *measured, const char *file, ReactionSeen seen, void *context, const char *format,
                         va_list args)
{
  char  text[1024];
  Model model;

  TEST_ASSERT_TRUE(vsnprintf(text, sizeof text, format, args) < (int)sizeof text);
  built_words(file, text, &model);
  model_measure(&model, seen, context, measured);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, measured->status.verdict, measured->status.message);
}

void measure(Measured *measured, const char *file, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  measure_args(measured, file, NULL, NULL, format, args);
  va_end(args);
}

enum { FILE_LEN = 512 };

static void yaml_write(const char *yaml, char file[FILE_LEN])
{
  const char *folder = getenv("TMPDIR");

  snprintf(file, FILE_LEN, "%s/rigel-measure.%ld.yaml", folder ? folder : "/tmp", (long)getpid());
  TEST_ASSERT_TRUE_MESSAGE(text_write(file, yaml), file);
}

void measure_model(const char *yaml, Model *model)
{
  char file[FILE_LEN];

  yaml_write(yaml, file);
  built_model(file, 0, NULL, model);
  remove(file);
}

void measure_text(Measured *measured, const char *yaml, const char *format, ...)
{
  char    file[FILE_LEN];
  va_list args;

  yaml_write(yaml, file);
  va_start(args, format);
  measure_args(measured, file, NULL, NULL, format, args);
  va_end(args);
  remove(file);
}

void measure_reactions(Measured *measured, const char *yaml, ReactionSeen seen, void *context, const char *format, ...)
{
  char    file[FILE_LEN];
  va_list args;

  yaml_write(yaml, file);
  va_start(args, format);
  measure_args(measured, file, seen, context, format, args);
  va_end(args);
  remove(file);
}

double measure_distance(int n, const Measured *a, const Measured *b)
{
  double most = 0.0;

  for (int i = 0; i < n; i++)
    for (int x = 0; x < 3; x++) {
      most = fmax(most, fabs(a->end[i].position[x] - b->end[i].position[x]));
      for (int y = 0; y < 3; y++) most = fmax(most, fabs(a->end[i].R[x][y] - b->end[i].R[x][y]));
    }
  return most;
}

double measure_order(int n, const double *h, const double *error)
{
  double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  int    used = 0;

  for (int i = 0; i < n; i++) {
    if (!(error[i] > 1e-13)) break;
    TEST_ASSERT_TRUE_MESSAGE(i == 0 || error[i] < error[i - 1], "errors must fall strictly");
    const double x = log(h[i]), y = log(error[i]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
    used++;
  }
  TEST_ASSERT_GREATER_OR_EQUAL_INT_MESSAGE(3, used, "an order needs three errors above rounding");
  return (used * sxy - sx * sy) / (used * sxx - sx * sx);
}

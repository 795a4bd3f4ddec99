/* Runs that are given an accuracy: true errors and their bars, conservation on the meshes that they choose, corners, passes, and runs
 * that stop and go on. References are fixed meshes of another degree. */
#include "base/vec.h"
#include "built.h"
#include "diag/invariants.h"
#include "run/run.h"
#include "scheme/adaptive/enriched.h"
#include "unity.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

static const char *const box = "problems/spinning_box.yaml", *const pendulum = "problems/physical_pendulum.yaml",
                         *const slider  = "problems/mechanisms/slider_crank.yaml",
                         *const bricard = "problems/mechanisms/bricard.yaml",
                         *const swing   = "problems/mechanisms/double_pendulum.yaml",
                         *const driven  = "problems/motion/slider_crank.yaml";

enum { ROWS_MOST = 4000 };

/* All ends of elements of the last pass. */
typedef struct {
  Model          model;
  InvariantMeter meter;
  Drift          drift;
  RunStatus      status;
  int            rows, begins, stop; /* stop after this element; -1: never */
  double        *t, *z, *error;      /* [ROWS_MOST], [ROWS_MOST][nz] twice */
} Seen;

void setUp(void) {}
void tearDown(void) {}

static bool seen_sample(void *context, const Sample *sample)
{
  Seen     *seen = context;
  const int nz = seen->model.system.nz, n = sample->element;

  TEST_ASSERT_TRUE(n < ROWS_MOST && (n == 0 || n == seen->rows));
  TEST_ASSERT_TRUE(sample->elements >= n);
  if (n == 0) drift_init(&seen->model.system, &seen->drift);
  seen->begins += n == 0;
  seen->rows = n + 1;
  seen->t[n] = sample->t;
  vec_copy(nz, sample->z, seen->z + n * nz);
  if (sample->error) vec_copy(nz, sample->error, seen->error + n * nz);
  drift_add(&seen->drift, invariant_follow(&seen->meter, sample));
  return n != seen->stop;
}

static bool seen_again(void *context)
{
  (void)context;
  return true;
}

static void seen_open(const char *file, const char *set, Seen *seen)
{
  *seen = (Seen){.stop = -1};
  built_words(file, set, &seen->model);
  const size_t n = ROWS_MOST * (size_t)seen->model.system.nz;
  seen->t        = calloc(ROWS_MOST, sizeof(double));
  seen->z        = calloc(n, sizeof(double));
  seen->error    = calloc(n, sizeof(double));
  TEST_ASSERT_TRUE(invariant_meter_create(&seen->model.system, &seen->meter));
}

static void seen_run(Seen *seen, bool again, Checkpoint *checkpoint)
{
  const Observer observer = {
    .context = seen, .sample = seen_sample, .again = again ? seen_again : NULL, .checkpoint = checkpoint};
  const Model *model = &seen->model;

  TEST_ASSERT_EQUAL_INT(
    0, problem_run_fitting(&model->problem, &model->system, model->z, model->lambda, &observer, &seen->status));
}

static void seen_close(Seen *seen)
{
  free(seen->t);
  free(seen->z);
  free(seen->error);
  invariant_meter_destroy(&seen->meter);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&seen->model));
}

static const double *seen_end(const Seen *seen)
{
  return seen->z + (seen->rows - 1) * seen->model.system.nz;
}

/* Opens and runs with formatted assignments. */
static void run(Seen *seen, const char *file, const char *format, ...)
{
  char    set[300];
  va_list list;

  va_start(list, format);
  vsnprintf(set, sizeof set, format, list);
  va_end(list);
  seen_open(file, set, seen);
  seen_run(seen, true, NULL);
}

#define ADAPTIVE "time.step= method.degree= method.gauss= reference= method.accuracy="

/* Size of the difference of two states at the end, in natural units. */
static double distance(const Seen *a, const Seen *b)
{
  const System *sys  = &a->model.system;
  double       *diff = calloc((size_t)sys->nz, sizeof *diff);

  vec_copy(sys->nz, seen_end(a), diff);
  vec_add(sys->nz, -1.0, seen_end(b), diff);
  const double size = natural_size(sys, diff);
  free(diff);
  return size;
}

/* One problem with several accuracies, against degree 9 on `elements` equal ones. */
static void check_bars(const char *file, const char *set, int elements)
{
  Seen reference;

  run(&reference, file,
      "%s reference= time.step= time.elements=%d method.degree=9 method.gauss=auto method.nodes=lobatto", set,
      elements);
  TEST_ASSERT_EQUAL_INT(RUN_DONE, reference.status.verdict);
  for (double accuracy = 1e-3; accuracy > 1e-10; accuracy *= 1e-2) {
    Seen seen;
    char text[1000];
    run(&seen, file, "%s " ADAPTIVE "%g", set, accuracy);
    const RunAccuracy *a          = &seen.status.accuracy;
    const double       true_error = distance(&seen, &reference);
    snprintf(text, sizeof text, "%s %s, %g: error %.2e, bar %.2e, H %.1e, Phi %.1e; %s", file, set, accuracy,
             true_error, a->bar, drift_relative(seen.drift.H, seen.drift.scale_H), seen.drift.phi_scaled,
             seen.status.message);
    TEST_ASSERT_TRUE_MESSAGE(seen.status.verdict == RUN_DONE && a->measured && a->reached, text);
    TEST_ASSERT_TRUE_MESSAGE(true_error <= accuracy && a->bar >= 0.5 * true_error && a->bar <= 2.0 * true_error, text);
    /* conserved to rounding, whatever the lengths */
    TEST_ASSERT_TRUE_MESSAGE(drift_relative(seen.drift.H, seen.drift.scale_H) < 2e-14, text);
    TEST_ASSERT_TRUE_MESSAGE(seen.drift.phi_scaled < 1e-14 && seen.drift.psi_scaled < 1e-13, text);
    TEST_ASSERT_TRUE_MESSAGE(a->longest > 1.2 * a->shortest && seen.t[seen.rows - 1] == seen.model.problem.time.end,
                             text);
    seen_close(&seen);
  }
  seen_close(&reference);
}

static void test_bars_contain_true_errors(void)
{
  check_bars(box, "", 60);
  check_bars(pendulum, "", 50);
  check_bars(slider, "", 60);
  check_bars(bricard, "time.end=1", 40);
}

static void test_bars_of_other_forms(void)
{
  check_bars(box, "method.scheme=em", 60);
  check_bars(pendulum, "method.invariants=collocated", 50);
  check_bars("problems/spinning_box_director.yaml", "", 60);
}

/* What em and collocated invariants conserve besides energy. */
static void test_angular_momentum(void)
{
  static const char *const forms[] = {"method.scheme=em", "method.invariants=collocated"};

  for (int i = 0; i < 2; i++) {
    Seen seen;
    run(&seen, box, "%s " ADAPTIVE "1e-5", forms[i]);
    TEST_ASSERT_TRUE_MESSAGE(drift_angular(&seen.drift) < 5e-14, forms[i]);
    seen_close(&seen);
  }
}

/* z + E has more digits than z. */
static void test_corrected_state(void)
{
  Seen reference, seen;

  run(&reference, pendulum, "reference= time.step= time.elements=50 method.degree=9");
  run(&seen, pendulum, ADAPTIVE "1e-5");
  const double plain = distance(&seen, &reference);
  vec_add(seen.model.system.nz, 1.0, seen.error + (seen.rows - 1) * seen.model.system.nz,
          seen.z + (seen.rows - 1) * seen.model.system.nz);
  TEST_ASSERT_TRUE(distance(&seen, &reference) < 0.1 * plain);
  seen_close(&seen);
  seen_close(&reference);
}

/* Prescribed motions, with their forces; the reference has another degree. */
static void test_prescribed_motion(void)
{
  Seen reference, seen;

  run(&reference, driven, "reference= time.step= time.elements=80 method.degree=8");
  run(&seen, driven, ADAPTIVE "1e-7");
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, seen.status.verdict, seen.status.message);
  TEST_ASSERT_TRUE(distance(&seen, &reference) < 1e-7);
  seen_close(&seen);
  seen_close(&reference);
}

/* Corners of loads and the ends of time.parts are ends of elements, which are no longer than the parts allow. */
static void test_corners(void)
{
  Seen seen;
  bool from = false, to = false;

  run(&seen, box, "time.parts=[{from:\t1.25,to:\t1.5,step:\t0.02}] " ADAPTIVE "1e-4");
  for (int i = 1; i < seen.rows; i++) {
    from              = from || seen.t[i] == 1.25;
    to                = to || seen.t[i] == 1.5;
    const bool inside = seen.t[i] > 1.25 && seen.t[i] <= 1.5;
    TEST_ASSERT_TRUE(!inside || seen.t[i] - seen.t[i - 1] <= 0.02 * (1.0 + 1e-12));
  }
  TEST_ASSERT_TRUE(from && to);
  seen_close(&seen);
}

/* Errors that the motion amplifies: a second pass keeps the accuracy; where nobody can run again, the run says so. */
static void test_amplified_errors(void)
{
  Seen reference, seen, alone;

  run(&reference, swing, "reference= time.end=8 time.step= time.elements=1000 method.degree=9");
  run(&seen, swing, "time.end=8 " ADAPTIVE "1e-6");
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, seen.status.verdict, seen.status.message);
  TEST_ASSERT_TRUE(seen.status.accuracy.passes > 1 && seen.begins == seen.status.accuracy.passes);
  TEST_ASSERT_TRUE(distance(&seen, &reference) < 1e-6 && seen.status.accuracy.bar < 2.0 * distance(&seen, &reference));
  seen_open(swing, "time.end=8 " ADAPTIVE "1e-6", &alone);
  seen_run(&alone, false, NULL);
  TEST_ASSERT_EQUAL_INT(RUN_NOT_CONVERGED, alone.status.verdict);
  TEST_ASSERT_TRUE(!alone.status.accuracy.reached && alone.begins == 1);
  seen_close(&alone);
  seen_close(&seen);
  seen_close(&reference);
}

/* Chaos: out of reach, with the time until which the accuracy can be had. */
static void test_out_of_reach(void)
{
  Seen seen;

  run(&seen, swing, "time.end=60 " ADAPTIVE "1e-8");
  TEST_ASSERT_TRUE(seen.status.verdict == RUN_NOT_CONVERGED && seen.status.code == R0518_ACCURACY_REACH);
  TEST_ASSERT_TRUE(seen.status.accuracy.until > 5.0 && seen.status.accuracy.until < 20.0);
  seen_close(&seen);
}

/* A run that stops and resumes gives the bits of the run that never stopped. */
static void test_restart(void)
{
  static const char *const sets[] = {"", "method.scheme=em ", "method.invariants=collocated "};

  for (int i = 0; i < 3; i++) {
    Seen       whole, part;
    Checkpoint checkpoint = {0};
    char       set[200];
    snprintf(set, sizeof set, "%s" ADAPTIVE "1e-9", sets[i]);
    run(&whole, i == 1 ? box : pendulum, "%s", set);
    seen_open(i == 1 ? box : pendulum, set, &part);
    part.stop = 5;
    seen_run(&part, true, &checkpoint);
    TEST_ASSERT_TRUE(part.status.verdict == RUN_STOPPED && checkpoint.element == 5);
    part.stop = -1;
    seen_run(&part, true, &checkpoint);
    const size_t nz = (size_t)whole.model.system.nz, n = (size_t)whole.rows;
    TEST_ASSERT_EQUAL_INT(whole.rows, part.rows);
    TEST_ASSERT_EQUAL_MEMORY(whole.t, part.t, n * sizeof(double));
    TEST_ASSERT_EQUAL_MEMORY(whole.z, part.z, n * nz * sizeof(double));
    TEST_ASSERT_EQUAL_MEMORY(whole.error, part.error, n * nz * sizeof(double));
    TEST_ASSERT_TRUE(whole.status.accuracy.bar == part.status.accuracy.bar);
    TEST_ASSERT_EQUAL_INT(whole.status.accuracy.rejected, part.status.accuracy.rejected);
    free(checkpoint.value);
    seen_close(&whole);
    seen_close(&part);
  }
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_bars_contain_true_errors);
  RUN_TEST(test_bars_of_other_forms);
  RUN_TEST(test_angular_momentum);
  RUN_TEST(test_corrected_state);
  RUN_TEST(test_prescribed_motion);
  RUN_TEST(test_corners);
  RUN_TEST(test_amplified_errors);
  RUN_TEST(test_out_of_reach);
  RUN_TEST(test_restart);
  const int failed = UNITY_END();
  return PetscFinalize() || failed;
}

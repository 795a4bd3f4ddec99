/* What Hulbert (1992, sect. 5) finds with his two examples, as measured statements. */
#include "base/vec.h"
#include "built.h"
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const tumble = "problems/published/compstruc_hulbert_1992/intermediate_axis.yaml";
static const char *const fast   = "problems/published/compstruc_hulbert_1992/fast_top.yaml";

enum { SLICES = 4 };

/* Energies and momenta after the time `from`, relative to those there. */
typedef struct {
  const System *system;
  double        from, to;
  double        H0, L0[3], L; /* largest change of L, relative */
  double        most[SLICES]; /* largest |H - H0| / H0 in each quarter of the time */
  double        end;          /* (H - H0) / H0 at the end */
  double        spin[2];      /* largest |H - H0| / H0 with |Omega_3| < 2, with |Omega_3| > 10 */
  bool          started;
} History;

static bool history_sample(void *context, const Sample *sample)
{
  History    *s    = context;
  const Body *body = &s->system->bodies[0];
  Kinematics  motion;
  double      T, V, P[3], L[3];

  if (sample->t < s->from) return true;
  system_energy(s->system, sample->z, NULL, &T, &V);
  system_momenta(s->system, sample->z, P, L);
  body->ops->kinematics(body, sample->z, &motion);
  if (!s->started) {
    s->started = true;
    s->H0      = T + V;
    vec_copy(3, L, s->L0);
  }
  vec_add(3, -1.0, s->L0, L);
  s->L              = fmax(s->L, vec_norm(3, L) / vec_norm(3, s->L0));
  s->end            = (T + V - s->H0) / s->H0;
  const int slice   = (int)fmin(SLICES - 1, SLICES * (sample->t - s->from) / (s->to - s->from));
  s->most[slice]    = fmax(s->most[slice], fabs(s->end));
  const double turn = fabs(motion.omega[2]);
  if (turn < 2.0) s->spin[0] = fmax(s->spin[0], fabs(s->end));
  if (turn > 10.0) s->spin[1] = fmax(s->spin[1], fabs(s->end));
  return true;
}

static void run(const char *file, const char *scheme, const char *impulse, double from, double to, History *history)
{
  char              name[80], rule[80], end[80];
  const char *const set[] = {name, end, rule};
  Model             model;
  const Observer    observer = {.context = history, .sample = history_sample};
  RunStatus         status;

  snprintf(name, sizeof name, "method.scheme=%s", scheme);
  snprintf(end, sizeof end, "time.end=%g", to);
  snprintf(rule, sizeof rule, "method.impulse=%s", impulse ? impulse : "");
  *history = (History){.system = &model.system, .from = from, .to = to};
  built_model(file, impulse ? 3 : 2, set, &model);
  TEST_ASSERT_EQUAL_INT(
    0, scheme_of(&model.problem)->run(&model.problem, &model.system, model.z, model.lambda, &observer, &status));
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, status.verdict, scheme);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

/* Sect. 5.1, left alone from t = 2 on: the three keep L, Park's does not. */
static void test_angular_momentum(void)
{
  static const char *const scheme[] = {"simo_wong_explicit", "predictor_corrector", "staggered", "park_chiou_downer"};
  static const char *const rule[]   = {"midpoint", "trapezoidal"};
  History                  s;

  for (int i = 0; i < 3; i++)
    for (int r = 0; r < 2; r++) {
      run(tumble, scheme[i], rule[r], 2.0005, 20.0, &s);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(5e-15, 0.0, s.L, scheme[i]);
    }
  run(tumble, scheme[3], NULL, 2.0005, 20.0, &s);
  TEST_ASSERT_TRUE(s.L > 1e-4 && s.L < 1e-3);
}

/* The impulse of the torques: 20 * 1.999 about e1, then 0.2 about e2. */
static void test_impulse(void)
{
  History s;

  run(tumble, "staggered", "midpoint", 2.0005, 3.0, &s);
  const double expected[3] = {39.98, 0.2, 0.0};
  for (int x = 0; x < 3; x++) TEST_ASSERT_DOUBLE_WITHIN(1e-11, expected[x], s.L0[x]);
}

/* Sect. 5.1: the energy of the predictor-corrector grows steadily; those of Simo and Wong and of the
 * staggered scheme stay where they are. */
static void test_weak_growth(void)
{
  History s, still;

  run(tumble, "predictor_corrector", "midpoint", 2.0005, 80.0, &s);
  for (int i = 1; i < SLICES; i++) TEST_ASSERT_TRUE(s.most[i] > 1.2 * s.most[i - 1]);
  TEST_ASSERT_DOUBLE_WITHIN(2e-5, 1.67e-4, s.end);
  run(tumble, "simo_wong_explicit", "midpoint", 2.0005, 80.0, &still);
  TEST_ASSERT_DOUBLE_WITHIN(0.05, 1.0, still.most[SLICES - 1] / still.most[0]);
  run(tumble, "staggered", "midpoint", 2.0005, 80.0, &still);
  TEST_ASSERT_DOUBLE_WITHIN(0.05, 1.0, still.most[SLICES - 1] / still.most[0]);
}

/* Sect. 5.1: Park's scheme errs in bursts, where Omega_3 is large. */
static void test_bursts(void)
{
  History s;

  run(tumble, "park_chiou_downer", NULL, 2.0005, 10.0, &s);
  TEST_ASSERT_TRUE(s.spin[1] > 1e-5 && s.spin[1] > 10.0 * s.spin[0]);
}

/* Sect. 5.2, fig. 7-10: energies over a long time. Simo and Wong's grows with the midpoint rule only, the predictor-corrector's with
 * both, Park's never; the staggered scheme stays in bounds with both rules, and is far better with the midpoint rule. */
static void test_fast_top(void)
{
  History s;

  run(fast, "simo_wong_explicit", "midpoint", 0.0, 100.0, &s);
  TEST_ASSERT_TRUE(s.most[3] > 2.5 * s.most[0] && s.most[2] > 1.2 * s.most[1]);
  run(fast, "simo_wong_explicit", "trapezoidal", 0.0, 100.0, &s);
  TEST_ASSERT_DOUBLE_WITHIN(0.05, 1.0, s.most[3] / s.most[0]);
  run(fast, "predictor_corrector", "midpoint", 0.0, 100.0, &s);
  TEST_ASSERT_TRUE(s.most[3] > 3.0 * s.most[0]);
  run(fast, "predictor_corrector", "trapezoidal", 0.0, 100.0, &s);
  TEST_ASSERT_TRUE(s.most[3] > 3.0 * s.most[0]);
  run(fast, "park_chiou_downer", NULL, 0.0, 100.0, &s);
  TEST_ASSERT_DOUBLE_WITHIN(0.05, 1.0, s.most[3] / s.most[0]);
  run(fast, "staggered", "midpoint", 0.0, 100.0, &s);
  TEST_ASSERT_DOUBLE_WITHIN(0.05, 1.0, s.most[3] / s.most[0]);
  TEST_ASSERT_TRUE(s.most[3] < 2e-8);
  run(fast, "staggered", "trapezoidal", 0.0, 200.0, &s);
  TEST_ASSERT_TRUE(s.most[1] > 1e-2 && s.most[3] < 1.1 * s.most[1] && s.most[3] < 1.6e-2);
}

/* The initial angular velocity is read in body axes. Read in space it would make the trapezoidal rule the better one for the staggered
 * scheme, against the findings of Hulbert (1992). */
static void test_reading_of_the_angular_velocity(void)
{
  double lost[2][2];

  for (int space = 0; space < 2; space++)
    for (int rule = 0; rule < 2; rule++) {
      Measured m;
      measure(&m, fast, "%s method.scheme=staggered method.impulse=%s time.end=60",
              space ? "bodies.top.angular_velocity= bodies.top.angular_velocity_spatial=[0,0,50]" : "output.every=10",
              rule ? "trapezoidal" : "midpoint");
      lost[space][rule] = m.drift.H;
    }
  TEST_ASSERT_TRUE(lost[0][0] < 0.5 * lost[0][1]);
  TEST_ASSERT_TRUE(lost[1][0] > 2.0 * lost[1][1]);
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_angular_momentum);
  RUN_TEST(test_impulse);
  RUN_TEST(test_weak_growth);
  RUN_TEST(test_bursts);
  RUN_TEST(test_fast_top);
  RUN_TEST(test_reading_of_the_angular_velocity);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

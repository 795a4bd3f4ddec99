/* A program with a decimal comma: the library reads and writes decimal points, and functions of the caller keep the comma. */
#include "backend.h"
#include "unity.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char dir[256];

void setUp(void) {}
void tearDown(void) {}

/* The locale of this thread as printf sees it: ',' or '.'. */
static char separator(void)
{
  char text[16];
  snprintf(text, sizeof text, "%.1f", 1.5);
  return text[1];
}

static int calls, commas;

static void locale_seen(void)
{
  calls++;
  commas += separator() == ',';
}

static bool observe(void *context, double t, const double *z, const double *lambda)
{
  (void)context, (void)t, (void)z, (void)lambda;
  locale_seen();
  return true;
}

static double potential(void *context, const double *f, double *gradient, double *hessian)
{
  (void)context;
  locale_seen();
  if (gradient) memset(gradient, 0, 12 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 144 * sizeof *hessian);
  if (gradient) gradient[2] = 1.25;
  return 1.25 * f[2];
}

static void force(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                  double *d_fdot)
{
  (void)context, (void)t, (void)f, (void)fdot;
  locale_seen();
  memset(force, 0, 12 * sizeof *force);
  if (d_f) memset(d_f, 0, 144 * sizeof *d_f);
  if (d_fdot) memset(d_fdot, 0, 144 * sizeof *d_fdot);
}

static double at_end(void *context, const double *z, double *gradient, double *hessian)
{
  (void)context, (void)hessian;
  locale_seen();
  if (gradient) memset(gradient, 0, 6 * sizeof *gradient);
  if (gradient) gradient[0] = 1.0;
  return z[0];
}

static const char text[] = "time: {end: 0.5, step: 0.25}\n"
                           "bodies: [{name: ball, formulation: particle, mass: 1.5, position: [0.25, 0, 0],"
                           " velocity: [1.5, 0, 0]}]\n";

/* H at the start; NAN: the problem was rejected. */
static double energy_read(void)
{
  RigelProblem *p = NULL;
  RigelModel   *m = NULL;
  double        H = NAN;

  if (rigel_problem_create(text, &p) == RIGEL_OK && rigel_model_create(p, &m, NULL, 0) == RIGEL_OK)
    H = rigel_energy(m, rigel_model_start(m));
  rigel_model_destroy(&m);
  rigel_problem_destroy(&p);
  return H;
}

/* T = 1.5 * 1.5^2 / 2; with commas 1.5 would be read as 1. */
static void test_reads_points(void)
{
  TEST_ASSERT_EQUAL_DOUBLE(1.6875, energy_read());
}

static void test_sets_numbers(void)
{
  const double  velocity[3] = {0.125, -2.5, 1e-300};
  RigelProblem *p;
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(text, &p));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_set_number(p, "bodies.ball.mass", 2.5));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_set_vector(p, "bodies.ball.velocity", 3, velocity));
  RigelModel *m = model_open(p);
  for (int i = 0; i < 3; i++) TEST_ASSERT_EQUAL_DOUBLE(2.5 * velocity[i], rigel_model_start(m)[3 + i]);
  rigel_model_destroy(&m);
  rigel_problem_destroy(&p);
}

/* Numbers of messages have points: of faults, of results, of arguments. */
static void test_messages_have_points(void)
{
  RigelProblem *p;
  RigelModel   *m;
  char          message[500];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(text, &p));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_set_number(p, "time.step", -0.25));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &m, message, sizeof message));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "-0.25"), message);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_set(p, "time.step", "0,25"));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &m, message, sizeof message));
  rigel_problem_destroy(&p);
}

/* Observer, potential, force and functional; after each call the program has its comma again. */
static void test_callers_keep_their_locale(void)
{
  RigelProblem    *p;
  RigelTrajectory *tr;
  RigelResult      result;
  RigelFunctional  J = {.end = at_end};
  double           value;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(text, &p));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_add_potential(p, "height", "ball", NULL, 1, potential, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_add_force(p, "push", "ball", NULL, force, NULL));
  RigelModel *m = model_open(p);
  calls = commas = 0;
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(m, observe, NULL, &result));
  TEST_ASSERT_TRUE(calls > 2);
  TEST_ASSERT_EQUAL_INT(calls, commas);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(m, NULL, &tr, &result));
  calls = commas = 0;
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_gradient(m, tr, &J, 0, NULL, &value, NULL, NULL, NULL, 0));
  TEST_ASSERT_TRUE(calls > 0);
  TEST_ASSERT_EQUAL_INT(calls, commas);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.25 + 0.5 * 1.5, value);
  TEST_ASSERT_EQUAL_INT(',', separator());
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_run(NULL, NULL, NULL, &result)); /* also after a call that was rejected */
  TEST_ASSERT_EQUAL_INT(',', separator());
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&m);
  rigel_problem_destroy(&p);
}

/* A thread with a locale of its own gets it back. */
static void *thread_run(void *context)
{
  locale_t own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  (void)context;
  uselocale(own);
  const bool same = energy_read() == 1.6875 && uselocale((locale_t)0) == own;
  uselocale(LC_GLOBAL_LOCALE);
  freelocale(own);
  return same ? &calls : NULL;
}

static void test_locales_of_threads(void)
{
  pthread_t thread;
  void     *good = NULL;

  TEST_ASSERT_EQUAL_INT(0, pthread_create(&thread, NULL, thread_run, NULL));
  test_reads_points();
  TEST_ASSERT_EQUAL_INT(0, pthread_join(thread, &good));
  TEST_ASSERT_NOT_NULL(good);
}

/* Compiles a locale with a decimal comma into a folder of its own (package locales). */
static bool comma_begin(void)
{
  const char *base = getenv("TMPDIR");
  char        command[600];

  snprintf(dir, sizeof dir, "%s/rigel-locale.XXXXXX", base ? base : "/tmp");
  if (!mkdtemp(dir)) return false;
  snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 '%s/de_DE.UTF-8'", dir);
  return system(command) == 0 && setenv("LOCPATH", dir, 1) == 0 && setlocale(LC_ALL, "de_DE.UTF-8") &&
         separator() == ',';
}

int main(void)
{
  char command[300];

  const bool comma = comma_begin();
  if (rigel_initialize()) return 1;
  UNITY_BEGIN();
  if (!comma) fputs("no locale de_DE.UTF-8: install the package locales\n", stderr);
  RUN_TEST(test_reads_points);
  RUN_TEST(test_sets_numbers);
  RUN_TEST(test_messages_have_points);
  RUN_TEST(test_callers_keep_their_locale);
  RUN_TEST(test_locales_of_threads);
  rigel_finalize();
  snprintf(command, sizeof command, "rm -rf '%s'", dir);
  return system(command) || UNITY_END() || !comma;
}

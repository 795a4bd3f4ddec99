/* BG with a weak start and projected traces: orders on even and odd meshes, in windows and boundary values, constraints, energy of many
 * windows. References come from closed forms or from mG on other meshes (docs/explanation/theory.md, Reference values). */
#include "measure.h"
#include "nodes.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

static const char *const box = "problems/spinning_box.yaml", *const director = "problems/spinning_box_director.yaml",
                         *const pendulum = "problems/physical_pendulum.yaml",
                         *const four_bar = "problems/mechanisms/four_bar.yaml";

static const char *const multipliers[] = {"discontinuous", "continuous"};

void setUp(void) {}
void tearDown(void) {}

/* Error of BG(k) with a weak start on so many elements; the constraints of all ends are satisfied to rounding. */
static double weak_error(const char *file, int k, int elements, const char *more)
{
  Measured m;
  char     text[300];

  measure(&m, file, "method.scheme=BG method.start=weak method.degree=%d time.elements=%d %s", k, elements, more);
  snprintf(text, sizeof text, "%s, BG(%d), %d elements %s: Phi %.2e, Psi %.2e", file, k, elements, more,
           m.drift.phi_scaled, m.drift.psi_scaled);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, m.status.verdict, m.status.message);
  TEST_ASSERT_TRUE_MESSAGE(m.drift.phi_scaled < 1e-14 && m.drift.psi_scaled < 1e-14, text);
  return m.error.e_loc;
}

/* Between n and 2 n elements, and between n + 1 and 2 n + 1: odd k has a sawtooth as parasitic solution, so parity matters. */
static void check_order(const char *file, int k, int n, double expected, double slack, const char *more)
{
  for (int odd = 0; odd < 2; odd++) {
    const int    few = n + odd, many = 2 * n + odd;
    const double coarse = weak_error(file, k, few, more), fine = weak_error(file, k, many, more);
    const double order = log(coarse / fine) / log((double)many / few);
    char         text[300];
    snprintf(text, sizeof text, "%s, BG(%d) %s, %d and %d elements: order %.3f, errors %.2e, %.2e", file, k, more, few,
             many, order, coarse, fine);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(slack, expected, order, text);
  }
}

/* Orders 4, 4, 8, 8, where a strong start has 2, 2, 4, 4. */
static void test_orders_of_the_box(void)
{
  static const int    elements[] = {0, 100, 100, 50, 40};
  static const double order[]    = {0, 4, 4, 8, 8};

  for (int m = 0; m < 2; m++)
    for (int k = 1; k <= 4; k++) {
      char more[60];
      snprintf(more, sizeof more, "method.multipliers=%s", multipliers[m]);
      check_order(box, k, elements[k], order[k], 0.5, more);
    }
}

static void test_orders_in_directors(void)
{
  check_order(director, 1, 200, 4.0, 0.35, "");
  check_order(director, 2, 100, 4.0, 0.35, "");
  check_order(director, 3, 60, 8.0, 0.5, "");
}

static void test_orders_with_a_joint(void)
{
  for (int m = 0; m < 2; m++) {
    char more[60];
    snprintf(more, sizeof more, "method.multipliers=%s", multipliers[m]);
    check_order(pendulum, 1, 60, 4.0, 0.35, more);
    check_order(pendulum, 2, 40, 4.0, 0.35, more);
    check_order(pendulum, 3, 20, 8.0, 0.7, more);
  }
}

static void test_orders_in_a_closed_loop(void)
{
  check_order(four_bar, 1, 400, 4.0, 0.35, "");
  check_order(four_bar, 2, 300, 4.0, 0.5, "");
  check_order(four_bar, 3, 400, 8.0, 0.7, "");
}

/* Windows of a fixed number of elements have at least order 2k + 2, odd numbers of elements too. */
static void test_orders_of_windows(void)
{
  static const int windows[] = {1, 2, 3, 5, 7};

  for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
    const int n = windows[i] * (60 / windows[i] + 1);
    char      more[40];
    snprintf(more, sizeof more, "method.window=%d", windows[i]);
    for (int k = 1; k <= 3; k++) {
      const int    few    = k == 3 ? n / 2 / windows[i] * windows[i] : 2 * n;
      const double coarse = weak_error(pendulum, k, few, more), fine = weak_error(pendulum, k, 2 * few, more);
      const double order = log2(coarse / fine);
      char         text[200];
      snprintf(text, sizeof text, "BG(%d), windows of %d: order %.3f, errors %.2e, %.2e", k, windows[i], order, coarse,
               fine);
      TEST_ASSERT_TRUE_MESSAGE(order > 2.0 * k + 1.5, text);
    }
  }
}

/* --- energy over many windows */

typedef struct {
  double first, last; /* largest |H - H_0| in the first and in the last quarter */
} Quarters;

static void energy_quarters(int k, int window, Quarters *q)
{
  Run    run;
  double T, V, H0;

  run_open(&run, pendulum,
           "method.scheme=BG method.start=weak method.degree=%d method.window=%d time.end=150 "
           "time.elements=2100 reference=",
           k, window);
  const int nodes = run.elements;
  system_energy(&run.model.system, run.z, NULL, &T, &V);
  H0 = T + V;
  *q = (Quarters){0.0, 0.0};
  for (int e = 0; e <= nodes; e++) {
    system_energy(&run.model.system, run.z + e * k * run.model.system.nz, NULL, &T, &V);
    if (e < nodes / 4) q->first = fmax(q->first, fabs(T + V - H0));
    if (e > 3 * nodes / 4) q->last = fmax(q->last, fabs(T + V - H0));
  }
  run_close(&run);
}

/* The step of a window is symmetric: its energy error oscillates and does not grow. */
static void test_energy_of_many_windows_is_flat(void)
{
  static const int windows[] = {1, 2, 3, 7};

  for (int k = 1; k <= 2; k++)
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; i++) {
      Quarters q;
      char     text[200];
      energy_quarters(k, windows[i], &q);
      snprintf(text, sizeof text, "BG(%d), windows of %d: %.3e in the first, %.3e in the last quarter", k, windows[i],
               q.first, q.last);
      TEST_ASSERT_TRUE_MESSAGE(q.last < 1.02 * q.first, text);
    }
}

/* --- boundary values and irregular meshes */

/* Of the box between two orientations, relative to the angular momentum (0, 130, 29) of the free motion. */
static double boundary_error(int k, int elements, const char *more)
{
  Run    run;
  double P[3], L[3];

  run_open(&run, "problems/box_boundary.yaml",
           "method.scheme=BG method.start=weak method.degree=%d time.elements=%d reference= %s", k, elements, more);
  system_momenta(&run.model.system, run.z, P, L);
  run_close(&run);
  return sqrt(L[0] * L[0] + pow(L[1] - 130.0, 2.0) + pow(L[2] - 29.0, 2.0)) / hypot(130.0, 29.0);
}

static void test_orders_of_boundary_values(void)
{
  static const int         elements[] = {0, 40, 20, 10};
  static const double      order[]    = {0, 4, 4, 8};
  static const char *const more[]     = {"", "method.multipliers=continuous", "bodies.box.formulation=director"};

  for (int i = 0; i < 3; i++)
    for (int k = 1; k <= 3; k++)
      for (int odd = 0; odd < 2; odd++) {
        const int    few = elements[k] + odd, many = 2 * elements[k] + odd;
        const double coarse = boundary_error(k, few, more[i]), fine = boundary_error(k, many, more[i]);
        const double found = log(coarse / fine) / log((double)many / few);
        char         text[200];
        snprintf(text, sizeof text, "BG(%d) %s, %d and %d elements: order %.3f, errors %.2e, %.2e", k, more[i], few,
                 many, found, coarse, fine);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.8, order[k], found, text);
      }
}

/* Steps that alternate between 0.7 and 1.3, or are random between 0.5 and 1.5, of their mean; each is split into `pieces` elements. The
 * length of a piece is rounded up, so that rounding makes no further element. */
static void irregular_parts(int n, bool random, int pieces, char *text, size_t size)
{
  const double end = 5.0;
  double       t = 0.0, total = 0.0, step[200];
  unsigned     state  = 1;
  size_t       length = (size_t)snprintf(text, size, "time.parts=[");

  for (int e = 0; e < n; e++) {
    state   = state * 1664525u + 1013904223u;
    step[e] = random ? 0.5 + state / 4294967296.0 : e % 2 ? 1.3 : 0.7;
    total += step[e];
  }
  for (int e = 0; e < n; e++) {
    const double h = step[e] / total * end, to = e + 1 < n ? t + h : end;
    length += (size_t)snprintf(text + length, size - length, "%s{\"from\":%.17g,\"to\":%.17g,\"step\":%.17g}",
                               e ? "," : "", t, to, h / pieces * (1.0 + 1e-7));
    t = to;
  }
  snprintf(text + length, size - length, "]");
}

/* Windows of one element have order 2 k + 2 on every mesh. */
static void test_order_of_single_elements_on_irregular_meshes(void)
{
  static const int n[] = {0, 80, 50, 30};
  static char      parts[16000];

  for (int k = 1; k <= 3; k++)
    for (int random = 0; random < 2; random++) {
      double error[2];
      char   text[200];
      for (int m = 0; m < 2; m++) {
        char              degree[30];
        const char *const set[] = {"method.scheme=BG", "method.start=weak", degree, parts, "method.window=1",
                                   "time.step=",       "time.elements=1",   NULL};
        Measured          measured;
        snprintf(degree, sizeof degree, "method.degree=%d", k);
        irregular_parts(n[k], random, m + 1, parts, sizeof parts);
        measure_file(pendulum, set, &measured);
        TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, measured.status.verdict, measured.status.message);
        error[m] = measured.error.e_loc;
      }
      snprintf(text, sizeof text, "BG(%d), %s steps: errors %.2e, %.2e", k, random ? "random" : "alternating", error[0],
               error[1]);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.4, 2.0 * k + 2.0, log2(error[0] / error[1]), text);
    }
}

/* One jump of the step keeps the order. */
static void test_order_with_a_jump_of_the_step(void)
{
  static const int    n[]     = {0, 100, 60, 40};
  static const double order[] = {0, 4, 4, 8};

  for (int k = 1; k <= 3; k++) {
    double error[2];
    for (int m = 0; m < 2; m++) {
      Measured measured;
      measure(
        &measured, pendulum,
        "method.scheme=BG method.start=weak method.degree=%d time.elements=%d time.parts=[{\"from\":1,\"to\":2.5,\"step\":%.17g}]",
        k, n[k] << m, 2.5 / (n[k] << m));
      error[m] = measured.error.e_loc;
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.8, order[k], log2(error[0] / error[1]));
  }
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_orders_of_the_box);
  RUN_TEST(test_orders_in_directors);
  RUN_TEST(test_orders_with_a_joint);
  RUN_TEST(test_orders_in_a_closed_loop);
  RUN_TEST(test_orders_of_windows);
  RUN_TEST(test_energy_of_many_windows_is_flat);
  RUN_TEST(test_orders_of_boundary_values);
  RUN_TEST(test_order_of_single_elements_on_irregular_meshes);
  RUN_TEST(test_order_with_a_jump_of_the_step);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

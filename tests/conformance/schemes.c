/* Every scheme of the list: the order that its line in the list claims, and what it says it keeps and does not keep. */
#include "scheme/schemes.h"
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* Nothing in them is symmetric, so that nothing is kept by chance. */
#define FORM  "%s"
#define GOING "mass: 2, inertia: [2, 3, 4], angular_velocity: [1, 2, -1]"

static const struct {
  const char *name, *text; /* %s: how its two bodies are described */
  unsigned    needs;       /* bits of SUPPORTS_ */
} problems[] = {
  {"flying body",
   "bodies: [{name: a, " GOING ", position: [3, 1, 2], velocity: [0.5, 1, 0], " FORM "},"
   " {name: b, mass: 1, inertia: [1, 2, 1.5], angular_velocity: [-2, 1, 1], " FORM "}]\n",
   0},
  {"thrown body",
   "gravity: [0, 0, -1]\nbodies: [{name: a, " GOING ", position: [3, 1, 2], velocity: [0.5, 1, 0], " FORM "},"
   " {name: b, mass: 1, inertia: [1, 2, 1.5], angular_velocity: [-2, 1, 1], " FORM "}]\n",
   0},
  {"tops",
   "gravity: [0, 0, -1]\nbodies: [{name: a, " GOING ", translation: fixed, center_of_mass: [0.1, 0.2, 0.4], " FORM "},"
   " {name: b, mass: 1, inertia: [1, 2, 1.5], translation: fixed, center_of_mass: [0.3, 0, 0.2],"
   " angular_velocity: [-2, 1, 1], " FORM "}]\n",
   0},
  {"spring",
   "bodies: [{name: a, " GOING ", velocity: [0, 1, 0], " FORM "},"
   " {name: b, mass: 1, inertia: [1, 2, 1.5], position: [2, 0, 0], velocity: [0.3, -1, 0], angular_velocity: [-2, 1, 1], " FORM
   "}]\nloads: [{name: s, type: spring, bodies: [a, b], at: [[0.5, 0, 0], [0, 0.3, 0]], stiffness: 5, length: 0.5}]\n",
   SUPPORTS_LOADS},
  {"chain",
   "initial: project\ngravity: [0, 0, -1]\nbodies: [{name: a, " GOING ", position: [0.5, 0, 0.2], " FORM "},"
   " {name: b, mass: 1, inertia: [1, 2, 1.5], position: [1.5, 0.3, 0], angular_velocity: [-2, 1, 1], " FORM "}]\n"
   "joints: [{name: j, type: spherical, bodies: [ground, a], at: [0, 0, 0]},"
   " {name: k, type: spherical, bodies: [a, b], at: [1, 0.1, 0]}]\n",
   SUPPORTS_JOINTS},
  {"planet", "hamiltonian: {system: kepler, eccentricity: 0.7}\n", SUPPORTS_HAMILTONIAN},
  {"oscillator", "hamiltonian: {system: harmonic, stiffness: 4, coordinates: [0], momenta: [2]}\n",
   SUPPORTS_HAMILTONIAN}};

enum { PROBLEMS = sizeof problems / sizeof problems[0], TOPS = 2 };

/* The problem in the first form that the scheme takes. */
static void dress(int problem, const SchemeOps *scheme, const char *time, char *text, size_t size)
{
  const char *form = !(scheme->traits.supports & SUPPORTS_QUATERNION) ? "formulation: director"
                     : scheme->traits.supports & SUPPORTS_UNIT        ? "kinetic: unit"
                                                                      : "kinetic: scalable";
  const int   n    = snprintf(text, size, "%s", time);

  snprintf(text + n, size - (size_t)n, problems[problem].text, form, form);
}

static bool supports(const SchemeOps *scheme, int problem)
{
  return (scheme->traits.supports & problems[problem].needs) == problems[problem].needs;
}

/* "order 2", "order 2k", "order 2, 2, 4, 4": what the line of the list says, for the degree k; 0: nothing. */
static int claimed(const SchemeOps *scheme, int k)
{
  const char *at = strstr(scheme->traits.summary, "order ");

  if (!at) return 0;
  at += strlen("order ");
  if (at[1] == 'k') return (at[0] - '0') * k;
  for (int i = 1; i < k && at[1] == ','; i++) at += strlen("2, ");
  return at[0] - '0';
}

/* --- what is kept */

/* A note that starts with this says that it is not. */
static bool noted(const Exactness *exact, const char *what)
{
  for (int i = 0; i < exact->nnotes; i++)
    if (strncmp(exact->note[i], what, strlen(what)) == 0) return true;
  return false;
}

static void check_claim(bool claim, bool denied, double drift, const char *what, const char *where)
{
  static const double rounding = 5e-14, visible = 1e-12;
  char                text[300];

  snprintf(text, sizeof text, "%s: %s is said to %s, drift %.3e", where, what, claim ? "be kept" : "drift", drift);
  TEST_ASSERT_FALSE_MESSAGE(claim && denied, text);
  if (claim) {
    TEST_ASSERT_TRUE_MESSAGE(drift <= rounding, text);
  }
  if (denied) {
    TEST_ASSERT_TRUE_MESSAGE(drift > visible, text);
  }
}

/* more: what else goes into `method` */
static void check_claims(int problem, const SchemeOps *scheme, int k, const char *more)
{
  /* explicit Euler and the two grids of the staggered scheme with loads at their ends do not last longer */
  const bool brief = claimed(scheme, k) == 1 || strstr(more, "trapezoidal");
  char       text[1400], where[200];
  Exactness  exact;
  Model      model;
  Measured   m;

  dress(problem, scheme, brief ? "time: {end: 2, step: 0.02}\n" : "time: {end: 6, step: 0.15}\n", text, sizeof text);
  const size_t used = strlen(text);
  snprintf(text + used, sizeof text - used, "method: {scheme: %s, degree: %d, %s}\n", scheme->traits.name, k, more);
  snprintf(where, sizeof where, "%s(%d), %s, %s", scheme->traits.name, k, more, problems[problem].name);
  measure_model(text, &model);
  const int s = scheme_gauss(&model.problem, &model.system);
  scheme->exactness(&model.problem, &model.system, s, &exact);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
  measure_text(&m, text, "method.degree=%d", k);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, m.status.verdict, where);
  const bool means = noted(&exact, "constraints: hold");
  check_claim(exact.energy, noted(&exact, "energy"), drift_relative(m.drift.H, m.drift.scale_H), "energy", where);
  check_claim(exact.angular, noted(&exact, "angular"), drift_angular(&m.drift), "angular momentum", where);
  check_claim(exact.linear, false, drift_linear(&m.drift), "linear momentum", where);
  check_claim(exact.phi, means || noted(&exact, "position"), m.drift.phi_scaled, "Phi", where);
  check_claim(exact.psi, means || noted(&exact, "velocity"), m.drift.psi_scaled, "Psi", where);
}

static void test_what_is_kept(void)
{
  for (int i = 0; scheme_list[i]; i++) {
    const SchemeOps *scheme = scheme_list[i];
    const int        most   = scheme->traits.supports & SUPPORTS_DEGREE ? 3 : 1;
    for (int p = 0; p < PROBLEMS; p++)
      for (int k = 1; supports(scheme, p) && k <= most; k++) {
        char points[20];
        check_claims(p, scheme, k, "gauss: auto");
        snprintf(points, sizeof points, "gauss: %d", k);
        if (scheme->traits.supports & SUPPORTS_OBJECTIVE) check_claims(p, scheme, k, points);
        if (scheme->traits.supports & SUPPORTS_IMPULSE) check_claims(p, scheme, k, "impulse: trapezoidal");
      }
  }
}

/* --- order */

static void check_order(const SchemeOps *scheme, int k, int order, const Measured *exact)
{
  enum { RUNS = 4 };
  static const int first[] = {0, 400, 100, 60, 30, 20, 20};
  char             text[1400], where[200];
  double           h[RUNS], error[RUNS];

  dress(TOPS, scheme, "time: {end: 1, step: 0.1}\n", text, sizeof text);
  for (int i = 0; i < RUNS; i++) {
    Measured m;
    h[i] = 1.0 / (first[order] * (2 + i) / 2);
    measure_text(&m, text, "method.scheme=%s method.degree=%d time.step=%.17g", scheme->traits.name, k, h[i]);
    error[i] = measure_distance(2, &m, exact);
  }
  const double p = measure_order(RUNS, h, error);
  snprintf(where, sizeof where, "%s(%d): order %.2f", scheme->traits.name, k, p);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, order, p, where);
}

/* ts has the order of the method asked for: by default PETSc's own Runge-Kutta method of order 3. */
static void test_order(void)
{
  char     text[1400];
  Measured exact;

  dress(TOPS, scheme_list[0], "time: {end: 1, step: 0.01}\n", text, sizeof text);
  measure_text(&exact, text, "method.degree=5");
  for (int i = 0; scheme_list[i]; i++) {
    const SchemeOps *scheme = scheme_list[i];
    const bool       ts     = strcmp(scheme->traits.name, "ts") == 0;
    const int        most   = !(scheme->traits.supports & SUPPORTS_DEGREE) ? 1
                              : claimed(scheme, 1) == claimed(scheme, 2)   ? 4
                                                                           : 3;
    for (int k = 1; k <= most; k++) {
      const int order = ts ? 3 : claimed(scheme, k);
      TEST_ASSERT_TRUE_MESSAGE(order >= 1 && order <= 6, scheme->traits.summary);
      check_order(scheme, k, order, &exact);
    }
  }
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_what_is_kept);
  RUN_TEST(test_order);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

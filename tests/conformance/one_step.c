/* Every scheme of stepper_run: derivatives, order 2 with and without forces; and what Betsch and Siebert (2009) and
 * Moeller and Glocker (2012) say of single ones. What they
 * keep: schemes.c. */
#include "base/vec.h"
#include "built.h"
#include "measure.h"
#include "scheme/onestep/stepper.h"
#include "scheme/schemes.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const body = "problems/free_body.yaml", *const top = "problems/steady_top.yaml";

/* Two bodies that fly about each other, held by a spring off their centres, under gravity. */
static const char *const pair =
  "time: {end: 0.5, step: 0.01}\n"
  "gravity: [0, 0, -1]\n"
  "bodies:\n"
  "  - {name: a, inertia: [2, 3, 4], mass: 2, angular_velocity: [1, 2, -1], velocity: [0, 1, 0]}\n"
  "  - {name: b, inertia: [1, 2, 1.5], mass: 1, position: [2, 0, 0], angular_velocity: [-2, 1, 1], velocity: [0, -2, 0]}\n"
  "loads: [{name: s, type: spring, bodies: [a, b], at: [[0.5, 0, 0], [0, 0.3, 0]], stiffness: 20, length: 1}]\n";

/* Settings that the scheme needs: those of Moeller and Glocker (2012) take the scalable body. */
static const char *kinetic(const SchemeOps *scheme)
{
  return strcmp(scheme->traits.name, "velocity_dae") == 0 ? "scalable" : "unit";
}

static void run(const char *file, const SchemeOps *scheme, double step, Measured *m)
{
  measure(m, file, "method.scheme=%s method.degree=1 bodies.0.kinetic=%s time.step=%.17g", scheme->traits.name,
          kinetic(scheme), step);
}

static bool impulses(const SchemeOps *scheme)
{
  return (scheme->traits.supports & SUPPORTS_IMPULSE) != 0;
}

/* Compositions of higher order are measured with all schemes, in schemes.c. */
static bool is_second(const SchemeOps *scheme)
{
  return scheme->step && (scheme->step->order == 0 || scheme->step->order == 2);
}

static void test_order_2(void)
{
  for (int i = 0; scheme_list[i]; i++) {
    const SchemeOps *scheme = scheme_list[i];
    double           h[4], free[4], steady[4];
    if (!is_second(scheme)) continue;
    for (int n = 0; n < 4; n++) {
      Measured m;
      h[n] = 0.002 / (1 << n);
      run(body, scheme, h[n], &m);
      free[n] = m.error.rotation;
      run(top, scheme, 0.5 * h[n], &m);
      steady[n] = m.error.position;
    }
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.15, 2.0, measure_order(4, h, free), scheme->traits.name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.15, 2.0, measure_order(4, h, steady), scheme->traits.name);
  }
}

/* With both impulses where there are two, against mG(3). */
static void test_order_2_of_a_pair(void)
{
  static const char *const impulse[] = {"midpoint", "trapezoidal"};
  Measured                 exact;

  measure_text(&exact, pair, "method.degree=3");
  for (int i = 0; scheme_list[i]; i++) {
    const SchemeOps *scheme = scheme_list[i];
    for (int rule = 0; is_second(scheme) && rule < (impulses(scheme) ? 2 : 1); rule++) {
      double h[3], error[3];
      char   text[100] = "";
      for (int n = 0; n < 3; n++) {
        Measured m;
        h[n] = 0.01 / (1 << n);
        if (impulses(scheme)) snprintf(text, sizeof text, "method.impulse=%s", impulse[rule]);
        measure_text(&m, pair, "method.scheme=%s bodies.0.kinetic=%s bodies.1.kinetic=%s time.step=%.17g %s",
                     scheme->traits.name, kinetic(scheme), kinetic(scheme), h[n], text);
        error[n] = measure_distance(2, &exact, &m);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-14, 0.0, drift_linear(&m.drift), scheme->traits.name);
      }
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.15, 2.0, measure_order(3, h, error), scheme->traits.name);
    }
  }
}

/* --- derivatives of the implicit ones */

/* The Jacobian of one step against differences of fourth order, anywhere near the solution. */
static void check_jacobian(const char *yaml, const SchemeOps *scheme, const char *impulse)
{
  static const double d = 1e-3;
  char                text[1200];
  Model               model;
  Stepper             s;

  snprintf(text, sizeof text, "%smethod: {scheme: %s%s}\n", yaml, scheme->traits.name, impulse);
  measure_model(text, &model);
  TEST_ASSERT_EQUAL_INT(0, stepper_create(&model.problem, &model.system, &s));
  const int  n    = s.n * s.ops->unknowns;
  const Step step = {.t = 0.1, .h = 0.05, .h_next = 0.05, .z = model.z};
  stepper_begin(&s, &step);
  s.ops->guess(&s, s.x);
  for (int i = 0; i < n; i++) s.x[i] += 0.02 * sin(1.0 + i);
  stepper_jacobian(&s);
  for (int j = 0; j < n; j++) {
    const double x = s.x[j];
    double       r[4][24];
    for (int i = 0; i < 4; i++) {
      s.x[j] = x + (i < 2 ? i - 2 : i - 1) * d;
      s.ops->residual(&s, s.x, r[i]);
    }
    s.x[j] = x;
    for (int i = 0; i < n; i++)
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, (8.0 * (r[2][i] - r[1][i]) - (r[3][i] - r[0][i])) / (12.0 * d),
                                        s.M[j * n + i], scheme->traits.name);
  }
  TEST_ASSERT_EQUAL_INT(0, stepper_destroy(&s));
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

/* Two bodies with a spring between them, and a body about a fixed point, rigid or (Moeller and Glocker 2012) not; under gravity. */
static void test_jacobians(void)
{
  for (int i = 0; scheme_list[i]; i++) {
    const SchemeOps *scheme = scheme_list[i];
    char             yaml[1000];
    if (!scheme->step || scheme->step->unknowns == 0) continue;
    for (int rigid = 0; rigid < 2; rigid++) {
      const bool scales = strcmp(kinetic(scheme), "scalable") == 0;
      snprintf(
        yaml, sizeof yaml,
        "time: {end: 1, step: 0.05}\ngravity: [0.1, 0, -1]\nbodies:\n"
        "  - {name: a, inertia: [2, 3, 4], mass: 2, angular_velocity: [1, 2, -1], velocity: [0, 1, 0], kinetic: %s}\n"
        "  - {name: b, inertia: [1, 2, 1.5], mass: 1, translation: fixed, center_of_mass: [0.1, 0.2, 0.3],"
        " angular_velocity: [-2, 1, 1], kinetic: %s%s}\n"
        "loads: [{name: s, type: spring, bodies: [a, b], at: [[0.5, 0, 0], [0, 0.3, 0]], stiffness: 20, length: 1}]\n",
        kinetic(scheme), kinetic(scheme), scales && !rigid ? ", rigid: false" : "");
      check_jacobian(yaml, scheme, "");
      if (impulses(scheme)) check_jacobian(yaml, scheme, ", impulse: trapezoidal");
    }
  }
}

/* --- Betsch and Siebert (2009) */

/* Sect. 4.5: the trajectory of quat_em. */
static void test_reduced_form(void)
{
  Measured a, b;

  measure(&a, body, "method.scheme=quat_em method.degree=1 time.step=0.01");
  measure(&b, body, "method.scheme=quat_em_reduced method.degree=1 time.step=0.01");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, measure_distance(1, &a, &b));
  measure(&a, top, "method.scheme=quat_em method.degree=1 time.step=0.005");
  measure(&b, top, "method.scheme=quat_em_reduced method.degree=1 time.step=0.005");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, measure_distance(1, &a, &b));
  measure_text(&a, pair, "method.scheme=em method.degree=1 method.gauss=1");
  measure_text(&b, pair, "method.scheme=quat_em_reduced");
  TEST_ASSERT_TRUE(measure_distance(2, &a, &b) > 1e-8); /* distance tells schemes apart */
}

/* Sect. 5.2.3: at dt = 0.01 Newton's method of quat_vi does not converge on the top, at 0.007 it does, and that of others always. */
static void test_quat_vi_needs_smaller_steps(void)
{
  static const char *const set[] = {"method.scheme=quat_vi", "method.degree=1", "time.step=0.01", NULL};
  Measured                 m;

  measure_file(top, set, &m);
  TEST_ASSERT_EQUAL_INT(RUN_NOT_CONVERGED, m.status.verdict);
  measure(&m, top, "method.scheme=quat_vi method.degree=1 time.step=0.007");
  measure(&m, top, "method.scheme=algo_c1 method.degree=1 time.step=0.01");
}

/* Runs that fail with these words. */
static void run_fails(const char *file, const char *const set[], const char *words)
{
  Measured m;

  measure_file(file, set, &m);
  TEST_ASSERT_EQUAL_INT(RUN_NOT_CONVERGED, m.status.verdict);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(m.status.message, words), m.status.message);
}

/* Without forces and about a principal axis the equation of quat_vi is sin(theta) = h Omega: no real solution above 1. The message says so;
 * that of other schemes states the angle. */
static void test_quat_vi_has_no_solution(void)
{
#define BALL                                                                                                           \
  "method.degree=1", "bodies.0.inertia=[2,2,2]", "bodies.0.angular_velocity=[10,-5,10]", "method.scheme=quat_vi"
  static const char *const        below[] = {BALL, "time.step=0.0666", "time.end=0.666", NULL},
                           *const above[] = {BALL, "time.step=0.0668", "time.end=0.668", NULL},
                           *const other[] = {"method.scheme=quat_em_reduced", "method.degree=1", "time.step=3",
                                             "time.end=30", NULL};
  Measured                        m;

  measure_file(body, below, &m);
  TEST_ASSERT_EQUAL_INT(RUN_DONE, m.status.verdict);
  run_fails(body, above, "no real solution above about 1 rad");
  run_fails(top, other, "a body turns by 4.2e+02 rad in one element");
}

/* Corrections of small steps stagnate at rounding, above the tolerance: the run goes on. */
static void test_rounding_floor(void)
{
  Measured m;

  measure(&m, top, "method.scheme=quat_em_reduced method.degree=1 time.step=1e-6 time.end=1e-3");
  TEST_ASSERT_TRUE(m.status.floors > 0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_angular(&m.drift));
}

/* Smaller elements in a part of the run do not disturb the grids of the staggered scheme. */
static void test_staggered_in_parts(void)
{
  static const char *const set[] = {"method.scheme=staggered", "method.degree=1", "time.step=0.001",
                                    "time.parts=[{from: 0.3, to: 0.6, step: 0.0005}]", NULL};
  Measured                 whole, parts;

  measure(&whole, top, "method.scheme=staggered method.degree=1 time.step=0.001");
  measure_file(top, set, &parts);
  TEST_ASSERT_TRUE(parts.drift.H < 2.0 * whole.drift.H);
  TEST_ASSERT_TRUE(parts.error.rotation < whole.error.rotation);
}

static void run_four(const char *file, const char *scheme, double step, Measured *m)
{
  measure(m, file, "method.scheme=%s method.degree=1 bodies.0.formulation=%s time.step=%g", scheme,
          strcmp(scheme, "dir_em") == 0 ? "director" : "quaternion", step);
}

/* Fig. 1 and 3, left: energy and angular momentum of the free body at dt = 0.05 and of the top at dt = 0.01. ALGO_C1 keeps the energy
 * without forces only; quat_vi does not converge at either. */
static void test_conservation_at_the_steps_of_the_paper(void)
{
  static const char *const scheme[] = {"quat_em", "quat_em_reduced", "dir_em", "algo_c1"};
  static const struct {
    const char *file;
    double      step;
  } cases[] = {{"problems/free_body.yaml", 0.05}, {"problems/steady_top.yaml", 0.01}};

  for (int i = 0; i < 4; i++)
    for (int c = 0; c < 2; c++) {
      Measured m;
      run_four(cases[c].file, scheme[i], cases[c].step, &m);
      const double energy = drift_relative(m.drift.H, m.drift.scale_H);
      TEST_ASSERT_TRUE_MESSAGE(drift_angular(&m.drift) < 1e-14, scheme[i]);
      TEST_ASSERT_TRUE_MESSAGE(m.drift.phi_scaled < 1e-14, scheme[i]);
      TEST_ASSERT_TRUE_MESSAGE(c == 0 || i < 3 ? energy < 1e-14 : energy > 1e-3, scheme[i]);
    }
}

/* errors of the four at each step rise in the order given */
static void check_ranking(const char *file, const char *const scheme[4], const double step[4], bool rotation)
{
  for (int n = 0; n < 4; n++) {
    double last = 0.0;
    for (int i = 0; i < 4; i++) {
      Measured m;
      run_four(file, scheme[i], step[n], &m);
      const double error = rotation ? m.error.rotation : m.error.position;
      TEST_ASSERT_TRUE_MESSAGE(error > 1.2 * last, scheme[i]);
      last = error;
    }
  }
}

/* Fig. 1 and 3, right: on the top dir_em is the most accurate of the four at a prescribed step and quat_em the least; on the free body
 * quat_em is better than dir_em. */
static void test_errors_of_the_four(void)
{
  static const char *const on_top[]  = {"dir_em", "quat_vi", "algo_c1", "quat_em"};
  static const char *const on_body[] = {"algo_c1", "quat_em", "dir_em", "quat_vi"};
  static const double      of_top[] = {0.0025, 0.00125, 0.0005, 0.00025}, of_body[] = {0.02, 0.01, 0.005, 0.001};

  check_ranking(top, on_top, of_top, false);
  check_ranking(body, on_body, of_body, true);
}

/* --- Moeller and Glocker (2012) */

typedef struct {
  const Model *model;
  double       worst, nu; /* of lambda against eq. (96), relative; of the scaling velocity */
  double       before;    /* gamma of eq. (96) at the start of the element */
  bool         started;
} Scaling;

/* lambda = -omega . J omega - S, with S = q . force / 2 and gamma = -2 lambda; V = m g c . d3 is quadratic in q, so q . force = -2 V */
static bool scaling_sample(void *context, const Sample *sample)
{
  Scaling      *s    = context;
  const System *sys  = &s->model->system;
  const Body   *only = &sys->bodies[0];
  Kinematics    now;
  double        T, V, J_omega[3];

  only->ops->kinematics(only, sample->z, &now);
  system_energy(sys, sample->z, NULL, &T, &V);
  mat3_apply(only->J, now.omega, J_omega);
  const double expected = 2.0 * vec_dot(3, now.omega, J_omega) - 2.0 * V;
  if (s->started) s->worst = fmax(s->worst, fabs(sample->lambda[0] - 0.5 * (expected + s->before)) / fabs(expected));
  s->started = true;
  s->before  = expected;
  s->nu      = fmax(s->nu, fabs(now.scale_rate));
  return true;
}

static double scaling_error(const char *file, const char *step)
{
  const char *const set[] = {"method.scheme=velocity_dae", "method.degree=1", "bodies.0.kinetic=scalable", step};
  Model             model;
  Scaling           scaling  = {.model = &model};
  const Observer    observer = {.context = &scaling, .sample = scaling_sample};
  RunStatus         status;

  built_model(file, 4, set, &model);
  TEST_ASSERT_EQUAL_INT(0, stepper_run(&model.problem, &model.system, model.z, model.lambda, &observer, &status));
  TEST_ASSERT_EQUAL_INT(RUN_DONE, status.verdict);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, scaling.nu);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
  return scaling.worst;
}

/* The force that holds the size of a rigid body, eq. (96), comes out with order 2, with and without gravity. */
static void test_scaling_force(void)
{
  const char *const steps[2][3] = {{"time.step=0.004", "time.step=0.002", "time.step=0.001"},
                                   {"time.step=0.001", "time.step=0.0005", "time.step=0.00025"}};

  for (int file = 0; file < 2; file++) {
    double h[3], error[3];
    for (int n = 0; n < 3; n++) {
      sscanf(steps[file][n], "time.step=%lf", &h[n]);
      error[n] = scaling_error(file == 0 ? body : top, steps[file][n]);
    }
    TEST_ASSERT_TRUE(error[2] < 2e-3);
    TEST_ASSERT_DOUBLE_WITHIN(0.15, 2.0, measure_order(3, h, error));
  }
}

/* A body that scales, against the closed form, and with energy kept; a rigid one against mG in quaternions. */
static void test_velocity_form(void)
{
  double   h[3], error[3];
  Measured exact, m;

  for (int n = 0; n < 3; n++) {
    h[n] = 0.01 / (1 << n);
    measure(&m, "problems/scalable_body.yaml", "method.scheme=velocity_dae method.degree=1 time.step=%.17g", h[n]);
    TEST_ASSERT_DOUBLE_WITHIN(2e-14, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
    error[n] = m.error.e_loc;
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 2.0, measure_order(3, h, error));
  measure(&exact, "problems/spinning_box.yaml",
          "bodies.box.kinetic=scalable method.degree=3 method.gauss=5 time.end=1");
  for (int n = 0; n < 3; n++) {
    h[n] = 0.01 / (1 << n);
    measure(&m, "problems/spinning_box.yaml",
            "method.scheme=velocity_dae method.degree=1 bodies.box.kinetic=scalable time.end=1 time.step=%.17g", h[n]);
    error[n] = measure_distance(1, &exact, &m);
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 2.0, measure_order(3, h, error));
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_jacobians);
  RUN_TEST(test_order_2);
  RUN_TEST(test_order_2_of_a_pair);
  RUN_TEST(test_reduced_form);
  RUN_TEST(test_quat_vi_needs_smaller_steps);
  RUN_TEST(test_quat_vi_has_no_solution);
  RUN_TEST(test_rounding_floor);
  RUN_TEST(test_staggered_in_parts);
  RUN_TEST(test_conservation_at_the_steps_of_the_paper);
  RUN_TEST(test_errors_of_the_four);
  RUN_TEST(test_scaling_force);
  RUN_TEST(test_velocity_form);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

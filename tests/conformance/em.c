/* em(k): energy, angular momentum and constraints to rounding together, order 2k, errors like those of mG(k). */
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const box   = "problems/spinning_box.yaml";
static const double      exact = 1e-13;

static void check(bool good, const char *what, int k, double value)
{
  char text[200];

  snprintf(text, sizeof text, "%s, k = %d: %.3e", what, k, value);
  TEST_ASSERT_TRUE_MESSAGE(good, text);
}

static void check_kept(const Measured *m, const char *what, int k)
{
  TEST_ASSERT_EQUAL_INT(RUN_DONE, m->status.verdict);
  check(drift_relative(m->drift.H, m->drift.scale_H) <= exact, what, k, m->drift.H);
  check(drift_angular(&m->drift) <= exact, what, k, drift_angular(&m->drift));
  check(m->drift.phi_scaled <= exact, what, k, m->drift.phi_scaled);
  check(m->drift.psi_scaled <= exact, what, k, m->drift.psi_scaled);
}

/* A free body and tops about a point and on a joint; mG with the same s loses L where its error is clear of rounding. */
static void test_everything_is_kept(void)
{
  static const struct {
    const char *file;
    double      step, end;
    int         lost; /* highest degree at which mG visibly loses L */
  } cases[] = {{box, 0.05, 5, 3},
               {"problems/free_body.yaml", 0.005, 0.5, 2},
               {"problems/steady_top.yaml", 0.002, 0.2, 1},
               {"problems/steady_top_joint.yaml", 0.002, 0.2, 1},
               {"problems/heavy_top.yaml", 0.002, 0.2, 3}};

  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    for (int k = 1; k <= 6; k++) {
      Measured em, mg;
      measure(&em, cases[c].file, "method.scheme=em method.degree=%d time.step=%g time.end=%g", k, cases[c].step,
              cases[c].end);
      check_kept(&em, cases[c].file, k);
      if (k > cases[c].lost) continue;
      measure(&mg, cases[c].file, "method.degree=%d time.step=%g time.end=%g", k, cases[c].step, cases[c].end);
      check(drift_angular(&mg.drift) > 10.0 * exact, cases[c].file, k, drift_angular(&mg.drift));
    }
}

static const char chain[] = "name: chain\n"
                            "time: {end: 1, step: 0.05}\n"
                            "initial: project\n"
                            "bodies:\n"
                            "  - {name: a, mass: 2, inertia: [0.3, 0.2, 0.4], angular_velocity: [1, 2, 0.5]}\n"
                            "  - {name: b, mass: 1, inertia: [0.1, 0.2, 0.15], position: [1, 0, 0],"
                            " angular_velocity: [-1, 1, 3]}\n"
                            "  - {name: c, mass: 1.5, inertia: [0.2, 0.25, 0.15], position: [2, 0, 0.2],"
                            " angular_velocity: [0.5, 1, -2], velocity: [0, 0.3, 0]}\n"
                            "joints:\n"
                            "  - {name: ab, type: spherical, bodies: [a, b], at: [0.5, 0, 0]}\n"
                            "  - {name: bc, type: %s, bodies: [b, c], at: [1.5, 0.1, 0]%s}\n%s";

/* Free chains keep three components, one that hangs under gravity keeps one. */
static void test_joints(void)
{
  static const char *const tails[][3] = {
    {"spherical", "", ""},
    {"revolute", ", axis: [0, 1, 0]", ""},
    {"spherical", "",
     "  - {name: top, type: spherical, bodies: [ground, a], at: [0, 0, 0.3]}\ngravity: [0, 0, -9.81]\n"}};

  for (size_t c = 0; c < 3; c++) {
    char yaml[1200];
    snprintf(yaml, sizeof yaml, chain, tails[c][0], tails[c][1], tails[c][2]);
    for (int k = 1; k <= 6; k++) {
      Measured em, mg;
      measure_text(&em, yaml, "method.scheme=em method.degree=%d", k);
      TEST_ASSERT_EQUAL_INT(c == 2 ? 1 : 3, em.drift.symmetry.angular_axes);
      check_kept(&em, tails[c][0], k);
      if (c < 2)
        for (int i = 0; i < 3; i++) check(em.drift.P[i] <= exact, "P", k, em.drift.P[i]);
      if (k > 2) continue;
      measure_text(&mg, yaml, "method.degree=%d", k);
      check(drift_angular(&mg.drift) > 1e-10, "mG with joints", k, drift_angular(&mg.drift));
    }
  }
}

/* Errors at the end of both schemes over four steps: order 2k, and at every step those of em not more than 2.5 times those of mG. */
enum { STEPS = 4 };

typedef struct {
  const char     *file;  /* with a reference, or */
  const char     *text;  /* to be compared with */
  const Measured *exact; /* this */
  double          length;
  int             coarsest[7]; /* elements, by degree */
} Ladder;

static double end_error(const Ladder *ladder, const char *scheme, int k, int elements)
{
  Measured m;

  if (ladder->file) {
    measure(&m, ladder->file, "method.scheme=%s method.degree=%d time.elements=%d", scheme, k, elements);
    return m.error.rotation;
  }
  measure_text(&m, ladder->text, "method.scheme=%s method.degree=%d time.elements=%d time.step= time.end=%g", scheme, k,
               elements, ladder->length);
  return measure_distance(3, &m, ladder->exact);
}

static void check_ladder(const Ladder *ladder, const char *what)
{
  for (int k = 1; k <= 6; k++) {
    double h[STEPS], error[STEPS];
    for (int i = 0; i < STEPS; i++) {
      const int elements = ladder->coarsest[k] * (STEPS + i) / STEPS;
      h[i]               = ladder->length / elements;
      error[i]           = end_error(ladder, "em", k, elements);
      const double ratio = error[i] / end_error(ladder, "mG", k, elements);
      check(ratio <= 2.5, what, k, ratio);
    }
    const double order = measure_order(STEPS, h, error);
    check(fabs(order - 2.0 * k) <= 0.35, what, k, order);
  }
}

static void test_order_2k_with_errors_like_mg(void)
{
  static const Ladder body   = {box, .length = 5.0, .coarsest = {0, 200, 100, 60, 40, 28, 20}},
                      steady = {"problems/steady_top_joint.yaml", .length = 1.0,
                                .coarsest = {0, 2000, 400, 200, 100, 80, 60}},
                      heavy  = {"problems/heavy_top.yaml", .length = 2.0,
                                .coarsest = {0, 4000, 800, 400, 240, 160, 120}};

  check_ladder(&body, "box");
  check_ladder(&steady, "steady top");
  check_ladder(&heavy, "heavy top");
}

/* A chain against a fine run: spherical joints between bodies. */
static void test_order_2k_with_joints(void)
{
  char         yaml[1200];
  Measured     fine;
  const Ladder ladder = {.text = yaml, .exact = &fine, .length = 6.0, .coarsest = {0, 240, 72, 60, 60, 44, 36}};

  snprintf(yaml, sizeof yaml, chain, "spherical", "", "");
  measure_text(&fine, yaml, "method.degree=6 time.elements=300 time.step= time.end=6");
  check_ladder(&ladder, "chain");
}

/* Two bodies with a load between points off their centres. */
static const char *const pair =
  "time: {end: 2, step: 0.05}\n"
  "bodies:\n"
  "  - {name: a, shape: {sites: [[1, 1, 0, 0], [1, -1, 0.5, 0], [0.5, 0, -1, 1], [0.5, 0, 0, -1]]},"
  " angular_velocity: [1, 2, -1], velocity: [0, 1, 0]}\n"
  "  - {name: b, shape: {sites: [[1, 0, 0.5, 0], [0.5, 1, -0.5, 0], [0.5, 0, 0, 1]]}, position: [2, 0, 0],"
  " angular_velocity: [-2, 1, 1], velocity: [0, -2, 0]}\n"
  "loads: [{name: l, bodies: [a, b], %s}]\n";

/* Potentials that are polynomials: everything is kept; others and dampers: momenta are, and energy as mG keeps it. */
static void test_loads_between_bodies(void)
{
  static const struct {
    const char *load;
    bool        energy;
  } cases[] = {{"type: harmonic, stiffness: 1, length: 0", true},
               {"type: spring, at: [[0.5, 0, 0], [0, 0.3, 0]], stiffness: 5, length: 1", false},
               {"type: spring, at: [[0.5, 0, 0], [0, 0.3, 0]], stiffness: 5, damping: 1, length: 1", false}};
  char yaml[1000];

  for (int c = 0; c < 3; c++)
    for (int k = 1; k <= 4; k++) {
      Measured em, mg;
      snprintf(yaml, sizeof yaml, pair, cases[c].load);
      measure_text(&em, yaml, "method.scheme=em method.degree=%d", k);
      measure_text(&mg, yaml, "method.degree=%d", k);
      const double lost  = drift_relative(em.drift.H, em.drift.scale_H),
                   of_mg = drift_relative(mg.drift.H, mg.drift.scale_H);
      TEST_ASSERT_DOUBLE_WITHIN(exact, 0.0, drift_angular(&em.drift));
      TEST_ASSERT_DOUBLE_WITHIN(exact, 0.0, drift_linear(&em.drift));
      TEST_ASSERT_TRUE(drift_angular(&mg.drift) > 1e-13 || k > 3);
      TEST_ASSERT_TRUE(cases[c].energy ? lost < exact : lost < 2.0 * of_mg + exact);
    }
}

static void test_order_2k_with_loads(void)
{
  char     yaml[1000];
  Measured fine;

  snprintf(yaml, sizeof yaml, pair,
           "type: spring, at: [[0.5, 0, 0], [0, 0.3, 0]], stiffness: 5, damping: 1, length: 1");
  measure_text(&fine, yaml, "method.degree=5");
  for (int k = 1; k <= 3; k++) {
    double h[3], error[3];
    for (int i = 0; i < 3; i++) {
      Measured m;
      h[i] = 0.1 / (1 << i);
      measure_text(&m, yaml, "method.scheme=em method.degree=%d time.step=%.17g", k, h[i]);
      error[i] = measure_distance(2, &m, &fine);
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.35, 2.0 * k, measure_order(3, h, error));
  }
}

/* Forces from outside: energy less their work, and the momentum about the axis of a force that keeps its direction. */
static void test_loads_from_outside(void)
{
  static const char *const push = "{name: f, type: force, body: box, at: [1, 0.5, 0], value: [0, 0, 30]}";
  static const char *const turn = "{name: m, type: torque, body: box, value: [5, -2, 1], frame: body}";
  char                     yaml[1000];
  Measured                 m;

  for (int k = 1; k <= 3; k++)
    for (int both = 0; both < 2; both++) {
      snprintf(yaml, sizeof yaml,
               "time: {end: 2, step: 0.05}\nbodies: [{name: box, mass: 12, inertia: [5, 26, 29], "
               "angular_velocity: [1, 5, 1]}]\nloads: [%s%s%s]\n",
               push, both ? ", " : "", both ? turn : "");
      measure_text(&m, yaml, "method.scheme=em method.degree=%d", k);
      TEST_ASSERT_TRUE(fabs(m.drift.W_ext) > 1.0);
      TEST_ASSERT_DOUBLE_WITHIN(exact, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
      if (!both) TEST_ASSERT_DOUBLE_WITHIN(exact, 0.0, drift_angular(&m.drift));
      else TEST_ASSERT_TRUE(isnan(drift_angular(&m.drift)));
    }
}

/* Steady rotations, exactly and nearly: beta is 0/0, and em must follow mG. About axis 2 the body is unstable: from 1e-9 the
 * deviation grows by a factor 1e6 in 5 s, and so does what rounding moves. */
static void test_steady_rotations(void)
{
  static const struct {
    const char *omega;
    double      bound;
  } cases[] = {{"[2,0,0]", 1e-9},      {"[0,5,0]", 1e-9},      {"[0,0,3]", 1e-9}, {"[2,1.0e-9,0]", 1e-9},
               {"[0,1.0e-6,3]", 1e-9}, {"[0,5,1.0e-9]", 1e-4}, {"[0,0,0]", 0.0}};

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (int k = 1; k <= 6; k++) {
      Measured em, mg;
      measure(&em, box, "bodies.box.angular_velocity=%s method.scheme=em method.degree=%d time.step=0.05",
              cases[i].omega, k);
      check_kept(&em, cases[i].omega, k);
      measure(&mg, box, "bodies.box.angular_velocity=%s method.degree=%d time.step=0.05", cases[i].omega, k);
      const double distance = measure_distance(1, &em, &mg);
      check(distance <= cases[i].bound, cases[i].omega, k, distance);
    }
}

/* Two bodies on a line that turn about it, each at its own rate: beta is 0/0 for both. */
static void test_steady_chain(void)
{
  static const char *const line =
    "time: {end: 5, step: 0.05}\nbodies:\n"
    "  - {name: a, mass: 2, inertia: [0.3, 0.2, 0.4], angular_velocity: [2, 0, 0]}\n"
    "  - {name: b, mass: 1, inertia: [0.3, 0.2, 0.15], position: [1, 0, 0], angular_velocity: [-1, 0, 0]}\n"
    "joints: [{name: ab, type: spherical, bodies: [a, b], at: [0.5, 0, 0]}]\n";

  for (int k = 1; k <= 6; k++) {
    Measured em, mg;
    measure_text(&em, line, "method.scheme=em method.degree=%d", k);
    check_kept(&em, "line", k);
    measure_text(&mg, line, "method.degree=%d", k);
    const double distance = measure_distance(2, &em, &mg);
    check(distance <= 1e-9, "line", k, distance);
  }
}

/* Two bodies that turn as one about an axis through their joint, or nearly so: no method for quaternions keeps H, L and Phi together with k = 1
 * (docs/explanation/conservation.md, em). Energy and constraints stay exact, L drifts at most as that of mG. */
static void test_steady_links(void)
{
  static const char *const links =
    "time: {end: 1, step: 0.05}\nbodies:\n"
    "  - {name: a, mass: 2, inertia: [0.3, 0.2, 0.4], position: [-0.5, 0, 0], velocity: [0, -1, 0],"
    " angular_velocity: [0, 0, 2]}\n"
    "  - {name: b, mass: 1, inertia: [0.3, 0.2, 0.4], position: [1, 0, 0], velocity: [0, 2, 0],"
    " angular_velocity: [0, 0, 2]}\n"
    "joints: [{name: ab, type: spherical, bodies: [a, b], at: [0, 0, 0]}]\n";
  static const char *const starts[] = {"[0,0,2]", "[1.0e-6,0,2]", "[1.0e-2,0,2]"};

  for (int k = 1; k <= 4; k++)
    for (int i = 0; i < 6; i++) {
      const char *invariants = i % 2 ? "collocated" : "plain";
      Measured    em, mg;
      measure_text(&em, links, "method.scheme=em method.degree=%d method.invariants=%s bodies.a.angular_velocity=%s", k,
                   invariants, starts[i / 2]);
      measure_text(&mg, links, "method.degree=%d method.invariants=%s bodies.a.angular_velocity=%s", k, invariants,
                   starts[i / 2]);
      TEST_ASSERT_EQUAL_INT(RUN_DONE, em.status.verdict);
      check(drift_relative(em.drift.H, em.drift.scale_H) <= exact, "links, H", k, em.drift.H);
      check(em.drift.phi_scaled <= exact && em.drift.psi_scaled <= exact, "links, Psi", k, em.drift.psi_scaled);
      check(drift_angular(&em.drift) <= 1.1 * drift_angular(&mg.drift) + exact, "links, L", k,
            drift_angular(&em.drift));
    }
}

/* Directors keep L by themselves: em is mG there, bit for bit. */
static void test_nothing_to_add(void)
{
  Measured em, mg;

  measure(&em, "problems/spinning_box_director.yaml", "method.scheme=em method.degree=2");
  measure(&mg, "problems/spinning_box_director.yaml", "method.degree=2");
  TEST_ASSERT_TRUE(em.error.rotation == mg.error.rotation);
  TEST_ASSERT_EQUAL_INT(mg.status.unknowns, em.status.unknowns);
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_everything_is_kept);
  RUN_TEST(test_joints);
  RUN_TEST(test_order_2k_with_errors_like_mg);
  RUN_TEST(test_order_2k_with_joints);
  RUN_TEST(test_loads_between_bodies);
  RUN_TEST(test_order_2k_with_loads);
  RUN_TEST(test_loads_from_outside);
  RUN_TEST(test_steady_rotations);
  RUN_TEST(test_steady_chain);
  RUN_TEST(test_steady_links);
  RUN_TEST(test_nothing_to_add);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

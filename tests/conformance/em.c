/* em(k): energy, angular momentum and constraints to rounding together, order 2k, errors like those of mG(k). */
#include "base/vec.h"
#include "measure.h"
#include "scheme/momentum.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static double end_error(const char *file, const char *scheme, int k, int elements)
{
  Measured m;

  measure(&m, file, "method.scheme=%s method.degree=%d time.elements=%d", scheme, k, elements);
  return m.error.rotation;
}

static void test_order_2k_with_errors_like_mg(void)
{
  static const struct {
    const char *file;
    double      length;
    int         elements[5]; /* coarsest, by degree */
  } cases[] = {{box, 5.0, {0, 200, 100, 60, 40}}, {"problems/steady_top_joint.yaml", 1.0, {0, 2000, 400, 200, 100}}};

  for (size_t c = 0; c < 2; c++)
    for (int k = 1; k <= 4; k++) {
      double h[4], error[4];
      for (int i = 0; i < 4; i++) {
        const int elements = cases[c].elements[k] * (2 + i) / 2;
        h[i]               = cases[c].length / elements;
        error[i]           = end_error(cases[c].file, "em", k, elements);
      }
      const double order = measure_order(4, h, error),
                   ratio = error[0] / end_error(cases[c].file, "mG", k, cases[c].elements[k]);
      check(fabs(order - 2.0 * k) <= 0.35, "order", k, order);
      check(ratio <= 2.5, "error over that of mG", k, ratio);
    }
}

/* A chain against a fine run: order 2k with joints between bodies. */
static void test_order_2k_with_joints(void)
{
  char     yaml[1200];
  Measured fine;

  snprintf(yaml, sizeof yaml, chain, "spherical", "", "");
  measure_text(&fine, yaml, "method.degree=5 time.elements=80 time.step=");
  for (int k = 1; k <= 3; k++) {
    double h[3], error[3];
    for (int i = 0; i < 3; i++) {
      const int elements = (k == 1 ? 40 : 10) * (2 + i) / 2;
      Measured  m;
      measure_text(&m, yaml, "method.scheme=em method.degree=%d time.elements=%d time.step=", k, elements);
      h[i]     = 1.0 / elements;
      error[i] = measure_distance(3, &m, &fine);
    }
    const double order = measure_order(3, h, error);
    check(fabs(order - 2.0 * k) <= 0.35, "chain", k, order);
  }
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

/* Directors keep L by themselves: em is mG there, bit for bit. */
static void test_nothing_to_add(void)
{
  Measured em, mg;

  measure(&em, "problems/spinning_box_director.yaml", "method.scheme=em method.degree=2");
  measure(&mg, "problems/spinning_box_director.yaml", "method.degree=2");
  TEST_ASSERT_TRUE(em.error.rotation == mg.error.rotation);
  TEST_ASSERT_EQUAL_INT(mg.status.unknowns, em.status.unknowns);
}

/* --- derivatives of the added terms, for one body: all of them */

typedef struct {
  Momentum    *m;
  ElementState state;
  double      *dz; /* [k][nz] */
  double      *r;  /* [k][nz], then [n] */
  int          k, nz;
} Added;

static void added_residual(Added *c)
{
  vec_zero(c->k * c->nz + 3, c->r);
  momentum_residual(c->m, &c->state, c->r, c->r + c->k * c->nz);
}

/* Column of unknown *x by central differences; the terms are at most quadratic in it. */
static void added_difference(Added *c, double *x, double *column)
{
  const int    n = c->k * c->nz + 3;
  const double d = 0.25, x0 = *x;

  *x = x0 + d;
  added_residual(c);
  vec_copy(n, c->r, column);
  *x = x0 - d;
  added_residual(c);
  vec_add(n, -1.0, c->r, column);
  *x = x0;
  for (int i = 0; i < n; i++) column[i] /= 2.0 * d;
}

/* dense[i][j] of unknowns (dz, beta) as the code gives them */
static void added_dense(Added *c, int n, double *dense)
{
  const Pattern *A     = &c->m->kernel->system->A;
  const int      extra = momentum_entries(c->m), inner = c->k * c->nz;
  double        *value = calloc((size_t)(c->k * c->k * A->nnz), sizeof(double)), *at = value;
  double        *added = calloc((size_t)extra, sizeof(double));
  int           *row = calloc((size_t)extra, sizeof(int)), *col = calloc((size_t)extra, sizeof(int));
  int           *place = calloc((size_t)inner, sizeof(int));

  for (int i = 0; i < inner; i++) place[i] = i;
  momentum_places(c->m, c->nz, place, inner, row, col);
  momentum_jacobian(c->m, &c->state, value, added);
  for (int e = 0; e < extra; e++) dense[row[e] * n + col[e]] += added[e];
  for (int a = 0; a < c->k; a++)
    for (int b = 0; b < c->k; b++)
      for (int r = 0; r < c->nz; r++)
        for (int p = A->row[r]; p < A->row[r + 1]; p++) dense[(a * c->nz + r) * n + b * c->nz + A->col[p]] += *at++;
  free(value);
  free(added);
  free(row);
  free(col);
  free(place);
}

static void check_added(const Problem *problem, const System *system)
{
  TimeElement element;
  Kernel      kernel;
  Momentum    momentum;
  const int   k = 2, nz = system->nz, n = k * nz + 3;
  double     *z = calloc((size_t)nz, sizeof(double)), *zero = calloc((size_t)(nz + system->nl), sizeof(double));
  double     *dz = calloc((size_t)(k * nz), sizeof(double)), *r = calloc((size_t)n, sizeof(double));
  double     *dense = calloc((size_t)(n * n), sizeof(double)), *column = calloc((size_t)n, sizeof(double)), most = 0.0;

  TEST_ASSERT_TRUE(time_element_create_mg(k, 2 * k, false, &element));
  TEST_ASSERT_TRUE(kernel_create(system, &element, &kernel));
  TEST_ASSERT_TRUE(momentum_create(problem, &kernel, &momentum));
  TEST_ASSERT_EQUAL_INT(3, momentum.n);
  system_initial(system, problem, z);
  for (int i = 0; i < k * nz; i++) dz[i] = 0.3 * sin(1.0 + i);
  momentum_aim(&momentum, z);
  for (int j = 0; j < 3; j++) momentum.beta[j] = 0.1 + 0.2 * j;
  Added c = {&momentum, {.h = 0.1, .z1 = z, .carry = zero, .dz = dz, .mult = zero}, dz, r, k, nz};
  momentum_start(&momentum, &c.state);
  added_dense(&c, n, dense);
  for (int j = 0; j < n; j++) {
    added_difference(&c, j < k * nz ? dz + j : momentum.beta + (j - k * nz), column);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(column[i] - dense[i * n + j]));
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, most);
  momentum_destroy(&momentum);
  kernel_destroy(&kernel);
  time_element_destroy(&element);
  double *const all[] = {z, zero, dz, r, dense, column};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

static void test_derivatives(void)
{
  static const char *const set[] = {"method.scheme=em", "method.degree=2"};
  Model                    model;
  FaultList                faults;

  fault_init(&faults, box);
  TEST_ASSERT_EQUAL_INT(0, model_read(box, 2, set, &faults, &model));
  TEST_ASSERT_TRUE(model.ready);
  check_added(&model.problem, &model.system);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
  fault_clear(&faults);
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_derivatives);
  RUN_TEST(test_everything_is_kept);
  RUN_TEST(test_joints);
  RUN_TEST(test_order_2k_with_errors_like_mg);
  RUN_TEST(test_order_2k_with_joints);
  RUN_TEST(test_loads_between_bodies);
  RUN_TEST(test_order_2k_with_loads);
  RUN_TEST(test_loads_from_outside);
  RUN_TEST(test_steady_rotations);
  RUN_TEST(test_nothing_to_add);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

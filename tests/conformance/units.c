/* Natural units follow from the data of a problem, not from its mesh, so that scaled violations of constraints have their order. */
#include "measure.h"
#include "unity.h"

#include <petscsys.h>
#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

/* Psi at element ends of BG(k) falls with order 2 for k = 1 and 4 for k = 3 (docs/explanation/theory.md, Bubnov-Galerkin elements). */
static void test_scaled_psi_from_rest(void)
{
  static const struct {
    int    k;
    double order;
  } cases[] = {{1, 2.0}, {3, 4.0}};

  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    double h[3], psi[3];
    char   text[100];
    for (int i = 0; i < 3; i++) {
      const int n = 20 << i;
      Measured  m;
      measure(&m, "problems/physical_pendulum.yaml",
              "reference= method.scheme=BG method.degree=%d time.end=1 time.step= time.elements=%d", cases[c].k, n);
      h[i]   = 1.0 / n;
      psi[i] = m.drift.psi_scaled;
    }
    const double order = measure_order(3, h, psi);
    snprintf(text, sizeof text, "k = %d: order %.3f", cases[c].k, order);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, cases[c].order, order, text);
  }
}

/* Everything that sets bodies in motion, from rest. */
static const char *const causes[] = {
  "gravity: [0, 0, -9.81]\n",
  "loads: [{name: l, type: force, body: a, value: [3, 0, 0], scale: {sine: {omega: 2}}}]\n",
  "loads: [{name: l, type: torque, body: a, value: [3, 0, 0]}]\n",
  "loads: [{name: l, type: spring, bodies: [ground, a], stiffness: 80, length: 0.3}]\n",
  "loads: [{name: l, type: torsion, bodies: [ground, a], axis_body: [[0, 0, 1], [0, 0, 1]], stiffness: 8, angle: 1}]\n",
  "motion: [{name: m, type: position, body: a, x: {polynomial: [1, 0, 0.5]}}]\n",
  "boundary: {start: {a: {position: [1, 0, 0], orientation: [1, 0, 0, 0]}}, end: {a: {position: [2, 0, 0], orientation: [1, 0, 0, 0]}}}\n",
  "controls: [{name: u, type: force, body: a}]\nobjective: [{effort: {controls: [u], weight: 1}}]\ngravity: [0, 0, -1]\n",
  ""};

static Units units_of(const char *cause, const char *mesh)
{
  char  yaml[1000];
  Model model;
  Units units;

  snprintf(yaml, sizeof yaml, "%sbodies: [{name: a, mass: 2, inertia: [1, 1.2, 2], position: [1, 0, 0]}]\n%s", mesh,
           cause);
  measure_model(yaml, &model);
  units = model.system.units;
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
  return units;
}

static void test_units_are_those_of_the_data(void)
{
  static const char *const meshes[] = {"time: {end: 2, elements: 10}\nmethod: {window: all}\n",
                                       "time: {end: 2, elements: 20}\nmethod: {window: all}\n",
                                       "time: {end: 2, step: 0.01}\nmethod: {window: all, degree: 3}\n"};

  for (size_t c = 0; c < sizeof causes / sizeof causes[0]; c++) {
    const Units first = units_of(causes[c], meshes[0]);
    TEST_ASSERT_TRUE_MESSAGE(first.velocity > 0.0, causes[c]);
    for (size_t m = 1; m < sizeof meshes / sizeof meshes[0]; m++) {
      const Units other = units_of(causes[c], meshes[m]);
      TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&first, &other, sizeof first, causes[c]);
    }
  }
}

/* Free fall over the unit of length, here the distance from the origin. */
static void test_speed_of_free_fall(void)
{
  const Units units = units_of(causes[0], "time: {end: 2, elements: 10}\n");

  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 9.81 * units.length, units.velocity * units.velocity);
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_scaled_psi_from_rest);
  RUN_TEST(test_units_are_those_of_the_data);
  RUN_TEST(test_speed_of_free_fall);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

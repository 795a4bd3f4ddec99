/* Order 2k at element ends in every formulation, and the errors of an independent implementation to 1 %. */
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const box = "problems/spinning_box.yaml";

/* Spinning box, t = 5, quaternion unit, s = k: e_loc of an independent implementation (docs/explanation/theory.md, Reference values). */
static void test_errors_of_the_independent_implementation(void)
{
  static const struct {
    int    k, elements;
    double e_loc;
  } known[] = {{1, 100, 9.80e-2}, {1, 200, 2.42e-2}, {2, 100, 8.07e-5},
               {2, 200, 5.07e-6}, {3, 100, 4.73e-8}, {3, 200, 7.4e-10}};

  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    Measured m;
    measure(&m, box, "method.degree=%d method.gauss=%d time.elements=%d", known[i].k, known[i].k, known[i].elements);
    TEST_ASSERT_DOUBLE_WITHIN(0.01 * known[i].e_loc, known[i].e_loc, m.error.e_loc);
  }
}

typedef struct {
  const char *name, *set;
} Form;

static const Form forms[] = {
  {"quaternion unit", "bodies.box.formulation=quaternion"},
  {"quaternion scalable", "bodies.box.kinetic=scalable"},
  {"director", "bodies.box.formulation=director"},
};

/* Coarsest number of elements on [0, 5] for which degree k is in its asymptotic range. */
static const int coarsest[] = {0, 200, 100, 60, 40};

static void check_order(const Form *form, int k, int s, const char *gauss)
{
  double h[4], error[4];
  char   text[200];

  for (int i = 0; i < 4; i++) {
    const int elements = coarsest[k] * (2 + i) / 2;
    Measured  m;
    measure(&m, box, "%s method.degree=%d method.gauss=%s time.elements=%d", form->set, k, gauss, elements);
    h[i]     = 5.0 / elements;
    error[i] = m.error.e_loc;
  }
  const double order = measure_order(4, h, error);
  snprintf(text, sizeof text, "%s, k = %d, s = %d: order %.3f", form->name, k, s, order);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, 2.0 * k, order, text);
}

static void test_order_2k_with_k_points(void)
{
  for (int f = 0; f < 3; f++)
    for (int k = 1; k <= 4; k++) {
      char gauss[16];
      snprintf(gauss, sizeof gauss, "%d", k);
      check_order(&forms[f], k, k, gauss);
    }
}

static void test_order_2k_with_more_points(void)
{
  for (int f = 0; f < 3; f++)
    for (int k = 1; k <= 4; k++) check_order(&forms[f], k, 0, "auto");
}

/* A joint and a potential: the pendulum. */
static void test_order_2k_on_the_pendulum(void)
{
  static const char *const formulation[] = {"quaternion", "director"};

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 3; k++) {
      double h[3], error[3];
      for (int i = 0; i < 3; i++) {
        const int elements = (k == 1 ? 100 : 40) * (2 + i) / 2;
        Measured  m;
        measure(&m, "problems/physical_pendulum.yaml", "bodies.0.formulation=%s method.degree=%d time.elements=%d",
                formulation[f], k, elements);
        h[i]     = 5.0 / elements;
        error[i] = m.error.e_loc;
      }
      TEST_ASSERT_DOUBLE_WITHIN(0.35, 2.0 * k, measure_order(3, h, error));
    }
}

/* The steady top against its closed form, about a fixed point and on a joint. */
static void test_order_2k_on_the_steady_top(void)
{
  static const char *const file[] = {"problems/steady_top.yaml", "problems/steady_top_joint.yaml"};

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 3; k++) {
      double h[3], error[3];
      for (int i = 0; i < 3; i++) {
        const int elements = (k == 1 ? 2000 : k == 2 ? 400 : 200) * (2 + i) / 2;
        Measured  m;
        measure(&m, file[f], "method.degree=%d time.elements=%d", k, elements);
        h[i]     = 1.0 / elements;
        error[i] = m.error.rotation;
      }
      TEST_ASSERT_DOUBLE_WITHIN(0.35, 2.0 * k, measure_order(3, h, error));
    }
}

/* Lobatto nodes span the same polynomials: the same end state up to rounding. */
static void test_nodes_do_not_change_the_solution(void)
{
  for (int k = 2; k <= 10; k += 4) {
    Measured a, b;
    measure(&a, box, "method.degree=%d time.elements=50 method.nodes=equidistant", k);
    measure(&b, box, "method.degree=%d time.elements=50 method.nodes=lobatto", k);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, a.error.e_loc, b.error.e_loc);
  }
}

/* Degree up to 10 reaches rounding with few elements. */
static void test_high_degrees(void)
{
  for (int k = 5; k <= 10; k++) {
    Measured m;
    measure(&m, box, "method.degree=%d time.elements=%d method.nodes=lobatto", k, k < 8 ? 200 : 100);
    TEST_ASSERT_DOUBLE_WITHIN(2e-13, 0.0, m.error.e_loc);
  }
}

/* 50 000 cubic elements, as May and Betsch (2025) compute their reference: rounding must not add up. */
static void test_rounding_does_not_add_up(void)
{
  Measured m;

  measure(&m, box, "method.degree=3 method.gauss=3 time.elements=50000");
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, m.error.e_loc);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m.drift.phi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m.drift.psi_scaled);
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_errors_of_the_independent_implementation);
  RUN_TEST(test_order_2k_with_k_points);
  RUN_TEST(test_order_2k_with_more_points);
  RUN_TEST(test_order_2k_on_the_pendulum);
  RUN_TEST(test_order_2k_on_the_steady_top);
  RUN_TEST(test_nodes_do_not_change_the_solution);
  RUN_TEST(test_high_degrees);
  RUN_TEST(test_rounding_does_not_add_up);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

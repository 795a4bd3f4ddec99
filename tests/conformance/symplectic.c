/* Symplecticity of schemes on a loaded quaternion body: D^T S D = S on the tangent space of its constraints, for the derivative D of three
 * steps and S = sum dq ^ dp. */
#include "base/quat.h"
#include "base/vec.h"
#include "built.h"
#include "measure.h"
#include "scheme/ode/tableau.h"
#include "scheme/schemes.h"
#include "unity.h"

#include <math.h>
#include <petscsys.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

enum { DIRECTIONS = 6, HALF = 4, ALL = 2 * HALF };

/* What is seen of a run: its first or last state. */
typedef struct {
  bool   first;
  double z[ALL];
} Seen;

static bool seen_sample(void *context, const Sample *sample)
{
  Seen *seen = context;

  if (sample->element == 0 || !seen->first) vec_copy(ALL, sample->z, seen->z);
  return true;
}

/* The state (q, p) of a top at the start or after three steps when direction j of its start, attitude or rate, is moved by d. */
static void moved(const char *method, const char *keys, bool first, int j, double d, double z[ALL])
{
  double    turn[3] = {0}, rate[3] = {0.5, 1.0, 2.0}, start[4] = {0.6, 0.8, 0.0, 0.0}, small[4], q[4];
  char      text[800];
  Model     model;
  Seen      seen     = {.first = first};
  Observer  observer = {.context = &seen, .sample = seen_sample};
  RunStatus status;

  *(j < 3 ? &turn[j] : &rate[j - 3]) += d;
  quat_exp(turn, small);
  quat_multiply(start, small, q);
  snprintf(
    text, sizeof text,
    "gravity: [0, 0, -9.81]\ntime: {end: 0.3, elements: 3}\nmethod: {%s}\nsolver: {tolerance: 1e-14}\n"
    "bodies: [{name: top, mass: 0.7, inertia: [0.5, 0.6, 0.3], translation: fixed, center_of_mass: [0, 0.1, 0.4],\n"
    "  orientation: [%.17g, %.17g, %.17g, %.17g], angular_velocity: [%.17g, %.17g, %.17g]%s}]\n",
    method, q[0], q[1], q[2], q[3], rate[0], rate[1], rate[2], keys);
  measure_model(text, &model);
  TEST_ASSERT_EQUAL_INT(ALL, model.system.nz);
  TEST_ASSERT_EQUAL_INT(
    0, scheme_of(&model.problem)->run(&model.problem, &model.system, model.z, model.lambda, &observer, &status));
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, status.verdict, status.message);
  vec_copy(ALL, seen.z, z);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

/* sum dq ^ dp on all pairs of directions, from differences of order 6. */
static void form(const char *method, const char *keys, bool first, double out[DIRECTIONS][DIRECTIONS])
{
  static const double weight[6] = {-1.0 / 60, 9.0 / 60, -45.0 / 60, 45.0 / 60, -9.0 / 60, 1.0 / 60}, d = 5e-3;
  static const int    shift[6]            = {-3, -2, -1, 1, 2, 3};
  double              dz[DIRECTIONS][ALL] = {{0}};

  for (int j = 0; j < DIRECTIONS; j++)
    for (int i = 0; i < 6; i++) {
      double z[ALL];
      moved(method, keys, first, j, shift[i] * d, z);
      vec_add(ALL, weight[i] / d, z, dz[j]);
    }
  for (int i = 0; i < DIRECTIONS; i++)
    for (int j = 0; j < DIRECTIONS; j++)
      out[i][j] = vec_dot(HALF, dz[i], dz[j] + HALF) - vec_dot(HALF, dz[i] + HALF, dz[j]);
}

/* Largest entry of D^T S D - S. */
static double change_of_form(const char *method, const char *keys)
{
  double before[DIRECTIONS][DIRECTIONS], after[DIRECTIONS][DIRECTIONS], most = 0.0;

  form(method, keys, true, before);
  form(method, keys, false, after);
  for (int i = 0; i < DIRECTIONS; i++)
    for (int j = 0; j < DIRECTIONS; j++) most = fmax(most, fabs(after[i][j] - before[i][j]));
  return most;
}

static const char *const free_length = ", formulation: free_quaternion";

/* Without constraint and multiplier a body is a Hamiltonian system on R^8: symplectic methods are symplectic, no others. */
static void test_free_quaternion(void)
{
  for (const SchemeOps *const *s = scheme_list; *s; s++) {
    char method[100];
    if (!(*s)->tableau) continue;
    snprintf(method, sizeof method, "scheme: %s", (*s)->traits.name);
    const double change = change_of_form(method, free_length);
    if ((*s)->tableau->symplectic) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-11, 0.0, change, method);
    else TEST_ASSERT_TRUE_MESSAGE(change > 1e-8, method);
  }
}

/* With an inserted multiplier none of them is: Chaurasia (2012, eq. 3.45) states the contrary for symplectic Euler A. The same holds of
 * mG(k) with k points. Of the schemes with constraints only the variational integrator is symplectic. */
static void test_unit_quaternion(void)
{
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, change_of_form("scheme: quat_vi", ""));
  TEST_ASSERT_TRUE(change_of_form("scheme: mG, degree: 1, gauss: 1", "") > 1e-3);
  TEST_ASSERT_TRUE(change_of_form("scheme: mG, degree: 2, gauss: 2", "") > 1e-6);
  for (const SchemeOps *const *s = scheme_list; *s; s++) {
    char method[100];
    if (!(*s)->tableau) continue;
    snprintf(method, sizeof method, "scheme: %s", (*s)->traits.name);
    TEST_ASSERT_TRUE_MESSAGE(change_of_form(method, "") > 1e-9, method);
  }
}

/* The defect of symplectic Euler A with an inserted multiplier does not vanish with rounding: it has the order of the method. */
static void test_defect_of_euler_a(void)
{
  TEST_ASSERT_TRUE(change_of_form("scheme: symplectic_euler_a", "") > 1e-3);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0.0, change_of_form("scheme: symplectic_euler_a", free_length));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_free_quaternion);
  RUN_TEST(test_unit_quaternion);
  RUN_TEST(test_defect_of_euler_a);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

/* Every joint of the table on a chain of two bodies, ground - a - b, once between ground and a and once between a and b; the
 * other joint is spherical. All formulations and mixed pairs: constraints and energy to rounding, order 2k, one motion. */
#include "measure.h"
#include "system/joint/joint.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

enum { TEXT = 2048 };

enum { RIGID = 4, PAIRS = 7 }; /* pairs of bodies that turn, all pairs */

static const char *const pairs[PAIRS][2] = {
  {"quaternion", "quaternion"}, {"director", "director"}, {"quaternion", "director"}, {"director", "quaternion"},
  {"particle", "quaternion"},   {"director", "particle"}, {"particle", "particle"}};

static bool is_particle(const char *formulation)
{
  return strcmp(formulation, "particle") == 0;
}

/* Whether a joint can sit between bodies of a pair (between the ground and the first). */
static bool supports(const JointOps *joint, bool ground, const char *const pair[2])
{
  return joint->moment == MOMENT_NONE || !(is_particle(pair[0]) || (!ground && is_particle(pair[1])));
}

static bool needs_axis(const char *type)
{
  return joint_find(type)->traits.uses & JOINT_USES_AXIS;
}

static bool two_points(const char *type)
{
  return strcmp(type, "distance") == 0 || strcmp(type, "winch") == 0;
}

static void joint_text(const char *name, const char *type, const char *bodies, const char *at, const char *at2,
                       char *text, size_t size)
{
  char ratio[60] = ""; /* the rope is as long as it is let out */

  if (strcmp(type, "winch") == 0)
    snprintf(ratio, sizeof ratio, ", ratio: %.17g", sqrt(*name == 'g' ? 194.28 : 0.4182 / 0.4225));
  snprintf(text, size, "  - {name: %s, type: %s, bodies: %s, at: %s%s%s%s%s%s}\n", name, type, bodies, at,
           needs_axis(type) ? ", axis: [0.3, 0.5, 0.8]" : "",
           strcmp(type, "universal") == 0 ? ", axis2: [0.5, -0.3, 0]" : "", two_points(type) ? ", at2: " : "",
           two_points(type) ? at2 : "", ratio);
}

static void body_text(const char *name, const char *formulation, const char *place, const char *turn, char *text,
                      size_t size)
{
  snprintf(text, size, "  - {name: %s, formulation: %s, %s%s}\n", name, formulation, place,
           is_particle(formulation) ? "" : turn);
}

/* Velocities in general position are projected, so that all that can move does. The other joint is spherical, between particles a
 * rod, so that they move. */
static void chain_text(const JointOps *joint, bool ground, const char *const pair[2], char *text)
{
  char        first[400], second[400], a[400], b[400];
  const char *at_ground = is_particle(pair[0]) ? "distance" : "spherical";
  const char *between   = is_particle(pair[0]) || is_particle(pair[1]) ? "distance" : "spherical";

  joint_text("g", ground ? joint->name : at_ground, "[ground, a]", "[0.1, 0.2, -0.1]", "[0.6, -0.2, 0.3]", first,
             sizeof first);
  joint_text("j", ground ? between : joint->name, "[a, b]", "[1.4, 0.3, 0.1]", "[1.9, 0, -0.4]", second, sizeof second);
  body_text("a", pair[0], "mass: 2, position: [0.7, 0.1, 0.2], velocity: [0.1, -0.4, 0.3]",
            ", inertia: [[1.1, 0.1, 0], [0.1, 0.8, -0.05], [0, -0.05, 0.6]], orientation: [0.8, 0.2, -0.4, 0.4], "
            "angular_velocity: [0.9, 0.7, -0.8]",
            a, sizeof a);
  body_text("b", pair[1], "mass: 1.5, position: [2.1, 0.4, 0.3], velocity: [0.2, 0.3, -0.5]",
            ", inertia: [0.5, 0.7, 0.9], orientation: [0.4, -0.4, 0.8, 0.2], angular_velocity: [-0.6, 0.5, 0.7]", b,
            sizeof b);
  snprintf(text, TEXT,
           "time: {end: 1, step: 0.1}\n"
           "method: {degree: 1, gauss: auto}\n"
           "gravity: [0.7, 0.4, -2.1]\n"
           "initial: project\n"
           "bodies:\n%s%s"
           "joints:\n%s%s",
           a, b, first, second);
}

/* Nodal Phi and Psi as they are, in m and m/s or pure numbers, and H over 5 s with gauss: auto. */
static void test_constraints_and_energy(void)
{
  static const double step[] = {0.02, 0.04, 0.05}; /* of each degree */

  for (int j = 0; joint_list[j]; j++)
    for (int ground = 0; ground < 2; ground++)
      for (int p = 0; p < PAIRS; p++)
        for (int k = 1; k <= 3 && supports(joint_list[j], ground, pairs[p]); k++) {
          char     text[TEXT], name[300];
          Measured m;
          chain_text(joint_list[j], ground, pairs[p], text);
          measure_text(&m, text, "method.degree=%d time.end=5 time.step=%g", k, step[k - 1]);
          snprintf(name, sizeof name, "%s %s, %s - %s, k = %d", ground ? "ground" : "inner", joint_list[j]->name,
                   pairs[p][0], pairs[p][1], k);
          TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, m.drift.phi, name);
          TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, m.drift.psi, name);
          TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_relative(m.drift.H, m.drift.scale_H), name);
        }
}

/* Order 2k against a run of degree 6, of bodies that turn in directors: all formulations and pairs converge to the same motion. */
static void test_order_2k(void)
{
  static const int coarse[] = {40, 16, 10}; /* elements, of each degree */

  for (int j = 0; joint_list[j]; j++)
    for (int ground = 0; ground < 2; ground++) {
      char     text[TEXT], name[300];
      Measured exact, m;
      for (int p = 0; p < PAIRS; p++) {
        if (!supports(joint_list[j], ground, pairs[p])) continue;
        chain_text(joint_list[j], ground, p < RIGID ? pairs[1] : pairs[p], text);
        if (p == 0 || p >= RIGID) measure_text(&exact, text, "method.degree=6 time.elements=20");
        chain_text(joint_list[j], ground, pairs[p], text);
        for (int k = 1; k <= 3; k++) {
          double h[3], error[3];
          for (int i = 0; i < 3; i++) {
            const int finer    = joint_list[j]->force == PUSH_GROUND ? 2 : 1; /* a rope that is let out bends more */
            const int elements = finer * coarse[k - 1] * (2 + i) / 2;
            measure_text(&m, text, "method.degree=%d time.elements=%d", k, elements);
            h[i]     = 1.0 / elements;
            error[i] = measure_distance(2, &m, &exact);
          }
          const double order = measure_order(3, h, error);
          snprintf(name, sizeof name, "%s %s, %s - %s, k = %d: order %.3f, error %.2e", ground ? "ground" : "inner",
                   joint_list[j]->name, pairs[p][0], pairs[p][1], k, order, error[2]);
          TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, 2.0 * k, order, name);
        }
      }
    }
}

/* Momenta that a joint to the ground leaves: as declared, and kept to rounding by directors with s = k. The axis is e3, through
 * the origin; gravity points along it. */
static void test_momenta_left_by_joints_to_the_ground(void)
{
  for (int j = 0; joint_list[j]; j++) {
    const JointOps *ops = joint_list[j];
    char            text[TEXT];
    Measured        m;
    if (ops->force == PUSH_GROUND) continue; /* none */
    snprintf(
      text, sizeof text,
      "time: {end: 2, step: 0.05}\n"
      "method: {degree: 2, gauss: 2}\n"
      "gravity: [0, 0, -1.1]\n"
      "initial: project\n"
      "bodies:\n"
      "  - {name: a, mass: 2, inertia: [1.1, 0.8, 0.6], position: [0.3, 0.1, 0.2], orientation: [0.8, 0.2, -0.4, 0.4],\n"
      "     velocity: [0.1, -0.4, 0.3], angular_velocity: [0.9, 0.7, -0.8], formulation: director}\n"
      "  - {name: b, mass: 1, inertia: [0.5, 0.7, 0.9], position: [1.2, 0.4, 0.3], formulation: director}\n"
      "joints:\n"
      "  - {name: g, type: %s, bodies: [ground, a], at: [0, 0, 0]%s%s%s}\n"
      "  - {name: j, type: spherical, bodies: [a, b], at: [0.7, 0.1, 0.1]}\n",
      ops->name, needs_axis(ops->name) ? ", axis: [0, 0, 1]" : "",
      strcmp(ops->name, "universal") == 0 ? ", axis2: [1, 0, 0]" : "",
      strcmp(ops->name, "distance") == 0 ? ", at2: [0.3, 0.1, 0.2]" : "");
    measure_text(&m, text, "%s", "");
    TEST_ASSERT_EQUAL_INT_MESSAGE(ops->moment == MOMENT_ANY ? 0 : 1, m.drift.symmetry.angular_axes, ops->name);
    if (ops->moment != MOMENT_ANY) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_angular(&m.drift), ops->name);
    for (int x = 0; x < 3; x++)
      TEST_ASSERT_EQUAL_INT_MESSAGE(x < 2 && ops->force == PUSH_ALONG, m.drift.symmetry.linear[x], ops->name);
    if (ops->force == PUSH_ALONG) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_linear(&m.drift), ops->name);
    if (ops->force != PUSH_ACROSS) continue;
    measure_text(&m, text, "gravity.2=0");
    TEST_ASSERT_TRUE_MESSAGE(m.drift.symmetry.linear[2], ops->name);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_linear(&m.drift), ops->name);
  }
}

/* Points and axes per body, and a clamped body in the place of the ground, give the same motion. */
static void test_other_ways_to_say_it(void)
{
  static const char bodies[] = "time: {end: 1, step: 0.05}\n"
                               "method: {degree: 2}\n"
                               "gravity: [0.7, 0.4, -2.1]\n"
                               "bodies:\n"
                               "  - {name: a, mass: 2, inertia: [1.1, 0.8, 0.6], position: [1, 2, 3]}\n"
                               "  - {name: b, mass: 1, inertia: [0.5, 0.7, 0.9], position: [2, 2, 3],"
                               "     orientation: [0, 1, 0, 0]}\n";
  char              text[3][TEXT];
  Measured          m[3];

  snprintf(text[0], TEXT, "%sjoints:\n%s%s", bodies,
           "  - {name: g, type: revolute, bodies: [ground, a], at: [0.5, 2, 3], axis: [0, 0, 1]}\n",
           "  - {name: j, type: cylindrical, bodies: [a, b], at: [1.5, 2.5, 3], axis: [0, 1, 0]}\n");
  snprintf(text[1], TEXT, "%sjoints:\n%s%s", bodies,
           "  - {name: g, type: revolute, bodies: [ground, a], at_body: [[0.5, 2, 3], [-0.5, 0, 0]], "
           "axis_body: [[0, 0, 3], [0, 0, 1]]}\n",
           "  - {name: j, type: cylindrical, bodies: [a, b], at_body: [[0.5, 0.5, 0], [-0.5, -0.5, 0]], "
           "axis_body: [[0, 1, 0], [0, -1, 0]]}\n");
  snprintf(text[2], TEXT, "%s%sjoints:\n%s%s", bodies,
           "  - {name: wall, mass: 1, inertia: [1, 1, 1], position: [4, 5, 6], orientation: [0.6, 0, 0.8, 0], motion: "
           "clamped}\n",
           "  - {name: g, type: revolute, bodies: [wall, a], at: [0.5, 2, 3], axis: [0, 0, 1]}\n",
           "  - {name: j, type: cylindrical, bodies: [a, b], at: [1.5, 2.5, 3], axis: [0, 1, 0]}\n");
  for (int i = 0; i < 3; i++) measure_text(&m[i], text[i], "%s", "");
  TEST_ASSERT_TRUE(fabs(m[0].end[1].position[1] - 2.0) > 0.1);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, measure_distance(2, &m[0], &m[1]));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, measure_distance(2, &m[0], &m[2]));
  TEST_ASSERT_DOUBLE_WITHIN(0.0, 4.0, m[2].end[2].position[0]);
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_constraints_and_energy);
  RUN_TEST(test_order_2k);
  RUN_TEST(test_momenta_left_by_joints_to_the_ground);
  RUN_TEST(test_other_ways_to_say_it);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

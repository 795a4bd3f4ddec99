/* What problem_write writes, problem_read reads as the same problem, bit for bit. */
#include "output/manifest.h"
#include "problem_same.h"
#include "run/vocabulary.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

static char file[] = "/tmp/rigel_manifest_XXXXXX";

void setUp(void) {}

void tearDown(void) {}

static void file_write(const char *text)
{
  TEST_ASSERT_TRUE(text_write(file, text));
}

static void problem_load(const char *from, Problem *problem)
{
  Names      names;
  Vocabulary words;
  FaultList  faults;
  vocabulary_fill(&names, &words);
  fault_init(&faults, from);
  bool good = problem_read(from, 0, NULL, &words, problem, &faults);
  TEST_ASSERT_TRUE_MESSAGE(good, faults.kept ? faults.text[0] : from);
  fault_clear(&faults);
}

/* Reads, writes, reads again and compares; the written text is left in `file`. */
static void assert_round_trip(const char *from)
{
  Problem first, second;
  problem_load(from, &first);
  FILE *stream = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(stream);
  problem_write(&first, stream);
  fclose(stream);
  problem_load(file, &second);
  TEST_ASSERT_TRUE_MESSAGE(problem_same(&first, &second), from);
  problem_clear(&first);
  problem_clear(&second);
}

static void assert_round_trip_text(const char *text)
{
  file_write(text);
  assert_round_trip(file);
}

static bool file_contains(const char *text)
{
  static char bytes[20000];
  FILE       *stream = fopen(file, "r");
  TEST_ASSERT_NOT_NULL(stream);
  bytes[fread(bytes, 1, sizeof bytes - 1, stream)] = '\0';
  fclose(stream);
  return strstr(bytes, text) != NULL;
}

static void test_catalogue(void)
{
  glob_t found;
  TEST_ASSERT_EQUAL_INT(0, glob("problems/*.yaml", 0, NULL, &found));
  glob("problems/*/*.yaml", GLOB_APPEND, NULL, &found);
  glob("problems/*/*/*.yaml", GLOB_APPEND, NULL, &found);
  TEST_ASSERT_GREATER_OR_EQUAL(8, found.gl_pathc);
  for (size_t i = 0; i < found.gl_pathc; i++) assert_round_trip(found.gl_pathv[i]);
  globfree(&found);
}

#define BODY "bodies: [{name: box, mass: 1, inertia: [1, 1, 1]}]\n"

static void test_everything(void)
{
  assert_round_trip_text(
    "name: all\nsource: '-a \"b\\c'\n"
    "time: {start: -0.1, end: 0.7, elements: 7, parts: [{from: 0.1, to: 0.3, step: 1e-3}, {from: 0.5, to: 9, step: 0.01}]}\n"
    "method: {degree: 3, gauss: 5, nodes: lobatto, psi: full}\n"
    "solver: {tolerance: 1e-9, max_iterations: 9, linear: umfpack, condition: on, petsc: '-snes_rtol 1e-9 -snes_max_it 30'}\n"
    "gravity: [0.1, -0.0, 1e-320]\ninitial: project\nunits: {length: 3e-10, mass: 0.1, time: 1e-12}\n"
    "bodies:\n"
    "  - {name: a, mass: 0.3, inertia: [[2, 0.1, -0.0], [0.1, 2, 0], [-0.0, 0, 2]], orientation: [1, 2, 3, 4]}\n"
    "  - {name: b, formulation: director, density: 3, shape: {cone: {radius: 1e20, height: 4e-5}}}\n"
    "  - {name: b2, formulation: director, density: 3, shape: {cylinder: {radius: 1, height: 4}}}\n"
    "  - {name: c, formulation: particle, mass: 5, position: [7, 8, 9]}\n"
    "  - {name: d, shape: {sites: [[0.1, 1, 0, 0], [2, 0, 1, 0], [3, 0, 0, 1]]}, translation: fixed,\n"
    "     center_of_mass: [0, 0, 1], angular_velocity_spatial: [0.1, 0.2, 0.3]}\n"
    "  - {name: e, kinetic: scalable, rigid: false, scale: 0.9, scale_rate: -3, mass: 1,\n"
    "     shape: {sphere: {radius: 2}}}\n"
    "  - {name: f, mass: 1, inertia: [5, 10, 1], any_inertia: true}\n"
    "joints:\n"
    "  - {name: j, type: spherical, bodies: [b, ground], at_body: [[1, 2, 3], [4, 5, 6]]}\n"
    "  - {name: k, type: spherical, bodies: [a, c], at: [0.1, 0.2, 0.3]}\n"
    "reference: {body: c, time: 0.3, position: [7, 8, 9]}\n"
    "output: {every: 0, nodes: all, formats: [csv]}\n");
}

/* Every load and every function of time. */
static void test_loads(void)
{
  assert_round_trip_text(
    "time: {end: 1, step: 0.1}\n"
    "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}, {name: b, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}]\n"
    "loads:\n"
    "  - {name: f1, type: force, body: a, at: [1, 2, 3], value: [1, 0, 0], scale: {polynomial: [1, 0.1, -3]}}\n"
    "  - {name: f2, type: force, body: a, value: [1, 0, 0], scale: {table: [[0, 0.3], [0.1, 1], [0.7, -2]]}}\n"
    "  - {name: f3, type: force, body: b, value: [1, 0, 0], frame: body, scale: {cubic: [[0, 0.3], [0.1, 1]]}}\n"
    "  - {name: t1, type: torque, body: a, value: [1, 0, 0], scale: {sine: {amplitude: 0.1, omega: 3}}}\n"
    "  - {name: t2, type: torque, body: a, value: [1, 0, 0], frame: body, scale: {ramp: {start: 0.1, end: 0.3, to: 4}}}\n"
    "  - {name: t3, type: torque, body: a, value: [1, 0, 0], scale: {step: {at: 0.1, from: 3}}}\n"
    "  - {name: t4, type: torque, body: a, value: [1, 0, 0], scale: {smooth: {start: 0, end: 0.3, to: 3, derivatives: 6}}}\n"
    "  - {name: s, type: spring, bodies: [a, b], at: [[0.1, 0, 0], [0, 0.3, 0]], stiffness: 1, damping: 0.1, length: 2}\n"
    "  - {name: u, type: bushing, bodies: [ground, b], stiffness: [1, 2, 3, 4, 5, 6], damping: 0.1}\n"
    "  - {name: x, type: torsion, bodies: [ground, b], axis_body: [[0, 0, 1], [0, 0, 0.1]], stiffness: 1, angle: 0.3}\n"
    "  - {name: l, type: lennard_jones, bodies: [a, b], epsilon: 0.1, sigma: 0.3}\n"
    "  - {name: m, type: morse, bodies: [a, b], depth: 0.1, width: 0.3, length: 0.7}\n"
    "  - {name: h, type: harmonic, bodies: [a, b], stiffness: 0.1}\n"
    "  - {name: c, type: coulomb, bodies: [a, b], strength: -0.1}\n");
}

static void test_motions(void)
{
  assert_round_trip_text(
    "time: {end: 1, step: 0.1}\n"
    "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}, {name: b, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}]\n"
    "joints:\n"
    "  - {name: j, type: cylindrical, bodies: [a, b], at: [0.1, 0, 0], axis: [0, 0, 1]}\n"
    "motion:\n"
    "  - {name: p, type: position, body: a, at: [0.1, 0, 0.3], y: {polynomial: [0.1, 0.3]}, z: {sine: {omega: 0.1}}}\n"
    "  - {name: o, type: orientation, body: a, x: {cubic: [[0, 0.3], [1, 0.7]]}}\n"
    "  - {name: r, type: rotation, body: b, axis: [0.1, 0, 3], value: {smooth: {start: 0.1, end: 0.3}}}\n"
    "  - {name: g, type: angle, joint: j, value: {polynomial: [0, 0.1, -0.7]}}\n"
    "  - {name: d, type: displacement, joint: j, value: {sine: {amplitude: 0.1, omega: 3, offset: 0.3}}}\n");
}

/* Every Hamiltonian system with every key. */
static void test_hamiltonians(void)
{
  static const char *const systems[] = {
    "{system: harmonic, mass: 0.3, stiffness: 0.7, coordinates: [0.1], momenta: [-0.0]}",
    "{system: pendulum, coupling: 0.1, coordinates: [0.1], rates: [0.3]}", "{system: kepler, eccentricity: 0.6}",
    "{system: galaxy, axes: [1.25, 1, 0.5], strength: 0.1, core: 0.3, rotation: 0.7, coordinates: [0.1, 0, 2],\n"
    "  momenta: [0.1, 0.2, 0.3]}",
    "{system: top, mass: 0.3, length: 0.1, gravity: 0, inertia: [0.7, 0.3], coordinates: [0.1, 1, 2], rates: [1, 2, 3]}"};
  char text[400];

  for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
    snprintf(text, sizeof text, "time: {end: 1, step: 0.1}\nmethod: {scheme: gauss6}\nhamiltonian: %s\n", systems[i]);
    assert_round_trip_text(text);
    TEST_ASSERT_TRUE(file_contains("hamiltonian:\n  system: "));
    TEST_ASSERT_FALSE(file_contains("bodies:"));
  }
}

static void test_inverse(void)
{
  static const char *const words[] = {"servo", "track"};
  char                     text[1200];

  for (int i = 0; i < 2; i++) {
    snprintf(
      text, sizeof text,
      "time: {end: 1, step: 0.1}\nmethod: {scheme: %s, window: all}\ninverse: %s\n"
      "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n"
      "joints: [{name: j, type: winch, bodies: [ground, a], at_body: [[0, 3, 0], [1, 0, 0]], axis: [0, 1, 0], ratio: 0.3}]\n"
      "controls: [{name: f, type: force, body: a, axis: [0, 1, 0]}]\n"
      "motion: [{name: p, type: position, body: a, y: {polynomial: [0.1, 0.3]}}]\n",
      i ? "mG" : "BG", words[i]);
    assert_round_trip_text(text);
  }
}

static void test_names_that_look_like_something_else(void)
{
  static const char *const names[] = {"yes", "No", "null", "on", "OFF", "12", "1e5", "_", "_-x", "0x1", "y", "NULL"};
  char                     text[400];
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(text, sizeof text,
             "name: \"%s\"\ntime: {end: 1, step: 0.1}\nbodies: [{name: \"%s\", mass: 1, inertia: [1, 1, 1]}]\n"
             "joints: [{name: \"%s2\", type: spherical, bodies: [ground, \"%s\"], at: [0, 0, 0]}]\n",
             names[i], names[i], names[i], names[i]);
    assert_round_trip_text(text);
  }
}

static void test_odd_texts(void)
{
  static const char *const texts[] = {
    "\"quotes \\\" and \\\\ and more\"",
    "\"M\303\266ller, \342\202\254, \360\237\230\200\"",
    "\"\\u2028 \\u2029 \\uFEFF \\u00A0 \\uFFFE \\U0010FFFF\"",
    "\" leading and trailing \"",
    "\"\"",
    "'# no comment: {really}'",
    ">-\n  folded\n  text\n",
    "'~'",
    "12",
  };
  char text[400];
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    snprintf(text, sizeof text, "title: %s\ntime: {end: 1, step: 0.1}\n" BODY, texts[i]);
    assert_round_trip_text(text);
  }
}

static void test_longest_text(void)
{
  char text[1000] = "title: ", *end = text + strlen(text);
  memset(end, 'x', TEXT_LEN - 1);
  strcpy(end + TEXT_LEN - 1, "\ntime: {end: 1, step: 0.1}\n" BODY);
  assert_round_trip_text(text);
}

static void test_defaults_are_written(void)
{
  assert_round_trip_text("time: {end: 1, step: 0.1}\n" BODY);
  TEST_ASSERT_TRUE(
    file_contains("\ntime:\n  start: 0\n  end: 1\n  free: false\n  step: 0.10000000000000001\n  parts: []\nmethod:\n"));
  TEST_ASSERT_TRUE(file_contains("  gauss: auto\n"));
  TEST_ASSERT_TRUE(file_contains("    angular_velocity: [0, 0, 0]\n"));
  TEST_ASSERT_TRUE(file_contains("\njoints: []\n"));
  TEST_ASSERT_FALSE(file_contains("elements"));
  TEST_ASSERT_FALSE(file_contains("reference"));
  TEST_ASSERT_FALSE(file_contains("scale:"));
  TEST_ASSERT_FALSE(file_contains("density"));
}

/* Each key of the tables stands in the printed reference. */
static void test_reference_of_keys(void)
{
  FILE *stream = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(stream);
  schema_print(stream);
  fclose(stream);
  TEST_ASSERT_TRUE(
    file_contains("| `method.degree` | an integer from 1 to 30 | 1; with accuracy from 2 to 8, by its digits |"));
  TEST_ASSERT_TRUE(file_contains("| `bodies[].shape.cone.height` | a positive number | required |"));
  TEST_ASSERT_TRUE(file_contains("| `bodies[].scale` | a positive number | 1 |"));
  TEST_ASSERT_TRUE(file_contains("| `solver.tolerance` | a positive number of at most 0.001 | 1e-12 |"));
}

/* Every key of controls and objective; what is at its default is not written twice. */
static void test_controls_and_objective(void)
{
  assert_round_trip_text(
    "time: {end: 1, elements: 4}\n"
    "method: {degree: 3, window: all}\n"
    "solver: {homotopy: {inertia: 4}, refine: 2, refine_degree: 1}\n"
    "bodies: [{name: b, mass: 1, inertia: [1, 2, 3]}, {name: c, mass: 1, inertia: [1, 2, 3]}]\n"
    "joints: [{name: j, type: cylindrical, bodies: [b, c], at: [0, 0, 0], axis: [1, 0, 0]}]\n"
    "controls:\n"
    "  - {name: f, type: force, body: b, at: [1, 2, 3], frame: body, axis: [0, 0, 2], degree: 1, every: 3, lower: -1.5, "
    "upper: 2.5, initial: 0.5}\n"
    "  - {name: t, type: torque, body: c, lower: [-1, -2, -3]}\n"
    "  - {name: d, type: joint, joint: j, coordinate: shift, degree: 0}\n"
    "objective:\n"
    "  - effort: {controls: [f, d], weight: 0.25}\n"
    "  - effort: {controls: [t], weight: [1, 2, 3]}\n"
    "  - track: {body: b, at: [0, 0, 1], path: [{polynomial: [0, 1]}, {sine: {omega: 2}}, {table: [[0, 0], [1, 2]]}]}\n"
    "  - track: {of: orientation, body: c, path: [{polynomial: [0]}, {ramp: {start: 0, end: 1}}, {step: {at: 0.5}}], "
    "from: [0.6, 0, 0.8, 0]}\n"
    "  - track: {of: joint, joint: j, path: [{cubic: [[0, 0], [1, 2]]}], weight: 3}\n"
    "  - track: {of: joint, joint: j, coordinate: shift, path: [{polynomial: [0]}]}\n"
    "  - start: {body: b, position: [1, 2, 3], weight: 2}\n"
    "  - energy: {weight: 2}\n"
    "  - end: {body: b, position: [1, 2, 3]}\n"
    "  - end: {body: b, orientation: [1, 0, 0, 0], weight: 7}\n"
    "  - end: {body: b, velocity: [1, 2, 3]}\n"
    "  - end: {body: b, angular_velocity: [1, 2, 3]}\n");
  TEST_ASSERT_TRUE(file_contains(
    "  - track:\n      of: joint\n      joint: j\n      coordinate: auto\n      path:\n        - cubic:"));
  TEST_ASSERT_TRUE(file_contains("    lower: [-1, -2, -3]\n    initial: 0\n"));
  TEST_ASSERT_TRUE(file_contains("      weight: [1, 2, 3]\n"));
  assert_round_trip_text("time: {end: 1, elements: 4, free: true}\n"
                         "method: {window: all}\n"
                         "bodies: [{name: b, mass: 1, inertia: [1, 2, 3]}]\n"
                         "controls: [{name: t, type: torque, body: b}]\n"
                         "objective: [{effort: {}}, {time: {weight: 2}}]\n");
}

int main(void)
{
  int descriptor = mkstemp(file);
  if (descriptor < 0) return 1;
  close(descriptor);
  UNITY_BEGIN();
  RUN_TEST(test_catalogue);
  RUN_TEST(test_everything);
  RUN_TEST(test_loads);
  RUN_TEST(test_motions);
  RUN_TEST(test_hamiltonians);
  RUN_TEST(test_inverse);
  RUN_TEST(test_names_that_look_like_something_else);
  RUN_TEST(test_odd_texts);
  RUN_TEST(test_longest_text);
  RUN_TEST(test_defaults_are_written);
  RUN_TEST(test_reference_of_keys);
  RUN_TEST(test_controls_and_objective);
  remove(file);
  return UNITY_END();
}

/* Boundary conditions and first guesses: where the values land, what run.yaml says, what a damaged file does is in
 * tests/rejects. */
#include "output/manifest.h"
#include "problem_same.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unity.h>

static char      dir[] = "/tmp/rigel_boundary_XXXXXX", file[100], copy[100], text[4000];
static Problem   problem;
static FaultList faults;

void setUp(void)
{
  problem_init(&problem);
  fault_init(&faults, file);
}

void tearDown(void)
{
  problem_clear(&problem);
  fault_clear(&faults);
}

static void in_dir_write(const char *name, const char *content)
{
  char path[200];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  TEST_ASSERT_TRUE(text_write(path, content));
}

static bool read_set(const char *content, int nset, const char *const set[])
{
  TEST_ASSERT_TRUE(text_write(file, content));
  return problem_read(file, nset, set, test_words(), &problem, &faults);
}

static void assert_read(const char *content)
{
  bool good = read_set(content, 0, NULL);
  TEST_ASSERT_TRUE_MESSAGE(good, faults.kept ? faults.text[0] : "");
}

/* Writes the problem, reads it again as the same; the written text is left in `text`. */
static void assert_round_trip(void)
{
  Problem again;
  FILE   *stream = fopen(copy, "w+");

  TEST_ASSERT_NOT_NULL(stream);
  problem_write(&problem, stream);
  rewind(stream);
  text[fread(text, 1, sizeof text - 1, stream)] = '\0';
  fclose(stream);
  bool good = problem_read(copy, 0, NULL, test_words(), &again, &faults);
  TEST_ASSERT_TRUE_MESSAGE(good, faults.kept ? faults.text[0] : "");
  TEST_ASSERT_TRUE_MESSAGE(problem_same(&problem, &again), text);
  problem_clear(&again);
}

static bool written(const char *part)
{
  return strstr(text, part) != NULL;
}

#define BODIES                                                                                                         \
  "time: {end: 1, step: 0.1}\n"                                                                                        \
  "bodies: [{name: box, mass: 1, inertia: [1, 1, 1]}, {name: \"12\", formulation: particle, mass: 1}]\n"
#define BUBNOV "method: {scheme: BG}\n"
#define ENDS   "boundary: {start: {box: {orientation: [1, 0, 0, 0]}}, end: {box: {orientation: [0.6, 0.8, 0, 0]}}}\n"

/* --- boundary */

static void test_values_land_where_they_belong(void)
{
  assert_read(BODIES BUBNOV "boundary:\n"
                            "  start:\n"
                            "    \"12\": {position: [1, 2, 3]}\n"
                            "    box: {orientation: [1, 0, 0, 0], velocity: [4, 5, 6]}\n"
                            "  end: {box: {angular_velocity: [0.1, -0.0, 1e-320], position: [7, 8, 9]}}\n");
  const ProblemBoundary *boundary = &problem.boundary;
  TEST_ASSERT_TRUE(boundary->given && boundary->nstart == 2 && boundary->nend == 1);
  TEST_ASSERT_EQUAL_INT(5, boundary->where.line);
  TEST_ASSERT_TRUE(boundary->start[0].body == 1 && boundary->start[1].body == 0 && boundary->end[0].body == 0);
  TEST_ASSERT_EQUAL_STRING("12", boundary->start[0].body_name);
  TEST_ASSERT_TRUE(boundary->start[1].where.line == 7 && boundary->start[1].where.column == 5);
  TEST_ASSERT_TRUE(boundary->start[0].position[2] == 3.0 && isnan(boundary->start[0].orientation[0]));
  TEST_ASSERT_TRUE(boundary->start[1].orientation[0] == 1.0 && boundary->start[1].velocity[1] == 5.0);
  TEST_ASSERT_TRUE(boundary->end[0].position[0] == 7.0 && boundary->end[0].angular_velocity[2] == 1e-320);
  TEST_ASSERT_TRUE(isnan(boundary->end[0].orientation[0]) && isnan(boundary->end[0].velocity[0]));
  assert_round_trip();
  TEST_ASSERT_TRUE(written("\nboundary:\n  start:\n    \"12\":\n      position: [1, 2, 3]\n    box:\n"
                           "      orientation: [1, 0, 0, 0]\n      velocity: [4, 5, 6]\n  end:\n    box:\n"
                           "      position: [7, 8, 9]\n      angular_velocity: [0.10000000000000001, -0, 9."));
}

static void test_absent(void)
{
  assert_read(BODIES);
  TEST_ASSERT_FALSE(problem.boundary.given);
  assert_round_trip();
  TEST_ASSERT_FALSE(written("boundary") || written("turns") || written("guess_file"));
  TEST_ASSERT_TRUE(written("  window: 1\n"));
  TEST_ASSERT_TRUE(written("  guess: auto\n") && written("  scaling: natural\n"));
}

static void test_one_end_only(void)
{
  assert_read(BODIES "method: {window: all}\nboundary: {end: {box: {position: [0, 0, 0]}}}\n");
  TEST_ASSERT_TRUE(problem.boundary.nstart == 0 && problem.boundary.nend == 1);
  assert_round_trip();
  TEST_ASSERT_TRUE(written("  window: all\n") && !written("    start:"));
}

static void test_from_the_command_line(void)
{
  static const char *const set[] = {"boundary.start.box.orientation=[1, 0, 0, 0]",
                                    "boundary.end.box.orientation=[0, 1, 0, 0]", "solver.turns=-2"};
  static const char *const bad[] = {"boundary.end.bix.orientation=[0, 1, 0, 0]"};
  TEST_ASSERT_TRUE(read_set(BODIES BUBNOV, 3, set));
  TEST_ASSERT_TRUE(problem.boundary.given && problem.boundary.end[0].orientation[1] == 1.0);
  TEST_ASSERT_EQUAL_INT(-1, problem.boundary.start[0].where.line);
  problem_clear(&problem);
  TEST_ASSERT_FALSE(read_set(BODIES BUBNOV, 1, bad));
  TEST_ASSERT_EQUAL_STRING("--set boundary.end.bix.orientation=[0, 1, 0, 0]: boundary.end.bix: found an unknown body, "
                           "expected one of box, 12 (did you mean box?) [R0220]",
                           faults.text[0]);
}

/* A key that is too long for a name, and one that is a name only when it is cut. */
static void test_long_keys(void)
{
  char content[1000], name[NAME_LEN];
  memset(name, 'a', sizeof name);
  name[sizeof name - 1] = '\0';
  snprintf(content, sizeof content,
           "time: {end: 1, step: 0.1}\n" BUBNOV
           "bodies: [{name: %s, mass: 1, inertia: [1, 1, 1]}]\nboundary: {start: {%s: {position: [0, 0, 0]}, %sb: "
           "{position: [0, 0, 0]}}}\n",
           name, name, name);
  TEST_ASSERT_FALSE(read_set(content, 0, NULL));
  TEST_ASSERT_EQUAL_INT(1, faults.count);
  TEST_ASSERT_NOT_NULL(strstr(faults.text[0], "found an unknown body"));
}

/* --- window, multipliers */

static void test_window_and_multipliers(void)
{
  assert_read(BODIES
              "method: {scheme: BG, window: 7, multipliers: continuous}\nsolver: {scaling: none, linear: block}\n");
  TEST_ASSERT_TRUE(problem.method.window == 7 && problem.method.multipliers == MULTIPLIERS_CONTINUOUS);
  TEST_ASSERT_TRUE(problem.solver.scaling == SCALING_NONE && problem.solver.linear == LINEAR_BLOCK);
  assert_round_trip();
  TEST_ASSERT_TRUE(written("  window: 7\n") && written("  multipliers: continuous\n"));
  TEST_ASSERT_TRUE(written("  scaling: none\n") && written("  linear: block\n"));
}

static void test_impulse(void)
{
  assert_read("time: {end: 1, step: 0.1}\nbodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n"
              "method: {scheme: staggered, impulse: trapezoidal}\n");
  TEST_ASSERT_EQUAL_INT(IMPULSE_TRAPEZOIDAL, problem.method.impulse);
  assert_round_trip();
  TEST_ASSERT_TRUE(written("  impulse: trapezoidal\n"));
}

/* --- guess */

static void test_every_guess(void)
{
  static const char *const words[] = {"auto", "stepping", "constant", "grow", "geodesic", "rate", "continuation"};
  char                     content[1000];
  for (int i = 0; i < 7; i++) {
    snprintf(content, sizeof content, BODIES BUBNOV "%ssolver: {guess: %s}\n", i == 2 || i == 3 ? "" : ENDS, words[i]);
    assert_read(content);
    TEST_ASSERT_EQUAL_INT(i, problem.solver.guess);
    assert_round_trip();
    problem_clear(&problem);
  }
}

static void test_turns(void)
{
  assert_read(BODIES BUBNOV ENDS "solver: {turns: -3, guess: geodesic}\n");
  TEST_ASSERT_EQUAL_INT(-3, problem.solver.turns);
  assert_round_trip();
  TEST_ASSERT_TRUE(written("  turns: -3\n"));
  problem_clear(&problem);
  assert_read(BODIES BUBNOV ENDS "solver: {turns: 0}\n");
  assert_round_trip();
  TEST_ASSERT_FALSE(written("turns"));
}

static void assert_guess_read(const char *format)
{
  char content[1000], expected[200];
  snprintf(content, sizeof content, format, dir);
  snprintf(expected, sizeof expected, "  guess: file\n  guess_file: \"%s\"\n", dir);
  assert_read(content);
  TEST_ASSERT_EQUAL_INT(GUESS_FILE, problem.solver.guess);
  TEST_ASSERT_EQUAL_STRING(dir, problem.solver.guess_file);
  TEST_ASSERT_TRUE(problem.guess_state.rows == 2 && problem.guess_state.columns == 3);
  TEST_ASSERT_EQUAL_STRING("box.x", problem.guess_state.names[1]);
  TEST_ASSERT_TRUE(problem.guess_state.values[5] == -3.0);
  assert_round_trip();
  TEST_ASSERT_TRUE(written(expected));
}

static void test_guess_from_files(void)
{
  char path[200];
  in_dir_write("state.csv", "t,box.x,box.y\n0,1,2\n1,2,-3\n");
  assert_guess_read(BODIES BUBNOV "solver: {guess: file, guess_file: %s}\n");
  TEST_ASSERT_EQUAL_INT(0, problem.guess_multipliers.rows); /* not there */
  problem_clear(&problem);
  in_dir_write("multipliers.csv", "t,box.gamma1\n0.5,7\n");
  assert_guess_read(BODIES BUBNOV "solver: {guess: {file: %s}}\n");
  TEST_ASSERT_TRUE(problem.guess_multipliers.rows == 1 && problem.guess_multipliers.values[1] == 7.0);
  problem_clear(&problem);
  snprintf(path, sizeof path, "solver.guess={file: %s}", dir);
  const char *const set[] = {path};
  TEST_ASSERT_TRUE(read_set(BODIES BUBNOV "solver: {guess: grow}\n", 1, set));
  TEST_ASSERT_EQUAL_INT(2, problem.guess_state.rows);
}

/* Files are not read while something else is wrong. */
static void test_files_come_last(void)
{
  TEST_ASSERT_FALSE(read_set(BODIES BUBNOV "gravity: 3\nsolver: {guess: {file: /nowhere}}\n", 0, NULL));
  TEST_ASSERT_EQUAL_INT(1, faults.count);
  TEST_ASSERT_NOT_NULL(strstr(faults.text[0], "gravity"));
}

static void test_reference_of_keys(void)
{
  FILE       *stream = fopen(copy, "w+");
  static char keys[200000];
  TEST_ASSERT_NOT_NULL(stream);
  schema_print(stream);
  rewind(stream);
  keys[fread(keys, 1, sizeof keys - 1, stream)] = '\0';
  fclose(stream);
  TEST_ASSERT_NOT_NULL(
    strstr(keys, "| `boundary.end.BODY.orientation` | 4 numbers, {axis, angle} or {euler, angles} | free |"));
  TEST_ASSERT_NOT_NULL(strstr(keys, "| `solver.guess.file` | the directory of an earlier run | none |"));
  TEST_ASSERT_NOT_NULL(strstr(keys, "| `solver.turns` | an integer from -1000000 to 1000000 | 0 |"));
  TEST_ASSERT_NOT_NULL(strstr(keys, "| `method.window` | all or an integer from 1 to 1000000000 | 1, all for BG |"));
}

int main(void)
{
  if (!mkdtemp(dir)) return 1;
  snprintf(file, sizeof file, "%s/case.yaml", dir);
  snprintf(copy, sizeof copy, "%s/run.yaml", dir);
  UNITY_BEGIN();
  RUN_TEST(test_values_land_where_they_belong);
  RUN_TEST(test_absent);
  RUN_TEST(test_one_end_only);
  RUN_TEST(test_from_the_command_line);
  RUN_TEST(test_long_keys);
  RUN_TEST(test_window_and_multipliers);
  RUN_TEST(test_impulse);
  RUN_TEST(test_every_guess);
  RUN_TEST(test_turns);
  RUN_TEST(test_guess_from_files);
  RUN_TEST(test_files_come_last);
  RUN_TEST(test_reference_of_keys);
  snprintf(text, sizeof text, "rm -rf '%s'", dir);
  return UNITY_END() + (system(text) != 0);
}

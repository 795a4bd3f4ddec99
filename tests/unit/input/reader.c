/* Reading problems: defaults, alternatives, the command line, large files. What is refused is in tests/rejects. */
#include "problem_same.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unity.h>

static char      file[] = "/tmp/rigel_reader_XXXXXX";
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

static void file_write(const char *text)
{
  TEST_ASSERT_TRUE(text_write(file, text));
}

static bool read_set(const char *text, int nset, const char *const set[])
{
  file_write(text);
  return problem_read(file, nset, set, test_words(), &problem, &faults);
}

static void assert_read(const char *text)
{
  bool good = read_set(text, 0, NULL);
  TEST_ASSERT_TRUE_MESSAGE(good, faults.kept ? faults.text[0] : "");
}

#define SHORT "time: {end: 1, step: 0.1}\nbodies: [{name: box, mass: 1, inertia: [1, 1, 1]}]\n"

static void test_defaults(void)
{
  assert_read(SHORT);
  Problem     expected;
  ProblemBody body;
  problem_init(&expected);
  expected.method.scheme = test_words()->schemes[0];
  expected.method.window = 1;
  expected.method.degree = 1;
  problem_body_init(&body);
  TEST_ASSERT_TRUE(problem.time.start == 0.0 && problem.time.elements == RIGEL_UNSET);
  TEST_ASSERT_EQUAL_MEMORY(&expected.method, &problem.method, sizeof expected.method);
  TEST_ASSERT_EQUAL_MEMORY(&expected.solver, &problem.solver, sizeof expected.solver);
  TEST_ASSERT_EQUAL_MEMORY(&expected.output, &problem.output, sizeof expected.output);
  TEST_ASSERT_EQUAL_MEMORY(&expected.reference, &problem.reference, sizeof expected.reference);
  TEST_ASSERT_EQUAL_MEMORY(body.orientation, problem.bodies[0].orientation, sizeof body.orientation);
  TEST_ASSERT_EQUAL_STRING("quaternion", problem.bodies[0].formulation);
  TEST_ASSERT_TRUE(problem.bodies[0].rigid && problem.bodies[0].scale == 1.0);
  TEST_ASSERT_TRUE(problem.bodies[0].angular_velocity[0] == 0.0); /* given neither way */
  TEST_ASSERT_EQUAL_INT(0, problem.njoints);
  TEST_ASSERT_FALSE(problem.reference.given);
}

static void test_name_from_file(void)
{
  assert_read(SHORT);
  TEST_ASSERT_EQUAL_STRING_LEN("rigel_reader_", problem.name, 13);
}

static void test_spatial_angular_velocity_is_kept(void)
{
  assert_read("time: {end: 1, step: 0.1}\n"
              "bodies: [{name: box, mass: 1, inertia: [1, 1, 1], angular_velocity_spatial: [1, 2, 3]}]\n");
  TEST_ASSERT_TRUE(isnan(problem.bodies[0].angular_velocity[0]));
  TEST_ASSERT_TRUE(problem.bodies[0].angular_velocity_spatial[2] == 3.0);
}

static void test_values_land_where_they_belong(void)
{
  assert_read("name: all\ntitle: a title\nsource: a book\n"
              "time: {start: 1, end: 2, elements: 7}\n"
              "method: {degree: 3, gauss: 5, nodes: lobatto, psi: full}\n"
              "solver: {tolerance: 1e-9, max_iterations: 9, linear: klu, condition: yes, petsc: -snes_rtol 1e-3}\n"
              "gravity: [1, 2, 3]\ninitial: project\n"
              "bodies:\n"
              "  - {name: a, mass: 2, inertia: [[2, 0.1, 0], [0.1, 2, 0], [0, 0, 2]], orientation: [2, 0, 0, 0]}\n"
              "  - {name: b, formulation: director, density: 3, shape: {cone: {radius: 1, height: 4}}}\n"
              "  - {name: c, formulation: particle, mass: 5, position: [7, 8, 9]}\n"
              "  - {name: d, shape: {sites: [[1, 1, 0, 0], [2, 0, 1, 0], [3, 0, 0, 1]]}, translation: fixed,\n"
              "     center_of_mass: [0, 0, 1]}\n"
              "joints:\n"
              "  - {name: j, type: spherical, bodies: [b, ground], at_body: [[1, 2, 3], [4, 5, 6]]}\n"
              "reference: {body: c, time: 1.5, position: [7, 8, 9]}\n"
              "output: {every: 0, nodes: all, formats: [csv]}\n"
              "versions: {petsc: [3, {x: y}]}\nresults: nothing to see\n");
  TEST_ASSERT_EQUAL_STRING("all", problem.name);
  TEST_ASSERT_TRUE(problem.time.start == 1.0 && problem.time.elements == 7 && isnan(problem.time.step));
  TEST_ASSERT_TRUE(problem.method.degree == 3 && problem.method.gauss == 5);
  TEST_ASSERT_TRUE(problem.method.nodes == NODES_LOBATTO && problem.method.psi == PSI_FULL);
  TEST_ASSERT_TRUE(problem.solver.linear == LINEAR_KLU && problem.solver.condition);
  TEST_ASSERT_EQUAL_STRING("-snes_rtol 1e-3", problem.solver.petsc);
  TEST_ASSERT_EQUAL_INT(4, problem.nbodies);
  TEST_ASSERT_TRUE(problem.bodies[0].inertia[1][0] == 0.1);
  TEST_ASSERT_TRUE(problem.bodies[0].orientation[0] == 1.0); /* normalised */
  TEST_ASSERT_EQUAL_INT(SHAPE_CONE, problem.bodies[1].shape.kind);
  TEST_ASSERT_TRUE(problem.bodies[1].shape.size[1] == 4.0);
  TEST_ASSERT_EQUAL_INT(3, problem.bodies[3].shape.nsites);
  TEST_ASSERT_TRUE(problem.bodies[3].shape.sites[11] == 1.0);
  TEST_ASSERT_TRUE(problem.joints[0].body[0] == 1 && problem.joints[0].body[1] == GROUND);
  TEST_ASSERT_TRUE(problem.joints[0].at_body[1][2] == 6.0 && isnan(problem.joints[0].at[0]));
  TEST_ASSERT_TRUE(problem.reference.given && problem.reference.body == 2);
  TEST_ASSERT_EQUAL_INT(17, problem.reference.where.line);
  TEST_ASSERT_EQUAL_INT(10, problem.bodies[0].where.line);
  TEST_ASSERT_TRUE(problem.output.every == 0 && problem.output.nodes == OUTPUT_ALL);
}

static void test_flat_body_in_quaternions(void)
{
  assert_read("time: {end: 1, step: 0.1}\nbodies: [{name: plate, mass: 1, inertia: [0.1, 0.2, 0.3]}]\n");
}

static void test_one_body_is_the_reference(void)
{
  assert_read(SHORT "reference: {position: [0, 0, 0]}\n");
  TEST_ASSERT_EQUAL_STRING("box", problem.reference.body_name);
}

static void test_set_wins_over_the_file(void)
{
  static const char *const set[] = {"time.elements=50", "bodies.box.mass=3", "method.degree=2"};
  TEST_ASSERT_TRUE(read_set(SHORT, 3, set));
  TEST_ASSERT_TRUE(problem.time.elements == 50 && isnan(problem.time.step)); /* took the place of step */
  TEST_ASSERT_TRUE(problem.bodies[0].mass == 3.0 && problem.method.degree == 2);
}

static void test_set_is_named_in_faults(void)
{
  static const char *const set[] = {"time.step=-1", "gravity=[0, x, 0]"};
  TEST_ASSERT_FALSE(read_set(SHORT, 2, set));
  TEST_ASSERT_EQUAL_INT(2, faults.count);
  TEST_ASSERT_EQUAL_STRING("--set time.step=-1: time.step: found -1, expected a positive number [R0210]",
                           faults.text[0]);
  TEST_ASSERT_EQUAL_STRING("--set gravity=[0, x, 0]: gravity[1]: found x, expected a number [R0210]", faults.text[1]);
}

static void test_without_vocabulary_every_word_is_taken(void)
{
  const Vocabulary words = {.schemes = test_words()->schemes};

  file_write(SHORT "reference: {closed_form: anything}\n");
  TEST_ASSERT_TRUE(problem_read(file, 0, NULL, &words, &problem, &faults));
  TEST_ASSERT_EQUAL_STRING("anything", problem.reference.closed_form);
}

static void test_the_scheme_is_resolved(void)
{
  static const char *const set[] = {"method.scheme=staggered"};

  assert_read(SHORT);
  TEST_ASSERT_TRUE(problem.method.scheme == test_words()->schemes[0]);
  problem_clear(&problem);
  TEST_ASSERT_TRUE(read_set(SHORT, 1, set));
  TEST_ASSERT_EQUAL_STRING("staggered", problem.method.scheme->name);
}

static void test_many_faults_are_counted(void)
{
  char  *text = calloc(1, 20000);
  size_t used = 0;
  for (int i = 0; i < 1000; i++) used += (size_t)sprintf(text + used, "key%d: 1\n", i);
  TEST_ASSERT_FALSE(read_set(text, 0, NULL));
  free(text);
  TEST_ASSERT_EQUAL_INT(1002, faults.count);
  TEST_ASSERT_EQUAL_INT(FAULT_MOST, faults.kept);
}

static void test_long_chain(void)
{
  enum { LINKS = 2000 };
  FILE *stream = fopen(file, "w");
  TEST_ASSERT_NOT_NULL(stream);
  fputs("time: {end: 1, step: 0.1}\nbodies:\n", stream);
  for (int i = 0; i < LINKS; i++) fprintf(stream, "  - {name: link%d, mass: 1, inertia: [1, 1, 1]}\n", i);
  fputs("joints:\n", stream);
  for (int i = 1; i < LINKS; i++)
    fprintf(stream, "  - {name: j%d, type: spherical, bodies: [link%d, link%d], at: [0, 0, 0]}\n", i, i - 1, i);
  fclose(stream);
  TEST_ASSERT_TRUE(problem_read(file, 0, NULL, test_words(), &problem, &faults));
  TEST_ASSERT_EQUAL_INT(LINKS, problem.nbodies);
  for (int i = 1; i < LINKS; i++) TEST_ASSERT_EQUAL_INT(i, problem.joints[i - 1].body[1]);
}

int main(void)
{
  int descriptor = mkstemp(file);
  if (descriptor < 0) return 1;
  close(descriptor);
  UNITY_BEGIN();
  RUN_TEST(test_defaults);
  RUN_TEST(test_name_from_file);
  RUN_TEST(test_spatial_angular_velocity_is_kept);
  RUN_TEST(test_values_land_where_they_belong);
  RUN_TEST(test_flat_body_in_quaternions);
  RUN_TEST(test_one_body_is_the_reference);
  RUN_TEST(test_set_wins_over_the_file);
  RUN_TEST(test_set_is_named_in_faults);
  RUN_TEST(test_without_vocabulary_every_word_is_taken);
  RUN_TEST(test_the_scheme_is_resolved);
  RUN_TEST(test_many_faults_are_counted);
  RUN_TEST(test_long_chain);
  remove(file);
  return UNITY_END();
}

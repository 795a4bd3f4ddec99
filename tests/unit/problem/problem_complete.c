/* Completing a problem: what follows from its values, also after a change of one of them. */
#include "problem/problem.h"
#include "problem_same.h"

#include <math.h>
#include <unity.h>

static Problem   problem;
static FaultList faults;

void setUp(void)
{
  problem_init(&problem);
  fault_init(&faults, "text");
}

void tearDown(void)
{
  problem_clear(&problem);
  fault_clear(&faults);
}

/* The problem as given. */
static void given(const char *text)
{
  const ProblemSource source = {.file = "text", .text = text};
  const bool          good   = source_read(&source, test_words(), &problem, &faults);

  TEST_ASSERT_TRUE_MESSAGE(good, faults.kept ? faults.text[0] : "");
}

#define TIME "time: {end: 1, step: 0.1}\n"

static void test_hamiltonian_body_follows_its_system(void)
{
  given(TIME "hamiltonian: {system: harmonic, mass: 2, coordinates: [1], momenta: [0]}\n");
  problem.hamiltonian.mass = 3.0;
  TEST_ASSERT_TRUE(problem_complete(&problem));
  TEST_ASSERT_EQUAL_INT(1, problem.nbodies);
  TEST_ASSERT_EQUAL_STRING("harmonic", problem.bodies[0].name);
  TEST_ASSERT_TRUE(problem.bodies[0].hamiltonian.mass == 3.0);
}

static void test_inertia_and_orientation(void)
{
  given(TIME "initial: project\nbodies: [{name: a, mass: 1, orientation: [2, 0, 0, 0],"
             " inertia: [[2, 0.1, 0], [0.1, 2, 0], [0, 0, 2]]}]\n");
  TEST_ASSERT_TRUE(problem.bodies[0].orientation[0] == 2.0);
  problem.bodies[0].inertia[0][1] = 0.2;
  TEST_ASSERT_TRUE(problem_complete(&problem));
  TEST_ASSERT_TRUE(problem.bodies[0].orientation[0] == 1.0);
  TEST_ASSERT_TRUE(problem.bodies[0].inertia[1][0] == 0.2);
  TEST_ASSERT_TRUE(problem.bodies[0].angular_velocity[0] == 0.0);
}

static void test_corners_follow_loads_and_parts(void)
{
  given("time: {end: 1, step: 0.1, parts: [{from: 0.25, to: 0.5, step: 0.01}]}\n"
        "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n"
        "loads: [{name: f, type: force, body: a, value: [1, 0, 0], scale: {step: {at: 0.7}}}]\n");
  problem.loads[0].scale.start = 0.75;
  TEST_ASSERT_TRUE(problem_complete(&problem));
  TEST_ASSERT_EQUAL_INT(3, problem.time.ncorners);
  TEST_ASSERT_TRUE(problem.time.corners[0] == 0.25 && problem.time.corners[1] == 0.5 &&
                   problem.time.corners[2] == 0.75);
}

static void test_corners_of_a_hamiltonian_system(void)
{
  given("time: {end: 1, step: 0.1, parts: [{from: 0.25, to: 0.5, step: 0.01}]}\n"
        "hamiltonian: {system: harmonic, coordinates: [1], momenta: [0]}\n");
  TEST_ASSERT_TRUE(problem_complete(&problem));
  TEST_ASSERT_EQUAL_INT(2, problem.time.ncorners);
}

static const char tracked[] = "time: {end: 1, step: 0.1}\nmethod: {window: all}\ninverse: track\n"
                              "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n"
                              "controls: [{name: u, type: force, body: a}]\n"
                              "motion: [{name: m, type: position, body: a, x: {polynomial: [0, 1]}}]\n";

static void test_motions_become_terms(void)
{
  given(tracked);
  TEST_ASSERT_EQUAL_INT(1, problem.nmotions);
  problem.motions[0].path[0].rows[1] = 4.0;
  TEST_ASSERT_TRUE(problem_complete(&problem));
  TEST_ASSERT_EQUAL_INT(0, problem.nmotions);
  TEST_ASSERT_EQUAL_INT(2, problem.nterms);
  const ProblemTerm *track = &problem.terms[0], *effort = &problem.terms[1];
  TEST_ASSERT_TRUE(track->kind == TERM_TRACK && track->of == TRACK_POINT && track->npath == 3);
  TEST_ASSERT_TRUE(track->path[0].rows[1] == 4.0 && track->path[1].rows[0] == 0.0);
  TEST_ASSERT_TRUE(track->along[0] == 1.0 && track->along[1] == 0.0 && track->along[2] == 0.0);
  TEST_ASSERT_TRUE(effort->kind == TERM_EFFORT && effort->weights[0] == 1e-10 && effort->sweeps == 2);
}

static void test_completing_twice_changes_nothing(void)
{
  given(tracked);
  TEST_ASSERT_TRUE(problem_complete(&problem));
  const double rate = problem.terms[0].path[0].rows[1];
  TEST_ASSERT_TRUE(problem_complete(&problem));
  TEST_ASSERT_EQUAL_INT(2, problem.nterms);
  TEST_ASSERT_TRUE(problem.terms[0].path[0].rows[1] == rate);
}

static void test_a_term_at_the_start_frees_it(void)
{
  given("time: {end: 1, step: 0.1}\nmethod: {window: all}\n"
        "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\ncontrols: [{name: u, type: force, body: a}]\n"
        "objective: [{effort: {}}, {start: {body: a, position: [0, 0, 0]}}]\n");
  TEST_ASSERT_FALSE(problem.boundary.given);
  TEST_ASSERT_TRUE(problem_complete(&problem));
  TEST_ASSERT_TRUE(problem.boundary.given);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_hamiltonian_body_follows_its_system);
  RUN_TEST(test_inertia_and_orientation);
  RUN_TEST(test_corners_follow_loads_and_parts);
  RUN_TEST(test_corners_of_a_hamiltonian_system);
  RUN_TEST(test_motions_become_terms);
  RUN_TEST(test_completing_twice_changes_nothing);
  RUN_TEST(test_a_term_at_the_start_frees_it);
  return UNITY_END();
}

/* Orientations by angles: products of elementary rotation matrices are the reference; what is refused is in tests/rejects. */
#include "base/quat.h"
#include "problem_same.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>
#include <unity.h>

static char      file[] = "/tmp/rigel_orientation_XXXXXX";
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

/* Reads a body with this orientation; R: its rotation matrix. */
static void orientation_of(const char *text, double R[3][3])
{
  char all[400];

  problem_clear(&problem);
  snprintf(all, sizeof all,
           "time: {end: 1, step: 0.1}\nbodies: [{name: box, mass: 1, inertia: [1, 1, 1], orientation: %s}]\n", text);
  TEST_ASSERT_TRUE(text_write(file, all));
  const bool good = problem_read(file, 0, NULL, test_words(), &problem, &faults);
  TEST_ASSERT_TRUE_MESSAGE(good, faults.kept ? faults.text[0] : "");
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 1.0, vec_norm(4, problem.bodies[0].orientation));
  quat_to_matrix(problem.bodies[0].orientation, R);
}

/* A turn about one axis of space. */
static void elementary(int axis, double angle, double R[3][3])
{
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;

  memset(R, 0, 9 * sizeof(double));
  R[axis][axis] = 1.0;
  R[i][i] = R[j][j] = cos(angle);
  R[i][j]           = -sin(angle);
  R[j][i]           = sin(angle);
}

static void assert_same(const double expected[3][3], const double found[3][3])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) TEST_ASSERT_DOUBLE_WITHIN(1e-15, expected[i][j], found[i][j]);
}

static void test_axis(void)
{
  double R[3][3], expected[3][3];

  for (int axis = 0; axis < 3; axis++) {
    char text[100];
    snprintf(text, sizeof text, "{axis: [%d, %d, %d], angle: -150, unit: degrees}", 3 * (axis == 0), 3 * (axis == 1),
             3 * (axis == 2));
    orientation_of(text, R);
    elementary(axis, -150.0 * acos(-1.0) / 180.0, expected);
    assert_same(expected, R);
  }
  orientation_of("{axis: [1, 1, 1], angle: 2.0943951023931953}", R); /* exchanges the axes in turn */
  const double cycle[3][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  assert_same(cycle, R);
}

/* Each rotation acts about the axes that the ones before have turned: R = R_1 R_2 R_3. */
static void test_euler(void)
{
  static const char *const sequences[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx",
                                          "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
  static const double      angles[3]   = {0.3, -1.1, 2.4};

  for (int s = 0; s < 12; s++) {
    double R[3][3], expected[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    char   text[100];
    snprintf(text, sizeof text, "{euler: %s, angles: [0.3, -1.1, 2.4]}", sequences[s]);
    orientation_of(text, R);
    for (int i = 0; i < 3; i++) {
      double one[3][3], product[3][3] = {{0}};
      elementary(sequences[s][i] - 'x', angles[i], one);
      for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
          product[a][b] = vec_dot(3, expected[a], (double[]){one[0][b], one[1][b], one[2][b]});
      memcpy(expected, product, sizeof expected);
    }
    assert_same(expected, R);
  }
}

/* run.yaml has the quaternion, which is read back bit for bit. */
static void test_round_trip(void)
{
  double R[3][3], again[3][3];
  char   text[200];

  orientation_of("{euler: zxz, angles: [10, 20, 30], unit: degrees}", R);
  const double *q = problem.bodies[0].orientation;
  snprintf(text, sizeof text, "[%.17g, %.17g, %.17g, %.17g]", q[0], q[1], q[2], q[3]);
  orientation_of(text, again);
  TEST_ASSERT_EQUAL_MEMORY(R, again, sizeof R);
}

int main(void)
{
  const int fd = mkstemp(file);
  if (fd < 0) return 1;
  close(fd);
  UNITY_BEGIN();
  RUN_TEST(test_axis);
  RUN_TEST(test_euler);
  RUN_TEST(test_round_trip);
  unlink(file);
  return UNITY_END();
}

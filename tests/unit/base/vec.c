/* Small matrices: inverse and eigenvalues of symmetric 3x3 matrices, and the vector helpers. */
#include "base/vec.h"

#include "base/quat.h"
#include "models.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static void random_symmetric(unsigned long *seed, double A[3][3])
{
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) A[i][j] = A[j][i] = 10.0 * model_random(seed);
}

/* Q diag(value) Q^T with a rotation Q */
static void build_symmetric(const double value[3], const double turn[3], double A[3][3])
{
  double q[4], Q[3][3];

  quat_exp(turn, q);
  quat_to_matrix(q, Q);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      A[i][j] = 0.0;
      for (int k = 0; k < 3; k++) A[i][j] += Q[i][k] * value[k] * Q[j][k];
    }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++) A[i][j] = A[j][i];
}

/* A v = value v, V^T V = I, det V = +1, ascending */
static void check_eigen(const double A[3][3], double tolerance)
{
  double value[3], V[3][3], cross[3];

  mat3_eigen_symmetric(A, value, V);
  TEST_ASSERT_TRUE(value[0] <= value[1] && value[1] <= value[2]);
  const double V3[3][3] = {{V[0][0], V[1][0], V[2][0]}, {V[0][1], V[1][1], V[2][1]}, {V[0][2], V[1][2], V[2][2]}};
  for (int k = 0; k < 3; k++) {
    double Av[3];
    mat3_apply(A, V3[k], Av);
    for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(tolerance, value[k] * V3[k][i], Av[i]);
    for (int l = 0; l < 3; l++) TEST_ASSERT_DOUBLE_WITHIN(5e-15, k == l ? 1.0 : 0.0, vec_dot(3, V3[k], V3[l]));
  }
  vec_cross(V3[0], V3[1], cross);
  TEST_ASSERT_DOUBLE_WITHIN(5e-15, 1.0, vec_dot(3, cross, V3[2]));
}

static void test_eigen_of_random_matrices(void)
{
  unsigned long seed = 5;

  for (int n = 0; n < 200; n++) {
    double A[3][3];
    random_symmetric(&seed, A);
    check_eigen((const double(*)[3])A, 5e-14);
  }
}

/* values put in come out: distinct, double (both places), triple, with a zero, of very different size */
static void test_eigen_finds_given_values(void)
{
  static const double values[][3] = {{-2, 1, 7}, {3, 3, 5}, {1, 4, 4}, {6, 6, 6}, {0, 0, 2}, {1e-6, 1, 1e6}};
  const double        turn[3]     = {0.4, -1.3, 0.9};

  for (size_t n = 0; n < sizeof values / sizeof values[0]; n++) {
    double A[3][3], value[3], V[3][3];
    build_symmetric(values[n], turn, A);
    mat3_eigen_symmetric((const double(*)[3])A, value, V);
    for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(2e-15 * fmax(1.0, values[n][2]), values[n][i], value[i]);
    check_eigen((const double(*)[3])A, 2e-14 * fmax(1.0, values[n][2]));
  }
}

/* a diagonal matrix in the wrong order: sorted, exact, still right-handed */
static void test_eigen_of_a_diagonal_matrix(void)
{
  const double A[3][3] = {{29, 0, 0}, {0, 5, 0}, {0, 0, 26}};
  double       value[3], V[3][3];

  mat3_eigen_symmetric(A, value, V);
  TEST_ASSERT_TRUE(value[0] == 5.0 && value[1] == 26.0 && value[2] == 29.0);
  TEST_ASSERT_TRUE(fabs(V[1][0]) == 1.0 && fabs(V[2][1]) == 1.0 && fabs(V[0][2]) == 1.0);
  check_eigen(A, 0.0);
}

static void test_eigen_of_zero(void)
{
  const double A[3][3] = {{0}};

  check_eigen(A, 0.0);
}

static void test_inverse_of_random_matrices(void)
{
  const double  turn[3] = {1.0, 0.5, -0.3};
  unsigned long seed    = 6;

  for (int n = 0; n < 100; n++) {
    const double value[3] = {0.5 + fabs(model_random(&seed)), 2.0, 5.0 + model_random(&seed)};
    double       A[3][3], B[3][3];
    build_symmetric(value, turn, A);
    mat3_invert_symmetric((const double(*)[3])A, B);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        TEST_ASSERT_TRUE(B[i][j] == B[j][i]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, i == j ? 1.0 : 0.0, vec_dot(3, A[i], B[j]));
      }
  }
}

/* integers with determinant 1: the inverse is exact */
static void test_inverse_of_a_known_matrix(void)
{
  const double A[3][3] = {{2, 1, 1}, {1, 1, 1}, {1, 1, 2}}, wanted[3][3] = {{1, -1, 0}, {-1, 3, -1}, {0, -1, 1}};
  double       B[3][3];

  mat3_invert_symmetric(A, B);
  for (int i = 0; i < 9; i++) TEST_ASSERT_EQUAL_DOUBLE(wanted[i / 3][i % 3], B[i / 3][i % 3]);
}

/* extreme scales of a diagonal tensor neither overflow nor underflow */
static void test_inverse_of_extreme_diagonals(void)
{
  const double A[3][3] = {{1e-150, 0, 0}, {0, 1e-150, 0}, {0, 0, 1e150}};
  double       B[3][3];

  mat3_invert_symmetric(A, B);
  TEST_ASSERT_TRUE(B[0][0] == 1.0 / 1e-150 && B[1][1] == 1.0 / 1e-150 && B[2][2] == 1.0 / 1e150);
  TEST_ASSERT_TRUE(B[0][1] == 0.0 && B[1][2] == 0.0 && B[0][2] == 0.0);
}

static void test_vectors(void)
{
  const double a[3] = {1, -2, 2}, b[3] = {3, 0, -4}, A[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};
  double       c[3], y[3] = {1, 1, 1};

  TEST_ASSERT_EQUAL_DOUBLE(-5.0, vec_dot(3, a, b));
  TEST_ASSERT_EQUAL_DOUBLE(3.0, vec_norm(3, a));
  TEST_ASSERT_EQUAL_DOUBLE(4.0, vec_max(3, b));
  TEST_ASSERT_EQUAL_DOUBLE(16.0, mat3_trace(A));
  vec_cross(a, b, c);
  TEST_ASSERT_TRUE(c[0] == 8.0 && c[1] == 10.0 && c[2] == 6.0);
  vec_add(3, 2.0, a, y);
  TEST_ASSERT_TRUE(y[0] == 3.0 && y[1] == -3.0 && y[2] == 5.0);
  mat3_apply(A, a, c);
  TEST_ASSERT_TRUE(c[0] == 3.0 && c[1] == 6.0 && c[2] == 11.0);
  mat3_apply_transpose(A, a, c);
  TEST_ASSERT_TRUE(c[0] == 7.0 && c[1] == 8.0 && c[2] == 11.0);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_eigen_of_random_matrices);
  RUN_TEST(test_eigen_finds_given_values);
  RUN_TEST(test_eigen_of_a_diagonal_matrix);
  RUN_TEST(test_eigen_of_zero);
  RUN_TEST(test_inverse_of_random_matrices);
  RUN_TEST(test_inverse_of_a_known_matrix);
  RUN_TEST(test_inverse_of_extreme_diagonals);
  RUN_TEST(test_vectors);
  return UNITY_END();
}

/* Quaternion algebra against the table of i, j, k and against closed forms of rotations. */
#include "base/quat.h"

#include "models.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static void check4(const double expected[4], const double found[4], double tolerance)
{
  for (int i = 0; i < 4; i++) TEST_ASSERT_DOUBLE_WITHIN(tolerance, expected[i], found[i]);
}

static void random4(unsigned long *seed, double q[4])
{
  for (int i = 0; i < 4; i++) q[i] = 1.5 * model_random(seed);
}

/* Hamilton's table: 1, i, j, k times 1, i, j, k; entry = sign and index */
static void test_multiply_table(void)
{
  static const int index[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  static const int sign[4][4]  = {{1, 1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, 1, -1, -1}};

  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++) {
      double x[4] = {0}, y[4] = {0}, wanted[4] = {0}, r[4];
      x[a] = y[b]         = 1.0;
      wanted[index[a][b]] = sign[a][b];
      quat_multiply(x, y, r);
      check4(wanted, r, 0.0);
    }
}

static void test_multiply_is_associative_and_keeps_norms(void)
{
  unsigned long seed = 1;

  for (int n = 0; n < 100; n++) {
    double a[4], b[4], c[4], ab[4], bc[4], left[4], right[4];
    random4(&seed, a);
    random4(&seed, b);
    random4(&seed, c);
    quat_multiply(a, b, ab);
    quat_multiply(b, c, bc);
    quat_multiply(ab, c, left);
    quat_multiply(a, bc, right);
    check4(left, right, 1e-14);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, vec_norm(4, a) * vec_norm(4, b), vec_norm(4, ab));
  }
}

static void test_multiply_in_place(void)
{
  const double i[4] = {0, 1, 0, 0}, j[4] = {0, 0, 1, 0}, k[4] = {0, 0, 0, 1};
  double       r[4];

  vec_copy(4, i, r);
  quat_multiply(r, j, r);
  check4(k, r, 0.0);
  vec_copy(4, k, r);
  quat_multiply(j, r, r);
  check4(i, r, 0.0);
}

/* Q_l(a) b = a o b, Q_r(a) b = b o a, Q_l(a)^T b = conj(a) o b */
static void test_matrices_of_products(void)
{
  unsigned long seed = 2;
  double        a[4], b[4], L[4][4], R[4][4], ab[4], ba[4], conj[4], found[4];

  random4(&seed, a);
  random4(&seed, b);
  quat_left(a, L);
  quat_right(a, R);
  quat_multiply(a, b, ab);
  quat_multiply(b, a, ba);
  quat_multiply_conjugate(a, b, conj);
  for (int i = 0; i < 4; i++) found[i] = vec_dot(4, L[i], b);
  check4(ab, found, 1e-15);
  for (int i = 0; i < 4; i++) found[i] = vec_dot(4, R[i], b);
  check4(ba, found, 1e-15);
  for (int i = 0; i < 4; i++) found[i] = L[0][i] * b[0] + L[1][i] * b[1] + L[2][i] * b[2] + L[3][i] * b[3];
  check4(conj, found, 1e-15);
}

/* conj(a) o a = |a|^2, and the matrices are orthogonal up to |a|^2 */
static void test_conjugate_is_the_inverse(void)
{
  const double a[4] = {1, -2, 3, 4}, square[4] = {30, 0, 0, 0};
  double       r[4], L[4][4], R[4][4];

  quat_multiply_conjugate(a, a, r);
  check4(square, r, 0.0);
  quat_left(a, L);
  quat_right(a, R);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      TEST_ASSERT_EQUAL_DOUBLE(i == j ? 30.0 : 0.0, vec_dot(4, L[i], L[j]));
      TEST_ASSERT_EQUAL_DOUBLE(i == j ? 30.0 : 0.0, vec_dot(4, R[i], R[j]));
    }
}

/* E = [-v, q0 I + v^], G = [-v, q0 I - v^] (May and Betsch 2025, eq. 44), R = E G^T; any length of q */
static void test_matrix_is_E_G_transposed(void)
{
  unsigned long seed = 3;

  for (int n = 0; n < 50; n++) {
    double q[4], R[3][3], E[3][4], G[3][4];
    random4(&seed, q);
    const double hat[3][3] = {{0, -q[3], q[2]}, {q[3], 0, -q[1]}, {-q[2], q[1], 0}};
    for (int i = 0; i < 3; i++) {
      E[i][0] = G[i][0] = -q[i + 1];
      for (int j = 0; j < 3; j++) {
        E[i][j + 1] = (i == j ? q[0] : 0.0) + hat[i][j];
        G[i][j + 1] = (i == j ? q[0] : 0.0) - hat[i][j];
      }
    }
    quat_to_matrix(q, R);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, vec_dot(4, E[i], G[j]), R[i][j]);
  }
}

/* R x is the vector part of q o (0, x) o conj(q) */
static void test_matrix_rotates_like_the_quaternion(void)
{
  const double q[4] = {0.5, -0.5, 0.1, 0.7}, q_bar[4] = {0.5, 0.5, -0.1, -0.7}, x[4] = {0, 2, -3, 5};
  double       R[3][3], qx[4], qxq[4], Rx[3];

  quat_to_matrix(q, R);
  quat_multiply(q, x, qx);
  quat_multiply(qx, q_bar, qxq);
  mat3_apply(R, x + 1, Rx);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, qxq[i + 1], Rx[i]);
}

/* 90 degrees about e3 takes e1 to e2 and e2 to -e1 */
static void test_matrix_of_a_quarter_turn(void)
{
  const double half = sqrt(0.5), q[4] = {half, 0, 0, half}, wanted[3][3] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
  double       R[3][3];

  quat_to_matrix(q, R);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) TEST_ASSERT_DOUBLE_WITHIN(5e-16, wanted[i][j], R[i][j]);
}

static void check_from_matrix(const double q[4])
{
  const double norm = vec_norm(4, q);
  double       unit[4], R[3][3], found[4];

  for (int i = 0; i < 4; i++) unit[i] = q[i] / norm;
  quat_to_matrix(unit, R);
  quat_from_matrix(R, found);
  const double sign = vec_dot(4, unit, found) < 0.0 ? -1.0 : 1.0;
  TEST_ASSERT_TRUE(found[0] >= 0.0);
  for (int i = 0; i < 4; i++) TEST_ASSERT_DOUBLE_WITHIN(4e-16, unit[i], sign * found[i]);
}

/* each component the largest one in turn, with both signs of the scalar part */
static void test_from_matrix_in_every_branch(void)
{
  for (int big = 0; big < 4; big++)
    for (int sign = -1; sign <= 1; sign += 2) {
      double q[4] = {0.3 * sign, -0.2, 0.25, 0.1};
      q[big]      = 0.9 * sign;
      check_from_matrix(q);
    }
}

/* half turns: the scalar part is zero */
static void test_from_matrix_of_half_turns(void)
{
  static const double axes[][4] = {{0, 1, 0, 0}, {0, 0, 1, 0},   {0, 0, 0, 1},        {0, 1, 1, 0},
                                   {0, 1, 1, 1}, {0, -1, 2, -3}, {0, 1e-9, 1, -1e-9}, {1e-9, 1, -1, 1}};

  for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) check_from_matrix(axes[i]);
}

static void test_from_matrix_of_random_rotations(void)
{
  unsigned long seed = 4;

  for (int n = 0; n < 500; n++) {
    double q[4];
    random4(&seed, q);
    check_from_matrix(q);
  }
}

static void test_exp_of_known_turns(void)
{
  const double pi = acos(-1.0), zero[3] = {0, 0, 0}, half[3] = {0, pi, 0}, full[3] = {2 * pi, 0, 0};
  const double third[3] = {2 * pi / sqrt(27), 2 * pi / sqrt(27), 2 * pi / sqrt(27)};
  const double one[4] = {1, 0, 0, 0}, j[4] = {0, 0, 1, 0}, minus[4] = {-1, 0, 0, 0}, cycle[4] = {0.5, 0.5, 0.5, 0.5};
  double       q[4];

  quat_exp(zero, q);
  check4(one, q, 0.0);
  quat_exp(half, q);
  check4(j, q, 2e-16);
  quat_exp(full, q);
  check4(minus, q, 4e-16);
  quat_exp(third, q); /* 120 degrees about (1, 1, 1) */
  check4(cycle, q, 4e-16);
}

/* small angles on both sides of the series: (1 - a^2/8, a/2 (1 - a^2/24)) */
static void test_exp_of_small_turns(void)
{
  for (double a = 1e-12; a < 1e-3; a *= 3.0) {
    const double theta[3] = {0.6 * a, 0, -0.8 * a};
    double       q[4];
    quat_exp(theta, q);
    TEST_ASSERT_DOUBLE_WITHIN(2e-16, 1.0 - a * a / 8.0, q[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15 * a, 0.3 * a * (1.0 - a * a / 24.0), q[1]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15 * a, -0.4 * a * (1.0 - a * a / 24.0), q[3]);
  }
}

/* Rodrigues: R = I + sin a/a v^ + (1 - cos a)/a^2 v^ v^ */
static void test_exp_gives_rodrigues_matrix(void)
{
  const double v[3] = {0.7, -1.1, 0.4}, a = vec_norm(3, v), s = sin(a) / a, c = (1.0 - cos(a)) / (a * a);
  const double hat[3][3] = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
  double       q[4], R[3][3];

  quat_exp(v, q);
  quat_to_matrix(q, R);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const double square = c * (v[i] * v[j] - (i == j ? a * a : 0.0));
      TEST_ASSERT_DOUBLE_WITHIN(5e-16, (i == j ? 1.0 : 0.0) + s * hat[i][j] + square, R[i][j]);
    }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_multiply_table);
  RUN_TEST(test_multiply_is_associative_and_keeps_norms);
  RUN_TEST(test_multiply_in_place);
  RUN_TEST(test_matrices_of_products);
  RUN_TEST(test_conjugate_is_the_inverse);
  RUN_TEST(test_matrix_is_E_G_transposed);
  RUN_TEST(test_matrix_rotates_like_the_quaternion);
  RUN_TEST(test_matrix_of_a_quarter_turn);
  RUN_TEST(test_from_matrix_in_every_branch);
  RUN_TEST(test_from_matrix_of_half_turns);
  RUN_TEST(test_from_matrix_of_random_rotations);
  RUN_TEST(test_exp_of_known_turns);
  RUN_TEST(test_exp_of_small_turns);
  RUN_TEST(test_exp_gives_rodrigues_matrix);
  return UNITY_END();
}

/* Least squares of smallest norm of regular and of singular matrices. */
#include "linear/least_norm.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

/* [2 1; 1 s] as a sparse matrix. */
static Mat matrix(double s)
{
  Mat               A;
  const PetscInt    i[] = {0, 1};
  const PetscScalar v[] = {2.0, 1.0, 1.0, s};

  TEST_ASSERT_EQUAL_INT(0, MatCreateSeqAIJ(PETSC_COMM_SELF, 2, 2, 2, NULL, &A));
  TEST_ASSERT_EQUAL_INT(0, MatSetValues(A, 2, i, 2, i, v, INSERT_VALUES));
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  TEST_ASSERT_EQUAL_INT(0, MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  return A;
}

static void test_regular(void)
{
  Mat    A    = matrix(1.0);
  double b[2] = {5.0, 3.0}, x[2], left[2];

  TEST_ASSERT_EQUAL_INT(0, least_norm_solve(A, b, 1e-12, x, left));
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 2.0, x[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 1.0, x[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, left[0]);
  TEST_ASSERT_EQUAL_INT(0, MatDestroy(&A));
}

/* [2 1; 1 0.5] has the range (2, 1) and the null space (1, -2): x = (2, 1) b.(2, 1) / 12.5, left is across (2, 1). */
static void test_singular(void)
{
  Mat    A    = matrix(0.5);
  double b[2] = {4.0, 7.0}, x[2], left[2];

  TEST_ASSERT_EQUAL_INT(0, least_norm_solve(A, b, 1e-12, x, left));
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 2.0 * 15.0 / 12.5, x[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 15.0 / 12.5, x[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, -2.0, left[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 4.0, left[1]);
  TEST_ASSERT_EQUAL_INT(0, MatDestroy(&A));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_regular);
  RUN_TEST(test_singular);
  const int failed = UNITY_END();
  return PetscFinalize() ? 1 : failed;
}

/* PETSc belongs to who started it. */
#include "rigel/petsc.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

static bool petsc_runs(void)
{
  PetscBool started;
  Vec       v;
  PetscReal norm = 0.0;

  if (PetscInitialized(&started) || !started) return false;
  if (VecCreateSeq(PETSC_COMM_SELF, 4, &v) || VecSet(v, 1.0) || VecNorm(v, NORM_2, &norm) || VecDestroy(&v))
    return false;
  return norm == 2.0;
}

static void test_petsc_of_the_caller(void)
{
  TEST_ASSERT_FALSE(PetscInitializeNoArguments());
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_initialize());
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_finalize());
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_finalize());
  TEST_ASSERT_TRUE(petsc_runs());
}

/* MPI goes on, so that PETSc can be started once more: this time it is the library's. */
static void test_petsc_of_the_library(void)
{
  TEST_ASSERT_FALSE(PetscFinalize());
  TEST_ASSERT_FALSE(petsc_runs());
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_initialize());
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_initialize());
  TEST_ASSERT_TRUE(petsc_runs());
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_finalize());
  TEST_ASSERT_FALSE(petsc_runs());
}

int main(void)
{
  UNITY_BEGIN();
  if (MPI_Init(NULL, NULL)) return 1;
  RUN_TEST(test_petsc_of_the_caller);
  RUN_TEST(test_petsc_of_the_library);
  if (MPI_Finalize()) return 1;
  return UNITY_END();
}

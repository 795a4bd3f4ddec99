/* Free memory: no more than the machine has, shared by its ranks, within ulimit -v. More ranks in tests/runs/mpi.sh. */
#include "linear/machine.h"

#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

void setUp(void) {}
void tearDown(void) {}

static double memory_of(MPI_Comm comm)
{
  double bytes = 0.0;

  TEST_ASSERT_EQUAL_INT(0, machine_free_memory(comm, &bytes));
  return bytes;
}

static void test_ranks_share_the_machine(void)
{
  const double all = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  PetscMPIInt  size;

  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  TEST_ASSERT_TRUE(memory_of(PETSC_COMM_SELF) > 0.0 && memory_of(PETSC_COMM_SELF) <= all);
  TEST_ASSERT_TRUE(memory_of(PETSC_COMM_WORLD) > 0.0 && memory_of(PETSC_COMM_WORLD) <= all / size);
}

/* 64 MiB more than this process has already; the address sanitizer needs more. */
static void test_limit(void)
{
  const double  more = 67108864.0;
  struct rlimit before, now;
  double        pages = 0.0;
  FILE         *statm = fopen("/proc/self/statm", "r");

  TEST_ASSERT_NOT_NULL(statm);
  TEST_ASSERT_EQUAL_INT(1, fscanf(statm, "%lf", &pages));
  fclose(statm);
  if (getenv("ASAN_OPTIONS")) TEST_IGNORE();
  getrlimit(RLIMIT_AS, &before);
  now          = before;
  now.rlim_cur = (rlim_t)(pages * (double)sysconf(_SC_PAGESIZE) + more);
  TEST_ASSERT_EQUAL_INT(0, setrlimit(RLIMIT_AS, &now));
  const double found = memory_of(PETSC_COMM_SELF);
  setrlimit(RLIMIT_AS, &before);
  TEST_ASSERT_TRUE(found > 0.0 && found <= more);
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_ranks_share_the_machine);
  RUN_TEST(test_limit);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}

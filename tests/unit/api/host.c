/* A host that starts and ends MPI or PETSc itself, in any order: the library answers with codes and leaves what is not its own. */
#include "backend.h"
#include "child_case.h"
#include "rigel/petsc.h"
#include "unity.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static bool box_runs(RigelModel **model)
{
  RigelProblem *p = box_problem();
  const bool    good =
    rigel_model_create(p, model, NULL, 0) == RIGEL_OK && rigel_run(*model, NULL, NULL, NULL) == RIGEL_OK;

  rigel_problem_destroy(&p);
  return good;
}

/* The host's MPI goes on after rigel_finalize, and PETSc can be started again. */
static bool mpi_of_the_host(void)
{
  RigelModel *m;
  int         size = 0;
  bool        good = !MPI_Init(NULL, NULL);

  for (int i = 0; i < 2; i++) {
    good = good && rigel_initialize() == RIGEL_OK && box_runs(&m) && rigel_finalize() == RIGEL_OK;
    good = good && rigel_run(m, NULL, NULL, NULL) == RIGEL_INPUT && message_expects();
    rigel_model_destroy(&m);
    good = good && !m && !MPI_Comm_size(MPI_COMM_WORLD, &size) && size == 1;
  }
  return good && !MPI_Finalize();
}

/* MPI ends before the library does. */
static bool mpi_ends_first(void)
{
  RigelModel *m;
  bool        good = !MPI_Init(NULL, NULL) && rigel_initialize() == RIGEL_OK && box_runs(&m) && !MPI_Finalize();

  good = good && rigel_run(m, NULL, NULL, NULL) == RIGEL_INPUT && message_expects();
  good = good && rigel_finalize() == RIGEL_INPUT && message_expects();
  rigel_model_destroy(&m);
  return good && !m && rigel_finalize() == RIGEL_OK && rigel_initialize() == RIGEL_INPUT;
}

/* PETSc of the host ends before models are destroyed. */
static bool petsc_ends_first(void)
{
  RigelModel *m;
  bool good = !PetscInitializeNoArguments() && rigel_initialize() == RIGEL_OK && box_runs(&m) && !PetscFinalize();

  good = good && rigel_run(m, NULL, NULL, NULL) == RIGEL_INPUT && message_expects();
  good = good && rigel_finalize() == RIGEL_OK;
  rigel_model_destroy(&m);
  return good && !m;
}

/* Neither handlers of signals nor the error handler of the host are replaced. */
static PetscErrorCode host_error(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                 PetscErrorType type, const char *text, void *context)
{
  (void)comm, (void)line, (void)function, (void)file, (void)type, (void)text;
  *(int *)context += 1;
  return code;
}

static void host_signal(int number)
{
  (void)number;
}

static bool handlers_of_the_host(void)
{
  RigelModel *m;
  int         errors = 0;

  if (signal(SIGSEGV, host_signal) == SIG_ERR || rigel_initialize() || !box_runs(&m)) return false;
  if (signal(SIGSEGV, host_signal) != host_signal || PetscPushErrorHandler(host_error, &errors)) return false;
  rigel_run(m, NULL, NULL, NULL);
  (void)PetscError(PETSC_COMM_SELF, 1, "host", "host.c", PETSC_ERR_LIB, PETSC_ERROR_INITIAL, "mine");
  rigel_model_destroy(&m);
  return errors == 1 && !PetscPopErrorHandler() && rigel_finalize() == RIGEL_OK;
}

/* An error of PETSc becomes a code with PETSc's text; the next run is as if it had not been. */
static bool petsc_errors_are_codes(void)
{
  RigelModel *m;
  RigelResult result;
  bool        good = rigel_initialize() == RIGEL_OK && box_runs(&m);

  good = good && !PetscOptionsSetValue(NULL, "-snes_type", "nonsense");
  good = good && rigel_run(m, NULL, NULL, &result) == RIGEL_INTERNAL;
  good = good && strstr(result.message, "SNES type nonsense") && strstr(rigel_error_message(), "SNES type nonsense");
  good = good && !PetscOptionsClearValue(NULL, "-snes_type") && rigel_run(m, NULL, NULL, &result) == RIGEL_OK;
  rigel_model_destroy(&m);
  return good && rigel_finalize() == RIGEL_OK;
}

/* --- threads take turns */

enum { THREADS = 4, RUNS = 5 };

static void *thread_runs(void *context)
{
  bool *good = context;

  for (int i = 0; i < RUNS && *good; i++) {
    RigelModel *m;
    *good = box_runs(&m) && rigel_run(NULL, NULL, NULL, NULL) == RIGEL_INPUT && message_expects();
    rigel_model_destroy(&m);
  }
  return NULL;
}

static bool threads_take_turns(void)
{
  pthread_t thread[THREADS];
  bool      good[THREADS], all = rigel_initialize() == RIGEL_OK;

  for (int i = 0; i < THREADS; i++) {
    good[i] = true;
    if (pthread_create(&thread[i], NULL, thread_runs, &good[i])) return false;
  }
  for (int i = 0; i < THREADS; i++) all = !pthread_join(thread[i], NULL) && good[i] && all;
  return all && rigel_error_message()[0] == '\0' && rigel_finalize() == RIGEL_OK; /* messages are of a thread */
}

static void test_hosts(void)
{
  CASE(mpi_of_the_host());
  CASE(mpi_ends_first());
  CASE(petsc_ends_first());
  CASE(handlers_of_the_host());
  CASE(petsc_errors_are_codes());
  CASE(threads_take_turns());
  cases_end("hosts");
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_hosts);
  return UNITY_END();
}

/* A recursive mutex admits one thread at a time, as PETSc requires; callbacks may call the interface again. */
#include "api/call.h"

#include "api/argument.h"
#include "api/failure.h"

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock;
static pthread_once_t  lock_once = PTHREAD_ONCE_INIT;

static _Thread_local Call *current;

Call *call_current(void)
{
  return current;
}

/* Whether PETSc and MPI run. */
static bool petsc_possible(const char *function)
{
  PetscBool started = PETSC_FALSE;
  int       ended   = 0;

  if (MPI_Finalized(&ended) || ended)
    failure_report(R0909_LIBRARY_STATE, function,
                   "found that MPI has ended, expected a call before rigel_finalize and MPI_Finalize");
  else if (PetscInitialized(&started) || !started)
    failure_report(R0909_LIBRARY_STATE, function,
                   "found that PETSc is not running, expected a call after rigel_initialize");
  return started && !ended;
}

/* Recursive, because a callback of the thread that has the lock may call the interface. */
static void lock_create(void)
{
  pthread_mutexattr_t kind;

  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &kind);
  pthread_mutexattr_destroy(&kind);
}

/* PETSc error handler: stores the first error of the call as its message instead of printing a trace. */
static PetscErrorCode error_keep(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                 PetscErrorType type, const char *text, void *context)
{
  Call *call = context;

  (void)comm, (void)line, (void)file;
  if (type == PETSC_ERROR_INITIAL && !call->error[0])
    snprintf(call->error, sizeof call->error, "%s: %s (PETSc error %d)", function ? function : "PETSc",
             text ? text : "no text", (int)code);
  return code;
}

/* Whether PETSc runs and the handles that the function needs are alive and belong together; reports the first that does not. */
static bool call_has(const Call *call, unsigned needs)
{
  const char *function = call->function;
  const void *first = call->used[0], *second = call->used[1];

  if ((needs & NEEDS_PETSC) && !petsc_possible(function)) return false;
  if ((needs & NEEDS_PROBLEM) && !argument_problem(function, first)) return false;
  if ((needs & NEEDS_MODEL) == NEEDS_MODEL && !argument_model(function, first)) return false;
  if ((needs & NEEDS_TRAJECTORY) == NEEDS_TRAJECTORY && !argument_trajectory(function, second)) return false;
  return (needs & NEEDS_RUN) != NEEDS_RUN || argument_run_of(function, first, second);
}

bool call_begin(Call *call, const char *function, unsigned needs, const void *first, const void *second)
{
  pthread_once(&lock_once, lock_create);
  pthread_mutex_lock(&lock);
  *call        = (Call){.function = function, .used = {first, second}, .outer = current};
  call->locale = plain_locale_enter();
  if (!call_has(call, needs)) {
    plain_locale_leave(call->locale);
    pthread_mutex_unlock(&lock);
    return false;
  }
  current = call;
  for (int i = 0; i < 2; i++) handle_use(call->used[i], 1);
  call->catches = (needs & NEEDS_PETSC) && !PetscPushErrorHandler(error_keep, call);
  return true;
}

RigelCode call_end(Call *call, RigelCode code)
{
  if (call->catches) (void)PetscPopErrorHandler();
  for (int i = 0; i < 2; i++) handle_use(call->used[i], -1);
  if (code == RIGEL_INTERNAL)
    failure_report(call->error[0] ? R0002_INTERNAL : R0001_OUT_OF_MEMORY, call->function,
                   "found an error inside Rigel or PETSc, expected none: %s",
                   call->error[0] ? call->error : "out of memory");
  current = call->outer;
  plain_locale_leave(call->locale);
  pthread_mutex_unlock(&lock);
  return code;
}

/* Without a call under way the locale stays: uselocale(0) changes nothing. */
locale_t call_leave(void)
{
  return uselocale(current ? current->locale : (locale_t)0);
}

void call_return(locale_t inside)
{
  plain_locale_leave(inside);
}

bool call_destroy(const char *function, HandleKind kind, void *handle, void (*destroy)(void *handle))
{
  pthread_once(&lock_once, lock_create);
  pthread_mutex_lock(&lock);
  const HandleEnd end = handle_remove(kind, handle);
  if (end == HANDLE_REMOVED) destroy(handle);
  pthread_mutex_unlock(&lock);
  if (end == HANDLE_GONE)
    failure_report(R0901_HANDLE_INVALID, function,
                   "found nothing alive at this address, expected a handle that is not destroyed");
  if (end == HANDLE_IN_USE)
    failure_report(R0903_HANDLE_IN_USE, function,
                   "found a handle that a call works with, expected a destroy after the end of that call");
  return end != HANDLE_IN_USE;
}

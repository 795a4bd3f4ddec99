/* The error handler of commands: errors of PETSc options and exhausted memory as one line each. */
#include "cli/common/command.h"

#include "message/message.h"

#include <stdio.h>
#include <string.h>

/* Whether a PETSc error is due to an option: a value that PETSc does not understand, or a package that it lacks. */
static bool is_option_error(PetscErrorCode code, const char *function)
{
  return code == PETSC_ERR_ARG_UNKNOWN_TYPE || code == PETSC_ERR_MISSING_FACTOR ||
         (function && strncmp(function, "PetscOptions", 12) == 0);
}

/* Whether memory is exhausted. PETSc 3.18 passes a line number as the code of a failed allocation. */
static bool is_memory_error(PetscErrorCode code, const char *function)
{
  return code == PETSC_ERR_MEM || (function && strcmp(function, "PetscMallocAlign") == 0);
}

/* Prints one line instead of a trace; the callers of the function that failed repeat the error. */
static PetscErrorCode memory_error(PetscErrorType type, const char *function, const char *message)
{
  if (type == PETSC_ERROR_INITIAL)
    message_say(R0001_OUT_OF_MEMORY, "rigel: out of memory in %s: %.*s", function ? function : "PETSc",
                (int)strcspn(message ? message : "", "\n"), message ? message : "");
  return PETSC_ERR_MEM;
}

/* Keeps the first line of PETSc's message about an option, without the advice on building PETSc. */
PetscErrorCode command_on_error(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                PetscErrorType type, const char *message, void *context)
{
  char       *bad_option = context;
  PetscMPIInt size = 1, started = 0;

  if (type == PETSC_ERROR_INITIAL && is_option_error(code, function)) {
    const char *advice = strstr(message, ". Perhaps"); /* on building PETSc */
    snprintf(bad_option, OPTION_LEN, "PETSc options: %.*s",
             advice ? (int)(advice - message) : (int)strcspn(message, "\n"), message);
  }
  if (bad_option[0]) return code;
  if (MPI_Initialized(&started) == MPI_SUCCESS && started) MPI_Comm_size(PETSC_COMM_WORLD, &size);
  if (size == 1 && is_memory_error(code, function)) return memory_error(type, function, message);
  return (size > 1 ? PetscMPIAbortErrorHandler : PetscTraceBackErrorHandler)(comm, line, function, file, code, type,
                                                                             message, NULL);
}

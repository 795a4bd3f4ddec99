/* The sub-commands of `rigel` and their exit codes. */
#ifndef RIGEL_CLI_COMMAND_H
#define RIGEL_CLI_COMMAND_H

#include <petscsys.h>

enum { EXIT_DONE = 0, EXIT_INTERNAL = 1, EXIT_INPUT = 2, EXIT_DIVERGED = 3, EXIT_INTERRUPTED = 130 };

typedef struct {
  const char *name, *summary, *help;
  /* argv[0] is the command's name; *code is the exit code. */
  PetscErrorCode (*run)(int argc, char **argv, int *code);
} Command;

extern const Command run_command, check_command, study_command, gradient_command, view_command, list_command;

/* PETSc's error handler. A bad option is a fault of the user: its message is stored in context, char[OPTION_LEN], and all ranks
 * return. Any other error is internal: PETSc prints a trace, and on several ranks ends all of them. */
enum { OPTION_LEN = 256 };
PetscErrorCode command_on_error(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                PetscErrorType type, const char *message, void *context);

/* Everything behind main(); starts and ends PETSc. */
int rigel_main(int argc, char **argv);

#endif

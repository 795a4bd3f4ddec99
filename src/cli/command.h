/* The sub-commands of `rigel`; each returns an exit code. */
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

/* PETSc's error handler. A bad option is the user's: what is wrong goes to context, char[OPTION_LEN], "" until then, and all
 * ranks return. Anything else is ours: a trace, and over ranks the end of all. */
enum { OPTION_LEN = 256 };
PetscErrorCode command_on_error(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                PetscErrorType type, const char *message, void *context);

/* Everything behind main(); starts and ends PETSc. */
int rigel_main(int argc, char **argv);

#endif

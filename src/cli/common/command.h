/* A sub-command of `rigel`: its entry in the table of commands, and the error handler that all of them share. */
#ifndef RIGEL_CLI_COMMON_COMMAND_H
#define RIGEL_CLI_COMMON_COMMAND_H

#include "cli/common/exit_code.h"
#include "cli/common/option.h"

#include <petscsys.h>

#include <stdbool.h>

typedef struct CommandLine CommandLine;

/* A command line that runs in the folder of the project, and what it does. */
typedef struct {
  const char *line, *meaning;
} Example;

enum { OPERANDS_MOST = 2, EXAMPLES_MOST = 6 };

typedef struct {
  const char   *name, *summary;
  const char   *usage;                  /* the words after the name; options follow from the table */
  const char   *text;                   /* the help before the options, with line breaks */
  const char   *more;                   /* after them; NULL: nothing */
  const char   *exits;                  /* "0 done, 2 bad input" */
  const Option *options;                /* own ones; NULL: none */
  Offer         operand[OPERANDS_MOST]; /* what a shell offers for them; the last one also for further operands */
  Example       example[EXAMPLES_MOST]; /* at least one; line = NULL ends */
  bool          files;                  /* results are in files, not on the standard output */
  bool          petsc;                  /* takes PETSc options after -- */
  bool          json;                   /* answers --json with an object */
  bool          plain;                  /* needs neither PETSc nor MPI */
  /* *code is the exit code. */
  PetscErrorCode (*run)(const CommandLine *line, int *code);
} Command;

/* PETSc's error handler. A bad option is a fault of the user: its message is stored in context, char[OPTION_LEN], and all ranks
 * return. Any other error is internal: PETSc prints a trace, and on several ranks ends all of them. */
enum { OPTION_LEN = 256 };
PetscErrorCode command_on_error(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                PetscErrorType type, const char *message, void *context);

#endif

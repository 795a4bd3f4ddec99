/* The program: table of sub-commands, start and end of PETSc, errors of PETSc options. */
#include "cli/command.h"

#include "output/writer.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Command *const commands[] = {
  &run_command, &check_command, &study_command, &gradient_command, &view_command, &list_command, NULL};

/* Prints the list of commands. */
static void help_print(FILE *stream)
{
  fputs("usage: rigel COMMAND [...]\n\nConstrained rigid-body dynamics with finite elements in time.\n\n", stream);
  for (int i = 0; commands[i]; i++) fprintf(stream, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
  fputs("\nrigel COMMAND --help explains a command; rigel --version prints the version.\n", stream);
}

/* Settings for a process without mpiexec: MPI's network is not started, which halves the start-up time, and the
 * folder in /tmp, which such processes share, is not made: one that ends could remove it from one that starts. */
static void lone_process(void)
{
  if (getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK")) return;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  setenv("OMPI_MCA_pml", "ob1", 0);
  setenv("OMPI_MCA_btl", "self", 0);
  setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
}

/* Only rank 0 prints; the other ranks keep a stream for the error messages of PETSc. */
static bool ranks_quiet(void)
{
  PetscMPIInt rank;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  if (rank == 0) return true;
  PETSC_STDERR = fdopen(dup(STDERR_FILENO), "w");
  return PETSC_STDERR && freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr);
}

/* Whether a PETSc error is due to an option: a value that PETSc does not understand, or a package that it lacks. */
static bool is_option_error(PetscErrorCode code, const char *function)
{
  return code == PETSC_ERR_ARG_UNKNOWN_TYPE || code == PETSC_ERR_MISSING_FACTOR ||
         (function && strncmp(function, "PetscOptions", 12) == 0);
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
  return (size > 1 ? PetscMPIAbortErrorHandler : PetscTraceBackErrorHandler)(comm, line, function, file, code, type,
                                                                             message, NULL);
}

/* Prints the message of a bad option; returns the exit code. */
static int bad_option_exit(const char *bad_option)
{
  if (!bad_option[0]) return EXIT_INTERNAL;
  fprintf(stderr, "rigel: %s\n", bad_option);
  return EXIT_INPUT;
}

/* Starts PETSc with the options behind --, runs the command, and ends PETSc. Options like -log_view must be known at
 * the start. */
static int command_run(const Command *command, int argc, char **argv)
{
  char **options  = argv;
  int    noptions = 1, code = EXIT_INTERNAL;
  char   bad_option[OPTION_LEN] = "";

  for (int i = 1; i < argc; i++)
    if (strcmp(argv[i], "--") == 0) {
      options  = argv + i;
      noptions = argc - i;
      break;
    }
  lone_process();
  hdf5_start();
  if (PetscPushErrorHandler(command_on_error, bad_option)) return EXIT_INTERNAL;
  if (PetscInitialize(&noptions, &options, NULL, NULL)) return bad_option_exit(bad_option);
  if (PetscPopSignalHandler()) return EXIT_INTERNAL; /* signals are ours: see interrupts_catch */
  if (!ranks_quiet()) return EXIT_INTERNAL;
  if (command->run(argc, argv, &code)) { /* already reported; PETSc's objects are not usable any more */
    code = bad_option_exit(bad_option);
    if (code == EXIT_INPUT) MPI_Finalize();
    fflush(NULL);
    _Exit(code);
  }
  if (PetscPopErrorHandler() || PetscFinalize()) code = EXIT_INTERNAL;
  return code;
}

/* Prints help and version without PETSc; everything else is a command. */
int rigel_main(int argc, char **argv)
{
  if (argc < 2) {
    help_print(stderr);
    return EXIT_INPUT;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
    help_print(stdout);
    return EXIT_DONE;
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("rigel %s (PETSc %d.%d.%d)\n", RIGEL_VERSION, PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR,
           PETSC_VERSION_SUBMINOR);
    return EXIT_DONE;
  }
  for (int i = 0; commands[i]; i++) {
    if (strcmp(argv[1], commands[i]->name) != 0) continue;
    for (int a = 2; a < argc && strcmp(argv[a], "--") != 0; a++)
      if (strcmp(argv[a], "--help") == 0 || strcmp(argv[a], "-h") == 0) {
        fputs(commands[i]->help, stdout);
        return EXIT_DONE;
      }
    return command_run(commands[i], argc - 1, argv + 1);
  }
  fprintf(stderr, "rigel: unknown command %s; expected run, check, study, gradient, view or list (rigel --help)\n",
          argv[1]);
  return EXIT_INPUT;
}

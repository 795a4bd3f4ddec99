/* The program: table of sub-commands, start and end of PETSc. */
#include "cli/program.h"

#include "cli/common/progress.h"
#include "cli/common/streams.h"
#include "cli/common/transcript.h"
#include "cli/help/help.h"
#include "cli/plot/plot.h"
#include "cli/study/study.h"
#include "cli/view/view.h"
#include "output/writer.h"
#include "run/petsc_start.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const Command *const commands[] = {&run_command,     &check_command,      &study_command, &gradient_command,
                                   &plot_command,    &view_command,       &init_command,  &list_command,
                                   &explain_command, &completion_command, &help_command,  NULL};

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
  streams_restore();
  PETSC_STDERR = fdopen(dup(STDERR_FILENO), "w");
  return PETSC_STDERR && freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr);
}

/* Prints the message of a bad option or of an internal error; exhausted memory was reported. Returns the exit code. */
static int error_exit(PetscErrorCode error, const char *bad_option)
{
  if (!bad_option[0] && error != PETSC_ERR_MEM)
    message_say(R0002_INTERNAL, "rigel: found an error inside Rigel or PETSc, expected none: see the lines above");
  if (!bad_option[0]) return EXIT_INTERNAL;
  message_say(R0807_PETSC_OPTION, "rigel: %s", bad_option);
  return EXIT_INPUT;
}

/* Ends the program after an error of PETSc, whose objects are not usable any more. */
static void internal_exit(Answer *answer, PetscErrorCode error, const char *bad_option)
{
  int code = error_exit(error, bad_option);

  if (answer) code = answer_end(answer, code);
  if (code == EXIT_INPUT) MPI_Finalize();
  fflush(NULL);
  _Exit(code);
}

/* Only rank 0 prints the answer. */
static bool answer_quiet(Answer *answer)
{
  PetscMPIInt rank;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  return !answer || rank == 0 || (answer->out = freopen("/dev/null", "w", answer->out));
}

/* Starts PETSc with the options after --, runs the command, and ends PETSc. Options like -log_view must be known at
 * the start. */
static int command_run(const CommandLine *line, int argc, char **argv)
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
  if (PetscPushErrorHandler(command_on_error, bad_option))
    return message_say(R0001_OUT_OF_MEMORY, "rigel: out of memory"), EXIT_INTERNAL;
  const PetscErrorCode ierr = petsc_start(noptions, options);
  if (ierr == PETSC_ERR_MEM) message_say(R0001_OUT_OF_MEMORY, "rigel: out of memory: PETSc and BLAS do not start");
  if (ierr) return error_exit(ierr, bad_option);
  if (PetscPopSignalHandler()) return EXIT_INTERNAL; /* signals are ours: see interrupts_catch */
  if (!ranks_quiet() || !answer_quiet(line->answer)) return EXIT_INTERNAL;
  const PetscErrorCode error = line->command->run(line, &code);
  if (error) internal_exit(line->answer, error, bad_option);
  code = streams_flush(code, line->command->files); /* PETSc would print a trace */
  if (line->answer) fflush(line->answer->json.stream);
  if (PetscPopErrorHandler() || PetscFinalize()) code = EXIT_INTERNAL;
  return code;
}

static int version_print(void)
{
  printf("rigel %s (PETSc %d.%d.%d)\n", RIGEL_VERSION, PETSC_VERSION_MAJOR, PETSC_VERSION_MINOR,
         PETSC_VERSION_SUBMINOR);
  return EXIT_DONE;
}

/* Colours, and an output that nobody reads with --quiet. */
static bool streams_choose(const CommandLine *line)
{
  const bool all = line->color == COLOR_ALWAYS, some = line->color != COLOR_NEVER;
  const bool out = some && (all || colors_wanted(STDOUT_FILENO)), error = some && (all || colors_wanted(STDERR_FILENO));
  const bool silent = line->quiet && !line->answer && !line->command->plain;

  progress_allow(!line->quiet && !line->answer);
  if (silent && !freopen("/dev/null", "w", stdout)) return false;
  if (!line->answer) colors_start(out && !silent, error);
  return true;
}

/* Help and version need no operands; plain commands no PETSc. */
static int line_run(CommandLine *line, int argc, char **argv)
{
  int code = EXIT_INTERNAL;

  if (line->version) return version_print();
  if (!streams_choose(line)) return EXIT_INTERNAL;
  if (line->help) help_command_print(line->command, stdout);
  if (line->help) return EXIT_DONE;
  if (!line->command->plain) return command_run(line, argc, argv);
  return line->command->run(line, &code) ? EXIT_INTERNAL : code;
}

/* A command with --json answers also to faults of the command line itself. */
static int words_run(const Command *command, int argc, char **argv)
{
  const bool json = command->json && command_line_has(argc, argv, "--json", NULL) &&
                    !command_line_has(argc, argv, "--help", "-h") && !command_line_has(argc, argv, "--version", "-V");
  Answer      answer;
  CommandLine line;

  if (json && !(transcript_start() && answer_begin(&answer, command->name))) return EXIT_INTERNAL;
  const bool good = command_line_read(command, argc, argv, &line);
  line.answer     = json ? &answer : NULL;
  int code        = good ? line_run(&line, argc, argv) : EXIT_INPUT;
  if (json) code = answer_end(&answer, code);
  command_line_clear(&line);
  return code;
}

/* Moves options before the command behind it: rigel --quiet run FILE. Returns the number of words before the command. */
static int leading_options(int argc, char **argv)
{
  int n = 1;

  while (n < argc && argv[n][0] == '-' && strcmp(argv[n], "--") != 0) n += 1 + (strcmp(argv[n], "--color") == 0);
  if (n >= argc || n == 1) return n;
  char *name = argv[n];
  memmove(argv + 2, argv + 1, (size_t)(n - 1) * sizeof *argv);
  argv[1] = name;
  return n;
}

/* Help and version of the program; everything else is a command. */
static int program_run(int argc, char **argv)
{
  if (argc < 2) {
    help_commands(stderr);
    return EXIT_INPUT;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    help_commands(stdout);
    return EXIT_DONE;
  }
  if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) return version_print();
  if (leading_options(argc, argv) >= argc) return command_unknown(argv[1]);
  const Command *command = command_find(argv[1]);
  return command ? words_run(command, argc - 1, argv + 1) : command_unknown(argv[1]);
}

int rigel_main(int argc, char **argv)
{
  return streams_open() ? streams_flush(program_run(argc, argv), false) : EXIT_INTERNAL;
}

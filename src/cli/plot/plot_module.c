/* Starts the Python module of all plots in the first Python that has matplotlib. */
#include "cli/plot/plot_module.h"

#include "cli/common/exit_code.h"
#include "message/message.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Exit codes of the child: the module has no matplotlib; there is no such Python. */
enum { NO_MATPLOTLIB = 77, NO_PYTHON = 127 };

/* Reads the module from an open file, so that no path is searched; words of the user are arguments, never code. */
static const char loader[] = "import os, sys\n"
                             "text = os.fdopen(int(sys.argv.pop(1)), encoding='utf-8').read()\n"
                             "exec(compile(text, 'rigel_plot.py', 'exec'))\n";

/* The module as an open file without a name; NULL: it cannot be written. */
static FILE *module_open(void)
{
  const char *text = (const char *)plot_module;
  FILE       *file = tmpfile();

  if (!file) return NULL;
  if (fputs(text, file) >= 0 && fflush(file) == 0) return file;
  fclose(file);
  return NULL;
}

/* Runs `python -I`, which ignores settings of the user and the current folder, with the module as file number `source`; returns its exit
 * code. A killed process counts as an internal error. */
static int python_run(const char *python, int source, const char *const *words)
{
  char *argv[PLOT_WORDS + 8], number[16];
  int   n = 0, status;

  snprintf(number, sizeof number, "%d", source);
  const char *const first[] = {python, "-I", "-B", "-c", loader, number};
  for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) memcpy(&argv[n++], &first[i], sizeof argv[0]);
  for (int i = 0; i < PLOT_WORDS && words[i]; i++) memcpy(&argv[n++], &words[i], sizeof argv[0]);
  argv[n] = NULL;
  fflush(NULL);
  const pid_t pid = fork();
  if (pid == 0) {
    if (lseek(source, 0, SEEK_SET) == 0) execvp(python, argv);
    _exit(NO_PYTHON);
  }
  if (pid < 0 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) return EXIT_INTERNAL;
  return WEXITSTATUS(status);
}

int plot_module_run(const char *command, const char *const *words)
{
  const char *chosen       = getenv("RIGEL_PYTHON");
  const char *candidates[] = {chosen && chosen[0] ? chosen : "python3",
                              chosen && chosen[0] ? NULL : "/usr/bin/python3"};
  FILE *source = module_open();
  bool  python = false;
  int   code   = NO_PYTHON;

  if (!source) {
    message_say(R0703_FILE_WRITE, "%s: cannot write a temporary file for the module of the plots", command);
    return EXIT_INTERNAL;
  }
  for (int i = 0; i < 2 && candidates[i] && (code == NO_PYTHON || code == NO_MATPLOTLIB); i++) {
    code   = python_run(candidates[i], fileno(source), words);
    python = python || code == NO_MATPLOTLIB;
  }
  fclose(source);
  if (code == NO_PYTHON || code == NO_MATPLOTLIB) {
    message_say(R0725_PLOT_PYTHON,
                "%s: %s %s; install Debian's package python3-matplotlib, or set RIGEL_PYTHON to a Python that has it",
                command, python ? "found no matplotlib for" : "found no program",
                chosen && chosen[0] ? chosen : "python3");
    return EXIT_INTERNAL;
  }
  return code;
}

/* The command line of `rigel run`, `check` and `gradient`. */
#include "cli/arguments.h"

#include "base/words.h"

#include <stdio.h>
#include <string.h>

/* Prints a fault of the command line; returns false. */
static bool usage(const char *command, const char *what, const char *word)
{
  fprintf(stderr, "rigel %s: %s%s%s (see rigel %s --help)\n", command, what, word[0] ? " " : "", word, command);
  return false;
}

/* Joins the words behind -- to one line of PETSc options; rejects words that are neither names nor values. */
static bool petsc_join(int argc, char **argv, int from, Arguments *arguments)
{
  size_t used = 0;

  int         length;
  const char *stray;

  for (int i = from; i < argc; i++) {
    const int n = snprintf(arguments->petsc + used, sizeof arguments->petsc - used, "%s%s", used ? " " : "", argv[i]);
    used += (size_t)n;
    if (used >= sizeof arguments->petsc) return usage(argv[0], "too many PETSc options after", "--");
  }
  if ((stray = word_stray(arguments->petsc, &length))) {
    arguments->petsc[stray - arguments->petsc + length] = '\0';
    return usage(argv[0], "found after --, where PETSc options as -name or -name value belong, the word", stray);
  }
  return true;
}

/* Options may come before or behind FILE; everything behind -- belongs to PETSc. */
bool arguments_parse(int argc, char **argv, bool takes_output, Arguments *arguments)
{
  memset(arguments, 0, sizeof *arguments);
  for (int i = 1; i < argc; i++) {
    const char *word = argv[i];
    const bool  more = i + 1 < argc;
    if (strcmp(word, "--") == 0)
      return petsc_join(argc, argv, i + 1, arguments) && (arguments->file || usage(argv[0], "no FILE", ""));
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
      arguments->help = true;
      return true;
    }
    if (takes_output && (strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0)) {
      if (!more || !argv[i + 1][0]) return usage(argv[0], "a directory is missing after", word);
      arguments->output = argv[++i];
    } else if (takes_output && strcmp(word, "--restart") == 0) {
      if (!more) return usage(argv[0], "a directory is missing after", word);
      arguments->restart = argv[++i];
    } else if (strcmp(word, "--set") == 0) {
      if (!more) return usage(argv[0], "key.path=value is missing after", word);
      if (arguments->nset == SET_MOST) return usage(argv[0], "too many", word);
      arguments->set[arguments->nset++] = argv[++i];
    } else if (strncmp(word, "--set=", 6) == 0) {
      if (arguments->nset == SET_MOST) return usage(argv[0], "too many", "--set");
      arguments->set[arguments->nset++] = word + 6;
    } else if (word[0] == '-' && word[1]) return usage(argv[0], "unknown option", word);
    else if (arguments->file) return usage(argv[0], "more than one FILE:", word);
    else arguments->file = word;
  }
  return arguments->file || usage(argv[0], "no FILE", "");
}

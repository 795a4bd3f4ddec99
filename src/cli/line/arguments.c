/* Takes the file, the folders and the assignments of a command line. */
#include "cli/line/arguments.h"

#include <stdio.h>
#include <string.h>

/* Appends an assignment. */
static bool set_add(const CommandLine *line, const CommandWord *word, const char *text, Arguments *arguments)
{
  if (arguments->nset == SET_MOST) return command_line_fault(line, R0805_TOO_MANY, "too many", word->option->name);
  arguments->set[arguments->nset++] = text;
  return true;
}

/* The accuracy replaces what the file states of the mesh, and of the degree, which follows from it. */
static bool accuracy_take(const CommandLine *line, const CommandWord *word, Arguments *arguments)
{
  static const char *const removed[] = {"time.step=", "time.elements=", "method.degree=", "method.gauss="};
  bool                     good      = true;

  for (size_t i = 0; good && i < sizeof removed / sizeof removed[0]; i++)
    good = set_add(line, word, removed[i], arguments);
  snprintf(arguments->accuracy, sizeof arguments->accuracy, "method.accuracy=%.40s", word->text);
  return good && set_add(line, word, arguments->accuracy, arguments);
}

/* One option that several commands have. */
static bool option_take(const CommandLine *line, const CommandWord *word, Arguments *arguments)
{
  switch (word->option->id) {
  case OPTION_OUTPUT:
    if (!word->text[0])
      return command_line_fault(line, R0803_OPTION_VALUE, "a directory is missing after", word->option->name);
    arguments->output = word->text;
    break;
  case OPTION_RESTART: arguments->restart = word->text; break;
  case OPTION_FORCE: arguments->force = true; break;
  case OPTION_SET: return set_add(line, word, word->text, arguments);
  case OPTION_ACCURACY: return accuracy_take(line, word, arguments);
  default: break;
  }
  return true;
}

bool arguments_take(const CommandLine *line, Arguments *arguments)
{
  memset(arguments, 0, sizeof *arguments);
  memcpy(arguments->petsc, line->petsc, sizeof arguments->petsc);
  for (int i = 0; i < line->nwords; i++) {
    const CommandWord *word = &line->words[i];
    if (word->option && !option_take(line, word, arguments)) return false;
    if (word->option) continue;
    if (arguments->file) return command_line_fault(line, R0804_FILE_ARGUMENT, "more than one FILE:", word->text);
    arguments->file = word->text;
  }
  return arguments->file || command_line_fault(line, R0804_FILE_ARGUMENT, "no FILE", "");
}

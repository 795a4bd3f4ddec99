/* Takes the file, the folders and the assignments of a command line. */
#include "cli/line/arguments.h"

#include <string.h>

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
  case OPTION_SET:
    if (arguments->nset == SET_MOST) return command_line_fault(line, R0805_TOO_MANY, "too many", "--set");
    arguments->set[arguments->nset++] = word->text;
    break;
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

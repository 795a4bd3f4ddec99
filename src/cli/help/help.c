/* Help of the program and of each command, printed from the table of commands. */
#include "cli/help/help.h"

#include "base/words.h"
#include "message/message.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 118, COLUMN = 24, COMMANDS_MOST = 32, USAGE_OPTIONS = 8 };

const Command *command_find(const char *name)
{
  for (int i = 0; commands[i]; i++)
    if (strcmp(commands[i]->name, name) == 0) return commands[i];
  return NULL;
}

int command_unknown(const char *name)
{
  const char *names[COMMANDS_MOST + 1] = {NULL};
  char        list[LIST_LEN];

  for (int i = 0; i < COMMANDS_MOST && commands[i]; i++) names[i] = commands[i]->name;
  const char *nearest = word_nearest(name, names);
  word_join(names, list, sizeof list);
  message_say(R0801_COMMAND_UNKNOWN, "rigel: unknown command %.100s%s%s%s, expected one of %s (rigel --help)", name,
              nearest ? " (did you mean " : "", nearest ? nearest : "", nearest ? "?)" : "", list);
  return EXIT_INPUT;
}

/* One option of the usage: " [-o DIR]". */
static void usage_option(const Option *option, char *out, size_t size)
{
  const size_t used  = strlen(out);
  const bool   value = option->value != NULL;
  const bool   many  = value && strchr(option->value, '=') != NULL; /* assignments repeat */

  snprintf(out + used, size - used, " [%s%s%s%s]", option->letter ? option->letter : option->name, value ? "\t" : "",
           value ? option->value : "", many ? "\t..." : "");
}

/* A tab stands for a blank at which no line ends. */
void help_usage(const Command *command, int width, FILE *stream)
{
  char text[1024];
  char start[64];
  int  n = 0;

  snprintf(text, sizeof text, "%s", command->usage);
  for (const Option *o = command->options; o && o->name; o++) n++;
  if (n > USAGE_OPTIONS) snprintf(text + strlen(text), sizeof text - strlen(text), " [options]");
  for (const Option *o = command->options; n <= USAGE_OPTIONS && o && o->name; o++)
    if (!strstr(command->usage, o->name)) usage_option(o, text, sizeof text); /* required ones are in it already */
  if (command->petsc) snprintf(text + strlen(text), sizeof text - strlen(text), " [--\tPETSc\toptions]");
  const int used   = snprintf(start, sizeof start, "rigel %s ", command->name);
  char     *lines  = NULL;
  size_t    size   = 0;
  FILE     *memory = open_memstream(&lines, &size);
  if (!memory) return;
  word_wrap(text + strspn(text, " "), used + 7, 7, width, memory);
  fclose(memory);
  for (char *c = lines; *c; c++)
    if (*c == '\t') *c = ' ';
  fprintf(stream, "%s%s", start, lines);
  free(lines);
}

void help_commands(FILE *stream)
{
  fputs("usage: rigel COMMAND [...]\n\nConstrained rigid-body dynamics with finite elements in time.\n\n", stream);
  for (int i = 0; commands[i]; i++) fprintf(stream, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
  fputs("\nExamples:\n"
        "  rigel run problems/spinning_box.yaml\n"
        "  rigel help run\n"
        "\nrigel COMMAND --help explains a command; rigel --version prints the version.\n",
        stream);
}

static void option_print(const Option *option, FILE *stream)
{
  char label[80];

  option_label(option, label, sizeof label);
  if (strlen(label) > COLUMN - 3) fprintf(stream, "  %s\n%*s", label, COLUMN, "");
  else fprintf(stream, "  %-*s", COLUMN - 2, label);
  word_wrap(option->help, COLUMN, COLUMN, WIDTH, stream);
}

/* Common options: those for scripts and terminals. */
static void common_print(const Command *command, FILE *stream)
{
  for (const Option *o = common_options; o->name; o++)
    if (o->id != OPTION_VERSION && (o->id != OPTION_JSON || command->json)) option_print(o, stream);
}

void help_command_print(const Command *command, FILE *stream)
{
  fputs("usage: ", stream);
  help_usage(command, WIDTH, stream);
  fprintf(stream, "\n%s\n", command->text);
  for (const Option *o = command->options; o && o->name; o++) option_print(o, stream);
  if (command->petsc)
    option_print(
      &(Option){.name = "-- OPTIONS",
                .help =
                  "options of PETSc: -- -snes_monitor; run.yaml stores those that a file may set (rigel list petsc)"},
      stream);
  common_print(command, stream);
  fprintf(stream, "\n%sExamples:\n", command->more ? command->more : "");
  for (int i = 0; i < EXAMPLES_MOST && command->example[i].line; i++)
    fprintf(stream, "  %s\n      %s\n", command->example[i].line, command->example[i].meaning);
  fprintf(stream, "\nExit codes: %s.\n", command->exits);
}

/* --- rigel help */

enum { HELP_MAN = 1 };
static const Option help_options[] = {
  {.name = "--man",
   .help = "prints the sections of the man page that follow from the table of commands",
   .id   = HELP_MAN},
  {.name = NULL},
};

/* Command.run */
static PetscErrorCode help_run(const CommandLine *line, int *code)
{
  const Command *command = NULL;

  *code = EXIT_INPUT;
  for (int i = 0; i < line->nwords; i++) {
    const CommandWord *word = &line->words[i];
    if (word->option) {
      manual_print(stdout);
      *code = EXIT_DONE;
      return 0;
    }
    if (command) return command_line_fault(line, R0801_COMMAND_UNKNOWN, "more than one COMMAND:", word->text), 0;
    if (!(command = command_find(word->text))) return *code = command_unknown(word->text), 0;
  }
  if (command) help_command_print(command, stdout);
  else help_commands(stdout);
  *code = EXIT_DONE;
  return 0;
}

const Command help_command = {.name    = "help",
                              .summary = "explain a command",
                              .usage   = "[COMMAND]",
                              .text    = "Lists the commands, or explains one of them with its options and examples.\n",
                              .exits   = "0 done, 2 unknown command",
                              .options = help_options,
                              .operand = {{.kind = OFFER_COMMANDS}},
                              .example = {{"rigel help study", "explains rigel study"}},
                              .plain   = true,
                              .run     = help_run};

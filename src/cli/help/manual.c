/* Sections of the man page from the table of commands: SYNOPSIS, DESCRIPTION, COMMANDS, EXAMPLES. */
#include "cli/help/help.h"

#include <stdio.h>
#include <string.h>

/* Text of roff: - becomes \-, a dot or quote at the start of a line is protected. */
static void roff_text(const char *text, FILE *stream)
{
  bool start = true;

  for (const char *c = text; *c; c++) {
    if (start && (*c == '.' || *c == '\'')) fputs("\\&", stream);
    if (*c == '-') fputs("\\-", stream);
    else if (*c == '\\') fputs("\\e", stream);
    else fputc(*c, stream);
    start = *c == '\n';
  }
}

/* One or more lines in filled mode; empty lines become paragraphs. */
static void roff_lines(const char *text, FILE *stream)
{
  for (const char *line = text; *line;) {
    const size_t n = strcspn(line, "\n");
    char         copy[1024];
    snprintf(copy, sizeof copy, "%.*s", (int)n, line);
    if (n == 0) fputs(".sp", stream);
    else if (line[0] == ' ') fputs(".br\n", stream), roff_text(copy + strspn(copy, " "), stream);
    else roff_text(copy, stream);
    fputc('\n', stream);
    line += n + (line[n] == '\n');
  }
}

static void option_entry(const Option *option, FILE *stream)
{
  fputs(".TP\n.B ", stream);
  if (option->letter) roff_text(option->letter, stream), fputs("\\fR, \\fB", stream);
  roff_text(option->name, stream);
  if (option->value) fputs(" \\fI", stream), roff_text(option->value, stream), fputs("\\fR", stream);
  fputc('\n', stream);
  roff_lines(option->help, stream);
}

static void command_entry(const Command *command, FILE *stream)
{
  fprintf(stream, ".SS rigel %s\n", command->name);
  roff_lines(command->text, stream);
  for (const Option *o = command->options; o && o->name; o++) option_entry(o, stream);
  if (command->more) fputs(".PP\n", stream), roff_lines(command->more, stream);
}

static void synopsis_print(FILE *stream)
{
  fputs(".SH SYNOPSIS\n.nf\n", stream);
  for (int i = 0; commands[i]; i++) {
    char  *text   = NULL;
    size_t size   = 0;
    FILE  *memory = open_memstream(&text, &size);
    if (!memory) return;
    help_usage(commands[i], 76, memory);
    fclose(memory);
    roff_text(text, stream);
    free(text);
  }
  fputs("rigel \\-\\-help | \\-\\-version\n.fi\n", stream);
}

static const char description[] =
  ".SH DESCRIPTION\n"
  ".B rigel\n"
  "solves the motion of rigid bodies, joints and loads that a problem file describes.\n"
  "The equations of motion are a stabilised Hamiltonian differential\\-algebraic system in unit quaternions or directors.\n"
  "Rigel discretises it with Galerkin finite elements in time and solves it with PETSc.\n";

void manual_print(FILE *stream)
{
  synopsis_print(stream);
  fputs(description, stream);
  fputs(".SH COMMANDS\n", stream);
  for (int i = 0; commands[i]; i++) command_entry(commands[i], stream);
  fputs(".SS Options of every command\n", stream);
  for (const Option *o = common_options; o->name; o++) option_entry(o, stream);
  fputs(".SH EXAMPLES\n.nf\n", stream);
  for (int i = 0; commands[i]; i++)
    for (int e = 0; e < EXAMPLES_MOST && commands[i]->example[e].line; e++) {
      roff_text(commands[i]->example[e].line, stream);
      fputc('\n', stream);
    }
  fputs(".fi\n", stream);
}

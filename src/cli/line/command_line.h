/* A command line, read by the table of its command: options with their values, operands, PETSc options. */
#ifndef RIGEL_CLI_LINE_COMMAND_LINE_H
#define RIGEL_CLI_LINE_COMMAND_LINE_H

#include "cli/common/answer.h"
#include "cli/common/command.h"
#include "message/message.h"
#include "problem/problem_value.h"

typedef struct {
  const Option *option; /* NULL: an operand */
  const char   *text;   /* the operand, or the value of the option; "": a flag */
} CommandWord;

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorChoice;

struct CommandLine {
  const Command *command;
  int            nwords;
  CommandWord   *words; /* [nwords] own options and operands, in their order; owned */
  char           petsc[TEXT_LEN];
  bool           help, version, quiet, verbose, json;
  ColorChoice    color;
  Answer        *answer; /* with --json; NULL otherwise */
};

/* argv[0] is the name of the command. False after a message on stderr; clear it in either case. */
bool command_line_read(const Command *command, int argc, char **argv, CommandLine *line);
void command_line_clear(CommandLine *line);
/* Prints "rigel run: WHAT WORD (see rigel run --help)"; returns false. */
bool command_line_fault(const CommandLine *line, MessageCode code, const char *what, const char *word);
/* Whether argv has this option before --. */
bool command_line_has(int argc, char **argv, const char *name, const char *letter);
/* The option of the command with this name or letter, common ones included; length: of the name. NULL: none. */
const Option *command_option(const Command *command, const char *name, size_t length);

#endif

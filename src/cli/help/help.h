/* Everything that is printed from the table of commands: help, completion for shells, sections of the man page. */
#ifndef RIGEL_CLI_HELP_HELP_H
#define RIGEL_CLI_HELP_HELP_H

#include "cli/line/command_line.h"

/* The table of commands, NULL-terminated (src/cli/program.c). */
extern const Command *const commands[];

extern const Command help_command, completion_command;

/* NULL: no such command. */
const Command *command_find(const char *name);
/* Prints that there is no such command, with the nearest one; returns EXIT_INPUT. */
int command_unknown(const char *name);

/* The list of commands. */
void help_commands(FILE *stream);
/* The help of one command. */
void help_command_print(const Command *command, FILE *stream);
/* Usage of a command on lines of at most `width` columns. */
void help_usage(const Command *command, int width, FILE *stream);
/* Sections of the man page: SYNOPSIS, DESCRIPTION, COMMANDS with the options of each, EXAMPLES. */
void manual_print(FILE *stream);

#endif

/* The next step, suggested after a command has ended. */
#ifndef RIGEL_CLI_LINE_HINT_H
#define RIGEL_CLI_LINE_HINT_H

#include "cli/line/command_line.h"

/* Prints "  next     ..." on a terminal or with --verbose; nothing with --quiet or --json. */
void hint_print(const CommandLine *line, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif

/* The program `rigel`, and the sub-commands of this room. */
#ifndef RIGEL_CLI_PROGRAM_H
#define RIGEL_CLI_PROGRAM_H

#include "cli/common/command.h"

extern const Command run_command, check_command, gradient_command, init_command, list_command, explain_command;

/* Everything behind main(); starts and ends PETSc. */
int rigel_main(int argc, char **argv);

#endif

/* The exit codes of the program. */
#ifndef RIGEL_CLI_COMMON_EXIT_CODE_H
#define RIGEL_CLI_COMMON_EXIT_CODE_H

enum { EXIT_DONE = 0, EXIT_INTERNAL = 1, EXIT_INPUT = 2, EXIT_DIVERGED = 3, EXIT_INTERRUPTED = 130 };

#endif

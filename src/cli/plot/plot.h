/* `rigel plot`: a figure of a run or study. */
#ifndef RIGEL_CLI_PLOT_PLOT_H
#define RIGEL_CLI_PLOT_PLOT_H

#include "cli/common/command.h"

extern const Command plot_command;

#endif

/* The next step after `rigel run`: what the verdict suggests. */
#ifndef RIGEL_CLI_RUN_HINT_H
#define RIGEL_CLI_RUN_HINT_H

#include "cli/line/command_line.h"
#include "cli/record/recorder.h"

/* Prints one line below the summary; dir: the results folder. */
void run_hint(const CommandLine *line, const Recorder *recorder, const RunStatus *status, const char *dir);

#endif

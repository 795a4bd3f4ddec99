/* The errors of a run that estimates them: whether the accuracy was reached, the bars of its end state, its elements. */
#ifndef RIGEL_CLI_REPORT_ACCURACY_REPORT_H
#define RIGEL_CLI_REPORT_ACCURACY_REPORT_H

#include "cli/record/recorder.h"

#include <stdio.h>

/* Lines of the summary; nothing for runs without estimates. */
void accuracy_print(const Recorder *recorder, const RunStatus *status, FILE *stream);
/* Members of the block results of run.yaml. */
void accuracy_write(const Recorder *recorder, const RunStatus *status, FILE *stream);

#endif

/* Start values that a run changed: each body before and after. */
#ifndef RIGEL_CLI_REPORT_START_REPORT_H
#define RIGEL_CLI_REPORT_START_REPORT_H

#include "run/model.h"

#include <stdio.h>

/* With initial: project or assemble: what was done, and the first bodies before and after in the units of the problem. */
void start_print(const Model *model, FILE *stream);
/* With initial: assemble: the block `assembled` of run.yaml, the start of every body. */
void start_write(const Model *model, FILE *stream);

#endif

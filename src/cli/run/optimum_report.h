/* What an objective came to: lines of the summary, keys of run.yaml. Nothing without an objective. */
#ifndef RIGEL_CLI_RUN_OPTIMUM_REPORT_H
#define RIGEL_CLI_RUN_OPTIMUM_REPORT_H

#include "scheme/scheme.h"

#include <stdio.h>

void optimum_print(const Problem *problem, const Optimum *optimum, FILE *stream);
void optimum_write(const Problem *problem, const Optimum *optimum, FILE *stream);

#endif

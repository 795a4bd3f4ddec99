/* The result of an optimal-control run. Nothing is printed or written without an objective. */
#ifndef RIGEL_CLI_REPORT_OPTIMUM_REPORT_H
#define RIGEL_CLI_REPORT_OPTIMUM_REPORT_H

#include "scheme/scheme.h"

#include <stdio.h>

/* Lines of the summary. */
void optimum_print(const Problem *problem, const Optimum *optimum, FILE *stream);
/* Keys of run.yaml. */
void optimum_write(const Problem *problem, const Optimum *optimum, FILE *stream);

#endif

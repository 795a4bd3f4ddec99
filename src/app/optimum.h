/* What an objective came to: lines of the summary, keys of run.yaml. Nothing without an objective. */
#ifndef RIGEL_APP_OPTIMUM_H
#define RIGEL_APP_OPTIMUM_H

#include "scheme/scheme.h"

#include <stdio.h>

void optimum_print(const Problem *problem, const Optimum *optimum, FILE *stream);
void optimum_write(const Problem *problem, const Optimum *optimum, FILE *stream);

#endif

/* The effective problem as YAML, every default filled in; reading it gives the same Problem, bit for bit. */
#ifndef RIGEL_OUTPUT_MANIFEST_H
#define RIGEL_OUTPUT_MANIFEST_H

#include "input/schema/schema.h"

void problem_write(const Problem *problem, FILE *stream);

#endif

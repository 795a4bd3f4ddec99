/* The effective problem as YAML, every default filled in; reading it gives the same Problem, bit for bit. */
#ifndef RIGEL_OUTPUT_MANIFEST_H
#define RIGEL_OUTPUT_MANIFEST_H

#include "input/schema/schema.h"

void problem_write(const Problem *problem, FILE *stream);
/* The same without some keys of the top level (NULL-terminated; NULL: all keys). */
void problem_write_without(const Problem *problem, const char *const *keys, FILE *stream);

#endif

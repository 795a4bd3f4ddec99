/* The effective problem as YAML, every default filled in; reading it gives the same Problem, bit for bit. */
#ifndef RIGEL_OUTPUT_MANIFEST_H
#define RIGEL_OUTPUT_MANIFEST_H

#include "input/schema/schema.h"

void problem_write(const Problem *problem, FILE *stream);
/* Between double quotes, with escapes. */
void text_write(const char *text, FILE *stream);
/* One value as problem_write writes it, on one line; not for maps and lists. */
void field_write(const Field *field, const void *record, FILE *stream);

#endif

/* Whole files: read into memory, or copied. */
#ifndef RIGEL_BASE_FILE_H
#define RIGEL_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* All bytes, followed by a 0; the path - is the standard input. NULL: errno states the reason, EFBIG for a file much longer than
 * `most`. The caller frees the bytes. */
char *file_read(const char *path, size_t most, size_t *length);
/* Copies a file, replacing `to`; false: errno states the reason. */
bool file_copy(const char *from, const char *to);

#endif

/* A whole file in memory. */
#ifndef RIGEL_BASE_FILE_H
#define RIGEL_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* All bytes, with a 0 behind them; at most about `most`; the path - is the standard input. NULL: errno says why. */
char *file_read(const char *path, size_t most, size_t *length);
/* False: errno says why. */
bool file_copy(const char *from, const char *to);

#endif

/* Whole files: read into memory, created, copied, removed. No function here writes through a symbolic link. */
#ifndef RIGEL_BASE_FILE_H
#define RIGEL_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* All bytes, followed by a 0; the path - is the standard input. NULL: errno states the reason, EFBIG for a file much longer than
 * `most`. The caller frees the bytes. */
char *file_read(const char *path, size_t most, size_t *length);
/* Creates a new file, to be written; every file that Rigel writes is opened here. A file or a symbolic link that has the name is
 * removed first, and is not written through. NULL: errno states the reason, EEXIST where another process creates the same name. */
FILE *file_create_exclusive(const char *path);
/* Removes a file, a symbolic link (not its target), or a folder with the files in it; true where nothing is left. */
bool path_remove(const char *path);
/* Copies a file, replacing `to`; false: errno states the reason. */
bool file_copy(const char *from, const char *to);

#endif

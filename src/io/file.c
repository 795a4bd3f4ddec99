#include "io/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_FIRST = 1 << 16 };

/* All bytes of a stream; NULL: errno says why. */
static char *stream_read(FILE *stream, size_t most, size_t *length)
{
  size_t capacity = FILE_FIRST;
  char  *bytes    = malloc(capacity);

  while (bytes) {
    errno = 0;
    *length += fread(bytes + *length, 1, capacity - *length, stream);
    if (*length < capacity && !ferror(stream)) return bytes;
    if (!ferror(stream) && capacity >= most) errno = EFBIG;
    if (ferror(stream) || capacity >= most) break;
    capacity *= 2;
    char *larger = realloc(bytes, capacity);
    if (!larger) break;
    bytes = larger;
  }
  free(bytes);
  return NULL;
}

char *file_read(const char *path, size_t most, size_t *length)
{
  FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");

  *length = 0;
  if (!stream) return NULL;
  char *bytes = stream_read(stream, most, length);
  int   error = errno;
  if (stream != stdin) fclose(stream);
  errno = error;
  if (bytes) bytes[*length] = '\0';
  return bytes;
}

/* Reading a whole file or the standard input, and copying a file. */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_FIRST = 1 << 16 };

/* All bytes of a stream, into a buffer that doubles; NULL: errno states the reason, EFBIG beyond `most`. */
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

/* Copies in blocks of FILE_FIRST bytes; errno is that of the first failure. */
bool file_copy(const char *from, const char *to)
{
  FILE  *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
  char  *bytes = malloc(FILE_FIRST);
  size_t n     = 0;
  bool   good  = out && bytes;

  while (good && (n = fread(bytes, 1, FILE_FIRST, in)) > 0) good = fwrite(bytes, 1, n, out) == n;
  good            = good && !ferror(in);
  const int error = errno;
  if (in) fclose(in);
  if (out && fclose(out) != 0) good = false;
  else errno = error;
  free(bytes);
  return good;
}

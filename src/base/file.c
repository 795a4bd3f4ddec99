/* Reading a whole file or the standard input, creating and copying files, removing files and folders. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Removes the files of a folder and the folder; fails where the path is a symbolic link. */
static bool folder_remove(const char *path)
{
  const int      fd     = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR           *stream = fd < 0 ? NULL : fdopendir(fd);
  struct dirent *entry;

  if (!stream && fd >= 0) close(fd);
  if (!stream) return false;
  while ((entry = readdir(stream)))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlinkat(fd, entry->d_name, 0);
  closedir(stream);
  return rmdir(path) == 0;
}

/* unlink of a folder sets EISDIR (Linux) or EPERM (POSIX). */
bool path_remove(const char *path)
{
  if (unlink(path) == 0 || errno == ENOENT) return true;
  return (errno == EISDIR || errno == EPERM) && folder_remove(path);
}

/* O_EXCL fails where the name exists again after unlink, also as a symbolic link. */
FILE *file_create_exclusive(const char *path)
{
  if (unlink(path) != 0 && errno != ENOENT) return NULL;
  const int fd     = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  FILE     *stream = fd < 0 ? NULL : fdopen(fd, "wb");
  if (!stream && fd >= 0) close(fd);
  return stream;
}

/* Copies in blocks of FILE_FIRST bytes; errno is that of the first failure. */
bool file_copy(const char *from, const char *to)
{
  FILE  *in = fopen(from, "rb"), *out = in ? file_create_exclusive(to) : NULL;
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

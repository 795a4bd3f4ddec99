/* A transaction over the result files of one folder: temporary names first, final names together at commit. */
#include "output/fileset.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 16 };

/* --- failures */

bool fileset_fail(FileSet *set, const char *what, const char *path)
{
  if (!set->failed) {
    set->cause = errno;
    snprintf(set->error, sizeof set->error, "%s %s: %s", what, path, strerror(errno));
  }
  set->failed = true;
  return false;
}

bool fileset_misfit(FileSet *set, const char *path)
{
  if (!set->failed)
    snprintf(set->error, sizeof set->error,
             "cannot resume from %s: found other columns or fewer rows than restart.dat requires", path);
  set->failed = true;
  return false;
}

/* --- folders */

/* mkdir -p */
static bool directory_make(const char *dir)
{
  char path[PATH_LEN];

  snprintf(path, sizeof path, "%s", dir);
  for (char *p = path + 1; *p; p++) {
    if (*p != '/') continue;
    *p = '\0';
    if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
    *p = '/';
  }
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

/* Removes a folder and the files in it. */
static void folder_remove(const char *path)
{
  DIR           *stream = opendir(path);
  struct dirent *entry;

  while (stream && (entry = readdir(stream)))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlinkat(dirfd(stream), entry->d_name, 0);
  if (stream) closedir(stream);
  rmdir(path);
}

/* Finds a folder that cannot be written before anything is computed. */
bool fileset_open(const char *dir, FileSet *set)
{
  struct stat found;

  memset(set, 0, sizeof *set);
  if (strlen(dir) >= sizeof set->dir) {
    errno = ENAMETOOLONG;
    return fileset_fail(set, "cannot make directory", dir);
  }
  snprintf(set->dir, sizeof set->dir, "%s", dir);
  if (!directory_make(dir)) return fileset_fail(set, "cannot make directory", dir);
  errno = ENOTDIR;
  if (stat(dir, &found) == 0 && !S_ISDIR(found.st_mode)) return fileset_fail(set, "cannot write to directory", dir);
  if (access(dir, W_OK | X_OK) != 0) return fileset_fail(set, "cannot write to directory", dir);
  return true;
}

/* --- files */

static void file_free(ResultFile *file)
{
  if (file->stream) fclose(file->stream);
  free(file->buffer);
  free(file);
}

/* A file with its two names, not yet opened and not yet in the set; NULL after a failure. */
static ResultFile *file_create(FileSet *set, const char *name)
{
  ResultFile *file = calloc(1, sizeof *file);

  if (!file || set->n == FILESET_MOST) {
    free(file);
    fileset_fail(set, "cannot open", name);
    return NULL;
  }
  snprintf(file->path, sizeof file->path, "%s/%s", set->dir, name);
  snprintf(file->temporary, sizeof file->temporary, "%s/.%s.part", set->dir, name);
  return file;
}

/* Streams have a buffer of 64 KiB. */
ResultFile *fileset_add(FileSet *set, const char *name)
{
  ResultFile *file = file_create(set, name);

  if (!file) return NULL;
  file->buffer = malloc(BUFFER_SIZE);
  file->stream = fopen(file->temporary, "w");
  if (!file->buffer || !file->stream) {
    fileset_fail(set, "cannot open", file->temporary);
    file_free(file);
    return NULL;
  }
  setvbuf(file->stream, file->buffer, _IOFBF, BUFFER_SIZE);
  return set->files[set->n++] = file;
}

FILE *fileset_text(FileSet *set, const char *name)
{
  ResultFile *file = fileset_add(set, name);
  return file ? file->stream : NULL;
}

const char *fileset_reserve(FileSet *set, const char *name, bool folder)
{
  ResultFile *file = file_create(set, name);

  if (!file) return NULL;
  file->folder = folder;
  if (folder) {
    folder_remove(file->temporary); /* of a run that was killed */
    if (mkdir(file->temporary, 0777) != 0) {
      fileset_fail(set, "cannot make directory", file->temporary);
      file_free(file);
      return NULL;
    }
  }
  set->files[set->n++] = file;
  return file->temporary;
}

/* --- commit */

/* Writes once more to a stream in error, so that errno states the reason: that of the first failure may be lost. */
static void stream_retry(FILE *stream)
{
  errno = 0;
  clearerr(stream);
  fputc('\n', stream);
  fflush(stream);
}

static void file_close(FileSet *set, ResultFile *file)
{
  FILE *stream = file->stream;

  if (!stream) return;
  file->stream = NULL;
  errno        = 0;
  if (ferror(stream) || fflush(stream) != 0) {
    stream_retry(stream);
    fileset_fail(set, "cannot write", file->temporary);
  }
  if (fclose(stream) != 0) fileset_fail(set, "cannot write", file->temporary);
}

/* Finds a target that cannot be replaced before the first rename: a folder where a file goes, or the reverse. */
static void target_check(FileSet *set, const ResultFile *file)
{
  struct stat target;

  errno = file->folder ? ENOTDIR : EISDIR;
  if (stat(file->path, &target) == 0 && S_ISDIR(target.st_mode) != file->folder)
    fileset_fail(set, "cannot rename to", file->path);
}

/* All or nothing: files are closed and targets checked before the first rename. */
bool fileset_commit(FileSet *set)
{
  for (int i = 0; i < set->n; i++) file_close(set, set->files[i]);
  for (int i = 0; !set->failed && i < set->n; i++) target_check(set, set->files[i]);
  for (int i = 0; !set->failed && i < set->n; i++) {
    const ResultFile *file = set->files[i];
    if (file->folder) folder_remove(file->path);
    if (rename(file->temporary, file->path) != 0) fileset_fail(set, "cannot rename to", file->path);
  }
  const bool ok = !set->failed;
  fileset_abort(set);
  return ok;
}

void fileset_remove(const FileSet *set, const char *name)
{
  char        path[PATH_LEN + 128];
  struct stat found;

  snprintf(path, sizeof path, "%s/%s", set->dir, name);
  if (stat(path, &found) == 0 && S_ISDIR(found.st_mode)) folder_remove(path);
  else unlink(path);
}

void fileset_abort(FileSet *set)
{
  for (int i = 0; i < set->n; i++) {
    if (set->files[i]->folder) folder_remove(set->files[i]->temporary);
    else unlink(set->files[i]->temporary);
    file_free(set->files[i]);
  }
  set->n = 0;
}

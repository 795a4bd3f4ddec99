/* A transaction over the result files of one folder: temporary names first, final names together at commit. */
#include "output/folder/fileset.h"

#include "base/file.h"
#include "output/folder/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 16 };

/* --- failures */

bool fileset_fail(FileSet *set, MessageCode code, const char *what, const char *path)
{
  if (!set->failed) {
    set->code  = code;
    set->cause = errno ? errno : EIO; /* a stream may have lost the reason */
    snprintf(set->error, sizeof set->error, "%s %s: %s", what, path, strerror(set->cause));
  }
  set->failed = true;
  return false;
}

bool fileset_machine(const FileSet *set)
{
  return set->cause == ENOSPC || set->cause == ENOMEM || set->cause == EIO;
}

bool fileset_misfit(FileSet *set, const char *path)
{
  if (!set->failed) set->code = R0718_RESUME_COLUMNS;
  if (!set->failed)
    snprintf(set->error, sizeof set->error,
             "cannot resume from %s: found other columns or fewer rows than restart.dat requires", path);
  set->failed = true;
  return false;
}

/* --- the folder */

/* Stores that another process writes there; returns false. */
static bool fileset_in_use(FileSet *set, const char *who)
{
  set->failed = true;
  set->code   = R0704_FOLDER_IN_USE;
  snprintf(set->error, sizeof set->error, "%s is in use by %s; wait for its end or choose another folder with -o",
           set->dir, who);
  return false;
}

/* Completes a commit; discards temporary files that belong to no checkpoint. */
static bool fileset_recover(FileSet *set)
{
  char owner[RUN_ID_LEN];

  if (!journal_recover(set->dir))
    return fileset_fail(set, R0705_FOLDER_COMMIT, "cannot complete the unfinished commit in", set->dir);
  checkpoint_owner(set->dir, owner);
  parts_remove(set->dir, owner);
  return true;
}

/* Finds a folder that cannot be written before anything is computed. */
bool fileset_open(const char *dir, FileSet *set)
{
  struct stat found;
  char        who[1800];

  memset(set, 0, sizeof *set);
  set->lock.fd = -1;
  if (strlen(dir) >= sizeof set->dir) {
    errno = ENAMETOOLONG;
    return fileset_fail(set, R0701_FOLDER_MAKE, "cannot make directory", dir);
  }
  snprintf(set->dir, sizeof set->dir, "%s", dir);
  run_id_create(set->id);
  set->made = stat(dir, &found) != 0;
  if (!folder_make(dir)) return fileset_fail(set, R0701_FOLDER_MAKE, "cannot make directory", dir);
  errno = ENOTDIR;
  if (stat(dir, &found) == 0 && !S_ISDIR(found.st_mode))
    return fileset_fail(set, R0702_FOLDER_WRITE, "cannot write to directory", dir);
  if (access(dir, W_OK | X_OK) != 0) return fileset_fail(set, R0702_FOLDER_WRITE, "cannot write to directory", dir);
  set->locked = lock_take(dir, set->id, &set->lock, who, sizeof who);
  if (!set->locked)
    return who[0] ? fileset_in_use(set, who) : fileset_fail(set, R0702_FOLDER_WRITE, "cannot lock", dir);
  return fileset_recover(set);
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

  if (file && !result_name_valid(name)) errno = EINVAL;
  if (!file || set->n == FILESET_MOST || !result_name_valid(name)) {
    free(file);
    fileset_fail(set, R0703_FILE_WRITE, "cannot open", name);
    return NULL;
  }
  snprintf(file->name, sizeof file->name, "%s", name);
  snprintf(file->path, sizeof file->path, "%s/%s", set->dir, name);
  part_path(set->dir, set->id, name, file->temporary, sizeof file->temporary);
  return file;
}

/* Streams have a buffer of 64 KiB. */
ResultFile *fileset_add(FileSet *set, const char *name)
{
  ResultFile *file = file_create(set, name);

  if (!file) return NULL;
  file->buffer = malloc(BUFFER_SIZE);
  file->stream = file->buffer ? file_create_exclusive(file->temporary) : NULL;
  if (!file->stream) {
    fileset_fail(set, R0703_FILE_WRITE, "cannot open", file->temporary);
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
  file->folder   = folder;
  file->reserved = true;
  if (folder && mkdir(file->temporary, 0777) != 0) {
    fileset_fail(set, R0701_FOLDER_MAKE, "cannot make directory", file->temporary);
    file_free(file);
    return NULL;
  }
  set->files[set->n++] = file;
  return file->temporary;
}

void fileset_remove(FileSet *set, const char *name)
{
  errno = E2BIG;
  if (!journal_add(&set->removals, true, name)) fileset_fail(set, R0703_FILE_WRITE, "cannot remove", name);
}

/* --- bytes on the disk */

/* Writes once more to a stream in error, so that errno states the reason: that of the first failure may be lost. */
static void stream_retry(FILE *stream)
{
  errno = 0;
  clearerr(stream);
  fputc('\n', stream);
  fflush(stream);
}

/* Passes everything that was printed to the system. Every failure to write is found here, because streams are buffered. */
static bool file_flush(FileSet *set, ResultFile *file)
{
  errno = 0;
  if (!file->stream || (!ferror(file->stream) && fflush(file->stream) == 0)) return true;
  stream_retry(file->stream);
  return fileset_fail(set, R0703_FILE_WRITE, "cannot write", file->temporary);
}

static bool file_close(FileSet *set, ResultFile *file)
{
  bool good = file_flush(set, file);

  if (file->stream && fclose(file->stream) != 0)
    good = fileset_fail(set, R0703_FILE_WRITE, "cannot write", file->temporary);
  file->stream = NULL;
  return good;
}

/* The checksum continues where the last one ended; that of a file that others write begins anew. */
static bool file_sync(FileSet *set, ResultFile *file, const char *path)
{
  if (file->reserved) file->sum = (Checksum){0};
  return (path_sync(path) && checksum_path(path, UINT64_MAX, &file->sum)) ||
         fileset_fail(set, R0703_FILE_WRITE, "cannot write", path);
}

bool fileset_sync(FileSet *set)
{
  for (int i = 0; i < set->n; i++) file_close(set, set->files[i]);
  for (int i = 0; !set->failed && i < set->n; i++) {
    ResultFile *file = set->files[i];
    if (!file->synced) file->synced = file_sync(set, file, file->temporary);
  }
  return !set->failed;
}

/* --- commit */

/* Finds a target that cannot be replaced before the first rename: a folder where a file goes, or the reverse. */
static void target_check(FileSet *set, const ResultFile *file)
{
  struct stat target;

  errno = file->folder ? ENOTDIR : EISDIR;
  if (stat(file->path, &target) == 0 && S_ISDIR(target.st_mode) != file->folder)
    fileset_fail(set, R0703_FILE_WRITE, "cannot rename to", file->path);
}

/* Forgets the files; removes those that have no final name. */
static void files_drop(FileSet *set)
{
  for (int i = 0; i < set->n; i++) {
    if (!set->pending) path_remove(set->files[i]->temporary);
    file_free(set->files[i]);
  }
  set->n          = 0;
  set->removals.n = 0;
}

void fileset_restart(FileSet *set)
{
  char owner[RUN_ID_LEN], path[PATH_LEN + 32];

  files_drop(set);
  checkpoint_owner(set->dir, owner);
  if (strcmp(owner, set->id) != 0) return;
  snprintf(path, sizeof path, "%s/%s", set->dir, CHECKPOINT_NAME);
  path_remove(path);
}

/* Removals and renames. A file that is replaced is not removed: a commit that is completed later must not remove the new one. */
static void journal_fill(FileSet *set, Journal *journal)
{
  *journal = (Journal){.n = 0};
  memcpy(journal->id, set->id, sizeof journal->id);
  errno = E2BIG;
  for (int r = 0; r < set->removals.n; r++) {
    const char *name     = set->removals.entry[r].name;
    bool        replaced = false;
    for (int i = 0; i < set->n; i++) replaced = replaced || strcmp(set->files[i]->name, name) == 0;
    if (!replaced) journal_add(journal, true, name);
  }
  for (int i = 0; i < set->n; i++)
    if (!journal_add(journal, false, set->files[i]->name))
      fileset_fail(set, R0703_FILE_WRITE, "cannot write", set->files[i]->path);
}

/* All or nothing: files are on the disk and targets checked before the journal is written. */
bool fileset_commit(FileSet *set)
{
  Journal journal;
  char    owner[RUN_ID_LEN];

  fileset_sync(set);
  for (int i = 0; !set->failed && i < set->n; i++) target_check(set, set->files[i]);
  journal_fill(set, &journal);
  if (!set->failed && !journal_write(set->dir, &journal))
    fileset_fail(set, R0703_FILE_WRITE, "cannot write to", set->dir);
  if (!set->failed && !journal_apply(set->dir, &journal))
    set->pending = !fileset_fail(set, R0703_FILE_WRITE, "cannot rename files in", set->dir);
  files_drop(set);
  if (set->failed) return false;
  checkpoint_owner(set->dir, owner);
  parts_remove(set->dir, owner);
  return true;
}

void fileset_close(FileSet *set)
{
  char owner[RUN_ID_LEN];

  if (set->locked) {
    checkpoint_owner(set->dir, owner);
    set->pending = set->pending || strcmp(owner, set->id) == 0; /* the checkpoint of this run keeps its files */
  }
  files_drop(set);
  if (set->locked) lock_release(&set->lock);
  if (set->locked && set->made) (void)rmdir(set->dir); /* fails where it has files */
  set->locked = false;
}

/* --- checkpoints */

/* Later writes change a reserved file, so a copy is stored. Two names alternate, since the last checkpoint needs its copy. */
static bool file_store(FileSet *set, ResultFile *file)
{
  char copy[RESULT_NAME_LEN], path[PATH_LEN + 176];

  snprintf(path, sizeof path, "%s", file->temporary);
  if (file->reserved && !file->folder) {
    snprintf(copy, sizeof copy, "%.100s.%d", file->name, ++file->copies % 2);
    part_path(set->dir, set->id, copy, path, sizeof path);
    if (!file_copy(file->temporary, path)) return fileset_fail(set, R0703_FILE_WRITE, "cannot write", path);
  }
  snprintf(file->stored, sizeof file->stored, "%s", path + strlen(set->dir) + 1);
  return file_flush(set, file) && file_sync(set, file, path);
}

bool fileset_store(FileSet *set)
{
  for (int i = 0; !set->failed && i < set->n; i++) file_store(set, set->files[i]);
  return !set->failed;
}

bool fileset_keep(FileSet *set, const char *text)
{
  char part[PATH_LEN + 176], path[PATH_LEN + 176];

  part_path(set->dir, set->id, "checkpoint", part, sizeof part);
  snprintf(path, sizeof path, "%s/%s", set->dir, CHECKPOINT_NAME);
  FILE *stream = file_create_exclusive(part);
  bool  good   = stream && fputs(text, stream) >= 0;
  if (stream) good = fclose(stream) == 0 && good;
  if (!good || !path_sync(part) || !names_sync(set->dir) || rename(part, path) != 0 || !names_sync(set->dir))
    return fileset_fail(set, R0703_FILE_WRITE, "cannot write", path);
  parts_remove(set->dir, set->id);
  return true;
}

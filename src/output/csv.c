#include "output/csv.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NUMBER_LEN = 26, BUFFER = 1 << 16 };

struct CsvFile {
  FILE *file; /* NULL: adopted */
  char  path[PATH_LEN + 128];
  char  temporary[PATH_LEN + 144];
  char *line;   /* one row of text */
  char *buffer; /* of the stream */
  int   ncols;
  bool  folder;
};

/* Why a stream is in error: another attempt tells, errno may be of something later. */
static void stream_retry(FILE *file)
{
  errno = 0;
  clearerr(file);
  fputc('\n', file);
  fflush(file);
}

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
             "cannot go on from %s: found other columns or fewer rows than restart.dat says", path);
  set->failed = true;
  return false;
}

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

static void csv_free(CsvFile *csv)
{
  if (csv->file) fclose(csv->file);
  free(csv->line);
  free(csv->buffer);
  free(csv);
}

/* A folder and the files in it. */
static void folder_remove(const char *path)
{
  DIR           *stream = opendir(path);
  struct dirent *entry;

  while (stream && (entry = readdir(stream)))
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlinkat(dirfd(stream), entry->d_name, 0);
  if (stream) closedir(stream);
  rmdir(path);
}

static CsvFile *csv_entry(FileSet *set, const char *name)
{
  CsvFile *csv = calloc(1, sizeof *csv);

  if (!csv || set->n == CSV_MOST) {
    free(csv);
    fileset_fail(set, "cannot open", name);
    return NULL;
  }
  snprintf(csv->path, sizeof csv->path, "%s/%s", set->dir, name);
  snprintf(csv->temporary, sizeof csv->temporary, "%s/.%s.part", set->dir, name);
  return csv;
}

static CsvFile *csv_create(FileSet *set, const char *name, int ncols)
{
  CsvFile *csv = csv_entry(set, name);

  if (!csv) return NULL;
  csv->ncols  = ncols;
  csv->line   = malloc((size_t)ncols * NUMBER_LEN + 2);
  csv->buffer = malloc(BUFFER);
  csv->file   = fopen(csv->temporary, "w");
  if (!csv->line || !csv->buffer || !csv->file) {
    fileset_fail(set, "cannot open", csv->temporary);
    csv_free(csv);
    return NULL;
  }
  setvbuf(csv->file, csv->buffer, _IOFBF, BUFFER);
  set->files[set->n++] = csv;
  return csv;
}

const char *fileset_reserve(FileSet *set, const char *name, bool folder)
{
  CsvFile *csv = csv_entry(set, name);

  if (!csv) return NULL;
  csv->folder = folder;
  if (folder) {
    folder_remove(csv->temporary); /* of a run that was killed */
    if (mkdir(csv->temporary, 0777) != 0) {
      fileset_fail(set, "cannot make directory", csv->temporary);
      csv_free(csv);
      return NULL;
    }
  }
  set->files[set->n++] = csv;
  return csv->temporary;
}

CsvFile *csv_add(FileSet *set, const char *name, int ncols, const char *const *columns)
{
  CsvFile *csv = csv_create(set, name, ncols);

  if (!csv) return NULL;
  for (int c = 0; c < ncols; c++) fprintf(csv->file, "%s%s", c ? "," : "", columns[c]);
  fputc('\n', csv->file);
  return csv;
}

/* Whole lines, as many as wanted behind the header. */
static bool lines_copy(FILE *from, int ncols, double rows, FILE *to)
{
  char   *line = NULL;
  size_t  size = 0;
  double  row  = -1.0;
  ssize_t length;

  for (; row < rows && (length = getline(&line, &size, from)) > 0; row++) {
    int commas = 0;
    for (ssize_t i = 0; i < length; i++) commas += line[i] == ',';
    if (commas != ncols - 1 || line[length - 1] != '\n') break;
    if (row >= 0.0) fputs(line, to);
  }
  free(line);
  return row >= rows;
}

bool csv_take(FileSet *set, CsvFile *csv, const char *dir, const char *name, double rows)
{
  char path[PATH_LEN + 128];

  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *from = fopen(path, "r");
  if (!from) return fileset_fail(set, "cannot go on from", path);
  const bool good = lines_copy(from, csv->ncols, rows, csv->file);
  fclose(from);
  return good || fileset_misfit(set, path);
}

FILE *fileset_text(FileSet *set, const char *name)
{
  CsvFile *csv = csv_create(set, name, 0);
  return csv ? csv->file : NULL;
}

/* %.17g, with a short cut for zero and small whole numbers */
static int number_print(char *out, double value)
{
  if (value == floor(value) && fabs(value) < 1e9 && !(value == 0.0 && signbit(value)))
    return sprintf(out, "%ld", (long)value);
  return sprintf(out, "%.17g", value);
}

bool csv_row(FileSet *set, CsvFile *csv, const double *values)
{
  char *out = csv->line;

  if (set->failed) return false;
  for (int c = 0; c < csv->ncols; c++) {
    out += number_print(out, values[c]);
    *out++ = c + 1 < csv->ncols ? ',' : '\n';
  }
  const size_t length = (size_t)(out - csv->line);
  if (fwrite(csv->line, 1, length, csv->file) != length) return fileset_fail(set, "cannot write", csv->temporary);
  return true;
}

bool fileset_commit(FileSet *set)
{
  for (int i = 0; i < set->n; i++) {
    CsvFile *csv  = set->files[i];
    FILE    *file = csv->file;
    if (!file) continue;
    csv->file = NULL;
    errno     = 0;
    if (ferror(file) || fflush(file) != 0) {
      stream_retry(file);
      fileset_fail(set, "cannot write", csv->temporary);
    }
    if (fclose(file) != 0) fileset_fail(set, "cannot write", csv->temporary);
  }
  /* all or nothing: a target that cannot be replaced is found before the first rename */
  for (int i = 0; !set->failed && i < set->n; i++) {
    struct stat target;
    errno = set->files[i]->folder ? ENOTDIR : EISDIR;
    if (stat(set->files[i]->path, &target) == 0 && S_ISDIR(target.st_mode) != set->files[i]->folder)
      fileset_fail(set, "cannot rename to", set->files[i]->path);
  }
  for (int i = 0; !set->failed && i < set->n; i++) {
    if (set->files[i]->folder) folder_remove(set->files[i]->path);
    if (rename(set->files[i]->temporary, set->files[i]->path) != 0)
      fileset_fail(set, "cannot rename to", set->files[i]->path);
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
    csv_free(set->files[i]);
  }
  set->n = 0;
}

#include "io/csv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NUMBER_LEN = 26, BUFFER = 1 << 16 };

struct CsvFile {
  FILE *file;
  char  path[PATH_LEN + 128];
  char  temporary[PATH_LEN + 144];
  char *line;   /* one row of text */
  char *buffer; /* of the stream */
  int   ncols;
};

static bool set_fail(CsvSet *set, const char *what, const char *path)
{
  if (!set->failed) snprintf(set->error, sizeof set->error, "%s %s: %s", what, path, strerror(errno));
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

bool csv_set_open(const char *dir, CsvSet *set)
{
  memset(set, 0, sizeof *set);
  if (strlen(dir) >= sizeof set->dir) {
    errno = ENAMETOOLONG;
    return set_fail(set, "cannot make directory", dir);
  }
  snprintf(set->dir, sizeof set->dir, "%s", dir);
  if (!directory_make(dir) || access(dir, W_OK) != 0) return set_fail(set, "cannot write to directory", dir);
  return true;
}

static void csv_free(CsvFile *table)
{
  if (table->file) fclose(table->file);
  free(table->line);
  free(table->buffer);
  free(table);
}

static CsvFile *csv_create(CsvSet *set, const char *name, int ncols)
{
  CsvFile *table = calloc(1, sizeof *table);

  if (!table || set->n == CSV_MOST) {
    free(table);
    set_fail(set, "cannot open", name);
    return NULL;
  }
  table->ncols = ncols;
  snprintf(table->path, sizeof table->path, "%s/%s", set->dir, name);
  snprintf(table->temporary, sizeof table->temporary, "%s/.%s.part", set->dir, name);
  table->line   = malloc((size_t)ncols * NUMBER_LEN + 2);
  table->buffer = malloc(BUFFER);
  table->file   = fopen(table->temporary, "w");
  if (!table->line || !table->buffer || !table->file) {
    set_fail(set, "cannot open", table->temporary);
    csv_free(table);
    return NULL;
  }
  setvbuf(table->file, table->buffer, _IOFBF, BUFFER);
  set->tables[set->n++] = table;
  return table;
}

CsvFile *csv_add(CsvSet *set, const char *name, int ncols, const char *const *columns)
{
  CsvFile *table = csv_create(set, name, ncols);

  if (!table) return NULL;
  for (int c = 0; c < ncols; c++) fprintf(table->file, "%s%s", c ? "," : "", columns[c]);
  fputc('\n', table->file);
  return table;
}

FILE *csv_text(CsvSet *set, const char *name)
{
  CsvFile *table = csv_create(set, name, 0);
  return table ? table->file : NULL;
}

/* %.17g, with a short cut for zero and small whole numbers */
static int number_print(char *out, double value)
{
  if (value == floor(value) && fabs(value) < 1e9 && !(value == 0.0 && signbit(value)))
    return sprintf(out, "%ld", (long)value);
  return sprintf(out, "%.17g", value);
}

bool csv_row(CsvSet *set, CsvFile *table, const double *values)
{
  char *out = table->line;

  if (set->failed) return false;
  for (int c = 0; c < table->ncols; c++) {
    out += number_print(out, values[c]);
    *out++ = c + 1 < table->ncols ? ',' : '\n';
  }
  const size_t length = (size_t)(out - table->line);
  if (fwrite(table->line, 1, length, table->file) != length) return set_fail(set, "cannot write", table->temporary);
  return true;
}

bool csv_set_commit(CsvSet *set)
{
  for (int i = 0; i < set->n; i++) {
    CsvFile *table = set->tables[i];
    FILE    *file  = table->file;
    table->file    = NULL;
    errno          = 0;
    if (ferror(file) || fflush(file) != 0) set_fail(set, "cannot write", table->temporary);
    if (fclose(file) != 0) set_fail(set, "cannot write", table->temporary);
  }
  for (int i = 0; !set->failed && i < set->n; i++)
    if (rename(set->tables[i]->temporary, set->tables[i]->path) != 0)
      set_fail(set, "cannot rename to", set->tables[i]->path);
  const bool ok = !set->failed;
  csv_set_abort(set);
  return ok;
}

void csv_set_abort(CsvSet *set)
{
  for (int i = 0; i < set->n; i++) {
    unlink(set->tables[i]->temporary);
    csv_free(set->tables[i]);
  }
  set->n = 0;
}

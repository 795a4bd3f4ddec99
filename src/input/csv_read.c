/* A CSV file of numbers read into a table; every fault names its line. */
#include "input/csv_read.h"

#include "base/file.h"
#include "base/scalar.h"
#include "base/words.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILE_MOST = 1 << 30, ROWS_FIRST = 64, PLACE_LEN = 300 };

typedef struct {
  const char   *path;
  CsvTimes      times;
  const char   *at, *end; /* *end is 0 */
  int           line;
  int           capacity; /* rows */
  ProblemTable *table;
  char         *error;
} Csv;

/* --- messages */

static bool csv_fail(const Csv *csv, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Stores "file:line: message"; returns false. */
static bool csv_fail(const Csv *csv, const char *format, ...)
{
  char    place[PLACE_LEN];
  size_t  used;
  va_list args;

  word_clip(csv->path, place, sizeof place);
  if (csv->line) snprintf(csv->error, CSV_ERROR_LEN, "%s:%d: ", place, csv->line);
  else snprintf(csv->error, CSV_ERROR_LEN, "%s: ", place);
  used = strlen(csv->error);
  va_start(args, format);
  vsnprintf(csv->error + used, CSV_ERROR_LEN - used, format, args);
  va_end(args);
  return false;
}

/* A fault of the machine, not of the file. */
static bool csv_memory(const Csv *csv)
{
  csv->table->memory = true;
  return csv_fail(csv, "out of memory");
}

/* The text before the next comma or end of line, for a message. */
static void cell_describe(const char *cell, char out[FOUND_LEN])
{
  char   text[2 * FOUND_LEN] = "";
  size_t length              = strcspn(cell, ",\r\n");

  if (length >= sizeof text) length = sizeof text - 1;
  memcpy(text, cell, length);
  word_clip(text, out, FOUND_LEN);
  if (!out[0]) snprintf(out, FOUND_LEN, "nothing");
}

/* --- text */

static const char *blank_skip(const char *at)
{
  while (*at == ' ' || *at == '\t') at++;
  return at;
}

/* Line feed, carriage return and line feed, or the end of the file. */
static bool line_ends(const Csv *csv, const char *at)
{
  if (*at == '\r') at++;
  return *at == '\n' || at == csv->end;
}

/* Moves behind the end of the line, LF or CR LF. */
static void line_next(Csv *csv, const char *at)
{
  if (*at == '\r') at++;
  if (at < csv->end) at++;
  csv->at = at;
  csv->line++;
}

/* Number of cells in the line that begins here. */
static int cells_count(const char *at)
{
  int count = 1;
  for (at += strcspn(at, ",\n"); *at == ','; at += strcspn(at, ",\n")) count++, at++;
  return count;
}

/* --- column names */

/* A copy of the name at `at` without blanks around it; NULL: out of memory. */
static char *name_copy(const char *at, size_t length)
{
  while (length > 0 && strchr(" \t\r", at[length - 1])) length--;
  char *name = malloc(length + 1);
  if (!name) return NULL;
  memcpy(name, at, length);
  name[length] = '\0';
  return name;
}

/* Reads the line of column names; the first is t. */
static bool header_read(Csv *csv)
{
  ProblemTable *table = csv->table;
  const char   *at    = csv->at;
  const int     count = cells_count(at);

  if (csv->at == csv->end || count < 1) return csv_fail(csv, "found an empty file, expected a line of column names");
  table->names = calloc((size_t)count, sizeof *table->names);
  if (!table->names) return csv_memory(csv);
  table->columns = count;
  for (int i = 0; i < count; i++) {
    at                  = blank_skip(at);
    const size_t length = strcspn(at, ",\n");
    table->names[i]     = name_copy(at, length);
    if (!table->names[i]) return csv_memory(csv);
    if (!table->names[i][0]) return csv_fail(csv, "found nothing, expected a name of column %d", i + 1);
    at += length + (i + 1 < count);
  }
  if (strcmp(table->names[0], "t") != 0) /* not a table of a run: nothing of it is shown */
    return csv_fail(csv, "found another first column, expected t as in a table of a run");
  line_next(csv, at);
  return true;
}

/* --- rows */

/* The number at csv->at, which moves to the comma or end of line behind it. */
static bool number_read(Csv *csv, double *value)
{
  const char *start = blank_skip(csv->at), *after = start;
  char        found[FOUND_LEN];
  const bool  number = scalar_take(&after, value);

  after = blank_skip(after);
  if (number && isfinite(*value) && (*after == ',' || line_ends(csv, after))) {
    csv->at = after;
    return true;
  }
  cell_describe(start, found);
  return csv_fail(csv, "found %s, expected a finite number", found);
}

/* Makes room for one more row; NULL: out of memory. */
static double *row_add(Csv *csv)
{
  ProblemTable *table = csv->table;

  if (table->rows == csv->capacity) {
    int     capacity = csv->capacity ? 2 * csv->capacity : ROWS_FIRST;
    double *values   = realloc(table->values, (size_t)capacity * (size_t)table->columns * sizeof *values);
    if (!values) return NULL;
    table->values = values;
    csv->capacity = capacity;
  }
  return table->values + (size_t)table->rows * (size_t)table->columns;
}

/* Whether the time of a row may follow those of the rows before it. */
static bool time_follows(const Csv *csv, const double *row)
{
  const int columns = csv->table->columns, rows = csv->table->rows;

  if (rows == 0 || row[0] > row[-columns]) return true;
  return csv->times == CSV_JUMPS && row[0] == row[-columns] && (rows == 1 || row[-columns] > row[-2 * columns]);
}

/* Reads one row of finite numbers. */
static bool row_read(Csv *csv)
{
  const int   columns = csv->table->columns;
  const char *start   = csv->at;
  double     *row     = row_add(csv);

  if (!row) return csv_memory(csv);
  for (int i = 0; i < columns; i++) {
    if (!number_read(csv, &row[i])) return false;
    if ((*csv->at == ',') != (i + 1 < columns))
      return csv_fail(csv, "found %d number%s, expected %d", cells_count(start), word_plural(cells_count(start)),
                      columns);
    if (*csv->at == ',') csv->at++;
  }
  if (!time_follows(csv, row))
    return csv_fail(csv, "found t = %.17g, expected more than the %.17g of the row before", row[0], row[-columns]);
  csv->table->rows++;
  line_next(csv, csv->at);
  return true;
}

/* Whether only empty lines follow. */
static bool text_is_over(const Csv *csv)
{
  const char *at = csv->at;
  while (*at == '\r' || *at == '\n') at++;
  return at == csv->end;
}

/* Header, then rows up to the end; at least `least` of them. */
static bool csv_parse(Csv *csv, int least)
{
  if (!header_read(csv)) return false;
  while (!text_is_over(csv))
    if (!row_read(csv)) return false;
  if (csv->table->rows >= least) return true;
  csv->line = 0;
  return csv_fail(csv, "found %d row%s, expected at least %d", csv->table->rows, csv->table->rows == 1 ? "" : "s",
                  least);
}

bool csv_read(const char *path, CsvTimes times, int least, ProblemTable *table, char error[CSV_ERROR_LEN])
{
  Csv         csv    = {.path = path, .times = times, .table = table, .error = error};
  size_t      length = 0;
  struct stat found;

  if (stat(path, &found) == 0 && !S_ISREG(found.st_mode)) /* a pipe would be waited for, a device has no end */
    return csv_fail(&csv, "cannot be read: found a folder, a pipe or a device, expected a file");
  char *bytes = file_read(path, FILE_MOST, &length);

  if (!bytes && errno == ENOMEM) return csv_memory(&csv);
  if (!bytes) return csv_fail(&csv, "cannot be read: %s", errno ? strerror(errno) : "unknown error");
  csv.line  = 1;
  csv.at    = bytes;
  csv.end   = bytes + length;
  bool good = csv_parse(&csv, least);
  free(bytes);
  return good;
}

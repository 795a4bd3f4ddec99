/* Tables of numbers as CSV: header, rows, and rows copied from an earlier run. */
#include "output/csv.h"

#include <math.h>
#include <stdlib.h>

enum { NUMBER_LEN = 26, TEXT_SIZE = 1 << 12 };

bool csv_create(FileSet *set, const char *name, int ncols, const char *const *columns, CsvFile *csv)
{
  *csv = (CsvFile){.set = set, .file = fileset_add(set, name), .ncols = ncols};
  if (!csv->file) return false;
  for (int c = 0; c < ncols; c++) fprintf(csv->file->stream, "%s%s", c ? "," : "", columns[c]);
  fputc('\n', csv->file->stream);
  return true;
}

/* Prints with %.17g; whole numbers below 1e9 by a faster method with the same text. */
static int number_print(char *out, double value)
{
  if (value == floor(value) && fabs(value) < 1e9 && !(value == 0.0 && signbit(value)))
    return sprintf(out, "%ld", (long)value);
  return sprintf(out, "%.17g", value);
}

/* Collects the text of a row and writes it in pieces of at most 4 KiB. */
bool csv_row(const CsvFile *csv, const double *values)
{
  char   text[TEXT_SIZE];
  size_t used = 0;

  if (csv->set->failed) return false;
  for (int c = 0; c < csv->ncols; c++) {
    used += (size_t)number_print(text + used, values[c]);
    text[used++] = c + 1 < csv->ncols ? ',' : '\n';
    if (used + NUMBER_LEN < sizeof text && c + 1 < csv->ncols) continue;
    if (fwrite(text, 1, used, csv->file->stream) != used)
      return fileset_fail(csv->set, R0703_FILE_WRITE, "cannot write", csv->file->temporary);
    used = 0;
  }
  return true;
}

/* Skips the header and copies `rows` whole lines; false: too few of them, or lines with another number of columns. */
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

bool csv_copy_rows(const CsvFile *csv, const char *path, double rows)
{
  FILE *from = fopen(path, "r");
  if (!from) return fileset_fail(csv->set, R0711_RESUME_UNREADABLE, "cannot resume from", path);
  const bool good = lines_copy(from, csv->ncols, rows, csv->file->stream);
  fclose(from);
  return good || fileset_misfit(csv->set, path);
}

/* Tables of numbers streamed to CSV files of a FileSet: a header, then rows with 17 significant digits. */
#ifndef RIGEL_OUTPUT_CSV_H
#define RIGEL_OUTPUT_CSV_H

#include "output/folder/fileset.h"

/* One table; the set owns the file. */
typedef struct {
  FileSet    *set;
  ResultFile *file;
  int         ncols;
} CsvFile;

/* Adds the file `name` and writes its header; false after a failure, which set->error explains. */
bool csv_create(FileSet *set, const char *name, int ncols, const char *const *columns, CsvFile *csv);
bool csv_row(const CsvFile *csv, const double *values /*[ncols]*/);
/* Copies the first rows of another file. */
bool csv_copy_rows(const CsvFile *csv, const char *path, double rows);

#endif

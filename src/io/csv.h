/* Tables of numbers, streamed to CSV files. They are written under temporary names and renamed together at the end, so an
 * interrupted program leaves no half file under a final name. */
#ifndef RIGEL_IO_CSV_H
#define RIGEL_IO_CSV_H

#include <stdbool.h>
#include <stdio.h>

typedef struct CsvFile CsvFile;

enum { CSV_MOST = 12, PATH_LEN = 1024 };

typedef struct {
  char     dir[PATH_LEN];
  int      n;
  CsvFile *files[CSV_MOST];
  bool     failed;
  int      cause;                 /* errno of the first failure */
  char     error[PATH_LEN + 256]; /* of the first failure */
} CsvSet;

/* Makes the directory, parents too. Every function that fails says why in set->error. */
bool csv_set_open(const char *dir, CsvSet *set);
/* A CSV file `name` with its header; NULL after a failure. */
CsvFile *csv_add(CsvSet *set, const char *name, int ncols, const char *const *columns);
/* One row, 17 significant digits. */
bool csv_row(CsvSet *set, CsvFile *file, const double *values);
/* The first rows of the file of this name in another folder (it may be the same one). */
bool csv_take(CsvSet *set, CsvFile *file, const char *dir, const char *name, double rows);
/* A text file among the tables, e.g. run.yaml: written, then committed with them. */
FILE *csv_text(CsvSet *set, const char *name);
/* A file, or a folder of files, that somebody else writes and closes: the temporary name to use; NULL after a failure. */
const char *csv_adopt(CsvSet *set, const char *name, bool folder);
/* Keeps the first failure, with errno; always false. */
bool csv_fail(CsvSet *set, const char *what, const char *path);
/* The same about a file of an earlier run that does not fit. */
bool csv_misfit(CsvSet *set, const char *path);
/* All files get their final names; false: nothing was renamed (full disk). */
bool csv_set_commit(CsvSet *set);
/* Removes a file or folder of an earlier run, by its final name. */
void csv_forget(const CsvSet *set, const char *name);
/* Removes what was not committed; accepts an empty set. */
void csv_set_abort(CsvSet *set);

#endif

/* Tables of numbers, streamed to CSV files. They are written under temporary names and renamed together at the end, so an
 * interrupted program leaves no half file under a final name. */
#ifndef RIGEL_OUTPUT_CSV_H
#define RIGEL_OUTPUT_CSV_H

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
} FileSet;

/* Makes the directory, parents too. Every function that fails says why in set->error. */
bool fileset_open(const char *dir, FileSet *set);
/* A CSV file `name` with its header; NULL after a failure. */
CsvFile *csv_add(FileSet *set, const char *name, int ncols, const char *const *columns);
/* One row, 17 significant digits. */
bool csv_row(FileSet *set, CsvFile *file, const double *values);
/* The first rows of the file of this name in another folder (it may be the same one). */
bool csv_take(FileSet *set, CsvFile *file, const char *dir, const char *name, double rows);
/* A text file among the tables, e.g. run.yaml: written, then committed with them. */
FILE *fileset_text(FileSet *set, const char *name);
/* A file, or a folder of files, that somebody else writes and closes: the temporary name to use; NULL after a failure. */
const char *fileset_reserve(FileSet *set, const char *name, bool folder);
/* Keeps the first failure, with errno; always false. */
bool fileset_fail(FileSet *set, const char *what, const char *path);
/* The same about a file of an earlier run that does not fit. */
bool fileset_misfit(FileSet *set, const char *path);
/* All files get their final names; false: nothing was renamed (full disk). */
bool fileset_commit(FileSet *set);
/* Removes a file or folder of an earlier run, by its final name. */
void fileset_remove(const FileSet *set, const char *name);
/* Removes what was not committed; accepts an empty set. */
void fileset_abort(FileSet *set);

#endif

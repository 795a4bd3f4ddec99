/* A transaction over the result files of one folder: written under temporary names, renamed together at the end.
 * An interrupted program, or a full disk, leaves no half-written file under a final name. */
#ifndef RIGEL_OUTPUT_FILESET_H
#define RIGEL_OUTPUT_FILESET_H

#include <stdbool.h>
#include <stdio.h>

enum { FILESET_MOST = 12, PATH_LEN = 1024 };

/* One file of the set, or a folder of files. */
typedef struct {
  FILE *stream; /* NULL: reserved, somebody else writes it */
  char *buffer; /* of the stream */
  char  path[PATH_LEN + 128];
  char  temporary[PATH_LEN + 144];
  bool  folder;
} ResultFile;

typedef struct {
  char        dir[PATH_LEN];
  int         n;
  ResultFile *files[FILESET_MOST];
  bool        failed;
  int         cause;                 /* errno of the first failure */
  char        error[PATH_LEN + 256]; /* message of the first failure */
} FileSet;

/* Makes the directory and its parents. Every function that fails stores the reason in set->error. */
bool fileset_open(const char *dir, FileSet *set);
/* Opens a file under its temporary name; NULL after a failure. The set closes it. */
ResultFile *fileset_add(FileSet *set, const char *name);
/* The stream of such a file, for text like run.yaml. */
FILE *fileset_text(FileSet *set, const char *name);
/* Reserves a file, or makes a folder of files, that the caller writes and closes; returns the temporary name. */
const char *fileset_reserve(FileSet *set, const char *name, bool folder);
/* Stores the first failure with errno; returns false. */
bool fileset_fail(FileSet *set, const char *what, const char *path);
/* Stores that a file of an earlier run does not fit; returns false. */
bool fileset_misfit(FileSet *set, const char *path);
/* Renames all files to their final names; false: nothing was renamed (full disk). */
bool fileset_commit(FileSet *set);
/* Removes a file or folder of an earlier run, by its final name. */
void fileset_remove(const FileSet *set, const char *name);
/* Removes everything that was not committed; accepts an empty set. */
void fileset_abort(FileSet *set);

#endif

/* A transaction over the result files of one folder, which is locked meanwhile.
 *
 * Files are written under temporary names and get their final names together (journal.h), so that a killed program, a full disk or a
 * power failure leaves the old files or the new ones. Checkpoints make the files of a run that is not complete survive. */
#ifndef RIGEL_OUTPUT_FOLDER_FILESET_H
#define RIGEL_OUTPUT_FOLDER_FILESET_H

#include "message/message.h"
#include "output/folder/checksum.h"
#include "output/folder/journal.h"

#include <stdio.h>

enum { FILESET_MOST = 12, PATH_LEN = 1024 };

/* One file of the set, or a folder of files. */
typedef struct {
  FILE    *stream; /* NULL: reserved, somebody else writes it; or closed */
  char    *buffer; /* of the stream */
  char     name[RESULT_NAME_LEN];
  char     path[PATH_LEN + 160];
  char     temporary[PATH_LEN + 176];
  bool     folder, reserved, synced;
  Checksum sum;                          /* of everything that is on the disk, after fileset_sync or fileset_store */
  int      copies;                       /* at checkpoints */
  char     stored[RESULT_NAME_LEN + 48]; /* name in the folder after fileset_store */
} ResultFile;

typedef struct {
  char        dir[PATH_LEN];
  char        id[RUN_ID_LEN]; /* of the run that writes */
  Lock        lock;
  bool        locked; /* by this set */
  bool        made;   /* the folder did not exist */
  int         n;
  ResultFile *files[FILESET_MOST];
  Journal     removals;            /* at the next commit */
  bool        failed, pending;     /* pending: the journal is written, the next command completes it */
  int         cause;               /* errno of the first failure */
  MessageCode code;                /* of error */
  char        error[3 * PATH_LEN]; /* message of the first failure */
} FileSet;

/* Makes the folder and its parents, locks it, and completes or discards what a killed command left there; a checkpoint is kept.
 * Every function that fails stores the reason in set->error. Close it in either case. */
bool fileset_open(const char *dir, FileSet *set);
/* Removes everything that was not committed, the lock, and a folder that was made for nothing; accepts a set that is zero. */
void fileset_close(FileSet *set);
/* Opens a file under its temporary name; NULL after a failure. The set closes it. */
ResultFile *fileset_add(FileSet *set, const char *name);
/* The stream of such a file, for text like run.yaml. */
FILE *fileset_text(FileSet *set, const char *name);
/* Reserves a file, or makes a folder of files, that the caller writes and closes; returns the temporary name. */
const char *fileset_reserve(FileSet *set, const char *name, bool folder);
/* Stores the first failure with errno; returns false. */
bool fileset_fail(FileSet *set, MessageCode code, const char *what, const char *path);
/* Whether the machine failed (no space, no memory, a device) and not the choice of the folder. */
bool fileset_machine(const FileSet *set);
/* Stores that a file of an earlier run does not fit; returns false. */
bool fileset_misfit(FileSet *set, const char *path);
/* Removes a file or folder of an earlier run at the next commit. */
void fileset_remove(FileSet *set, const char *name);
/* Closes all files so far, brings them to the disk and computes their checksums. */
bool fileset_sync(FileSet *set);
/* Forgets all files so far, and the checkpoint of this run: it begins again. */
void fileset_restart(FileSet *set);
/* Renames all files to their final names and performs the removals. False: nothing was renamed, or `pending`. The set is empty afterwards
 * and may be used again. */
bool fileset_commit(FileSet *set);
/* Brings all files as they are to the disk and computes their checksums, while the run continues. Later bytes of streams are
 * appended; files that others write are copied. */
bool fileset_store(FileSet *set);
/* Replaces the checkpoint of the folder by this text, whose second line is "run ID"; removes files of earlier checkpoints. */
bool fileset_keep(FileSet *set, const char *text);

#endif

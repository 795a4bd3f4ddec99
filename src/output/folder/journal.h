/* The commit of a set of files as one: a list of renames and removals on the disk.
 *
 * The next command completes it if the process is killed. Before the list exists the folder has its old files, afterwards the new
 * ones count. */
#ifndef RIGEL_OUTPUT_FOLDER_JOURNAL_H
#define RIGEL_OUTPUT_FOLDER_JOURNAL_H

#include "output/folder/lock.h"

enum { JOURNAL_MOST = 96, RESULT_NAME_LEN = 128 };

typedef struct {
  char id[RUN_ID_LEN];
  int  n;
  struct {
    bool removed; /* the file is removed; otherwise its temporary file gets the name */
    char name[RESULT_NAME_LEN];
  } entry[JOURNAL_MOST];
} Journal;

/* A name without folder and control characters. */
bool result_name_valid(const char *name);
/* False: too many entries, or a name that is not valid. */
bool journal_add(Journal *journal, bool removed, const char *name);
/* Writes the journal to the disk; false: errno states the reason and nothing has changed. */
bool journal_write(const char *dir, const Journal *journal);
/* Renames and removes what the journal states, then removes the journal; entries that are done already are skipped. False: errno states
 * the reason, and the journal remains. */
bool journal_apply(const char *dir, const Journal *journal);
/* Completes the commit of a process that was killed; true if there is none. False: errno states the reason; EBADMSG: the journal is
 * damaged. */
bool journal_recover(const char *dir);

#endif

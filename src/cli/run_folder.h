/* The folders of a run: the one that it writes to, and the one of the run to resume. */
#ifndef RIGEL_CLI_RUN_FOLDER_H
#define RIGEL_CLI_RUN_FOLDER_H

#include "cli/common/results.h"
#include "cli/line/arguments.h"

typedef struct {
  char    dir[TEXT_LEN + NAME_LEN]; /* where to write */
  Results results;
  FileSet source; /* of --restart, if it is another folder: locked while it is read */
} RunFolder;

/* Opens both on one rank. *code: exit code after a message on stderr, unchanged if true. Close it in either case. */
bool run_folder_open(const Arguments *arguments, const char *name, RunFolder *folder, int *code);
void run_folder_close(RunFolder *folder);

#endif

/* Resuming an earlier run: restart.dat of its folder, or the checkpoint of a run that was killed.
 *
 * Both state the problem and the files of the run, which must be the same. */
#ifndef RIGEL_CLI_RECORD_RESTART_H
#define RIGEL_CLI_RECORD_RESTART_H

#include "output/writer.h"
#include "problem/observer.h"
#include "run/model.h"

#include <stdio.h>

typedef struct {
  const char *dir;          /* of the earlier run; NULL: there is none */
  bool        unfinished;   /* a checkpoint */
  char        origin[8192]; /* its problem file, as YAML text */
  Checkpoint  checkpoint;
  double     *numbers;        /* of the recorder: see recorder_resume */
  bool        same_reference; /* errors against it remain valid */
  int         nfiles;
  StoredFile  files[FILESET_MOST];
} Restart;

/* Reads the run in dir, whose recorder stored nnumbers: its checkpoint, if it has one and `finished` is false, or restart.dat. verify: also
 * compares the files of the run with their checksums. False after a message on stderr. Clear it in either case. */
bool restart_read(const char *dir, bool finished, const Model *model, int nnumbers, bool verify, Restart *restart);
void restart_clear(Restart *restart);
/* The first lines of a checkpoint in dir: element and problem file; false: there is none. Clear it in either case. */
bool restart_unfinished(const char *dir, Restart *restart);
/* The text of a restart file, with hexadecimal, hence exact, numbers, and a checksum at its end; NULL: out of memory. unfinished: for
 * a checkpoint. The caller frees it. */
char *restart_print(const Model *model, const char *origin, const FileSet *files, bool unfinished, int nnumbers,
                    const double *numbers, const Checkpoint *checkpoint);

#endif

/* The observer of `rigel run`: files, drifts, errors, progress. */
#ifndef RIGEL_CLI_RUN_RECORDER_H
#define RIGEL_CLI_RUN_RECORDER_H

#include "cli/run/restart.h"
#include "cli/run/tables.h"
#include "diag/reactions.h"
#include "diag/reference.h"
#include "run/model.h"

enum { WRITERS_MOST = 8 };

typedef struct {
  const WriterOps *ops;
  void            *self;
} Writer;

typedef struct {
  const Model   *model;
  FileSet        files;
  TableHead      tables[TABLES];
  int            nwriters;
  Writer         writers[WRITERS_MOST];
  bool           wants_poses;     /* a writer has poses */
  double         rows[TABLES];    /* written so far */
  int            first_element;   /* the element after which a resumed run begins; 0: the start */
  int            resume_element;  /* the last element after which a run can resume */
  double        *resume;          /* [recorder_resume_size] numbers of this recorder after it */
  bool           restart_written; /* restart.dat is among the files */
  InvariantMeter meter;
  Drift          drift;
  double         H_last, gamma_max, mu_max;
  double         condition_max, condition_paper_max, condition_1_max; /* NAN: not requested */
  double         condition_bound;                                     /* 1: at least one is only a lower bound */
  ReferenceError error;                                               /* against the reference; time = NAN: none */
  char           error_text[256];
  Reactions      reactions;      /* with joints only */
  double        *row;            /* of any table */
  Pose          *poses;          /* [nbodies] */
  double        *angle, *q_last; /* [nbodies] turned through, [nbodies][4]; boundary values only */
  double         started, shown; /* clock of the progress line */
  double         seconds_output;
  bool           terminal;
} Recorder;

/* Opens all files in dir. restart: the run to resume; its dir = NULL: none. False: files.error states why; destroy it in
 * either case. */
bool recorder_create(const Model *model, const char *dir, const Restart *restart, Recorder *recorder);
void recorder_destroy(Recorder *recorder);
/* Observer.sample: measures, writes, and shows progress; false: stop the run. */
bool recorder_sample(void *recorder, const Sample *sample);
/* Completes the files of all writers; verdict: how the run ended, in a word. */
bool recorder_close(Recorder *recorder, const char *verdict);
/* Erases the progress line. */
void recorder_end(Recorder *recorder);

/* How many numbers a resumed run needs from its recorder. */
int recorder_resume_size(const System *system);
/* Stores these numbers after an element, with its state. */
void recorder_mark(Recorder *recorder, int element, const double *z);
/* Loads those of an earlier run. */
void recorder_resume(Recorder *recorder, const Restart *restart);
/* Adds restart.dat to the files, if the run can resume. */
bool recorder_write_restart(Recorder *recorder, const Checkpoint *checkpoint);

#endif

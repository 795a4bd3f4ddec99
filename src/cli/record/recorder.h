/* The observer of `rigel run`: files, drifts, errors, progress. */
#ifndef RIGEL_CLI_RECORD_RECORDER_H
#define RIGEL_CLI_RECORD_RECORDER_H

#include "cli/common/progress.h"
#include "cli/record/restart.h"
#include "cli/record/tables.h"
#include "diag/error_bar.h"
#include "diag/reactions.h"
#include "diag/reference.h"
#include "run/model.h"
#include "run/watch.h"

enum { WRITERS_MOST = 8 };

typedef struct {
  const WriterOps *ops;
  void            *self;
} Writer;

typedef struct {
  const Model   *model;
  FileSet       *files;
  const char    *origin; /* the problem file, for run.yaml */
  TableHead      tables[TABLES];
  int            nwriters;
  Writer         writers[WRITERS_MOST];
  bool           wants_poses;     /* a writer has poses */
  double         rows[TABLES];    /* written so far */
  int            first_element;   /* the element after which a resumed run begins; 0: the start */
  int            resume_element;  /* the last element after which a run can resume */
  double        *resume;          /* [recorder_resume_size] numbers of this recorder after it */
  bool           restart_written; /* restart.dat is among the files */
  RunWatch       watch;
  RunJudgement   judgement;                                                               /* after the run */
  double         condition_max, condition_paper_max, condition_weak_max, condition_1_max; /* NAN: not requested */
  double         condition_bound; /* 1: at least one is only a lower bound */
  ReferenceError error;           /* against the reference; time = NAN: none */
  char           error_text[256];
  Reactions      reactions;           /* with joints only */
  double        *last_z, *last_error; /* [nz] state and its estimated error, of the last sample that has one */
  bool           has_error;
  double        *row;            /* of any table */
  Pose          *poses;          /* [nbodies] */
  double        *angle, *q_last; /* [nbodies] turned through, [nbodies][4]; boundary values only */
  Progress       progress;
  bool           one_solve; /* all elements are solved at once: progress counts iterations */
  double         seconds_output;
  double         stored, storing; /* clock of the last checkpoint, and the seconds that it took */
} Recorder;

/* Opens all files in the set. restart: the run to resume; its dir = NULL: none. False: files->error states why; destroy it in
 * either case. */
bool recorder_create(const Model *model, const char *origin, const Restart *restart, FileSet *files,
                     Recorder *recorder);
void recorder_destroy(Recorder *recorder);
/* Observer.sample: measures, writes, and shows progress; false: stop the run. */
bool recorder_sample(void *recorder, const Sample *sample);
/* Observer.again: forgets all samples; false: the files cannot be begun again. */
bool recorder_again(void *recorder);
/* Observer.iterated: shows progress of a run that is one solve. */
void recorder_iterated(void *recorder, const SolveProgress *solve);
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
/* Observer.due: whether the time for a checkpoint has come. */
bool recorder_due(void *recorder);
/* Observer.keep: writes a checkpoint of the run to the folder, if one is due. */
void recorder_keep(void *recorder, const Checkpoint *checkpoint);
/* Adds restart.dat to the files, which are synced, if the run can resume. */
bool recorder_write_restart(Recorder *recorder, const Checkpoint *checkpoint);

#endif

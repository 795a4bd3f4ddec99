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
  bool           follows;      /* one of them wants poses */
  double         rows[TABLES]; /* written so far */
  int            first;        /* the element that a restarted run went on from */
  int            marked;       /* the last element from which a restart is possible */
  double        *mark;         /* [recorder_tally] this recorder after it */
  bool           left;         /* restart.dat is among the files */
  InvariantMeter meter;
  Drift          drift;
  double         H_last, gamma_max, mu_max;
  double         condition_max, condition_paper_max, condition_1_max; /* NAN: not asked for */
  double         condition_bound;                                     /* 1: lower bounds were all that was found */
  ReferenceError error;                                               /* against the reference; time = NAN: none */
  char           error_text[256];
  Reactions      reactions;       /* with joints only */
  double        *row;             /* of any table */
  Pose          *poses;           /* [nbodies] */
  double        *turned, *last_q; /* [nbodies] angle turned through, [nbodies][4]; boundary values only */
  double         started, shown;  /* clock of the progress line */
  double         seconds_output;
  bool           terminal;
} Recorder;

/* restart: the run to go on with; its dir = NULL: none */
bool recorder_create(const Model *model, const char *dir, const Restart *restart, Recorder *recorder);
void recorder_destroy(Recorder *recorder);
/* Observer.sample */
bool recorder_sample(void *recorder, const Sample *sample);
/* Ends the writers' files; how the run ended, in a word. */
bool recorder_close(Recorder *recorder, const char *verdict);
/* Numbers that go over a restart. */
int recorder_tally(const System *system);
/* restart.dat, if there is a place to go on from. */
bool recorder_leave(Recorder *recorder, const Checkpoint *checkpoint);
/* Ends the progress line. */
void recorder_end(Recorder *recorder);

/* Interrupts (SIGINT, SIGTERM, SIGHUP) stop a run after the element at hand. */
void recorder_catch_interrupts(void);
/* Observer.stop */
bool   recorder_stop(void *recorder);
double clock_seconds(void);

#endif

/* The observer of `rigel run`: files, drifts, errors, progress. */
#ifndef RIGEL_APP_RECORDER_H
#define RIGEL_APP_RECORDER_H

#include "app/model.h"
#include "app/reactions.h"
#include "app/tables.h"
#include "diag/reference.h"

enum { WRITERS_MOST = 8 };

typedef struct {
  const WriterOps *ops;
  void            *self;
} Writer;

typedef struct {
  const Model   *model;
  CsvSet         files;
  TableHead      tables[TABLES];
  int            nwriters;
  Writer         writers[WRITERS_MOST];
  bool           follows; /* one of them wants poses */
  InvariantMeter meter;
  Drift          drift;
  double         H_last, gamma_max, mu_max;
  double         condition_max, condition_paper_max; /* NAN: not asked for */
  bool           has_error;
  ReferenceError error; /* against the reference */
  char           error_text[256];
  Reactions      reactions;       /* with joints only */
  double        *row;             /* of any table */
  Pose          *poses;           /* [nbodies] */
  double        *turned, *last_q; /* [nbodies] angle turned through, [nbodies][4]; boundary values only */
  double         started, shown;  /* clock of the progress line */
  double         seconds_output;
  bool           terminal;
} Recorder;

bool recorder_create(const Model *model, const char *dir, Recorder *recorder);
void recorder_destroy(Recorder *recorder);
/* Observer.sample */
bool recorder_sample(void *recorder, const Sample *sample);
/* Ends the writers' files; how the run ended, in a word. */
bool recorder_close(Recorder *recorder, const char *verdict);
/* Ends the progress line. */
void recorder_end(Recorder *recorder);

/* Interrupts (SIGINT, SIGTERM, SIGHUP) stop a run after the element at hand. */
void recorder_catch_interrupts(void);
/* Observer.stop */
bool   recorder_stop(void *recorder);
double clock_seconds(void);

#endif

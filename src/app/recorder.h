/* The observer of `rigel run`: files, drifts, errors, progress. */
#ifndef RIGEL_APP_RECORDER_H
#define RIGEL_APP_RECORDER_H

#include "app/model.h"
#include "diag/invariants.h"
#include "diag/reference.h"
#include "io/csv.h"
#include "observer.h"

typedef struct {
  const Model   *model;
  CsvSet         files;
  CsvFile       *state, *invariants, *multipliers, *newton; /* NULL: not written */
  InvariantMeter meter;
  Drift          drift;
  double         H_last, gamma_max, mu_max;
  double         condition_max, condition_paper_max; /* NAN: not asked for */
  bool           has_error;
  ReferenceError error; /* against the reference */
  char           error_text[256];
  double        *row;
  double        *turned, *last_q; /* [nbodies] angle turned through, [nbodies][4]; boundary values only */
  double         started, shown;  /* clock of the progress line */
  double         seconds_output;
  bool           terminal;
} Recorder;

bool recorder_create(const Model *model, const char *dir, Recorder *recorder);
void recorder_destroy(Recorder *recorder);
/* Observer.sample */
bool recorder_sample(void *recorder, const Sample *sample);
/* Ends the progress line. */
void recorder_end(Recorder *recorder);

/* Interrupts (SIGINT, SIGTERM, SIGHUP) stop a run after the element at hand. */
void recorder_catch_interrupts(void);
/* Observer.stop */
bool   recorder_stop(void *recorder);
double clock_seconds(void);

#endif

/* The progress line of long commands: how far, and the estimated time left; on a terminal only. */
#ifndef RIGEL_CLI_COMMON_PROGRESS_H
#define RIGEL_CLI_COMMON_PROGRESS_H

#include "problem/observer.h"

#include <stdbool.h>

typedef struct {
  bool   on;
  bool   drawn;
  double started, shown, wait;          /* clock; seconds without a line */
  int    stage;                         /* of the last iteration that was shown */
  double stage_started, stages_seconds; /* clock; of all complete stages */
  double solve_started, residual,
    rate; /* of the current solve; the largest share that an iteration left of a residual */
} Progress;

/* Whether lines are shown at all: not with --quiet and --json. For the whole program. */
void progress_allow(bool allowed);
/* Begins; nothing is shown in the first second, unless the caller changes `wait`. */
void progress_begin(Progress *progress);
/* Shows the line, at most five times a second. fraction: of the work that is done, NAN: unknown. */
void progress_show(Progress *progress, double fraction, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Shows an iteration of Newton's method. The time left follows from the residual: it falls by the smallest ratio seen so far. */
void progress_iterated(Progress *progress, const SolveProgress *solve);
/* Erases the line. */
void progress_end(Progress *progress);
/* Iterations of Newton's method until the tolerance, if each one leaves the share `rate` of the residual; NAN: unknown. */
double progress_iterations(double residual, double tolerance, double rate);

#endif

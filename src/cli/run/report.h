/* The summary that `rigel run` prints before and after a run. */
#ifndef RIGEL_CLI_RUN_REPORT_H
#define RIGEL_CLI_RUN_REPORT_H

#include "cli/run/recorder.h"
#include "scheme/scheme.h"

/* Before the run: method, sizes, what is exact by construction. */
void report_begin(const Model *model, FILE *stream);
/* After it: drifts, errors, Newton's method, time. */
void report_end(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream);
/* How the run ended, in a word. */
const char *report_verdict(const Recorder *recorder, const RunStatus *status);
/* What the scheme of the model conserves by construction. */
void report_exactness(const Model *model, Exactness *exact);

#endif

/* The summary that `rigel run` prints before and after a run. */
#ifndef RIGEL_CLI_REPORT_REPORT_H
#define RIGEL_CLI_REPORT_REPORT_H

#include "cli/record/recorder.h"
#include "scheme/scheme.h"

/* Before the run: method and sizes. */
void report_begin(const Model *model, FILE *stream);
/* After it: what is exact by construction, drifts, resolution, errors, Newton's method, time. */
void report_end(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream);
/* How the run ended, in a word. */
const char *report_verdict(const Recorder *recorder, const RunStatus *status);

#endif

/* What a run says: the summary on the terminal and the blocks that run.yaml adds to the problem. */
#ifndef RIGEL_CLI_RUN_REPORT_H
#define RIGEL_CLI_RUN_REPORT_H

#include "cli/run/recorder.h"
#include "scheme/scheme.h"

/* Before the run: method, sizes, what is exact by construction. */
void report_begin(const Model *model, FILE *stream);
/* After it: drifts, errors, Newton, time. */
void report_end(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream);
/* Blocks versions, timings, totals, results. */
void        report_write(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream);
const char *report_verdict(const Recorder *recorder, const RunStatus *status);

#endif

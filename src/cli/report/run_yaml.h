/* run.yaml: the effective problem, followed by versions, timings, totals and results. */
#ifndef RIGEL_CLI_REPORT_RUN_YAML_H
#define RIGEL_CLI_REPORT_RUN_YAML_H

#include "cli/report/report.h"

/* Writes the file; `rigel run run.yaml` ignores the blocks behind the problem and repeats the run. */
void run_yaml_write(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream);
/* The blocks behind the problem alone: versions, timings, run, files, totals, assembled, warnings, results. */
void run_yaml_blocks_write(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream);

#endif

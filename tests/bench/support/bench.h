/* What the benchmarks share: models without files, runs without output, the fastest of several repetitions. */
#ifndef RIGEL_TESTS_BENCH_H
#define RIGEL_TESTS_BENCH_H

#include "cli/common/clock.h"
#include "run/model.h"
#include "scheme/scheme.h"

enum { BENCH_NZ = 1024, BENCH_PASSES = 6 };

/* One run; set-up is not counted: the clock starts at the first sample and stops at the last one. */
typedef struct {
  double    seconds;
  double    watching; /* of these in the inner observer */
  RunStatus status;
  double    z[BENCH_NZ]; /* at the end */
} Timing;

/* How often to repeat: at least `least` times and until `seconds` have passed. The fastest run counts. */
typedef struct {
  int    least;
  double seconds;
} Repeat;

/* In one pass over a table. There are BENCH_PASSES of them, so that a busy while does not spoil a row. */
extern const Repeat bench_repeat;
void                bench_repeat_print(void);

PetscErrorCode bench_start(int *argc, char ***argv);
/* Reads a problem file, or ends the program with its faults. */
PetscErrorCode bench_read(const char *file, Model *model);
/* A chain of n quaternion bodies with spherical joints that hangs on the ground. */
PetscErrorCode bench_chain(int n, Model *model);
/* mG(k) with s Gauss points (GAUSS_AUTO: as the scheme likes) on n elements; n = 0 leaves the mesh as it is. */
void bench_set(Model *model, int k, int s, int n);

/* inner: an observer that also looks on, or NULL. */
PetscErrorCode bench_run(const Model *model, const Observer *inner, Timing *timing);
/* Repeats and keeps the fastest run, *best included: its seconds are infinite at first. */
PetscErrorCode bench_best(const Model *model, const Repeat *repeat, Timing *best);
/* Error e_loc at the end against the file's reference; infinite when the run did not get there. */
double bench_error(const Model *model, const Timing *timing);
/* The same for a state. */
double bench_state_error(const Model *model, const double *z);

#endif

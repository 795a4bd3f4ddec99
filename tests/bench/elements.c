/* Where the time of mG(k) goes, and how far it is from a bare Newton loop on LAPACK. */
#include "bare.h"
#include "base/vec.h"
#include "bench.h"
#include "cli/record/recorder.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct {
  const char *title, *file;
  bool        least_gauss; /* s = k instead of auto */
} Case;

static const Case cases[] = {
  {"spinning box, s = k", "problems/spinning_box.yaml", true},
  {"spinning box, s = auto", "problems/spinning_box.yaml", false},
  {"physical pendulum, s = auto", "problems/physical_pendulum.yaml", false},
};
static const int degrees[] = {1, 2, 3, 4, 6, 8};

enum { NCASES = sizeof cases / sizeof cases[0], NDEGREES = sizeof degrees / sizeof degrees[0] };

/* LU factorization (dense, sparse), triangular solves. */
static const char *const events[] = {"MatLUFactor", "MatLUFactorSym", "MatLUFactorNum", "MatSolve"};
enum { EVENTS = sizeof events / sizeof events[0] };

/* Seconds of one run. */
typedef struct {
  int    s;
  Timing solve;
  double output;        /* invariants and CSV files */
  Timing logged;        /* fastest run with PETSc's log on, for the shares */
  double event[EVENTS]; /* of the logged run */
  double bare, difference;
  long   bare_iterations;
} Row;

static PetscErrorCode case_read(const Case *c, int k, Model *model)
{
  PetscFunctionBeginUser;
  PetscCall(bench_read(c->file, model));
  bench_set(model, k, c->least_gauss ? k : GAUSS_AUTO, 0);
  PetscFunctionReturn(0);
}

/* Time that one run spends on its CSV files and what stands in them. */
static PetscErrorCode output_time(const Model *model, const char *dir, double *seconds)
{
  const Restart  none = {0};
  FileSet        files;
  Recorder       recorder;
  Timing         timing;
  const Observer observer = {.context = &recorder, .sample = recorder_sample};

  PetscFunctionBeginUser;
  PetscCheck(fileset_open(dir, &files) && recorder_create(model, "", &none, &files, &recorder), PETSC_COMM_SELF,
             PETSC_ERR_FILE_OPEN, "%s", files.error);
  recorder.progress.on = false;
  PetscCall(bench_run(model, &observer, &timing));
  recorder_destroy(&recorder);
  fileset_close(&files);
  *seconds = fmin(*seconds, timing.watching);
  PetscFunctionReturn(0);
}

static PetscErrorCode bare_time(const Model *model, double *z, Row *row)
{
  BareStatus status;

  PetscFunctionBeginUser;
  vec_copy(model->system.nz, model->z, z);
  PetscCheck(bare_run(&model->problem, &model->system, model->lambda, z, &status), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  if (status.converged) row->bare = fmin(row->bare, status.seconds);
  row->bare_iterations = status.iterations;
  PetscFunctionReturn(0);
}

/* Everything that PETSc's log would disturb; in turns, so that a busy machine disturbs all of them alike. */
static PetscErrorCode row_time(const Case *c, int k, Row *row)
{
  const Repeat once  = {1, 0.0};
  const double start = clock_seconds();
  char         dir[] = "/tmp/rigel_bench_XXXXXX";
  double       z[BENCH_NZ];
  Model        model;

  PetscFunctionBeginUser;
  PetscCall(case_read(c, k, &model));
  PetscCheck(mkdtemp(dir), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "no temporary folder");
  row->s = scheme_gauss(&model.problem, &model.system);
  for (int i = 0; i < bench_repeat.least || clock_seconds() - start < 3.0 * bench_repeat.seconds; i++) {
    PetscCall(bench_best(&model, &once, &row->solve));
    PetscCall(bare_time(&model, z, row));
    PetscCall(output_time(&model, dir, &row->output));
  }
  for (int i = 0; i < model.system.nz; i++)
    row->difference = fmax(row->difference, fabs(z[i] - row->solve.z[i]) / model.system.scale_z[i]);
  rmdir(dir);
  PetscCall(model_clear(&model));
  PetscFunctionReturn(0);
}

static PetscErrorCode event_seconds(const char *name, double *seconds)
{
  PetscLogEvent      event;
  PetscEventPerfInfo info;

  PetscFunctionBeginUser;
  PetscCall(PetscLogEventGetId(name, &event));
  PetscCall(PetscLogEventGetPerfInfo(PETSC_DETERMINE, event, &info));
  *seconds = info.time;
  PetscFunctionReturn(0);
}

/* Factorization and triangular solves by PETSc's log. */
static PetscErrorCode row_log(const Case *c, int k, Row *row)
{
  const double start = clock_seconds();
  Model        model;
  Timing       timing;

  PetscFunctionBeginUser;
  PetscCall(case_read(c, k, &model));
  for (int run = 0; run < bench_repeat.least || clock_seconds() - start < bench_repeat.seconds; run++) {
    double before[EVENTS], after[EVENTS];
    for (int i = 0; i < EVENTS; i++) PetscCall(event_seconds(events[i], &before[i]));
    PetscCall(bench_run(&model, NULL, &timing));
    for (int i = 0; i < EVENTS; i++) PetscCall(event_seconds(events[i], &after[i]));
    if (timing.seconds >= row->logged.seconds) continue;
    row->logged = timing;
    for (int i = 0; i < EVENTS; i++) row->event[i] = after[i] - before[i];
  }
  PetscCall(model_clear(&model));
  PetscFunctionReturn(0);
}

/* What the log itself costs per Newton iteration; it does not depend on the size, so the smallest case tells. */
static double log_cost(const Row *smallest)
{
  return (smallest->logged.seconds - smallest->solve.seconds) / (double)smallest->logged.status.iterations;
}

static void shares_print(const Row *rows, double cost)
{
  printf("   k   s    n   us/element  Newton/element |");
  printf(" residual Jacobian   factor    solve  SNES rest   other | CSV output\n");
  for (int i = 0; i < NDEGREES; i++) {
    const Row       *row    = &rows[i];
    const RunStatus *status = &row->logged.status;
    const double     n = status->elements, log = cost * (double)status->iterations;
    const double     part = 100.0 / (row->logged.seconds - log), newton = status->seconds_newton - log;
    const double     residual = status->seconds_residual, jacobian = status->seconds_jacobian;
    const double     factor = row->event[0] + row->event[1] + row->event[2], solve = row->event[3];
    printf("%4d%4d%5d%13.1f%16.2f |%7.0f %%%7.0f %%%7.0f %%%7.0f %%%9.0f %%%6.0f %% |%+7.0f %%\n", degrees[i], row->s,
           status->unknowns, 1e6 * row->solve.seconds / n, (double)status->iterations / n, part * residual,
           part * jacobian, part * factor, part * solve, part * (newton - residual - jacobian - factor - solve),
           100.0 - part * newton, 100.0 * row->output / row->solve.seconds);
  }
}

static void bare_print(const Row *rows)
{
  printf(
    "   k   s    n   Rigel us/element  bare us/element   ratio   Newton Rigel   bare   difference of end states\n");
  for (int i = 0; i < NDEGREES; i++) {
    const Row       *row    = &rows[i];
    const RunStatus *status = &row->solve.status;
    const double     n      = status->elements;
    printf("%4d%4d%5d%19.1f%17.1f%8.2f%15.2f%7.2f%27.1e\n", degrees[i], row->s, status->unknowns,
           1e6 * row->solve.seconds / n, 1e6 * row->bare / n, row->solve.seconds / row->bare,
           (double)status->iterations / n, (double)row->bare_iterations / n, row->difference);
  }
}

static void rows_init(Row rows[NCASES][NDEGREES])
{
  for (int c = 0; c < NCASES; c++)
    for (int i = 0; i < NDEGREES; i++) {
      Row *row           = &rows[c][i];
      row->solve.seconds = row->logged.seconds = row->output = row->bare = INFINITY;
    }
}

static PetscErrorCode rows_pass(PetscErrorCode (*measure)(const Case *, int, Row *), Row rows[NCASES][NDEGREES])
{
  PetscFunctionBeginUser;
  for (int pass = 0; pass < BENCH_PASSES; pass++)
    for (int c = 0; c < NCASES; c++)
      for (int i = 0; i < NDEGREES; i++) PetscCall(measure(&cases[c], degrees[i], &rows[c][i]));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  static Row rows[NCASES][NDEGREES];

  PetscCall(bench_start(&argc, &argv));
  rows_init(rows);
  PetscCall(rows_pass(row_time, rows));
  PetscCall(PetscLogDefaultBegin());
  PetscCall(rows_pass(row_log, rows));
  const double cost = log_cost(&rows[0][0]);
  printf(
    "Time of mG(k) per element, step of the problem file; n unknowns. Shares: residual and Jacobian with their way\n"
    "into the matrix, LU factors, triangular solves, of further runs with PETSc's log on, whose own %.1f us per\n"
    "iteration are taken off. CSV output: on top of it.\n",
    1e6 * cost);
  bench_repeat_print();
  for (int c = 0; c < NCASES; c++) {
    printf("\n%s: where the time goes\n", cases[c].title);
    shares_print(rows[c], cost);
  }
  printf("\nThe same elements by a bare Newton loop with LAPACK dgesv on the same element kernel.\n");
  for (int c = 0; c < NCASES; c++) {
    printf("\n%s: Rigel and a bare loop\n", cases[c].title);
    bare_print(rows[c]);
  }
  PetscCall(PetscFinalize());
  return 0;
}

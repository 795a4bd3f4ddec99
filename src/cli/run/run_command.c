/* `rigel run`: options, restart, ranks, the run itself, and its files. */
#include "cli/arguments.h"
#include "cli/clock.h"
#include "cli/command.h"
#include "cli/run/interrupt.h"
#include "cli/run/report.h"
#include "cli/run/run_yaml.h"
#include "linear/linear.h"
#include "output/manifest.h"
#include "run/run.h"
#include "scheme/window/estimate.h"
#include "time/mesh.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

static const char run_help[] =
  "usage: rigel run FILE [-o DIR] [--restart DIR] [--set key.path=value ...] [-- PETSc options]\n"
  "\n"
  "Solves the problem in FILE (-: the standard input) and writes state.csv, invariants.csv, multipliers.csv, newton.csv\n"
  "and run.yaml.\n"
  "\n"
  "  -o, --output DIR      where to write; default results/<name>/, with --restart its folder\n"
  "  --restart DIR         resumes the run in DIR up to the end that FILE states; the results are those of one run\n"
  "  --set key.path=value  replaces a value of the file: --set time.step=0.01 --set bodies.box.mass=3; items of a list\n"
  "                        are chosen by name or by index from 0; an empty value (--set reference=) removes the key\n"
  "  -- OPTIONS            for PETSc: -- -snes_monitor; recorded in run.yaml\n"
  "\n"
  "run.yaml contains the effective problem; rigel run DIR/run.yaml repeats the run.\n"
  "Exit codes: 0 done, 1 internal error or full disk, 2 bad input, 3 did not converge, 130 interrupted.\n";

/* Passes the PETSc options of the file and of the command line to PETSc, in this order, and stores both in the
 * problem. */
static PetscErrorCode options_apply(Problem *problem, const char *more, bool *fits)
{
  char both[2 * TEXT_LEN];

  PetscFunctionBeginUser;
  snprintf(both, sizeof both, "%s%s%s", problem->solver.petsc, problem->solver.petsc[0] && more[0] ? " " : "", more);
  *fits = strlen(both) < sizeof problem->solver.petsc;
  if (!*fits) PetscFunctionReturn(0);
  memcpy(problem->solver.petsc, both, strlen(both) + 1);
  PetscCall(PetscOptionsInsertString(NULL, both));
  PetscFunctionReturn(0);
}

/* Reports PETSc options that were not used, most likely misspelt: on a stream, or as the last key of the results in
 * run.yaml. */
static PetscErrorCode options_left(bool yaml, FILE *stream)
{
  PetscInt    n;
  char      **names, **values;
  const char *comma = "  petsc_unused: [";

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n; i++) {
    if (strcmp(names[i], "options_left") == 0) continue; /* PETSc reads it at the very end */
    if (yaml) fprintf(stream, "%s\"-%s\"", comma, names[i]);
    else fprintf(stream, "rigel run: PETSc option -%s was not used\n", names[i]);
    comma = ", ";
  }
  if (yaml && comma[0] == ',') fprintf(stream, "]\n");
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscFunctionReturn(0);
}

/* A failure to write counts more than the verdict of the run. */
static int exit_code(const Recorder *recorder, const RunStatus *status)
{
  if (recorder->files.failed) return EXIT_INTERNAL;
  if (status->verdict == RUN_REFUSED) return EXIT_INPUT;
  if (status->verdict == RUN_NOT_CONVERGED) return EXIT_DIVERGED;
  return status->verdict == RUN_STOPPED ? EXIT_INTERRUPTED : EXIT_DONE;
}

/* Whether this run writes name n of a writer; the names of csv are those of the tables. */
static bool is_written(const Recorder *recorder, int writer, int n)
{
  const ProblemOutput *output = &recorder->model->problem.output;

  if (output->every == 0 || !(output->formats >> writer & 1u)) return false;
  return writer_list[writer] != &csv_writer || table_is_written(&recorder->model->system, (TableKind)n);
}

/* Removes files of an earlier run that this run does not write, since they do not belong to its run.yaml. */
static void files_forget(const Recorder *recorder)
{
  for (int i = 0; writer_list[i]; i++)
    for (int n = 0; writer_list[i]->names[n]; n++)
      if (!is_written(recorder, i, n)) fileset_remove(&recorder->files, writer_list[i]->names[n]);
  if (!recorder->restart_written) fileset_remove(&recorder->files, "restart.dat");
}

/* Writes run.yaml and renames all files. Results of a run that did not reach its end are kept. */
static bool files_commit(Recorder *recorder, const Checkpoint *checkpoint, const RunStatus *status, double seconds)
{
  FileSet *files = &recorder->files;
  FILE    *stream;

  if (!files->failed && recorder_close(recorder, report_verdict(recorder, status)) &&
      recorder_write_restart(recorder, checkpoint) && (stream = fileset_text(files, "run.yaml"))) {
    run_yaml_write(recorder, status, seconds, stream);
    (void)options_left(true, stream);
  }
  if (!files->failed && fileset_commit(files)) {
    files_forget(recorder);
    return true;
  }
  fprintf(stderr, "rigel run: %s; nothing was written under a final name\n", files->error);
  return false;
}

/* Whether the run supports this number of ranks; prints the reason otherwise. */
static bool ranks_fit(const Model *model, int size)
{
  const int        elements = mesh_elements(&model->problem.time);
  const int        window = scheme_window(&model->problem, elements), rest = elements % window;
  const LinearKind linear = model->problem.solver.linear;
  if (size == 1) return true;
  if (window == 1)
    fprintf(stderr,
            "rigel run: found %d MPI ranks, expected one: time stepping is serial; use scheme mG with window: all\n",
            size);
  else if (size > window)
    fprintf(stderr,
            "rigel run: found %d MPI ranks for %d elements in a window, expected at most one rank per element\n", size,
            window);
  else if (rest > 0 && rest < size && model->problem.method.scheme->galerkin == GALERKIN_BUBNOV)
    fprintf(stderr,
            "rigel run: found %d MPI ranks for the %d elements of the last window of BG, expected at most one rank per "
            "element: other windows would give other results\n",
            size, rest);
  else if (!linear_is_parallel(linear))
    fprintf(stderr, "rigel run: found solver.linear: %s on %d ranks, expected auto, block or mumps\n",
            linear_names[linear], size);
  else return true;
  return false;
}

/* Observer.sample of the other ranks, which only compute. */
static bool sample_ignore(void *context, const Sample *sample)
{
  (void)context, (void)sample;
  return true;
}

/* Prints the summary and commits the files, on rank 0; returns the exit code. */
static int run_finish(Recorder *recorder, const Checkpoint *checkpoint, const RunStatus *status, double seconds,
                      const char *dir)
{
  int code = exit_code(recorder, status);

  recorder_end(recorder);
  report_end(recorder, status, seconds, stdout);
  if (files_commit(recorder, checkpoint, status, seconds)) fprintf(stdout, "  written  %s\n", dir);
  else code = EXIT_INTERNAL;
  fflush(stdout);
  if (run_failed(status)) fprintf(stderr, "rigel run: %s: %s\n", recorder->model->problem.file, status->message);
  return code;
}

/* Runs the model on all ranks; rank 0 records. */
static PetscErrorCode model_run(const Model *model, const char *dir, Restart *restart, int *code)
{
  Recorder  recorder;
  RunStatus status;
  Observer  observer = {
     .context = &recorder, .sample = recorder_sample, .stop = interrupted, .checkpoint = &restart->checkpoint};
  PetscMPIInt rank, size;
  int         good = 1;
  bool        fits;
  char        message[sizeof status.message];

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (!ranks_fit(model, size)) PetscFunctionReturn(0);
  PetscCall(estimate_fits(&model->problem, &model->system, PETSC_COMM_WORLD, 1, &fits, message, sizeof message));
  if (!fits) {
    if (rank == 0) fprintf(stderr, "rigel run: %s\n", message);
    PetscFunctionReturn(0);
  }
  if (rank > 0) observer.sample = sample_ignore;
  else if (!recorder_create(model, dir, restart, &recorder)) {
    fprintf(stderr, "rigel run: %s\n", recorder.files.error);
    if (recorder.files.cause == ENOSPC) *code = EXIT_INTERNAL;
    recorder_destroy(&recorder);
    good = 0;
  }
  PetscCallMPI(MPI_Bcast(&good, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  if (!good) PetscFunctionReturn(0);
  if (rank == 0) report_begin(model, stdout);
  if (rank == 0 && restart->dir)
    fprintf(stdout, "  restart  after element %d of %s\n", restart->checkpoint.element, restart->dir);
  fflush(stdout);
  const double         start = clock_seconds();
  const PetscErrorCode ierr =
    problem_run_fitting(&model->problem, &model->system, model->z, model->lambda, &observer, &status);
  if (ierr && rank == 0) recorder_destroy(&recorder);
  PetscCall(ierr);
  if (rank == 0) {
    *code = run_finish(&recorder, &restart->checkpoint, &status, clock_seconds() - start, dir);
    recorder_destroy(&recorder);
  }
  PetscCallMPI(MPI_Bcast(code, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  PetscCall(options_left(false, stderr));
  PetscFunctionReturn(0);
}

/* Reads the run to resume on every rank; *found is the same on all of them. */
static PetscErrorCode restart_find(const char *dir, const Model *model, Restart *restart, bool *found)
{
  int mine, all;

  PetscFunctionBeginUser;
  *found = true;
  if (!dir) PetscFunctionReturn(0);
  mine = restart_read(dir, model, recorder_resume_size(&model->system), restart);
  PetscCallMPI(MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, PETSC_COMM_WORLD));
  *found = all != 0;
  PetscFunctionReturn(0);
}

/* Reads the problem on every rank, then the run to resume, then runs. */
static PetscErrorCode run_run(int argc, char **argv, int *code)
{
  Arguments   arguments;
  FaultList   faults;
  Model       model;
  char        dir[TEXT_LEN + NAME_LEN];
  Restart     restart = {0};
  bool        fits = true, found = true;
  PetscMPIInt size;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  if (!arguments_parse(argc, argv, true, &arguments)) PetscFunctionReturn(0);
  if (arguments.help) {
    fputs(run_help, stdout);
    *code = EXIT_DONE;
    PetscFunctionReturn(0);
  }
  interrupts_catch();
  fault_init(&faults, arguments.file);
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1 && strcmp(arguments.file, "-") == 0) {
    fprintf(stderr, "rigel run: found - on %d ranks, expected a file: only one of them has the standard input\n", size);
    PetscFunctionReturn(0);
  }
  PetscCall(model_read(arguments.file, arguments.nset, arguments.set, &faults, &model));
  fault_print(&faults, stderr);
  if (model.ready) {
    PetscCall(options_apply(&model.problem, arguments.petsc, &fits));
    if (arguments.output || arguments.restart)
      snprintf(dir, sizeof dir, "%s", arguments.output ? arguments.output : arguments.restart);
    else snprintf(dir, sizeof dir, "results/%s", model.problem.name);
    if (!fits) fprintf(stderr, "rigel run: too many PETSc options\n");
    else PetscCall(restart_find(arguments.restart, &model, &restart, &found));
    if (fits && found) PetscCall(model_run(&model, dir, &restart, code));
    restart_clear(&restart);
  }
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

const Command run_command = {
  .name = "run", .summary = "solve the problem in FILE and write its results", .help = run_help, .run = run_run};

/* `rigel run`: options, restart, ranks, the run itself, and its files. */
#include "base/words.h"
#include "cli/common/clock.h"
#include "cli/common/interrupt.h"
#include "cli/line/command_options.h"
#include "cli/program.h"
#include "cli/report/report.h"
#include "cli/report/run_yaml.h"
#include "cli/report/trust.h"
#include "cli/run_folder.h"
#include "cli/run_hint.h"
#include "input/schema/petsc_option.h"
#include "linear/linear.h"
#include "output/folder/folder.h"
#include "output/manifest.h"
#include "run/run.h"
#include "scheme/window/estimate.h"
#include "time/mesh.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Option run_options[] = {
  OUTPUT_OPTION("where to write; default results/<name>/, with --restart its folder"),
  {.name    = "--restart",
   .value   = "DIR",
   .missing = "a directory",
   .help =
     "resumes the run in DIR, also one that was killed, up to the end that FILE states; the results are those of one run",
   .id    = OPTION_RESTART,
   .offer = {.kind = OFFER_FOLDERS}},
  ACCURACY_OPTION(
    "error of the end state that the run may have, as 1e-8: lengths and degree of the elements follow from it, and "
    "time.step, time.elements, method.degree and method.gauss of the file are ignored (mG and em)"),
  FORCE_OPTION("replaces results of another problem in the folder, or discards an unfinished run there"),
  SET_OPTION(
    "replaces a value of the file: --set time.step=0.01 --set bodies.box.mass=3; items of a list are chosen by name or "
    "by index from 0; an empty value (--set reference=) removes the key"),
  {.name = NULL},
};

/* Passes the PETSc options of the file and of the command line to PETSc, in this order, and stores both in the
 * problem. run.yaml repeats those that a file may set. */
static PetscErrorCode options_apply(ProblemSolver *solver, const char *more, bool *fits)
{
  char allowed[TEXT_LEN], both[2 * TEXT_LEN];

  PetscFunctionBeginUser;
  petsc_options_split(more, allowed, solver->petsc_private);
  snprintf(both, sizeof both, "%s%s%s", solver->petsc, solver->petsc[0] && allowed[0] ? " " : "", allowed);
  *fits = strlen(both) < sizeof solver->petsc;
  if (!*fits) PetscFunctionReturn(0);
  memcpy(solver->petsc, both, strlen(both) + 1);
  PetscCall(PetscOptionsInsertString(NULL, both));
  PetscCall(PetscOptionsInsertString(NULL, solver->petsc_private));
  PetscFunctionReturn(0);
}

/* Reports PETSc options that were not used, most likely misspelt: as the last key of the results in run.yaml, or on stderr if that is
 * NULL. */
static PetscErrorCode options_left(FILE *yaml)
{
  PetscInt    n;
  char      **names, **values;
  const char *comma = "  petsc_unused: [";

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n; i++) {
    if (strcmp(names[i], "options_left") == 0) continue; /* PETSc reads it at the very end */
    if (yaml) fprintf(yaml, "%s\"-%s\"", comma, names[i]);
    else message_say(R0808_PETSC_UNUSED, "rigel run: PETSc option -%s was not used", names[i]);
    comma = ", ";
  }
  if (yaml && comma[0] == ',') fprintf(yaml, "]\n");
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  PetscFunctionReturn(0);
}

/* A failure to write counts more than the verdict of the run. */
static int exit_code(const Recorder *recorder, const RunStatus *status)
{
  if (recorder->files->failed) return EXIT_INTERNAL;
  if (status->verdict == RUN_REFUSED) return EXIT_INPUT;
  if (run_failed(status)) return EXIT_DIVERGED;
  return status->verdict == RUN_STOPPED ? EXIT_INTERRUPTED : EXIT_DONE;
}

/* Whether this run writes name n of a writer; the names of csv are those of the tables. */
static bool is_written(const Recorder *recorder, int writer, int n)
{
  const ProblemOutput *output = &recorder->model->problem.output;

  if (output->every == 0 || !(output->formats >> writer & 1u)) return false;
  return writer_list[writer] != &csv_writer ||
         table_is_written(&recorder->model->problem, &recorder->model->system, (TableKind)n);
}

/* Removes files of an earlier run that this run does not write, files that other commands derived from it, and checkpoints: none
 * of them belongs to the new run.yaml. */
static void files_forget(Recorder *recorder)
{
  static const char *const derived[] = {"view.html", "plot.svg", "gradients.csv", CHECKPOINT_NAME};

  for (int i = 0; writer_list[i]; i++)
    for (int n = 0; writer_list[i]->names[n]; n++)
      if (!is_written(recorder, i, n)) fileset_remove(recorder->files, writer_list[i]->names[n]);
  if (!recorder->restart_written) fileset_remove(recorder->files, "restart.dat");
  for (size_t i = 0; i < sizeof derived / sizeof derived[0]; i++) fileset_remove(recorder->files, derived[i]);
}

/* Completes all files with run.yaml, under temporary names. Results of a run that did not reach its end are kept. */
static void files_complete(Recorder *recorder, const Checkpoint *checkpoint, const RunStatus *status, double seconds)
{
  FileSet *files = recorder->files;
  FILE    *stream;

  if (!files->failed && recorder_close(recorder, report_verdict(recorder, status)) && fileset_sync(files) &&
      recorder_write_restart(recorder, checkpoint) && (stream = fileset_text(files, "run.yaml"))) {
    run_yaml_write(recorder, status, seconds, stream);
    (void)options_left(stream);
  }
  if (!files->failed) files_forget(recorder);
}

/* Renames all files. */
static bool files_commit(FileSet *files)
{
  if (!files->failed && fileset_commit(files)) return true;
  message_say(files->code, "rigel run: %s; %s", files->error,
              files->pending ? "the next command in this folder completes the files"
                             : "nothing was written under a final name");
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
    message_say(R0811_RANKS_SERIAL,
                "rigel run: found %d MPI ranks, expected one: time stepping is serial; use scheme mG with window: all",
                size);
  else if (size > window)
    message_say(R0812_RANKS_MANY,
                "rigel run: found %d MPI ranks for %d element%s in a window, expected at most one rank per element",
                size, window, word_plural(window));
  else if (rest > 0 && rest < size && model->problem.method.scheme->galerkin == GALERKIN_BUBNOV)
    message_say(
      R0812_RANKS_MANY,
      "rigel run: found %d MPI ranks for the %d element%s of the last window of BG, expected at most one rank per "
      "element: other windows would give other results",
      size, rest, word_plural(rest));
  else if (!linear_is_parallel(linear))
    message_say(R0813_RANKS_LINEAR, "rigel run: found solver.linear: %s on %d ranks, expected auto, block or mumps",
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

/* --verbose: every table with its size. */
static void files_print(const FileSet *files)
{
  for (int i = 0; i < files->n; i++)
    if (files->files[i]->synced)
      printf("  file     %s, %" PRIu64 " bytes\n", files->files[i]->name, files->files[i]->sum.size);
}

/* Members of the answer: all blocks that the run adds to run.yaml. Warnings come with the messages. */
static void run_answer(Answer *answer, const Recorder *recorder, const RunStatus *status, double seconds,
                       const char *dir)
{
  char  *text   = NULL;
  size_t size   = 0;
  FILE  *stream = open_memstream(&text, &size);

  if (!stream) return;
  run_yaml_blocks_write(recorder, status, seconds, stream);
  (void)options_left(stream);
  fclose(stream);
  json_put_text(&answer->json, "name", recorder->model->problem.name);
  json_put_text(&answer->json, "folder", dir);
  (void)answer_yaml(answer, text, "warnings");
  free(text);
}

/* Prints the summary and commits the files, on rank 0; returns the exit code. */
static int run_finish(const CommandLine *line, Recorder *recorder, const Checkpoint *checkpoint, RunStatus *status,
                      double seconds, const char *dir)
{
  const char *file = recorder->model->problem.file;
  char        text[512];

  run_watch_judge(&recorder->watch, status, &recorder->judgement);
  int code = exit_code(recorder, status);
  recorder_end(recorder);
  report_end(recorder, status, seconds, stdout);
  files_complete(recorder, checkpoint, status, seconds);
  if (line->verbose) files_print(recorder->files);
  if (line->answer) run_answer(line->answer, recorder, status, seconds, dir);
  if (files_commit(recorder->files)) fprintf(stdout, "  written  %s\n", dir);
  else code = EXIT_INTERNAL;
  run_hint(line, recorder, status, dir);
  fflush(stdout);
  resolution_warn(&recorder->judgement.resolution, text, sizeof text);
  if (text[0]) message_say(R0601_NOT_RESOLVED, "rigel run: %s: %s", file, text);
  if (run_failed(status)) message_say(status->code, "rigel run: %s: %s", file, status->message);
  return code;
}

/* Whether ranks and memory suffice, before any folder is made; the same on all ranks. */
static PetscErrorCode model_fits(const Model *model, bool *fits)
{
  PetscMPIInt rank, size;
  Notice      why;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  *fits = ranks_fit(model, size);
  if (!*fits) PetscFunctionReturn(0);
  PetscCall(estimate_fits(&model->problem, &model->system, PETSC_COMM_WORLD, 1, fits, &why));
  if (!*fits && rank == 0) message_say(why.code, "rigel run: %s", why.text);
  PetscFunctionReturn(0);
}

/* Opens the files of the run on rank 0; the folder to resume from is free afterwards. */
static bool recorder_open(const Model *model, const Restart *restart, RunFolder *folder, Recorder *recorder, int *code)
{
  FileSet *files = &folder->results.files;

  const bool good = recorder_create(model, folder->results.origin, restart, files, recorder);
  fileset_close(&folder->source);
  if (good) return true;
  message_say(files->code, "rigel run: %s", files->error);
  if (fileset_machine(files)) *code = EXIT_INTERNAL;
  recorder_destroy(recorder);
  return false;
}

/* Runs the model on all ranks; rank 0 records. */
static PetscErrorCode model_run(const CommandLine *line, Model *model, Restart *restart, RunFolder *folder, int *code)
{
  Recorder    recorder;
  RunStatus   status;
  Observer    observer = {.context    = &recorder,
                          .sample     = recorder_sample,
                          .stop       = interrupted,
                          .again      = recorder_again,
                          .iterated   = recorder_iterated,
                          .due        = recorder_due,
                          .keep       = recorder_keep,
                          .checkpoint = &restart->checkpoint};
  PetscMPIInt rank;
  int         good = 1;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (rank == 0) good = recorder_open(model, restart, folder, &recorder, code);
  else observer = (Observer){.sample = sample_ignore, .stop = interrupted, .checkpoint = &restart->checkpoint};
  PetscCallMPI(MPI_Bcast(&good, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  if (!good) PetscFunctionReturn(0);
  if (rank == 0) report_begin(model, stdout);
  if (rank == 0 && restart->dir)
    fprintf(stdout, "  restart  after element %d of %s\n", restart->checkpoint.element, restart->dir);
  fflush(stdout);
  const double         start = clock_seconds();
  const PetscErrorCode ierr =
    problem_run_exchanging(&model->problem, &model->system, model->z, model->lambda, &observer, &status);
  if (ierr && rank == 0) recorder_destroy(&recorder);
  PetscCall(ierr);
  if (rank == 0) {
    *code = run_finish(line, &recorder, &restart->checkpoint, &status, clock_seconds() - start, folder->dir);
    recorder_destroy(&recorder);
  }
  PetscCallMPI(MPI_Bcast(code, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  PetscCall(options_left(NULL));
  PetscFunctionReturn(0);
}

/* Opens the folders on rank 0, then reads the run to resume on every rank; *found is the same on all of them. */
static PetscErrorCode restart_find(const Arguments *arguments, const Model *model, RunFolder *folder, Restart *restart,
                                   bool *found, int *code)
{
  PetscMPIInt rank;
  int         good = 1, all;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (rank == 0) good = run_folder_open(arguments, model->problem.name, folder, code);
  PetscCallMPI(MPI_Bcast(&good, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  if (good && arguments->restart)
    good = restart_read(arguments->restart, arguments->force, model, recorder_resume_size(&model->system), rank == 0,
                        restart);
  PetscCallMPI(MPI_Allreduce(&good, &all, 1, MPI_INT, MPI_MIN, PETSC_COMM_WORLD));
  PetscCallMPI(MPI_Bcast(code, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  *found = all != 0;
  PetscFunctionReturn(0);
}

/* Runs a model that is ready: checks, folders, the run itself. */
static PetscErrorCode model_start(const CommandLine *line, const Arguments *arguments, Model *model, int *code)
{
  RunFolder      folder  = {.dir = ""};
  Restart        restart = {0};
  bool           fits = true, found = false;
  PetscErrorCode ierr = 0;

  PetscFunctionBeginUser;
  PetscCall(options_apply(&model->problem.solver, arguments->petsc, &fits));
  if (!fits) message_say(R0805_TOO_MANY, "rigel run: too many PETSc options");
  else PetscCall(model_fits(model, &fits));
  if (fits) PetscCall(restart_find(arguments, model, &folder, &restart, &found, code));
  if (found) ierr = model_run(line, model, &restart, &folder, code);
  run_folder_close(&folder);
  restart_clear(&restart);
  PetscCall(ierr);
  PetscFunctionReturn(0);
}

/* Reads the problem on every rank, then the run to resume, then runs. */
static PetscErrorCode run_run(const CommandLine *line, int *code)
{
  Arguments   arguments;
  FaultList   faults;
  Model       model;
  PetscMPIInt size;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  if (!arguments_take(line, &arguments)) PetscFunctionReturn(0);
  interrupts_catch();
  fault_init(&faults, arguments.file);
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1 && strcmp(arguments.file, "-") == 0) {
    message_say(R0814_RANKS_INPUT,
                "rigel run: found - on %d ranks, expected a file: only one of them has the standard input", size);
    PetscFunctionReturn(0);
  }
  PetscCall(model_read(arguments.file, arguments.nset, arguments.set, &faults, &model));
  fault_print(&faults, stderr);
  fault_print(&model.warnings, stderr);
  if (model.ready) PetscCall(model_start(line, &arguments, &model, code));
  if (faults.memory) *code = EXIT_INTERNAL;
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

const Command run_command = {
  .name    = "run",
  .summary = "solve the problem in FILE and write its results",
  .usage   = "FILE",
  .text =
    "Solves the problem in FILE (-: the standard input) and writes state.csv, invariants.csv, multipliers.csv, newton.csv\n"
    "and run.yaml.\n",
  .more    = "run.yaml contains the effective problem; rigel run DIR/run.yaml repeats the run.\n\n",
  .exits   = "0 done, 1 internal error or full disk, 2 bad input, 3 did not converge or wrong, 130 interrupted",
  .options = run_options,
  .operand = {{.kind = OFFER_FILES}},
  .example = {{"rigel run problems/spinning_box.yaml", "writes results/spinning_box/"},
              {"rigel run problems/spinning_box.yaml -o results/box3 --set method.degree=3 --set time.step=0.1",
               "changes two values of the file"},
              {"rigel run problems/spinning_box.yaml --json --set output.every=0",
               "prints the results as one JSON object"},
              {"rigel run problems/heavy_top.yaml -o results/top --set time.end=0.1 -- -snes_monitor",
               "shows the residuals of Newton's method"}},
  .files   = true,
  .petsc   = true,
  .json    = true,
  .run     = run_run};

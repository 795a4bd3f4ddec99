/* `rigel study`: its entry in the table of commands, its columns, its kinds, and the sequence of its steps. */
#include "cli/study/study.h"

#include "cli/common/interrupt.h"
#include "cli/line/hint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const ColumnName study_columns[COLUMNS] = {
  [COLUMN_H]               = {"h", "time step h"},
  [COLUMN_ELEMENTS]        = {"elements", "elements"},
  [COLUMN_GAUSS]           = {"points", "Gauss points s"},
  [COLUMN_UNKNOWNS]        = {"unknowns", "unknowns"},
  [COLUMN_E_LOC]           = {"e_loc", "e_loc = |q_ref - q| / |q_ref|"},
  [COLUMN_ROTATION]        = {"rotation", "rotation error |R_ref R^T - I|_F"},
  [COLUMN_POSITION]        = {"position", "relative error of the centre of mass"},
  [COLUMN_H_RELATIVE]      = {"drift_H_relative", "relative drift of the energy H"},
  [COLUMN_L_RELATIVE]      = {"drift_L_relative", "relative drift of the angular momentum L"},
  [COLUMN_P_RELATIVE]      = {"drift_P_relative", "relative drift of the linear momentum P"},
  [COLUMN_PHI_SCALED]      = {"phi_max_scaled", "largest violation of Phi (scaled)"},
  [COLUMN_PSI_SCALED]      = {"psi_max_scaled", "largest violation of Psi (scaled)"},
  [COLUMN_DRIFT_H]         = {"drift_H", "drift of H"},
  [COLUMN_L1]              = {"drift_L1", "drift of L1"},
  [COLUMN_L2]              = {"drift_L2", "drift of L2"},
  [COLUMN_L3]              = {"drift_L3", "drift of L3"},
  [COLUMN_P1]              = {"drift_P1", "drift of P1"},
  [COLUMN_P2]              = {"drift_P2", "drift of P2"},
  [COLUMN_P3]              = {"drift_P3", "drift of P3"},
  [COLUMN_PHI]             = {"phi_max", "largest |Phi|"},
  [COLUMN_PSI]             = {"psi_max", "largest |Psi|"},
  [COLUMN_CONDITION]       = {"condition", "condition number as solved (2-norm)"},
  [COLUMN_CONDITION_PAPER] = {"condition_paper", "condition number in the scaling of May and Betsch"},
  [COLUMN_CONDITION_WEAK]  = {"condition_weak", "condition number of the literal weak form"},
  [COLUMN_CONDITION_1]     = {"condition_1", "condition number as solved (1-norm estimate)"},
  [COLUMN_X]               = {"x", "x"},
  [COLUMN_Y]               = {"y", "y"},
  [COLUMN_Z]               = {"z", "z"},
  [COLUMN_Q0]              = {"q0", "q0"},
  [COLUMN_Q1]              = {"q1", "q1"},
  [COLUMN_Q2]              = {"q2", "q2"},
  [COLUMN_Q3]              = {"q3", "q3"},
  [COLUMN_COST]            = {"cost", "cost"},
  [COLUMN_ITERATIONS]      = {"newton_iterations", "Newton iterations"},
  [COLUMN_CORRECTIONS]     = {"corrections", "corrections with kept factors"},
  [COLUMN_SECONDS]         = {"seconds", "seconds"},
  [COLUMN_CPU]             = {"cpu_seconds", "seconds of processor time"},
};

static const StudyKind convergence  = {.name    = "convergence",
                                       .summary = "errors and orders",
                                       .first   = COLUMN_E_LOC,
                                       .last    = COLUMN_POSITION,
                                       .nplots  = 3,
                                       .errors  = true};
static const StudyKind conservation = {
  .name = "conservation", .summary = "drifts", .first = COLUMN_H_RELATIVE, .last = COLUMN_PSI, .nplots = 5};
static const StudyKind condition = {.name          = "condition",
                                    .summary       = "condition numbers",
                                    .set           = "solver.condition=true",
                                    .first         = COLUMN_CONDITION,
                                    .last          = COLUMN_CONDITION_1,
                                    .nplots        = 4,
                                    .most_elements = 3};

const StudyKind study_references = {
  .name = "references", .summary = "reference values", .first = COLUMN_X, .last = COLUMN_COST, .values = true};

const StudyKind *const study_kinds[STUDY_KINDS + 1] = {&convergence, &conservation, &condition, &study_references,
                                                       NULL};

/* --- references */

/* Relative distance of two states in quaternion coordinates, |q_a - q_b| / |q_a| (May and Betsch 2025, eq. 66); q and -q are the same
 * orientation. */
static double poses_distance(const double *a, const double *b, int nbodies)
{
  double sum = 0.0, norm = 0.0;

  for (int i = 0; i < nbodies; i++, a += POSE, b += POSE) {
    double plus = 0.0, minus = 0.0;
    for (int c = 0; c < 3; c++) sum += (a[c] - b[c]) * (a[c] - b[c]), norm += a[c] * a[c];
    for (int c = 3; c < 7; c++) {
      plus += (a[c] - b[c]) * (a[c] - b[c]);
      minus += (a[c] + b[c]) * (a[c] + b[c]);
      norm += a[c] * a[c];
    }
    sum += fmin(plus, minus);
  }
  return sqrt(sum / norm);
}

/* The exit code of the program for the worst row. */
static int verdict_code(RowVerdict verdict)
{
  if (verdict == ROW_NOT_CONVERGED || verdict == ROW_WRONG) return EXIT_DIVERGED;
  return verdict == ROW_REFUSED ? EXIT_INPUT : EXIT_INTERNAL;
}

/* Computes the missing references and the accuracy of each. False: one did not converge, or the study was interrupted. */
static bool references_find(Study *study, int *code)
{
  if (!study->computed) return true;
  if (!study_references_run(study)) {
    *code = interrupted(NULL) ? EXIT_INTERRUPTED : EXIT_INTERNAL;
    return false;
  }
  for (int r = 0; r < study->nreferences; r++) {
    StudyReference *reference = &study->references[r];
    for (int j = 0; j < 2; j++)
      if (reference->run[j].row.verdict != ROW_DONE) {
        message_say(R1107_REFERENCE_FAILED, "rigel study: no reference by %s: %s", study->reference_method[j],
                    reference->run[j].row.message);
        *code = verdict_code(reference->run[j].row.verdict);
        return false;
      }
    reference->accuracy = poses_distance(reference->poses[0], reference->poses[1], study->nbodies);
    printf("reference %s: differs by %.1e from %s; errors below %.1e are not used for orders\n",
           study->reference_method[0], reference->accuracy, study->reference_method[1],
           fmax(1e-13, 10.0 * reference->accuracy));
  }
  return true;
}

/* --- the end */

/* The code of the worst row, with the message of the first run that crashed, or of the first one if all were rejected. */
static int exit_code(const Study *study)
{
  int code = EXIT_DONE, refused = 0;

  for (int i = 0; i < study->nruns; i++) {
    refused += study->runs[i].row.verdict == ROW_REFUSED;
    if (study->runs[i].row.verdict == ROW_CRASHED) {
      fprintf(stderr, "rigel study: %s\n", study->runs[i].row.message);
      return EXIT_INTERNAL;
    }
    if (verdict_code(study->runs[i].row.verdict) == EXIT_DIVERGED) code = EXIT_DIVERGED;
  }
  if (refused < study->nruns) return code;
  fprintf(stderr, "rigel study: %s\n", study->runs[0].row.message);
  return EXIT_INPUT;
}

/* Removes the log of an earlier study. */
static void log_open(const Study *study)
{
  char path[PATH_LEN + 16];

  snprintf(path, sizeof path, "%s/study.log", study->dir);
  unlink(path);
}

/* Removes an empty log. */
static void log_close(const Study *study)
{
  char  path[PATH_LEN + 16];
  FILE *stream;

  snprintf(path, sizeof path, "%s/study.log", study->dir);
  if (!(stream = fopen(path, "r"))) return;
  const bool empty = fgetc(stream) == EOF;
  fclose(stream);
  if (empty) unlink(path);
}

bool study_complete(const Study *study)
{
  int missing = 0;

  for (int i = 0; i < study->nruns; i++) missing += study->runs[i].row.verdict == ROW_MISSING;
  if (missing)
    message_say(R1108_STUDY_INCOMPLETE, "rigel study: found %d of %d rows; resume with the same command%s%s%s",
                study->nruns - missing, study->nruns, study->kind->values ? "" : ", or with rigel study ",
                study->kind->values ? "" : study->dir, study->kind->values ? "" : "/study.yaml");
  return missing == 0;
}

/* Writes tables and plots. */
static int study_finish(Study *study, bool complete)
{
  study_print(study, stdout);
  if (!study_complete(study)) return complete ? EXIT_INTERNAL : EXIT_INTERRUPTED;
  if (!study_plot(study))
    message_say(R1109_STUDY_PLOT, "rigel study: no plots: rigel plot %s draws them later", study->dir);
  printf("written %s\n", study->dir);
  return exit_code(study);
}

/* Earlier rows, references, runs, tables, plots in the folder, which is locked meanwhile. Tables are written before the first run to
 * find a disk that is full. */
void study_fill(Study *study, StudyFinish finish, int *code)
{
  Results              results;
  const ResultsRequest request = {
    .command = "study", .dir = study->dir, .file = study->file, .name = study->name, .force = study->force};

  study->results = &results;
  if (results_open(&request, &results, code)) {
    interrupts_catch();
    study_resume(study);
    log_open(study);
    if (!study_tables_write(study)) *code = fileset_machine(&results.files) ? EXIT_INTERNAL : EXIT_INPUT;
    else if (references_find(study, code)) {
      const bool complete = study_runs_run(study);
      log_close(study);
      *code = study_tables_write(study) ? finish(study, complete) : EXIT_INTERNAL;
    } else (void)study_tables_write(study);
  }
  fileset_close(&results.files);
  study->results = NULL;
}

/* After a study: where its results are, as answer and as hint. */
static void study_end(const CommandLine *line, const Study *study, int code)
{
  if (line->answer) study_answer(study, &line->answer->json);
  if (code == EXIT_DONE)
    hint_print(line, "%s has tables and plots; rigel study %s/study.yaml --sweep KEY=A,B adds a sweep", study->dir,
               study->dir);
}

static PetscErrorCode study_run(const CommandLine *line, int *code)
{
  Study       study;
  PetscMPIInt size;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1)
    message_say(R0811_RANKS_SERIAL,
                "rigel study: found %d MPI ranks, expected one: the runs are processes of their own, use -j %d", size,
                size);
  else if (line->nwords && !line->words[0].option && strcmp(line->words[0].text, study_references.name) == 0)
    PetscCall(references_run(line, code));
  else if (study_parse(line, &study)) {
    if (study.kind->values)
      study_usage(R1101_STUDY_KIND, "expected the word references before FILE, as the kind of study of", study.file);
    else PetscCall(study_plan(&study, code));
    if (*code == EXIT_DONE) {
      study_fill(&study, study_finish, code);
      study_end(line, &study, *code);
    }
    study_clear(&study);
  } else {
    if (study.memory) *code = EXIT_INTERNAL;
    study_clear(&study);
  }
  PetscFunctionReturn(0);
}

static const char *const kind_words[] = {"convergence", "conservation", "condition", "references", NULL};

const Command study_command = {
  .name    = "study",
  .summary = "errors, drifts or condition numbers over ranges of parameters; reference values",
  .usage   = "[convergence|conservation|condition|references] FILE...",
  .text =
    "Runs the problem over the product of all sweeps, one row of numbers per run.\n"
    "  convergence    errors against the reference: e_loc, rotation |R_ref R^T - I|_F, centre of mass; orders; cost\n"
    "  conservation   largest drifts of H, L, P and of the constraints Phi, Psi\n"
    "  condition      condition numbers as solved (2-norm, 1-norm) and in the scaling of May and Betsch (2025)\n"
    "  references     computes the reference of each file by two formulations and two degrees on two meshes, prints the digits that\n"
    "                 agree and compares them with the file; several files and folders, or the problems that come with Rigel\n",
  .more =
    "FILE may contain the study in a block study: {measure: ..., sweep: {key: [..]}, reference: ...}; options replace its values.\n"
    "DIR gets <study>.csv (a row per run), orders.csv (fitted slopes), plot_*.csv (a column per series, for pgfplots), plots as\n"
    "SVG and PNG, and study.yaml: rigel study DIR/study.yaml continues an interrupted study or repeats it (-o).\n"
    "A failed run appears as a row with its message.\n\n",
  .exits =
    "0 done, 1 a run crashed, 2 bad input, 3 a run did not converge or a reference is not confirmed, 130 interrupted",
  .options = study_options,
  .operand = {{OFFER_WORDS, kind_words}, {.kind = OFFER_FILES}},
  .example = {{"rigel study convergence problems/spinning_box.yaml --degrees 1,2 --steps 0.1,0.05,0.025 -j 2",
               "errors and orders of two degrees"},
              {"rigel study conservation problems/spinning_box.yaml --schemes mG,quat_em --steps 0.1,0.05",
               "drifts of two schemes"}},
  .files   = true,
  .petsc   = true,
  .json    = true,
  .run     = study_run};

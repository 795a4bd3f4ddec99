/* `rigel study`: its help, its columns, its kinds, and the sequence of its steps. */
#include "cli/study/study.h"

#include "cli/command.h"
#include "cli/run/interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char study_help[] =
  "usage: rigel study [convergence|conservation|condition] FILE [options] [-- PETSc options]\n"
  "\n"
  "Runs the problem over the product of all sweeps, one row of numbers per run.\n"
  "  convergence    errors against the reference: e_loc, rotation |R_ref R^T - I|_F, centre of mass; orders; cost\n"
  "  conservation   largest drifts of H, L, P and of the constraints Phi, Psi\n"
  "  condition      condition numbers as solved (2-norm, 1-norm) and in the scaling of May and Betsch (2025)\n"
  "\n"
  "  --steps H1,H2,...       sweeps time.step; --elements N1,... sweeps time.elements\n"
  "  --schemes, --degrees, --gauss, --nodes, --multipliers    sweep method.scheme, method.degree, ...\n"
  "  --formulations, --kinetic                                sweep these keys of all bodies\n"
  "  --sweep KEY=A,B,...     sweeps any key of the file; bodies.*.KEY means all bodies, KEY1+KEY2=A1+A2,B1+B2 two at once\n"
  "  --reference WHAT        file, self (finer mesh, higher degree), or SCHEME:DEGREE:ELEMENTS; default: the file's if any\n"
  "  --set key.path=value    replaces a value of the file\n"
  "  -j N                    N runs at a time, each in a process of its own; default 1\n"
  "  -o, --output DIR        default results/<name>_<study>/; of DIR/study.yaml: DIR\n"
  "  --fresh                 measures everything anew\n"
  "\n"
  "FILE may contain the study in a block study: {measure: ..., sweep: {key: [..]}, reference: ...}; options replace its values.\n"
  "DIR gets <study>.csv (a row per run), orders.csv (fitted slopes), plot_*.csv (a column per series, for pgfplots), plots as\n"
  "PNG and SVG with plot.gp, and study.yaml: rigel study DIR/study.yaml continues an interrupted study or repeats it (-o).\n"
  "A failed run appears as a row with its message.\n"
  "\n"
  "Exit codes: 0 done, 1 a run crashed, 2 bad input, 3 a run did not converge, 130 interrupted.\n";

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
  [COLUMN_CONDITION_PAPER] = {"condition_paper", "condition number in the scaling of the paper"},
  [COLUMN_CONDITION_1]     = {"condition_1", "condition number as solved (1-norm estimate)"},
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
                                    .nplots        = 3,
                                    .most_elements = 3};

const StudyKind *const study_kinds[] = {&convergence, &conservation, &condition, NULL};

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

static int verdict_code(RowVerdict verdict)
{
  if (verdict == ROW_NOT_CONVERGED) return EXIT_DIVERGED;
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
        fprintf(stderr, "rigel study: no reference by %s: %s\n", study->reference_method[j],
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

/* The code of the worst row; if all runs were rejected, the message of the first. */
static int exit_code(const Study *study)
{
  int code = EXIT_DONE, refused = 0;

  for (int i = 0; i < study->nruns; i++) {
    refused += study->runs[i].row.verdict == ROW_REFUSED;
    if (study->runs[i].row.verdict == ROW_CRASHED) return EXIT_INTERNAL;
    if (study->runs[i].row.verdict == ROW_NOT_CONVERGED) code = EXIT_DIVERGED;
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

/* Writes tables and plots; incomplete studies name the command that resumes them. */
static int study_finish(Study *study, bool complete)
{
  int missing = 0;

  log_close(study);
  if (!study_tables_write(study)) return EXIT_INTERNAL;
  for (int i = 0; i < study->nruns; i++) missing += study->runs[i].row.verdict == ROW_MISSING;
  study_print(study, stdout);
  if (missing) {
    fprintf(stderr, "rigel study: %d of %d rows; the same command, or rigel study %s/study.yaml, continues\n",
            study->nruns - missing, study->nruns, study->dir);
    return complete ? EXIT_INTERNAL : EXIT_INTERRUPTED;
  }
  if (!study_plot(study))
    fprintf(stderr, "rigel study: no plots: gnuplot is not there or failed on %s/plot.gp\n", study->dir);
  printf("written %s\n", study->dir);
  return exit_code(study);
}

/* Plan, earlier rows, references, runs, tables, plots. Tables are written before the first run to find a folder that
 * is not writable. */
static PetscErrorCode study_run(int argc, char **argv, int *code)
{
  Study       study;
  PetscMPIInt size;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1)
    fprintf(stderr, "rigel study: found %d MPI ranks, expected one: the runs are processes of their own, use -j %d\n",
            size, size);
  else if (study_parse(argc, argv, &study)) {
    PetscCall(study_plan(&study, code));
    if (*code == EXIT_DONE) {
      interrupts_catch();
      study_resume(&study);
      log_open(&study);
      if (!study_tables_write(&study)) *code = EXIT_INPUT; /* a folder that cannot be written */
      else if (references_find(&study, code)) *code = study_finish(&study, study_runs_run(&study));
      else (void)study_tables_write(&study);
    }
    if (fflush(stdout) != 0 && !freopen("/dev/null", "w", stdout)) *code = EXIT_INTERNAL; /* the reader has left */
    study_clear(&study);
  } else study_clear(&study);
  PetscFunctionReturn(0);
}

const Command study_command = {.name    = "study",
                               .summary = "convergence, conservation or condition numbers over ranges of parameters",
                               .help    = study_help,
                               .run     = study_run};

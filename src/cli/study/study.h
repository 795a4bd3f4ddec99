/* One study: a problem over the product of its sweeps, one row of numbers per run.
 * options -> Study -> plan: a StudyRun per row -> pool: processes that measure -> table, orders, plots */
#ifndef RIGEL_CLI_STUDY_STUDY_H
#define RIGEL_CLI_STUDY_STUDY_H

#include "cli/common/command.h"
#include "cli/common/results.h"
#include "cli/line/arguments.h"
#include "input/yaml/tree.h"

#include <petscsys.h>
#include <stdint.h>

extern const Command study_command;

/* Measures of a run; study_columns has their names. */
typedef enum {
  COLUMN_H,
  COLUMN_ELEMENTS,
  COLUMN_GAUSS,
  COLUMN_UNKNOWNS,
  COLUMN_E_LOC,
  COLUMN_ROTATION,
  COLUMN_POSITION,
  COLUMN_H_RELATIVE,
  COLUMN_L_RELATIVE,
  COLUMN_P_RELATIVE,
  COLUMN_PHI_SCALED,
  COLUMN_PSI_SCALED,
  COLUMN_DRIFT_H,
  COLUMN_L1,
  COLUMN_L2,
  COLUMN_L3,
  COLUMN_P1,
  COLUMN_P2,
  COLUMN_P3,
  COLUMN_PHI,
  COLUMN_PSI,
  COLUMN_CONDITION,
  COLUMN_CONDITION_PAPER,
  COLUMN_CONDITION_WEAK,
  COLUMN_CONDITION_1,
  COLUMN_X,
  COLUMN_Y,
  COLUMN_Z,
  COLUMN_Q0,
  COLUMN_Q1,
  COLUMN_Q2,
  COLUMN_Q3,
  COLUMN_COST,
  COLUMN_ITERATIONS,
  COLUMN_CORRECTIONS,
  COLUMN_SECONDS,
  COLUMN_CPU,
  COLUMNS
} Column;

typedef struct {
  const char *name;  /* in tables */
  const char *title; /* on the axis of a plot */
} ColumnName;

extern const ColumnName study_columns[COLUMNS];

enum { SWEEP_MOST = 16, RUNS_MOST = 10000, ROW_TEXT = 400, POSE = 8, LABEL_LEN = 256 };

/* A kind of study, as data. */
typedef struct {
  const char *name, *summary;
  const char *set;           /* what every run needs; NULL: nothing */
  Column      first, last;   /* measures: a range of columns, NAN where a run has none */
  int         nplots;        /* the first ones are printed and plotted */
  bool        values;        /* measures are the coordinates of the reference body */
  bool        errors;        /* measures are errors: slopes over strictly decreasing ones, against a reference */
  int         most_elements; /* of a time-stepping run; 0: all */
} StudyKind;

enum { STUDY_KINDS = 4 };
extern const StudyKind *const study_kinds[STUDY_KINDS + 1]; /* NULL-terminated */

/* One key, or several joined by + that change together, over a list of values. */
typedef struct {
  char  *key;
  char   name[NAME_LEN]; /* of its column */
  int    n;
  char **value; /* [n] */
} Sweep;

typedef enum {
  ROW_MISSING,
  ROW_DONE,
  ROW_NOT_CONVERGED,
  ROW_WRONG, /* energy or a claim of the scheme is wrong, as `rigel run` ends with exit code 3 */
  ROW_REFUSED,
  ROW_CRASHED,
  ROW_INTERRUPTED
} RowVerdict;

extern const char *const study_verdicts[]; /* by RowVerdict, NULL-terminated */

typedef struct {
  RowVerdict verdict;
  char       message[ROW_TEXT];
  double     value[COLUMNS]; /* NAN: not measured */
} StudyRow;

typedef struct {
  const char *value[SWEEP_MOST]; /* of each sweep; NULL: the sweep does not apply to this run */
  int         reference;         /* index of the computed reference; -1: the file's */
  double      cost;              /* guessed, for the time left */
  int         series, next;      /* in the plots; the next finer run of the series, -1: none */
  StudyRow    row;
} StudyRun;

/* A reference that the study computes; one for each choice of the swept data of the problem itself. */
typedef struct {
  StudyRun run[2];   /* the reference, and a coarser one to estimate its accuracy */
  double  *poses[2]; /* [nbodies][POSE] position, unit quaternion, scale at the end */
  double   accuracy; /* of e_loc */
} StudyReference;

typedef struct {
  const StudyKind *kind;
  const char      *file;
  char             name[NAME_LEN], dir[PATH_LEN];
  char             petsc[TEXT_LEN];         /* options that a file may set */
  char             petsc_private[TEXT_LEN]; /* other options of the command line: recorded, never read from a file */
  bool             memory;                  /* it was exhausted: not a fault of the input */
  char             end[NAME_LEN];           /* assignment of a study of references: the end of its runs */
  int              nset;
  const char      *set[SET_MOST];
  int              nsweep;
  Sweep            sweep[SWEEP_MOST];
  int              along;                          /* the sweep along the axis of plots; -1: none */
  bool             steps;                          /* ... which changes h */
  char             reference[LABEL_LEN];           /* file | self | SCHEME:DEGREE:ELEMENTS; "": file if it has one */
  bool             computed;                       /* references are computed */
  char             reference_method[2][LABEL_LEN]; /* scheme:degree:elements of the two */
  bool             boundary; /* two-point boundary values: errors in the middle, as the ends are given */
  int              nreferences;
  StudyReference  *references;
  int              nbodies;
  int              jobs;
  bool             fresh;       /* ignore earlier rows */
  bool             force;       /* replace a study of another problem */
  bool             no_plots;    /* tables only */
  Results         *results;     /* the folder, while it is open */
  Node             root;        /* the problem file */
  uint64_t         fingerprint; /* of everything that all rows depend on */
  int              nruns, nseries;
  StudyRun        *runs;
} Study;

/* --- options: the command line, then the file's study block; false after messages */
extern const Option study_options[];
bool                study_parse(const CommandLine *line, Study *study);
void                study_clear(Study *study);
/* Column names of the sweeps; the whole key where the short form is not unique. */
void sweeps_name(Study *study);
/* Moves the sweep of the step innermost, where it is the axis of plots; without one, the last sweep of numbers. */
void sweeps_order(Study *study);
/* Whether the key sets the mesh. */
bool key_is_step(const char *key);
/* A message; false. */
bool             study_usage(MessageCode code, const char *what, const char *word);
const StudyKind *study_kind(const char *name);
/* A new sweep of the key key[length]; NULL: *wrong states why. One more value of it; returns NULL, or what is wrong. */
Sweep      *sweep_open(Study *study, const char *key, size_t length, const char **wrong);
const char *sweep_add(Study *study, Sweep *sweep, const char *text, size_t length);
/* For `rigel check`: faults of the study block, and when the problem is valid those of the runs it asks for. */
PetscErrorCode study_check(const Arguments *arguments, bool problem, FaultList *faults, int *code);
/* --- the study block of the file; its texts stay in study->root */
bool study_block_read(Study *study, FaultList *faults);
/* The fingerprint in a study.yaml that a study wrote; 0: there is none, as in a file of the user's. */
uint64_t study_fingerprint(const char *path);
/* study.yaml: the problem file with a study block that repeats this study. */
void study_write(const Study *study, FILE *stream);
/* The part of it that all rows depend on: without folder and sweeps. */
void study_write_common(const Study *study, FILE *stream);

/* --- assignments */
enum { ASSIGNMENT_MOST = 512 };

typedef struct {
  int         n;
  const char *list[ASSIGNMENT_MOST];
  char       *owned[ASSIGNMENT_MOST];
  int         nowned;
} Assignments;

/* "key=value" of everything that makes up a run, or a reference by scheme:degree:elements; false: too many. */
bool assignments_create(const Study *study, const StudyRun *run, const char *method, Assignments *set);
void assignments_clear(Assignments *set);
/* Whether the sweep changes the method only, so that the exact solution does not depend on it. */
bool sweep_is_numerical(const Sweep *sweep);
/* Whether the name is that of a formulation without rotation. */
bool formulation_is_point(const char *name);
/* Whether the sweep applies together with the other values of the run. */
bool sweep_applies(const Study *study, const StudyRun *run, const Sweep *sweep);
/* "0.1", "mG", ...; "" where the sweep does not apply */
const char *run_value(const StudyRun *run, int sweep);

/* --- plan: all runs, checked; *code is EXIT_DONE, or the exit code after a message */
PetscErrorCode study_plan(Study *study, int *code);

/* --- measure: in a process of its own; method: NULL, or scheme:degree:elements of a reference; poses: NULL or
 * [nbodies][POSE] */
PetscErrorCode study_measure(const Study *study, const StudyRun *run, const char *method, StudyRow *row, double *poses);

/* --- pool: everything that is missing, study->jobs at a time; false: interrupted */
bool study_references_run(Study *study);
bool study_runs_run(Study *study);

/* --- table */
/* Reads rows and references of an earlier study in the same folder that remain valid; the files of another study are removed at the
 * next commit. */
void study_resume(Study *study);
/* All files of numbers, replaced as one; false after a message. */
bool study_tables_write(const Study *study);
bool study_row_counts(const StudyRun *run);
/* Whether any row has a value in this column. */
bool study_measured(const Study *study, Column column);
void study_print(const Study *study, FILE *stream);
/* Members of the answer to --json: a row for each run, the fitted slopes, the references. */
void study_answer(const Study *study, JsonWriter *json);

/* --- orders */
/* Series of runs along the plots' axis, each from the largest h down (or x up). */
void study_series(Study *study);
/* Place of the run on the axis. */
double run_x(const Study *study, const StudyRun *run);
/* First run of a series. */
const StudyRun *series_first(const Study *study, int series);
const StudyRun *run_next(const Study *study, const StudyRun *run);
/* Slope between a run and the one before it in its series; NAN: none. */
double run_order(const Study *study, const StudyRun *run, Column column);

typedef struct {
  double          slope, accuracy;
  int             points;
  const StudyRun *first, *last; /* coarsest and finest point used */
} Fit;

/* Log-log least squares: of errors over the finest three to five strictly decreasing ones above the floor (docs/explanation/numerics.md); of
 * condition numbers over the three finest. False: too few. */
bool series_fit(const Study *study, int series, Column column, Fit *fit);
/* Smallest error that is not rounding: 1e-13, or ten times the accuracy of the reference. */
double error_floor(const Study *study, const StudyRun *run);
/* "mG(2), director", and with dashes as a column name */
void series_label(const Study *study, int series, bool plain, char out[LABEL_LEN]);

/* --- the study `references` of one or many files (references.h) */
extern const StudyKind study_references;
/* The command; the first operand is `references`. */
PetscErrorCode references_run(const CommandLine *line, int *code);
/* Fills the rows of a planned study in its folder, which is locked meanwhile, and calls finish; *code: exit code. */
typedef int (*StudyFinish)(Study *study, bool complete);
void study_fill(Study *study, StudyFinish finish, int *code);
/* Whether all rows are there; otherwise a message names the command that resumes the study. */
bool study_complete(const Study *study);

/* --- plots: SVG and PNG files; false after a message */
bool study_plot(const Study *study);

#endif

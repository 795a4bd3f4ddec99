/* `rigel study`: one problem over a range of a parameter. So far: condition numbers over the step. */
#include "app/command.h"
#include "app/model.h"
#include "io/csv.h"
#include "scheme/mesh.h"
#include "scheme/scheme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char study_help[] =
  "usage: rigel study condition FILE --steps H1,H2,... [-o DIR] [--set key.path=value ...] [-- PETSc options]\n"
  "\n"
  "Condition numbers of the iteration matrix over the time step: 2-norm as solved and in the scaling of paper 003, 1-norm\n"
  "estimate as solved; slopes between neighbours and fitted over the three smallest steps. Time stepping is measured on its\n"
  "third element, a global solve as a whole.\n"
  "\n"
  "  --steps H1,H2,...     time steps\n"
  "  -o, --output DIR      where condition.csv goes; default results/<name>/\n"
  "  --set key.path=value  replaces a value of the file\n"
  "\n"
  "Exit codes: 0 done, 1 internal error, 2 bad input, 3 a run did not converge.\n";

enum { STEPS_MOST = 64, SETS_MOST = 64, STEPPING_ELEMENTS = 3, VALUES = 3 };

typedef struct {
  const char *file, *output;
  int         nset, nsteps;
  const char *set[SETS_MOST + 3];
  double      step[STEPS_MOST];
} StudyArguments;

typedef struct {
  double h, n;          /* step, unknowns */
  double value[VALUES]; /* as solved, paper, 1-norm */
} StudyRow;

static bool usage(const char *what, const char *word)
{
  fprintf(stderr, "rigel study: %s%s%s (rigel study --help tells how)\n", what, word[0] ? " " : "", word);
  return false;
}

static bool steps_parse(const char *text, StudyArguments *a)
{
  for (const char *p = text; *p;) {
    char        *end;
    const double h = strtod(p, &end);
    if (end == p || !(h > 0.0) || !isfinite(h) || (*end && *end != ',') || a->nsteps == STEPS_MOST)
      return usage("found a bad list of steps, expected positive numbers with commas:", text);
    a->step[a->nsteps++] = h;
    p                    = *end ? end + 1 : end;
  }
  return true;
}

static bool study_parse(int argc, char **argv, StudyArguments *a)
{
  memset(a, 0, sizeof *a);
  if (argc < 2 || strcmp(argv[1], "condition") != 0) return usage("expected condition after", "study");
  for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
    const char *word = argv[i];
    const bool  more = i + 1 < argc;
    if (strcmp(word, "--steps") == 0 && more) {
      if (!steps_parse(argv[++i], a)) return false;
    } else if ((strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0) && more) a->output = argv[++i];
    else if (strcmp(word, "--set") == 0 && more && a->nset < SETS_MOST) a->set[a->nset++] = argv[++i];
    else if (word[0] == '-' || a->file) return usage("unknown or incomplete option", word);
    else a->file = word;
  }
  if (!a->file) return usage("no FILE", "");
  return a->nsteps > 0 || usage("no --steps", "");
}

typedef struct {
  StudyRow *row;
  bool      stepping;
} StudyWatch;

static bool study_sample(void *context, const Sample *sample)
{
  StudyWatch *watch = context;

  if (sample->element > 0 && sample->solved) {
    watch->row->value[0] = sample->condition;
    watch->row->value[1] = sample->condition_paper;
    watch->row->value[2] = sample->condition_1;
  }
  return !(watch->stepping && sample->element >= STEPPING_ELEMENTS);
}

/* One step size; *code tells how it went. */
static PetscErrorCode study_run(const StudyArguments *a, double h, char *name, StudyRow *row, int *code)
{
  const char *set[SETS_MOST + 3];
  char        step[64];
  FaultList   faults;
  Model       model;
  RunStatus   status;
  Mesh        mesh;
  StudyWatch  watch    = {.row = row};
  Observer    observer = {&watch, study_sample, NULL};

  PetscFunctionBeginUser;
  for (int i = 0; i < a->nset; i++) set[i] = a->set[i];
  snprintf(step, sizeof step, "time.step=%.17g", h);
  set[a->nset]     = step;
  set[a->nset + 1] = "solver.condition=true";
  *code            = EXIT_INPUT;
  fault_init(&faults, a->file);
  PetscCall(model_read(a->file, a->nset + 2, set, &faults, &model));
  fault_print(&faults, stderr);
  if (model.ready) {
    mesh_create(&model.problem.time, &mesh);
    watch.stepping = scheme_window(&model.problem, mesh.n) == 1;
    memcpy(name, model.problem.name, NAME_LEN);
    PetscCall(scheme_find(model.problem.method.scheme)
                ->run(&model.problem, &model.system, model.z, model.lambda, &observer, &status));
    *code  = status.verdict == RUN_NOT_CONVERGED ? EXIT_DIVERGED : EXIT_DONE;
    row->h = h;
    row->n = status.unknowns;
    if (*code == EXIT_DIVERGED) fprintf(stderr, "rigel study: %s\n", status.message);
  }
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

/* Log-log slope fitted over the rows from .. to - 1. */
static double slope_fit(const StudyRow *row, int from, int to, int v)
{
  double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;

  for (int i = from; i < to; i++) {
    const double x = log(row[i].h), y = log(row[i].value[v]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return ((to - from) * sxy - sx * sy) / ((to - from) * sxx - sx * sx);
}

static void study_print(const StudyRow *row, int n)
{
  printf("%12s %10s %12s %7s %12s %7s %12s %7s\n", "h", "unknowns", "as solved", "slope", "paper", "slope", "1-norm",
         "slope");
  for (int i = 0; i < n; i++) {
    printf("%12.4g %10.0f", row[i].h, row[i].n);
    for (int v = 0; v < VALUES; v++) {
      printf(" %12.4e", row[i].value[v]);
      if (i > 0) printf(" %7.2f", slope_fit(row, i - 1, i + 1, v));
      else printf(" %7s", "");
    }
    printf("\n");
  }
  if (n >= 3)
    printf("slopes fitted over the last three: as solved %.3f, paper %.3f, 1-norm %.3f\n", slope_fit(row, n - 3, n, 0),
           slope_fit(row, n - 3, n, 1), slope_fit(row, n - 3, n, 2));
}

static bool study_write(const char *dir, const StudyRow *row, int n)
{
  static const char *const names[] = {"h", "unknowns", "condition", "condition_paper", "condition_1"};
  CsvSet                   files;
  CsvFile                 *file;

  if (!csv_set_open(dir, &files) || !(file = csv_add(&files, "condition.csv", 5, names))) {
    fprintf(stderr, "rigel study: %s\n", files.error);
    csv_set_abort(&files);
    return false;
  }
  for (int i = 0; i < n; i++) {
    const double values[] = {row[i].h, row[i].n, row[i].value[0], row[i].value[1], row[i].value[2]};
    csv_row(&files, file, values);
  }
  if (!csv_set_commit(&files)) {
    fprintf(stderr, "rigel study: %s\n", files.error);
    return false;
  }
  printf("written %s/condition.csv\n", dir);
  return true;
}

static PetscErrorCode study_command_run(int argc, char **argv, int *code)
{
  StudyArguments a;
  StudyRow       row[STEPS_MOST];
  char           name[NAME_LEN] = "", dir[TEXT_LEN];
  PetscMPIInt    rank;
  int            n = 0;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  if (!study_parse(argc, argv, &a)) PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  for (int i = 0; i < a.nsteps; i++) {
    PetscCall(study_run(&a, a.step[i], name, &row[n], code));
    if (*code == EXIT_INPUT) PetscFunctionReturn(0);
    if (*code == EXIT_DONE) n++;
  }
  if (rank > 0) PetscFunctionReturn(0);
  study_print(row, n);
  snprintf(dir, sizeof dir, "%s%.400s", a.output ? "" : "results/", a.output ? a.output : name);
  if (!study_write(dir, row, n)) *code = EXIT_INTERNAL;
  else *code = n == a.nsteps ? EXIT_DONE : EXIT_DIVERGED;
  PetscFunctionReturn(0);
}

const Command study_command = {
  .name = "study", .summary = "condition numbers over the time step", .help = study_help, .run = study_command_run};

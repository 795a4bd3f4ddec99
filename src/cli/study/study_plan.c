/* The runs of a study: the product of its sweeps, each run checked before anything is solved. */
#include "cli/study/study.h"

#include "diag/reference.h"
#include "run/model.h"
#include "scheme/schemes.h"
#include "scheme/window/estimate.h"
#include "time/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the product */

/* Fills run number i of the product: digit s of i, in the base of the sweeps, chooses the value of sweep s. Values of sweeps
 * that do not apply to the run become NULL. False: another number gives the same run. */
static bool run_fill(const Study *study, long i, StudyRun *run)
{
  int  digit[SWEEP_MOST];
  bool first = true;

  for (int s = study->nsweep - 1; s >= 0; s--) {
    digit[s]      = (int)(i % study->sweep[s].n);
    i             = i / study->sweep[s].n;
    run->value[s] = study->sweep[s].value[digit[s]];
  }
  for (int s = 0; s < study->nsweep; s++)
    if (!sweep_applies(study, run, &study->sweep[s])) {
      run->value[s] = NULL;
      first         = first && digit[s] == 0;
    }
  run->reference = -1;
  for (int c = 0; c < COLUMNS; c++) run->row.value[c] = NAN;
  return first;
}

/* Allocates and fills the product of all sweeps. */
static bool runs_create(Study *study)
{
  double total = 1.0;

  for (int s = 0; s < study->nsweep; s++) total *= study->sweep[s].n;
  if (total > RUNS_MOST) {
    message_say(R1105_STUDY_RUNS, "rigel study: found %.0f runs, expected at most %d", total, RUNS_MOST);
    return false;
  }
  study->runs   = calloc((size_t)total, sizeof *study->runs);
  study->memory = !study->runs;
  if (!study->runs) return false;
  for (long i = 0; i < (long)total; i++)
    if (run_fill(study, i, &study->runs[study->nruns])) study->nruns++;
  return true;
}

/* --- the check of every run */

/* Step, elements and Gauss points of a valid run, and its cost: elements times (1 + k)^2, ten times that in a global
 * solve. */
static void run_describe(Study *study, const Model *model, StudyRun *run)
{
  const Problem *problem  = &model->problem;
  const int      elements = mesh_elements(&problem->time);

  run->row.value[COLUMN_H]        = mesh_longest(&problem->time);
  run->row.value[COLUMN_ELEMENTS] = elements;
  run->row.value[COLUMN_GAUSS]    = scheme_gauss(problem, &model->system);
  const bool stepping             = scheme_window(problem, elements) == 1;
  const int  degree               = problem->method.degree;
  run->cost = (stepping && study->kind->most_elements ? study->kind->most_elements : elements) * (1.0 + degree) *
              (1.0 + degree) * (stepping ? 1.0 : 10.0);
  study->nbodies = model->system.nbodies;
  memcpy(study->name, problem->name, NAME_LEN);
}

/* Global solves of all processes together must fit into memory. */
static PetscErrorCode run_fits(const Study *study, const Model *model, FaultList *faults, bool *fits)
{
  Notice why;

  PetscFunctionBeginUser;
  PetscCall(estimate_fits(&model->problem, &model->system, PETSC_COMM_SELF, study->jobs, fits, &why));
  if (!*fits) fault_add(faults, why.code, (Where){0}, "method.window", "%s", why.text);
  PetscFunctionReturn(0);
}

typedef struct {
  bool reference, digits; /* the file has one; by stored digits */
  int  degree, elements;  /* largest of all runs */
} PlanFacts;

/* Reads and checks one run. A run with faults becomes a row `refused` with the first of them. */
static PetscErrorCode run_check(Study *study, StudyRun *run, PlanFacts *facts, FaultList *faults)
{
  Assignments set;
  Model       model;

  PetscFunctionBeginUser;
  fault_init(faults, study->file);
  if (!assignments_create(study, run, NULL, &set)) {
    fault_add(faults, R0805_TOO_MANY, (Where){0}, "", "too many assignments for one run");
  } else {
    PetscCall(model_read(study->file, set.n, set.list, faults, &model));
    PetscCheck(!faults->memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
    bool fits = model.ready;
    if (fits) run_describe(study, &model, run);
    if (fits) PetscCall(run_fits(study, &model, faults, &fits));
    if (fits) {
      const ProblemReference *reference = &model.problem.reference;
      facts->reference                  = reference_has_state(&model.problem);
      facts->digits                     = facts->reference && !reference->closed_form[0];
      study->boundary                   = model.problem.boundary.given;
      facts->degree   = model.problem.method.degree > facts->degree ? model.problem.method.degree : facts->degree;
      facts->elements = (int)fmax(facts->elements, run->row.value[COLUMN_ELEMENTS]);
    } else {
      run->row.verdict = ROW_REFUSED;
      snprintf(run->row.message, ROW_TEXT, "%s", faults->kept ? faults->text[0] : "refused");
    }
    PetscCall(model_clear(&model));
  }
  assignments_clear(&set);
  PetscFunctionReturn(0);
}

/* Whether no run with this value can be read. That is a fault of the command; single invalid combinations become
 * rows. */
static bool value_is_bad(const Study *study, int s, const char *value)
{
  bool any = false;

  for (int i = 0; i < study->nruns; i++) {
    const StudyRun *run = &study->runs[i];
    if (!run->value[s] || strcmp(run->value[s], value) != 0) continue;
    if (run->row.verdict != ROW_REFUSED) return false;
    any = true;
  }
  return any;
}

/* Prints the faults of all runs with value v of sweep s, each text once. */
static void faults_print_once(const Study *study, int s, const char *value, const FaultList *faults,
                              const char **printed, int *nprinted)
{
  for (int i = 0; i < study->nruns; i++)
    for (int f = 0; f < faults[i].kept && run_value(&study->runs[i], s) == value; f++) {
      bool again = *nprinted == FAULT_MOST;
      for (int k = 0; k < *nprinted; k++) again = again || strcmp(printed[k], faults[i].text[f]) == 0;
      if (again) continue;
      printed[(*nprinted)++] = faults[i].text[f];
      fprintf(stderr, "%s\n", faults[i].text[f]);
    }
}

/* Checks every run without solving it. False: a value of a sweep is never valid. */
static PetscErrorCode runs_check(Study *study, PlanFacts *facts, bool *good)
{
  FaultList   *faults   = calloc((size_t)study->nruns, sizeof *faults);
  const char **printed  = calloc(FAULT_MOST, sizeof *printed);
  const bool   memory   = faults && printed;
  int          nprinted = 0;

  PetscFunctionBeginUser;
  PetscCheck(memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  *good = true;
  for (int i = 0; i < study->nruns; i++) PetscCall(run_check(study, &study->runs[i], facts, &faults[i]));
  for (int s = 0; s < study->nsweep; s++)
    for (int v = 0; v < study->sweep[s].n; v++) {
      if (!value_is_bad(study, s, study->sweep[s].value[v])) continue;
      *good = false;
      faults_print_once(study, s, study->sweep[s].value[v], faults, printed, &nprinted);
    }
  for (int i = 0; i < study->nruns; i++) fault_clear(&faults[i]);
  free(faults);
  free(printed);
  PetscFunctionReturn(0);
}

/* --- references */

/* Chooses the reference of errors: that of the file, or one that the study computes with twice the elements and two
 * degrees more. */
static bool reference_choose(Study *study, const PlanFacts *facts)
{
  bool same = true; /* one exact solution for all runs */
  char scheme[NAME_LEN];
  int  degree = facts->degree + 2 > 4 ? facts->degree + 2 : 4, elements = 2 * facts->elements, used = 0;

  if (!study->kind->errors) return true;
  for (int s = 0; s < study->nsweep; s++) same = same && sweep_is_numerical(&study->sweep[s]);
  snprintf(scheme, sizeof scheme, "mG");
  if (!study->reference[0]) study->computed = !facts->reference || (facts->digits && !same);
  else if (strcmp(study->reference, "file") == 0) {
    if (facts->reference && (!facts->digits || same)) return true;
    message_say(R1106_STUDY_REFERENCE, "rigel study: %s: %s, expected --reference self or SCHEME:DEGREE:ELEMENTS",
                study->file,
                facts->reference ? "found a reference of one solution, but several are swept" : "found no reference");
    return false;
  } else if (strcmp(study->reference, "self") == 0) study->computed = true;
  else if (sscanf(study->reference, "%60[^:]:%d:%d%n", scheme, &degree, &elements, &used) == 3 &&
           !study->reference[used] && scheme_find(scheme) && degree >= 1 && elements >= 2)
    study->computed = true;
  else {
    message_say(R1106_STUDY_REFERENCE,
                "rigel study: found --reference %s, expected file, self or SCHEME:DEGREE:ELEMENTS as mG:3:50000",
                study->reference);
    return false;
  }
  snprintf(study->reference_method[0], LABEL_LEN, "%s:%d:%d", scheme, degree, elements);
  snprintf(study->reference_method[1], LABEL_LEN, "%s:%d:%d", scheme, degree, (elements / 2 + 1) / 2 * 2);
  return true;
}

/* Whether two runs have the same exact solution. */
static bool same_problem(const Study *study, const StudyRun *a, const StudyRun *b)
{
  for (int s = 0; s < study->nsweep; s++)
    if (!sweep_is_numerical(&study->sweep[s]) && strcmp(run_value(a, s), run_value(b, s)) != 0) return false;
  return true;
}

/* One computed reference for each exact solution of the study. */
static bool references_create(Study *study)
{
  if (!study->computed) return true;
  study->references = calloc((size_t)study->nruns, sizeof *study->references);
  for (int i = 0; study->references && i < study->nruns; i++) {
    StudyRun *run = &study->runs[i];
    int       r   = 0;
    while (r < study->nreferences && !same_problem(study, run, &study->references[r].run[0])) r++;
    run->reference = r;
    if (r < study->nreferences) continue;
    StudyReference *reference = &study->references[study->nreferences++];
    for (int j = 0; j < 2; j++) {
      int elements        = 1;
      reference->run[j]   = *run;
      reference->poses[j] = calloc((size_t)study->nbodies * POSE, sizeof(double));
      if (!reference->poses[j]) return false;
      memset(&reference->run[j].row, 0, sizeof reference->run[j].row);
      sscanf(study->reference_method[j], "%*[^:]:%*d:%d", &elements);
      reference->run[j].cost = 16.0 * elements;
    }
  }
  return study->references != NULL;
}

/* --- */

/* Hashes (FNV-1a) everything that all rows depend on. */
static void fingerprint_take(Study *study)
{
  char  *text   = NULL;
  size_t size   = 0;
  FILE  *stream = open_memstream(&text, &size);

  study->fingerprint = 14695981039346656037u;
  if (!stream) return;
  study_write_common(study, stream);
  for (int s = 0; s < study->nsweep; s++) fprintf(stream, "%s ", study->sweep[s].key);
  fprintf(stream, "%s %s %s", study->reference_method[0], RIGEL_VERSION, study->kind->name);
  fclose(stream);
  for (size_t i = 0; i < size; i++) study->fingerprint = (study->fingerprint ^ (unsigned char)text[i]) * 1099511628211u;
  free(text);
}

/* Creates and checks all runs, chooses the references, groups runs into series, and takes the fingerprint. */
PetscErrorCode study_plan(Study *study, int *code)
{
  PlanFacts facts = {0};
  bool      good;

  PetscFunctionBeginUser;
  *code              = EXIT_INPUT;
  const bool created = runs_create(study);
  PetscCheck(!study->memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  if (!created) PetscFunctionReturn(0);
  PetscCall(runs_check(study, &facts, &good));
  if (!good || !reference_choose(study, &facts)) PetscFunctionReturn(0);
  PetscCheck(references_create(study), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  if (!study->dir[0]) snprintf(study->dir, sizeof study->dir, "results/%s_%s", study->name, study->kind->name);
  study_series(study);
  fingerprint_take(study);
  *code = EXIT_DONE;
  PetscFunctionReturn(0);
}

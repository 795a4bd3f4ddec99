/* The command line of `rigel study`, on top of the study block of the problem file. */
#include "cli/study/study.h"

#include "cli/command.h"

#include <stdlib.h>
#include <string.h>

/* Short forms of sweeps. */
static const struct {
  const char *option, *key;
} shorthands[] = {{"--schemes", "method.scheme"},    {"--degrees", "method.degree"},
                  {"--steps", "time.step"},          {"--elements", "time.elements"},
                  {"--gauss", "method.gauss"},       {"--formulations", "bodies.*.formulation"},
                  {"--kinetic", "bodies.*.kinetic"}, {"--multipliers", "method.multipliers"},
                  {"--nodes", "method.nodes"},       {NULL, NULL}};

bool study_usage(const char *what, const char *word)
{
  fprintf(stderr, "rigel study: %s%s%s (see rigel study --help)\n", what, word[0] ? " " : "", word);
  return false;
}

const StudyKind *study_kind(const char *name)
{
  for (int i = 0; study_kinds[i]; i++)
    if (strcmp(study_kinds[i]->name, name) == 0) return study_kinds[i];
  return NULL;
}

/* --- sweeps */

static void sweep_clear(Sweep *sweep)
{
  for (int i = 0; i < sweep->n; i++) free(sweep->value[i]);
  free(sweep->value);
  free(sweep->key);
  memset(sweep, 0, sizeof *sweep);
}

/* Appends a value without the blanks around it; a value may occur once. */
const char *sweep_add(Sweep *sweep, const char *text, size_t length)
{
  char **grown = realloc(sweep->value, ((size_t)sweep->n + 1) * sizeof *grown);

  if (!grown) return "out of memory";
  sweep->value = grown;
  while (length && *text == ' ') text++, length--;
  while (length && text[length - 1] == ' ') length--;
  if (length == 0 || length >= LABEL_LEN) return "found an empty or overlong value in the sweep of";
  sweep->value[sweep->n] = strndup(text, length);
  if (!sweep->value[sweep->n]) return "out of memory";
  for (int i = 0; i < sweep->n; i++)
    if (strcmp(sweep->value[i], sweep->value[sweep->n]) == 0) {
      free(sweep->value[sweep->n]);
      return "found a value twice in the sweep of";
    }
  sweep->n++;
  return NULL;
}

static bool key_is_step(const char *key)
{
  return strcmp(key, "time.step") == 0 || strcmp(key, "time.elements") == 0;
}

/* A later sweep replaces an earlier one of the same key, or one that also sets the step. */
Sweep *sweep_open(Study *study, const char *key, size_t length, const char **wrong)
{
  char   text[NAME_LEN] = "";
  Sweep *sweep          = NULL;

  if (length < NAME_LEN) memcpy(text, key, length);
  if (!text[0] || strpbrk(text, " =")) return *wrong = "found a bad key of a sweep:", NULL;
  for (int i = 0; i < study->nsweep; i++)
    if (strcmp(study->sweep[i].key, text) == 0 || (key_is_step(study->sweep[i].key) && key_is_step(text))) {
      sweep = &study->sweep[i];
      sweep_clear(sweep);
    }
  if (!sweep && study->nsweep == SWEEP_MOST) return *wrong = "too many sweeps:", NULL;
  if (!sweep) sweep = &study->sweep[study->nsweep++];
  sweep->key = strdup(text);
  if (!sweep->key) return study->nsweep--, *wrong = "out of memory", NULL;
  return sweep;
}

/* Splits "a,b,c"; commas inside brackets do not separate. */
static bool sweep_text(Study *study, const char *key, size_t length, const char *values)
{
  const char *wrong = NULL, *from = values;
  Sweep      *sweep = sweep_open(study, key, length, &wrong);
  int         depth = 0;

  if (!sweep) return study_usage(wrong, key);
  for (const char *at = values;; at++) {
    if (*at == '[' || *at == '{') depth++;
    if (*at == ']' || *at == '}') depth--;
    if (*at && !(*at == ',' && depth == 0)) continue;
    if ((wrong = sweep_add(sweep, from, (size_t)(at - from)))) return study_usage(wrong, sweep->key);
    if (!*at) return true;
    from = at + 1;
  }
}

/* Reads the problem file as a tree, and its study block. */
static bool file_load(Study *study)
{
  FaultList faults;

  fault_init(&faults, study->file);
  const bool good = tree_read(study->file, &study->root, &faults) && study_block_read(study, &faults);
  fault_sort(&faults);
  if (!good) fault_print(&faults, stderr);
  fault_clear(&faults);
  return good;
}

/* --- the command line */

/* The value of an option, as "--option value" or "--option=value"; NULL: another option. */
static const char *option_value(int argc, char **argv, int *i, const char *option, const char *other)
{
  const size_t length = strlen(option);

  if (strcmp(argv[*i], option) == 0 || (other && strcmp(argv[*i], other) == 0))
    return *i + 1 < argc && strcmp(argv[*i + 1], "--") != 0 ? argv[++*i] : NULL;
  return strncmp(argv[*i], option, length) == 0 && argv[*i][length] == '=' ? argv[*i] + length + 1 : NULL;
}

/* Reads one option and its value; 1: read, 0: unknown, -1: a message was printed. */
static int option_take(int argc, char **argv, int *i, Study *study, const char **output)
{
  const char *value;
  char       *end;

  for (int s = 0; shorthands[s].option; s++)
    if ((value = option_value(argc, argv, i, shorthands[s].option, NULL)))
      return sweep_text(study, shorthands[s].key, strlen(shorthands[s].key), value) ? 1 : -1;
  if ((value = option_value(argc, argv, i, "--sweep", NULL))) {
    const char *equals = strchr(value, '=');
    if (!equals) return study_usage("found no = in --sweep, expected key.path=a,b,c:", value), -1;
    return sweep_text(study, value, (size_t)(equals - value), equals + 1) ? 1 : -1;
  }
  if ((value = option_value(argc, argv, i, "--output", "-o"))) *output = value;
  else if ((value = option_value(argc, argv, i, "--reference", NULL)))
    snprintf(study->reference, sizeof study->reference, "%s", value);
  else if ((value = option_value(argc, argv, i, "--set", NULL))) {
    if (study->nset == SET_MOST) return study_usage("too many", "--set"), -1;
    study->set[study->nset++] = value;
  } else if (strncmp(argv[*i], "-j", 2) == 0) {
    value       = argv[*i][2] ? argv[*i] + 2 : *i + 1 < argc ? argv[++*i] : "";
    study->jobs = (int)strtol(value, &end, 10);
    if (end == value || *end || study->jobs < 1 || study->jobs > 1024)
      return study_usage("expected a number of processes from 1 to 1024 after", "-j"), -1;
  } else if (strcmp(argv[*i], "--fresh") == 0) study->fresh = true;
  else return 0;
  return 1;
}

/* The file, before anything else: its study block comes first, the command line on top of it. */
static bool words_find(int argc, char **argv, Study *study, const StudyKind **kind)
{
  Study       scratch = {0};
  const char *output  = NULL;
  bool        good    = true;
  int         i       = 1, length;

  for (; good && i < argc && strcmp(argv[i], "--") != 0; i++) {
    const int taken = option_take(argc, argv, &i, &scratch, &output);
    if (taken < 0) good = false;
    else if (taken) continue;
    else if (argv[i][0] == '-') good = study_usage("unknown or incomplete option", argv[i]);
    else if (!*kind && !study->file && study_kind(argv[i])) *kind = study_kind(argv[i]);
    else if (study->file && !*kind)
      good = study_usage("expected convergence, conservation or condition before FILE, found", study->file);
    else if (study->file) good = study_usage("more than one FILE:", argv[i]);
    else study->file = argv[i];
  }
  for (i++; good && i < argc; i++) {
    const size_t used = strlen(study->petsc);
    if (used + strlen(argv[i]) + 2 > sizeof study->petsc) good = study_usage("too many PETSc options after", "--");
    else snprintf(study->petsc + used, sizeof study->petsc - used, "%s%s", used ? " " : "", argv[i]);
  }
  study_clear(&scratch);
  const char *stray = good ? word_stray(study->petsc, &length) : NULL;
  if (stray) good = study_usage("found after --, where PETSc options as -name or -name value belong, the word", stray);
  if (good && !study->file) return study_usage("no FILE", "");
  return good;
}

/* The last element of each key: "degree+gauss" for method.degree+method.gauss. */
static void sweep_name(Sweep *sweep)
{
  size_t used = 0;

  for (const char *key = sweep->key; *key;) {
    const size_t length = strcspn(key, "+");
    const char  *part   = key;
    for (size_t i = 0; i < length; i++)
      if (key[i] == '.') part = key + i + 1;
    used += (size_t)snprintf(sweep->name + used, NAME_LEN - used, "%s%.*s", used ? "+" : "", (int)(key + length - part),
                             part);
    key += length + (key[length] == '+');
  }
  for (char *c = sweep->name; *c; c++)
    if (*c == ',' || *c == '"') *c = '_';
}

/* Column names; the whole key where the short form is not unique. */
static void sweeps_name(Study *study)
{
  for (int s = 0; s < study->nsweep; s++) sweep_name(&study->sweep[s]);
  for (int s = 0; s < study->nsweep; s++) {
    bool taken = false;
    for (int r = 0; r < study->nsweep; r++)
      taken = taken || (r != s && strcmp(study->sweep[s].name, study->sweep[r].name) == 0);
    for (int c = 0; c < COLUMNS; c++) taken = taken || strcmp(study->sweep[s].name, study_columns[c].name) == 0;
    if (taken) snprintf(study->sweep[s].name, NAME_LEN, "%s", study->sweep[s].key);
  }
}

/* Whether all values are numbers, so that the sweep can be an axis of plots. */
static bool sweep_is_number(const Sweep *sweep)
{
  for (int i = 0; i < sweep->n; i++) {
    char *end;
    (void)strtod(sweep->value[i], &end);
    if (end == sweep->value[i] || (*end && *end != '+')) return false;
  }
  return sweep->n > 1;
}

/* Moves the sweep of the step innermost, where it is the axis of plots; without one, the last sweep of numbers. */
static void sweeps_order(Study *study)
{
  study->along = -1;
  for (int s = 0; s < study->nsweep; s++)
    if (sweep_is_number(&study->sweep[s])) study->along = s;
  for (int s = 0; s < study->nsweep; s++)
    if (key_is_step(study->sweep[s].key)) {
      study->along = s;
      study->steps = true;
    }
  if (study->along < 0) return;
  const Sweep along = study->sweep[study->along];
  for (int s = study->along; s + 1 < study->nsweep; s++) study->sweep[s] = study->sweep[s + 1];
  study->along               = study->nsweep - 1;
  study->sweep[study->along] = along;
}

/* -o, or the folder of a study.yaml; otherwise study_plan chooses results/<name>_<study>. */
static void folder_choose(Study *study, const char *output)
{
  const char *slash = strrchr(study->file, '/');

  if (output) snprintf(study->dir, sizeof study->dir, "%s", output);
  else if (strcmp(slash ? slash + 1 : study->file, "study.yaml") == 0)
    snprintf(study->dir, sizeof study->dir, "%.*s", slash ? (int)(slash - study->file) : 1, slash ? study->file : ".");
}

/* FILE and the kind first, then the study block of FILE, then the options, which replace values of the block. */
bool study_parse(int argc, char **argv, Study *study)
{
  const StudyKind *kind   = NULL;
  const char      *output = NULL;
  char             petsc[TEXT_LEN];

  memset(study, 0, sizeof *study);
  study->jobs = 1;
  if (!words_find(argc, argv, study, &kind)) return false;
  memcpy(petsc, study->petsc, sizeof petsc);
  if (!file_load(study)) return false;
  if (petsc[0]) memcpy(study->petsc, petsc, sizeof petsc);
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (option_take(argc, argv, &i, study, &output) < 0) return false;
  if (kind) study->kind = kind;
  if (!study->kind)
    return study_usage("expected convergence, conservation or condition before FILE, or a study block in it:",
                       study->file);
  if (study->nsweep == 0) return study_usage("nothing to sweep: no --steps, --degrees, ... or --sweep", "");
  sweeps_order(study);
  sweeps_name(study);
  folder_choose(study, output);
  return true;
}

/* Without sweeps there is nothing to plan. The kind conservation stands in for a missing one, since it needs no
 * reference. */
PetscErrorCode study_check(const Arguments *arguments, bool problem, FaultList *faults, int *code)
{
  Study     study = {.file = arguments->file, .jobs = 1, .nset = arguments->nset};
  FaultList known; /* to whoever reads the problem */
  bool      good;

  PetscFunctionBeginUser;
  *code = EXIT_DONE;
  if (strcmp(study.file, "-") == 0) PetscFunctionReturn(0);
  memcpy(study.set, arguments->set, sizeof study.set);
  fault_init(&known, study.file);
  good = tree_read(study.file, &study.root, &known) && study_block_read(&study, faults);
  fault_clear(&known);
  if (!good) *code = EXIT_INPUT;
  if (good && problem && study.nsweep > 0) {
    if (!study.kind) study.kind = study_kind("conservation"); /* it needs nothing of the file */
    sweeps_order(&study);
    sweeps_name(&study);
    PetscCall(study_plan(&study, code));
  }
  study_clear(&study);
  PetscFunctionReturn(0);
}

void study_clear(Study *study)
{
  for (int s = 0; s < study->nsweep; s++) sweep_clear(&study->sweep[s]);
  for (int r = 0; r < study->nreferences; r++) free(study->references[r].poses[0]), free(study->references[r].poses[1]);
  free(study->references);
  free(study->runs);
  node_clear(&study->root);
  memset(study, 0, sizeof *study);
}

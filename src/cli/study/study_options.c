/* The command line of `rigel study`, on top of the study block of the problem file. */
#include "cli/study/study.h"

#include "cli/line/command_options.h"
#include "input/schema/petsc_option.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Short forms of sweeps have the ids from OPTION_SHORT on. */
enum { OPTION_SWEEP = OPTION_OWN, OPTION_REFERENCE, OPTION_JOBS, OPTION_FRESH, OPTION_NO_PLOTS, OPTION_SHORT };

static const char *const short_keys[] = {"time.step",          "time.elements",        "method.scheme",
                                         "method.degree",      "method.gauss",         "method.nodes",
                                         "method.multipliers", "bodies.*.formulation", "bodies.*.kinetic"};

static const char *const reference_words[] = {"file", "self", NULL};

#define SHORT_OPTION(i, word, values, text)                                                                            \
  {                                                                                                                    \
    .name = word, .value = values, .missing = "a list A,B,...", .help = text, .id = OPTION_SHORT + (i)                 \
  }

const Option study_options[] = {
  SHORT_OPTION(0, "--steps", "H1,H2,...", "sweeps time.step"),
  SHORT_OPTION(1, "--elements", "N1,N2,...", "sweeps time.elements"),
  SHORT_OPTION(2, "--schemes", "A,B,...", "sweeps method.scheme"),
  SHORT_OPTION(3, "--degrees", "K1,K2,...", "sweeps method.degree"),
  SHORT_OPTION(4, "--gauss", "S1,S2,...", "sweeps method.gauss"),
  SHORT_OPTION(5, "--nodes", "A,B,...", "sweeps method.nodes"),
  SHORT_OPTION(6, "--multipliers", "A,B,...", "sweeps method.multipliers"),
  SHORT_OPTION(7, "--formulations", "A,B,...", "sweeps the formulation of all bodies"),
  SHORT_OPTION(8, "--kinetic", "A,B,...", "sweeps the kinetic energy of all bodies"),
  {.name    = "--sweep",
   .value   = "KEY=A,B,...",
   .missing = "KEY=A,B,...",
   .help    = "sweeps any key of the file; bodies.*.KEY means all bodies, KEY1+KEY2=A1+A2,B1+B2 two at once",
   .id      = OPTION_SWEEP},
  {.name    = "--reference",
   .value   = "WHAT",
   .missing = "file, self or SCHEME:DEGREE:ELEMENTS",
   .help    = "file, self (finer mesh, higher degree), or SCHEME:DEGREE:ELEMENTS; default: the file's if any",
   .id      = OPTION_REFERENCE,
   .offer   = {OFFER_WORDS, reference_words}},
  SET_OPTION("replaces a value of the file"),
  {.name    = "-j",
   .value   = "N",
   .missing = "a number of processes",
   .help    = "N runs at a time, each in a process of its own; default 1",
   .id      = OPTION_JOBS},
  OUTPUT_OPTION("default results/<name>_<study>/; of DIR/study.yaml: DIR"),
  {.name = "--fresh", .help = "measures everything anew", .id = OPTION_FRESH},
  FORCE_OPTION("replaces results of another problem in DIR"),
  {.name = "--no-plots", .help = "writes tables only; rigel plot DIR draws them later", .id = OPTION_NO_PLOTS},
  {.name = NULL},
};

bool study_usage(MessageCode code, const char *what, const char *word)
{
  message_say(code, "rigel study: %s%s%s (see rigel study --help)", what, word[0] ? " " : "", word);
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

/* Notes that memory is exhausted, for the exit code; what is wrong. */
static const char *memory_wrong(Study *study)
{
  study->memory = true;
  return "out of memory";
}

/* Appends a value without the blanks around it; a value may occur once. */
const char *sweep_add(Study *study, Sweep *sweep, const char *text, size_t length)
{
  char **grown = realloc(sweep->value, ((size_t)sweep->n + 1) * sizeof *grown);

  if (!grown) return memory_wrong(study);
  sweep->value = grown;
  while (length && *text == ' ') text++, length--;
  while (length && text[length - 1] == ' ') length--;
  if (length == 0 || length >= LABEL_LEN) return "found an empty or overlong value in the sweep of";
  if (text[0] == '=' || text[0] == '@')
    return "found a value that begins with = or @, a formula in tables, in the sweep of";
  sweep->value[sweep->n] = strndup(text, length);
  if (!sweep->value[sweep->n]) return memory_wrong(study);
  if (word_control(sweep->value[sweep->n])) {
    free(sweep->value[sweep->n]);
    return "found a control character in a value of the sweep of";
  }
  for (int i = 0; i < sweep->n; i++)
    if (strcmp(sweep->value[i], sweep->value[sweep->n]) == 0) {
      free(sweep->value[sweep->n]);
      return "found a value twice in the sweep of";
    }
  sweep->n++;
  return NULL;
}

bool key_is_step(const char *key)
{
  return strcmp(key, "time.step") == 0 || strcmp(key, "time.elements") == 0;
}

static const char key_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+*[]";

/* A later sweep replaces an earlier one of the same key, or one that also sets the step. */
Sweep *sweep_open(Study *study, const char *key, size_t length, const char **wrong)
{
  char   text[NAME_LEN] = "";
  Sweep *sweep          = NULL;

  if (length < NAME_LEN) memcpy(text, key, length);
  if (!text[0] || !isalpha((unsigned char)text[0]) || text[strspn(text, key_letters)])
    return *wrong = "found a bad key of a sweep:", NULL;
  for (int i = 0; i < study->nsweep; i++)
    if (strcmp(study->sweep[i].key, text) == 0 || (key_is_step(study->sweep[i].key) && key_is_step(text))) {
      sweep = &study->sweep[i];
      sweep_clear(sweep);
    }
  if (!sweep && study->nsweep == SWEEP_MOST) return *wrong = "too many sweeps:", NULL;
  if (!sweep) sweep = &study->sweep[study->nsweep++];
  sweep->key = strdup(text);
  if (!sweep->key) return study->nsweep--, *wrong = memory_wrong(study), NULL;
  return sweep;
}

/* Splits "a,b,c"; commas inside brackets do not separate. */
static bool sweep_text(Study *study, const char *key, size_t length, const char *values)
{
  const char *wrong = NULL, *from = values;
  Sweep      *sweep = sweep_open(study, key, length, &wrong);
  int         depth = 0;

  if (!sweep) return study_usage(study->memory ? R0001_OUT_OF_MEMORY : R1103_SWEEP_KEY, wrong, key);
  for (const char *at = values;; at++) {
    if (*at == '[' || *at == '{') depth++;
    if (*at == ']' || *at == '}') depth--;
    if (*at && !(*at == ',' && depth == 0)) continue;
    if ((wrong = sweep_add(study, sweep, from, (size_t)(at - from))))
      return study_usage(study->memory ? R0001_OUT_OF_MEMORY : R1104_SWEEP_VALUE, wrong, sweep->key);
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
  study->memory = study->memory || faults.memory;
  fault_clear(&faults);
  return good;
}

/* --- the command line */

/* A sweep "key.path=a,b,c". */
static bool sweep_take(Study *study, const char *value)
{
  const char *equals = strchr(value, '=');

  if (!equals) return study_usage(R0803_OPTION_VALUE, "found no = in --sweep, expected key.path=a,b,c:", value);
  return sweep_text(study, value, (size_t)(equals - value), equals + 1);
}

static bool jobs_take(Study *study, const char *value)
{
  char *end;

  study->jobs = (int)strtol(value, &end, 10);
  if (end != value && !*end && study->jobs >= 1 && study->jobs <= 1024) return true;
  return study_usage(R0803_OPTION_VALUE, "expected a number of processes from 1 to 1024 after", "-j");
}

/* One option; false after a message. */
static bool option_take(const CommandWord *word, Study *study, const char **output)
{
  const int   id    = word->option->id;
  const char *value = word->text;

  if (id >= OPTION_SHORT)
    return sweep_text(study, short_keys[id - OPTION_SHORT], strlen(short_keys[id - OPTION_SHORT]), value);
  switch (id) {
  case OPTION_SWEEP: return sweep_take(study, value);
  case OPTION_JOBS: return jobs_take(study, value);
  case OPTION_OUTPUT: *output = value; break;
  case OPTION_REFERENCE: snprintf(study->reference, sizeof study->reference, "%s", value); break;
  case OPTION_FRESH: study->fresh = true; break;
  case OPTION_FORCE: study->force = true; break;
  case OPTION_NO_PLOTS: study->no_plots = true; break;
  case OPTION_SET:
    if (study->nset == SET_MOST) return study_usage(R0805_TOO_MANY, "too many", "--set");
    study->set[study->nset++] = value;
    break;
  default: break;
  }
  return true;
}

/* All options of the line; false after a message. */
static bool options_take(const CommandLine *line, Study *study, const char **output)
{
  for (int i = 0; i < line->nwords; i++)
    if (line->words[i].option && !option_take(&line->words[i], study, output)) return false;
  return true;
}

/* Prints that a kind of study was expected before the file, with the nearest one; returns false. */
static bool kind_missing(const char *found)
{
  const char *names[STUDY_KINDS + 1] = {NULL};
  char        text[LIST_LEN];

  for (int i = 0; study_kinds[i]; i++) names[i] = study_kinds[i]->name;
  const char *nearest = word_nearest(found, names);
  snprintf(text, sizeof text, "%.150s%s%s%s", found, nearest ? ", did you mean " : "", nearest ? nearest : "",
           nearest ? "?" : "");
  return study_usage(R1101_STUDY_KIND, "expected convergence, conservation, condition or references before FILE, found",
                     text);
}

/* The file and the kind, before anything else: the study block of the file comes first, options on top of it. */
static bool operands_take(const CommandLine *line, Study *study, const StudyKind **kind)
{
  for (int i = 0; i < line->nwords; i++) {
    const char *word = line->words[i].text;
    if (line->words[i].option) continue;
    if (!*kind && !study->file && study_kind(word)) *kind = study_kind(word);
    else if (study->file && !*kind) return kind_missing(study->file);
    else if (study->file) return study_usage(R0804_FILE_ARGUMENT, "more than one FILE:", word);
    else study->file = word;
  }
  return study->file || study_usage(R0804_FILE_ARGUMENT, "no FILE", "");
}

/* Faults of the options, found before the file is read. */
static bool words_check(const CommandLine *line, Study *study, const StudyKind **kind)
{
  Study       scratch = {0};
  const char *output  = NULL;
  const bool  good    = options_take(line, &scratch, &output) && operands_take(line, study, kind);

  study->memory = scratch.memory;
  study_clear(&scratch);
  return good;
}

/* -o, or the folder of a study.yaml that a study wrote; otherwise study_plan chooses results/<name>_<study>. */
static void folder_choose(Study *study, const char *output)
{
  const char *slash = strrchr(study->file, '/');

  if (output) snprintf(study->dir, sizeof study->dir, "%s", output);
  else if (strcmp(slash ? slash + 1 : study->file, "study.yaml") == 0 && study_fingerprint(study->file))
    snprintf(study->dir, sizeof study->dir, "%.*s", slash ? (int)(slash - study->file) : 1, slash ? study->file : ".");
}

/* The study block of a file belongs to another kind of study. */
static void block_forget(Study *study)
{
  for (int s = 0; s < study->nsweep; s++) sweep_clear(&study->sweep[s]);
  study->nsweep = study->nset = 0;
  study->petsc[0] = study->reference[0] = '\0';
}

/* FILE and the kind first, then the study block of FILE, then the options, which replace values of the block. */
bool study_parse(const CommandLine *line, Study *study)
{
  const StudyKind *kind   = NULL;
  const char      *output = NULL;

  memset(study, 0, sizeof *study);
  study->jobs = 1;
  if (!words_check(line, study, &kind) || !file_load(study)) return false;
  if (kind && kind->values && study->kind != kind) block_forget(study);
  if (line->petsc[0]) petsc_options_split(line->petsc, study->petsc, study->petsc_private);
  if (!options_take(line, study, &output)) return false;
  if (kind) study->kind = kind;
  if (!study->kind)
    return study_usage(
      R1101_STUDY_KIND,
      "expected convergence, conservation or condition before FILE, or a study block in it:", study->file);
  if (study->kind->values) {
    study->along = -1;
    folder_choose(study, output);
    return true;
  }
  if (study->nsweep == 0)
    return study_usage(R1102_SWEEP_NONE, "nothing to sweep: no --steps, --degrees, ... or --sweep", "");
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
  if (problem) fault_print(&known, stderr);
  PetscCheck(!known.memory && !faults->memory && !study.memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
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

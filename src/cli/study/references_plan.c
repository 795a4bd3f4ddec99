/* The runs that compute a reference: two formulations or schemes, two degrees, two meshes. */
#include "cli/study/references.h"

#include "run/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The text of a scalar; `fallback`: there is none. */
static const char *text_of(const Node *mapping, const char *key, const char *fallback)
{
  const Node *node = mapping && mapping->kind == NODE_MAPPING ? node_find(mapping, key) : NULL;

  return node && node->kind == NODE_SCALAR ? node->text : fallback;
}

/* Servo constraints instead of forces of the motions themselves. */
static bool has_servo(const Study *study)
{
  return strcmp(text_of(&study->root, "inverse", ""), "servo") == 0;
}

/* Whether the study sweeps the key. */
static bool swept(const Study *study, const char *key)
{
  for (int s = 0; s < study->nsweep; s++)
    if (strcmp(study->sweep[s].key, key) == 0) return true;
  return false;
}

/* Adds the sweep of a key over two values, unless the command line has one. */
static bool sweep_pair(Study *study, const char *key, const char *first, const char *second)
{
  const char *wrong = NULL;

  if (swept(study, key)) return true;
  Sweep *sweep = sweep_open(study, key, strlen(key), &wrong);
  if (sweep) wrong = sweep_add(study, sweep, first, strlen(first));
  if (!wrong && second) wrong = sweep_add(study, sweep, second, strlen(second));
  return !wrong || study_usage(R1103_SWEEP_KEY, wrong, key);
}

/* Two ways to compute the same motion. */
static const struct {
  const char *key, *first, *second;
} ways[] = {{"bodies.*.formulation", "quaternion", "director"},
            {"method.scheme", "mG", "em"},
            {"method.gauss", "auto", "8"}}; /* another quadrature */

/* Whether the file is valid with both values of a way. A way that changes no body, as of particles, is none. */
static PetscErrorCode way_works(const Study *study, int way, bool *works)
{
  const Node *bodies    = node_find(&study->root, "bodies");
  const char *values[2] = {ways[way].first, ways[way].second};
  bool        turns     = way > 0;

  PetscFunctionBeginUser;
  for (int i = 0; bodies && bodies->kind == NODE_SEQUENCE && i < bodies->count; i++)
    turns = turns || !formulation_is_point(text_of(&bodies->items[i], "formulation", ""));
  *works = turns;
  for (int v = 0; *works && v < 2; v++) {
    char       *key = strdup(ways[way].key), *value = strdup(values[v]);
    Study       trial = {.kind = &study_references, .root = study->root, .nset = study->nset, .nsweep = 1};
    StudyRun    run   = {.value = {value}};
    Assignments set;
    FaultList   faults;
    Model       model;
    memcpy(trial.set, study->set, sizeof trial.set);
    trial.sweep[0] = (Sweep){.key = key, .n = 1, .value = &value};
    fault_init(&faults, study->file);
    PetscCheck(key && value && assignments_create(&trial, &run, NULL, &set), PETSC_COMM_SELF, PETSC_ERR_MEM,
               "out of memory");
    PetscCall(model_read(study->file, set.n, set.list, &faults, &model));
    *works = model.ready;
    PetscCall(model_clear(&model));
    fault_clear(&faults);
    assignments_clear(&set);
    free(key);
    free(value);
  }
  PetscFunctionReturn(0);
}

/* "a+b" of the numbers of all keys that set a step, divided by `finer`. */
static void steps_text(const Study *study, double finer, char *keys, char *values, size_t size)
{
  const Node *time = node_find(&study->root, "time"), *parts = time ? node_find(time, "parts") : NULL;
  const char *step = text_of(time, "step", NULL), *elements = text_of(time, "elements", "100");
  int         k, v;

  k = snprintf(keys, size, "%s", step ? "time.step" : "time.elements");
  v = step ? snprintf(values, size, "%.15g", strtod(step, NULL) / finer)
           : snprintf(values, size, "%.0f", strtod(elements, NULL) * finer);
  for (int i = 0; parts && parts->kind == NODE_SEQUENCE && i < parts->count; i++) {
    const char *part = text_of(&parts->items[i], "step", NULL);
    if (!part) continue;
    k += snprintf(keys + k, size - (size_t)k, "+time.parts.%d.step", i);
    v += snprintf(values + v, size - (size_t)v, "+%.15g", strtod(part, NULL) / finer);
  }
}

/* Two meshes: that of the file and one with half its steps; Runge-Kutta methods need finer ones. */
static bool sweep_steps(Study *study, double first)
{
  char keys[LABEL_LEN] = "", coarse[LABEL_LEN], fine[LABEL_LEN];

  if (swept(study, "time.step") || swept(study, "time.elements")) return true;
  steps_text(study, first, keys, coarse, sizeof keys);
  steps_text(study, 2.0 * first, keys, fine, sizeof keys);
  return sweep_pair(study, keys, coarse, fine);
}

/* Divides the steps of the file by a power of two, so that there are at least 200. */
static double steps_finer(const Study *study)
{
  const Node  *time = node_find(&study->root, "time");
  const char  *step = text_of(time, "step", NULL);
  const double span = strtod(text_of(time, "end", "0"), NULL) - strtod(text_of(time, "start", "0"), NULL);
  double       n = step ? span / strtod(step, NULL) : strtod(text_of(time, "elements", "100"), NULL), finer = 1.0;

  for (; n > 0.0 && n * finer < 199.0; finer *= 2.0) continue;
  return finer;
}

/* The method of the study instead of that of the file. Boundary values and optimal control keep their window, servo constraints
 * their scheme. */
static bool method_replace(Study *study)
{
  const Node *method = node_find(&study->root, "method");
  const bool  servo  = has_servo(study);
  const bool  global = node_find(&study->root, "boundary") || node_find(&study->root, "controls");
  const char *given  = servo && method ? NULL : global ? "method={scheme: mG, window: all}" : "method={scheme: mG}";

  if (!given) return true;
  if (study->nset == SET_MOST) return study_usage(R0805_TOO_MANY, "too many", "--set");
  memmove(study->set + 1, study->set, (size_t)study->nset * sizeof study->set[0]); /* --set of the command line wins */
  study->set[0] = given;
  study->nset++;
  return true;
}

/* Runs end at the time of the reference where the step, not the number of elements, is given. */
static bool end_cut(Study *study)
{
  const Node *time = node_find(&study->root, "time"), *reference = node_find(&study->root, "reference");
  const char *when = text_of(reference, "time", NULL), *end = text_of(time, "end", NULL);

  if (!when || !end || !text_of(time, "step", NULL) || strtod(when, NULL) >= strtod(end, NULL)) return true;
  if (study->nset == SET_MOST) return study_usage(R0805_TOO_MANY, "too many", "--set");
  snprintf(study->end, sizeof study->end, "time.end=%s", when);
  study->set[study->nset++] = study->end;
  return true;
}

/* Adds the sweeps that the command line does not have. */
PetscErrorCode references_sweep(Study *study, bool *good)
{
  const bool servo  = has_servo(study);
  const bool global = node_find(&study->root, "boundary") || node_find(&study->root, "controls");
  const bool coarse = servo || node_find(&study->root, "controls"); /* many unknowns at once, or less smooth */
  const bool chosen =
    swept(study, "bodies.*.formulation") || swept(study, "method.scheme") || swept(study, "method.gauss");
  bool works = false;

  PetscFunctionBeginUser;
  if (node_find(&study->root, "hamiltonian")) {
    *good = method_replace(study) && end_cut(study) && sweep_pair(study, "method.scheme", "gauss6", "sun_geng") &&
            sweep_steps(study, 16.0);
    PetscFunctionReturn(0);
  }
  *good = method_replace(study) && (global || end_cut(study)) &&
          sweep_pair(study, "method.degree", coarse ? "3" : "5", coarse ? "4" : "6");
  for (size_t w = 0; *good && !chosen && !works && w < sizeof ways / sizeof ways[0]; w++) {
    PetscCall(way_works(study, (int)w, &works));
    if (works) *good = sweep_pair(study, ways[w].key, ways[w].first, ways[w].second);
  }
  *good = *good && sweep_steps(study, global ? 1.0 : steps_finer(study));
  PetscFunctionReturn(0);
}

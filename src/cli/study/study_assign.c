/* The assignments "key=value" that turn the problem file into one run of a study. */
#include "cli/study/study.h"

#include "input/schema/schema.h"
#include "scheme/schemes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *run_value(const StudyRun *run, int sweep)
{
  return run->value[sweep] ? run->value[sweep] : "";
}

/* --- assignments */

static bool assignments_add(Assignments *set, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends one formatted assignment; false: too many, or out of memory. */
static bool assignments_add(Assignments *set, const char *format, ...)
{
  char    text[2 * LABEL_LEN];
  va_list args;

  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (set->n == ASSIGNMENT_MOST) return false;
  char *copy = strdup(text);
  if (!copy) return false;
  set->owned[set->nowned++] = copy;
  set->list[set->n++]       = copy;
  return true;
}

void assignments_clear(Assignments *set)
{
  for (int i = 0; i < set->nowned; i++) free(set->owned[i]);
  set->n = set->nowned = 0;
}

/* The text of a scalar in the file; "" when it is missing. */
static const char *file_value(const Node *mapping, const char *key)
{
  const Node *node = mapping ? node_find(mapping, key) : NULL;
  return node && node->kind == NODE_SCALAR ? node->text : "";
}

static const Node *file_list(const Study *study, const char *key)
{
  const Node *list = node_find(&study->root, key);
  return list && list->kind == NODE_SEQUENCE ? list : NULL;
}

/* The value that a run gives to a key; NULL: it keeps the file's. */
static const char *swept_value(const Study *study, const StudyRun *run, const char *key)
{
  for (int s = 0; s < study->nsweep; s++)
    if (strcmp(study->sweep[s].key, key) == 0) return run->value[s];
  return NULL;
}

bool formulation_is_point(const char *name)
{
  const FormulationOps *formulation = formulation_find(name);

  return formulation && !(formulation->traits.uses & BODY_USES_ROTATION);
}

/* "bodies.*.mass" means the mass of every body. Particles keep their formulation. */
static bool star_add(const Study *study, const char *key, const char *value, Assignments *set)
{
  const char *star = strstr(key, ".*.");
  char        list[NAME_LEN];
  bool        good = true;

  if (!star) return assignments_add(set, "%s=%s", key, value);
  snprintf(list, sizeof list, "%.*s", (int)(star - key), key);
  const Node *node     = file_list(study, list);
  const bool  extended = strcmp(star + 3, "formulation") == 0 || strcmp(star + 3, "kinetic") == 0;
  for (int i = 0; good && node && i < node->count; i++)
    if (!extended || !formulation_is_point(file_value(&node->items[i], "formulation")))
      good = assignments_add(set, "%s.%d.%s=%s", list, i, star + 3, value);
  return node ? good : assignments_add(set, "%s=%s", key, value); /* refused by the reader */
}

/* "a+b" with "1+2" sets a=1 and b=2. A missing part of the value is empty, which removes the key. */
static bool sweep_assign(const Study *study, const Sweep *sweep, const char *value, Assignments *set)
{
  const bool  several = strchr(sweep->key, '+') != NULL;
  const char *key = sweep->key, *at = value;
  char        part[NAME_LEN], text[LABEL_LEN];

  if (!several) return star_add(study, key, value, set);
  while (*key) {
    const size_t nk = strcspn(key, "+"), nv = strcspn(at, "+");
    snprintf(part, sizeof part, "%.*s", (int)nk, key);
    snprintf(text, sizeof text, "%.*s", (int)nv, at);
    if (!star_add(study, part, text, set)) return false;
    key += nk + (key[nk] == '+');
    at += nv + (at[nv] == '+');
  }
  return true;
}

/* Whether the name is that of a Bubnov-Galerkin scheme, the only one with a choice of multipliers and start. */
static bool is_bubnov(const char *name)
{
  const SchemeOps *scheme = scheme_find(name);

  return scheme && scheme->traits.galerkin == GALERKIN_BUBNOV;
}

/* Whether a formulation uses the key `kinetic`. */
static bool has_kinetic(const char *name)
{
  const FormulationOps *formulation = formulation_find(name);

  return formulation && formulation->traits.uses & BODY_USES_KINETIC;
}

/* Removes the keys of the file that apply to Bubnov-Galerkin schemes only. */
static bool bubnov_remove(Assignments *set)
{
  return assignments_add(set, "method.multipliers=") && assignments_add(set, "method.start=");
}

/* Removes keys of the file that do not apply to the swept scheme or formulation. */
static bool inapplicable_remove(const Study *study, const StudyRun *run, Assignments *set)
{
  const char *scheme      = swept_value(study, run, "method.scheme");
  const char *formulation = swept_value(study, run, "bodies.*.formulation");
  const Node *bodies      = file_list(study, "bodies");
  bool        good        = true;

  if (scheme && !is_bubnov(scheme)) good = bubnov_remove(set);
  if (!formulation || has_kinetic(formulation)) return good;
  for (int i = 0; good && bodies && i < bodies->count; i++)
    if (node_find(&bodies->items[i], "kinetic")) good = assignments_add(set, "bodies.%d.kinetic=", i);
  return good;
}

/* A sweep of numbers of the method; the exact solution does not depend on it. */
bool sweep_is_numerical(const Sweep *sweep)
{
  static const char *const prefixes[] = {"method.", "solver.", "output.", "time.step", "time.elements", NULL};
  const char              *dot        = strrchr(sweep->key, '.');

  for (int i = 0; prefixes[i]; i++)
    if (strncmp(sweep->key, prefixes[i], strlen(prefixes[i])) == 0) return true;
  return dot && strncmp(sweep->key, "bodies.", 7) == 0 &&
         (strcmp(dot, ".formulation") == 0 || strcmp(dot, ".kinetic") == 0);
}

/* The --set of the study, then the method of a reference or the removed keys, then the swept values. */
bool assignments_create(const Study *study, const StudyRun *run, const char *method, Assignments *set)
{
  char scheme[NAME_LEN] = "mG";
  int  degree = 1, elements = 1;
  bool good = true;

  set->n = set->nowned = 0;
  for (int i = 0; i < study->nset && set->n < ASSIGNMENT_MOST; i++) set->list[set->n++] = study->set[i];
  if (study->kind->set) good = assignments_add(set, "%s", study->kind->set);
  if (method) { /* a reference: the problem itself as swept, another method */
    sscanf(method, "%60[^:]:%d:%d", scheme, &degree, &elements);
    good = good && assignments_add(set, "method.scheme=%s", scheme) &&
           assignments_add(set, "method.degree=%d", degree) && assignments_add(set, "method.gauss=auto") &&
           assignments_add(set, "time.elements=%d", elements) && bubnov_remove(set) &&
           (!study->boundary || assignments_add(set, "method.window=all"));
  } else good = good && inapplicable_remove(study, run, set);
  for (int s = 0; good && s < study->nsweep; s++)
    if (run->value[s] && (!method || !sweep_is_numerical(&study->sweep[s])))
      good = sweep_assign(study, &study->sweep[s], run->value[s], set);
  return good;
}

/* method.multipliers and method.start apply to BG, kinetic to quaternions. */
bool sweep_applies(const Study *study, const StudyRun *run, const Sweep *sweep)
{
  const char *scheme      = swept_value(study, run, "method.scheme"),
             *formulation = swept_value(study, run, "bodies.*.formulation");

  if ((strcmp(sweep->key, "method.multipliers") == 0 || strcmp(sweep->key, "method.start") == 0) && scheme)
    return is_bubnov(scheme);
  if (strcmp(sweep->key, "bodies.*.kinetic") == 0 && formulation) return has_kinetic(formulation);
  return true;
}

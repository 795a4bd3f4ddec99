/* The study block of a problem file: study: {measure: ..., sweep: {key: [..]}, reference: ..., set: [..], petsc: ...}. */
#include "cli/study/study.h"

#include "base/yaml_text.h"
#include "input/schema/petsc_option.h"

#include <stdlib.h>
#include <string.h>

/* A value of a sweep as text; the caller frees it. */
static char *node_text(const Node *node)
{
  char  *text = NULL;
  size_t size = 0;
  FILE  *stream;

  if (node->kind == NODE_SCALAR) return strdup(node->text);
  if (!(stream = open_memstream(&text, &size))) return NULL;
  node_write_flow(node, stream);
  fclose(stream);
  return text;
}

/* A fault at study.KEY. */
static void block_fault(FaultList *faults, MessageCode code, const Node *node, const char *key, const char *expected)
{
  char found[FOUND_LEN], path[NAME_LEN];

  node_describe(node, found);
  snprintf(path, sizeof path, "study%s%.50s", key[0] ? "." : "", key);
  fault_add(faults, code, node->where, path, "found %s, expected %s", found, expected);
}

static void sweep_fault(FaultList *faults, MessageCode code, const Node *node, const char *wrong, const char *key)
{
  fault_add(faults, code, node->where, "study.sweep", "%s %.60s", wrong, key);
}

/* One key of the block sweep with its list of values. */
static void block_sweep(Study *study, const Node *list, FaultList *faults)
{
  const char *wrong = NULL;
  Sweep      *sweep;

  if (list->kind != NODE_SEQUENCE || list->count == 0)
    block_fault(faults, R0216_VALUE_LIST, list, list->key, "a list of values");
  else if (!(sweep = sweep_open(study, list->key, strlen(list->key), &wrong)))
    sweep_fault(faults, study->memory ? R0001_OUT_OF_MEMORY : R1103_SWEEP_KEY, list, wrong, list->key);
  else
    for (int v = 0; v < list->count; v++) {
      char *text    = node_text(&list->items[v]);
      study->memory = study->memory || !text;
      wrong         = text ? sweep_add(study, sweep, text, strlen(text)) : "out of memory";
      free(text);
      if (wrong)
        sweep_fault(faults, study->memory ? R0001_OUT_OF_MEMORY : R1104_SWEEP_VALUE, &list->items[v], wrong, list->key);
    }
}

static void block_sweeps(Study *study, const Node *node, FaultList *faults)
{
  if (node->kind != NODE_MAPPING)
    block_fault(faults, R0215_VALUE_MAPPING, node, "sweep", "a mapping from keys to lists");
  else
    for (int i = 0; i < node->count; i++) block_sweep(study, &node->items[i], faults);
}

/* The assignments of the block; their texts stay in study->root. */
static void block_sets(Study *study, const Node *node, FaultList *faults)
{
  if (node->kind != NODE_SEQUENCE || node->count > SET_MOST - study->nset)
    block_fault(faults, R0216_VALUE_LIST, node, "set", "a list of key.path=value, not too long");
  else
    for (int i = 0; i < node->count; i++)
      if (node->items[i].kind != NODE_SCALAR)
        block_fault(faults, R0217_VALUE_TEXT, &node->items[i], "set", "key.path=value");
      else study->set[study->nset++] = node->items[i].text;
}

/* The scalars of the block: measure, reference, petsc. */
static void block_word(Study *study, const Node *item, FaultList *faults)
{
  Notice why;
  int    length;

  if (item->kind != NODE_SCALAR) block_fault(faults, R0217_VALUE_TEXT, item, item->key, "a word");
  else if (strcmp(item->key, "petsc") == 0) {
    snprintf(study->petsc, sizeof study->petsc, "%s", item->text);
    if (word_stray(item->text, &length))
      block_fault(faults, R0223_PETSC_FORM, item, item->key, "PETSc options as -name or -name value");
    else if (!petsc_options_allowed(item->text, &why))
      fault_add(faults, why.code, item->where, "study.petsc", "%s", why.text);
  } else if (strcmp(item->key, "reference") == 0) snprintf(study->reference, sizeof study->reference, "%s", item->text);
  else if (!(study->kind = study_kind(item->text)))
    block_fault(faults, R0214_VALUE_WORD, item, item->key, "one of convergence, conservation, condition");
}

/* One key of the block; an unknown one is reported with the nearest valid one. */
static void block_item(Study *study, const Node *item, FaultList *faults)
{
  static const char *const keys[] = {"measure", "sweep", "reference", "set", "petsc", NULL};
  char                     list[LIST_LEN];

  if (strcmp(item->key, "petsc_command_line") == 0) return; /* a record of what was given after --, never read */
  if (strcmp(item->key, "sweep") == 0) block_sweeps(study, item, faults);
  else if (strcmp(item->key, "set") == 0) block_sets(study, item, faults);
  else if (word_index(item->key, keys) >= 0) block_word(study, item, faults);
  else {
    word_expect(item->key, keys, list);
    fault_add(faults, R0201_KEY_UNKNOWN, item->key_where, "study", "found the key %.60s, expected %s", item->key, list);
  }
}

bool study_block_read(Study *study, FaultList *faults)
{
  const Node *block  = node_find(&study->root, "study");
  const int   before = faults->count;

  if (!block) return true;
  if (block->kind != NODE_MAPPING) block_fault(faults, R0215_VALUE_MAPPING, block, "", "a mapping");
  else
    for (int i = 0; i < block->count; i++) block_item(study, &block->items[i], faults);
  return faults->count == before;
}

/* A value of a sweep inside brackets, quoted where it would not read back. */
static void value_write(const char *value, FILE *stream)
{
  const bool structure = value[0] == '[' || value[0] == '{';

  if (structure || !strpbrk(value, ",:#[]{}\"'&*!|>%@`")) fputs(value, stream);
  else yaml_text(value, stream);
}

/* One text of the block, if it is given. */
static void text_write(const char *key, const char *options, FILE *stream)
{
  if (!options[0]) return;
  fprintf(stream, "  %s: ", key);
  yaml_text(options, stream);
  fputc('\n', stream);
}

void study_write_common(const Study *study, FILE *stream)
{
  for (int i = 0; i < study->root.count; i++) {
    const Node item = {.kind = NODE_MAPPING, .count = 1, .items = &study->root.items[i]};
    if (strcmp(item.items->key, "study") != 0) node_write(&item, 0, stream);
  }
  fprintf(stream, "study:\n  measure: %s\n", study->kind->name);
  text_write("reference", study->reference, stream);
  text_write("petsc", study->petsc, stream);
  text_write("petsc_command_line", study->petsc_private, stream);
  for (int i = 0; i < study->nset; i++) {
    fputs(i ? ", " : "  set: [", stream);
    yaml_text(study->set[i], stream);
    if (i + 1 == study->nset) fputs("]\n", stream);
  }
}

void study_write(const Study *study, FILE *stream)
{
  fprintf(stream, "# rigel study %s/study.yaml continues or repeats this study.\n", study->dir);
  study_write_common(study, stream);
  fputs("  sweep:\n", stream);
  for (int s = 0; s < study->nsweep; s++) {
    fprintf(stream, "    %s: [", study->sweep[s].key);
    for (int v = 0; v < study->sweep[s].n; v++) {
      if (v) fputs(", ", stream);
      value_write(study->sweep[s].value[v], stream);
    }
    fputs("]\n", stream);
  }
}

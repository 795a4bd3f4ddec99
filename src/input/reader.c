/* From a problem file to a Problem: tree, assignments, records, checks, and loads that a C caller adds. */
#include "input/reader.h"

#include "base/scalar.h"
#include "input/check/check.h"
#include "input/record.h"
#include "input/yaml/tree.h"

#include <stdlib.h>
#include <string.h>

/* The file's name without folders and .yaml; characters that a name cannot have become '_'. */
static void name_from_file(const char *file, char name[NAME_LEN])
{
  const char *slash = strrchr(file, '/');
  char       *end;

  memset(name, 0, NAME_LEN);
  snprintf(name, NAME_LEN, "%s", slash ? slash + 1 : file);
  end = strrchr(name, '.');
  if (end && (strcmp(end, ".yaml") == 0 || strcmp(end, ".yml") == 0)) memset(end, 0, strlen(end));
  for (char *c = name; *c; c++) {
    const char one[2] = {*c, '\0'};
    if (!word_is_name(one) && (*c != '-' || c == name)) *c = '_';
  }
  if (!name[0]) snprintf(name, NAME_LEN, "problem");
}

/* Reads and checks all records. The files of an earlier run are read only if there is no fault. */
static void root_read(Reader *reader, Node *root, Problem *problem)
{
  if (node_is_empty(root) || root->kind == NODE_VOID) return; /* already reported */
  if (root->kind == NODE_MAPPING) {
    record_read(reader, &schema_problem, root, problem);
    if (problem_hamiltonian_body(problem)) problem_check(reader, root, problem);
    else reader_fault(reader, R0001_OUT_OF_MEMORY, root->where, "hamiltonian", "out of memory");
    if (reader->faults->count == 0) guess_read(reader, root, problem);
  } else {
    reader_expect(reader, R0109_NOT_A_PROBLEM, root, schema_problem.noun);
  }
}

/* The standard input rather than a file or text. */
static bool source_is_input(const ProblemSource *source)
{
  return !source->text && strcmp(source->file, "-") == 0;
}

bool source_parse(const ProblemSource *source, Node *root, FaultList *faults)
{
  const char *text = source->text;

  if (source_is_input(source)) snprintf(faults->file, sizeof faults->file, "<stdin>");
  faults->nset = source->nset;
  faults->set  = source->set;
  memset(root, 0, sizeof *root);
  if (!(text ? tree_parse(text, strlen(text), 0, root, faults) : tree_read(source->file, root, faults))) return false;
  for (int i = 0; i < source->nset; i++) tree_set(root, i + 1, source->set[i], faults);
  tree_check_twins(root, faults);
  if (text && node_is_empty(root))
    fault_add(faults, R0102_FILE_EMPTY, (Where){0}, "", "found nothing, expected a problem");
  return true;
}

/* Adds the loads of a C caller, which no file can describe, and resolves their bodies. */
static void loads_add(const ProblemSource *source, Problem *problem, FaultList *faults)
{
  const unsigned supports = problem->method.scheme->supports;

  for (int i = 0; i < source->nloads; i++) {
    ProblemLoad load = source->loads[i];
    for (int side = 0; side < 2; side++) {
      const char *name = load.body_name[side];
      load.body[side]  = GROUND;
      for (int b = 0; b < problem->nbodies; b++)
        if (strcmp(problem->bodies[b].name, name) == 0) load.body[side] = b;
      if (load.body[side] == GROUND && strcmp(name, "ground") != 0)
        fault_add(faults, R0916_CALLBACK_BODY, (Where){0}, load.name,
                  "found no body %s, expected one of the problem, or ground", name);
    }
    if (!(supports & (load.user.force ? SUPPORTS_DAMPING : SUPPORTS_LOADS)) || !(supports & SUPPORTS_LOADS))
      fault_add(faults, R0917_CALLBACK_SCHEME, (Where){0}, load.name,
                "found together with scheme: %s, expected mG, BG or em", problem->method.scheme->name);
    if (!problem_add_load(problem, &load)) fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0}, "", "out of memory");
  }
}

/* Adds the terms of the objective of a C caller. */
static void terms_add(const ProblemSource *source, Problem *problem, FaultList *faults)
{
  const bool tracked = problem->inverse == INVERSE_TRACK && problem->nmotions > 0; /* they become terms */

  for (int i = 0; i < source->nterms; i++) {
    if (!problem->ncontrols || !(problem->nterms || tracked))
      fault_add(faults, R0918_COST_CONFLICT, (Where){0}, "cost",
                "found without controls and an objective, expected both");
    else if (problem->time.free && source->terms[i].user.running)
      fault_add(faults, R0918_COST_CONFLICT, (Where){0}, "cost",
                "found a function of time, expected none with time.free");
    else if (!problem_add_term(problem, &source->terms[i]))
      fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0}, "", "out of memory");
  }
}

/* Files of meshes count from the folder of the problem file, so that a folder can be given away; run.yaml, which is written elsewhere,
 * has absolute names. A file that is not there keeps its name, and a warning follows. */
static void meshes_locate(const ProblemSource *source, Problem *problem)
{
  const char  *slash  = source->text || source_is_input(source) ? NULL : strrchr(source->file, '/');
  const size_t folder = slash ? (size_t)(slash + 1 - source->file) : 0;

  for (int b = 0; b < problem->nbodies; b++) {
    VisualShape *shape = &problem->bodies[b].visual.shape;
    char         path[2 * TEXT_LEN];
    if (shape->kind != VISUAL_MESH) continue;
    snprintf(path, sizeof path, "%.*s%s", shape->file[0] == '/' || folder >= TEXT_LEN ? 0 : (int)folder, source->file,
             shape->file);
    char *whole = realpath(path, NULL);
    if (whole && strlen(whole) < TEXT_LEN) {
      memset(shape->file, 0, sizeof shape->file);
      strcpy(shape->file, whole);
    }
    free(whole);
  }
}

bool source_fill(const ProblemSource *source, const Node *tree, const Vocabulary *words, Problem *problem,
                 FaultList *faults)
{
  Reader    reader = {.words = words, .faults = faults};
  const int before = faults->count;
  Node      root; /* keys that do not apply are removed while the tree is read */

  problem_init(problem);
  problem->method.scheme = words->schemes[0];
  memcpy(problem->file, faults->file, sizeof problem->file);
  name_from_file(source_is_input(source) ? "stdin" : source->file, problem->name);
  if (node_copy(tree, &root)) root_read(&reader, &root, problem);
  else fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0}, "", "out of memory");
  meshes_locate(source, problem);
  loads_add(source, problem, faults);
  terms_add(source, problem, faults);
  node_clear(&root);
  fault_sort(faults);
  return faults->count == before;
}

Node *number_find(Node *tree, const char *path, double *value, FaultList *faults)
{
  Node *node             = tree_find(tree, path);
  char  found[FOUND_LEN] = "nothing";

  if (node && node->kind == NODE_SCALAR && scalar_real(node->text, value) == SCALAR_GOOD) return node;
  if (node) node_describe(node, found);
  fault_add(faults, R1003_PARAMETER_NUMBER, (Where){0, 0}, path, "found %s, expected a number of the problem", found);
  return NULL;
}

#include "io/reader.h"

#include "io/record.h"

#include <string.h>

/* The file's name without folders and .yaml; what cannot be part of a name becomes '_'. */
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
    if (!word_is_name(one)) *c = '_';
  }
  if (!name[0]) snprintf(name, NAME_LEN, "problem");
}

static void root_read(Reader *reader, Node *root, Problem *problem)
{
  if (node_is_empty(root) || root->kind == NODE_VOID) return; /* that was said */
  if (root->kind == NODE_MAPPING) {
    record_read(reader, &schema_problem, root, problem);
    problem_check(reader, root, problem);
    if (reader->faults->count == 0) guess_read(reader, root, problem);
  } else {
    reader_expect(reader, root, schema_problem.noun);
  }
}

bool problem_read(const char *file, int nset, const char *const set[], const Vocabulary *words, Problem *problem,
                  FaultList *faults)
{
  Reader reader = {.words = words, .faults = faults};
  int    before = faults->count;
  Node   root;

  problem_init(problem);
  if (strcmp(file, "-") == 0) snprintf(faults->file, sizeof faults->file, "<stdin>");
  memcpy(problem->file, faults->file, sizeof problem->file);
  name_from_file(strcmp(file, "-") == 0 ? "stdin" : file, problem->name);
  faults->nset = nset;
  faults->set  = set;
  if (tree_read(file, &root, faults)) {
    for (int i = 0; i < nset; i++) tree_set(&root, i + 1, set[i], faults);
    tree_check_twins(&root, faults);
    root_read(&reader, &root, problem);
  }
  tree_clear(&root);
  fault_sort(faults);
  return faults->count == before;
}

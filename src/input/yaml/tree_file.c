/* Reads a whole YAML file, and reports keys that occur twice. */
#include "base/file.h"
#include "input/yaml/path.h"
#include "input/yaml/tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MOST = 1 << 28 };

bool tree_read(const char *file, Node *root, FaultList *faults)
{
  size_t length = 0;
  char  *bytes  = file_read(file, FILE_MOST, &length);
  int    error  = errno;

  memset(root, 0, sizeof *root);
  if (!bytes) {
    if (error == ENOMEM) fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0}, "", "out of memory");
    else
      fault_add(faults, R0101_FILE_UNREADABLE, (Where){0}, "", "cannot be read: %s",
                error ? strerror(error) : "unknown error");
    return false;
  }
  bool good = tree_parse(bytes, length, 0, root, faults);
  free(bytes);
  if (!good) return false;
  if (node_is_empty(root))
    fault_add(faults, R0102_FILE_EMPTY, (Where){0}, "", "found an empty file, expected a problem");
  return true;
}

/* Orders items by key, then by their order in the file, which is that of their addresses. */
static int item_compare(const void *a, const void *b)
{
  const Node *const *left = a, *const *right = b;
  int                order = strcmp((*left)->key, (*right)->key);
  if (order) return order;
  return (*left > *right) - (*left < *right);
}

/* Sorts the items by key and reports neighbours with the same key. */
static void mapping_check_twins(const Node *mapping, Path *path, FaultList *faults)
{
  const Node **sorted = malloc((size_t)mapping->count * sizeof *sorted);
  int          first  = 0;

  if (!sorted) {
    fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0}, "", "out of memory");
    return;
  }
  for (int i = 0; i < mapping->count; i++) sorted[i] = &mapping->items[i];
  qsort(sorted, (size_t)mapping->count, sizeof *sorted, item_compare);
  for (int i = 1; i < mapping->count; i++) {
    if (strcmp(sorted[i]->key, sorted[first]->key) != 0) {
      first = i;
      continue;
    }
    size_t length = path_key(path, sorted[i]->key);
    char   where[FOUND_LEN];
    where_describe(sorted[first]->key_where, where);
    fault_add(faults, R0108_KEY_TWICE, sorted[i]->key_where, path->text, "found a second time, expected once%s", where);
    path_cut(path, length);
  }
  free(sorted);
}

/* Checks a node and everything below it. */
static void node_check_twins(const Node *node, Path *path, FaultList *faults)
{
  if (node->kind == NODE_MAPPING && node->count > 1) mapping_check_twins(node, path, faults);
  for (int i = 0; i < node->count; i++) {
    const Node *item = &node->items[i];
    if (item->kind != NODE_MAPPING && item->kind != NODE_SEQUENCE) continue;
    size_t length = item->key ? path_key(path, item->key) : path_item(path, item, i);
    node_check_twins(item, path, faults);
    path_cut(path, length);
  }
}

void tree_check_twins(const Node *root, FaultList *faults)
{
  Path path = {.length = 0};
  node_check_twins(root, &path, faults);
}

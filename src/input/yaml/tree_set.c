/* Assignments from the command line: --set bodies.box.velocity=[1,0,0]; --set loads+={..} adds to a list. */
#include "input/yaml/path.h"
#include "input/yaml/tree.h"

#include <stdlib.h>
#include <string.h>

/* Cuts the next element off "a.b[0].c"; false: the path ends here or is malformed. */
static bool element_next(const char **path, char element[NAME_LEN])
{
  size_t length = strcspn(*path, ".[]=+");

  if (length == 0 || length >= NAME_LEN) return false;
  memcpy(element, *path, length);
  element[length] = '\0';
  *path += length;
  if (**path == ']') (*path)++;
  if (**path == '.' || **path == '[') (*path)++;
  return true;
}

/* The item of a list with this name, or with this index; NULL: none. */
static Node *list_item(const Node *list, const char *element)
{
  char *end;
  long  index = strtol(element, &end, 10);

  for (int i = 0; i < list->count; i++) {
    const Node *name = node_find(&list->items[i], "name");
    if (name && name->kind == NODE_SCALAR && strcmp(name->text, element) == 0) return &list->items[i];
  }
  if (*end || element[0] == '-' || index < 0 || index >= list->count) return NULL;
  return &list->items[index];
}

/* Reports an item that does not exist, with the nearest name. */
static void list_refuse(const Node *list, Where where, const Path *path, const char *element, FaultList *faults)
{
  const char **names = calloc((size_t)list->count + 1, sizeof *names);
  const char  *nearest;
  int          count = 0;

  for (int i = 0; names && i < list->count; i++) {
    const Node *name = node_find(&list->items[i], "name");
    if (name && name->kind == NODE_SCALAR) names[count++] = name->text;
  }
  nearest = names ? word_nearest(element, names) : NULL;
  if (nearest)
    fault_add(faults, R0122_SET_ITEM, where, path->text,
              "found no item %s, expected a name or an index below %d (did you mean %.63s?)", element, list->count,
              nearest);
  else
    fault_add(faults, R0122_SET_ITEM, where, path->text, "found no item %s, expected a name or an index below %d",
              element, list->count);
  free(names);
}

/* Turns an empty value into an empty mapping or list. */
static void node_make(NodeKind kind, Node *node, Where where)
{
  if (!node_is_empty(node) && node->kind != NODE_VOID) return;
  free(node->text);
  node->text  = NULL;
  node->kind  = kind;
  node->where = where;
}

/* The item of `node` that one element of the path names; a new key is appended. NULL: a fault was reported. */
static Node *node_step(Node *node, Where where, const Path *path, const char *element, FaultList *faults)
{
  char  found[FOUND_LEN];
  Node *item = NULL;

  node_make(NODE_MAPPING, node, where);
  if (node->kind == NODE_SEQUENCE) {
    item = list_item(node, element);
    if (!item) list_refuse(node, where, path, element, faults);
  } else if (node->kind == NODE_MAPPING) {
    item = node_find(node, element);
    if (item) return item;
    char *key = malloc(strlen(element) + 1);
    if (key) item = node_append(node, strcpy(key, element), where);
    if (!item) fault_add(faults, R0001_OUT_OF_MEMORY, where, path->text, "out of memory");
  } else {
    node_describe(node, found);
    fault_add(faults, R0122_SET_ITEM, where, path->text, "found %s, expected a mapping or a list that has %s", found,
              element);
  }
  return item;
}

/* Follows the path up to = or += to its node and the parent of that; false: a fault was reported. */
static bool tree_walk(Node *root, Where where, const char *text, Node **parent, Node **node, FaultList *faults)
{
  Path path = {.length = 0};
  char element[NAME_LEN];

  *node = root;
  for (int depth = 0; *text != '=' && strncmp(text, "+=", 2) != 0; depth++) {
    if (depth == TREE_DEPTH || !element_next(&text, element)) {
      fault_add(faults, R0121_SET_FORM, where, "", "found a malformed path, expected key.path=value");
      return false;
    }
    *parent = *node;
    *node   = node_step(*parent, where, &path, element, faults);
    if (!*node) return false;
    path_key(&path, element);
  }
  return true;
}

/* Replaces the content of `node` by `value`; the node keeps its key. */
static void node_replace(Node *node, Node *value, Where where)
{
  value->key       = node->key;
  value->key_where = where;
  node->key        = NULL;
  node_clear(node);
  *node = *value;
}

/* Follows a path without making keys. */
Node *tree_find(Node *root, const char *path)
{
  char element[NAME_LEN];

  for (Node *node = root; node;) {
    if (!*path) return node;
    if (!element_next(&path, element)) break;
    node = node->kind == NODE_SEQUENCE ? list_item(node, element) : node_find(node, element);
  }
  return NULL;
}

/* Appends an item to a list, which is made where there is none; NULL: a fault was reported. */
static Node *list_append(Node *list, Where where, FaultList *faults)
{
  char  found[FOUND_LEN];
  Node *item;

  node_make(NODE_SEQUENCE, list, where);
  if (list->kind != NODE_SEQUENCE) {
    node_describe(list, found);
    fault_add(faults, R0123_SET_APPEND, where, "", "found %s, expected a list that += can add to", found);
    return NULL;
  }
  item = node_append(list, NULL, where);
  if (!item) fault_add(faults, R0001_OUT_OF_MEMORY, where, "", "out of memory");
  return item;
}

/* Parses the value as YAML, follows the path, and replaces, appends or removes. */
bool tree_set(Node *root, int set, const char *assignment, FaultList *faults)
{
  const char *equals = strchr(assignment, '=');
  Where       where  = {.line = -set, .column = 0};
  Node       *parent = root, *node = NULL, value;

  if (!equals || equals == assignment) {
    fault_add(faults, R0121_SET_FORM, where, "", "found no %s, expected key.path=value", equals ? "key" : "=");
    return false;
  }
  if (!tree_parse(equals + 1, strlen(equals + 1), set, &value, faults)) return false;
  if (!tree_walk(root, where, assignment, &parent, &node, faults)) {
    node_clear(&value);
    return false;
  }
  if (equals[-1] == '+') node = list_append(node, where, faults);
  if (!node) {
    node_clear(&value);
    return false;
  }
  if (equals[-1] != '+' && value.kind == NODE_SCALAR && value.plain && value.text[0] == '\0') {
    node_clear(&value);
    /* what was not there stays as NODE_VOID until its reader has seen whether such a key exists */
    if (node->kind != NODE_VOID || parent->kind == NODE_SEQUENCE) node_remove(parent, node);
  } else {
    node_replace(node, &value, where);
  }
  return true;
}

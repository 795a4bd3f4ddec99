/* Nodes of a YAML tree: find, append, remove, describe in messages. */
#include "input/yaml/node.h"

#include <stdlib.h>
#include <string.h>

void node_clear(Node *node)
{
  for (int i = 0; i < node->count; i++) node_clear(&node->items[i]); /* at most 2 TREE_DEPTH deep */
  free(node->items);
  free(node->text);
  free(node->key);
  memset(node, 0, sizeof *node);
}

/* Copies key, text and items; the capacity is the number of items. */
bool node_copy(const Node *from, Node *to)
{
  bool good = true;

  *to       = *from;
  to->count = to->capacity = 0;
  to->items                = NULL;
  to->text                 = from->text ? strdup(from->text) : NULL;
  to->key                  = from->key ? strdup(from->key) : NULL;
  good                     = (to->text || !from->text) && (to->key || !from->key);
  if (good && from->count) to->items = calloc((size_t)from->count, sizeof *to->items);
  good = good && (to->items || !from->count);
  if (good) to->capacity = from->count;
  for (; good && to->count < from->count; to->count++) good = node_copy(&from->items[to->count], &to->items[to->count]);
  return good;
}

Node *node_find(const Node *mapping, const char *key)
{
  if (mapping->kind != NODE_MAPPING) return NULL;
  for (int i = 0; i < mapping->count; i++)
    if (strcmp(mapping->items[i].key, key) == 0) return &mapping->items[i];
  return NULL;
}

/* The array doubles when it is full, so pointers to earlier items become invalid. */
Node *node_append(Node *parent, char *key, Where key_where)
{
  if (parent->count == parent->capacity) {
    int   capacity = parent->capacity ? 2 * parent->capacity : 4;
    Node *items    = realloc(parent->items, (size_t)capacity * sizeof *items);
    if (!items) {
      free(key);
      return NULL;
    }
    parent->items    = items;
    parent->capacity = capacity;
  }
  Node *item = &parent->items[parent->count++];
  memset(item, 0, sizeof *item);
  item->key       = key;
  item->key_where = key_where;
  return item;
}

/* Moves the items behind it forward. */
void node_remove(Node *parent, Node *item)
{
  size_t after = (size_t)(parent->items + parent->count - (item + 1));
  node_clear(item);
  memmove(item, item + 1, after * sizeof *item);
  parent->count--;
}

bool node_is_empty(const Node *node)
{
  static const char *const words[] = {"", "~", "null", "Null", "NULL", NULL};
  return node->kind == NODE_SCALAR && node->plain && word_index(node->text, words) >= 0;
}

void node_describe(const Node *node, char out[FOUND_LEN])
{
  char clipped[FOUND_LEN - 4];

  if (node->kind == NODE_MAPPING) {
    snprintf(out, FOUND_LEN, node->count ? "a mapping" : "an empty mapping");
  } else if (node->kind == NODE_SEQUENCE) {
    if (node->count) snprintf(out, FOUND_LEN, "a list of %d", node->count);
    else snprintf(out, FOUND_LEN, "an empty list");
  } else if (node->kind == NODE_VOID || node_is_empty(node)) {
    snprintf(out, FOUND_LEN, "nothing");
  } else {
    word_clip(node->text, clipped, sizeof clipped);
    snprintf(out, FOUND_LEN, node->plain ? "%s" : "\"%s\"", clipped);
  }
}

void where_describe(Where where, char out[FOUND_LEN])
{
  if (where.line > 0) snprintf(out, FOUND_LEN, " (first at %d:%d)", where.line, where.column);
  else snprintf(out, FOUND_LEN, " (first in --set)");
}

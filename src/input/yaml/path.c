/* The path of a key in messages, built while a reader descends. */
#include "input/yaml/path.h"

#include <string.h>

/* Appends text as far as it fits; returns the length before. */
static size_t path_append(Path *path, const char *before, const char *text, const char *after)
{
  size_t length = path->length;
  snprintf(path->text + length, sizeof path->text - length, "%s%s%s", before, text, after);
  path->length += strlen(path->text + length);
  return length;
}

size_t path_key(Path *path, const char *key)
{
  char clipped[NAME_LEN];
  word_clip(key, clipped, sizeof clipped);
  return path_append(path, path->length ? "." : "", clipped, "");
}

size_t path_item(Path *path, const Node *item, int index)
{
  const Node *name = node_find(item, "name");
  char        digits[16];

  if (name && name->kind == NODE_SCALAR && !node_is_empty(name) && word_is_name(name->text))
    return path_key(path, name->text);
  snprintf(digits, sizeof digits, "%d", index);
  return path_append(path, "[", digits, "]");
}

void path_cut(Path *path, size_t length)
{
  path->length       = length;
  path->text[length] = '\0';
}

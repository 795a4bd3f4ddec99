/* The path of a key in messages: bodies.box.mass, or bodies[0].mass where the item has no usable name. */
#ifndef RIGEL_INPUT_YAML_PATH_H
#define RIGEL_INPUT_YAML_PATH_H

#include "input/yaml/node.h"

typedef struct {
  char   text[200];
  size_t length;
} Path;

/* Append a key, or an item of a list by its name or index; return the length before, for path_cut. */
size_t path_key(Path *path, const char *key);
size_t path_item(Path *path, const Node *item, int index);
/* Shortens the path to a length that path_key or path_item returned. */
void path_cut(Path *path, size_t length);

#endif

/* A YAML document as a tree with positions: reading, assignments, writing.
 * The subset that problem files use: one document, no anchors, aliases, tags or merge keys. */
#ifndef RIGEL_INPUT_YAML_TREE_H
#define RIGEL_INPUT_YAML_TREE_H

#include "input/yaml/node.h"

/* Reads a file. False: there is no tree (unreadable, not UTF-8, not YAML, empty). A tree may come with faults. */
bool tree_read(const char *file, Node *root, FaultList *faults);
/* The same for text in memory; set > 0: the value of the set-th --set. Empty text gives an empty scalar. */
bool tree_parse(const char *text, size_t length, int set, Node *root, FaultList *faults);
/* Applies the set-th (from 1) assignment "key.path=value". Elements of the path are keys or, in a list, the name of an
 * item or its index from 0; keys that do not exist are made; an empty value removes the key, so that its default holds.
 * "key.path+=value" adds an item to a list, which is made if there is none. */
bool tree_set(Node *root, int set, const char *assignment, FaultList *faults);
/* The node at such a path; NULL: there is none. */
Node *tree_find(Node *root, const char *path);
/* Reports keys that occur twice; the first one counts. */
void tree_check_twins(const Node *root, FaultList *faults);

/* Writes the items of a mapping or list as lines of YAML; writes a value on one line. */
void node_write(const Node *node, int indent, FILE *stream);
void node_write_flow(const Node *node, FILE *stream);

#endif

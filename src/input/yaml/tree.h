/* A YAML document as a tree with positions, the subset that case files use: no anchors, aliases, tags, merge keys, and
 * one document only. */
#ifndef RIGEL_INPUT_YAML_TREE_H
#define RIGEL_INPUT_YAML_TREE_H

#include "base/words.h"
#include "problem/fault.h"

enum { TREE_DEPTH = 32 };

/* NODE_VOID: something refused stood here; the fault is reported, readers pass over it. */
typedef enum { NODE_VOID, NODE_SCALAR, NODE_SEQUENCE, NODE_MAPPING } NodeKind;

typedef struct Node Node;
struct Node {
  NodeKind kind;
  bool     plain; /* scalar: written without quotes */
  Where    where; /* line < 0: from the command line, see Where */
  char    *text;  /* scalar; owned */
  char    *key;   /* NULL outside of a mapping; owned */
  Where    key_where;
  int      count, capacity;
  Node    *items; /* [count], owned */
};

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
/* A deep copy, without capacity to spare; false: out of memory. Clear it in either case. */
bool tree_copy(const Node *from, Node *to);
void tree_clear(Node *root);

/* The item of a mapping with this key (the first one), or NULL. */
Node *node_find(const Node *mapping, const char *key);
/* A new last item, NODE_VOID; takes the key. NULL: no memory, the key is freed. */
Node *node_append(Node *parent, char *key, Where key_where);
void  node_remove(Node *parent, Node *item);
/* Nothing was written: an empty plain scalar, ~ or null. */
bool node_is_empty(const Node *node);
/* What a message says was found: the text, "a list of 3", "a mapping", "nothing". */
void node_describe(const Node *node, char out[FOUND_LEN]);
/* " (first at 4:11)" or " (first in --set)" */
void where_describe(Where where, char out[FOUND_LEN]);

/* As YAML text: the items of a mapping or list as lines; a value on one line. */
void node_write(const Node *node, int indent, FILE *stream);
void node_write_flow(const Node *node, FILE *stream);

#endif

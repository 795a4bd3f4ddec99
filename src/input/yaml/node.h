/* A node of a YAML tree: a scalar, a sequence or a mapping, with its position in the file. */
#ifndef RIGEL_INPUT_YAML_NODE_H
#define RIGEL_INPUT_YAML_NODE_H

#include "base/words.h"
#include "problem/fault.h"

enum { TREE_DEPTH = 32 };

/* NODE_VOID: a rejected value; its fault is reported, and readers skip it. */
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

/* Frees everything below a node and the node's own text. */
void node_clear(Node *node);
/* A deep copy; false: out of memory. Clear it in either case. */
bool node_copy(const Node *from, Node *to);
/* The item of a mapping with this key (the first one), or NULL. */
Node *node_find(const Node *mapping, const char *key);
/* Appends an item, NODE_VOID; owns the key from then on. NULL: no memory, the key is freed. */
Node *node_append(Node *parent, char *key, Where key_where);
void  node_remove(Node *parent, Node *item);
/* Nothing was written: an empty plain scalar, ~ or null. */
bool node_is_empty(const Node *node);
/* The value in words for a message: the text, "a list of 3", "a mapping", "nothing". */
void node_describe(const Node *node, char out[FOUND_LEN]);
/* " (first at 4:11)" or " (first in --set)" */
void where_describe(Where where, char out[FOUND_LEN]);

#endif

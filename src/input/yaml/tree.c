/* Builds a tree from libyaml's events, and reports syntax that problem files do not use. Open mappings and sequences
 * are on a stack of fixed depth; the items of an open node do not move while one of them is open, so pointers on the
 * stack stay valid. */
#include "input/yaml/tree.h"
#include "input/yaml/path.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct {
  yaml_parser_t parser;
  const char   *text; /* the whole input */
  size_t        length;
  int           set;
  FaultList    *faults;
  Node         *root;
  Node         *open[TREE_DEPTH];
  int           depth;
  char         *key; /* of the mapping item whose value comes next; owned */
  Where         key_where;
  bool          begun; /* a document was seen */
} Builder;

/* The position of a mark; values of --set have the number of the assignment instead. */
static Where builder_where(const Builder *builder, yaml_mark_t mark)
{
  if (builder->set > 0) return (Where){.line = -builder->set, .column = 0};
  return (Where){.line = (int)mark.line + 1, .column = (int)mark.column + 1};
}

/* Reports a fault at a mark, with the path of the node that is being built; returns false. */
static bool builder_refuse(Builder *builder, MessageCode code, yaml_mark_t mark, const char *found,
                           const char *expected)
{
  Path path = {.length = 0};
  for (int i = 1; i < builder->depth; i++) {
    if (builder->open[i]->key) path_key(&path, builder->open[i]->key);
    else path_item(&path, builder->open[i], builder->open[i - 1]->count - 1);
  }
  const Node *last = builder->depth > 0 ? builder->open[builder->depth - 1] : NULL;
  if (builder->key) path_key(&path, builder->key);
  else if (last && last->kind == NODE_SEQUENCE) path_item(&path, &(Node){.kind = NODE_VOID}, last->count);
  fault_add(builder->faults, code, builder_where(builder, mark), path.text, "found %s, expected %s", found, expected);
  return false;
}

static bool builder_no_memory(Builder *builder)
{
  fault_add(builder->faults, R0001_OUT_OF_MEMORY, (Where){0}, "", "out of memory");
  return false;
}

static char *text_copy(const char *text, size_t length)
{
  char *copy = malloc(length + 1);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

/* Appends the node for the next value: the root, a list item, or the value of the pending key. */
static Node *builder_next(Builder *builder, yaml_mark_t mark, NodeKind kind)
{
  Node *node = builder->root;

  if (builder->depth > 0) {
    node         = node_append(builder->open[builder->depth - 1], builder->key, builder->key_where);
    builder->key = NULL;
  }
  if (!node) return NULL;
  node->kind  = kind;
  node->where = builder_where(builder, mark);
  return node;
}

/* Whether the next scalar is the key of a mapping. */
static bool builder_wants_key(const Builder *builder)
{
  return builder->depth > 0 && builder->open[builder->depth - 1]->kind == NODE_MAPPING && !builder->key;
}

/* Reports anchors and tags. */
static void builder_check_marks(Builder *builder, yaml_mark_t mark, const yaml_char_t *anchor, const yaml_char_t *tag)
{
  char word[40], found[FOUND_LEN];

  if (anchor) {
    word_clip((const char *)anchor, word, sizeof word);
    snprintf(found, sizeof found, "the anchor &%s", word);
    builder_refuse(builder, R0105_YAML_FEATURE, mark, found, "a value without anchor");
  }
  if (tag) {
    word_clip((const char *)tag, word, sizeof word);
    snprintf(found, sizeof found, "the tag %s", word);
    builder_refuse(builder, R0105_YAML_FEATURE, mark, found, "a value without tag");
  }
}

/* Stores the key of the next value; merge keys are rejected. */
static bool builder_key(Builder *builder, const yaml_event_t *event)
{
  builder->key = text_copy((const char *)event->data.scalar.value, event->data.scalar.length);
  if (!builder->key) return builder_no_memory(builder);
  builder->key_where = builder_where(builder, event->start_mark);
  if (event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && strcmp(builder->key, "<<") == 0)
    return builder_refuse(builder, R0105_YAML_FEATURE, event->start_mark, "a merge key", "every key written out");
  return true;
}

/* Stores a scalar as a key or as a value. */
static bool builder_scalar(Builder *builder, const yaml_event_t *event)
{
  const char *text   = (const char *)event->data.scalar.value;
  size_t      length = event->data.scalar.length;

  builder_check_marks(builder, event->start_mark, event->data.scalar.anchor, event->data.scalar.tag);
  if (memchr(text, '\0', length))
    return builder_refuse(builder, R0107_NUL_CHARACTER, event->start_mark, "a text with a NUL character",
                          "a text without");
  if (builder_wants_key(builder)) return builder_key(builder, event);

  Node *node = builder_next(builder, event->start_mark, NODE_SCALAR);
  if (!node) return builder_no_memory(builder);
  node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  node->text  = text_copy(text, length);
  if (!node->text) node->kind = NODE_VOID;
  return node->text ? true : builder_no_memory(builder);
}

/* Rejects an alias; NODE_VOID represents it. */
static bool builder_alias(Builder *builder, const yaml_event_t *event)
{
  char word[40], found[FOUND_LEN];

  word_clip((const char *)event->data.alias.anchor, word, sizeof word);
  snprintf(found, sizeof found, "the alias *%s", word);
  builder_refuse(builder, R0105_YAML_FEATURE, event->start_mark, found, "the value itself");
  if (builder_wants_key(builder)) return false;
  return builder_next(builder, event->start_mark, NODE_VOID) ? true : builder_no_memory(builder);
}

/* Begins a mapping or a list. */
static bool builder_open(Builder *builder, const yaml_event_t *event, NodeKind kind)
{
  bool mapping = kind == NODE_MAPPING;

  builder_check_marks(builder, event->start_mark,
                      mapping ? event->data.mapping_start.anchor : event->data.sequence_start.anchor,
                      mapping ? event->data.mapping_start.tag : event->data.sequence_start.tag);
  if (builder_wants_key(builder))
    return builder_refuse(builder, R0105_YAML_FEATURE, event->start_mark,
                          mapping ? "a mapping as a key" : "a list as a key", "a word");
  if (builder->depth == TREE_DEPTH)
    return builder_refuse(builder, R0106_YAML_NESTING, event->start_mark, "more than 32 levels of nesting", "fewer");
  Node *node = builder_next(builder, event->start_mark, kind);
  if (!node) return builder_no_memory(builder);
  builder->open[builder->depth++] = node;
  return true;
}

/* Adds one event to the tree; false: stop, a fault was reported. */
static bool builder_take(Builder *builder, const yaml_event_t *event)
{
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT:
    if (builder->begun)
      return builder_refuse(builder, R0105_YAML_FEATURE, event->start_mark, "a second document", "one document");
    builder->begun = true;
    return true;
  case YAML_ALIAS_EVENT: return builder_alias(builder, event);
  case YAML_SCALAR_EVENT: return builder_scalar(builder, event);
  case YAML_SEQUENCE_START_EVENT: return builder_open(builder, event, NODE_SEQUENCE);
  case YAML_MAPPING_START_EVENT: return builder_open(builder, event, NODE_MAPPING);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT: builder->depth--; return true;
  default: return true;
  }
}

/* The line and column of a byte; libyaml's reader reports only the offset of a bad one. */
static Where builder_where_byte(const Builder *builder, size_t offset)
{
  Where where = {.line = 1, .column = 1};

  if (builder->set > 0) return (Where){.line = -builder->set, .column = 0};
  for (size_t i = 0; i < offset && i < builder->length; i++) {
    where.column++;
    if (builder->text[i] == '\n') where = (Where){.line = where.line + 1, .column = 1};
  }
  return where;
}

/* The character at a mark. The result is exact in lines of ASCII, which suffices for the hint on tabs. */
static char builder_character(const Builder *builder, yaml_mark_t mark)
{
  const char *at = builder->text, *end = builder->text + builder->length;

  for (size_t line = 0; line < mark.line && at < end; at++)
    if (*at == '\n') line++;
  return (size_t)(end - at) > mark.column ? at[mark.column] : '\0';
}

/* Reports libyaml's error, with a hint where a tab caused it. */
static void builder_syntax(Builder *builder)
{
  const yaml_parser_t *parser = &builder->parser;
  Where                where  = builder_where(builder, parser->problem_mark);
  const char          *tab    = builder_character(builder, parser->problem_mark) == '\t' ? " (a tab: use spaces)" : "";

  if (parser->error == YAML_MEMORY_ERROR) {
    builder_no_memory(builder);
  } else if (parser->error == YAML_READER_ERROR) {
    fault_add(builder->faults, R0104_NOT_UTF8, builder_where_byte(builder, parser->problem_offset), "",
              "found a byte that is not UTF-8 text (%s), expected a YAML file", parser->problem);
  } else if (parser->context && builder->set == 0) {
    fault_add(builder->faults, R0103_YAML_SYNTAX, where, "", "not valid YAML: %s%s, %s that starts at %d:%d",
              parser->problem, tab, parser->context, (int)parser->context_mark.line + 1,
              (int)parser->context_mark.column + 1);
  } else {
    fault_add(builder->faults, R0103_YAML_SYNTAX, where, "", "not valid YAML: %s%s", parser->problem, tab);
  }
}

/* Adds all events up to the end of the stream; false after a fault. */
static bool builder_run(Builder *builder)
{
  for (bool more = true; more;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&builder->parser, &event)) {
      builder_syntax(builder);
      return false;
    }
    bool good = builder_take(builder, &event);
    more      = event.type != YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
    if (!good) return false;
  }
  return true;
}

/* Turns a text without any document into an empty value. */
static bool builder_close(Builder *builder)
{
  if (builder->root->kind != NODE_VOID || builder->begun) return true;
  builder->root->kind  = NODE_SCALAR;
  builder->root->plain = true;
  builder->root->where = builder_where(builder, (yaml_mark_t){0});
  builder->root->text  = text_copy("", 0);
  return builder->root->text ? true : builder_no_memory(builder);
}

/* A byte order mark, which some editors write, is skipped. */
bool tree_parse(const char *text, size_t length, int set, Node *root, FaultList *faults)
{
  static const char mark[] = "\xEF\xBB\xBF"; /* byte order mark of UTF-8, which some editors write */

  memset(root, 0, sizeof *root);
  if (length >= 3 && memcmp(text, mark, 3) == 0) text += 3, length -= 3;
  Builder builder = {.text = text, .length = length, .set = set, .faults = faults, .root = root};
  if (!yaml_parser_initialize(&builder.parser)) return builder_no_memory(&builder);
  yaml_parser_set_encoding(&builder.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&builder.parser, (const unsigned char *)text, length);
  bool good = builder_run(&builder) && builder_close(&builder);
  yaml_parser_delete(&builder.parser);
  free(builder.key);
  if (!good) node_clear(root);
  return good;
}

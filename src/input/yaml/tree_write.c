/* A tree as YAML text that reads back as the same tree: mappings as lines, lists of plain values in brackets. */
#include "base/yaml_text.h"
#include "input/yaml/tree.h"

#include <string.h>

/* A scalar as it was written; quoted where line breaks, or commas and brackets inside a list, require it. */
static void scalar_write(const Node *node, bool flow, FILE *stream)
{
  const char *text = node->text;

  if (node->plain && !strchr(text, '\n') && !(flow && strpbrk(text, ",[]{}"))) fputs(text, stream);
  else yaml_text(text, stream);
}

/* Values on one line, as [a, b] and {key: value}. */
void node_write_flow(const Node *node, FILE *stream)
{
  const bool mapping = node->kind == NODE_MAPPING;

  if (node->kind == NODE_SCALAR) scalar_write(node, true, stream);
  if (node->kind != NODE_SEQUENCE && !mapping) return;
  fputc(mapping ? '{' : '[', stream);
  for (int i = 0; i < node->count; i++) {
    if (i) fputs(", ", stream);
    if (mapping) fprintf(stream, "%s: ", node->items[i].key);
    node_write_flow(&node->items[i], stream);
  }
  fputc(mapping ? '}' : ']', stream);
}

/* Whether a node is written on one line: a mapping of scalars, or a list whose items are flat themselves. */
static bool is_flat(const Node *node)
{
  for (int i = 0; i < node->count; i++)
    if (node->items[i].count > 0 && (node->kind == NODE_MAPPING || !is_flat(&node->items[i]))) return false;
  return true;
}

/* One line per item; items that are not flat continue on deeper lines. */
void node_write(const Node *node, int indent, FILE *stream)
{
  for (int i = 0; i < node->count; i++) {
    const Node *item = &node->items[i];
    fprintf(stream, "%*s%s%s", indent, "", item->key ? item->key : "-", item->key ? ":" : "");
    if (item->kind == NODE_SCALAR) fputc(' ', stream), scalar_write(item, false, stream);
    else if (is_flat(item)) fputc(' ', stream), node_write_flow(item, stream);
    if (item->kind == NODE_SCALAR || is_flat(item)) fputc('\n', stream);
    else fputc('\n', stream), node_write(item, indent + 2, stream);
  }
}

/* Reads one mapping of a problem file into a record, by the table of its keys. */
#include "input/record.h"

#include "input/check/check.h"
#include "input/unavailable.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Lists the keys of a table for a message, without those that are read and ignored. */
static void table_keys(const Table *table, const char *keys[FIELD_MOST + 1])
{
  int count = 0;
  for (int i = 0; i < table->nfields; i++)
    if (table->fields[i].kind != FIELD_SKIPPED) keys[count++] = table->fields[i].key;
  keys[count] = NULL;
}

/* Reports an unknown key with the feature that replaces it, or with the nearest valid key. */
static void key_refuse(Reader *reader, const Table *table, const Node *item)
{
  const char *keys[FIELD_MOST + 1];
  char        list[LIST_LEN] = "";

  table_keys(table, keys);
  if (unavailable_explain(item->key, keys, list)) {
    reader_fault(reader, R0202_NOT_AVAILABLE, item->key_where, item->key, "found an unknown key: %s", list);
    return;
  }
  if (reader->faults->count < FAULT_MOST) word_expect(item->key, keys, list);
  reader_fault(reader, R0201_KEY_UNKNOWN, item->key_where, item->key, "found an unknown key, expected %s", list);
}

/* Drops keys that `--set key=` removes and that the file does not have. */
static void record_forget_removed(const Table *table, Node *node)
{
  for (int i = node->count - 1; i >= 0; i--) {
    const Node *item = &node->items[i];
    if (item->kind == NODE_VOID && item->key_where.line < 0 && table_find(table, item->key))
      node_remove(node, &node->items[i]);
  }
}

/* Drops a key of the file whose alternative the command line gives: --set time.elements replaces time.step. */
static void record_prefer_set(const Table *table, Node *node)
{
  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    if (!field->instead) continue;
    Node *chosen = node_find(node, field->key), *other = node_find(node, field->instead);
    if (chosen && other && chosen->where.line < 0 && other->where.line >= 0) node_remove(node, other);
  }
}

/* Reads every key of the mapping; of a key that occurs twice the first one counts. */
static void record_read_items(Reader *reader, const Table *table, Node *node, void *record)
{
  bool seen[FIELD_MOST] = {false};

  for (int i = 0; i < node->count; i++) {
    Node        *item  = &node->items[i];
    const Field *field = table_find(table, item->key);
    if (!field) {
      key_refuse(reader, table, item);
      continue;
    }
    ptrdiff_t index = field - table->fields;
    if (!seen[index] && item->kind != NODE_VOID) {
      size_t length = path_key(&reader->path, item->key);
      field_read(reader, field, item, record);
      path_cut(&reader->path, length);
    }
    seen[index] = true;
  }
}

/* Stores the traits of the types that the record names, given or by default. */
static void record_read_traits(const Reader *reader, const Table *table, void *record)
{
  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    if (!field->has_traits) continue;
    const TypeTraits traits = vocabulary_traits(reader->words, field->vocabulary, (char *)record + field->offset);
    memcpy((char *)record + field->traits_offset, &traits, sizeof traits);
  }
}

/* Reports a key whose condition does not hold in this record. */
static void field_check_applies(Reader *reader, const Field *field, const Node *item, const void *record)
{
  const Condition *only = field->only;

  if (!item || !only || condition_holds(only, record)) return;
  reader_fault(reader, R0203_KEY_IDLE, item->key_where, item->key,
               "found a key that applies only with %s, expected that or no such key", only->text);
}

/* Reports a required key that is missing, and a pair of alternatives once. */
static void field_check_missing(Reader *reader, const Table *table, const Field *field, const Node *node,
                                const void *record)
{
  if (!condition_holds(field->only, record)) return;
  if (!field->instead)
    reader_fault(reader, R0204_KEY_MISSING, node->where, field->key, "found nothing, expected %s", field->expected);
  else if (field < table_find(table, field->instead)) /* once for the two */
    reader_fault(reader, R0205_KEY_EITHER, node->where, NULL, "found neither %s nor %s, expected one of them",
                 field->key, field->instead);
}

/* Checks conditions, alternatives and required keys once all values are known. A record whose type was rejected
 * skips the conditions, which depend on it. */
static void record_check_keys(Reader *reader, const Table *table, const Node *node, const void *record)
{
  const Field *type  = table_find(table, "type");
  const bool   known = !type || field_has_value(type, record); /* a rejected type decides no condition */

  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    const Node  *item  = node_find(node, field->key);
    if (field->only && !known) continue;
    const Node *other = field->instead ? node_find(node, field->instead) : NULL;
    field_check_applies(reader, field, item, record);
    if (item && other && item > other) /* at the later of the two */
      reader_fault(reader, R0206_KEY_BOTH, item->key_where, item->key,
                   "found together with %s, expected only one of them", other->key);
    if (field->required && !item && !other) field_check_missing(reader, table, field, node, record);
  }
}

/* Position and presence first, then all keys, then the checks that need all of them. */
bool record_read(Reader *reader, const Table *table, Node *node, void *record)
{
  int before = reader->faults->count;

  if (node->kind == NODE_VOID) return false;
  if (node->kind != NODE_MAPPING) {
    reader_expect(reader, R0215_VALUE_MAPPING, node, table->noun);
    return false;
  }
  if (table->has_where) memcpy((char *)record + table->where_offset, &node->where, sizeof node->where);
  if (table->has_given) *(bool *)((char *)record + table->given_offset) = true;
  record_forget_removed(table, node);
  record_prefer_set(table, node);
  record_read_items(reader, table, node, record);
  record_read_traits(reader, table, record);
  record_check_keys(reader, table, node, record);
  record_check(reader, table, node, record);
  return reader->faults->count == before;
}

/* The index of the only key, from 1, is the kind; 0 means none. */
bool kind_read(Reader *reader, const Table *table, const char *expected, Node *node, void *record)
{
  const bool   good  = record_read(reader, table, node, record);
  const Field *field = node->kind == NODE_MAPPING && node->count == 1 ? table_find(table, node->items[0].key) : NULL;
  const int    kind  = field ? (int)(field - table->fields) + 1 : 0;

  if (good && !field) reader_expect(reader, R0218_VALUE_VARIANT, node, expected);
  memcpy(record, &kind, sizeof kind);
  return good && field;
}

/* Allocates one record per item, sets its defaults, and stores array and length where the field requires; NULL: out
 * of memory. */
static char *records_make(Reader *reader, const Field *field, const Node *node, void *record)
{
  char *items = calloc((size_t)node->count, field->table->size);

  if (!items) {
    reader_fault(reader, R0001_OUT_OF_MEMORY, node->where, NULL, "out of memory");
    return NULL;
  }
  memcpy((char *)record + field->offset, &items, sizeof items);
  memcpy((char *)record + field->count_offset, &node->count, sizeof node->count);
  for (int i = 0; i < node->count; i++) field->table->init(items + (size_t)i * field->table->size);
  return items;
}

/* Reads a mapping from names to records: box: {..} is the record with the name box. */
bool named_read(Reader *reader, const Field *field, Node *node, void *record)
{
  const Table *table = field->table;

  if (node->kind != NODE_MAPPING || node->count == 0) {
    reader_expect(reader, R0215_VALUE_MAPPING, node, field->expected);
    return false;
  }
  char *item = records_make(reader, field, node, record);
  for (int i = 0; item && i < node->count; i++, item += table->size) {
    const Node *one    = &node->items[i];
    size_t      length = path_key(&reader->path, one->key);
    record_read(reader, table, &node->items[i], item);
    snprintf(item + table->name_offset, NAME_LEN, "%s", one->key);
    memcpy(item + table->where_offset, &one->key_where, sizeof one->key_where);
    path_cut(&reader->path, length);
  }
  return item != NULL;
}

/* Faults of an item carry its name or index in the path. */
bool records_read(Reader *reader, const Field *field, Node *node, void *record)
{
  if (node->kind != NODE_SEQUENCE || node->count < field->least) {
    char expected[LIST_LEN];
    snprintf(expected, sizeof expected, "%s%s", field->expected, field->least ? ", at least one" : "");
    reader_expect(reader, R0216_VALUE_LIST, node, expected);
    return false;
  }
  if (node->count == 0) return true;
  char *items = records_make(reader, field, node, record);
  for (int i = 0; items && i < node->count; i++) {
    size_t length = path_item(&reader->path, &node->items[i], i);
    char  *item   = items + (size_t)i * field->table->size;
    if (field->table->variant) kind_read(reader, field->table, field->table->noun, &node->items[i], item);
    else record_read(reader, field->table, &node->items[i], item);
    path_cut(&reader->path, length);
  }
  return items != NULL;
}

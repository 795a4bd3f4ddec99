/* Reads the value of one key into its place in a record, by the kind of its field. */
#include "input/value.h"

#include "base/scalar.h"
#include "input/record.h"
#include "input/unavailable.h"

#include <string.h>

/* --- scalars */

/* A text of less than `size` bytes without control characters; the rest of the array becomes zero, so that records compare by
 * bytes. */
static bool text_read(Reader *reader, const Field *field, const Node *node, size_t size, char *value)
{
  if (node->kind != NODE_SCALAR || node_is_empty(node)) {
    reader_expect(reader, R0217_VALUE_TEXT, node, field->expected);
    return false;
  }
  if (strlen(node->text) >= size) {
    reader_fault(reader, R0207_TEXT_LONG, node->where, NULL, "found a text of %zu bytes, expected at most %zu",
                 strlen(node->text), size - 1);
    return false;
  }
  const char *control = word_control(node->text);
  if (control) {
    reader_fault(reader, R0208_TEXT_CONTROL, node->where, NULL,
                 "found the control character 0x%02X in byte %d, expected a text on one line",
                 (unsigned)(unsigned char)*control, (int)(control - node->text) + 1);
    return false;
  }
  memset(value, 0, size);
  strcpy(value, node->text);
  return true;
}

/* A name: letters, digits, `_` and `-`; it becomes part of column names. */
static bool name_read(Reader *reader, const Field *field, Node *node, void *value)
{
  char name[NAME_LEN];

  if (!text_read(reader, field, node, sizeof name, name)) return false;
  if (!word_is_name(name)) {
    reader_expect(reader, R0209_NAME_FORM, node,
                  name[0] == '-' ? "a name that does not begin with -" : field->expected);
    return false;
  }
  memcpy(value, name, sizeof name);
  return true;
}

/* A text for people, of at most TEXT_LEN - 1 bytes. */
static bool line_read(Reader *reader, const Field *field, Node *node, void *value)
{
  return text_read(reader, field, node, TEXT_LEN, value);
}

static bool range_holds(Range range, double number)
{
  switch (range) {
  case RANGE_POSITIVE: return number > 0.0;
  case RANGE_NON_NEGATIVE: return number >= 0.0;
  case RANGE_TOLERANCE: return number > 0.0 && number <= 1e-3;
  case RANGE_FRACTION: return number >= 0.0 && number <= 1.0;
  case RANGE_ACCURACY: return number >= 1e-13 && number <= 1e-2;
  case RANGE_FINITE: break;
  }
  return true;
}

bool number_read(Reader *reader, Range range, const char *expected, const Node *node, double *value)
{
  double       number = 0.0;
  ScalarStatus status = SCALAR_BAD;

  if (node->kind == NODE_VOID) return false;
  if (node->kind == NODE_SCALAR && node->plain) status = scalar_real(node->text, &number);
  if (status == SCALAR_NOT_FINITE) {
    char finite[LIST_LEN];
    snprintf(finite, sizeof finite, "%s (finite)", expected);
    reader_expect(reader, R0211_VALUE_FINITE, node, finite);
    return false;
  }
  const bool good = status == SCALAR_GOOD && range_holds(range, number);
  if (!good) reader_expect(reader, R0210_VALUE_NUMBER, node, expected);
  if (good) *value = number;
  return good;
}

static bool real_read(Reader *reader, const Field *field, Node *node, void *value)
{
  return number_read(reader, field->range, field->expected, node, value);
}

/* An integer within its limits, or the word that represents 0. */
static bool integer_read(Reader *reader, const Field *field, Node *node, void *value)
{
  int        number = 0;
  const bool scalar = node->kind == NODE_SCALAR;
  bool       good =
    scalar && node->plain && scalar_integer(node->text, &number) && number >= field->least && number <= field->most;

  /* a word may have quotes, as in JSON; a number may not */
  if (scalar && field->automatic && strcmp(node->text, field->automatic) == 0) good = true, number = 0;
  if (!good) reader_expect(reader, R0212_VALUE_INTEGER, node, field->expected);
  if (good) memcpy(value, &number, sizeof number);
  return good;
}

static bool flag_read(Reader *reader, const Field *field, Node *node, void *value)
{
  bool flag = false;
  bool good = node->kind == NODE_SCALAR && node->plain && scalar_flag(node->text, &flag);

  if (!good) reader_expect(reader, R0213_VALUE_FLAG, node, field->expected);
  if (good) memcpy(value, &flag, sizeof flag);
  return good;
}

/* --- words from a list */

enum { SCHEMES_MOST = 64 };

/* Index of a word in a list; -1 after a fault, which suggests the nearest word or what is offered instead of it. */
static int listed_read(Reader *reader, const char *const words[], const Node *node)
{
  bool scalar = node->kind == NODE_SCALAR && !node_is_empty(node);
  int  index  = scalar ? word_index(node->text, words) : -1;
  char expected[LIST_LEN], found[FOUND_LEN];

  if (index >= 0 || node->kind == NODE_VOID) return index;
  if (scalar && unavailable_explain(node->text, words, expected)) {
    node_describe(node, found);
    reader_fault(reader, R0202_NOT_AVAILABLE, node->where, NULL, "found %s: %s", found, expected);
    return -1;
  }
  word_expect(scalar ? node->text : "", words, expected);
  reader_expect(reader, R0214_VALUE_WORD, node, expected);
  return -1;
}

/* The index of a word in field->words, an enum that begins with 0. */
static bool choice_read(Reader *reader, const Field *field, Node *node, void *value)
{
  int index = listed_read(reader, field->words, node);
  if (index >= 0) memcpy(value, &index, sizeof index);
  return index >= 0;
}

/* The same for an enum in which 0 means none. */
static bool enum_read(Reader *reader, const Field *field, Node *node, void *value)
{
  const int kind = 1 + listed_read(reader, field->words, node);
  if (kind > 0) memcpy(value, &kind, sizeof kind);
  return kind > 0;
}

/* A word of a table elsewhere (a formulation, a joint, a load); stored as text. Its traits follow once the record is read. */
static bool word_read(Reader *reader, const Field *field, Node *node, void *value)
{
  const char *const *list = vocabulary_list(reader->words, field->vocabulary);
  if (list && listed_read(reader, list, node) < 0) return false;
  return name_read(reader, field, node, value);
}

/* Resolves the name of a scheme to its entry of the vocabulary. */
static bool scheme_read(Reader *reader, const Field *field, Node *node, void *value)
{
  const SchemeTraits *const *schemes = reader->words->schemes;
  const char                *names[SCHEMES_MOST];
  int                        n = 0;

  (void)field;
  for (; n < SCHEMES_MOST - 1 && schemes[n]; n++) names[n] = schemes[n]->name;
  names[n]        = NULL;
  const int index = listed_read(reader, names, node);
  if (index >= 0) memcpy(value, &schemes[index], sizeof schemes[index]);
  return index >= 0;
}

/* A list of words as bits: bit i for words[i]. */
static bool bits_read(Reader *reader, const Field *field, Node *node, void *value)
{
  unsigned bits = 0;
  bool     good = list_check(reader, field->expected, node, 0);

  for (int i = 0; good && i < node->count; i++) {
    size_t length = path_item(&reader->path, &node->items[i], i);
    int    index  = listed_read(reader, field->words, &node->items[i]);
    good          = index >= 0;
    if (good) bits |= 1u << index;
    path_cut(&reader->path, length);
  }
  if (good) memcpy(value, &bits, sizeof bits);
  return good;
}

/* Reads `count` names into the rows of `names`. */
static bool name_list_read(Reader *reader, const Field *one, Node *node, int count, char (*names)[NAME_LEN])
{
  bool good = true;

  for (int i = 0; good && i < count; i++) {
    size_t length = path_item(&reader->path, &node->items[i], i);
    good          = name_read(reader, one, &node->items[i], names[i]);
    path_cut(&reader->path, length);
  }
  return good;
}

/* Two names of bodies. */
static bool pair_read(Reader *reader, const Field *field, Node *node, void *value)
{
  static const Field one = {.expected = "the name of a body, or ground"};
  char               names[2][NAME_LEN];
  bool good = list_check(reader, field->expected, node, 2) && name_list_read(reader, &one, node, 2, names);

  if (good) memcpy(value, names, sizeof names);
  return good;
}

/* At most field->most names; "" ends the list in the record. */
static bool names_read(Reader *reader, const Field *field, Node *node, void *value)
{
  static const Field one = {.expected = "a name"};

  if (!list_check(reader, field->expected, node, 0)) return false;
  if (node->count <= field->most) return name_list_read(reader, &one, node, node->count, value);
  reader_expect(reader, R0216_VALUE_LIST, node, field->expected);
  return false;
}

/* --- records inside */

/* A mapping with one key into a record that begins with its kind; kind 0 after a fault. */
static bool variant_read(Reader *reader, const Field *field, Node *node, void *value)
{
  const int none = 0;

  if (kind_read(reader, field->table, field->expected, node, value)) return true;
  memcpy(value, &none, sizeof none);
  return false;
}

static bool map_read(Reader *reader, const Field *field, Node *node, void *value)
{
  return record_read(reader, field->table, node, value);
}

/* Keys that a run adds to run.yaml are ignored, so that run.yaml can be run again; `study` belongs to `rigel study`. */
static bool skipped_read(Reader *reader, const Field *field, Node *node, void *value)
{
  (void)reader, (void)field, (void)node, (void)value;
  return true;
}

/* A choice written as {word: value}: the word is the only key of its table, and the value belongs to the same
 * record. */
static bool detail_read(Reader *reader, const Field *field, Node *node, void *record)
{
  int index = word_index(field->table->fields[0].key, field->words);

  if (!record_read(reader, field->table, node, record)) return false;
  memcpy((char *)record + field->offset, &index, sizeof index);
  return true;
}

static const ValueReader readers[FIELD_KINDS] = {
  [FIELD_NAME] = name_read,     [FIELD_TEXT] = line_read,
  [FIELD_REAL] = real_read,     [FIELD_INTEGER] = integer_read,
  [FIELD_FLAG] = flag_read,     [FIELD_VECTOR] = vector_read,
  [FIELD_MATRIX] = matrix_read, [FIELD_INERTIA] = inertia_read,
  [FIELD_SITES] = sites_read,   [FIELD_CHOICE] = choice_read,
  [FIELD_BITS] = bits_read,     [FIELD_WORD] = word_read,
  [FIELD_PAIR] = pair_read,     [FIELD_VARIANT] = variant_read,
  [FIELD_MAP] = map_read,       [FIELD_SKIPPED] = skipped_read,
  [FIELD_POINTS] = points_read, [FIELD_EACH] = each_read,
  [FIELD_NAMES] = names_read,   [FIELD_SCHEME] = scheme_read,
  [FIELD_KIND] = enum_read,     [FIELD_ORIENTATION] = orientation_read,
};

/* Lists also store a length in the record, so their readers receive the whole record; the others receive the place
 * of the value. */
bool field_read(Reader *reader, const Field *field, Node *node, void *record)
{
  bool detail = field->kind == FIELD_CHOICE && field->table && node->kind == NODE_MAPPING;

  if (detail) return detail_read(reader, field, node, record);
  if (field->kind == FIELD_ROWS) return rows_read(reader, field, node, record);
  if (field->kind == FIELD_LIST) return records_read(reader, field, node, record);
  if (field->kind == FIELD_NAMED) return named_read(reader, field, node, record);
  return readers[field->kind](reader, field, node, (char *)record + field->offset);
}

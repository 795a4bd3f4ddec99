/* Reads the value of one key into its place in a record, by the kind of its field. */
#include "base/scalar.h"
#include "input/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- scalars */

/* A text of less than `size` bytes; the rest of the array becomes zero, so that records compare by bytes. */
static bool text_read(Reader *reader, const Field *field, const Node *node, size_t size, char *value)
{
  if (node->kind != NODE_SCALAR || node_is_empty(node)) {
    reader_expect(reader, node, field->expected);
    return false;
  }
  if (strlen(node->text) >= size) {
    reader_fault(reader, node->where, NULL, "found a text of %zu bytes, expected at most %zu", strlen(node->text),
                 size - 1);
    return false;
  }
  memset(value, 0, size);
  strcpy(value, node->text);
  return true;
}

static bool name_read(Reader *reader, const Field *field, Node *node, void *value)
{
  char name[NAME_LEN];

  if (!text_read(reader, field, node, sizeof name, name)) return false;
  if (!word_is_name(name)) {
    reader_expect(reader, node, field->expected);
    return false;
  }
  memcpy(value, name, sizeof name);
  return true;
}

static bool line_read(Reader *reader, const Field *field, Node *node, void *value)
{
  return text_read(reader, field, node, TEXT_LEN, value);
}

/* A finite number in the given range. */
static bool number_read(Reader *reader, Range range, const char *expected, const Node *node, double *value)
{
  double       number = 0.0;
  ScalarStatus status = SCALAR_BAD;

  if (node->kind == NODE_VOID) return false;
  if (node->kind == NODE_SCALAR && node->plain) status = scalar_real(node->text, &number);
  if (status == SCALAR_NOT_FINITE) {
    char finite[LIST_LEN];
    snprintf(finite, sizeof finite, "%s (finite)", expected);
    reader_expect(reader, node, finite);
    return false;
  }
  bool good = status == SCALAR_GOOD && (range != RANGE_POSITIVE || number > 0.0) &&
              (range != RANGE_NON_NEGATIVE || number >= 0.0);
  if (!good) reader_expect(reader, node, expected);
  if (good) *value = number;
  return good;
}

static bool real_read(Reader *reader, const Field *field, Node *node, void *value)
{
  return number_read(reader, field->range, field->expected, node, value);
}

/* An integer within its limits, or the word that represents 0. The word may have quotes, as in JSON. */
static bool integer_read(Reader *reader, const Field *field, Node *node, void *value)
{
  int        number = 0;
  const bool scalar = node->kind == NODE_SCALAR;
  bool       good =
    scalar && node->plain && scalar_integer(node->text, &number) && number >= field->least && number <= field->most;

  /* a word may have quotes, as in JSON; a number may not */
  if (scalar && field->automatic && strcmp(node->text, field->automatic) == 0) good = true, number = 0;
  if (!good) reader_expect(reader, node, field->expected);
  if (good) memcpy(value, &number, sizeof number);
  return good;
}

static bool flag_read(Reader *reader, const Field *field, Node *node, void *value)
{
  bool flag = false;
  bool good = node->kind == NODE_SCALAR && node->plain && scalar_flag(node->text, &flag);

  if (!good) reader_expect(reader, node, field->expected);
  if (good) memcpy(value, &flag, sizeof flag);
  return good;
}

/* --- words from a list */

enum { SCHEMES_MOST = 64 };

/* Index of a word in a list; -1 after a fault, which suggests the nearest word. */
static int listed_read(Reader *reader, const char *const words[], const Node *node)
{
  bool scalar = node->kind == NODE_SCALAR && !node_is_empty(node);
  int  index  = scalar ? word_index(node->text, words) : -1;
  char expected[LIST_LEN];

  if (index >= 0 || node->kind == NODE_VOID) return index;
  word_expect(scalar ? node->text : "", words, expected);
  reader_expect(reader, node, expected);
  return -1;
}

static bool choice_read(Reader *reader, const Field *field, Node *node, void *value)
{
  int index = listed_read(reader, field->words, node);
  if (index >= 0) memcpy(value, &index, sizeof index);
  return index >= 0;
}

static bool enum_read(Reader *reader, const Field *field, Node *node, void *value)
{
  const int kind = 1 + listed_read(reader, field->words, node);
  if (kind > 0) memcpy(value, &kind, sizeof kind);
  return kind > 0;
}

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

/* Whether a node is a list of `count` items (0: of at least one); reports it otherwise. */
static bool list_is(Reader *reader, const char *expected, const Node *node, int count)
{
  bool good = node->kind == NODE_SEQUENCE && (count ? node->count == count : node->count > 0);
  if (!good && node->kind != NODE_VOID) reader_expect(reader, node, expected);
  return good;
}

/* A list of words as bits: bit i for words[i]. */
static bool bits_read(Reader *reader, const Field *field, Node *node, void *value)
{
  unsigned bits = 0;
  bool     good = list_is(reader, field->expected, node, 0);

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

static bool pair_read(Reader *reader, const Field *field, Node *node, void *value)
{
  static const Field one = {.expected = "the name of a body, or ground"};
  char               names[2][NAME_LEN];
  bool               good = list_is(reader, field->expected, node, 2) && name_list_read(reader, &one, node, 2, names);

  if (good) memcpy(value, names, sizeof names);
  return good;
}

static bool names_read(Reader *reader, const Field *field, Node *node, void *value)
{
  static const Field one = {.expected = "a name"};

  if (!list_is(reader, field->expected, node, 0)) return false;
  if (node->count <= field->most) return name_list_read(reader, &one, node, node->count, value);
  reader_expect(reader, node, field->expected);
  return false;
}

/* --- rows of numbers */

static const char *number_expected(Range range)
{
  return range == RANGE_POSITIVE ? "a positive number" : range == RANGE_NON_NEGATIVE ? "a number >= 0" : "a number";
}

/* Reads `count` numbers; faults name the item. */
static bool row_read(Reader *reader, const char *expected, Range range, const Node *node, int count, double *row)
{
  bool good = list_is(reader, expected, node, count);

  for (int i = 0; node->kind == NODE_SEQUENCE && i < node->count && i < count; i++) {
    size_t length = path_item(&reader->path, &node->items[i], i);
    if (!number_read(reader, range, number_expected(range), &node->items[i], &row[i])) good = false;
    path_cut(&reader->path, length);
  }
  return good;
}

static bool vector_read(Reader *reader, const Field *field, Node *node, void *value)
{
  double row[4];
  bool   good = row_read(reader, field->expected, field->range, node, field->columns, row);
  if (good) memcpy(value, row, (size_t)field->columns * sizeof *row);
  return good;
}

/* Reads `rows` lists of `columns` numbers each. */
static bool table_read(Reader *reader, const char *expected, const Node *node, int rows, int columns, double *values)
{
  char row_expected[FOUND_LEN];
  bool good = list_is(reader, expected, node, rows);

  snprintf(row_expected, sizeof row_expected, "%d numbers", columns);
  for (int i = 0; good && i < rows; i++) {
    size_t length = path_item(&reader->path, &node->items[i], i);
    good          = row_read(reader, row_expected, RANGE_FINITE, &node->items[i], columns, values + i * columns);
    path_cut(&reader->path, length);
  }
  return good;
}

static bool matrix_read(Reader *reader, const Field *field, Node *node, void *value)
{
  double values[2 * 3] = {0.0};
  bool   good          = table_read(reader, field->expected, node, field->rows, field->columns, values);
  if (good) memcpy(value, values, sizeof values);
  return good;
}

/* A tensor of inertia as 3 rows of 3 numbers, or as its diagonal. */
static bool inertia_read(Reader *reader, const Field *field, Node *node, void *value)
{
  double full[3][3] = {{0.0}}, diagonal[3];
  bool   good       = false;

  if (node->kind == NODE_SEQUENCE && node->count > 0 && node->items[0].kind == NODE_SEQUENCE) {
    good = table_read(reader, field->expected, node, 3, 3, &full[0][0]);
  } else {
    good = row_read(reader, field->expected, RANGE_FINITE, node, 3, diagonal);
    for (int i = 0; good && i < 3; i++) full[i][i] = diagonal[i];
  }
  if (good) memcpy(value, full, sizeof full);
  return good;
}

/* Point masses as rows of mass, x, y, z; every mass is positive. */
static bool sites_read(Reader *reader, const Field *field, Node *node, void *value)
{
  Shape *shape = value;

  if (!list_is(reader, field->expected, node, 0)) return false;
  double *sites = calloc((size_t)node->count, 4 * sizeof *sites);
  bool    good  = sites && table_read(reader, field->expected, node, node->count, 4, sites);
  for (int i = 0; good && i < node->count; i++) {
    if (sites[4 * i] > 0.0) continue;
    size_t length = path_item(&reader->path, &node->items[i], i);
    reader_expect(reader, &node->items[i].items[0], "a positive mass");
    path_cut(&reader->path, length);
    good = false;
  }
  if (!sites) reader_fault(reader, node->where, NULL, "out of memory");
  if (!good) {
    free(sites);
    return false;
  }
  shape->sites  = sites;
  shape->nsites = node->count;
  return true;
}

/* Rows of numbers, or plain numbers with one column, in an array that the record owns. */
static bool rows_read(Reader *reader, const Field *field, Node *node, void *record)
{
  const int columns = field->columns;

  if (!list_is(reader, field->expected, node, 0)) return false;
  double *rows = calloc((size_t)node->count, (size_t)columns * sizeof *rows);
  if (!rows) reader_fault(reader, node->where, NULL, "out of memory");
  bool good = rows && (columns == 1 ? row_read(reader, field->expected, field->range, node, node->count, rows)
                                    : table_read(reader, field->expected, node, node->count, columns, rows));
  if (!good) {
    free(rows);
    return false;
  }
  double *before; /* of another key that fills the same place */
  memcpy(&before, (char *)record + field->offset, sizeof before);
  free(before);
  memcpy((char *)record + field->offset, &rows, sizeof rows);
  memcpy((char *)record + field->count_offset, &node->count, sizeof node->count);
  return true;
}

static bool is_rows(const Node *node)
{
  return node->kind == NODE_SEQUENCE && node->count > 0 && node->items[0].kind == NODE_SEQUENCE;
}

/* One point, or two; the second is NAN where only one is given. */
static bool points_read(Reader *reader, const Field *field, Node *node, void *value)
{
  double points[6] = {0.0, 0.0, 0.0, NAN};
  bool   good      = is_rows(node) ? table_read(reader, field->expected, node, 2, 3, points)
                                   : row_read(reader, field->expected, RANGE_FINITE, node, 3, points);
  if (good) memcpy(value, points, sizeof points);
  return good;
}

/* One number for all components, or one for each; the rest is NAN (see problem_each). */
static bool each_read(Reader *reader, const Field *field, Node *node, void *value)
{
  const int least = field->least ? field->least : field->columns, most = field->columns;
  double    each[6] = {0.0, NAN, NAN, NAN, NAN, NAN};
  const int count   = node->count < least ? least : node->count > most ? most : node->count;
  bool      good    = node->kind == NODE_SEQUENCE ? row_read(reader, field->expected, field->range, node, count, each)
                                                  : number_read(reader, field->range, field->expected, node, each);
  if (good) memcpy(value, each, (size_t)most * sizeof *each);
  return good;
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

typedef bool (*ValueReader)(Reader *reader, const Field *field, Node *node, void *value);

static const ValueReader readers[FIELD_KINDS] = {
  [FIELD_NAME] = name_read,       [FIELD_TEXT] = line_read,       [FIELD_REAL] = real_read,
  [FIELD_INTEGER] = integer_read, [FIELD_FLAG] = flag_read,       [FIELD_VECTOR] = vector_read,
  [FIELD_MATRIX] = matrix_read,   [FIELD_INERTIA] = inertia_read, [FIELD_SITES] = sites_read,
  [FIELD_CHOICE] = choice_read,   [FIELD_BITS] = bits_read,       [FIELD_WORD] = word_read,
  [FIELD_PAIR] = pair_read,       [FIELD_VARIANT] = variant_read, [FIELD_MAP] = map_read,
  [FIELD_SKIPPED] = skipped_read, [FIELD_POINTS] = points_read,   [FIELD_EACH] = each_read,
  [FIELD_NAMES] = names_read,     [FIELD_SCHEME] = scheme_read,   [FIELD_KIND] = enum_read,
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

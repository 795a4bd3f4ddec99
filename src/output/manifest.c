#include "output/manifest.h"

#include "base/scalar.h"
#include "base/words.h"

#include <math.h>
#include <string.h>

/* --- text */

/* One character of UTF-8, and its length; a byte that is none counts as itself. */
static unsigned character_next(const char *text, int *length)
{
  const unsigned char *c    = (const unsigned char *)text;
  int                  n    = c[0] < 0xC0 ? 1 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
  unsigned             code = n == 1 ? c[0] : c[0] & (0x7Fu >> n);

  for (int i = 1; i < n; i++) {
    if ((c[i] & 0xC0) != 0x80) n = 1, code = c[0];
    if (n > 1) code = code << 6 | (c[i] & 0x3Fu);
  }
  *length = n;
  return code;
}

/* What may stand as it is between double quotes: printable for libyaml, and no line break. */
static bool character_is_literal(unsigned code, int length)
{
  if (code < 0x80) return code >= 0x20 && code != 0x7F && code != '"' && code != '\\';
  if (length == 1 || code < 0xA0 || code == 0x2028 || code == 0x2029 || code == 0xFEFF) return false;
  return code != 0xFFFE && code != 0xFFFF;
}

void text_write(const char *text, FILE *stream)
{
  int length;

  fputc('"', stream);
  for (; *text; text += length) {
    unsigned code = character_next(text, &length);
    if (character_is_literal(code, length)) fprintf(stream, "%.*s", length, text);
    else if (code == '"' || code == '\\') fprintf(stream, "\\%c", (int)code);
    else if (code == '\n') fputs("\\n", stream);
    else fprintf(stream, "\\U%08X", code);
  }
  fputc('"', stream);
}

/* Without quotes where no YAML reader takes it for a number, a truth value or nothing. */
static void name_write(const char *name, FILE *stream)
{
  static const char *const special[] = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", NULL};
  char                     lower[NAME_LEN];
  size_t                   i = 0;

  for (; name[i]; i++) lower[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
  lower[i] = '\0';
  if (word_is_name(name) && lower[0] >= 'a' && lower[0] <= 'z' && word_index(lower, special) < 0) fputs(name, stream);
  else text_write(name, stream);
}

/* --- numbers */

static void real_write(double value, FILE *stream)
{
  char text[REAL_LEN];
  real_print(value, text);
  fputs(text, stream);
}

static void row_write(const double *row, int count, int stride, FILE *stream)
{
  fputc('[', stream);
  for (int i = 0; i < count; i++) {
    if (i) fputs(", ", stream);
    real_write(row[i * stride], stream);
  }
  fputc(']', stream);
}

static void rows_write(const double *values, int rows, int columns, FILE *stream)
{
  fputc('[', stream);
  for (int i = 0; i < rows; i++) {
    if (i) fputs(", ", stream);
    row_write(values + i * columns, columns, 1, stream);
  }
  fputc(']', stream);
}

static void inertia_write(const double inertia[9], FILE *stream)
{
  bool diagonal = true;
  for (int i = 0; i < 9; i++)
    if (i % 4 && (inertia[i] != 0.0 || signbit(inertia[i]))) diagonal = false;
  if (diagonal) row_write(inertia, 3, 4, stream);
  else rows_write(inertia, 3, 3, stream);
}

/* Rows that the record owns. */
static void owned_write(const Field *field, const void *record, FILE *stream)
{
  const double *rows;
  int           count;

  memcpy(&rows, (const char *)record + field->offset, sizeof rows);
  memcpy(&count, (const char *)record + field->count_offset, sizeof count);
  if (field->columns == 1) row_write(rows, count, 1, stream);
  else rows_write(rows, count, field->columns, stream);
}

static void points_write(const double points[6], FILE *stream)
{
  if (isnan(points[3])) row_write(points, 3, 1, stream);
  else rows_write(points, 2, 3, stream);
}

static void each_write(const double *values, int count, FILE *stream)
{
  if (isnan(values[1])) real_write(values[0], stream);
  else row_write(values, count, 1, stream);
}

/* --- words */

static void integer_write(const Field *field, int value, FILE *stream)
{
  if (field->automatic && value == 0) fputs(field->automatic, stream);
  else fprintf(stream, "%d", value);
}

static void bits_write(const Field *field, unsigned bits, FILE *stream)
{
  const char *comma = "";

  fputc('[', stream);
  for (int i = 0; field->words[i]; i++) {
    if (!(bits >> i & 1u)) continue;
    fprintf(stream, "%s%s", comma, field->words[i]);
    comma = ", ";
  }
  fputc(']', stream);
}

/* Up to `most` names. */
static void names_write(const char *names, int most, FILE *stream)
{
  fputc('[', stream);
  for (int i = 0; i < most && names[i * NAME_LEN]; i++) {
    if (i) fputs(", ", stream);
    name_write(names + i * NAME_LEN, stream);
  }
  fputc(']', stream);
}

/* --- records */

/* {radius: 1, height: 2} */
static void flow_write(const Table *table, const void *record, FILE *stream)
{
  fputc('{', stream);
  for (int i = 0; i < table->nfields; i++) {
    fprintf(stream, "%s%s: ", i ? ", " : "", table->fields[i].key);
    field_write(&table->fields[i], record, stream);
  }
  fputc('}', stream);
}

/* {cuboid: [1, 2, 3]}; kind 0 is none */
static void variant_write(const Table *table, const void *record, FILE *stream)
{
  const Field *field = &table->fields[*(const int *)record - 1];

  fprintf(stream, "{%s: ", field->key);
  if (field->kind == FIELD_MAP) flow_write(field->table, record, stream);
  else field_write(field, record, stream);
  fputc('}', stream);
}

void field_write(const Field *field, const void *record, FILE *stream)
{
  const void *value = (const char *)record + field->offset;

  switch (field->kind) {
  case FIELD_NAME:
  case FIELD_WORD: name_write(value, stream); break;
  case FIELD_SCHEME: name_write((*(const SchemeTraits *const *)value)->name, stream); break;
  case FIELD_TEXT: text_write(value, stream); break;
  case FIELD_REAL: real_write(*(const double *)value, stream); break;
  case FIELD_INTEGER: integer_write(field, *(const int *)value, stream); break;
  case FIELD_FLAG: fputs(*(const bool *)value ? "true" : "false", stream); break;
  case FIELD_VECTOR: row_write(value, field->columns, 1, stream); break;
  case FIELD_MATRIX: rows_write(value, field->rows, field->columns, stream); break;
  case FIELD_INERTIA: inertia_write(value, stream); break;
  case FIELD_SITES: rows_write(((const Shape *)value)->sites, ((const Shape *)value)->nsites, 4, stream); break;
  case FIELD_KIND: name_write(field->words[*(const int *)value - 1], stream); break;
  case FIELD_CHOICE: fputs(field->words[*(const int *)value], stream); break;
  case FIELD_BITS: bits_write(field, *(const unsigned *)value, stream); break;
  case FIELD_PAIR: names_write(value, 2, stream); break;
  case FIELD_NAMES: names_write(value, field->most, stream); break;
  case FIELD_ROWS: owned_write(field, record, stream); break;
  case FIELD_POINTS: points_write(value, stream); break;
  case FIELD_EACH: each_write(value, field->columns, stream); break;
  case FIELD_VARIANT: variant_write(field->table, value, stream); break;
  default: break;
  }
}

static void record_write(const Table *table, const void *record, int indent, bool in_list, FILE *stream);

static const char *items_get(const Field *field, const void *record, int *count)
{
  const char *items;
  memcpy(&items, (const char *)record + field->offset, sizeof items);
  memcpy(count, (const char *)record + field->count_offset, sizeof *count);
  return items;
}

static void list_write(const Field *field, const void *record, int indent, FILE *stream)
{
  int         count;
  const char *items = items_get(field, record, &count);

  if (count == 0) fputs(" []", stream);
  fputc('\n', stream);
  for (int i = 0; i < count; i++) {
    fprintf(stream, "%*s- ", indent, "");
    record_write(field->table, items + (size_t)i * field->table->size, indent + 2, true, stream);
  }
}

static void named_write(const Field *field, const void *record, int indent, FILE *stream)
{
  int         count;
  const char *item = items_get(field, record, &count);

  fputc('\n', stream);
  for (int i = 0; i < count; i++, item += field->table->size) {
    fprintf(stream, "%*s", indent, "");
    name_write(item + field->table->name_offset, stream);
    fputs(":\n", stream);
    record_write(field->table, item, indent + 2, false, stream);
  }
}

static void line_write(const Field *field, const void *record, FILE *stream)
{
  fputc(' ', stream);
  field_write(field, record, stream);
  fputc('\n', stream);
}

static void map_write(const Field *field, const void *record, int indent, FILE *stream)
{
  fputc('\n', stream);
  record_write(field->table, (const char *)record + field->offset, indent, false, stream);
}

/* The first line is not indented inside a list: "- " stands there. */
static void record_write(const Table *table, const void *record, int indent, bool in_list, FILE *stream)
{
  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    if (table->variant ? *(const int *)record != i + 1 : !field_given(field, record)) continue;
    fprintf(stream, "%*s%s:", in_list ? 0 : indent, "", field->key);
    in_list = false;
    if (field->kind == FIELD_MAP) map_write(field, record, indent + 2, stream);
    else if (field->kind == FIELD_LIST) list_write(field, record, indent + 2, stream);
    else if (field->kind == FIELD_NAMED) named_write(field, record, indent + 2, stream);
    else line_write(field, record, stream);
  }
}

void problem_write(const Problem *problem, FILE *stream)
{
  record_write(&schema_problem, problem, 0, false, stream);
}

/* The tables of keys as a JSON Schema (draft 2020-12), by which editors complete and check problem files. */
#include "base/json_text.h"
#include "input/schema/schema.h"

#include <string.h>

enum { TABLES_MOST = 64 };

/* The tables met so far; each is one definition, named after the first key that contains it. */
typedef struct {
  const Vocabulary *words;
  FILE             *stream;
  int               ntables;
  const Table      *table[TABLES_MOST];
  const char       *key[TABLES_MOST]; /* of the first field that contains it */
  bool              one_key[TABLES_MOST];
} JsonSchema;

/* Index of a table among the definitions; adds it at its first use. */
static int definition_index(JsonSchema *json, const Field *field)
{
  int i = 0;

  while (i < json->ntables && json->table[i] != field->table) i++;
  if (i < json->ntables) return i;
  json->table[i]   = field->table;
  json->key[i]     = field->key;
  json->one_key[i] = field->table->variant || field->kind == FIELD_VARIANT;
  json->ntables += i + 1 < TABLES_MOST;
  return i;
}

/* "scale_3": the index makes names unique, since keys occur in several tables. */
static void definition_name(const JsonSchema *json, int index)
{
  fprintf(json->stream, "%s_%d", json->key[index], index);
}

static void reference_print(JsonSchema *json, const Field *field)
{
  fputs("\"$ref\": \"#/$defs/", json->stream);
  definition_name(json, definition_index(json, field));
  fputc('"', json->stream);
}

/* --- values */

static void text_member(FILE *stream, const char *name, const char *text)
{
  fprintf(stream, "\"%s\": ", name);
  json_text(text, stream);
}

/* "enum": the words of a NULL-terminated list. */
static void enum_print(FILE *stream, const char *const *words)
{
  fputs("\"enum\": [", stream);
  for (int i = 0; words[i]; i++) {
    if (i) fputs(", ", stream);
    json_text(words[i], stream);
  }
  fputc(']', stream);
}

static void schemes_print(FILE *stream, const SchemeTraits *const *schemes)
{
  fputs("\"enum\": [", stream);
  for (int i = 0; schemes[i]; i++) {
    if (i) fputs(", ", stream);
    json_text(schemes[i]->name, stream);
  }
  fputc(']', stream);
}

/* The limits of a range as members of an object; a range without a case here is a warning of the compiler. */
static const char *range_members(Range range)
{
  switch (range) {
  case RANGE_POSITIVE: return ", \"exclusiveMinimum\": 0";
  case RANGE_NON_NEGATIVE: return ", \"minimum\": 0";
  case RANGE_TOLERANCE: return ", \"exclusiveMinimum\": 0, \"maximum\": 1e-3";
  case RANGE_FRACTION: return ", \"minimum\": 0, \"maximum\": 1";
  case RANGE_ACCURACY: return ", \"minimum\": 1e-13, \"maximum\": 0.01";
  case RANGE_FINITE: break;
  }
  return "";
}

/* {"type": "number"} within its range. */
static void number_print(FILE *stream, Range range)
{
  fprintf(stream, "{\"type\": \"number\"%s}", range_members(range));
}

/* {"type": "array"} of `least` to `most` numbers; most < 0: any length. */
static void row_print(FILE *stream, Range range, int least, int most)
{
  fprintf(stream, "{\"type\": \"array\", \"minItems\": %d", least);
  if (most >= 0) fprintf(stream, ", \"maxItems\": %d", most);
  fputs(", \"items\": ", stream);
  number_print(stream, range);
  fputc('}', stream);
}

/* {"type": "array"} of rows of `columns` numbers. */
static void rows_print(FILE *stream, Range range, int least, int most, int columns)
{
  fprintf(stream, "{\"type\": \"array\", \"minItems\": %d", least);
  if (most >= 0) fprintf(stream, ", \"maxItems\": %d", most);
  fputs(", \"items\": ", stream);
  row_print(stream, range, columns, columns);
  fputc('}', stream);
}

/* "anyOf" a row of n numbers and rows of them. */
static void row_or_rows_print(FILE *stream, Range range, int n, int rows, int columns)
{
  fputs("\"anyOf\": [", stream);
  row_print(stream, range, n, n);
  fputs(", ", stream);
  rows_print(stream, range, rows, rows, columns);
  fputc(']', stream);
}

static void integer_print(FILE *stream, const Field *field)
{
  fputs("\"anyOf\": [", stream);
  fprintf(stream, "{\"type\": \"integer\", \"minimum\": %d, \"maximum\": %d}", field->least, field->most);
  if (field->automatic) {
    fputs(", {\"const\": ", stream);
    json_text(field->automatic, stream);
    fputc('}', stream);
  }
  fputc(']', stream);
}

/* A number for all components, or a list of one for each. */
static void each_print(FILE *stream, const Field *field)
{
  fputs("\"anyOf\": [", stream);
  number_print(stream, field->range);
  fputs(", ", stream);
  row_print(stream, field->range, field->least ? field->least : field->columns, field->columns);
  fputc(']', stream);
}

/* A quaternion, or a mapping with its angles. */
static void orientation_print(JsonSchema *json, const Field *field)
{
  fputs("\"anyOf\": [", json->stream);
  row_print(json->stream, field->range, 4, 4);
  fputs(", {", json->stream);
  reference_print(json, field);
  fputs("}]", json->stream);
}

/* A word of the list, or a mapping with its details. */
static void choice_print(JsonSchema *json, const Field *field)
{
  if (!field->table) {
    enum_print(json->stream, field->words);
    return;
  }
  fputs("\"anyOf\": [{", json->stream);
  enum_print(json->stream, field->words);
  fputs("}, {", json->stream);
  reference_print(json, field);
  fputs("}]", json->stream);
}

static void word_print(JsonSchema *json, const Field *field)
{
  const char *const *list = vocabulary_list(json->words, field->vocabulary);

  if (list) enum_print(json->stream, list);
  else fputs("\"type\": \"string\"", json->stream);
}

/* An array of what one table describes. */
static void list_print(JsonSchema *json, const Field *field)
{
  fprintf(json->stream, "\"type\": \"array\", \"minItems\": %d, \"items\": {", field->least);
  reference_print(json, field);
  fputc('}', json->stream);
}

/* A mapping from any name to what one table describes. */
static void named_print(JsonSchema *json, const Field *field)
{
  fputs("\"type\": \"object\", \"additionalProperties\": {", json->stream);
  reference_print(json, field);
  fputc('}', json->stream);
}

static void names_print(FILE *stream, int least, int most)
{
  fprintf(stream, "\"type\": \"array\", \"minItems\": %d, \"maxItems\": %d, \"items\": {\"type\": \"string\"}", least,
          most);
}

static void bits_print(FILE *stream, const Field *field)
{
  fputs("\"type\": \"array\", \"minItems\": 1, \"items\": {", stream);
  enum_print(stream, field->words);
  fputc('}', stream);
}

/* "allOf" a schema that is written as an object of its own. */
static void rows_member(FILE *stream, const Field *field)
{
  fputs("\"allOf\": [", stream);
  switch (field->kind) {
  case FIELD_REAL: number_print(stream, field->range); break;
  case FIELD_VECTOR: row_print(stream, field->range, field->columns, field->columns); break;
  case FIELD_MATRIX: rows_print(stream, field->range, field->rows, field->rows, field->columns); break;
  case FIELD_SITES: rows_print(stream, field->range, 1, -1, 4); break;
  default: /* FIELD_ROWS */
    if (field->columns == 1) row_print(stream, field->range, 0, -1);
    else rows_print(stream, field->range, 0, -1, field->columns);
  }
  fputc(']', stream);
}

/* The keywords that restrict the value of a field. */
static void value_print(JsonSchema *json, const Field *field)
{
  FILE *stream = json->stream;

  switch (field->kind) {
  case FIELD_NAME:
    fprintf(stream, "\"type\": \"string\", \"pattern\": \"^[A-Za-z0-9_][A-Za-z0-9_-]*$\", \"maxLength\": %d",
            NAME_LEN - 1);
    break;
  case FIELD_TEXT:
    fprintf(stream, "\"type\": \"string\", \"pattern\": \"^[^\\\\u0000-\\\\u001f]*$\", \"maxLength\": %d",
            TEXT_LEN - 1);
    break;
  case FIELD_INTEGER: integer_print(stream, field); break;
  case FIELD_FLAG: fputs("\"type\": \"boolean\"", stream); break;
  case FIELD_INERTIA: row_or_rows_print(stream, field->range, 3, 3, 3); break;
  case FIELD_POINTS: row_or_rows_print(stream, field->range, 3, 2, 3); break;
  case FIELD_EACH: each_print(stream, field); break;
  case FIELD_CHOICE: choice_print(json, field); break;
  case FIELD_ORIENTATION: orientation_print(json, field); break;
  case FIELD_KIND: enum_print(stream, field->words); break;
  case FIELD_BITS: bits_print(stream, field); break;
  case FIELD_WORD: word_print(json, field); break;
  case FIELD_SCHEME: schemes_print(stream, json->words->schemes); break;
  case FIELD_PAIR: names_print(stream, 2, 2); break;
  case FIELD_NAMES: names_print(stream, 0, field->most); break;
  case FIELD_VARIANT:
  case FIELD_MAP: reference_print(json, field); break;
  case FIELD_LIST: list_print(json, field); break;
  case FIELD_NAMED: named_print(json, field); break;
  case FIELD_SKIPPED: fputs("\"type\": \"object\"", stream); break;
  case FIELD_KINDS: break;
  default: rows_member(stream, field);
  }
}

/* --- tables */

/* The meaning and the condition of a key, for the editor's hint. */
static void description_print(FILE *stream, const Field *field)
{
  char text[1024];

  snprintf(text, sizeof text, "%s%s%s", field->meaning ? field->meaning : "", field->only ? "; only with " : "",
           field->only ? field->only->text : "");
  text_member(stream, "description", text);
}

static void property_print(JsonSchema *json, const Field *field)
{
  json_text(field->key, json->stream);
  fputs(": {", json->stream);
  if (field->kind != FIELD_SKIPPED || field->expected) { /* run.yaml adds the others */
    value_print(json, field);
    fputs(", ", json->stream);
  }
  description_print(json->stream, field);
  fputc('}', json->stream);
}

/* "required": keys that no condition and no alternative excuses. */
static void required_print(FILE *stream, const Table *table)
{
  const char *comma = "";

  fputs("\"required\": [", stream);
  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    if (!field->required || field->instead || field->only) continue;
    fputs(comma, stream);
    json_text(field->key, stream);
    comma = ", ";
  }
  fputc(']', stream);
}

/* "not": no two alternatives together; "allOf" over the pairs. */
static void pairs_print(FILE *stream, const Table *table)
{
  const char *comma = ", \"allOf\": [";

  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i], *other = field->instead ? table_find(table, field->instead) : NULL;
    if (!other || other < field) continue;
    fputs(comma, stream);
    fputs(field->required && !field->only ? "{\"oneOf\": [{\"required\": [" : "{\"not\": {\"required\": [", stream);
    json_text(field->key, stream);
    fputs(field->required && !field->only ? "]}, {\"required\": [" : ", ", stream);
    json_text(other->key, stream);
    fputs(field->required && !field->only ? "]}]}" : "]}}", stream);
    comma = ", ";
  }
  if (comma[2] == '\0') fputc(']', stream);
}

/* A record that begins with its kind has exactly one key. */
static void table_print(JsonSchema *json, const Table *table, bool variant)
{
  FILE *stream = json->stream;

  fputs("\"type\": \"object\", \"additionalProperties\": false, ", stream);
  if (variant) fputs("\"minProperties\": 1, \"maxProperties\": 1, ", stream);
  required_print(stream, table);
  pairs_print(stream, table);
  fputs(",\n  \"properties\": {", stream);
  for (int i = 0; i < table_offered(table); i++) {
    fputs(i ? ",\n    " : "\n    ", stream);
    property_print(json, &table->fields[i]);
  }
  fputs("}", stream);
}

/* Definitions of tables that others contain; the list grows while it is printed. */
static void definitions_print(JsonSchema *json)
{
  fputs(",\n\"$defs\": {", json->stream);
  for (int i = 0; i < json->ntables; i++) {
    fputs(i ? ",\n  \"" : "\n  \"", json->stream);
    definition_name(json, i);
    fputs("\": {", json->stream);
    table_print(json, json->table[i], json->one_key[i]);
    fputc('}', json->stream);
  }
  fputs("}", json->stream);
}

void schema_json(const Vocabulary *words, FILE *stream)
{
  JsonSchema json = {.words = words, .stream = stream};

  fputs("{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n\"title\": \"Rigel problem file\",\n",
        stream);
  table_print(&json, &schema_problem, false);
  definitions_print(&json);
  fputs("}\n", stream);
}

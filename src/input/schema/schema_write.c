/* The value of one key as YAML on one line, as run.yaml and the printed reference show it. */
#include "base/yaml_text.h"
#include "input/schema/schema.h"

#include <math.h>
#include <string.h>

/* The diagonal of a diagonal tensor, all nine entries otherwise. */
static void inertia_write(const double inertia[9], FILE *stream)
{
  bool diagonal = true;
  for (int i = 0; i < 9; i++)
    if (i % 4 && (inertia[i] != 0.0 || signbit(inertia[i]))) diagonal = false;
  if (diagonal) yaml_row(inertia, 3, 4, stream);
  else yaml_rows(inertia, 3, 3, stream);
}

/* Rows in an array that the record owns. */
static void owned_write(const Field *field, const void *record, FILE *stream)
{
  const double *rows;
  int           count;

  memcpy(&rows, (const char *)record + field->offset, sizeof rows);
  memcpy(&count, (const char *)record + field->count_offset, sizeof count);
  if (field->columns == 1) yaml_row(rows, count, 1, stream);
  else yaml_rows(rows, count, field->columns, stream);
}

/* One point, or two; the second is NAN where only one is given. */
static void points_write(const double points[6], FILE *stream)
{
  if (isnan(points[3])) yaml_row(points, 3, 1, stream);
  else yaml_rows(points, 2, 3, stream);
}

/* One number for all components, or one number each (see problem_each). */
static void each_write(const double *values, int count, FILE *stream)
{
  if (isnan(values[1])) yaml_real(values[0], stream);
  else yaml_row(values, count, 1, stream);
}

/* A number, or the word that represents 0. */
static void integer_write(const Field *field, int value, FILE *stream)
{
  if (field->automatic && value == 0) fputs(field->automatic, stream);
  else fprintf(stream, "%d", value);
}

/* The words whose bits are set. */
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

/* Names up to the first empty one. */
static void names_write(const char *names, int most, FILE *stream)
{
  fputc('[', stream);
  for (int i = 0; i < most && names[i * NAME_LEN]; i++) {
    if (i) fputs(", ", stream);
    yaml_name(names + i * NAME_LEN, stream);
  }
  fputc(']', stream);
}

/* A record on one line: {radius: 1, height: 2} */
static void flow_write(const Table *table, const void *record, FILE *stream)
{
  fputc('{', stream);
  for (int i = 0; i < table->nfields; i++) {
    fprintf(stream, "%s%s: ", i ? ", " : "", table->fields[i].key);
    field_write(&table->fields[i], record, stream);
  }
  fputc('}', stream);
}

/* A record that begins with its kind: {cuboid: [1, 2, 3]}. */
static void variant_write(const Table *table, const void *record, FILE *stream)
{
  const Field *field = &table->fields[*(const int *)record - 1];

  fprintf(stream, "{%s: ", field->key);
  if (field->kind == FIELD_MAP) flow_write(field->table, record, stream);
  else field_write(field, record, stream);
  fputc('}', stream);
}

/* One case for each kind of value; records and lists of records have several lines and are written elsewhere. */
void field_write(const Field *field, const void *record, FILE *stream)
{
  const void *value = (const char *)record + field->offset;

  switch (field->kind) {
  case FIELD_NAME:
  case FIELD_WORD: yaml_name(value, stream); break;
  case FIELD_SCHEME: yaml_name((*(const SchemeTraits *const *)value)->name, stream); break;
  case FIELD_TEXT: yaml_text(value, stream); break;
  case FIELD_REAL: yaml_real(*(const double *)value, stream); break;
  case FIELD_INTEGER: integer_write(field, *(const int *)value, stream); break;
  case FIELD_FLAG: yaml_flag(*(const bool *)value, stream); break;
  case FIELD_VECTOR: yaml_row(value, field->columns, 1, stream); break;
  case FIELD_ORIENTATION: yaml_row(value, 4, 1, stream); break;
  case FIELD_MATRIX: yaml_rows(value, field->rows, field->columns, stream); break;
  case FIELD_INERTIA: inertia_write(value, stream); break;
  case FIELD_SITES: yaml_rows(((const Shape *)value)->sites, ((const Shape *)value)->nsites, 4, stream); break;
  case FIELD_KIND: yaml_name(field->words[*(const int *)value - 1], stream); break;
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

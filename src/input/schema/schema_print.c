/* The reference of all keys as Markdown, with defaults from freshly initialised records. */
#include "input/schema/schema.h"

/* The default of a field: its words, "required", or the value in a fresh record. */
static void default_print(const Field *field, const void *record, FILE *stream)
{
  bool inside = field->kind == FIELD_MAP || field->kind == FIELD_LIST || field->kind == FIELD_NAMED ||
                field->kind == FIELD_SITES || field->kind == FIELD_ROWS;
  bool        value = record && !inside && field_has_value(field, record);
  const void *place = value ? (const char *)record + field->offset : NULL;

  if (field->fallback) fputs(field->fallback, stream);
  else if (field->required) fputs("required", stream);
  else if (value && field->kind == FIELD_REAL) fprintf(stream, "%g", *(const double *)place);
  else if (value) field_write(field, record, stream);
  else fputs(record && field->kind == FIELD_MAP ? "as below" : "none", stream);
  if (field->required && field->instead) fprintf(stream, ", or `%s`", field->instead);
}

/* The values that a field accepts. */
static void expected_print(const Field *field, FILE *stream)
{
  if (field->words && field->kind == FIELD_CHOICE)
    for (int i = 0; field->words[i]; i++) fprintf(stream, "%s%s", i ? ", " : "", field->words[i]);
  else fputs(field->expected ? field->expected : "anything", stream);
}

static void field_print(const Field *field, const char *prefix, const void *record, FILE *stream)
{
  fprintf(stream, "| `%s%s` | ", prefix, field->key);
  expected_print(field, stream);
  fputs(" | ", stream);
  default_print(field, record, stream);
  fprintf(stream, " | %s", field->meaning);
  if (field->only) fprintf(stream, "; only with %s", field->only->text);
  fputs(" |\n", stream);
}

static void table_print(const Table *table, const char *prefix, const void *record, FILE *stream);

/* The keys below a field, in the record that contains them or in a fresh one. */
static void inside_print(const Field *field, const char *prefix, const void *record, FILE *stream)
{
  char        path[NAME_LEN];
  const char *between = field->kind == FIELD_LIST ? "[]." : field->kind == FIELD_NAMED ? ".BODY." : ".";
  union {
    ProblemBody         body;
    ProblemJoint        joint;
    ProblemLoad         load;
    ProblemMotion       motion;
    ProblemEnd          end;
    ProblemControl      control;
    ProblemTerm         term;
    ProblemTimeFunction scale;
  } fresh;

  snprintf(path, sizeof path, "%s%s%s", prefix, field->key, between);
  if (field->table->init) field->table->init(&fresh), record = &fresh;
  else if (field->kind == FIELD_VARIANT) record = NULL;
  else if (field->kind != FIELD_CHOICE && record) record = (const char *)record + field->offset;
  table_print(field->table, path, record, stream);
}

static void table_print(const Table *table, const char *prefix, const void *record, FILE *stream)
{
  for (int i = 0; i < table->nfields; i++) {
    field_print(&table->fields[i], prefix, record, stream);
    if (table->fields[i].table) inside_print(&table->fields[i], prefix, record, stream);
  }
}

void schema_print(FILE *stream)
{
  Problem problem;

  problem_init(&problem);
  fputs("| key | value | default | meaning |\n|---|---|---|---|\n", stream);
  table_print(&schema_problem, "", &problem, stream);
}

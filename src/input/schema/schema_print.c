/* The reference of all keys as Markdown, with defaults from freshly initialised records. */
#include "input/schema/schema.h"

#include <string.h>

/* The default of a field: its words, "required", or the value in a fresh record. */
void field_default_print(const Field *field, const void *record, FILE *stream)
{
  bool inside = field->kind == FIELD_MAP || field->kind == FIELD_LIST || field->kind == FIELD_NAMED ||
                field->kind == FIELD_SITES || field->kind == FIELD_ROWS;
  bool        value = record && !inside && field_has_value(field, record);
  const void *at    = value ? (const char *)record + field->offset : NULL;

  if (field->fallback) fputs(field->fallback, stream);
  else if (field->required) fputs("required", stream);
  else if (value && field->kind == FIELD_REAL) fprintf(stream, "%g", *(const double *)at);
  else if (value) field_write(field, record, stream);
  else fputs(record && field->kind == FIELD_MAP ? "as below" : "none", stream);
  if (field->required && field->instead) fprintf(stream, ", or `%s`", field->instead);
}

/* The values that a field accepts. */
void field_expected_print(const Field *field, FILE *stream)
{
  if (field->words && field->kind == FIELD_CHOICE)
    for (int i = 0; field->words[i]; i++) fprintf(stream, "%s%s", i ? ", " : "", field->words[i]);
  else fputs(field->expected ? field->expected : "anything", stream);
}

static const char head[] = "| key | value | default | meaning |\n|---|---|---|---|\n";

typedef struct {
  FILE *stream;
  char  elsewhere[KEY_PATH_LEN]; /* the last key whose inner keys have a table of their own */
} Reference;

/* SchemaVisit: one row of the reference. Functions of time and orientations have tables of their own. */
static void row_print(void *context, const char *path, const Field *field, const void *record)
{
  Reference   *reference = context;
  FILE        *stream    = reference->stream;
  const size_t inside    = strlen(reference->elsewhere);

  if (inside > 0 && strncmp(path, reference->elsewhere, inside) == 0 && path[inside] && strchr(".[", path[inside]))
    return;
  if (field->table == &schema_scale || field->table == &schema_path || field->table == &schema_orientation)
    snprintf(reference->elsewhere, sizeof reference->elsewhere, "%s", path);
  fprintf(stream, "| `%s` | ", path);
  field_expected_print(field, stream);
  fputs(" | ", stream);
  field_default_print(field, record, stream);
  fprintf(stream, " | %s", field->meaning);
  if (field->only) fprintf(stream, "; only with %s", field->only->text);
  fputs(" |\n", stream);
}

static void table_visit(const Table *table, const char *prefix, const void *record, SchemaVisit visit, void *context);

/* The keys below a field, in the record that contains them or in a fresh one. */
static void inside_visit(const Field *field, const char *path, const void *record, SchemaVisit visit, void *context)
{
  char prefix[KEY_PATH_LEN];
  union {
    ProblemBody         body;
    ProblemJoint        joint;
    ProblemLoad         load;
    ProblemMotion       motion;
    ProblemEnd          end;
    ProblemControl      control;
    ProblemTerm         term;
    ProblemTimeFunction scale;
    OrientationInput    orientation;
  } fresh;

  snprintf(prefix, sizeof prefix, "%.*s%s", KEY_PATH_LEN - 8, path, field_separator(field));
  if (field->table->init) field->table->init(&fresh), record = &fresh;
  else if (field->kind == FIELD_VARIANT) record = NULL;
  else if (field->kind != FIELD_CHOICE && record) record = (const char *)record + field->offset;
  table_visit(field->table, prefix, record, visit, context);
}

/* Each key, then the keys of the record inside it. */
static void table_visit(const Table *table, const char *prefix, const void *record, SchemaVisit visit, void *context)
{
  char path[KEY_PATH_LEN];

  for (int i = 0; i < table_offered(table); i++) {
    snprintf(path, sizeof path, "%s%s", prefix, table->fields[i].key);
    visit(context, path, &table->fields[i], record);
    if (table->fields[i].table) inside_visit(&table->fields[i], path, record, visit, context);
  }
}

const char *field_separator(const Field *field)
{
  return field->kind == FIELD_LIST ? "[]." : field->kind == FIELD_NAMED ? ".BODY." : ".";
}

void schema_visit(SchemaVisit visit, void *context)
{
  Problem problem;

  problem_init(&problem);
  table_visit(&schema_problem, "", &problem, visit, context);
}

/* The keys of a table that occurs at several places, once. */
static void common_print(const char *title, const Table *table, const char *prefix, FILE *stream)
{
  union {
    ProblemTimeFunction scale;
    OrientationInput    orientation;
  } fresh;

  fputs(title, stream);
  fputs(head, stream);
  table->init(&fresh);
  table_visit(table, prefix, &fresh, row_print, &(Reference){.stream = stream});
}

void schema_print(FILE *stream)
{
  fputs(head, stream);
  schema_visit(row_print, &(Reference){.stream = stream});
  common_print(
    "\nAn orientation (`ORIENTATION`) is a unit quaternion, scalar part first, or a mapping of these keys:\n\n",
    &schema_orientation, "ORIENTATION.", stream);
  common_print("\nA function of time (`FUNCTION`) has exactly one of these keys:\n\n", &schema_scale, "FUNCTION.",
               stream);
}

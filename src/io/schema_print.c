/* The reference of all keys, printed from the tables; defaults come from freshly initialised records. */
#include "io/manifest.h"

static void default_print(const Field *field, const void *record, FILE *stream)
{
  bool        inside = field->kind == FIELD_MAP || field->kind == FIELD_LIST || field->kind == FIELD_SITES;
  bool        value  = record && !inside && field_has_value(field, record);
  const void *place  = value ? (const char *)record + field->offset : NULL;

  if (field->fallback) fputs(field->fallback, stream);
  else if (field->required) fputs("required", stream);
  else if (value && field->kind == FIELD_REAL) fprintf(stream, "%g", *(const double *)place);
  else if (value) field_write(field, record, stream);
  else fputs(record && field->kind == FIELD_MAP ? "as below" : "none", stream);
  if (field->required && field->instead) fprintf(stream, ", or `%s`", field->instead);
}

static void expected_print(const Field *field, FILE *stream)
{
  if (field->words && field->kind == FIELD_CHOICE)
    for (int i = 0; field->words[i]; i++) fprintf(stream, "%s%s", i ? ", " : "", field->words[i]);
  else fputs(field->expected ? field->expected : "anything", stream);
}

static void table_print(const Table *table, const char *prefix, const void *record, FILE *stream)
{
  char path[NAME_LEN];

  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    const void  *value = record ? (const char *)record + field->offset : NULL;
    ProblemBody  body;
    ProblemJoint joint;

    snprintf(path, sizeof path, "%s%s%s", prefix, field->key, field->kind == FIELD_LIST ? "[]." : ".");
    fprintf(stream, "| `%s%s` | ", prefix, field->key);
    expected_print(field, stream);
    fputs(" | ", stream);
    default_print(field, record, stream);
    fprintf(stream, " | %s", field->meaning);
    if (field->only) fprintf(stream, "; only with %s", field->only->text);
    fputs(" |\n", stream);

    problem_body_init(&body);
    problem_joint_init(&joint);
    if (field->table == &schema_body) value = &body;
    if (field->table == &schema_joint) value = &joint;
    if (field->table) table_print(field->table, path, field->kind == FIELD_SHAPE ? NULL : value, stream);
  }
}

void schema_print(FILE *stream)
{
  Problem problem;

  problem_init(&problem);
  fputs("| key | value | default | meaning |\n|---|---|---|---|\n", stream);
  table_print(&schema_problem, "", &problem, stream);
}

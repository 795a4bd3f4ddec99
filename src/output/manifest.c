/* The effective problem as YAML, from the tables of keys that also drive the reader. */
#include "output/manifest.h"

#include "base/words.h"
#include "base/yaml_text.h"

#include <string.h>

static void record_write(const Table *table, const void *record, int indent, bool in_list, FILE *stream);

/* The array of records behind a list, and its length. */
static const char *items_get(const Field *field, const void *record, int *count)
{
  const char *items;
  memcpy(&items, (const char *)record + field->offset, sizeof items);
  memcpy(count, (const char *)record + field->count_offset, sizeof *count);
  return items;
}

/* Records one after the other, each behind "- ". */
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

/* Records by name: "  box:" and the keys of the record below it. */
static void named_write(const Field *field, const void *record, int indent, FILE *stream)
{
  int         count;
  const char *item = items_get(field, record, &count);

  fputc('\n', stream);
  for (int i = 0; i < count; i++, item += field->table->size) {
    fprintf(stream, "%*s", indent, "");
    yaml_name(item + field->table->name_offset, stream);
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

/* Writes "key:" and the value behind or below it. */
static void key_write(const Field *field, const void *record, int indent, FILE *stream)
{
  fprintf(stream, "%s:", field->key);
  if (field->kind == FIELD_MAP) map_write(field, record, indent + 2, stream);
  else if (field->kind == FIELD_LIST) list_write(field, record, indent + 2, stream);
  else if (field->kind == FIELD_NAMED) named_write(field, record, indent + 2, stream);
  else line_write(field, record, stream);
}

/* Writes every key of a record that has a value. Inside a list the first line follows "- " and is not indented again. */
static void record_write(const Table *table, const void *record, int indent, bool in_list, FILE *stream)
{
  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    if (table->variant ? *(const int *)record != i + 1 : !field_given(field, record)) continue;
    fprintf(stream, "%*s", in_list ? 0 : indent, "");
    in_list = false;
    key_write(field, record, indent, stream);
  }
}

void problem_write_without(const Problem *problem, const char *const *keys, FILE *stream)
{
  for (int i = 0; i < schema_problem.nfields; i++)
    if (field_given(&schema_problem.fields[i], problem) &&
        (!keys || word_index(schema_problem.fields[i].key, keys) < 0))
      key_write(&schema_problem.fields[i], problem, 0, stream);
}

/* Fed back to `rigel run`, the result reproduces the run (docs/reference/output.md). */
void problem_write(const Problem *problem, FILE *stream)
{
  problem_write_without(problem, NULL, stream);
}

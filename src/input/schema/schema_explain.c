/* One key of a problem file in words: its meaning, value, default, condition, and an example that the schema accepts. */
#include "base/words.h"
#include "base/yaml_text.h"
#include "input/schema/schema.h"

#include <string.h>

enum { CHAIN_MOST = 10 };

/* A key by its fields from the top, with its path as schema_visit writes it. */
typedef struct {
  int          n;
  const Field *field[CHAIN_MOST];
  char         path[KEY_PATH_LEN];
} Chain;

/* --- look-up */

/* The next element of a path, without brackets; returns the rest. */
static const char *element_take(const char *path, char out[NAME_LEN])
{
  const size_t n = strcspn(path, ".[");

  snprintf(out, NAME_LEN, "%.*s", (int)n, path);
  path += n;
  if (*path == '[') path += strcspn(path, ".");
  return *path == '.' ? path + 1 : path;
}

static bool has_items(const Field *field)
{
  return field->kind == FIELD_LIST || field->kind == FIELD_NAMED;
}

/* Follows the path through the tables. Inside a list a word that is no key is the name of an item. */
static bool chain_find(const char *path, Chain *chain)
{
  const Table *table = &schema_problem;
  char         name[NAME_LEN];

  memset(chain, 0, sizeof *chain);
  while (*path) {
    path               = element_take(path, name);
    const Field *field = table ? table_find(table, name) : NULL;
    if (!field && table && chain->n && has_items(chain->field[chain->n - 1]) && *path) {
      path  = element_take(path, name);
      field = table_find(table, name);
    }
    if (!field || chain->n == CHAIN_MOST) return false;
    const size_t used = strlen(chain->path);
    const char  *link = chain->n ? field_separator(chain->field[chain->n - 1]) : "";
    snprintf(chain->path + used, KEY_PATH_LEN - used, "%s%s", link, field->key);
    chain->field[chain->n++] = field;
    table                    = field->table;
  }
  return chain->n > 0;
}

/* --- examples */

/* [[a, b], [c, d]] with ascending first numbers. */
static void rows_print(int rows, int columns, FILE *stream)
{
  double values[32];

  for (int i = 0; i < rows * columns; i++) values[i] = i % columns ? 1 : i / columns;
  if (columns == 1) yaml_row(values, rows, 1, stream);
  else yaml_rows(values, rows, columns, stream);
}

/* [1, 0, 0]; positive numbers throughout where the range asks for them. */
static void vector_print(const Field *field, int columns, FILE *stream)
{
  double values[16] = {1};

  for (int i = 1; i < columns && i < 16; i++) values[i] = field->range == RANGE_FINITE ? 0 : 1;
  yaml_row(values, columns < 16 ? columns : 16, 1, stream);
}

static void value_print(const Field *field, const Vocabulary *words, FILE *stream);

/* The first key of a record inside. */
static void first_print(const Field *field, const Vocabulary *words, FILE *stream)
{
  fprintf(stream, "{%s: ", field->table->fields[0].key);
  value_print(&field->table->fields[0], words, stream);
  fputc('}', stream);
}

/* Numbers: an automatic word, or the least that is valid and positive. */
static void number_print(const Field *field, FILE *stream)
{
  if (field->automatic) fputs(field->automatic, stream);
  else if (field->kind == FIELD_INTEGER) fprintf(stream, "%d", field->least > 1 ? field->least : 1);
  else if (field->range == RANGE_TOLERANCE) fputs("1e-10", stream);
  else fputs(field->range == RANGE_ACCURACY ? "1e-8" : "1", stream);
}

static void list_print(const Field *field, const Vocabulary *words, FILE *stream)
{
  fputs(field->kind == FIELD_LIST ? "[" : "{box: ", stream);
  first_print(field, words, stream);
  fputs(field->kind == FIELD_LIST ? "]" : "}", stream);
}

/* A value of the right shape. */
static void value_print(const Field *field, const Vocabulary *words, FILE *stream)
{
  switch (field->kind) {
  case FIELD_NAME: fputs("box", stream); break;
  case FIELD_TEXT: fputs("\"a text\"", stream); break;
  case FIELD_REAL:
  case FIELD_EACH:
  case FIELD_INTEGER: number_print(field, stream); break;
  case FIELD_FLAG: fputs("true", stream); break;
  case FIELD_VECTOR: vector_print(field, field->columns, stream); break;
  case FIELD_ORIENTATION: vector_print(field, 4, stream); break;
  case FIELD_POINTS: vector_print(field, 3, stream); break;
  case FIELD_INERTIA: fputs("[1, 2, 2]", stream); break;
  case FIELD_MATRIX: rows_print(field->rows, field->columns, stream); break;
  case FIELD_SITES: fputs("[[1, 0, 0, 0], [1, 1, 0, 0]]", stream); break;
  case FIELD_ROWS: rows_print(2, field->columns > 0 ? field->columns : 1, stream); break;
  case FIELD_CHOICE:
  case FIELD_KIND: fputs(field->words[0], stream); break;
  case FIELD_BITS: fprintf(stream, "[%s]", field->words[0]); break;
  case FIELD_WORD: fputs(vocabulary_list(words, field->vocabulary)[0], stream); break;
  case FIELD_SCHEME: fputs(words->schemes[0]->name, stream); break;
  case FIELD_PAIR: fputs("[ground, box]", stream); break;
  case FIELD_NAMES: fputs("[box]", stream); break;
  case FIELD_VARIANT:
  case FIELD_MAP: first_print(field, words, stream); break;
  case FIELD_LIST:
  case FIELD_NAMED: list_print(field, words, stream); break;
  default: fputs("{}", stream); break;
  }
}

/* The key inside everything that contains it, on one line: bodies: [{shape: {cylinder: {radius: 1}}}]. */
static void example_print(const Chain *chain, const Vocabulary *words, FILE *stream)
{
  for (int i = 0; i + 1 < chain->n; i++)
    fprintf(stream, "%s: %s{", chain->field[i]->key,
            chain->field[i]->kind == FIELD_LIST    ? "["
            : chain->field[i]->kind == FIELD_NAMED ? "{box: "
                                                   : "");
  fprintf(stream, "%s: ", chain->field[chain->n - 1]->key);
  value_print(chain->field[chain->n - 1], words, stream);
  for (int i = chain->n - 2; i >= 0; i--)
    fprintf(stream, "}%s", chain->field[i]->kind == FIELD_LIST ? "]" : chain->field[i]->kind == FIELD_NAMED ? "}" : "");
}

/* --- output */

typedef struct {
  const Chain      *chain;
  const Vocabulary *words;
  FILE             *stream;
  bool              found;
} Explanation;

/* The words that a key accepts, if these are a table elsewhere. */
static void words_print(const Explanation *e, const Field *field)
{
  char               text[LIST_LEN];
  const char *const *names = field->kind == FIELD_WORD ? vocabulary_list(e->words, field->vocabulary) : NULL;

  if (!names) return;
  word_join(names, text, sizeof text);
  fprintf(e->stream, ": %s", text);
}

/* SchemaVisit */
static void field_explain(void *context, const char *path, const Field *field, const void *record)
{
  Explanation *e = context;

  if (e->found || strcmp(path, e->chain->path) != 0) return;
  e->found = true;
  fprintf(e->stream, "%s\n  meaning  %s\n  value    ", path, field->meaning);
  field_expected_print(field, e->stream);
  words_print(e, field);
  fputs("\n  default  ", e->stream);
  field_default_print(field, record, e->stream);
  if (field->only) fprintf(e->stream, "\n  only     with %s", field->only->text);
  if (field->instead) fprintf(e->stream, "\n  instead  %s", field->instead);
  fputs("\n  example  ", e->stream);
  example_print(e->chain, e->words, e->stream);
  fputc('\n', e->stream);
  if (!field->table) return;
  fputs("  keys    ", e->stream);
  for (int i = 0; i < table_offered(field->table); i++) fprintf(e->stream, " %s", field->table->fields[i].key);
  fputc('\n', e->stream);
}

bool schema_explain(const char *path, const Vocabulary *words, FILE *stream)
{
  Chain       chain;
  Explanation e = {&chain, words, stream, false};

  if (!chain_find(path, &chain)) return false;
  schema_visit(field_explain, &e);
  return e.found;
}

/* --- suggestions */

typedef struct {
  const char *wanted;
  int         n;
  int         distance[SUGGESTIONS_MOST];
  char (*path)[KEY_PATH_LEN];
} Suggestions;

/* The last element of a path. */
static const char *path_end(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot ? dot + 1 : path;
}

/* SchemaVisit: the nearest paths in order. A key of the same name at another place is near, whatever its path. */
static void path_compare(void *context, const char *path, const Field *field, const void *record)
{
  Suggestions *s        = context;
  const size_t longer   = strlen(path) > strlen(s->wanted) ? strlen(path) : strlen(s->wanted);
  const bool   whole    = strcmp(field->key, path_end(s->wanted)) == 0;
  const int    distance = whole ? 0 : word_distance(strchr(s->wanted, '.') ? path : field->key, s->wanted);
  int          i        = s->n;

  (void)record;
  if (!whole && 3 * (size_t)distance > longer) return;
  while (i > 0 && s->distance[i - 1] > distance) i--;
  if (i == SUGGESTIONS_MOST) return;
  if (s->n < SUGGESTIONS_MOST) s->n++;
  for (int j = s->n - 1; j > i; j--) {
    s->distance[j] = s->distance[j - 1];
    memcpy(s->path[j], s->path[j - 1], KEY_PATH_LEN);
  }
  s->distance[i] = distance;
  snprintf(s->path[i], KEY_PATH_LEN, "%s", path);
}

int schema_suggest(const char *path, char out[SUGGESTIONS_MOST][KEY_PATH_LEN])
{
  Suggestions s = {.wanted = path, .path = out};

  if (path[0]) schema_visit(path_compare, &s);
  while (s.n > 1 && s.distance[s.n - 1] > s.distance[0]) s.n--;
  return s.n;
}

void schema_functions(FILE *stream)
{
  for (int i = 0; i < schema_scale.nfields; i++)
    fprintf(stream, "  %-20s %s\n", schema_scale.fields[i].key, schema_scale.fields[i].meaning);
}

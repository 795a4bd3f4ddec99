/* Look-up of keys in the tables, and whether a record has a value for a key. */
#include "input/schema/schema.h"

#include "base/words.h"

#include <math.h>
#include <string.h>

const Field *table_find(const Table *table, const char *key)
{
  for (int i = 0; i < table->nfields; i++)
    if (strcmp(table->fields[i].key, key) == 0) return &table->fields[i];
  return NULL;
}

int table_offered(const Table *table)
{
  return table->offered ? table->offered : table->nfields;
}

const char *const *vocabulary_list(const Vocabulary *words, VocabularyList list)
{
  return words ? words->list[list].names : NULL;
}

/* No traits for "", a word that is missing or was rejected. */
TypeTraits vocabulary_traits(const Vocabulary *words, VocabularyList list, const char *word)
{
  const VocabularyWords *found = &words->list[list];
  const int              index = word[0] && found->traits ? word_index(word, found->names) : -1;

  if (word[0] && !found->traits) return (TypeTraits){.uses = ~0u};
  return index >= 0 ? found->traits[index] : (TypeTraits){0};
}

bool condition_holds(const Condition *condition, const void *record)
{
  TypeTraits traits;

  if (!condition) return true;
  memcpy(&traits, (const char *)record + condition->traits_offset, sizeof traits);
  return (traits.uses & condition->uses) == condition->uses && (!condition->holds || condition->holds(record));
}

/* Whether a list or array has items. */
static bool list_given(const Field *field, const void *record)
{
  int count;
  memcpy(&count, (const char *)record + field->count_offset, sizeof count);
  return count > 0;
}

/* Whether any key of a record has a value. */
static bool table_given(const Table *table, const void *record)
{
  for (int i = 0; i < table->nfields; i++)
    if (field_given(&table->fields[i], record)) return true;
  return false;
}

bool field_given(const Field *field, const void *record)
{
  return condition_holds(field->only, record) && field_has_value(field, record);
}

/* NAN, RIGEL_UNSET, empty texts and empty lists mean that no value was given. */
bool field_has_value(const Field *field, const void *record)
{
  const void *value = (const char *)record + field->offset;

  switch (field->kind) {
  case FIELD_NAME:
  case FIELD_TEXT:
  case FIELD_PAIR:
  case FIELD_NAMES:
  case FIELD_WORD: return *(const char *)value != '\0';
  case FIELD_SCHEME: return *(const SchemeTraits *const *)value != NULL;
  case FIELD_REAL:
  case FIELD_VECTOR:
  case FIELD_MATRIX:
  case FIELD_POINTS:
  case FIELD_EACH:
  case FIELD_ORIENTATION:
  case FIELD_INERTIA: return !isnan(*(const double *)value);
  case FIELD_INTEGER: return *(const int *)value != RIGEL_UNSET && (!field->quiet || *(const int *)value != 0);
  case FIELD_BITS:
  case FIELD_KIND:
  case FIELD_VARIANT: return *(const int *)value != 0;
  case FIELD_MAP: return table_given(field->table, value);
  case FIELD_ROWS:
  case FIELD_NAMED: return list_given(field, record);
  case FIELD_SKIPPED: return false;
  default: return true;
  }
}

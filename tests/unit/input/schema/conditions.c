/* Conditions of keys: the text names the types whose traits use the key, and no others. */
#include "input/schema/schema.h"
#include "run/vocabulary.h"

#include "unity.h"

#include <ctype.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static Names      names;
static Vocabulary words;

/* Whether a text has the word, not as a part of a longer one. */
static bool text_names(const char *text, const char *word)
{
  const size_t length = strlen(word);

  for (const char *at = text; (at = strstr(at, word)) != NULL; at += length) {
    const bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
    const bool ends   = !(isalnum((unsigned char)at[length]) || at[length] == '_');
    if (begins && ends) return true;
  }
  return false;
}

static bool text_names_any(const char *text, const char *const *list)
{
  for (; *list; list++)
    if (text_names(text, *list)) return true;
  return false;
}

/* "type: a or b" and "a type other than c", for every type; a condition on another key of the record may name none. */
static int condition_check(const char *key, const Condition *condition, VocabularyList list)
{
  const char *const *types = vocabulary_list(&words, list);
  const bool         other = strstr(condition->text, " other than ") != NULL;

  if (condition->holds && !text_names_any(condition->text, types)) return 0;
  for (int i = 0; types[i]; i++) {
    const bool uses = vocabulary_traits(&words, list, types[i]).uses & condition->uses;
    char       message[300];
    snprintf(message, sizeof message, "%s only with %s: the table states that %s %s it", key, condition->text, types[i],
             uses ? "uses" : "does not use");
    TEST_ASSERT_TRUE_MESSAGE(uses == (text_names(condition->text, types[i]) != other), message);
  }
  return 1;
}

/* Returns how many conditions it compared. */
static int table_check(const Table *table)
{
  const Field *type  = table->fields;
  int          count = 0;

  while (type < table->fields + table->nfields && !type->has_traits) type++;
  TEST_ASSERT_TRUE(type < table->fields + table->nfields);
  for (int i = 0; i < table->nfields; i++) {
    const Field *field = &table->fields[i];
    if (field->only && field->only->uses) count += condition_check(field->key, field->only, type->vocabulary);
  }
  return count;
}

static void test_texts_agree_with_the_tables(void)
{
  vocabulary_fill(&names, &words);
  TEST_ASSERT_GREATER_THAN(5, table_check(&schema_body));
  TEST_ASSERT_GREATER_THAN(5, table_check(&schema_joint));
  TEST_ASSERT_GREATER_THAN(5, table_check(&schema_load));
  TEST_ASSERT_GREATER_THAN(5, table_check(&schema_hamiltonian));
}

/* A word that is missing or was rejected uses nothing; without tables, every key applies. */
static void test_traits_of_words(void)
{
  const Vocabulary none = {.schemes = NULL};

  vocabulary_fill(&names, &words);
  TEST_ASSERT_EQUAL_UINT(0, vocabulary_traits(&words, VOCABULARY_LOAD, "").uses);
  TEST_ASSERT_EQUAL_UINT(0, vocabulary_traits(&words, VOCABULARY_LOAD, "nonsense").uses);
  TEST_ASSERT_EQUAL_UINT(~0u, vocabulary_traits(&none, VOCABULARY_LOAD, "nonsense").uses);
  TEST_ASSERT_EQUAL_UINT(SUPPORTS_DIRECTOR, vocabulary_traits(&words, VOCABULARY_FORMULATION, "director").needs);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_texts_agree_with_the_tables);
  RUN_TEST(test_traits_of_words);
  return UNITY_END();
}

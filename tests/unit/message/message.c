/* The index of messages: codes are unique and ascend, entries are found by their codes, texts keep their codes when they are cut. */
#include "message/message.h"
#include "problem/fault.h"

#include "unity.h"

#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static void test_entries(void)
{
  const Message *before = NULL;
  int            n      = 0;

  for (const Message *m; (m = message_at(n)); n++) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(5, (int)strlen(m->id), m->id);
    TEST_ASSERT_EQUAL_INT_MESSAGE((int)m->code, atoi(m->id + 1), m->id);
    if (before) TEST_ASSERT_GREATER_THAN_INT_MESSAGE((int)before->code, (int)m->code, m->id);
    TEST_ASSERT_TRUE_MESSAGE(m->title[0] && m->cause[0] && m->remedy[0] && m->example[0], m->id);
    TEST_ASSERT_EQUAL_PTR_MESSAGE(m, message_find(m->id), m->id);
    TEST_ASSERT_EQUAL_STRING(m->id, message_id(m->code));
    before = m;
  }
  TEST_ASSERT_GREATER_THAN_INT(150, n);
  TEST_ASSERT_NULL(message_at(-1));
}

static void test_find(void)
{
  TEST_ASSERT_EQUAL_INT(R0201_KEY_UNKNOWN, message_find("r0201")->code);
  static const char *const none[] = {"", "R", "0201", "R201", "R02010", "R0000", "X0201", "R9999"};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) TEST_ASSERT_NULL_MESSAGE(message_find(none[i]), none[i]);
  TEST_ASSERT_EQUAL_STRING("", message_id(R0000_NONE));
}

static void test_mark(void)
{
  char text[16] = "found", tight[16] = "found many words", tiny[4] = "abc";

  message_mark(R0201_KEY_UNKNOWN, text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("found [R0201]", text);
  tight[15] = '\0';
  message_mark(R0201_KEY_UNKNOWN, tight, sizeof tight);
  TEST_ASSERT_EQUAL_STRING("found m [R0201]", tight);
  message_mark(R0201_KEY_UNKNOWN, tiny, sizeof tiny);
  TEST_ASSERT_EQUAL_STRING("abc", tiny);
  message_mark(R0000_NONE, tiny, sizeof tiny);
  TEST_ASSERT_EQUAL_STRING("abc", tiny);
}

/* A fault that is too long for its line keeps the code; the list states the code of its first line, and exhausted memory by its code. */
static void test_faults(void)
{
  static char long_text[3000];
  FaultList   faults;

  memset(long_text, 'x', sizeof long_text - 1);
  fault_init(&faults, "file");
  TEST_ASSERT_EQUAL_INT(R0000_NONE, fault_first(&faults));
  fault_add(&faults, R0204_KEY_MISSING, (Where){2, 3}, "key", "found out of memory");
  TEST_ASSERT_FALSE(faults.memory);
  fault_add(&faults, R0210_VALUE_NUMBER, (Where){1, 1}, "", "%s", long_text);
  TEST_ASSERT_EQUAL_STRING("file:2:3: key: found out of memory [R0204]", faults.text[0]);
  TEST_ASSERT_EQUAL_STRING("xxx [R0210]", faults.text[1] + strlen(faults.text[1]) - strlen("xxx [R0210]"));
  TEST_ASSERT_EQUAL_INT(R0204_KEY_MISSING, fault_first(&faults));
  fault_sort(&faults);
  TEST_ASSERT_EQUAL_INT(R0210_VALUE_NUMBER, fault_first(&faults));
  fault_add(&faults, R0001_OUT_OF_MEMORY, (Where){0}, "", "no room");
  TEST_ASSERT_TRUE(faults.memory);
  fault_clear(&faults);
}

/* An entry on a terminal: title, cause, remedy and example, no line of words wider than 100. */
static void test_explain(void)
{
  char  *text;
  size_t size;
  FILE  *stream = open_memstream(&text, &size);

  TEST_ASSERT_NOT_NULL(stream);
  message_explain(message_find("R0401"), stream);
  fclose(stream);
  TEST_ASSERT_EQUAL_PTR(text, strstr(text, "R0401: Start values that violate"));
  char *example = strstr(text, "\n  example  ");
  TEST_ASSERT_NOT_NULL(example);
  TEST_ASSERT_NOT_NULL(strstr(example, " [R0401]\n"));
  *example = '\0';
  TEST_ASSERT_NOT_NULL(strstr(text, "\n  cause    The"));
  TEST_ASSERT_NOT_NULL(strstr(text, "\n  remedy   Correct"));
  for (const char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    TEST_ASSERT_LESS_OR_EQUAL_INT_MESSAGE(100, (int)strlen(line), line);
  free(text);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_entries);
  RUN_TEST(test_find);
  RUN_TEST(test_mark);
  RUN_TEST(test_faults);
  RUN_TEST(test_explain);
  return UNITY_END();
}

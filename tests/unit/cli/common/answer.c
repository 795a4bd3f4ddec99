#include "cli/common/answer.h"

#include <stdlib.h>
#include <string.h>
#include <unity.h>

static char  *text;
static size_t size;

void setUp(void) {}

void tearDown(void)
{
  free(text);
  text = NULL;
}

/* One message as an object on one line, without its last member, which repeats the message. */
static const char *object(const char *line)
{
  JsonWriter json = {.stream = open_memstream(&text, &size)};
  size_t     n    = 0;

  answer_message(&json, line);
  fclose(json.stream);
  char *end = strstr(text, ",\n  \"message\"");
  TEST_ASSERT_NOT_NULL(end);
  *end = '\0';
  for (size_t i = 0; text[i]; i++)
    if (text[i] != '\n') text[n++] = text[i];
  text[n] = '\0';
  return text;
}

static void test_place_and_key(void)
{
  TEST_ASSERT_EQUAL_STRING(
    "{  \"file\": \"a b.yaml\",  \"line\": 3,  \"column\": 12,  \"key\": \"bodies.box.mass\",  \"text\": \"found -1, expected a positive number\"",
    object("a b.yaml:3:12: bodies.box.mass: found -1, expected a positive number"));
}

static void test_code_of_a_message(void)
{
  TEST_ASSERT_EQUAL_STRING(
    "{  \"file\": \"f.yaml\",  \"line\": 1,  \"column\": 2,  \"key\": \"time\",  \"code\": \"R0203\",  \"text\": \"found x\"",
    object("f.yaml:1:2: time: found x [R0203]"));
  free(text);
  TEST_ASSERT_EQUAL_STRING("{  \"text\": \"found [R02x3]\"", object("rigel run: found [R02x3]"));
}

static void test_other_messages(void)
{
  TEST_ASSERT_EQUAL_STRING(
    "{  \"set\": \"time.stepp=1\",  \"key\": \"time.stepp\",  \"text\": \"found an unknown key\"",
    object("--set time.stepp=1: time.stepp: found an unknown key"));
  free(text);
  TEST_ASSERT_EQUAL_STRING("{  \"text\": \"no FILE (see rigel run --help)\"",
                           object("rigel run: no FILE (see rigel run --help)"));
  free(text);
  TEST_ASSERT_EQUAL_STRING(
    "{  \"file\": \"f.yaml\",  \"line\": 7,  \"column\": 5,  \"key\": \"bodies.a\",  \"text\": \"nothing connects it\"",
    object("f.yaml:7:5: warning: bodies.a: nothing connects it"));
  free(text);
  TEST_ASSERT_EQUAL_STRING("{  \"text\": \"\"", object(""));
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_place_and_key);
  RUN_TEST(test_code_of_a_message);
  RUN_TEST(test_other_messages);
  return UNITY_END();
}

#include "cli/common/json_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unity.h>

static char      *text;
static size_t     size;
static JsonWriter json;

void setUp(void)
{
  json = (JsonWriter){.stream = open_memstream(&text, &size)};
}

void tearDown(void)
{
  free(text);
  text = NULL;
}

/* The text without blanks and line breaks. */
static const char *written(void)
{
  size_t n = 0;

  fclose(json.stream);
  for (size_t i = 0; text[i]; i++)
    if (text[i] != ' ' && text[i] != '\n') text[n++] = text[i];
  text[n] = '\0';
  return text;
}

static void test_commas_and_brackets(void)
{
  const double values[] = {1.5, NAN, -INFINITY};

  json_open(&json, NULL, '{');
  json_put_text(&json, "a", "b\"c\n");
  json_put_integer(&json, "n", -3);
  json_open(&json, "empty", '[');
  json_close(&json);
  json_put_reals(&json, "x", 3, values);
  json_open(&json, "o", '{');
  json_put_flag(&json, "yes", true);
  json_put_null(&json, "none");
  json_close(&json);
  json_close(&json);
  TEST_ASSERT_EQUAL_STRING(
    "{\"a\":\"b\\\"c\\u000a\",\"n\":-3,\"empty\":[],\"x\":[1.5,null,null],\"o\":{\"yes\":true,\"none\":null}}",
    written());
}

static void test_all_digits(void)
{
  json_open(&json, NULL, '[');
  json_put_real(&json, NULL, 0.1 + 0.2);
  json_close(&json);
  TEST_ASSERT_EQUAL_DOUBLE(0.1 + 0.2, strtod(written() + 1, NULL));
  TEST_ASSERT_EQUAL_STRING("[0.30000000000000004]", text);
}

/* Bytes that are not UTF-8 become U+FFFD; overlong sequences and surrogates are not UTF-8. */
static void test_bytes_that_are_not_utf8(void)
{
  json_open(&json, NULL, '[');
  json_put_text(&json, NULL,
                "a\xFF"
                "b");
  json_put_text(&json, NULL, "\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80");
  json_put_text(&json, NULL, "\xC0\xAF\xED\xA0\x80\xE2\x82");
  json_close(&json);
  TEST_ASSERT_EQUAL_STRING("[\"a\xEF\xBF\xBD"
                           "b\",\"\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80\",\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF"
                           "\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"]",
                           written());
}

static void test_numbers_of_json(void)
{
  static const char *const good[] = {"0", "-1", "12.5", "1e5", "1.25E-10", "0.1", "-0", NULL};
  static const char *const bad[]  = {"",    "-",   "01", "+1",  ".5",   "1.",    "1e",
                                     "1e+", "0x1", "1 ", "nan", ".inf", "1_000", NULL};

  for (int i = 0; good[i]; i++) TEST_ASSERT_TRUE_MESSAGE(json_is_number(good[i]), good[i]);
  for (int i = 0; bad[i]; i++) TEST_ASSERT_FALSE_MESSAGE(json_is_number(bad[i]), bad[i]);
  fclose(json.stream);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_commas_and_brackets);
  RUN_TEST(test_all_digits);
  RUN_TEST(test_bytes_that_are_not_utf8);
  RUN_TEST(test_numbers_of_json);
  return UNITY_END();
}

/* YAML text of single values: what is written reads back as the same text and the same bits. */
#include "base/yaml_text.h"

#include "base/scalar.h"
#include "input/yaml/tree.h"
#include "unity.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char  *written;
static size_t size;
static FILE  *stream;

void setUp(void)
{
  stream = open_memstream(&written, &size);
}

void tearDown(void)
{
  free(written);
}

static void expect(const char *wanted)
{
  fclose(stream);
  TEST_ASSERT_EQUAL_STRING(wanted, written);
}

/* Texts that end a string, a line or a mapping early when they are not escaped. */
static void test_text_reads_back(void)
{
  static const char *const texts[] = {"",
                                      "plain",
                                      "a \"quoted\" word",
                                      "back\\slash",
                                      "two\nlines\n",
                                      "key: value",
                                      "# no note",
                                      "- no item",
                                      "[1, 2]",
                                      "tab\there",
                                      "~",
                                      "%d \x7f \x01",
                                      "na\u00efve \u2028 \U0001F600"};

  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    FaultList faults;
    Node      root;
    rewind(stream);
    fputs("message: ", stream);
    yaml_text(texts[i], stream);
    fputs("\nnext: 1\n", stream);
    fputc('\0', stream); /* the text before may have been longer */
    fflush(stream);
    fault_init(&faults, "text");
    TEST_ASSERT_TRUE_MESSAGE(tree_parse(written, strlen(written), 0, &root, &faults), texts[i]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(2, root.count, texts[i]);
    TEST_ASSERT_EQUAL_STRING(texts[i], node_find(&root, "message")->text);
    node_clear(&root);
    fault_clear(&faults);
  }
  fclose(stream);
}

static void test_names_are_quoted_where_needed(void)
{
  static const char *const names[] = {"box", "a-1", "yes", "NULL", "1e3", "-x", "two words"};

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) yaml_name(names[i], stream);
  expect("boxa-1\"yes\"\"NULL\"\"1e3\"\"-x\"\"two words\"");
}

/* YAML 1.1 reads 1e-05 as a string: a point must come before the exponent. */
static void test_numbers(void)
{
  const double values[] = {1.0, -0.0, 1e-5, 0.1, NAN, INFINITY, -INFINITY};

  yaml_row(values, 7, 1, stream);
  yaml_rows(values, 2, 2, stream);
  yaml_row(values, 2, 3, stream);
  yaml_flag(true, stream);
  expect("[1, -0, 1.0000000000000001e-05, 0.10000000000000001, .nan, .inf, -.inf]"
         "[[1, -0], [1.0000000000000001e-05, 0.10000000000000001]]"
         "[1, 0.10000000000000001]true");
}

static void test_numbers_read_back(void)
{
  const double values[] = {1e22, -DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 1.0 / 3.0, 1e100};

  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    double back;
    rewind(stream);
    yaml_real(values[i], stream);
    fputc('\0', stream);
    fflush(stream);
    TEST_ASSERT_EQUAL_INT(SCALAR_GOOD, scalar_real(written, &back));
    TEST_ASSERT_EQUAL_MEMORY(&values[i], &back, sizeof back);
    TEST_ASSERT_TRUE(!strchr(written, 'e') || strchr(written, '.'));
  }
  fclose(stream);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_text_reads_back);
  RUN_TEST(test_names_are_quoted_where_needed);
  RUN_TEST(test_numbers);
  RUN_TEST(test_numbers_read_back);
  return UNITY_END();
}

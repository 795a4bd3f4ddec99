/* JSON inside a page: text that cannot end it, numbers to the last bit. */
#include "output/json.h"
#include "input/yaml/tree.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char  *text;
static size_t size;
static FILE  *stream;

void setUp(void)
{
  stream = open_memstream(&text, &size);
}

void tearDown(void)
{
  free(text);
}

static void expect(const char *wanted)
{
  fclose(stream);
  TEST_ASSERT_EQUAL_STRING(wanted, text);
}

static void test_text(void)
{
  json_text("a \"b\" \\ \n\t\x01 </script> \u00fc", stream);
  expect("\"a \\\"b\\\" \\\\ \\u000a\\u0009\\u0001 \\u003c/script> \u00fc\"");
}

static void test_reals(void)
{
  const double values[] = {1.0, -0.1, NAN, INFINITY, 1e300};

  json_reals(0, values, stream);
  json_reals(5, values, stream);
  expect("[][1, -0.10000000000000001, null, null, 1.0000000000000001e+300]");
}

/* RFC 4648 by hand: 1.0 is the bytes 00 00 00 00 00 00 F0 3F, -2.0 is 00 00 00 00 00 00 00 C0. */
static void test_base64(void)
{
  const double values[] = {1.0, -2.0, 1.0};

  json_base64(0, values, stream);
  json_base64(1, values, stream);
  json_base64(2, values, stream);
  json_base64(3, values, stream);
  expect("\"\"\"AAAAAAAA8D8=\"\"AAAAAAAA8D8AAAAAAAAAwA==\"\"AAAAAAAA8D8AAAAAAAAAwAAAAAAAAPA/\"");
}

static void test_node(void)
{
  static const char yaml[] = "a: 1.5\nb: [x, \"y: z\", {}]\nc: {d: ~, e: []}\n";
  FaultList         faults;
  Node              root;

  fault_init(&faults, "text");
  TEST_ASSERT_TRUE(tree_parse(yaml, strlen(yaml), 0, &root, &faults));
  json_node(&root, stream);
  expect("{\"a\": \"1.5\", \"b\": [\"x\", \"y: z\", {}], \"c\": {\"d\": \"~\", \"e\": []}}");
  node_clear(&root);
  fault_clear(&faults);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_text);
  RUN_TEST(test_reals);
  RUN_TEST(test_base64);
  RUN_TEST(test_node);
  return UNITY_END();
}

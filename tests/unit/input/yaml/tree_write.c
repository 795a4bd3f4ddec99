/* A tree written as text and read again is the same tree. */
#include "input/yaml/tree.h"
#include "unity.h"

#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static void nodes_same(const Node *a, const Node *b)
{
  TEST_ASSERT_EQUAL_INT(a->kind, b->kind);
  TEST_ASSERT_EQUAL_INT(a->count, b->count);
  TEST_ASSERT_EQUAL_INT(a->key == NULL, b->key == NULL);
  if (a->key) TEST_ASSERT_EQUAL_STRING(a->key, b->key);
  if (a->text) TEST_ASSERT_EQUAL_STRING(a->text, b->text);
  for (int i = 0; i < a->count; i++) nodes_same(&a->items[i], &b->items[i]);
}

static void check_again(const Node *root)
{
  char     *text   = NULL;
  size_t    size   = 0;
  FILE     *stream = open_memstream(&text, &size);
  FaultList faults;
  Node      again;

  node_write(root, 0, stream);
  fclose(stream);
  fault_init(&faults, "again");
  TEST_ASSERT_TRUE_MESSAGE(tree_parse(text, size, 0, &again, &faults), faults.kept ? faults.text[0] : text);
  nodes_same(root, &again);
  node_clear(&again);
  fault_clear(&faults);
  free(text);
}

static void test_problem_files(void)
{
  static const char *const files[] = {"spinning_box", "physical_pendulum", "box_boundary", "steady_top_joint",
                                      "heavy_top"};

  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char      path[200];
    FaultList faults;
    Node      root;
    snprintf(path, sizeof path, "problems/%s.yaml", files[i]);
    fault_init(&faults, path);
    TEST_ASSERT_TRUE(tree_read(path, &root, &faults));
    check_again(&root);
    node_clear(&root);
    fault_clear(&faults);
  }
}

static void test_texts(void)
{
  static const char text[] = "a: \"quoted: text, with [signs] # and a \\\"\"\n"
                             "b:\n  - plain, with a comma\n  - \"1\"\n  - {x: [1, [2, 3]], y: {}}\n"
                             "c: |\n  two\n  lines\nbodies.*.d: [1+2, [], ~]\n";
  FaultList         faults;
  Node              root;

  fault_init(&faults, "text");
  TEST_ASSERT_TRUE(tree_parse(text, strlen(text), 0, &root, &faults));
  check_again(&root);
  node_clear(&root);
  fault_clear(&faults);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_problem_files);
  RUN_TEST(test_texts);
  return UNITY_END();
}

#include "input/yaml/tree.h"

#include <string.h>
#include <unity.h>

static Node      root;
static FaultList faults;

void setUp(void)
{
  memset(&root, 0, sizeof root);
  fault_init(&faults, "case.yaml");
}

void tearDown(void)
{
  node_clear(&root);
  fault_clear(&faults);
}

static bool parse(const char *text)
{
  return tree_parse(text, strlen(text), 0, &root, &faults);
}

static bool set(const char *assignment)
{
  static const char *texts[1];
  texts[0]    = assignment;
  faults.nset = 1;
  faults.set  = texts;
  return tree_set(&root, 1, assignment, &faults);
}

static void assert_at(const Node *node, int line, int column)
{
  TEST_ASSERT_NOT_NULL(node);
  TEST_ASSERT_EQUAL_INT(line, node->where.line);
  TEST_ASSERT_EQUAL_INT(column, node->where.column);
}

static void assert_text(const char *expected, const Node *node)
{
  TEST_ASSERT_NOT_NULL(node);
  TEST_ASSERT_EQUAL_INT(NODE_SCALAR, node->kind);
  TEST_ASSERT_EQUAL_STRING(expected, node->text);
}

static void assert_fault(const char *text)
{
  TEST_ASSERT_EQUAL_INT(1, faults.count);
  TEST_ASSERT_EQUAL_STRING(text, faults.text[0]);
}

static const char text[] = "# comment\n"
                           "time: {end: 5, step: 'x'}\n"
                           "bodies:\n"
                           "  - name: box\n"
                           "    velocity: [1, \"2\",\n"
                           "      3]\n"
                           "  - name: rod\n";

static void test_positions(void)
{
  TEST_ASSERT_TRUE(parse(text));
  const Node *time = node_find(&root, "time"), *bodies = node_find(&root, "bodies");
  assert_at(&root, 2, 1);
  assert_at(time, 2, 7);
  TEST_ASSERT_EQUAL_INT(1, time->key_where.column);
  assert_at(node_find(time, "end"), 2, 13);
  assert_at(node_find(time, "step"), 2, 22);
  assert_at(bodies, 4, 3);
  assert_at(&bodies->items[0], 4, 5);
  assert_at(node_find(&bodies->items[0], "name"), 4, 11);
  assert_at(&node_find(&bodies->items[0], "velocity")->items[2], 6, 7);
  assert_at(node_find(&bodies->items[1], "name"), 7, 11);
}

static void test_kinds_and_quotes(void)
{
  TEST_ASSERT_TRUE(parse(text));
  const Node *velocity = node_find(&node_find(&root, "bodies")->items[0], "velocity");
  TEST_ASSERT_EQUAL_INT(NODE_SEQUENCE, velocity->kind);
  TEST_ASSERT_EQUAL_INT(3, velocity->count);
  TEST_ASSERT_TRUE(velocity->items[0].plain);
  TEST_ASSERT_FALSE(velocity->items[1].plain);
  TEST_ASSERT_FALSE(node_find(node_find(&root, "time"), "step")->plain);
  TEST_ASSERT_NULL(node_find(&root, "nowhere"));
  TEST_ASSERT_NULL(node_find(velocity, "name"));
}

static void test_columns_count_characters(void)
{
  TEST_ASSERT_TRUE(parse("{t: \"M\303\266ller\", e: 1}"));
  assert_at(node_find(&root, "e"), 1, 18);
}

static void test_empty_text_is_an_empty_value(void)
{
  TEST_ASSERT_TRUE(parse(""));
  TEST_ASSERT_TRUE(node_is_empty(&root));
  node_clear(&root);
  TEST_ASSERT_TRUE(parse("# only this\n---\n"));
  TEST_ASSERT_TRUE(node_is_empty(&root));
}

static void test_twins_name_the_first(void)
{
  TEST_ASSERT_TRUE(parse("a: 1\nb: {c: 1, d: 2, c: 3}\na: 2\n"));
  tree_check_twins(&root, &faults);
  TEST_ASSERT_EQUAL_INT(2, faults.count);
  TEST_ASSERT_EQUAL_STRING("case.yaml:3:1: a: found a second time, expected once (first at 1:1) [R0108]",
                           faults.text[0]);
  TEST_ASSERT_EQUAL_STRING("case.yaml:2:17: b.c: found a second time, expected once (first at 2:5) [R0108]",
                           faults.text[1]);
  assert_text("1", node_find(&root, "a"));
}

static void test_depth_is_limited(void)
{
  char deep[80];
  memset(deep, '[', 33);
  memset(deep + 33, ']', 33);
  deep[66] = '\0';
  TEST_ASSERT_FALSE(parse(deep));
  TEST_ASSERT_EQUAL_INT(1, faults.count);
  node_clear(&root);
  deep[32] = ']';
  deep[64] = '\0';
  TEST_ASSERT_TRUE(parse(deep));
}

static void test_alias_leaves_a_void(void)
{
  TEST_ASSERT_TRUE(parse("a: *x\nb: 1\n"));
  assert_fault("case.yaml:1:4: a: found the alias *x, expected the value itself [R0105]");
  TEST_ASSERT_EQUAL_INT(NODE_VOID, node_find(&root, "a")->kind);
  assert_text("1", node_find(&root, "b"));
}

static void test_set_replaces_and_makes(void)
{
  TEST_ASSERT_TRUE(parse(text));
  TEST_ASSERT_TRUE(set("time.end=7"));
  TEST_ASSERT_TRUE(set("method.degree=2"));
  TEST_ASSERT_TRUE(set("bodies.rod.mass=3"));
  TEST_ASSERT_TRUE(set("bodies.0.mass=4"));
  TEST_ASSERT_TRUE(set("bodies[0].velocity[1]=5"));
  const Node *bodies = node_find(&root, "bodies");
  assert_text("7", node_find(node_find(&root, "time"), "end"));
  assert_text("2", node_find(node_find(&root, "method"), "degree"));
  assert_text("3", node_find(&bodies->items[1], "mass"));
  assert_text("4", node_find(&bodies->items[0], "mass"));
  assert_text("5", &node_find(&bodies->items[0], "velocity")->items[1]);
  TEST_ASSERT_EQUAL_INT(-1, node_find(&bodies->items[0], "mass")->where.line);
  TEST_ASSERT_EQUAL_INT(4, bodies->where.line);
}

static void test_set_takes_flow_values(void)
{
  TEST_ASSERT_TRUE(parse(text));
  TEST_ASSERT_TRUE(set("bodies.box.velocity=[1, {a: 2}, 'x=y']"));
  const Node *velocity = node_find(&node_find(&root, "bodies")->items[0], "velocity");
  TEST_ASSERT_EQUAL_INT(3, velocity->count);
  assert_text("2", node_find(&velocity->items[1], "a"));
  assert_text("x=y", &velocity->items[2]);
}

static void test_set_adds_to_lists(void)
{
  TEST_ASSERT_TRUE(parse(text));
  TEST_ASSERT_TRUE(set("bodies+={name: ball}"));
  TEST_ASSERT_TRUE(set("bodies.ball.mass=3"));
  TEST_ASSERT_TRUE(set("loads+={name: push}"));
  const Node *bodies = node_find(&root, "bodies"), *loads = node_find(&root, "loads");
  assert_text("3", node_find(&bodies->items[bodies->count - 1], "mass"));
  TEST_ASSERT_EQUAL_INT(1, loads->count);
  TEST_ASSERT_TRUE(tree_find(&root, "bodies.ball.mass") == node_find(&bodies->items[bodies->count - 1], "mass"));
  TEST_ASSERT_NULL(tree_find(&root, "bodies.nobody.mass"));
  TEST_ASSERT_FALSE(set("time+=3"));
  TEST_ASSERT_NOT_NULL(strstr(faults.text[0], "expected a list that += can add to"));
}

static void test_byte_order_mark_is_passed_over(void)
{
  TEST_ASSERT_TRUE(parse("\xEF\xBB\xBFtime: 3\nname: x\n"));
  assert_text("3", node_find(&root, "time"));
  assert_text("x", node_find(&root, "name"));
  TEST_ASSERT_EQUAL_INT(1, node_find(&root, "time")->where.line);
  TEST_ASSERT_EQUAL_INT(7, node_find(&root, "time")->where.column);
}

/* a key that is not there is left for the reader to judge */
static void test_set_removes_what_is_not_there(void)
{
  TEST_ASSERT_TRUE(parse(text));
  TEST_ASSERT_TRUE(set("time.stpe="));
  const Node *made = node_find(node_find(&root, "time"), "stpe");
  TEST_ASSERT_NOT_NULL(made);
  TEST_ASSERT_EQUAL_INT(NODE_VOID, made->kind);
  TEST_ASSERT_TRUE(made->key_where.line < 0);
}

static void test_set_removes(void)
{
  TEST_ASSERT_TRUE(parse(text));
  TEST_ASSERT_TRUE(set("time.step="));
  TEST_ASSERT_TRUE(set("bodies.box="));
  TEST_ASSERT_NULL(node_find(node_find(&root, "time"), "step"));
  TEST_ASSERT_EQUAL_INT(1, node_find(&root, "bodies")->count);
  assert_text("rod", node_find(&node_find(&root, "bodies")->items[0], "name"));
}

static void test_set_fills_an_empty_value(void)
{
  TEST_ASSERT_TRUE(parse("time:\n"));
  TEST_ASSERT_TRUE(set("time.end=1"));
  assert_text("1", node_find(node_find(&root, "time"), "end"));
}

static void test_set_prefers_names_to_indices(void)
{
  TEST_ASSERT_TRUE(parse("[{name: a}, {name: \"0\"}]"));
  TEST_ASSERT_TRUE(set("0.x=1"));
  TEST_ASSERT_NOT_NULL(node_find(&root.items[1], "x"));
}

static void test_set_refuses(void)
{
  static const struct {
    const char *assignment, *fault;
  } cases[] = {
    {"time.end", "--set time.end: found no =, expected key.path=value [R0121]"},
    {"=1", "--set =1: found no key, expected key.path=value [R0121]"},
    {"a..b=1", "--set a..b=1: found a malformed path, expected key.path=value [R0121]"},
    {"bodies.bix.mass=1", "--set bodies.bix.mass=1: bodies: found no item bix, expected a name or an index below 2 "
                          "(did you mean box?) [R0122]"},
    {"bodies.2=1", "--set bodies.2=1: bodies: found no item 2, expected a name or an index below 2 [R0122]"},
    {"bodies.-1=1", "--set bodies.-1=1: bodies: found no item -1, expected a name or an index below 2 [R0122]"},
    {"time.end.x=1", "--set time.end.x=1: time.end: found 5, expected a mapping or a list that has x [R0122]"},
    {"time.end=[1", "--set time.end=[1: not valid YAML: did not find expected ',' or ']' [R0103]"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    TEST_ASSERT_TRUE(parse(text));
    TEST_ASSERT_FALSE_MESSAGE(set(cases[i].assignment), cases[i].assignment);
    assert_fault(cases[i].fault);
    tearDown();
    setUp();
  }
}

static void test_descriptions(void)
{
  char found[FOUND_LEN];
  TEST_ASSERT_TRUE(parse("[[], {}, [1], {a: 1}, ~, 'null', x]"));
  static const char *const expected[] = {
    "an empty list", "an empty mapping", "a list of 1", "a mapping", "nothing", "\"null\"", "x"};
  for (int i = 0; i < 7; i++) {
    node_describe(&root.items[i], found);
    TEST_ASSERT_EQUAL_STRING(expected[i], found);
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_positions);
  RUN_TEST(test_kinds_and_quotes);
  RUN_TEST(test_columns_count_characters);
  RUN_TEST(test_empty_text_is_an_empty_value);
  RUN_TEST(test_twins_name_the_first);
  RUN_TEST(test_depth_is_limited);
  RUN_TEST(test_alias_leaves_a_void);
  RUN_TEST(test_set_replaces_and_makes);
  RUN_TEST(test_set_takes_flow_values);
  RUN_TEST(test_set_adds_to_lists);
  RUN_TEST(test_byte_order_mark_is_passed_over);
  RUN_TEST(test_set_removes_what_is_not_there);
  RUN_TEST(test_set_removes);
  RUN_TEST(test_set_fills_an_empty_value);
  RUN_TEST(test_set_prefers_names_to_indices);
  RUN_TEST(test_set_refuses);
  RUN_TEST(test_descriptions);
  return UNITY_END();
}

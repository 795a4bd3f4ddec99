#include "base/words.h"

#include <string.h>
#include <unity.h>

void setUp(void) {}

void tearDown(void) {}

static const char *const keys[] = {"mass", "density", "position", "angular_velocity", NULL};

static void test_distance(void)
{
  TEST_ASSERT_EQUAL_INT(0, word_distance("mass", "mass"));
  TEST_ASSERT_EQUAL_INT(1, word_distance("mas", "mass"));
  TEST_ASSERT_EQUAL_INT(1, word_distance("masss", "mass"));
  TEST_ASSERT_EQUAL_INT(1, word_distance("moss", "mass"));
  TEST_ASSERT_EQUAL_INT(3, word_distance("kitten", "sitting"));
  TEST_ASSERT_EQUAL_INT(1, word_distance("masss", "msass")); /* neighbours swapped */
  TEST_ASSERT_EQUAL_INT(1, word_distance("tiem", "time"));
  TEST_ASSERT_EQUAL_INT(2, word_distance("abcd", "badc"));
  TEST_ASSERT_EQUAL_INT(4, word_distance("", "mass"));
  TEST_ASSERT_EQUAL_INT(4, word_distance("mass", ""));
}

static void test_distance_of_long_words_is_cut(void)
{
  char a[200], b[200];
  memset(a, 'a', sizeof a);
  memset(b, 'b', sizeof b);
  a[199] = b[199] = '\0';
  TEST_ASSERT_EQUAL_INT(63, word_distance(a, b));
  TEST_ASSERT_NULL(word_nearest(a, keys));
}

static void test_nearest(void)
{
  TEST_ASSERT_EQUAL_STRING("mass", word_nearest("mas", keys));
  TEST_ASSERT_EQUAL_STRING("density", word_nearest("dens", keys));
  TEST_ASSERT_EQUAL_STRING("angular_velocity", word_nearest("angular_velocty", keys));
  TEST_ASSERT_NULL(word_nearest("zzz", keys));
  TEST_ASSERT_NULL(word_nearest("", keys));
  TEST_ASSERT_NULL(word_nearest("mass", keys + 4));
}

/* as many letters differ, but one of them begins alike; a long word may differ in more letters than a short one */
static void test_nearest_begins_alike(void)
{
  static const char *const shapes[] = {"cone", "cuboid", "cylinder", "sphere", "sites", NULL};
  static const char *const top[]    = {"time", "title", "initial", NULL};

  TEST_ASSERT_EQUAL_STRING("cuboid", word_nearest("cube", shapes));
  TEST_ASSERT_EQUAL_STRING("cuboid", word_nearest("cubiod", shapes));
  TEST_ASSERT_EQUAL_STRING("cone", word_nearest("con", shapes));
  TEST_ASSERT_EQUAL_STRING("sites", word_nearest("site", shapes));
  TEST_ASSERT_NULL(word_nearest("torus", shapes));
  TEST_ASSERT_EQUAL_STRING("title", word_nearest("titel", top));
  TEST_ASSERT_EQUAL_STRING("time", word_nearest("tiem", top));
}

static void assert_stray(const char *expected, const char *options)
{
  int         length;
  const char *stray = word_stray(options, &length);

  if (!expected) {
    TEST_ASSERT_NULL_MESSAGE(stray, options);
  } else {
    TEST_ASSERT_NOT_NULL_MESSAGE(stray, options);
    TEST_ASSERT_EQUAL_INT((int)strlen(expected), length);
    TEST_ASSERT_EQUAL_STRING_LEN(expected, stray, length);
  }
}

static void test_stray_words_among_options(void)
{
  assert_stray(NULL, "");
  assert_stray(NULL, "  ");
  assert_stray(NULL, "-snes_monitor");
  assert_stray(NULL, " -a 1 --b -2\t-c  -1e-3 -d .5 ");
  assert_stray("bogus", "bogus");
  assert_stray("two", "-a one two three");
  assert_stray("-1", "-a -2 -1");
  assert_stray("-", "- -a");
}

static void test_join_ends_where_the_room_ends(void)
{
  char text[100];
  word_join(keys, text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("mass, density, position, angular_velocity", text);
  word_join(keys, text, sizeof "mass, density, ...");
  TEST_ASSERT_EQUAL_STRING("mass, density, ...", text);
  word_join(keys, text, sizeof "mass, density, ..." - 1);
  TEST_ASSERT_EQUAL_STRING("mass, ...", text);
  word_join(keys + 4, text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("", text);
}

static void test_expect(void)
{
  char text[LIST_LEN];
  word_expect("mas", keys, text);
  TEST_ASSERT_EQUAL_STRING("one of mass, density, position, angular_velocity (did you mean mass?)", text);
  word_expect("zzz", keys, text);
  TEST_ASSERT_EQUAL_STRING("one of mass, density, position, angular_velocity", text);
  word_expect("zzz", keys + 3, text);
  TEST_ASSERT_EQUAL_STRING("angular_velocity", text);
  word_expect("zzz", keys + 4, text);
  TEST_ASSERT_EQUAL_STRING("", text);
}

static void test_clip(void)
{
  char text[10];
  word_clip("short", text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("short", text);
  word_clip("123456789", text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("123456789", text);
  word_clip("1234567890", text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("123456...", text);
  word_clip("a\tb\033c\n", text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("a?b?c?", text);
}

static void test_clip_keeps_characters_whole(void)
{
  char text[10];
  word_clip("12345\303\266890", text, sizeof text); /* o with dots is byte 5 and 6 */
  TEST_ASSERT_EQUAL_STRING("12345...", text);
}

/* The bytes of escape sequences: ASCII, DEL, and U+009B in UTF-8; letters with dots are none. */
static void test_control_characters(void)
{
  char text[] = "a\033b\177c\302\233d\303\266";
  TEST_ASSERT_EQUAL_PTR(text + 1, word_control(text));
  TEST_ASSERT_EQUAL_PTR(text + 3, word_control(text + 2));
  TEST_ASSERT_EQUAL_PTR(text + 5, word_control(text + 4));
  TEST_ASSERT_NULL(word_control("letters, \303\266 and \302\265"));
  word_clean(text);
  TEST_ASSERT_EQUAL_STRING("a?b?c??d\303\266", text);
}

static void test_names(void)
{
  TEST_ASSERT_TRUE(word_is_name("box"));
  TEST_ASSERT_TRUE(word_is_name("Link-3_b"));
  TEST_ASSERT_TRUE(word_is_name("7"));
  TEST_ASSERT_FALSE(word_is_name(""));
  TEST_ASSERT_FALSE(word_is_name("a b"));
  TEST_ASSERT_FALSE(word_is_name("a.b"));
  TEST_ASSERT_FALSE(word_is_name("a,b"));
  TEST_ASSERT_FALSE(word_is_name("-rf"));
  TEST_ASSERT_FALSE(word_is_name(".."));
  TEST_ASSERT_FALSE(word_is_name("M\303\266ller"));
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_distance);
  RUN_TEST(test_distance_of_long_words_is_cut);
  RUN_TEST(test_nearest);
  RUN_TEST(test_nearest_begins_alike);
  RUN_TEST(test_stray_words_among_options);
  RUN_TEST(test_join_ends_where_the_room_ends);
  RUN_TEST(test_expect);
  RUN_TEST(test_clip);
  RUN_TEST(test_clip_keeps_characters_whole);
  RUN_TEST(test_control_characters);
  RUN_TEST(test_names);
  return UNITY_END();
}

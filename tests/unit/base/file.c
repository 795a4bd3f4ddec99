/* Files that are created and removed: a symbolic link is replaced, and its target is left alone. */
#include "base/file.h"

#include "unity.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LENGTH = 512 };

static char dir[LENGTH - 64], target[LENGTH], name[LENGTH];

static void file_put(const char *path, const char *text)
{
  FILE *stream = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(stream);
  fputs(text, stream);
  TEST_ASSERT_EQUAL_INT(0, fclose(stream));
}

static void file_holds(const char *path, const char *text)
{
  size_t length;
  char  *bytes = file_read(path, 1 << 20, &length);
  TEST_ASSERT_NOT_NULL(bytes);
  TEST_ASSERT_EQUAL_STRING(text, bytes);
  free(bytes);
}

static bool is_link(const char *path)
{
  struct stat found;
  return lstat(path, &found) == 0 && S_ISLNK(found.st_mode);
}

void setUp(void)
{
  const char *base = getenv("TMPDIR");
  snprintf(dir, sizeof dir, "%s/rigel-file.XXXXXX", base ? base : "/tmp");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
  snprintf(target, sizeof target, "%s/target", dir);
  snprintf(name, sizeof name, "%s/name", dir);
  file_put(target, "precious");
}

void tearDown(void)
{
  path_remove(name);
  TEST_ASSERT_TRUE(path_remove(dir));
}

static void test_create_replaces_a_link(void)
{
  TEST_ASSERT_EQUAL_INT(0, symlink(target, name));
  FILE *stream = file_create_exclusive(name);
  TEST_ASSERT_NOT_NULL(stream);
  fputs("new", stream);
  TEST_ASSERT_EQUAL_INT(0, fclose(stream));
  TEST_ASSERT_FALSE(is_link(name));
  file_holds(name, "new");
  file_holds(target, "precious");
}

/* A dangling link would create the file that it names. */
static void test_create_replaces_a_dangling_link(void)
{
  char absent[LENGTH];
  snprintf(absent, sizeof absent, "%s/absent", dir);
  TEST_ASSERT_EQUAL_INT(0, symlink(absent, name));
  FILE *stream = file_create_exclusive(name);
  TEST_ASSERT_NOT_NULL(stream);
  fclose(stream);
  TEST_ASSERT_NOT_EQUAL(0, access(absent, F_OK));
}

/* A hard link has the same content as its partner; a new file has not. */
static void test_create_leaves_a_hard_link(void)
{
  TEST_ASSERT_EQUAL_INT(0, link(target, name));
  fclose(file_create_exclusive(name));
  file_holds(target, "precious");
  file_holds(name, "");
}

static void test_create_follows_the_mask_of_modes(void)
{
  struct stat  found;
  const mode_t mask = umask(027);
  fclose(file_create_exclusive(name));
  umask(mask);
  TEST_ASSERT_EQUAL_INT(0, stat(name, &found));
  TEST_ASSERT_EQUAL_HEX(0640, found.st_mode & 0777);
}

static void test_create_rejects_a_folder(void)
{
  TEST_ASSERT_EQUAL_INT(0, mkdir(name, 0777));
  TEST_ASSERT_NULL(file_create_exclusive(name));
  TEST_ASSERT_TRUE(path_remove(name));
  TEST_ASSERT_NULL(file_create_exclusive("/absent/folder/file"));
  TEST_ASSERT_EQUAL_INT(ENOENT, errno);
}

static void test_copy_replaces_a_link(void)
{
  char from[LENGTH];
  snprintf(from, sizeof from, "%s/from", dir);
  file_put(from, "copied");
  TEST_ASSERT_EQUAL_INT(0, symlink(target, name));
  TEST_ASSERT_TRUE(file_copy(from, name));
  file_holds(name, "copied");
  file_holds(target, "precious");
}

/* A link to a folder is removed; the folder and its files stay. */
static void test_remove_leaves_the_target(void)
{
  TEST_ASSERT_EQUAL_INT(0, symlink(dir, name));
  TEST_ASSERT_TRUE(path_remove(name));
  TEST_ASSERT_FALSE(is_link(name));
  file_holds(target, "precious");
  TEST_ASSERT_TRUE(path_remove(name)); /* nothing is left to remove */
}

static void test_remove_of_a_folder(void)
{
  char inner[LENGTH + 16];
  TEST_ASSERT_EQUAL_INT(0, mkdir(name, 0777));
  snprintf(inner, sizeof inner, "%s/one", name);
  file_put(inner, "1");
  snprintf(inner, sizeof inner, "%s/two", name);
  TEST_ASSERT_EQUAL_INT(0, symlink(target, inner));
  TEST_ASSERT_TRUE(path_remove(name));
  TEST_ASSERT_NOT_EQUAL(0, access(name, F_OK));
  file_holds(target, "precious");
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_create_replaces_a_link);
  RUN_TEST(test_create_replaces_a_dangling_link);
  RUN_TEST(test_create_leaves_a_hard_link);
  RUN_TEST(test_create_follows_the_mask_of_modes);
  RUN_TEST(test_create_rejects_a_folder);
  RUN_TEST(test_copy_replaces_a_link);
  RUN_TEST(test_remove_leaves_the_target);
  RUN_TEST(test_remove_of_a_folder);
  return UNITY_END();
}

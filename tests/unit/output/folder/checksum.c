/* Checksums: the values of POSIX `cksum`, in one piece or in many, of files, parts of files and folders. */
#include "output/folder/checksum.h"

#include "unity.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char dir[200];

void setUp(void)
{
  snprintf(dir, sizeof dir, "/tmp/rigel-checksum.XXXXXX");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

void tearDown(void)
{
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

static uint32_t value_of(const char *text, size_t piece)
{
  Checksum sum = {0};
  for (size_t n = strlen(text); n > 0;) {
    const size_t part = n < piece ? n : piece;
    checksum_add(text, part, &sum);
    text += part;
    n -= part;
  }
  return checksum_value(&sum);
}

/* The check value of CRC-32/CKSUM in the catalogue of parametrised algorithms, before the number of bytes, is 0x765e7680; the
 * checksum of nothing is 0xffffffff. */
static void test_known_values(void)
{
  Checksum sum = {0};
  checksum_add("123456789", 9, &sum);
  TEST_ASSERT_EQUAL_UINT32(0x765e7680u, ~sum.remainder);
  TEST_ASSERT_EQUAL_UINT32(0xffffffffu, value_of("", 1));
  for (size_t piece = 1; piece < 10; piece++) TEST_ASSERT_EQUAL_UINT32(930766865u, value_of("123456789", piece));
}

static void file_write(const char *name, size_t bytes)
{
  char path[300];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *stream = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(stream);
  for (size_t i = 0; i < bytes; i++) fputc((int)(i * i + 7 * i / 3) & 255, stream);
  fclose(stream);
}

/* Output of a command in the folder: checksum and size. */
static void command_read(const char *command, uint32_t *value, uint64_t *size)
{
  char line[600];
  snprintf(line, sizeof line, "cd '%s' && %s", dir, command);
  FILE *pipe = popen(line, "r");
  TEST_ASSERT_NOT_NULL(pipe);
  TEST_ASSERT_EQUAL_INT(2, fscanf(pipe, "%" SCNu32 " %" SCNu64, value, size));
  pclose(pipe);
}

static void path_check(const char *name, uint64_t most, const char *command)
{
  char     path[300];
  Checksum sum = {0};
  uint32_t value;
  uint64_t size;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  TEST_ASSERT_TRUE(checksum_path(path, most, &sum));
  command_read(command, &value, &size);
  TEST_ASSERT_EQUAL_UINT64(size, sum.size);
  TEST_ASSERT_EQUAL_UINT32(value, checksum_value(&sum));
}

static void test_files(void)
{
  file_write("a", 300001);
  path_check("a", UINT64_MAX, "cksum < a");
  path_check("a", 70003, "head -c 70003 a | cksum");
  file_write("empty", 0);
  path_check("empty", UINT64_MAX, "cksum < empty");
}

/* A file that grows: the checksum continues. */
static void test_growing_file(void)
{
  char     path[300];
  Checksum sum = {0};
  uint32_t value;
  uint64_t size;
  snprintf(path, sizeof path, "%s/a", dir);
  for (size_t bytes = 1000; bytes < 200000; bytes *= 3) {
    file_write("a", bytes);
    TEST_ASSERT_TRUE(checksum_path(path, UINT64_MAX, &sum));
    command_read("cksum < a", &value, &size);
    TEST_ASSERT_EQUAL_UINT64(size, sum.size);
    TEST_ASSERT_EQUAL_UINT32(value, checksum_value(&sum));
  }
}

static void test_folder(void)
{
  char path[300];
  snprintf(path, sizeof path, "%s/vtk", dir);
  TEST_ASSERT_EQUAL_INT(0, mkdir(path, 0777));
  file_write("vtk/bodies_0000010.vtp", 4000);
  file_write("vtk/bodies_0000002.vtp", 70000);
  file_write("vtk/bodies_0000001.vtp", 0);
  path_check("vtk", UINT64_MAX, "cat vtk/* | cksum");
  path_check("vtk", 70100, "cat vtk/* | head -c 70100 | cksum");
}

static void test_no_file(void)
{
  Checksum sum = {0};
  TEST_ASSERT_FALSE(checksum_path("/nowhere/x", UINT64_MAX, &sum));
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_known_values);
  RUN_TEST(test_files);
  RUN_TEST(test_growing_file);
  RUN_TEST(test_folder);
  RUN_TEST(test_no_file);
  return UNITY_END();
}

/* Meshes from files: both forms of STL and OBJ give the same triangles; damaged files are refused without a word of their content. */
#include "base/triangles/triangles.h"

#include "unity.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char      dir[] = "/tmp/rigel_triangles_XXXXXX";
static char      path[sizeof dir + 20];
static char      error[TRIANGLES_ERROR_LEN];
static Triangles t;

void setUp(void)
{
  memset(&t, 0, sizeof t);
}

void tearDown(void)
{
  triangles_clear(&t);
  unlink(path);
}

static void file_put(const char *name, const void *bytes, size_t length)
{
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *stream = fopen(path, "wb");
  TEST_ASSERT_NOT_NULL(stream);
  TEST_ASSERT_TRUE(fwrite(bytes, 1, length, stream) == length);
  TEST_ASSERT_EQUAL_INT(0, fclose(stream));
}

static void assert_read(const char *name, const void *bytes, size_t length)
{
  file_put(name, bytes, length);
  error[0] = '\0';
  TEST_ASSERT_TRUE_MESSAGE(triangles_read(path, &t, error), error);
}

static void assert_refused(const char *name, const void *bytes, size_t length, const char *expected)
{
  file_put(name, bytes, length);
  TEST_ASSERT_FALSE_MESSAGE(triangles_read(path, &t, error), expected);
  TEST_ASSERT_EQUAL_STRING(expected, error);
  triangles_clear(&t);
}

/* --- a tetrahedron in the three forms */

static const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, -3.5}};
static const int    faces[4][3]   = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

/* Every corner of every face, whatever the points are called. */
static void assert_tetrahedron(void)
{
  TEST_ASSERT_EQUAL_INT(4, t.npoints);
  TEST_ASSERT_EQUAL_INT(12, t.ncorners);
  for (int f = 0; f < 4; f++)
    for (int c = 0; c < 3; c++)
      TEST_ASSERT_EQUAL_MEMORY(corners[faces[f][c]], t.point + 3 * t.corner[3 * f + c], sizeof corners[0]);
}

static size_t stl_text(char *out)
{
  char *at = out + sprintf(out, "solid made by hand\n");
  for (int f = 0; f < 4; f++) {
    at += sprintf(at, "  facet normal 0 0 0\r\n    outer loop\r\n");
    for (int c = 0; c < 3; c++) {
      const double *x = corners[faces[f][c]];
      at += sprintf(at, "\tvertex %g %.3e  %g\r\n", x[0], x[1], x[2]);
    }
    at += sprintf(at, "    endloop\n  endfacet\n");
  }
  at += sprintf(at, "endsolid");
  return (size_t)(at - out);
}

static void float_put(unsigned char *at, double value)
{
  const float number = (float)value;
  uint32_t    bits;
  memcpy(&bits, &number, sizeof bits);
  for (int b = 0; b < 4; b++) at[b] = (unsigned char)(bits >> (8 * b) & 255u);
}

/* A head that begins with solid, as some programs write it. */
static size_t stl_binary(unsigned char *out)
{
  memset(out, 0, 84 + 4 * 50);
  memcpy(out, "solid", 5);
  out[80] = 4;
  for (int f = 0; f < 4; f++)
    for (int c = 0; c < 3; c++)
      for (int d = 0; d < 3; d++) float_put(out + 84 + 50 * f + 12 + 12 * c + 4 * d, corners[faces[f][c]][d]);
  return 84 + 4 * 50;
}

static void test_stl(void)
{
  char          text[4000];
  unsigned char bytes[84 + 4 * 50];

  assert_read("a.STL", text, stl_text(text));
  assert_tetrahedron();
  triangles_clear(&t);
  assert_read("a.stl", bytes, stl_binary(bytes));
  assert_tetrahedron();
}

static void test_obj(void)
{
  static const char text[] =
    "# a comment\nmtllib none.mtl\nv 0 0 0\nv 1 0 0 1.0\n v 0 2 0\nvn 0 0 1\nvt 0 0\nv 0 0 -3.5\r\n"
    "usemtl red\nf 1/1 3/1 2/1\nf 1//1 2//1 4//1\nf 2/1/1 3/1/1 4/1/1 # the third\nf -2 -4 -1\r\n";
  assert_read("a.obj", text, sizeof text - 1);
  assert_tetrahedron();
  triangles_clear(&t);
  static const char square[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4";
  assert_read("b.obj", square, sizeof square - 1);
  const int two[] = {0, 1, 2, 0, 2, 3};
  TEST_ASSERT_EQUAL_INT(6, t.ncorners);
  TEST_ASSERT_EQUAL_INT_ARRAY(two, t.corner, 6);
}

/* --- files that are damaged, or no meshes at all */

static void refuse(const char *name, const char *text, const char *expected)
{
  assert_refused(name, text, strlen(text), expected);
}

static void test_damaged_text(void)
{
  refuse("a.obj", "", "found no triangle, expected at least one");
  refuse("a.obj", "v 0 0 0\nv 1 0 0\n", "found no triangle, expected at least one");
  refuse("a.obj", "v 0 0\n1 2 3\n", "line 1: found fewer numbers, expected 3 coordinates");
  refuse("a.obj", "\nv 0 0x10 0\n", "line 2: found fewer numbers, expected 3 coordinates");
  refuse("a.obj", "v 0 inf 0\n", "line 1: found fewer numbers, expected 3 coordinates");
  refuse("a.obj", "v 0 1e999 0\n", "line 1: found a coordinate that is not finite, expected numbers below 1e30");
  refuse("a.obj", "v 0 0 0\nf 1 1 2\n",
         "line 2: found a face with a point that does not exist, expected numbers from 1 to 1");
  refuse("a.obj", "v 0 0 0\nf 1 1 0\n",
         "line 2: found a face with a point that does not exist, expected numbers from 1 to 1");
  refuse("a.obj", "v 0 0 0\nf 1 1 -2\n",
         "line 2: found a face with a point that does not exist, expected numbers from 1 to 1");
  refuse("a.obj", "v 0 0 0\nf 1 1 99999999999999999999\n",
         "line 2: found a face with a point that does not exist, expected numbers from 1 to 1");
  refuse("a.obj", "v 0 0 0\nf 1 1", "line 2: found a face of 2 points, expected at least 3");
  refuse("a.stl", "root:x:0:0:root:/root:/bin/bash\n",
         "found neither the word solid nor the length of a binary file, expected an STL file");
  refuse("a.stl", "solid\nvertex 1 2 3\nvertex 1 2 3\n", "found 2 vertices, expected three for each triangle");
  refuse("a.stl", "solid\nendsolid\n", "found no triangle, expected at least one");
  refuse("a.ply", "ply\n", "found another kind of file, expected a name that ends with .stl or .obj");
  refuse("stl", "solid\n", "found another kind of file, expected a name that ends with .stl or .obj");
}

static void test_damaged_binary(void)
{
  unsigned char bytes[84 + 4 * 50];
  const size_t  length = stl_binary(bytes);

  memset(bytes, 0, 5);
  assert_refused("a.stl", bytes, length - 1,
                 "found neither the word solid nor the length of a binary file, expected an STL file");
  bytes[83] = 255; /* more triangles than bytes */
  assert_refused("a.stl", bytes, length,
                 "found neither the word solid nor the length of a binary file, expected an STL file");
  bytes[83] = 0;
  memset(bytes + 84 + 12, 255, 4); /* not a number */
  assert_refused("a.stl", bytes, length, "found a coordinate that is not finite, expected numbers below 1e30");
}

static void test_limits(void)
{
  const uint32_t count  = TRIANGLES_MOST + 1;
  const size_t   length = 84 + (size_t)count * 50;
  unsigned char *bytes  = calloc(1, length);

  TEST_ASSERT_NOT_NULL(bytes);
  for (int b = 0; b < 4; b++) bytes[80 + b] = (unsigned char)(count >> (8 * b) & 255u);
  assert_refused("a.stl", bytes, length, "found 200001 triangles, expected at most 200000");
  free(bytes);
  file_put("big.stl", "solid", 5);
  TEST_ASSERT_EQUAL_INT(0, truncate(path, (64 << 20) + 1));
  TEST_ASSERT_FALSE(triangles_read(path, &t, error));
  TEST_ASSERT_EQUAL_STRING("found a file of more than 64 MiB, expected a smaller one", error);
}

static void test_no_file(void)
{
  snprintf(path, sizeof path, "%s/none.stl", dir);
  TEST_ASSERT_FALSE(triangles_read(path, &t, error));
  TEST_ASSERT_EQUAL_STRING("cannot be read: No such file or directory", error);
  TEST_ASSERT_EQUAL_INT(0, mkfifo(path, 0600)); /* would wait for a writer */
  TEST_ASSERT_FALSE(triangles_read(path, &t, error));
  TEST_ASSERT_EQUAL_STRING("cannot be read: found a folder, a pipe or a device, expected a file", error);
}

int main(void)
{
  if (!mkdtemp(dir)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_stl);
  RUN_TEST(test_obj);
  RUN_TEST(test_damaged_text);
  RUN_TEST(test_damaged_binary);
  RUN_TEST(test_limits);
  RUN_TEST(test_no_file);
  rmdir(dir);
  return UNITY_END();
}

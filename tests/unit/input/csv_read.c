/* Reading CSV files: what a run writes comes back bit for bit, and a damaged file is refused with its line. */
#include "input/csv_read.h"

#include "models.h"
#include "output/csv.h"
#include "unity.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char    file[] = "/tmp/rigel_csv_read_XXXXXX", error[CSV_ERROR_LEN];
static Problem problem; /* owns the table */

static ProblemTable *const table = &problem.guess_state;

void setUp(void)
{
  problem_init(&problem);
  error[0] = '\0';
}

void tearDown(void)
{
  problem_clear(&problem);
}

static bool text_read(const char *text, size_t length)
{
  FILE *stream = fopen(file, "wb");
  TEST_ASSERT_NOT_NULL(stream);
  fwrite(text, 1, length, stream);
  fclose(stream);
  return csv_read(file, CSV_ASCENDING, 2, table, error);
}

static void assert_read(const char *text, int rows, int columns)
{
  TEST_ASSERT_TRUE_MESSAGE(text_read(text, strlen(text)), error);
  TEST_ASSERT_EQUAL_INT(rows, table->rows);
  TEST_ASSERT_EQUAL_INT(columns, table->columns);
}

/* The message behind the file's name. */
static void assert_refused_bytes(const char *text, size_t length, const char *expected)
{
  TEST_ASSERT_FALSE_MESSAGE(text_read(text, length), expected);
  TEST_ASSERT_EQUAL_STRING_LEN(file, error, strlen(file));
  TEST_ASSERT_EQUAL_STRING(expected, error + strlen(file));
  problem_clear(&problem);
}

static void assert_refused(const char *text, const char *expected)
{
  assert_refused_bytes(text, strlen(text), expected);
}

static void test_names_and_numbers(void)
{
  assert_read("t,box.x,box.q0\n0,1,-2.5e-3\n0.25,.5,+1e300\n", 2, 3);
  TEST_ASSERT_EQUAL_STRING("t", table->names[0]);
  TEST_ASSERT_EQUAL_STRING("box.q0", table->names[2]);
  TEST_ASSERT_TRUE(table->values[2] == -2.5e-3 && table->values[3] == 0.25);
  TEST_ASSERT_TRUE(table->values[4] == 0.5 && table->values[5] == 1e300);
}

static void test_spellings(void)
{
  assert_read("t\n0\n1", 2, 1); /* no end of line at the end */
  problem_clear(&problem);
  assert_read("t,a\r\n0,1\r\n1,2\r\n\r\n", 2, 2);
  TEST_ASSERT_EQUAL_STRING("a", table->names[1]);
  problem_clear(&problem);
  assert_read(" t , a\t\n 0 ,\t1\n1,2 \n\n\n", 2, 2);
  TEST_ASSERT_EQUAL_STRING("a", table->names[1]);
  TEST_ASSERT_TRUE(table->values[3] == 2.0);
  problem_clear(&problem);
  assert_read("t,a\n-1,4.9e-324\n1,-0\n", 2, 2);
  TEST_ASSERT_TRUE(table->values[1] == DBL_TRUE_MIN && signbit(table->values[3]));
}

static void test_refused_tables(void)
{
  assert_refused("", ":1: found an empty file, expected a line of column names");
  assert_refused("\n0\n1\n", ":1: found nothing, expected a name of column 1");
  assert_refused("t,,b\n", ":1: found nothing, expected a name of column 2");
  assert_refused("x,t\n0,0\n1,1\n", ":1: found another first column, expected t as in a table of a run");
  assert_refused("t,a", ": found 0 rows, expected at least 2");
  assert_refused("t,a\n0,1\n", ": found 1 row, expected at least 2");
  assert_refused("t,a\n0,1\n1\n", ":3: found 1 number, expected 2");
  assert_refused("t,a\n0,1,2\n1,2,3\n", ":2: found 3 numbers, expected 2");
  assert_refused("t,a\n0,1\n\n1,2\n", ":3: found nothing, expected a finite number");
  assert_refused("t,a\n0,1\n0,2\n", ":3: found t = 0, expected more than the 0 of the row before");
  assert_refused("t,a\n0,1\n1,2\n0.5,3\n", ":4: found t = 0.5, expected more than the 1 of the row before");
}

static void test_refused_numbers(void)
{
  static const char *const cells[] = {"nan", "-inf", "0x10", "1e999", "1.0x", "one", "\"1\"", "--1", "1 2", ".", "1;2"};
  char                     text[100], expected[100];

  for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
    snprintf(text, sizeof text, "t,a\n0,1\n1,%s\n", cells[i]);
    snprintf(expected, sizeof expected, ":3: found %s, expected a finite number", cells[i]);
    assert_refused(text, expected);
  }
  assert_refused("t,a,b\n0,,1\n1,2,3\n", ":2: found nothing, expected a finite number");
  assert_refused("t,a\n0,\n1,2\n", ":2: found nothing, expected a finite number");
  assert_refused_bytes("t,a\n0,1\0\n1,2\n", 14, ":2: found 1, expected a finite number");
  assert_refused_bytes("t,a\n0,\0\n1,2\n", 13, ":2: found nothing, expected a finite number");
}

static void test_not_there(void)
{
  TEST_ASSERT_FALSE(csv_read("/nowhere/state.csv", CSV_ASCENDING, 2, table, error));
  TEST_ASSERT_EQUAL_STRING("/nowhere/state.csv: cannot be read: No such file or directory", error);
  TEST_ASSERT_FALSE(csv_read("/tmp", CSV_ASCENDING, 2, table, error));
  TEST_ASSERT_EQUAL_STRING("/tmp: cannot be read: found a folder, a pipe or a device, expected a file", error);
}

/* Every prefix of a good file is refused or read, never more. */
static void test_prefixes(void)
{
  static const char text[] = "t,box.x,box.y\r\n0,1,2\r\n1.5,-2e-3,3\r\n2.5,4,5\r\n";
  for (size_t length = 0; length < sizeof text; length++) {
    bool good = text_read(text, length);
    TEST_ASSERT_EQUAL(good, error[0] == '\0');
    problem_clear(&problem);
    error[0] = '\0';
  }
}

/* Written by csv_row and read again, with the time it takes. */
static void test_large_table(void)
{
  enum { ROWS = 100000, COLUMNS = 30 };
  const char   *names[COLUMNS];
  double        row[COLUMNS], *values = malloc(sizeof(double) * ROWS * COLUMNS);
  unsigned long seed  = 5;
  char          dir[] = "/tmp/rigel_csv_large_XXXXXX", path[100];
  FileSet       set;

  TEST_ASSERT_TRUE(values && mkdtemp(dir) && fileset_open(dir, &set));
  for (int i = 0; i < COLUMNS; i++) names[i] = i ? "c" : "t";
  CsvFile csv;
  TEST_ASSERT_TRUE(csv_create(&set, "state.csv", COLUMNS, names, &csv));
  for (int n = 0; n < ROWS; n++) {
    for (int i = 0; i < COLUMNS; i++) row[i] = i ? model_random(&seed) : 0.01 * n;
    memcpy(values + n * COLUMNS, row, sizeof row);
    TEST_ASSERT_TRUE(csv_row(&csv, row));
  }
  TEST_ASSERT_TRUE(fileset_commit(&set));
  fileset_close(&set);
  snprintf(path, sizeof path, "%s/state.csv", dir);
  clock_t start = clock();
  TEST_ASSERT_TRUE_MESSAGE(csv_read(path, CSV_ASCENDING, 2, table, error), error);
  printf("%d x %d numbers read in %.2f s\n", ROWS, COLUMNS, (double)(clock() - start) / CLOCKS_PER_SEC);
  TEST_ASSERT_EQUAL_INT(ROWS, table->rows);
  TEST_ASSERT_EQUAL_MEMORY(values, table->values, sizeof(double) * ROWS * COLUMNS);
  remove(path);
  remove(dir);
  free(values);
}

/* Multipliers jump between elements: two rows at a time, not three, and never back. */
static void test_jumps(void)
{
  assert_refused("t,a\n0,1\n1,2\n1,3\n2,4\n", ":4: found t = 1, expected more than the 1 of the row before");
  problem_init(&problem);
  FILE *stream = fopen(file, "wb");
  fputs("t,a\n0,1\n1,2\n1,3\n2,4\n", stream);
  fclose(stream);
  TEST_ASSERT_TRUE_MESSAGE(csv_read(file, CSV_JUMPS, 2, table, error), error);
  TEST_ASSERT_EQUAL_INT(4, table->rows);
  problem_clear(&problem);
  problem_init(&problem);
  stream = fopen(file, "wb");
  fputs("t,a\n0,1\n1,2\n1,3\n1,4\n", stream);
  fclose(stream);
  TEST_ASSERT_FALSE(csv_read(file, CSV_JUMPS, 2, table, error));
}

int main(void)
{
  int descriptor = mkstemp(file);
  if (descriptor < 0) return 1;
  close(descriptor);
  UNITY_BEGIN();
  RUN_TEST(test_names_and_numbers);
  RUN_TEST(test_spellings);
  RUN_TEST(test_refused_tables);
  RUN_TEST(test_refused_numbers);
  RUN_TEST(test_not_there);
  RUN_TEST(test_prefixes);
  RUN_TEST(test_large_table);
  RUN_TEST(test_jumps);
  remove(file);
  return UNITY_END();
}

/* CSV files: numbers come back bit by bit, and nothing appears under a final name unless all of it was written. */
#include "output/csv.h"

#include "models.h"
#include "unity.h"

#include <dirent.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[PATH_LEN - 64], path[PATH_LEN];

void setUp(void)
{
  const char *base = getenv("TMPDIR");
  snprintf(dir, sizeof dir, "%s/rigel-csv.XXXXXX", base ? base : "/tmp");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

static const char *in_dir(const char *name)
{
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return path;
}

/* names in the folder, without . and .. */
static int entries(void)
{
  DIR           *stream = opendir(dir);
  struct dirent *entry;
  int            n = 0;

  TEST_ASSERT_NOT_NULL(stream);
  while ((entry = readdir(stream))) n += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
  closedir(stream);
  return n;
}

void tearDown(void)
{
  char command[PATH_LEN + 16];
  snprintf(command, sizeof command, "rm -rf '%s'", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

static void read_all(const char *name, char *text, size_t size)
{
  FILE        *file = fopen(in_dir(name), "r");
  const size_t n    = fread(text, 1, size - 1, file);
  text[n]           = '\0';
  fclose(file);
}

static const char *const names[] = {"t", "body.x", "c"};

static void test_header_and_rows(void)
{
  const double row[3] = {0, 0.5, -3};
  char         text[200];
  FileSet      set;

  TEST_ASSERT_TRUE(fileset_open(dir, &set));
  CsvFile file;
  TEST_ASSERT_TRUE(csv_create(&set, "a.csv", 3, names, &file));
  TEST_ASSERT_TRUE(csv_row(&file, row) && csv_row(&file, row));
  TEST_ASSERT_TRUE(access(in_dir("a.csv"), F_OK) != 0); /* no final name before the end */
  TEST_ASSERT_TRUE(fileset_commit(&set));
  fileset_close(&set);
  read_all("a.csv", text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("t,body.x,c\n0,0.5,-3\n0,0.5,-3\n", text);
  TEST_ASSERT_EQUAL_INT(1, entries());
}

/* values that are hard to print; each must come back as the same bits */
static void test_values_come_back(void)
{
  enum { N = 2000 };
  const double  hard[] = {0.0,     -0.0,        0.1,          1.0 / 3.0,   DBL_MIN,
                          DBL_MAX, -DBL_MAX,    DBL_TRUE_MIN, DBL_EPSILON, 1.0 + DBL_EPSILON,
                          1e9,     999999999.0, -999999999.0, 1e9 + 1,     123456789012345678.0,
                          2.5e-310};
  const int     nhard  = (int)(sizeof hard / sizeof hard[0]);
  unsigned long seed   = 9;
  FileSet       set;
  double        value[N];

  TEST_ASSERT_TRUE(fileset_open(dir, &set));
  CsvFile file;
  TEST_ASSERT_TRUE(csv_create(&set, "v.csv", 1, names, &file));
  for (int i = 0; i < N; i++) {
    value[i] = i < nhard ? hard[i] : model_random(&seed) * pow(10.0, 300.0 * model_random(&seed));
    TEST_ASSERT_TRUE(csv_row(&file, &value[i]));
  }
  TEST_ASSERT_TRUE(fileset_commit(&set));
  fileset_close(&set);
  FILE *in = fopen(in_dir("v.csv"), "r");
  char  line[100];
  TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, in));
  for (int i = 0; i < N; i++) {
    TEST_ASSERT_NOT_NULL(fgets(line, sizeof line, in));
    const double back = strtod(line, NULL);
    TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&value[i], &back, sizeof back, line);
  }
  fclose(in);
}

/* the longest numbers side by side fit into the line */
static void test_widest_row(void)
{
  enum { N = 500 };
  double      row[N];
  const char *columns[N];
  FileSet     set;
  char        text[20000];

  for (int i = 0; i < N; i++) row[i] = -1.2345678901234567e-300, columns[i] = "c";
  TEST_ASSERT_TRUE(fileset_open(dir, &set));
  CsvFile file;
  TEST_ASSERT_TRUE(csv_create(&set, "w.csv", N, columns, &file));
  TEST_ASSERT_TRUE(csv_row(&file, row));
  TEST_ASSERT_TRUE(fileset_commit(&set));
  fileset_close(&set);
  read_all("w.csv", text, sizeof text);
  TEST_ASSERT_EQUAL_INT(2 * N + N * 25, (int)strlen(text));
}

static void test_not_finite(void)
{
  const double row[3] = {NAN, INFINITY, -INFINITY};
  char         text[100];
  FileSet      set;

  TEST_ASSERT_TRUE(fileset_open(dir, &set));
  CsvFile file;
  TEST_ASSERT_TRUE(csv_create(&set, "n.csv", 3, names, &file));
  TEST_ASSERT_TRUE(csv_row(&file, row));
  TEST_ASSERT_TRUE(fileset_commit(&set));
  fileset_close(&set);
  read_all("n.csv", text, sizeof text);
  TEST_ASSERT_NOT_NULL(strstr(text, "nan,inf,-inf\n"));
}

static void test_abort_leaves_nothing(void)
{
  const double row[3] = {1, 2, 3};
  FileSet      set;

  TEST_ASSERT_TRUE(fileset_open(dir, &set));
  CsvFile file;
  TEST_ASSERT_TRUE(csv_create(&set, "a.csv", 3, names, &file));
  TEST_ASSERT_NOT_NULL(fileset_text(&set, "run.yaml"));
  TEST_ASSERT_TRUE(csv_row(&file, row));
  TEST_ASSERT_EQUAL_INT(3, entries()); /* and the lock */
  fileset_close(&set);
  TEST_ASSERT_EQUAL_INT(0, entries());
  fileset_close(&set); /* an empty one */
}

static void test_parents_are_made(void)
{
  char    deep[PATH_LEN];
  FileSet set;

  snprintf(deep, sizeof deep, "%s/x/y/z/", dir);
  TEST_ASSERT_TRUE(fileset_open(deep, &set));
  CsvFile file;
  TEST_ASSERT_TRUE(csv_create(&set, "a.csv", 1, names, &file));
  TEST_ASSERT_TRUE(fileset_commit(&set));
  fileset_close(&set);
  TEST_ASSERT_EQUAL_INT(0, access(in_dir("x/y/z/a.csv"), R_OK));
}

/* a file where a folder should be; also a name that is too long */
static void test_directory_that_cannot_be(void)
{
  char    name[PATH_LEN + 100];
  FileSet set;
  CsvFile file;

  FILE *taken = fopen(in_dir("taken"), "w");
  fclose(taken);
  snprintf(name, sizeof name, "%s/taken/sub", dir);
  TEST_ASSERT_FALSE(fileset_open(name, &set));
  TEST_ASSERT_TRUE(set.failed && strstr(set.error, name) && strstr(set.error, "Not a directory"));
  fileset_close(&set);
  TEST_ASSERT_FALSE(fileset_open(in_dir("taken"), &set) && csv_create(&set, "a.csv", 1, names, &file));
  TEST_ASSERT_TRUE(set.failed && set.error[0]);
  fileset_close(&set);
  memset(name, 'a', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  TEST_ASSERT_FALSE(fileset_open(name, &set));
  TEST_ASSERT_NOT_NULL(strstr(set.error, "File name too long"));
  fileset_close(&set);
}

/* in a process of its own, which is not root */
static void test_directory_not_writable(void)
{
  int status;

  TEST_ASSERT_EQUAL_INT(0, chmod(dir, 0555));
  const pid_t child = fork();
  if (child == 0) {
    FileSet set;
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    const bool opened = fileset_open(dir, &set);
    _exit(!opened && set.failed && strstr(set.error, dir) && strstr(set.error, "Permission denied") ? 0 : 1);
  }
  TEST_ASSERT_TRUE(child > 0 && waitpid(child, &status, 0) == child);
  TEST_ASSERT_EQUAL_INT(0, chmod(dir, 0755));
  TEST_ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* a full disk: the stream writes to /dev/full. Neither file gets its name, the old one stays as it was. */
static void check_full(int rows)
{
  const double row[3] = {0.1, 0.2, 0.3};
  char         text[100];
  FileSet      set;
  bool         ok = true;

  FILE *old = fopen(in_dir("state.csv"), "w");
  fputs("old\n", old);
  fclose(old);
  TEST_ASSERT_TRUE(fileset_open(dir, &set));
  CsvFile other, state;
  TEST_ASSERT_TRUE(csv_create(&set, "other.csv", 3, names, &other) && csv_create(&set, "state.csv", 3, names, &state));
  const int full = open("/dev/full", O_WRONLY);
  TEST_ASSERT_TRUE(dup2(full, fileno(state.file->stream)) >= 0 && close(full) == 0);
  for (int i = 0; i < rows; i++) ok = csv_row(&state, row) && ok;
  TEST_ASSERT_TRUE(ok == (rows < 1000)); /* many rows: noticed while writing; few: at the end */
  TEST_ASSERT_FALSE(fileset_commit(&set));
  fileset_close(&set);
  TEST_ASSERT_TRUE(set.failed && strstr(set.error, "state.csv") && strstr(set.error, "No space left"));
  read_all("state.csv", text, sizeof text);
  TEST_ASSERT_EQUAL_STRING("old\n", text);
  TEST_ASSERT_EQUAL_INT(1, entries()); /* temporary names removed, other.csv not there */
}

static void test_full_disk_seen_late(void)
{
  check_full(1);
}
static void test_full_disk_seen_early(void)
{
  check_full(20000);
}

static void test_too_many_files(void)
{
  char    name[20];
  FileSet set;
  CsvFile file;

  TEST_ASSERT_TRUE(fileset_open(dir, &set));
  for (int i = 0; i < FILESET_MOST; i++) {
    snprintf(name, sizeof name, "f%d.csv", i);
    TEST_ASSERT_TRUE(csv_create(&set, name, 1, names, &file));
  }
  TEST_ASSERT_FALSE(csv_create(&set, "one_more.csv", 1, names, &file));
  TEST_ASSERT_TRUE(set.failed);
  fileset_close(&set);
  TEST_ASSERT_EQUAL_INT(0, entries());
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_header_and_rows);
  RUN_TEST(test_values_come_back);
  RUN_TEST(test_widest_row);
  RUN_TEST(test_not_finite);
  RUN_TEST(test_abort_leaves_nothing);
  RUN_TEST(test_parents_are_made);
  RUN_TEST(test_directory_that_cannot_be);
  RUN_TEST(test_directory_not_writable);
  RUN_TEST(test_full_disk_seen_late);
  RUN_TEST(test_full_disk_seen_early);
  RUN_TEST(test_too_many_files);
  return UNITY_END();
}

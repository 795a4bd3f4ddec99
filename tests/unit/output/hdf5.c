/* The HDF5 writer: what HDF5 reads back is what was written, for tables of any size, and also after the program is killed.
 * And the table of writers agrees with the words of `output.formats`. */
#include "input/schema/schema.h"
#include "output/writer.h"
#include "unity.h"

#include <glob.h>
#include <hdf5.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WIDE = 5000, ROWS = 2500 };

static char      dir[PATH_LEN - 64];
static TableHead tables[TABLES];
static Problem   problem;
static char     *text; /* longer than an attribute of the old format may be */

static void head_make(const char *name, int ncols, int time, TableHead *head)
{
  char column[NAME_LEN];

  *head         = (TableHead){.name = name, .ncols = ncols};
  head->columns = calloc((size_t)ncols, sizeof(char *));
  head->units   = calloc((size_t)ncols, sizeof(char *));
  for (int c = 0; c < ncols; c++) {
    snprintf(column, sizeof column, "%s.c%d", name, c);
    head->columns[c] = strdup(c == time ? "t" : column);
    head->units[c]   = strdup(c == time ? "time" : "length");
  }
}

void setUp(void)
{
  const char *base = getenv("TMPDIR");

  snprintf(dir, sizeof dir, "%s/rigel-hdf5.XXXXXX", base ? base : "/tmp");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
  head_make("state", WIDE, 0, &tables[TABLE_STATE]);
  head_make("invariants", 13, 0, &tables[TABLE_INVARIANTS]);
  head_make("multipliers", 1, 0, &tables[TABLE_MULTIPLIERS]); /* without constraints */
  head_make("newton", 6, 1, &tables[TABLE_NEWTON]);
  head_make("reactions", 7, 0, &tables[TABLE_REACTIONS]);
  head_make("controls", 4, 0, &tables[TABLE_CONTROLS]);
  head_make("error", 4, 0, &tables[TABLE_ERROR]);
  problem_init(&problem);
  snprintf(problem.name, sizeof problem.name, "test");
  text = malloc(200001);
  memset(text, 'y', 200000);
  text[200000] = '\0';
}

void tearDown(void)
{
  char command[PATH_LEN + 16];

  for (int i = 0; i < TABLES; i++) {
    for (int c = 0; c < tables[i].ncols; c++) {
      free(tables[i].columns[c]);
      free(tables[i].units[c]);
    }
    free(tables[i].columns);
    free(tables[i].units);
  }
  free(text);
  problem_clear(&problem);
  snprintf(command, sizeof command, "rm -rf '%s'", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

/* A number that tells row and column. */
static double entry(int kind, int row, int c)
{
  return kind + 1.0 / (1.0 + row + 0.001 * c);
}

static bool rows_write(void *writer, TableKind kind, int from, int to)
{
  static double row[WIDE];
  bool          ok = true;

  for (int r = from; ok && r < to; r++) {
    for (int c = 0; c < tables[kind].ncols; c++) row[c] = entry((int)kind, r, c);
    ok = hdf5_writer.row(writer, kind, row);
  }
  return ok;
}

static void *writer_open(FileSet *files)
{
  const WriterSetup setup = {.problem = &problem, .text = text, .elements = ROWS, .tables = tables};

  TEST_ASSERT_TRUE(fileset_open(dir, files));
  return hdf5_writer.open(&setup, files);
}

/* A text attribute; the caller frees it with H5free_memory. */
static char *text_read(hid_t object, const char *name)
{
  char       *found     = NULL;
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), type = H5Aget_type(attribute);

  TEST_ASSERT_TRUE(attribute >= 0 && H5Aread(attribute, type, &found) >= 0);
  H5Tclose(type);
  H5Aclose(attribute);
  return found;
}

static void text_check(hid_t object, const char *name, const char *expected)
{
  char *found = text_read(object, name);

  TEST_ASSERT_EQUAL_INT(0, strcmp(expected, found));
  H5free_memory(found);
}

/* rows and columns of a dataset of rank 1 or 2 */
static hid_t dataset_open(hid_t file, const char *table, const char *name, hsize_t size[2])
{
  char path[NAME_LEN];

  snprintf(path, sizeof path, "/%s/%s", table, name);
  const hid_t dataset = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(dataset);
  TEST_ASSERT_TRUE(dataset >= 0 && H5Sget_simple_extent_dims(space, size, NULL) >= 1);
  H5Sclose(space);
  return dataset;
}

static void columns_check(hid_t dataset, const TableHead *head, int time)
{
  const hid_t attribute = H5Aopen(dataset, "columns", H5P_DEFAULT), type = H5Aget_type(attribute),
              space = H5Aget_space(attribute);
  char **names      = calloc((size_t)head->ncols, sizeof *names);

  TEST_ASSERT_EQUAL_INT(head->ncols - 1, (int)H5Sget_simple_extent_npoints(space));
  TEST_ASSERT_TRUE(head->ncols == 1 || H5Aread(attribute, type, names) >= 0);
  for (int c = 0; c < head->ncols - 1; c++) TEST_ASSERT_EQUAL_STRING(head->columns[c + (c >= time)], names[c]);
  if (head->ncols > 1) H5Dvlen_reclaim(type, space, H5P_DEFAULT, names);
  free(names);
  H5Sclose(space);
  H5Tclose(type);
  H5Aclose(attribute);
}

static void table_check(hid_t file, TableKind kind, int rows)
{
  const TableHead *head = &tables[kind];
  const int        time = kind == TABLE_NEWTON, ncols = head->ncols - 1;
  hsize_t          size[2] = {0, 0};
  double          *values = calloc((size_t)rows * (size_t)(ncols + 1), sizeof *values), *t = values + rows * ncols;

  hid_t dataset = dataset_open(file, head->name, "t", size);
  TEST_ASSERT_EQUAL_INT(rows, (int)size[0]);
  TEST_ASSERT_TRUE(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, t) >= 0);
  text_check(dataset, "units", "time");
  H5Dclose(dataset);
  dataset = dataset_open(file, head->name, "values", size);
  TEST_ASSERT_TRUE((int)size[0] == rows && (int)size[1] == ncols);
  TEST_ASSERT_TRUE(!ncols || H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  columns_check(dataset, head, time);
  H5Dclose(dataset);
  for (int r = 0; r < rows; r++) {
    TEST_ASSERT_TRUE(t[r] == entry((int)kind, r, time));
    for (int c = 0; c < ncols; c++) TEST_ASSERT_TRUE(values[r * ncols + c] == entry((int)kind, r, c + (c >= time)));
  }
  free(values);
}

static hid_t file_open(const char *name)
{
  char path[PATH_LEN];

  snprintf(path, sizeof path, "%s/%s", dir, name);
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  TEST_ASSERT_TRUE_MESSAGE(file >= 0, path);
  return file;
}

/* More rows than a chunk, and as many columns as a chain of 350 bodies has; every number back as the same bits. */
static void test_tables_come_back(void)
{
  const int rows[TABLES] = {300, ROWS, ROWS, 1, 1000, 400};
  FileSet   files;
  void     *writer = writer_open(&files);

  TEST_ASSERT_NOT_NULL(writer);
  for (int i = 0; i < TABLES; i++) TEST_ASSERT_TRUE(rows_write(writer, (TableKind)i, 0, rows[i]));
  TEST_ASSERT_TRUE(hdf5_writer.close(writer, "done"));
  hdf5_writer.destroy(writer);
  TEST_ASSERT_TRUE(fileset_commit(&files));
  fileset_close(&files);
  const hid_t file = file_open("run.h5");
  text_check(file, "problem", text);
  text_check(file, "name", "test");
  text_check(file, "verdict", "done");
  for (int i = 0; i < TABLES; i++) table_check(file, (TableKind)i, rows[i]);
  H5Fclose(file);
}

/* The same rows give the same bytes, whenever they are written. */
static void test_same_bytes(void)
{
  char  command[2 * PATH_LEN + 32];
  char *first = strdup("first.h5");

  for (int i = 0; i < 2; i++) {
    FileSet files;
    void   *writer = writer_open(&files);
    TEST_ASSERT_TRUE(writer && rows_write(writer, TABLE_INVARIANTS, 0, 700) && hdf5_writer.close(writer, "done"));
    hdf5_writer.destroy(writer);
    TEST_ASSERT_TRUE(fileset_commit(&files));
    fileset_close(&files);
    snprintf(command, sizeof command, "%s '%s/run.h5' '%s/%s'", i ? "cmp" : "cp", dir, dir, first);
    TEST_ASSERT_EQUAL_INT(0, system(command));
    if (!i) sleep(1); /* HDF5 would keep the second of creation */
  }
  free(first);
}

/* The name in the folder of the file that is not complete; "": there is none. */
static void part_find(char name[64])
{
  char   pattern[PATH_LEN];
  glob_t found;

  snprintf(pattern, sizeof pattern, "%s/.*.run.h5.part", dir);
  const bool any = glob(pattern, 0, NULL, &found) == 0;
  snprintf(name, 64, "%s", any ? strrchr(found.gl_pathv[0], '/') + 1 : "");
  globfree(&found);
}

/* Killed after a flush: the file under its temporary name holds what was known then. */
static void test_killed(void)
{
  int         status;
  const pid_t child = fork();

  if (child == 0) {
    FileSet files;
    void   *writer = writer_open(&files);
    if (!writer || !rows_write(writer, TABLE_INVARIANTS, 0, 1000)) _exit(1);
    sleep(2);
    if (!rows_write(writer, TABLE_INVARIANTS, 1000, 1001)) _exit(1);
    raise(SIGKILL);
  }
  TEST_ASSERT_TRUE(child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status));
  char name[64];
  part_find(name);
  const hid_t file = file_open(name);
  text_check(file, "verdict", "running");
  table_check(file, TABLE_INVARIANTS, 1001);
  H5Fclose(file);
}

/* No more room, at once (rows = 0) or on the way: said with the system's word, and nothing is left. In a process of its own. */
static int full_disk(int rows)
{
  const struct rlimit limit = {rows ? 2000000 : 0, 2000000};
  FileSet             files;
  char                name[64];

  signal(SIGXFSZ, SIG_IGN);
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
  text[100]    = '\0';
  void *writer = writer_open(&files);
  if (rows && (!writer || rows_write(writer, TABLE_STATE, 0, rows) || rows_write(writer, TABLE_STATE, 0, 1))) return 2;
  if (!rows && writer) return 3;
  if (!files.failed || !strstr(files.error, "run.h5") || !strstr(files.error, "too large")) return 4;
  if (writer) hdf5_writer.destroy(writer);
  fileset_close(&files);
  part_find(name);
  return name[0] ? 5 : 0;
}

static void full_check(int rows)
{
  int         status;
  const pid_t child = fork();

  if (child == 0) _exit(full_disk(rows));
  TEST_ASSERT_TRUE(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
  TEST_ASSERT_EQUAL_INT(0, WEXITSTATUS(status));
}

static void test_full_disk_at_once(void)
{
  full_check(0);
}

static void test_full_disk_on_the_way(void)
{
  full_check(100);
}

/* Bit i of output.formats is entry i of the list; every writer has rows or poses. */
static void test_list_of_writers(void)
{
  const Field       *formats = table_find(table_find(&schema_problem, "output")->table, "formats");
  const unsigned     bits[]  = {FORMAT_CSV, FORMAT_HDF5, FORMAT_VTK};
  const char *const *words   = formats->words;

  for (int i = 0; writer_list[i] || words[i]; i++) {
    const WriterOps *ops = writer_list[i];
    TEST_ASSERT_TRUE(ops && words[i]);
    TEST_ASSERT_EQUAL_STRING(words[i], ops->name);
    TEST_ASSERT_NOT_NULL(strstr(formats->expected, ops->name));
    TEST_ASSERT_EQUAL_UINT(1u << i, bits[i]);
    TEST_ASSERT_TRUE(ops->summary && ops->names && ops->names[0] && ops->open && ops->destroy);
    TEST_ASSERT_TRUE(ops->row || ops->poses);
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_tables_come_back);
  RUN_TEST(test_same_bytes);
  RUN_TEST(test_killed);
  RUN_TEST(test_full_disk_at_once);
  RUN_TEST(test_full_disk_on_the_way);
  RUN_TEST(test_list_of_writers);
  return UNITY_END();
}

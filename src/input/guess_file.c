/* Reads the files of the earlier run that guess: file names. */
#include "input/csv_read.h"
#include "input/record.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CSV_PATH_LEN = TEXT_LEN + 32 };

/* Reads one table of the earlier run. */
static bool table_read(Reader *reader, const Node *node, const Problem *problem, const char *name, CsvTimes times,
                       int least, ProblemTable *table)
{
  char path[CSV_PATH_LEN], error[CSV_ERROR_LEN];

  snprintf(path, sizeof path, "%s/%s", problem->solver.guess_file, name);
  bool good = csv_read(path, times, least, table, error);
  if (!good)
    reader_fault(reader, table->memory ? R0001_OUT_OF_MEMORY : R0722_TABLE_FORM, node->where, NULL, "%s", error);
  return good;
}

static bool file_exists(const char *dir, const char *name)
{
  char path[CSV_PATH_LEN];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return access(path, F_OK) == 0;
}

/* Reads the states and, where they exist, multipliers and controls of the earlier run. */
static void tables_read(Reader *reader, const Node *node, Problem *problem)
{
  const char *dir = problem->solver.guess_file;
  struct stat status;

  if (stat(dir, &status) != 0 || !S_ISDIR(status.st_mode)) {
    reader_expect(reader, R0238_GUESS_FOLDER, node, "the directory of an earlier run");
    return;
  }
  if (!table_read(reader, node, problem, "state.csv", CSV_ASCENDING, 2, &problem->guess_state)) return;
  if (file_exists(dir, "multipliers.csv"))
    table_read(reader, node, problem, "multipliers.csv", CSV_JUMPS, 1, &problem->guess_multipliers);
  if (problem->ncontrols && file_exists(dir, "controls.csv"))
    table_read(reader, node, problem, "controls.csv", CSV_ASCENDING, 1, &problem->guess_controls);
}

/* Called only for problems without faults: the tables belong to the Problem from then on. */
void guess_read(Reader *reader, const Node *root, Problem *problem)
{
  if (problem->solver.guess != GUESS_FILE) return;
  const Node *solver = node_find(root, "solver");
  const Node *inside = node_find(node_find(solver, "guess"), "file"); /* NULL where guess is a word */
  const Node *node   = inside ? inside : node_find(solver, "guess_file");
  size_t      length = path_key(&reader->path, inside ? "solver.guess.file" : "solver.guess_file");
  tables_read(reader, node, problem);
  path_cut(&reader->path, length);
}

/* The folder of a run, read for its page: run.yaml, the tables, and whether they belong together. */
#include "cli/record/verify.h"
#include "cli/view/view.h"
#include "input/csv_read.h"
#include "input/yaml/tree.h"
#include "output/folder/fileset.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A message that names the folder, before any table is read. */
bool view_directory(const char *dir)
{
  struct stat status;

  if (stat(dir, &status) != 0) message_say(R0721_VIEW_FOLDER, "rigel view: %s: %s", dir, strerror(errno));
  else if (!S_ISDIR(status.st_mode))
    message_say(R0721_VIEW_FOLDER, "rigel view: %s: found a file, expected the folder of a run", dir);
  else return true;
  return false;
}

/* Names every file that is missing. */
static bool files_check(const char *dir)
{
  static const char *const names[] = {"run.yaml", "state.csv", "invariants.csv", "multipliers.csv"};
  char                     path[PATH_LEN];
  bool                     good = true;

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    snprintf(path, sizeof path, "%s/%s", dir, names[i]);
    if (access(path, R_OK) == 0) continue;
    message_say(R0721_VIEW_FOLDER, "rigel view: %s: %s", path, strerror(errno));
    good = false;
  }
  if (!good)
    message_say(R0721_VIEW_FOLDER,
                "rigel view: expected the folder of a run that wrote its tables (output.every > 0, format csv)");
  return good;
}

static bool table_read(const char *dir, const char *name, CsvTimes times, int least, ProblemTable *table)
{
  char path[PATH_LEN], error[CSV_ERROR_LEN];

  snprintf(path, sizeof path, "%s/%s", dir, name);
  if (csv_read(path, times, least, table, error)) return true;
  message_say(table->memory ? R0001_OUT_OF_MEMORY : R0722_TABLE_FORM, "rigel view: %s", error);
  return false;
}

/* The table of each source. */
static const TableKind kinds[SOURCES] = {TABLE_STATE, TABLE_INVARIANTS, TABLE_MULTIPLIERS, TABLE_REACTIONS,
                                         TABLE_CONTROLS};

const TableHead *view_head(const ViewRun *run, Source source)
{
  return &run->heads[kinds[source]];
}

/* Whether the columns of a table are those of the system in run.yaml. */
static bool head_check(const TableHead *head, const ProblemTable *table)
{
  int c = 0;

  while (c < head->ncols && c < table->columns && strcmp(head->columns[c], table->names[c]) == 0) c++;
  if (c == head->ncols && c == table->columns) return true;
  message_say(R0723_TABLE_COLUMNS, "rigel view: %s.csv: found %s in column %d, expected %s: not of the run in run.yaml",
              head->name, c < table->columns ? table->names[c] : "nothing", c + 1,
              c < head->ncols ? head->columns[c] : "nothing");
  return false;
}

/* Reads every table that the run has, and compares its columns with those of the system; *enough: the memory sufficed. */
static bool tables_read(const char *dir, ViewRun *run, bool *enough)
{
  static const struct {
    CsvTimes times;
    int      least;
  } rules[SOURCES] = {{CSV_ASCENDING, 1}, {CSV_ASCENDING, 1}, {CSV_JUMPS, 0}, {CSV_ASCENDING, 0}, {CSV_JUMPS, 0}};
  bool good        = true;

  *enough = tables_create(&run->model.problem, &run->model.system, false, run->heads);
  for (Source source = 0; *enough && good && source < SOURCES; source++) {
    const TableHead *head = view_head(run, source);
    char             name[NAME_LEN];
    if (!table_is_written(&run->model.problem, &run->model.system, kinds[source])) continue;
    snprintf(name, sizeof name, "%s.csv", head->name);
    good    = table_read(dir, name, rules[source].times, rules[source].least, &run->tables[source]);
    *enough = !run->tables[source].memory;
    good    = good && head_check(head, &run->tables[source]);
  }
  return *enough && good;
}

/* Reads run.yaml as a problem and as a tree, for the blocks that the run added, and the tables. The files of a first
 * guess need not exist any more, so the guess is removed. */
PetscErrorCode view_read(const char *dir, ViewRun *run, bool *good, int *code)
{
  static const char *const set[] = {"solver.guess=", "solver.guess_file="};
  char                     path[PATH_LEN];
  FaultList                faults;
  bool                     enough = true;

  PetscFunctionBeginUser;
  *good = false;
  memset(run, 0, sizeof *run);
  if (!files_check(dir)) PetscFunctionReturn(0);
  snprintf(path, sizeof path, "%s/run.yaml", dir);
  fault_init(&faults, path);
  PetscCall(model_read(path, 2, set, &faults, &run->model));
  *good = run->model.ready && tree_read(path, &run->tree, &faults);
  if (*good && !node_find(&run->tree, "results")) {
    fault_add(&faults, R0721_VIEW_FOLDER, (Where){0}, "results", "found nothing, expected the results of a run");
    *good = false;
  }
  fault_print(&faults, stderr);
  if (faults.memory) *code = EXIT_INTERNAL;
  fault_clear(&faults);
  *good = *good && tables_read(dir, run, &enough);
  PetscCheck(enough, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  *good = *good && tables_verify("rigel view", dir, &run->tree);
  PetscFunctionReturn(0);
}

PetscErrorCode view_clear(ViewRun *run)
{
  PetscFunctionBeginUser;
  for (Source source = 0; source < SOURCES; source++) problem_table_clear(&run->tables[source]);
  tables_destroy(run->heads);
  node_clear(&run->tree);
  PetscCall(model_clear(&run->model));
  PetscFunctionReturn(0);
}

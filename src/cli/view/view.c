/* `rigel view`: reads the folder of a run and writes one page that shows it. */
#include "cli/view/view.h"

#include "cli/command.h"
#include "cli/run/tables.h"
#include "input/csv_read.h"
#include "input/yaml/tree.h"
#include "output/fileset.h"
#include "output/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char view_help[] =
  "usage: rigel view DIR [-o FILE.html] [--frames N]\n"
  "\n"
  "Writes one page that shows the run in DIR in a browser, without network: the motion in 3D, and plots of energy, momentum,\n"
  "constraints and joint forces over time. DIR is the output folder of `rigel run`; a run that stopped early is shown up to there.\n"
  "\n"
  "  -o, --output FILE  the page; default DIR/view.html\n"
  "  --frames N         at most N states, evenly taken; default 3000, fewer with very many bodies\n"
  "\n"
  "Exit codes: 0 done, 1 internal error or full disk, 2 bad input.\n";

enum { FRAMES_LEAST = 2, FRAMES_DEFAULT = 3000, FRAMES_FEW = 100, NUMBERS_MOST = 3000000 };

typedef struct {
  const char *dir, *output;
  int         frames; /* 0: default */
} ViewArguments;

static bool usage(const char *what, const char *word)
{
  fprintf(stderr, "rigel view: %s%s%s (see rigel view --help)\n", what, word[0] ? " " : "", word);
  return false;
}

static bool frames_parse(const char *text, int *frames)
{
  char      *end;
  const long n = strtol(text, &end, 10);

  if (end == text || *end || n < FRAMES_LEAST || n > 100000000)
    return usage("expected an integer >= 2 after --frames, found", text);
  *frames = (int)n;
  return true;
}

static bool view_parse(int argc, char **argv, ViewArguments *a)
{
  memset(a, 0, sizeof *a);
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    const char *word = argv[i];
    const bool  more = i + 1 < argc;
    if (strcmp(word, "--frames") == 0 && more) {
      if (!frames_parse(argv[++i], &a->frames)) return false;
    } else if ((strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0) && more) a->output = argv[++i];
    else if (word[0] == '-' && word[1]) return usage("unknown or incomplete option", word);
    else if (a->dir) return usage("more than one DIR:", word);
    else a->dir = word;
  }
  return (a->dir && a->dir[0]) || usage("no DIR", "");
}

/* --- reading */

static bool directory_check(const char *dir)
{
  struct stat status;

  if (stat(dir, &status) != 0) fprintf(stderr, "rigel view: %s: %s\n", dir, strerror(errno));
  else if (!S_ISDIR(status.st_mode))
    fprintf(stderr, "rigel view: %s: found a file, expected the folder of a run\n", dir);
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
    fprintf(stderr, "rigel view: %s: %s\n", path, strerror(errno));
    good = false;
  }
  if (!good)
    fprintf(stderr, "rigel view: expected the folder of a run that wrote its tables (output.every > 0, format csv)\n");
  return good;
}

static bool table_read(const char *dir, const char *name, int least, ProblemTable *table)
{
  char path[PATH_LEN], error[CSV_ERROR_LEN];

  snprintf(path, sizeof path, "%s/%s", dir, name);
  if (csv_read(path, least, table, error)) return true;
  fprintf(stderr, "rigel view: %s\n", error);
  return false;
}

static bool has_joints(const ViewRun *run)
{
  return table_is_written(&run->model.system, TABLE_REACTIONS);
}

/* Whether the columns of a table are those of the system in run.yaml. */
static bool head_check(const TableHead *head, const ProblemTable *table)
{
  int c = 0;

  while (c < head->ncols && c < table->columns && strcmp(head->columns[c], table->names[c]) == 0) c++;
  if (c == head->ncols && c == table->columns) return true;
  fprintf(stderr, "rigel view: %s.csv: found %s in column %d, expected %s: not of the run in run.yaml\n", head->name,
          c < table->columns ? table->names[c] : "nothing", c + 1, c < head->ncols ? head->columns[c] : "nothing");
  return false;
}

/* Whether all tables belong to this system. */
static bool tables_check(const ViewRun *run)
{
  TableHead  heads[TABLES];
  const bool memory = tables_create(&run->model.problem, &run->model.system, false, heads);
  const bool good   = memory && head_check(&heads[TABLE_STATE], &run->state) &&
                    head_check(&heads[TABLE_INVARIANTS], &run->invariants) &&
                    head_check(&heads[TABLE_MULTIPLIERS], &run->multipliers) &&
                    (!has_joints(run) || head_check(&heads[TABLE_REACTIONS], &run->reactions));

  if (!memory) fprintf(stderr, "rigel view: out of memory\n");
  tables_destroy(heads);
  return good;
}

/* Reads run.yaml as a problem and as a tree, for the blocks that the run added, and the tables. The files of a first
 * guess need not exist any more, so the guess is removed. */
static PetscErrorCode run_read(const char *dir, ViewRun *run, bool *good)
{
  static const char *const set[] = {"solver.guess=", "solver.guess_file="};
  char                     path[PATH_LEN];
  FaultList                faults;

  PetscFunctionBeginUser;
  snprintf(path, sizeof path, "%s/run.yaml", dir);
  fault_init(&faults, path);
  PetscCall(model_read(path, 2, set, &faults, &run->model));
  *good = run->model.ready && tree_read(path, &run->tree, &faults);
  if (*good && !node_find(&run->tree, "results")) {
    fault_add(&faults, (Where){0}, "results", "found nothing, expected the results of a run");
    *good = false;
  }
  fault_print(&faults, stderr);
  fault_clear(&faults);
  *good = *good && table_read(dir, "state.csv", 1, &run->state) &&
          table_read(dir, "invariants.csv", 1, &run->invariants) &&
          table_read(dir, "multipliers.csv", 0, &run->multipliers) &&
          (!has_joints(run) || table_read(dir, "reactions.csv", 0, &run->reactions)) && tables_check(run);
  PetscFunctionReturn(0);
}

static PetscErrorCode run_clear(ViewRun *run)
{
  PetscFunctionBeginUser;
  problem_table_clear(&run->state);
  problem_table_clear(&run->invariants);
  problem_table_clear(&run->multipliers);
  problem_table_clear(&run->reactions);
  node_clear(&run->tree);
  PetscCall(model_clear(&run->model));
  PetscFunctionReturn(0);
}

/* --- writing */

/* Number of states at which the page remains small enough for a browser; the user may ask for more. */
static int frames_most(const ViewRun *run, int wanted)
{
  int numbers = 1;

  if (wanted) return wanted;
  for (int b = 0; b < run->model.system.nbodies; b++) numbers += view_body_width(&run->model.system.bodies[b]);
  const int most = NUMBERS_MOST / numbers;
  return most < FRAMES_FEW ? FRAMES_FEW : most > FRAMES_DEFAULT ? FRAMES_DEFAULT : most;
}

/* The data of the page as one JSON object; false: out of memory. */
static bool data_write(const ViewRun *run, int most, FILE *stream)
{
  static const char *const keys[] = {"name",    "title",    "source", "time",   "method",
                                     "gravity", "versions", "totals", "results"};

  fputs("{", stream);
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
    const Node *node = node_find(&run->tree, keys[i]);
    if (!node) continue;
    fprintf(stream, "\"%s\": ", keys[i]);
    json_node(node, stream);
    fputs(",\n", stream);
  }
  bool memory = view_write_bodies(run, stream);
  view_write_joints(run, stream);
  memory = memory && view_write_frames(run, most, stream) && view_write_plots(run, most, stream);
  fputs("}\n", stream);
  return memory;
}

/* Writes the page around the data; returns an exit code, after a message if it is not EXIT_DONE. */
static int page_write(const ViewRun *run, int most, const char *dir, const char *name)
{
  const char *page = (const char *)view_page, *mark = strstr(page, VIEW_MARK);
  FileSet     files;
  FILE       *stream = NULL;
  int         code   = EXIT_INPUT;

  if (fileset_open(dir, &files)) stream = fileset_text(&files, name);
  if (stream) {
    errno = 0;
    fwrite(page, 1, (size_t)(mark - page), stream);
    const bool memory = data_write(run, most, stream);
    fputs(mark + strlen(VIEW_MARK), stream);
    if (!memory) snprintf(files.error, sizeof files.error, "out of memory");
    else if (ferror(stream)) snprintf(files.error, sizeof files.error, "cannot write %s: %s", name, strerror(errno));
    code = memory && !ferror(stream) && fileset_commit(&files) ? EXIT_DONE : EXIT_INTERNAL;
  }
  if (code != EXIT_DONE) fprintf(stderr, "rigel view: %s\n", files.error);
  fileset_abort(&files);
  return code;
}

/* Splits the name of the page into folder and file; false after a message. */
static bool output_find(const ViewArguments *a, char path[PATH_LEN], char dir[PATH_LEN], const char **name)
{
  const size_t length = strlen(a->dir);
  struct stat  status;
  int          n;

  if (a->output) n = snprintf(path, PATH_LEN, "%s", a->output);
  else n = snprintf(path, PATH_LEN, "%s%sview.html", a->dir, a->dir[length - 1] == '/' ? "" : "/");
  const char *slash = strrchr(path, '/');
  *name             = slash ? slash + 1 : path;
  if (!slash) snprintf(dir, PATH_LEN, ".");
  else snprintf(dir, PATH_LEN, "%.*s", slash == path ? 1 : (int)(slash - path), path);
  if (n < PATH_LEN && **name && strlen(*name) < NAME_LEN && !(stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
    return true;
  return usage("expected the name of a file, found", path);
}

/* All ranks read the run; rank 0 writes the page. */
static PetscErrorCode view_run(int argc, char **argv, int *code)
{
  ViewArguments a;
  ViewRun       run;
  char          path[PATH_LEN], dir[PATH_LEN];
  const char   *name;
  bool          good = false;
  PetscMPIInt   rank;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (!view_parse(argc, argv, &a) || !directory_check(a.dir) || !files_check(a.dir)) PetscFunctionReturn(0);
  if (!output_find(&a, path, dir, &name)) PetscFunctionReturn(0);
  memset(&run, 0, sizeof run);
  PetscCall(run_read(a.dir, &run, &good));
  if (good) *code = EXIT_DONE;
  if (good && rank == 0) {
    const int      most     = frames_most(&run, a.frames);
    const Thinning thinning = thinning_create(run.state.rows, most);
    *code                   = page_write(&run, most, dir, name);
    if (*code == EXIT_DONE) printf("written %s: %d of %d states\n", path, thinning.count, thinning.rows);
  }
  PetscCall(run_clear(&run));
  PetscFunctionReturn(0);
}

const Command view_command = {
  .name = "view", .summary = "write a page that shows a run in a browser", .help = view_help, .run = view_run};

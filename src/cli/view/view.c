/* `rigel view`: reads the folder of a run and writes one page that shows it. */
#include "cli/view/view.h"

#include "cli/line/command_line.h"
#include "output/folder/fileset.h"
#include "output/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPTION_PAGE = 1, OPTION_FRAMES };

static const Option view_options[] = {
  {.name    = "--output",
   .letter  = "-o",
   .value   = "FILE",
   .missing = "the name of a file",
   .help    = "the page; default DIR/view.html",
   .id      = OPTION_PAGE,
   .offer   = {.kind = OFFER_FILES}},
  {.name    = "--frames",
   .value   = "N",
   .missing = "a number of states",
   .help    = "at most N states, evenly taken; default 3000, fewer with very many bodies",
   .id      = OPTION_FRAMES},
  {.name = NULL},
};

enum { FRAMES_LEAST = 2, FRAMES_DEFAULT = 3000, FRAMES_FEW = 100, NUMBERS_MOST = 3000000 };

enum { RUNS_MOST = 2 };

typedef struct {
  int         ndirs;
  const char *dirs[RUNS_MOST], *output;
  int         frames; /* 0: default */
} ViewArguments;

/* The runs that a page shows. */
typedef struct {
  int     nruns, frames;
  ViewRun runs[RUNS_MOST];
} ViewPage;

static bool usage(MessageCode code, const char *what, const char *word)
{
  message_say(code, "rigel view: %s%s%s (see rigel view --help)", what, word[0] ? " " : "", word);
  return false;
}

/* The argument of --frames. */
static bool frames_parse(const char *text, int *frames)
{
  char      *end;
  const long n = strtol(text, &end, 10);

  if (end == text || *end || n < FRAMES_LEAST || n > 100000000)
    return usage(R0803_OPTION_VALUE, "expected an integer >= 2 after --frames, found", text);
  *frames = (int)n;
  return true;
}

static bool view_take(const CommandLine *line, ViewArguments *a)
{
  memset(a, 0, sizeof *a);
  for (int i = 0; i < line->nwords; i++) {
    const CommandWord *word = &line->words[i];
    if (word->option && word->option->id == OPTION_FRAMES) {
      if (!frames_parse(word->text, &a->frames)) return false;
    } else if (word->option) a->output = word->text;
    else if (a->ndirs == RUNS_MOST) return usage(R0804_FILE_ARGUMENT, "more than two DIRs:", word->text);
    else if (!word->text[0]) return usage(R0804_FILE_ARGUMENT, "no DIR", "");
    else a->dirs[a->ndirs++] = word->text;
  }
  if (!a->ndirs) return usage(R0804_FILE_ARGUMENT, "no DIR", "");
  for (int i = 0; i < a->ndirs; i++)
    if (!view_directory(a->dirs[i])) return false;
  return true;
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

/* The data of one run as a JSON object; false: out of memory. */
static bool run_write(const ViewRun *run, int most, FILE *stream)
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
  memory = memory && view_write_loads(run, most, stream) && view_write_frames(run, most, stream) &&
           view_write_plots(run, most, stream) && view_write_tables(run, most, stream);
  fputs("}\n", stream);
  return memory;
}

/* The runs of the page as a JSON array. */
static bool data_write(const ViewPage *page, FILE *stream)
{
  bool memory = true;

  fputs("[", stream);
  for (int i = 0; memory && i < page->nruns; i++) {
    fputs(i ? ",\n" : "", stream);
    memory = run_write(&page->runs[i], frames_most(&page->runs[i], page->frames), stream);
  }
  fputs("]\n", stream);
  return memory;
}

/* Writes the page around the data; returns an exit code, after a message if it is not EXIT_DONE. */
static int page_write(const ViewPage *shown, FileSet *files, const char *name)
{
  const char *page = (const char *)view_page, *mark = strstr(page, VIEW_MARK);
  FILE       *stream = fileset_text(files, name);
  int         code   = fileset_machine(files) ? EXIT_INTERNAL : EXIT_INPUT;

  if (stream) {
    errno = 0;
    fwrite(page, 1, (size_t)(mark - page), stream);
    const bool memory = data_write(shown, stream);
    fputs(mark + strlen(VIEW_MARK), stream);
    if (!memory) {
      files->code = R0001_OUT_OF_MEMORY;
      snprintf(files->error, sizeof files->error, "out of memory");
    } else if (ferror(stream)) fileset_fail(files, R0703_FILE_WRITE, "cannot write", name);
    code = memory && !ferror(stream) && fileset_commit(files) ? EXIT_DONE : EXIT_INTERNAL;
  }
  if (code != EXIT_DONE) message_say(files->code, "rigel view: %s", files->error);
  return code;
}

/* Writes the page and prints what it shows; returns an exit code. */
static int page_show(const ViewPage *shown, FileSet *files, const char *path, const char *name)
{
  const int code = page_write(shown, files, name);

  if (code != EXIT_DONE) return code;
  printf("written %s:", path);
  for (int i = 0; i < shown->nruns; i++) {
    const int      rows     = shown->runs[i].tables[FROM_STATE].rows;
    const Thinning thinning = thinning_create(rows, frames_most(&shown->runs[i], shown->frames));
    printf("%s %d of %d states", i ? "," : "", thinning.count, thinning.rows);
  }
  putchar('\n');
  return code;
}

/* Splits the name of the page into folder and file; false after a message. */
static bool output_find(const ViewArguments *a, char path[PATH_LEN], char dir[PATH_LEN], const char **name)
{
  const size_t length = strlen(a->dirs[0]);
  struct stat  status;
  int          n;

  if (a->output) n = snprintf(path, PATH_LEN, "%s", a->output);
  else n = snprintf(path, PATH_LEN, "%s%sview.html", a->dirs[0], a->dirs[0][length - 1] == '/' ? "" : "/");
  const char *slash = strrchr(path, '/');
  *name             = slash ? slash + 1 : path;
  if (!slash) snprintf(dir, PATH_LEN, ".");
  else snprintf(dir, PATH_LEN, "%.*s", slash == path ? 1 : (int)(slash - path), path);
  if (n < PATH_LEN && **name && strlen(*name) < NAME_LEN && !(stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
    return true;
  return usage(R0803_OPTION_VALUE, "expected the name of a file, found", path);
}

/* The folder of the page, locked, and those of the runs, where they are others and free: an unfinished commit there is completed. */
typedef struct {
  FileSet page, source[RUNS_MOST];
} ViewFolders;

static bool folders_open(const char *page, const ViewArguments *a, ViewFolders *folders, int *code)
{
  struct stat here, there;

  memset(folders, 0, sizeof *folders);
  if (!fileset_open(page, &folders->page)) {
    message_say(folders->page.code, "rigel view: %s", folders->page.error);
    if (fileset_machine(&folders->page)) *code = EXIT_INTERNAL;
    return false;
  }
  for (int i = 0; i < a->ndirs; i++)
    if (stat(page, &here) == 0 && stat(a->dirs[i], &there) == 0 &&
        (here.st_dev != there.st_dev || here.st_ino != there.st_ino) && access(a->dirs[i], W_OK | X_OK) == 0)
      (void)fileset_open(a->dirs[i], &folders->source[i]);
  return true;
}

static void folders_close(ViewFolders *folders)
{
  for (int i = 0; i < RUNS_MOST; i++) fileset_close(&folders->source[i]);
  fileset_close(&folders->page);
}

/* Reads all runs; *good: all of them. */
static PetscErrorCode runs_read(const ViewArguments *a, ViewPage *shown, bool *good, int *code)
{
  PetscFunctionBeginUser;
  *good = true;
  for (int i = 0; *good && i < a->ndirs; i++) {
    PetscCall(view_read(a->dirs[i], &shown->runs[i], good, code));
    shown->nruns = i + 1;
  }
  PetscFunctionReturn(0);
}

/* All ranks read the runs; rank 0 writes the page. */
static PetscErrorCode view_run(const CommandLine *line, int *code)
{
  ViewArguments a;
  ViewPage      shown = {0};
  char          path[PATH_LEN], dir[PATH_LEN];
  const char   *name;
  bool          good = false;
  ViewFolders   folders;
  int           opened = 1;
  PetscMPIInt   rank;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  if (!view_take(line, &a) || !output_find(&a, path, dir, &name)) PetscFunctionReturn(0);
  shown.frames = a.frames;
  if (rank == 0) opened = folders_open(dir, &a, &folders, code);
  PetscCallMPI(MPI_Bcast(&opened, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  if (opened) PetscCall(runs_read(&a, &shown, &good, code));
  if (good) *code = EXIT_DONE;
  if (good && rank == 0) *code = page_show(&shown, &folders.page, path, name);
  if (rank == 0) folders_close(&folders);
  for (int i = 0; i < shown.nruns; i++) PetscCall(view_clear(&shown.runs[i]));
  PetscFunctionReturn(0);
}

const Command view_command = {
  .name    = "view",
  .summary = "write a page that shows a run in a browser",
  .usage   = "DIR [DIR2]",
  .text =
    "Writes one page that shows the run in DIR in a browser, without network: the motion in 3D, and plots of energy, drifts,\n"
    "momentum, constraints, joint forces, controls, or any column of the tables over time. Scene and plots can be saved as PNG and\n"
    "SVG. DIR is the output folder of `rigel run`; a run that stopped early is shown up to there. The run in DIR2 is drawn over it.\n",
  .exits   = "0 done, 1 internal error or full disk, 2 bad input",
  .options = view_options,
  .operand = {{.kind = OFFER_FOLDERS}},
  .example = {{"rigel run problems/heavy_top.yaml -o results/top --force", "a run to look at"},
              {"rigel view results/top --frames 500", "writes results/top/view.html"}},
  .files   = true,
  .petsc   = true,
  .run     = view_run};

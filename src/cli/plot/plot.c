/* `rigel plot`: a figure of a run or study, drawn by the Python module of all plots. */
#include "cli/plot/plot.h"

#include "base/words.h"
#include "cli/line/command_line.h"
#include "cli/plot/plot_module.h"
#include "cli/record/verify.h"
#include "output/folder/fileset.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPTION_FIGURE = 1, OPTION_WIDTH, OPTION_LOG, OPTION_UNITS };

static const char *const width_words[] = {"84", "174", NULL}, *const unit_words[] = {"si", "none", NULL};

static const Option plot_options[] = {
  {.name    = "--output",
   .letter  = "-o",
   .value   = "FILE",
   .missing = "the name of a file",
   .help    = "the figure, .svg, .pdf or .png; default DIR/plot.svg",
   .id      = OPTION_FIGURE,
   .offer   = {.kind = OFFER_FILES}},
  {.name    = "--width",
   .value   = "W",
   .missing = "84 or 174",
   .help    = "84 or 174 mm; default 84 for one panel, 174 for more",
   .id      = OPTION_WIDTH,
   .offer   = {OFFER_WORDS, width_words}},
  {.name = "--log", .help = "logarithmic ordinates: |value|", .id = OPTION_LOG},
  {.name    = "--units",
   .value   = "si|none",
   .missing = "si or none",
   .help    = "si adds SI units to the labels, for problems in these units; default none",
   .id      = OPTION_UNITS,
   .offer   = {OFFER_WORDS, unit_words}},
  {.name = NULL},
};

enum { QUANTITIES_MOST = PLOT_WORDS - 16 };

typedef struct {
  const char *dir, *output, *width, *units; /* NULL: default */
  const char *format;                       /* svg, pdf or png */
  bool        log;
  int         n;
  const char *quantity[QUANTITIES_MOST];
} PlotArguments;

/* Prints a fault of the command line; returns false. */
static bool usage(MessageCode code, const char *what, const char *word)
{
  message_say(code, "rigel plot: %s%s%s (see rigel plot --help)", what, word[0] ? " " : "", word);
  return false;
}

/* The folder first, then quantities. */
static bool word_add(const char *word, PlotArguments *a)
{
  if (!word[0]) return usage(R0804_FILE_ARGUMENT, "found an empty word, expected DIR or a QUANTITY", "");
  if (!a->dir) a->dir = word;
  else if (a->n == QUANTITIES_MOST) return usage(R0805_TOO_MANY, "too many quantities from", word);
  else a->quantity[a->n++] = word;
  return true;
}

/* The format by the ending of the file. */
static bool format_find(PlotArguments *a)
{
  static const char *const formats[] = {"svg", "pdf", "png"};
  const char              *ending    = a->output ? strrchr(a->output, '.') : ".svg";

  for (int i = 0; ending && i < 3; i++)
    if (strcmp(ending + 1, formats[i]) == 0) a->format = formats[i];
  return a->format || usage(R0803_OPTION_VALUE,
                            "expected a file that ends with .svg, .pdf or .png after --output, found", a->output);
}

/* One option. */
static void option_take(const CommandWord *word, PlotArguments *a)
{
  switch (word->option->id) {
  case OPTION_FIGURE: a->output = word->text; break;
  case OPTION_WIDTH: a->width = word->text; break;
  case OPTION_LOG: a->log = true; break;
  case OPTION_UNITS: a->units = word->text; break;
  default: break;
  }
}

static bool plot_take(const CommandLine *line, PlotArguments *a)
{
  memset(a, 0, sizeof *a);
  for (int i = 0; i < line->nwords; i++)
    if (line->words[i].option) option_take(&line->words[i], a);
    else if (!word_add(line->words[i].text, a)) return false;
  if (!a->dir) return usage(R0804_FILE_ARGUMENT, "no DIR", "");
  if (a->width && word_index(a->width, width_words) < 0)
    return usage(R0803_OPTION_VALUE, "expected 84 or 174 after --width, found", a->width);
  if (a->units && word_index(a->units, unit_words) < 0)
    return usage(R0803_OPTION_VALUE, "expected si or none after --units, found", a->units);
  return format_find(a);
}

/* Splits the name of the figure into folder and file; false after a message. */
static bool output_find(const PlotArguments *a, char path[PATH_LEN], char dir[PATH_LEN], const char **name)
{
  struct stat status;
  int         n;

  if (a->output) n = snprintf(path, PATH_LEN, "%s", a->output);
  else n = snprintf(path, PATH_LEN, "%s%splot.svg", a->dir, a->dir[strlen(a->dir) - 1] == '/' ? "" : "/");
  const char *slash = strrchr(path, '/');
  *name             = slash ? slash + 1 : path;
  if (!slash) snprintf(dir, PATH_LEN, ".");
  else snprintf(dir, PATH_LEN, "%.*s", slash == path ? 1 : (int)(slash - path), path);
  if (n < PATH_LEN && **name != '.' && strlen(*name) < RESULT_NAME_LEN &&
      !(stat(path, &status) == 0 && S_ISDIR(status.st_mode)))
    return true;
  return usage(R0803_OPTION_VALUE, "expected the name of a file, found", path);
}

/* Whether DIR is a folder, with the tables that its run.yaml lists; a study has no run.yaml. */
static bool source_check(const char *dir)
{
  char        path[PATH_LEN];
  struct stat status;
  FaultList   faults;
  Node        tree = {0};

  if (stat(dir, &status) != 0) message_say(R0724_PLOT_FOLDER, "rigel plot: %s: %s", dir, strerror(errno));
  else if (!S_ISDIR(status.st_mode))
    message_say(R0724_PLOT_FOLDER, "rigel plot: %s: found a file, expected the folder of a run or study", dir);
  if (stat(dir, &status) != 0 || !S_ISDIR(status.st_mode)) return false;
  snprintf(path, sizeof path, "%s/run.yaml", dir);
  if (access(path, F_OK) != 0) return true;
  fault_init(&faults, path);
  const bool good = tree_read(path, &tree, &faults) && tables_verify("rigel plot", dir, &tree);
  fault_print(&faults, stderr);
  fault_clear(&faults);
  node_clear(&tree);
  return good;
}

/* Starts the module; the figure gets a temporary name. */
static int figure_draw(const PlotArguments *a, const char *temporary)
{
  const char *words[PLOT_WORDS + 1];
  int         n = 0;

  words[n++] = "--output", words[n++] = temporary;
  words[n++] = "--format", words[n++] = a->format;
  if (a->width) words[n++] = "--width", words[n++] = a->width;
  if (a->units) words[n++] = "--units", words[n++] = a->units;
  if (a->log) words[n++] = "--log";
  words[n++] = "--";
  words[n++] = a->dir;
  for (int i = 0; i < a->n; i++) words[n++] = a->quantity[i];
  words[n] = NULL;
  return plot_module_run("rigel plot", words);
}

/* Draws the figure and renames it, in a folder that is locked meanwhile; returns an exit code. */
static int figure_write(const PlotArguments *a, const char *path, const char *dir, const char *name)
{
  FileSet     files;
  const char *temporary;
  int         code = EXIT_INPUT;

  if (!fileset_open(dir, &files) || !(temporary = fileset_reserve(&files, name, false))) {
    message_say(files.code, "rigel plot: %s", files.error);
    code = fileset_machine(&files) ? EXIT_INTERNAL : EXIT_INPUT;
  } else if (source_check(a->dir) && (code = figure_draw(a, temporary)) == EXIT_DONE && !fileset_commit(&files)) {
    message_say(files.code, "rigel plot: %s", files.error);
    code = EXIT_INTERNAL;
  }
  fileset_close(&files);
  if (code == EXIT_DONE) printf("written %s\n", path);
  return code;
}

/* Command.run: one process draws. */
static PetscErrorCode plot_run(const CommandLine *line, int *code)
{
  PlotArguments a;
  char          path[PATH_LEN], dir[PATH_LEN];
  const char   *name;
  PetscMPIInt   size;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1) message_say(R0811_RANKS_SERIAL, "rigel plot: found %d MPI ranks, expected one", size);
  else if (plot_take(line, &a) && output_find(&a, path, dir, &name)) *code = figure_write(&a, path, dir, name);
  PetscFunctionReturn(0);
}

const Command plot_command = {
  .name    = "plot",
  .summary = "draw a run or study as SVG, PDF or PNG",
  .usage   = "DIR [QUANTITY ...]",
  .text =
    "Draws the run or study in DIR. A QUANTITY is a group, a table, a column, or a pattern of columns with * and ?, and becomes one\n"
    "panel for every six curves. Without a QUANTITY a run shows what it has: positions, orientation, energies, the drift of H - W,\n"
    "drifts of conserved momenta, constraints, controls, reactions, terms of the cost. A study shows its measures, and the error\n"
    "over processor time (work).\n"
    "  groups   position orientation energy drift momentum constraints controls reactions torques multipliers cost\n"
    "  tables   state invariants multipliers newton controls reactions\n",
  .more =
    "Needs python3 with matplotlib (Debian: python3-matplotlib); the variable RIGEL_PYTHON names another Python.\n\n",
  .exits   = "0 done, 1 internal error, full disk, or no Python with matplotlib, 2 bad input",
  .options = plot_options,
  .operand = {{.kind = OFFER_FOLDERS}, {.kind = OFFER_NOTHING}},
  .example = {{"rigel run problems/heavy_top.yaml -o results/top --force", "a run to draw"},
              {"rigel plot results/top", "writes results/top/plot.svg"},
              {"rigel plot results/top top.x drift reactions -o results/top/three.pdf --units si",
               "three panels, with units"}},
  .files   = true,
  .run     = plot_run};

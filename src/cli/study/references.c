/* `rigel study references`: the files, one study of each, one table of all. */
#include "cli/study/references.h"

#include "cli/common/interrupt.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MOST = 4096 };

/* The problem files, sorted; nftw passes no context. */
static struct {
  char *name[FILES_MOST];
  int   n;
  bool  memory;
} list;

/* nftw: adds files that end in .yaml. */
static int file_visit(const char *path, const struct stat *about, int type, struct FTW *place)
{
  const size_t length = strlen(path);

  (void)about, (void)place;
  if (type != FTW_F || length < 5 || strcmp(path + length - 5, ".yaml") != 0 || list.n == FILES_MOST) return 0;
  list.name[list.n] = strdup(path);
  list.memory       = list.memory || !list.name[list.n];
  if (list.name[list.n]) list.n++;
  return 0;
}

static int name_order(const void *a, const void *b)
{
  const char *const *left = a, *const *right = b;

  return strcmp(*left, *right);
}

/* A file, or all problem files below a folder in alphabetical order. */
static bool path_add(const char *path)
{
  struct stat about;
  const int   from = list.n;

  if (stat(path, &about) != 0) return study_usage(R0804_FILE_ARGUMENT, "no such file or folder:", path);
  if (S_ISDIR(about.st_mode)) {
    nftw(path, file_visit, 16, FTW_PHYS);
    qsort(list.name + from, (size_t)(list.n - from), sizeof list.name[0], name_order);
    return list.n > from || study_usage(R0804_FILE_ARGUMENT, "found no problem file below", path);
  }
  if (list.n == FILES_MOST) return study_usage(R0805_TOO_MANY, "too many files:", path);
  if (!(list.name[list.n] = strdup(path))) return list.memory = true, false;
  list.n++;
  return true;
}

static void list_clear(void)
{
  for (int i = 0; i < list.n; i++) free(list.name[i]);
  list.n = 0;
}

/* The problem files that come with Rigel: `problems` of the current folder, or ../share/rigel/problems of the program. */
static const char *shipped(void)
{
  static char path[2 * PATH_LEN];
  char        program[PATH_LEN];

  if (access("problems", R_OK) == 0) return "problems";
  const ssize_t length             = readlink("/proc/self/exe", program, sizeof program - 1);
  program[length > 0 ? length : 0] = '\0';
  char *slash                      = strrchr(program, '/');
  if (slash) *slash = '\0';
  snprintf(path, sizeof path, "%s/../share/rigel/problems", program);
  return path;
}

/* "published/x/y.yaml" becomes DIR/published_x_y. */
static void folder_name(const char *dir, const char *file, char *path, size_t size)
{
  size_t used = (size_t)snprintf(path, size, "%s/", dir);

  while (strncmp(file, "../", 3) == 0 || *file == '/') file += *file == '/' ? 1 : 3;
  for (; *file && used + 1 < size; file++) path[used++] = *file == '/' || *file == '.' ? '_' : *file;
  if (used > 5 && strncmp(path + used - 5, "_yaml", 5) == 0) used -= 5;
  path[used] = '\0';
}

/* Incomplete studies have no verdict. */
static int reference_finish(Study *study, bool complete)
{
  if (study_complete(study)) return EXIT_DONE;
  return complete ? EXIT_INTERNAL : EXIT_INTERRUPTED;
}

/* One file: its study in a folder of its own below DIR, and its row. */
static PetscErrorCode reference_find(const CommandLine *line, char dir[PATH_LEN], ReferenceRow *row, int *code)
{
  Study study;
  char  folder[PATH_LEN];
  bool  good;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  if (study_parse(line, &study)) {
    snprintf(dir, PATH_LEN, "%s", study.dir[0] ? study.dir : "results/references");
    folder_name(dir, study.file, folder, sizeof folder);
    memcpy(study.dir, folder, sizeof folder);
    PetscCall(reference_read(&study, row));
    PetscCall(references_sweep(&study, &good));
    sweeps_name(&study);
    if (good) PetscCall(study_plan(&study, code));
    if (*code == EXIT_DONE) study_fill(&study, reference_finish, code);
    if (*code == EXIT_DONE) reference_judge(&study, row);
  } else if (study.memory) *code = EXIT_INTERNAL;
  study_clear(&study);
  PetscFunctionReturn(0);
}

/* references.md and references.csv of all files in DIR. */
static bool tables_write(const char *dir, const ReferenceRow *rows, int nrows)
{
  static void (*const writers[])(const ReferenceRow *, int, FILE *) = {references_write_markdown, references_write_csv};
  static const char *const endings[]                                = {"md", "csv"};
  char                     path[PATH_LEN + 32];
  bool                     good = true;

  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/references.%s", dir, endings[i]);
    FILE *stream = fopen(path, "w");
    if (stream) writers[i](rows, nrows, stream);
    const bool written = stream && !ferror(stream);
    if ((stream && fclose(stream) != 0) || !written) {
      message_say(R0703_FILE_WRITE, "rigel study: cannot write %s", path);
      good = false;
    } else printf("written %s\n", path);
  }
  return good;
}

/* The worst of two exit codes: interrupted, internal error, bad input, contradicted, done. */
static int code_worst(int a, int b)
{
  static const int order[] = {EXIT_INTERRUPTED, EXIT_INTERNAL, EXIT_INPUT, EXIT_DIVERGED};

  for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
    if (a == order[i] || b == order[i]) return order[i];
  return EXIT_DONE;
}

/* All files in turn, each with the options of the line; words[0] is the kind, words[1] the file. Interrupted: the rest is left out. */
static PetscErrorCode references_find(CommandLine *line, char dir[PATH_LEN], ReferenceRow *rows, int *code)
{
  PetscFunctionBeginUser;
  *code = EXIT_DONE;
  for (int i = 0; i < list.n && *code != EXIT_INTERRUPTED && *code != EXIT_INTERNAL; i++) {
    int one;
    line->words[1] = (CommandWord){.text = list.name[i]};
    rows[i].file   = list.name[i];
    PetscCall(reference_find(line, dir, &rows[i], &one));
    if (one == EXIT_DONE && (rows[i].verdict == REFERENCE_CONTRADICTED || rows[i].verdict == REFERENCE_UNCONFIRMED))
      one = EXIT_DIVERGED;
    *code = code_worst(*code, one);
    if (one == EXIT_DONE || one == EXIT_DIVERGED) reference_print(&rows[i], stdout);
    fflush(stdout);
  }
  PetscFunctionReturn(0);
}

/* The files and folders of the line; without any, the problems that come with Rigel. */
static bool files_find(const CommandLine *line)
{
  for (int i = 1; i < line->nwords; i++)
    if (!line->words[i].option && !path_add(line->words[i].text)) return false;
  return list.n > 0 || path_add(shipped());
}

PetscErrorCode references_run(const CommandLine *line, int *code)
{
  CommandLine   one           = *line;
  const bool    good          = files_find(line);
  ReferenceRow *rows          = calloc((size_t)list.n + 1, sizeof *rows);
  char          dir[PATH_LEN] = "results/references";

  PetscFunctionBeginUser;
  *code      = EXIT_INPUT;
  one.nwords = 2;
  one.words  = calloc((size_t)line->nwords + 2, sizeof *one.words);
  if (list.memory || !rows || !one.words) *code = EXIT_INTERNAL;
  else if (good) {
    one.words[0] = line->words[0];
    for (int i = 1; i < line->nwords; i++)
      if (line->words[i].option) one.words[one.nwords++] = line->words[i];
    PetscCall(references_find(&one, dir, rows, code));
    if ((*code == EXIT_DONE || *code == EXIT_DIVERGED) && !tables_write(dir, rows, list.n)) *code = EXIT_INTERNAL;
  }
  free(rows);
  free(one.words);
  list_clear();
  PetscFunctionReturn(0);
}

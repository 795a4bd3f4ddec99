/* restart.dat: reading, writing, and whether the problem is still that of the run to resume. */
#include "cli/run/restart.h"

#include "base/yaml_text.h"
#include "output/fileset.h"
#include "output/manifest.h"
#include "scheme/scheme.h"
#include "time/mesh.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const magic = "rigel restart 1";

enum { DIFFERENCES_MOST = 10, NUMBERS_MOST = 1 << 28 };

void restart_clear(Restart *restart)
{
  free(restart->checkpoint.value);
  free(restart->numbers);
  memset(restart, 0, sizeof *restart);
}

/* --- restart.dat */

static void numbers_write(const char *name, int n, const double *value, FILE *stream)
{
  fprintf(stream, "%s %d\n", name, n);
  for (int i = 0; i < n; i++) fprintf(stream, "%a\n", value[i]);
}

void restart_write(int nnumbers, const double *numbers, const Checkpoint *checkpoint, FILE *stream)
{
  fprintf(stream, "%s\nelement %d\n", magic, checkpoint->element);
  numbers_write("recorder", nnumbers, numbers, stream);
  numbers_write("scheme", checkpoint->n, checkpoint->value, stream);
  fprintf(stream, "end\n");
}

/* Reads `name n`, then n numbers, one per line (%lf also reads hexadecimal and nan); NULL: the text is another one. */
static double *numbers_read(const char *name, FILE *stream, int *n)
{
  char    found[16];
  double *value = NULL;

  if (fscanf(stream, "%15s %d\n", found, n) == 2 && strcmp(found, name) == 0 && *n > 0 && *n < NUMBERS_MOST)
    value = malloc((size_t)*n * sizeof *value);
  for (int i = 0; value && i < *n; i++) {
    if (fscanf(stream, "%lf\n", &value[i]) == 1) continue;
    free(value);
    value = NULL;
  }
  return value;
}

/* Reads restart.dat; false: another file, or numbers of another recorder. */
static bool file_read_all(FILE *stream, int nnumbers, Restart *restart)
{
  Checkpoint *c = &restart->checkpoint;
  char        line[64];
  int         n = 0;

  if (!fgets(line, sizeof line, stream) || strncmp(line, magic, strlen(magic)) != 0) return false;
  if (fscanf(stream, "element %d\n", &c->element) != 1 || c->element < 1) return false;
  restart->numbers = numbers_read("recorder", stream, &n);
  if (!restart->numbers || n != nnumbers || !(c->value = numbers_read("scheme", stream, &c->n))) return false;
  c->capacity = c->n;
  return fgets(line, sizeof line, stream) && strcmp(line, "end\n") == 0;
}

/* Opens and reads restart.dat of the folder; prints the reason of a failure. */
static bool file_open(const char *dir, int nnumbers, Restart *restart)
{
  char path[PATH_LEN + 32];

  snprintf(path, sizeof path, "%s/restart.dat", dir);
  FILE *stream = fopen(path, "r");
  if (!stream) {
    fprintf(stderr, "rigel run: cannot resume from %s: %s%s\n", path, strerror(errno),
            errno == ENOENT ? " (a run in one window or with output.every: 0 leaves none)" : "");
    return false;
  }
  const bool good = file_read_all(stream, nnumbers, restart);
  fclose(stream);
  if (!good) fprintf(stderr, "rigel run: cannot resume from %s: found something else than a restart file\n", path);
  return good;
}

/* --- the same problem */

/* Text of everything that a resumed run must share with the earlier one. Names, the end, the rows that are written and,
 * on request, the reference may differ. */
static char *essence(const Problem *problem, bool reference)
{
  static const char *const without[] = {"name", "title", "source", "time", "output", "reference", NULL};
  static const char *const with[]    = {"name", "title", "source", "time", "output", NULL};
  const ProblemTime       *time      = &problem->time;
  char                    *text      = NULL;
  size_t                   size      = 0;
  FILE                    *stream    = open_memstream(&text, &size);

  if (!stream) return NULL;
  problem_write_without(problem, reference ? with : without, stream);
  fputs("start: ", stream), yaml_real(time->start, stream);
  fputs("\nstep: ", stream), yaml_real(mesh_longest(time), stream);
  fputs("\nparts: ", stream),
    yaml_rows(time->nrefinements ? &time->refinements->from : NULL, time->nrefinements, 3, stream);
  fputs("\nformats: ", stream);
  field_write(table_find(table_find(&schema_problem, "output")->table, "formats"), &problem->output, stream);
  fputc('\n', stream);
  return fclose(stream) == 0 ? text : NULL;
}

/* Prints the lines that differ, up to the first pair that belongs to different keys. */
static void differences_print(const char *dir, char *now, char *then)
{
  char *a_rest, *b_rest;
  char *a = strtok_r(now, "\n", &a_rest), *b = strtok_r(then, "\n", &b_rest);

  for (int n = 0; a && b && n < DIFFERENCES_MOST;
       a = strtok_r(NULL, "\n", &a_rest), b = strtok_r(NULL, "\n", &b_rest)) {
    const size_t key = strcspn(a, ":");
    if (strcmp(a, b) == 0) continue;
    n++;
    fprintf(stderr, "rigel run: found another problem than in %s/run.yaml: %s, expected %s\n", dir, a + strspn(a, " -"),
            b + strspn(b, " -"));
    if (key != strcspn(b, ":") || strncmp(a, b, key) != 0) return;
  }
  if ((a == NULL) != (b == NULL))
    fprintf(stderr, "rigel run: found another problem than in %s/run.yaml: %s there\n", dir, a ? "less" : "more");
}

/* Whether run.yaml of the earlier run describes this problem; prints the differences otherwise. */
static bool problem_same(const char *dir, const Problem *now, Restart *restart)
{
  char      path[PATH_LEN + 32];
  Problem   then;
  FaultList faults;

  snprintf(path, sizeof path, "%s/run.yaml", dir);
  fault_init(&faults, path);
  bool same = model_problem(path, 0, NULL, &faults, &then);
  fault_print(&faults, stderr);
  if (same) {
    char *a = essence(now, false), *b = essence(&then, false), *c = essence(now, true), *d = essence(&then, true);
    same                    = a && b && strcmp(a, b) == 0;
    restart->same_reference = c && d && strcmp(c, d) == 0;
    if (a && b && !same) differences_print(dir, a, b);
    if (same && now->time.ncorners != then.time.ncorners) {
      fprintf(stderr,
              "rigel run: found corners of loads or ends of time.parts after the end of %s, expected none: they change "
              "its elements\n",
              dir);
      same = false;
    }
    free(a), free(b), free(c), free(d);
  }
  problem_clear(&then);
  fault_clear(&faults);
  return same;
}

/* A run can resume if it has several windows, the same problem, and a later end. */
bool restart_read(const char *dir, const Model *model, int nnumbers, Restart *restart)
{
  const Problem *problem = &model->problem;

  memset(restart, 0, sizeof *restart);
  if (strlen(dir) >= PATH_LEN) {
    fprintf(stderr, "rigel run: the name after --restart is too long\n");
    return false;
  }
  restart->dir       = dir;
  const int elements = mesh_elements(&problem->time);
  if (scheme_window(problem, elements) == elements)
    fprintf(stderr, "rigel run: found one window for the whole run, expected several with --restart\n");
  else if (problem->output.every == 0)
    fprintf(stderr, "rigel run: found output.every: 0, expected at least 1 with --restart\n");
  else if (!problem_same(dir, problem, restart) || !file_open(dir, nnumbers, restart)) return false;
  else if (restart->checkpoint.element >= elements)
    fprintf(stderr, "rigel run: found time.end: %.9g, expected more than t = %.9g, where %s ends\n", problem->time.end,
            problem->time.start + restart->checkpoint.element * mesh_longest(&problem->time), dir);
  else return true;
  return false;
}

/* The environment of the fuzz targets and the verdict on each command (harness.h). */
#include "harness.h"

#include "base/file.h"
#include "cli/line/command_line.h"
#include "output/folder/checksum.h"
#include "output/manifest.h"
#include "problem/fault.h"
#include "problem_same.h"
#include "run/vocabulary.h"
#include "time/mesh.h"

#include <ftw.h>
#include <glob.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WORDS_MOST = 32, WORD_LEN = 4096, PATHS = 4 };

/* Sizes up to which a problem is solved: one input is to take milliseconds. An optimum takes many solves. */
enum { OPTIMAL_ELEMENTS = 3, OPTIMAL_BODIES = 1 };
enum {
  ELEMENTS_MOST   = 6,
  BODIES_MOST     = 4,
  RECORDS_MOST    = 8,
  DEGREE_MOST     = 4,
  GAUSS_MOST      = 8,
  ITERATIONS_MOST = 40,
  STAGES_MOST     = 2
};

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static char paths[PATHS][FUZZ_PATH]; /* the answers of fuzz_path, in turn */

static struct {
  char folder[FUZZ_PATH / 2];
  int  last; /* of paths, the one that was written last */
  char bad_option[OPTION_LEN];
} fuzz;

void fuzz_require(bool condition, const char *format, ...)
{
  va_list list;

  if (condition) return;
  fputs("FINDING: ", stderr);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  abort();
}

/* --- files */

const char *fuzz_path(const char *name)
{
  fuzz.last = (fuzz.last + 1) % PATHS;
  snprintf(paths[fuzz.last], FUZZ_PATH, "%s/%s", fuzz.folder, name);
  return paths[fuzz.last];
}

void fuzz_save(const char *name, const void *bytes, size_t n)
{
  FILE *stream = fopen(fuzz_path(name), "wb");
  fuzz_require(stream && fwrite(bytes, 1, n, stream) == n && fclose(stream) == 0, "cannot write %s", fuzz_path(name));
}

void fuzz_save_restart(const char *name, const uint8_t *bytes, size_t n)
{
  Checksum sum    = {0};
  FILE    *stream = fopen(fuzz_path(name), "wb");

  if (n > 0) n--; /* the end of the last line */
  while (n > 0 && bytes[n - 1] != '\n') n--;
  checksum_add(bytes, n, &sum);
  fuzz_require(stream && fwrite(bytes, 1, n, stream) == n &&
                 fprintf(stream, "end %" PRIu32 "\n", checksum_value(&sum)) > 0 && fclose(stream) == 0,
               "cannot write %s", fuzz_path(name));
}

void fuzz_seed(const char *name)
{
  const char *seeds = getenv("FUZZ_SEEDS"), *last = strrchr(name, '/');
  char        to[FUZZ_PATH];

  if (!seeds) return;
  snprintf(to, sizeof to, "%s/%s", seeds, last ? last + 1 : name);
  fuzz_require(file_copy(fuzz_path(name), to), "cannot copy %s to %s", fuzz_path(name), to);
}

static int entry_remove(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
  (void)status, (void)kind, (void)walk;
  return remove(path);
}

void fuzz_remove(const char *name)
{
  nftw(fuzz_path(name), entry_remove, 8, FTW_DEPTH | FTW_PHYS);
}

/* --- commands */

/* Whether the text has a number that is not finite: nan or inf as a word of its own. */
static bool not_finite(const char *text)
{
  static const char *const marks[] = {"nan", "inf"};
  for (int m = 0; m < 2; m++)
    for (const char *at = text; (at = strstr(at, marks[m])); at++)
      if ((at == text || strchr(" ,(=-", at[-1])) && (!at[3] || strchr(" ,)\n", at[3]))) return true;
  return false;
}

/* Standard output or error of a command, in memory. */
typedef struct {
  FILE **stream, *before;
  char  *text;
  size_t size;
} Captured;

static void capture_begin(Captured *captured, FILE **stream)
{
  *captured = (Captured){.stream = stream, .before = *stream};
  *stream   = open_memstream(&captured->text, &captured->size);
  fuzz_require(*stream != NULL, "out of memory");
}

static void capture_end(Captured *captured)
{
  fclose(*captured->stream);
  *captured->stream = captured->before;
}

static void verdict(const Command *command, PetscErrorCode ierr, int code, const char *out, const char *err)
{
  fuzz_require(!ierr || fuzz.bad_option[0], "rigel %s: PETSc error %d\n%s", command->name, (int)ierr, err);
  fuzz_require(code == EXIT_DONE || code == EXIT_INPUT || code == EXIT_DIVERGED, "rigel %s: exit code %d\n%s",
               command->name, code, err);
  fuzz_require(code == EXIT_DONE || err[0], "rigel %s: exit code %d without a message", command->name, code);
  fuzz_require(code != EXIT_DONE || !not_finite(out), "rigel %s: exit code 0 with\n%s", command->name, out);
}

int fuzz_command(const Command *command, const char *const words[])
{
  static char    copy[WORDS_MOST][WORD_LEN];
  char          *argv[WORDS_MOST + 1];
  int            argc = 0, code = EXIT_INPUT;
  Captured       out, err;
  CommandLine    line;
  PetscErrorCode ierr = 0;

  for (; words[argc]; argc++) {
    snprintf(copy[argc], WORD_LEN, "%s", words[argc]);
    argv[argc] = copy[argc];
  }
  argv[argc]         = NULL;
  fuzz.bad_option[0] = '\0';
  capture_begin(&out, &stdout);
  capture_begin(&err, &stderr);
  if (command_line_read(command, argc, argv, &line)) ierr = command->run(&line, &code);
  command_line_clear(&line);
  capture_end(&err);
  capture_end(&out);
  if (ierr == 0 && code == EXIT_INTERRUPTED) exit(EXIT_INTERRUPTED);
  verdict(command, ierr, code, out.text, err.text);
  if (getenv("FUZZ_SHOW")) fprintf(stderr, "%s%s: exit code %d\n", out.text, err.text, code);
  free(out.text);
  free(err.text);
  return code;
}

int fuzz_run(const char *const words[])
{
  const char *all[WORDS_MOST + 1] = {"run", "-o", fuzz_path("out")};
  int         n                   = 3;

  while (*words) all[n++] = *words++;
  fuzz_remove("out");
  const int code = fuzz_command(&run_command, all);
  if (code == EXIT_DONE) fuzz_tables_check("out");
  return code;
}

static void table_check(const char *path)
{
  char  *line   = NULL;
  size_t size   = 0;
  FILE  *stream = fopen(path, "r");
  fuzz_require(stream != NULL, "cannot read %s", path);
  for (int row = 0; getline(&line, &size, stream) > 0; row++)
    fuzz_require(row == 0 || !not_finite(line), "exit code 0, and in row %d of %s:\n%s", row, path, line);
  free(line);
  fclose(stream);
}

void fuzz_tables_check(const char *dir)
{
  char   pattern[FUZZ_PATH];
  glob_t found;

  snprintf(pattern, sizeof pattern, "%s/*.csv", fuzz_path(dir));
  if (glob(pattern, 0, NULL, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc; i++) table_check(found.gl_pathv[i]);
  globfree(&found);
}

/* --- problems */

static bool sizes_small(const Problem *p)
{
  const ProblemSolver *s        = &p->solver;
  const int            elements = mesh_elements(&p->time);
  if (p->nterms > 0 && (elements > OPTIMAL_ELEMENTS || p->nbodies > OPTIMAL_BODIES || p->njoints > OPTIMAL_BODIES))
    return false;
  return elements <= ELEMENTS_MOST && p->nbodies <= BODIES_MOST && p->njoints <= RECORDS_MOST &&
         p->nloads <= RECORDS_MOST && p->nmotions <= RECORDS_MOST && p->ncontrols <= RECORDS_MOST &&
         p->nterms <= RECORDS_MOST && p->method.degree <= DEGREE_MOST && p->method.gauss <= GAUSS_MOST &&
         s->max_iterations <= ITERATIONS_MOST && s->homotopy.steps <= STAGES_MOST && s->refine <= STAGES_MOST &&
         !s->petsc[0];
}

/* The words that the program knows. */
static const Vocabulary *all_words(void)
{
  static Names      names;
  static Vocabulary words;

  vocabulary_fill(&names, &words);
  return &words;
}

bool fuzz_small(const char *file)
{
  Problem   problem;
  FaultList faults;

  fault_init(&faults, file);
  bool small = problem_read(file, 0, NULL, all_words(), &problem, &faults) && sizes_small(&problem);
  for (int i = 0; small && i < problem.nterms; i++) small = problem.terms[i].sweeps <= STAGES_MOST;
  problem_clear(&problem);
  fault_clear(&faults);
  return small;
}

/* Finding: what is written for the problem is refused, or another problem. */
static void again(const Problem *problem)
{
  Problem     read;
  FaultList   faults;
  const char *file   = fuzz_path("again.yaml");
  FILE       *stream = fopen(file, "w");

  fuzz_require(stream != NULL, "cannot write %s", file);
  problem_write(problem, stream);
  fclose(stream);
  fault_init(&faults, file);
  const bool good = problem_read(file, 0, NULL, all_words(), &read, &faults);
  fuzz_require(good, "accepted, then refused when written: %s", faults.kept ? faults.text[0] : "without a message");
  fuzz_require(problem_same(problem, &read), "accepted, but another problem when written and read again");
  problem_clear(&read);
  fault_clear(&faults);
}

void fuzz_read(const char *file, int nset, const char *const set[])
{
  Problem   problem;
  FaultList faults;

  fault_init(&faults, file);
  const bool good = problem_read(file, nset, set, all_words(), &problem, &faults);
  fuzz_require(good == (faults.count == 0), "accepted with faults, or refused without one");
  for (int i = 0; i < faults.kept; i++)
    fuzz_require(strlen(faults.text[i]) > strlen(file) + 2, "a fault without a message");
  if (good) again(&problem);
  problem_clear(&problem);
  fault_clear(&faults);
}

/* --- libFuzzer and sanitizers */

const char *__asan_default_options(void);
const char *__lsan_default_options(void);
const char *__ubsan_default_options(void);

/* A request for much more memory than there is fails as it does without sanitizers. */
const char *__asan_default_options(void)
{
  return "detect_leaks=1:allocator_may_return_null=1:max_allocation_size_mb=1024";
}

/* Targets run in the project folder. */
const char *__lsan_default_options(void)
{
  return "suppressions=scripts/lsan.supp:print_suppressions=0:fast_unwind_on_malloc=0";
}

const char *__ubsan_default_options(void)
{
  return "print_stacktrace=1:halt_on_error=1";
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  static const int fatal[]  = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE}; /* MPI catches them, but libFuzzer stores the input */
  static char     *words[]  = {"rigel", "-skip_petscrc", NULL};
  char           **options  = words;
  int              noptions = 2;
  const char      *root     = getenv("TMPDIR");

  (void)argc, (void)argv;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
  snprintf(fuzz.folder, sizeof fuzz.folder, "%s/rigel_fuzz_XXXXXX", root ? root : "/tmp");
  fuzz_require(mkdtemp(fuzz.folder) != NULL, "cannot create %s", fuzz.folder);
  fuzz_require(!PetscPushErrorHandler(command_on_error, fuzz.bad_option), "PETSc does not start");
  fuzz_require(!PetscInitialize(&noptions, &options, NULL, NULL) && !PetscPopSignalHandler(), "PETSc does not start");
  for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) signal(fatal[i], SIG_DFL);
  fuzz_prepare();
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  fuzz_input(bytes, n);
  return 0;
}

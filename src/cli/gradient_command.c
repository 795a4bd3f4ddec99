/* `rigel gradient`: a run, its adjoint for each functional, a table of derivatives. */
#include "cli/arguments.h"
#include "cli/command.h"
#include "gradient/parameter_gradient.h"
#include "gradient/trajectory_run.h"
#include "output/fileset.h"

static const char gradient_help[] =
  "usage: rigel gradient FILE --functional F[,F...] --parameters P[,P...] [-o DIR] [--set key.path=value ...]\n"
  "\n"
  "Solves the problem in FILE (-: the standard input) and writes the derivatives of every functional with respect to every\n"
  "parameter to gradients.csv: exact for the discrete equations by the discrete adjoint (schemes mG, BG, em; optimal\n"
  "control), otherwise by differences of order 6 of whole runs; its column `how` states which.\n"
  "\n"
  "  --functional F        end:COLUMN, the value at the end, or integral:COLUMN, its integral over time; COLUMN as in\n"
  "                        state.csv: end:box.x. cost: the objective's\n"
  "  --parameters P        numbers of the problem, as in --set: bodies.box.mass, bodies.box.inertia[0], gravity[2],\n"
  "                        joints.hinge.at[0], loads.s.stiffness, loads.push.scale.table[3][1], time.end; the start\n"
  "                        state follows them. start.COLUMN is one entry of the start state by itself\n"
  "  -o, --output DIR      where to write; default results/<name>/\n"
  "  --set key.path=value  as for rigel run\n"
  "\n"
  "Exit codes: 0 done, 1 internal error or full disk, 2 bad input, 3 did not converge.\n";

enum { LIST_MOST = 512 };

/* Words between commas, cut in place. */
typedef struct {
  int         n;
  const char *item[LIST_MOST];
} List;

/* False: too many, or an empty one. */
static bool list_split(char *text, List *list)
{
  for (char *comma; text; text = comma ? comma + 1 : NULL) {
    if ((comma = strchr(text, ','))) *comma = '\0';
    if (list->n == LIST_MOST || !*text) return false;
    list->item[list->n++] = text;
  }
  return true;
}

/* Takes --functional and --parameters out of argv; false after a message. */
static bool lists_take(int *argc, char **argv, List *functionals, List *parameters)
{
  int n = 1;

  for (int i = 1; i < *argc; i++) {
    List *list = strcmp(argv[i], "--functional") == 0 ? functionals : NULL;
    if (strcmp(argv[i], "--parameters") == 0) list = parameters;
    if (!list) argv[n++] = argv[i];
    else if (++i == *argc || !list_split(argv[i], list)) {
      fprintf(stderr, "rigel gradient: a list A,B,... of at most %d is missing after %s\n", LIST_MOST, argv[i - 1]);
      return false;
    }
  }
  *argc = n;
  if (functionals->n && parameters->n) return true;
  fprintf(stderr, "rigel gradient: %s is missing (see rigel gradient --help)\n",
          functionals->n ? "--parameters" : "--functional");
  return false;
}

/* The request: names, resolved, and the results. */
typedef struct {
  List             functionals, parameters;
  NamedFunctional *functional; /* [functionals.n] */
  Parameters       parameter;
  double          *value;    /* [functionals.n] */
  double          *gradient; /* [functionals.n][parameters.n] */
} Asked;

/* Resolves all names before anything is solved. */
static PetscErrorCode asked_find(const Model *model, Asked *asked, FaultList *faults)
{
  PetscFunctionBeginUser;
  for (int f = 0; f < asked->functionals.n; f++)
    functional_find(model, asked->functionals.item[f], faults, &asked->functional[f]);
  PetscCall(parameters_create(model, asked->parameters.n, asked->parameters.item, faults, &asked->parameter));
  PetscFunctionReturn(0);
}

/* Values and derivatives of all functionals at the trajectory. */
static PetscErrorCode asked_fill(const Model *model, const Trajectory *trajectory, Asked *asked, FaultList *faults)
{
  const int n = asked->functionals.n;
  Gradient  gradient;
  bool      solved;

  PetscFunctionBeginUser;
  PetscCall(gradient_create(model, trajectory, n, asked->functional, &gradient, &solved));
  for (int f = 0; f < n; f++) asked->value[f] = gradient.value[f];
  if (solved) PetscCall(gradient_parameters(&gradient, &asked->parameter, asked->gradient, faults));
  else fault_add(faults, (Where){0, 0}, "", "found a singular matrix of the run, expected a regular one");
  PetscCall(gradient_destroy(&gradient));
  PetscFunctionReturn(0);
}

static bool asked_write(const char *dir, const char *how, const Asked *asked)
{
  FileSet files;
  FILE   *stream = fileset_open(dir, &files) ? fileset_text(&files, "gradients.csv") : NULL;

  if (stream) fputs("functional,value,parameter,gradient,how\n", stream);
  for (int f = 0; stream && f < asked->functionals.n; f++)
    for (int p = 0; p < asked->parameters.n; p++)
      fprintf(stream, "%s,%.17g,%s,%.17g,%s\n", asked->functionals.item[f], asked->value[f], asked->parameters.item[p],
              asked->gradient[f * asked->parameters.n + p], how);
  if (stream && fileset_commit(&files)) return true;
  fprintf(stderr, "rigel gradient: %s\n", files.error);
  fileset_abort(&files);
  return false;
}

static void asked_print(const char *dir, const char *how, const Asked *asked)
{
  for (int f = 0; f < asked->functionals.n; f++)
    for (int p = 0; p < asked->parameters.n; p++)
      printf("  d %s / d %s = %.15g\n", asked->functionals.item[f], asked->parameters.item[p],
             asked->gradient[f * asked->parameters.n + p]);
  printf("  how      %s\n  written  %s\n", how, dir);
}

/* The run, its gradients, the table; *code is the exit code. */
static PetscErrorCode asked_solve(const Model *model, const char *dir, Asked *asked, FaultList *faults, int *code)
{
  const char *how = gradient_how(model);
  Trajectory  trajectory;
  RunStatus   status;

  PetscFunctionBeginUser;
  PetscCall(model_solve(model, NULL, &trajectory, &status));
  if (run_failed(&status)) {
    fprintf(stderr, "rigel gradient: %s: %s\n", model->problem.file, status.message);
    *code = status.verdict == RUN_REFUSED ? EXIT_INPUT : EXIT_DIVERGED;
  } else {
    PetscCall(asked_fill(model, &trajectory, asked, faults));
    if (faults->count == 0) *code = asked_write(dir, how, asked) ? EXIT_DONE : EXIT_INTERNAL;
  }
  if (*code == EXIT_DONE) asked_print(dir, how, asked);
  trajectory_destroy(&trajectory);
  PetscFunctionReturn(0);
}

static PetscErrorCode model_gradients(const Model *model, const char *dir, Asked *asked, FaultList *faults, int *code)
{
  const int nf = asked->functionals.n, np = asked->parameters.n;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc3(nf, &asked->functional, nf, &asked->value, (size_t)nf * (size_t)np, &asked->gradient));
  PetscCall(asked_find(model, asked, faults));
  if (faults->count == 0) PetscCall(asked_solve(model, dir, asked, faults, code));
  PetscCall(parameters_destroy(&asked->parameter));
  PetscCall(PetscFree3(asked->functional, asked->value, asked->gradient));
  PetscFunctionReturn(0);
}

static PetscErrorCode gradient_run(int argc, char **argv, int *code)
{
  Asked       asked = {0};
  Arguments   arguments;
  FaultList   faults;
  Model       model;
  PetscMPIInt size;
  char        dir[TEXT_LEN + NAME_LEN];

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  if (!lists_take(&argc, argv, &asked.functionals, &asked.parameters) || !arguments_parse(argc, argv, true, &arguments))
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1 || arguments.restart) {
    fprintf(stderr, "rigel gradient: found %s, expected a whole run on one\n",
            size > 1 ? "several ranks" : "--restart");
    PetscFunctionReturn(0);
  }
  fault_init(&faults, arguments.file);
  PetscCall(model_read(arguments.file, arguments.nset, arguments.set, &faults, &model));
  if (model.ready) {
    snprintf(dir, sizeof dir, "results/%s", model.problem.name);
    PetscCall(model_gradients(&model, arguments.output ? arguments.output : dir, &asked, &faults, code));
  }
  fault_print(&faults, stderr);
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

const Command gradient_command = {.name    = "gradient",
                                  .summary = "derivatives of results with respect to numbers of the problem",
                                  .help    = gradient_help,
                                  .run     = gradient_run};

/* `rigel gradient`: a run, its adjoint for each functional, a table of derivatives. */
#include "app/arguments.h"
#include "app/command.h"
#include "app/gradient.h"
#include "io/csv.h"
#include "io/file.h"

#include <stdlib.h>

static const char gradient_help[] =
  "usage: rigel gradient FILE --functional F[,F...] --parameters P[,P...] [-o DIR] [--set key.path=value ...]\n"
  "\n"
  "Solves the problem in FILE (-: the standard input) and writes the derivatives of every functional with respect to every\n"
  "parameter, exact for the discrete equations (discrete adjoint; schemes mG and BG), to gradients.csv.\n"
  "\n"
  "  --functional F        end:COLUMN, the value at the end, or integral:COLUMN, its integral over time; COLUMN as in\n"
  "                        state.csv: end:box.x\n"
  "  --parameters P        numbers of the problem, as in --set: bodies.box.mass, bodies.box.inertia[0], gravity[2],\n"
  "                        joints.hinge.at[0], loads.s.stiffness, loads.push.scale.table[3][1], time.end; the start\n"
  "                        state follows them. start.COLUMN is one entry of the start state by itself\n"
  "  -o, --output DIR      where to write; default results/<name>/\n"
  "  --set key.path=value  as for rigel run\n"
  "\n"
  "Exit codes: 0 done, 1 internal error or full disk, 2 bad input, 3 did not converge.\n";

enum { LIST_MOST = 512, TEXT_MOST = 1 << 28 };

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
  fprintf(stderr, "rigel gradient: %s is missing (rigel gradient --help tells how)\n",
          functionals->n ? "--parameters" : "--functional");
  return false;
}

/* gradient[functional][parameter] and values; false in good after faults. */
static PetscErrorCode gradients_find(const ProblemSource *source, const Model *model, const Trajectory *trajectory,
                                     const List *functionals, const List *parameters, double *value, double *gradient,
                                     FaultList *faults)
{
  const Where nowhere = {0, 0};
  const char *refused = adjoint_refuses(&model->problem, trajectory);

  PetscFunctionBeginUser;
  if (refused[0]) fault_add(faults, nowhere, "", "%s", refused);
  for (int f = 0; !refused[0] && f < functionals->n; f++) {
    NamedFunctional named;
    Adjoint         adjoint;
    bool            solved;
    if (!functional_find(&model->system, functionals->item[f], faults, &named)) continue;
    PetscCall(adjoint_create(&model->problem, &model->system, trajectory, &named.functional, &adjoint, &solved));
    if (!solved) fault_add(faults, nowhere, "", "found a singular matrix of the run, expected a regular one");
    value[f] = adjoint.value;
    if (solved && (f == 0 || faults->count == 0))
      PetscCall(gradient_parameters(source, model, &adjoint, parameters->n, parameters->item,
                                    gradient + f * parameters->n, faults));
    PetscCall(adjoint_destroy(&adjoint));
  }
  PetscFunctionReturn(0);
}

static bool gradients_write(const char *dir, const List *functionals, const List *parameters, const double *value,
                            const double *gradient)
{
  CsvSet files;
  FILE  *stream = csv_set_open(dir, &files) ? csv_text(&files, "gradients.csv") : NULL;

  if (stream) fputs("functional,value,parameter,gradient\n", stream);
  for (int f = 0; stream && f < functionals->n; f++)
    for (int p = 0; p < parameters->n; p++)
      fprintf(stream, "%s,%.17g,%s,%.17g\n", functionals->item[f], value[f], parameters->item[p],
              gradient[f * parameters->n + p]);
  if (stream && csv_set_commit(&files)) return true;
  fprintf(stderr, "rigel gradient: %s\n", files.error);
  csv_set_abort(&files);
  return false;
}

static PetscErrorCode model_gradients(const ProblemSource *source, const Model *model, const char *dir,
                                      const List *functionals, const List *parameters, FaultList *faults, int *code)
{
  Trajectory trajectory;
  RunStatus  status;
  double    *value, *gradient;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(functionals->n, &value, (size_t)(functionals->n * parameters->n), &gradient));
  PetscCall(model_solve(model, NULL, &trajectory, &status));
  if (run_failed(&status)) {
    fprintf(stderr, "rigel gradient: %s: %s\n", model->problem.file, status.message);
    *code = status.verdict == RUN_REFUSED ? EXIT_INPUT : EXIT_DIVERGED;
  } else {
    PetscCall(gradients_find(source, model, &trajectory, functionals, parameters, value, gradient, faults));
    if (faults->count == 0)
      *code = gradients_write(dir, functionals, parameters, value, gradient) ? EXIT_DONE : EXIT_INTERNAL;
  }
  if (*code == EXIT_DONE) {
    for (int f = 0; f < functionals->n; f++)
      for (int p = 0; p < parameters->n; p++)
        printf("  d %s / d %s = %.15g\n", functionals->item[f], parameters->item[p], gradient[f * parameters->n + p]);
    printf("  written  %s\n", dir);
  }
  trajectory_destroy(&trajectory);
  PetscCall(PetscFree2(value, gradient));
  PetscFunctionReturn(0);
}

static PetscErrorCode gradient_run(int argc, char **argv, int *code)
{
  List          functionals = {0}, parameters = {0};
  Arguments     arguments;
  FaultList     faults;
  Model         model;
  PetscMPIInt   size;
  char         *text = NULL, dir[TEXT_LEN + NAME_LEN];
  size_t        length;
  ProblemSource source;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  if (!lists_take(&argc, argv, &functionals, &parameters) || !arguments_parse(argc, argv, true, &arguments))
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1 || arguments.restart) {
    fprintf(stderr, "rigel gradient: found %s, expected a whole run on one\n",
            size > 1 ? "several ranks" : "--restart");
    PetscFunctionReturn(0);
  }
  if (strcmp(arguments.file, "-") == 0) text = file_read("-", TEXT_MOST, &length); /* it is read more than once */
  source = (ProblemSource){.file = arguments.file, .text = text, .nset = arguments.nset, .set = arguments.set};
  fault_init(&faults, arguments.file);
  PetscCall(model_build(&source, &faults, &model));
  if (model.ready) {
    snprintf(dir, sizeof dir, "results/%s", model.problem.name);
    PetscCall(model_gradients(&source, &model, arguments.output ? arguments.output : dir, &functionals, &parameters,
                              &faults, code));
  }
  fault_print(&faults, stderr);
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  free(text);
  PetscFunctionReturn(0);
}

const Command gradient_command = {.name    = "gradient",
                                  .summary = "derivatives of results with respect to numbers of the problem",
                                  .help    = gradient_help,
                                  .run     = gradient_run};

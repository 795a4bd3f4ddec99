/* `rigel gradient`: a run, its adjoint for each functional, a table of derivatives. */
#include "cli/common/progress.h"
#include "cli/common/results.h"
#include "cli/line/command_options.h"
#include "cli/line/hint.h"
#include "cli/program.h"
#include "gradient/parameter_gradient.h"
#include "gradient/trajectory_run.h"
#include "time/mesh.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_FUNCTIONAL = OPTION_OWN, OPTION_PARAMETERS };

static const Option gradient_options[] = {
  {.name    = "--functional",
   .value   = "F[,F...]",
   .missing = "a list A,B,...",
   .help =
     "end:COLUMN, the value at the end, or integral:COLUMN, its integral over time; COLUMN as in state.csv: end:box.x. "
     "cost: the objective's",
   .id = OPTION_FUNCTIONAL},
  {.name    = "--parameters",
   .value   = "P[,P...]",
   .missing = "a list A,B,...",
   .help =
     "numbers of the problem, as in --set: bodies.box.mass, bodies.box.inertia[0], gravity[2], joints.hinge.at[0], "
     "loads.s.stiffness, loads.push.scale.table[3][1], time.end; the start state follows them. start.COLUMN is one entry "
     "of the start state by itself",
   .id = OPTION_PARAMETERS},
  OUTPUT_OPTION("where to write; default results/<name>/"),
  FORCE_OPTION("writes into a folder with results of another problem"),
  SET_OPTION("as for rigel run"),
  {.name = NULL},
};

enum { LIST_MOST = 512 };

/* Words between commas. */
typedef struct {
  int         n;
  const char *item[LIST_MOST];
  char       *copy[LIST_MOST]; /* of the texts that the words are in */
  int         ncopies;
} List;

/* Adds the words of a text; false: too many, or an empty one. */
static bool list_split(const char *value, List *list)
{
  char *text = list->n < LIST_MOST ? strdup(value) : NULL;

  if (!text) return false;
  list->copy[list->ncopies++] = text;
  for (char *comma; text; text = comma ? comma + 1 : NULL) {
    if ((comma = strchr(text, ','))) *comma = '\0';
    if (list->n == LIST_MOST || !*text) return false;
    list->item[list->n++] = text;
  }
  return true;
}

static void list_clear(List *list)
{
  for (int i = 0; i < list->ncopies; i++) free(list->copy[i]);
}

/* Takes --functional and --parameters; false after a message. */
static bool lists_take(const CommandLine *line, List *functionals, List *parameters)
{
  for (int i = 0; i < line->nwords; i++) {
    const Option *option = line->words[i].option;
    List         *list   = option && option->id == OPTION_FUNCTIONAL ? functionals : NULL;
    if (option && option->id == OPTION_PARAMETERS) list = parameters;
    if (!list) continue;
    if (list_split(line->words[i].text, list)) continue;
    message_say(R0803_OPTION_VALUE, "rigel gradient: a list A,B,... of at most %d is missing after %s", LIST_MOST,
                option->name);
    return false;
  }
  if (functionals->n && parameters->n) return true;
  message_say(R0803_OPTION_VALUE, "rigel gradient: %s is missing (see rigel gradient --help)",
              functionals->n ? "--parameters" : "--functional");
  return false;
}

/* The request: names, resolved, and the results. */
typedef struct {
  const CommandLine *line;
  List               functionals, parameters;
  NamedFunctional   *functional; /* [functionals.n] */
  Parameters         parameter;
  double            *value;    /* [functionals.n] */
  double            *gradient; /* [functionals.n][parameters.n] */
  Progress           progress;
} Asked;

/* Observer.sample of the run, Observer.iterated, Gradient.counted: the progress line. */
static bool sample_show(void *context, const Sample *sample)
{
  Progress    *progress = &((Asked *)context)->progress;
  const double fraction = (double)sample->element / sample->elements;

  if (sample->element > 0)
    progress_show(progress, fraction, "run: element %d of %d, %3.0f %%", sample->element, sample->elements,
                  100.0 * fraction);
  return true;
}

static void iteration_show(void *context, const SolveProgress *solve)
{
  progress_iterated(&((Asked *)context)->progress, solve);
}

static void parameter_show(void *context, int done, int all)
{
  progress_show(&((Asked *)context)->progress, (double)done / all, "gradient: parameter %d of %d", done, all);
}

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
  gradient.counted = parameter_show;
  gradient.context = asked;
  progress_begin(&asked->progress);
  if (solved) PetscCall(gradient_parameters(&gradient, &asked->parameter, asked->gradient, faults));
  else
    fault_add(faults, R1007_GRADIENT_SINGULAR, (Where){0, 0}, "",
              "found a singular matrix of the run, expected a regular one");
  progress_end(&asked->progress);
  PetscCall(gradient_destroy(&gradient));
  PetscFunctionReturn(0);
}

/* gradients.csv: one row for each pair of functional and parameter. */
static bool asked_write(FileSet *files, const char *how, const Asked *asked)
{
  FILE *stream = fileset_text(files, "gradients.csv");

  if (stream) fputs("functional,value,parameter,gradient,how\n", stream);
  for (int f = 0; stream && f < asked->functionals.n; f++)
    for (int p = 0; p < asked->parameters.n; p++)
      fprintf(stream, "%s,%.17g,%s,%.17g,%s\n", asked->functionals.item[f], asked->value[f], asked->parameters.item[p],
              asked->gradient[f * asked->parameters.n + p], how);
  if (stream && fileset_commit(files)) return true;
  message_say(files->code, "rigel gradient: %s", files->error);
  return false;
}

/* Members of the answer: one object for each pair. */
static void asked_answer(Answer *answer, const char *dir, const char *how, ResolutionKind kind, const Asked *asked)
{
  static const char *const resolved[] = {[RESOLVED] = "yes", [RESOLVED_COARSELY] = "coarse", [NOT_RESOLVED] = "no"};
  JsonWriter              *json       = &answer->json;

  json_put_text(json, "folder", dir);
  json_put_text(json, "how", how);
  json_put_text(json, "resolved", resolved[kind]);
  json_open(json, "gradients", '[');
  for (int f = 0; f < asked->functionals.n; f++)
    for (int p = 0; p < asked->parameters.n; p++) {
      json_open(json, NULL, '{');
      json_put_text(json, "functional", asked->functionals.item[f]);
      json_put_real(json, "value", asked->value[f]);
      json_put_text(json, "parameter", asked->parameters.item[p]);
      json_put_real(json, "gradient", asked->gradient[f * asked->parameters.n + p]);
      json_close(json);
    }
  json_close(json);
}

static void asked_print(const char *dir, const char *how, const Asked *asked)
{
  for (int f = 0; f < asked->functionals.n; f++)
    for (int p = 0; p < asked->parameters.n; p++)
      printf("  d %s / d %s = %.15g\n", asked->functionals.item[f], asked->parameters.item[p],
             asked->gradient[f * asked->parameters.n + p]);
  printf("  how      %s\n  written  %s\n", how, dir);
}

/* Derivatives of a run that is not resolved are exact, but those of another motion. */
static void asked_warn(const Model *model, const Resolution *resolution)
{
  char text[512];

  resolution_warn(resolution, text, sizeof text);
  if (!text[0]) return;
  printf("  WARNING  %s [%s]\n", text, message_id(R0601_NOT_RESOLVED));
  fflush(stdout);
  message_say(R0601_NOT_RESOLVED, "rigel gradient: %s: %s", model->problem.file, text);
}

/* The run, its gradients, the table; *code is the exit code. */
static PetscErrorCode asked_solve(const Model *model, FileSet *files, Asked *asked, FaultList *faults, int *code)
{
  const char    *how     = gradient_how(model);
  const Observer watcher = {.context = asked, .sample = sample_show, .iterated = iteration_show};
  Trajectory     trajectory;
  RunStatus      status;
  RunJudgement   judgement;

  PetscFunctionBeginUser;
  if (mesh_is_adaptive(&model->problem.time)) {
    message_say(R0242_ACCURACY_CONFLICT,
                "rigel gradient: %s: found elements that follow from an accuracy, expected time.step or time.elements: "
                "gradients need a mesh that does not change",
                model->problem.file);
    PetscFunctionReturn(0);
  }
  progress_begin(&asked->progress);
  PetscCall(model_solve_watched(model, NULL, &watcher, &trajectory, &status, &judgement));
  progress_end(&asked->progress);
  if (run_failed(&status)) {
    message_say(status.code, "rigel gradient: %s: %s", model->problem.file, status.message);
    *code = status.verdict == RUN_REFUSED ? EXIT_INPUT : EXIT_DIVERGED;
  } else {
    PetscCall(asked_fill(model, &trajectory, asked, faults));
    if (faults->count == 0) *code = asked_write(files, how, asked) ? EXIT_DONE : EXIT_INTERNAL;
  }
  if (*code == EXIT_DONE) {
    asked_print(files->dir, how, asked);
    asked_warn(model, &judgement.resolution);
  }
  if (*code == EXIT_DONE)
    hint_print(asked->line, "%s/gradients.csv has all digits, the values and how they were computed", files->dir);
  if (*code == EXIT_DONE && asked->line->answer)
    asked_answer(asked->line->answer, files->dir, how, judgement.resolution.kind, asked);
  trajectory_destroy(&trajectory);
  PetscFunctionReturn(0);
}

/* All names are resolved before anything is solved. */
static PetscErrorCode model_gradients(const Model *model, FileSet *files, Asked *asked, FaultList *faults, int *code)
{
  const int nf = asked->functionals.n, np = asked->parameters.n;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc3(nf, &asked->functional, nf, &asked->value, (size_t)nf * (size_t)np, &asked->gradient));
  PetscCall(asked_find(model, asked, faults));
  if (faults->count == 0) PetscCall(asked_solve(model, files, asked, faults, code));
  PetscCall(parameters_destroy(&asked->parameter));
  PetscCall(PetscFree3(asked->functional, asked->value, asked->gradient));
  PetscFunctionReturn(0);
}

/* The same in the results folder, which is locked meanwhile. */
static PetscErrorCode results_fill(const Model *model, const Arguments *arguments, Asked *asked, FaultList *faults,
                                   int *code)
{
  char    dir[TEXT_LEN + NAME_LEN];
  Results results;

  PetscFunctionBeginUser;
  snprintf(dir, sizeof dir, "results/%s", model->problem.name);
  const ResultsRequest request = {.command = "gradient",
                                  .dir     = arguments->output ? arguments->output : dir,
                                  .file    = arguments->file,
                                  .name    = model->problem.name,
                                  .force   = arguments->force};
  const PetscErrorCode ierr =
    results_open(&request, &results, code) ? model_gradients(model, &results.files, asked, faults, code) : 0;
  fileset_close(&results.files);
  PetscCall(ierr);
  PetscFunctionReturn(0);
}

/* Reads the problem once, solves once, then one adjoint for each functional. */
static PetscErrorCode asked_run(const Arguments *arguments, Asked *asked, int *code)
{
  FaultList faults;
  Model     model;

  PetscFunctionBeginUser;
  fault_init(&faults, arguments->file);
  PetscCall(model_read(arguments->file, arguments->nset, arguments->set, &faults, &model));
  if (model.ready) {
    PetscCall(PetscOptionsInsertString(NULL, model.problem.solver.petsc));
    PetscCall(PetscOptionsInsertString(NULL, arguments->petsc));
    PetscCall(results_fill(&model, arguments, asked, &faults, code));
  }
  fault_print(&faults, stderr);
  if (faults.memory) *code = EXIT_INTERNAL;
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

/* Command.run */
static PetscErrorCode gradient_run(const CommandLine *line, int *code)
{
  Asked       asked = {.line = line};
  Arguments   arguments;
  PetscMPIInt size;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size > 1) message_say(R0811_RANKS_SERIAL, "rigel gradient: found %d MPI ranks, expected one", (int)size);
  else if (lists_take(line, &asked.functionals, &asked.parameters) && arguments_take(line, &arguments))
    PetscCall(asked_run(&arguments, &asked, code));
  list_clear(&asked.functionals);
  list_clear(&asked.parameters);
  PetscFunctionReturn(0);
}

const Command gradient_command = {
  .name    = "gradient",
  .summary = "derivatives of results with respect to numbers of the problem",
  .usage   = "FILE --functional\tF[,F...] --parameters\tP[,P...]",
  .text =
    "Solves the problem in FILE (-: the standard input) and writes the derivatives of every functional with respect to every\n"
    "parameter to gradients.csv: exact for the discrete equations by the discrete adjoint (schemes mG, BG, em; optimal\n"
    "control), otherwise by differences of order 6 of whole runs; its column `how` states which.\n",
  .exits   = "0 done, 1 internal error or full disk, 2 bad input, 3 did not converge",
  .options = gradient_options,
  .operand = {{.kind = OFFER_FILES}},
  .example =
    {{"rigel gradient problems/physical_pendulum.yaml --functional end:bar.y --parameters gravity[2],bodies.bar.density",
      "derivatives of a position at the end"}},
  .files = true,
  .petsc = true,
  .json  = true,
  .run   = gradient_run};

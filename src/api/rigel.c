/* The public interface for models and runs: checks arguments, calls the rooms behind it, translates results. */
#include "api/rigel_model.h"

#include "base/file.h"
#include "run/run.h"

#include <stdlib.h>

enum { INPUT_MOST = 1 << 28 };

typedef struct {
  RigelObserver observer;
  void         *context;
} Caller;

const char *rigel_version(void)
{
  return RIGEL_VERSION;
}

/* Whether rigel_initialize started PETSc: a property of the process, like PETSc itself. */
static bool petsc_is_ours;

/* PETSc exists once in a process. It is started here unless the caller has started it. */
RigelCode rigel_initialize(void)
{
  PetscBool started;

  if (PetscInitialized(&started)) return RIGEL_INTERNAL;
  if (started) return RIGEL_OK;
  petsc_is_ours = !PetscInitializeNoArguments();
  return petsc_is_ours ? RIGEL_OK : RIGEL_INTERNAL;
}

/* Ends PETSc only if rigel_initialize started it. */
RigelCode rigel_finalize(void)
{
  PetscBool started, ended;

  if (PetscInitialized(&started) || PetscFinalized(&ended)) return RIGEL_INTERNAL;
  if (!started || ended || !petsc_is_ours) return RIGEL_OK;
  petsc_is_ours = false;
  return PetscFinalize() ? RIGEL_INTERNAL : RIGEL_OK;
}

void faults_join(const FaultList *faults, char *message, size_t size)
{
  size_t used = 0;

  if (!size) return;
  message[0] = '\0';
  for (int i = 0; i < faults->kept && used < size; i++)
    used += (size_t)snprintf(message + used, size - used, "%s\n", faults->text[i]);
}

/* Builds a model and owns the origin from then on, also after a failure. */
static RigelCode model_from(Origin *origin, RigelModel **model, char *message, size_t size)
{
  RigelModel *fresh = calloc(1, sizeof *fresh);
  RigelCode   code  = RIGEL_OK;
  FaultList   faults;

  *model = NULL;
  if (!fresh) {
    origin_clear(origin);
    return RIGEL_INTERNAL;
  }
  fresh->origin              = *origin;
  const ProblemSource source = origin_source(&fresh->origin);
  fault_init(&faults, origin->file);
  if (model_build(&source, &faults, &fresh->model)) code = RIGEL_INTERNAL;
  else if (!fresh->model.ready) code = RIGEL_INPUT;
  faults_join(&faults, message, size);
  fault_clear(&faults);
  if (code == RIGEL_OK) *model = fresh;
  else rigel_model_destroy(&fresh);
  return code;
}

RigelCode rigel_model_create(const RigelProblem *problem, RigelModel **model, char *message, size_t size)
{
  Origin origin;

  *model = NULL;
  if (origin_copy(&problem->origin, &origin)) return model_from(&origin, model, message, size);
  origin_clear(&origin);
  return RIGEL_INTERNAL;
}

/* The standard input is kept as text, since gradients read the problem again. */
RigelCode rigel_model_read(const char *file, int nset, const char *const set[], RigelModel **model, char *message,
                           size_t size)
{
  Origin origin = {.file = strdup(file)};
  bool   good   = origin.file != NULL;
  size_t length;

  *model = NULL;
  if (strcmp(file, "-") == 0) origin.text = file_read(file, INPUT_MOST, &length);
  for (int i = 0; good && i < nset; i++) good = origin_put(&origin, set[i]);
  if (good) return model_from(&origin, model, message, size);
  origin_clear(&origin);
  return RIGEL_INTERNAL;
}

void rigel_model_destroy(RigelModel **model)
{
  if (!*model) return;
  (void)model_clear(&(*model)->model);
  origin_clear(&(*model)->origin);
  free(*model);
  *model = NULL;
}

int rigel_model_states(const RigelModel *model)
{
  return model->model.system.nz;
}

int rigel_model_multipliers(const RigelModel *model)
{
  return model->model.system.nl;
}

const double *rigel_model_start(const RigelModel *model)
{
  return model->model.z;
}

int rigel_model_inputs(const RigelModel *model)
{
  return model->model.system.ninputs;
}

/* Index of the first input of the control; -1: unknown name. */
int rigel_model_control(const RigelModel *model, const char *name)
{
  const Problem *problem = &model->model.problem;

  for (int c = 0; c < problem->ncontrols; c++)
    if (strcmp(problem->controls[c].name, name) == 0) return model->model.system.input[c];
  return -1;
}

/* Index in z of the first coordinate of the body; -1: unknown name. */
int rigel_model_body(const RigelModel *model, const char *name)
{
  const System *sys = &model->model.system;

  for (int b = 0; b < sys->nbodies; b++)
    if (strcmp(sys->bodies[b].name, name) == 0) return sys->start[b];
  return -1;
}

int rigel_model_column(const RigelModel *model, const char *name)
{
  return state_index(&model->model.system, name);
}

/* H = T + V of the state. */
double rigel_energy(const RigelModel *model, const double *z)
{
  double T, V;

  system_energy(&model->model.system, z, &T, &V);
  return T + V;
}

void rigel_momenta(const RigelModel *model, const double *z, double P[3], double L[3])
{
  system_momenta(&model->model.system, z, P, L);
}

/* Observer.sample: passes time, state and multipliers to the caller's observer. */
static bool caller_sample(void *context, const Sample *sample)
{
  Caller *caller = context;
  return !caller->observer || caller->observer(caller->context, sample->t, sample->z, sample->lambda);
}

/* Translates the status of a run; the codes of refused, diverged and stopped runs differ. */
RigelCode result_fill(const RunStatus *status, RigelResult *result)
{
  RigelResult ignored;

  if (!result) result = &ignored;
  memset(result, 0, sizeof *result);
  result->elements          = status->element;
  result->time              = status->time;
  result->newton_iterations = status->iterations;
  result->optimum           = (RigelOptimum)status->optimum.kind;
  result->cost              = status->optimum.cost;
  memcpy(result->message, status->message, sizeof result->message);
  if (status->verdict == RUN_REFUSED) return RIGEL_INPUT;
  if (status->verdict == RUN_NOT_CONVERGED) return RIGEL_DIVERGED;
  return status->verdict == RUN_STOPPED ? RIGEL_STOPPED : RIGEL_OK;
}

/* Runs the model with the caller's observer, which may stop it. */
RigelCode rigel_run(const RigelModel *model, RigelObserver observer, void *context, RigelResult *result)
{
  const Model   *m      = &model->model;
  Caller         caller = {observer, context};
  const Observer watch  = {.context = &caller, .sample = caller_sample};
  RunStatus      status;

  if (result) memset(result, 0, sizeof *result);
  if (problem_run(&m->problem, &m->system, m->z, m->lambda, &watch, &status)) return RIGEL_INTERNAL;
  return result_fill(&status, result);
}

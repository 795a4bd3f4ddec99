/* The public interface: thin, everything happens in the rooms behind it. */
#include "rigel/rigel.h"

#include "app/model.h"
#include "observer.h"
#include "scheme/scheme.h"

#include <string.h>

struct RigelModel {
  Model model;
};

typedef struct {
  RigelObserver observer;
  void         *context;
} Caller;

const char *rigel_version(void)
{
  return RIGEL_VERSION;
}

RigelCode rigel_initialize(void)
{
  PetscBool started;

  if (PetscInitialized(&started)) return RIGEL_INTERNAL;
  if (started) return RIGEL_OK;
  return PetscInitializeNoArguments() ? RIGEL_INTERNAL : RIGEL_OK;
}

RigelCode rigel_finalize(void)
{
  PetscBool started, ended;

  if (PetscInitialized(&started) || PetscFinalized(&ended)) return RIGEL_INTERNAL;
  if (!started || ended) return RIGEL_OK;
  return PetscFinalize() ? RIGEL_INTERNAL : RIGEL_OK;
}

/* All fault texts, one per line, as far as they fit. */
static void faults_join(const FaultList *faults, char *message, size_t size)
{
  size_t used = 0;

  if (!size) return;
  message[0] = '\0';
  for (int i = 0; i < faults->kept && used < size; i++)
    used += (size_t)snprintf(message + used, size - used, "%s\n", faults->text[i]);
}

RigelCode rigel_model_read(const char *file, int nset, const char *const set[], RigelModel **model, char *message,
                           size_t size)
{
  FaultList   faults;
  RigelModel *fresh;
  RigelCode   code = RIGEL_OK;

  *model = NULL;
  if (PetscCalloc1(1, &fresh)) return RIGEL_INTERNAL;
  fault_init(&faults, file);
  if (model_read(file, nset, set, &faults, &fresh->model)) code = RIGEL_INTERNAL;
  else if (!fresh->model.ready) code = RIGEL_INPUT;
  faults_join(&faults, message, size);
  fault_clear(&faults);
  if (code == RIGEL_OK) *model = fresh;
  else rigel_model_destroy(&fresh);
  return code;
}

void rigel_model_destroy(RigelModel **model)
{
  if (!*model) return;
  (void)model_clear(&(*model)->model);
  (void)PetscFree(*model);
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

int rigel_model_body(const RigelModel *model, const char *name)
{
  const System *sys = &model->model.system;

  for (int b = 0; b < sys->nbodies; b++)
    if (strcmp(sys->bodies[b].name, name) == 0) return sys->start[b];
  return -1;
}

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

static bool caller_sample(void *context, const Sample *sample)
{
  Caller *caller = context;
  return !caller->observer || caller->observer(caller->context, sample->t, sample->z, sample->lambda);
}

RigelCode rigel_run(const RigelModel *model, RigelObserver observer, void *context, RigelResult *result)
{
  const Model     *m      = &model->model;
  const SchemeOps *scheme = scheme_find(m->problem.method.scheme);
  Caller           caller = {observer, context};
  const Observer   watch  = {.context = &caller, .sample = caller_sample};
  RunStatus        status;

  RigelResult ignored;

  if (!result) result = &ignored;
  memset(result, 0, sizeof *result);
  if (scheme->run(&m->problem, &m->system, m->z, m->lambda, &watch, &status)) return RIGEL_INTERNAL;
  result->elements          = status.element;
  result->time              = status.time;
  result->newton_iterations = status.iterations;
  memcpy(result->message, status.message, sizeof result->message);
  if (status.verdict == RUN_NOT_CONVERGED) return RIGEL_DIVERGED;
  return status.verdict == RUN_STOPPED ? RIGEL_STOPPED : RIGEL_OK;
}

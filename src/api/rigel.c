/* The public interface for models and runs: checks arguments, calls the rooms behind it, translates results.
 *
 * The contracts of all public functions are stated in include/rigel/rigel.h. */
#include "api/rigel_model.h"

#include "base/file.h"
#include "run/option_scope.h"
#include "run/petsc_start.h"
#include "run/run.h"
#include "run/watch.h"

#include <stdlib.h>

enum { INPUT_MOST = 1 << 28, MESSAGE_MOST = 4096 };

typedef struct {
  RigelObserver observer;
  void         *context;
  RunWatch      watch;
} Caller;

const char *rigel_version(void)
{
  return RIGEL_VERSION;
}

/* Whether rigel_initialize started PETSc: a property of the process, like PETSc itself. */
static bool petsc_is_ours;

/* Signals stay the host's, and threads other than the one that starts MPI may call, one at a time. */
static RigelCode petsc_begin(void)
{
  PETSC_MPI_THREAD_REQUIRED = MPI_THREAD_SERIALIZED;
  if (PetscOptionsSetValue(NULL, "-no_signal_handler", "true") || petsc_start(0, NULL)) return RIGEL_INTERNAL;
  petsc_is_ours = true;
  return RIGEL_OK;
}

/* PETSc exists once in a process. It is started here unless the caller has started it. */
RigelCode rigel_initialize(void)
{
  PetscBool started;
  int       ended;
  Call      call;

  if (!call_begin(&call, __func__, 0, NULL, NULL)) return RIGEL_INTERNAL;
  if (PetscInitialized(&started) || MPI_Finalized(&ended)) return call_end(&call, RIGEL_INTERNAL);
  if (ended)
    return call_end(&call, failure_report(R0909_LIBRARY_STATE, __func__,
                                          "found that MPI has ended, expected one start of MPI per process"));
  return call_end(&call, started ? RIGEL_OK : petsc_begin());
}

/* Ends PETSc if rigel_initialize started it and MPI still runs. */
static RigelCode petsc_end(void)
{
  PetscBool started, stopped;
  int       ended;

  if (PetscInitialized(&started) || PetscFinalized(&stopped) || MPI_Finalized(&ended)) return RIGEL_INTERNAL;
  if (!started || stopped || !petsc_is_ours) return RIGEL_OK;
  petsc_is_ours = false;
  if (ended)
    return failure_report(R0909_LIBRARY_STATE, "rigel_finalize",
                          "found that MPI has ended, expected rigel_finalize before MPI_Finalize");
  return PetscFinalize() ? RIGEL_INTERNAL : RIGEL_OK;
}

/* Ends PETSc only if rigel_initialize started it. */
RigelCode rigel_finalize(void)
{
  Call call;

  if (call_current())
    return failure_report(R0903_HANDLE_IN_USE, __func__,
                          "found a call under way, expected none: not inside a callback");
  if (!call_begin(&call, __func__, 0, NULL, NULL)) return RIGEL_INTERNAL;
  return call_end(&call, petsc_end());
}

/* One fault per line; cut at `size`. */
static void faults_join(const FaultList *faults, char *message, size_t size)
{
  size_t used = 0;

  message[0] = '\0';
  for (int i = 0; i < faults->kept && used < size; i++)
    used += (size_t)snprintf(message + used, size - used, "%s\n", faults->text[i]);
}

void faults_tell(const FaultList *faults, char *message, size_t size)
{
  char text[MESSAGE_MOST];

  if (message && size) faults_join(faults, message, size);
  faults_join(faults, text, sizeof text);
  if (faults->count) failure_keep(fault_first(faults), text);
}

static void model_free(void *handle)
{
  RigelModel *model = handle;

  (void)model_clear(&model->model);
  origin_clear(&model->origin);
  free(model);
}

/* Builds a model and owns the origin from then on, also after a failure. */
static RigelCode model_from(Origin *origin, RigelModel **model, char *message, size_t size)
{
  RigelModel *fresh = calloc(1, sizeof *fresh);
  RigelCode   code  = RIGEL_OK;
  FaultList   faults;

  if (!fresh) {
    origin_clear(origin);
    return RIGEL_INTERNAL;
  }
  fresh->origin              = *origin;
  const ProblemSource source = origin_source(&fresh->origin);
  fault_init(&faults, origin->file);
  if (model_build(&source, &faults, &fresh->model)) code = RIGEL_INTERNAL;
  else if (!fresh->model.ready) code = faults.memory ? RIGEL_INTERNAL : RIGEL_INPUT;
  else if (!handle_add(HANDLE_MODEL, fresh, NULL)) code = RIGEL_INTERNAL;
  if (faults.count && call_current()->callback[0])
    fault_add(&faults, R0911_CALLBACK_FINITE, (Where){0}, "", "%s", call_current()->callback);
  faults_tell(&faults, message, size);
  fault_clear(&faults);
  origin_states(&fresh->origin, fresh->model.system.nz);
  if (code == RIGEL_OK) *model = fresh;
  else model_free(fresh);
  return code;
}

/* The end of a call that has a message of its own. */
static RigelCode call_told(Call *call, RigelCode code, char *message, size_t size)
{
  if (call_end(call, code) == RIGEL_INTERNAL) failure_copy(message, size);
  return code;
}

RigelCode rigel_model_create(const RigelProblem *problem, RigelModel **model, char *message, size_t size)
{
  Origin origin;
  Call   call;

  if (!argument_given(__func__, "model", model)) return failure_copy(message, size);
  *model = NULL;
  if (!call_begin(&call, __func__, NEEDS_PETSC | NEEDS_PROBLEM, problem, NULL)) return failure_copy(message, size);
  if (origin_copy(&problem->origin, &origin))
    return call_told(&call, model_from(&origin, model, message, size), message, size);
  origin_clear(&origin);
  return call_told(&call, RIGEL_INTERNAL, message, size);
}

/* The standard input can be read only once, so its text belongs to the origin. */
static RigelCode model_from_file(const char *file, int nset, const char *const set[], RigelModel **model, char *message,
                                 size_t size)
{
  Origin origin = {.file = strdup(file)};
  bool   good   = origin.file != NULL;
  size_t length;

  if (strcmp(file, "-") == 0) origin.text = file_read(file, INPUT_MOST, &length);
  for (int i = 0; good && i < nset; i++) good = origin_put(&origin, set[i]);
  if (good) return model_from(&origin, model, message, size);
  origin_clear(&origin);
  return RIGEL_INTERNAL;
}

RigelCode rigel_model_read(const char *file, int nset, const char *const set[], RigelModel **model, char *message,
                           size_t size)
{
  Call call;

  if (!argument_given(__func__, "model", model)) return failure_copy(message, size);
  *model = NULL;
  if (!argument_name(__func__, "file", file, 0) || !argument_texts(__func__, "set", nset, set))
    return failure_copy(message, size);
  if (!call_begin(&call, __func__, NEEDS_PETSC, NULL, NULL)) return failure_copy(message, size);
  return call_told(&call, model_from_file(file, nset, set, model, message, size), message, size);
}

void rigel_model_destroy(RigelModel **model)
{
  if (model && *model && call_destroy(__func__, HANDLE_MODEL, *model, model_free)) *model = NULL;
}

int rigel_model_states(const RigelModel *model)
{
  if (!argument_model(__func__, model)) return -1;
  return model->model.system.nz;
}

int rigel_model_multipliers(const RigelModel *model)
{
  if (!argument_model(__func__, model)) return -1;
  return model->model.system.nl;
}

const double *rigel_model_start(const RigelModel *model)
{
  if (!argument_model(__func__, model)) return NULL;
  return model->model.z;
}

int rigel_model_inputs(const RigelModel *model)
{
  if (!argument_model(__func__, model)) return -1;
  return model->model.system.ninputs;
}

/* Index of the first input of the control; -1: unknown name. */
int rigel_model_control(const RigelModel *model, const char *name)
{
  if (!argument_model(__func__, model) || !argument_name(__func__, "name", name, 0)) return -1;
  const Problem *problem = &model->model.problem;
  for (int c = 0; c < problem->ncontrols; c++)
    if (strcmp(problem->controls[c].name, name) == 0) return model->model.system.input[c];
  failure_report(R0910_NAME_ABSENT, __func__, "found no control %s, expected one of the problem", name);
  return -1;
}

/* Index in z of the first coordinate of the body; -1: unknown name. */
int rigel_model_body(const RigelModel *model, const char *name)
{
  if (!argument_model(__func__, model) || !argument_name(__func__, "name", name, 0)) return -1;
  const System *sys = &model->model.system;
  for (int b = 0; b < sys->nbodies; b++)
    if (strcmp(sys->bodies[b].name, name) == 0) return sys->start[b];
  failure_report(R0910_NAME_ABSENT, __func__, "found no body %s, expected one of the problem", name);
  return -1;
}

int rigel_model_column(const RigelModel *model, const char *name)
{
  if (!argument_model(__func__, model) || !argument_name(__func__, "name", name, 0)) return -1;
  const int column = state_index(&model->model.system, name);
  if (column < 0)
    failure_report(R0910_NAME_ABSENT, __func__, "found no column %s, expected one of state.csv, BODY.x", name);
  return column;
}

/* H = T + V of the state. */
double rigel_energy(const RigelModel *model, const double *z)
{
  double T, V;

  if (!argument_model(__func__, model) || !argument_given(__func__, "z", z)) return NAN;
  system_energy(&model->model.system, z, NULL, &T, &V);
  return T + V;
}

/* P = sum p and L = sum phi x p + spin, about the origin; NAN after a misuse. */
void rigel_momenta(const RigelModel *model, const double *z, double P[3], double L[3])
{
  for (int i = 0; i < 3; i++) {
    if (P) P[i] = NAN;
    if (L) L[i] = NAN;
  }
  if (!argument_model(__func__, model) || !argument_given(__func__, "z", z)) return;
  if (!argument_given(__func__, "P", P) || !argument_given(__func__, "L", L)) return;
  system_momenta(&model->model.system, z, P, L);
}

/* Observer.sample: passes time, state and multipliers to the caller's observer. */
static bool caller_sample(void *context, const Sample *sample)
{
  Caller    *caller = context;
  const bool sound  = run_watch_sample(&caller->watch, sample);

  if (!caller->observer) return sound;
  const locale_t inside = call_leave();
  const bool     more   = caller->observer(caller->context, sample->t, sample->z, sample->lambda);
  call_return(inside);
  return more && sound;
}

/* Observer.again: the caller's observer sees the start once more. */
static bool caller_again(void *context)
{
  return run_watch_again(&((Caller *)context)->watch);
}

/* The measures of a run, for the caller. */
static void judgement_copy(const RunJudgement *judgement, RigelResult *result)
{
  const Resolution *r = &judgement->resolution;

  result->resolved     = (RigelResolution)r->kind;
  result->turn         = r->turn.value;
  result->defect       = r->defect.value;
  result->phase        = r->phase;
  result->mu           = judgement->mu;
  result->step         = r->step;
  result->drift_energy = judgement->drift_H;
}

/* Error bars of a run that estimates them; NAN and zeros otherwise. */
static void accuracy_copy(const RunStatus *status, RigelResult *result)
{
  const RunAccuracy *a = &status->accuracy;

  result->error_bar = a->measured ? a->bar : NAN;
  result->reached   = a->measured && a->reached;
  result->until     = a->measured ? a->until : NAN;
  result->shortest  = a->shortest;
  result->longest   = a->longest;
  result->rejected  = a->rejected;
  result->passes    = a->passes;
}

/* Translates the status of a run; the codes of refused, diverged and stopped runs differ. */
RigelCode result_fill(const RunStatus *status, const RunJudgement *judgement, RigelResult *result)
{
  const char *callback = call_current()->callback;
  RigelResult ignored;

  if (!result) result = &ignored;
  memset(result, 0, sizeof *result);
  result->elements          = status->element;
  result->time              = status->time;
  result->newton_iterations = status->iterations;
  result->optimum           = (RigelOptimum)status->optimum.kind;
  result->cost              = status->optimum.cost;
  judgement_copy(judgement, result);
  accuracy_copy(status, result);
  MessageCode code = status->code;
  memcpy(result->message, status->message, sizeof result->message);
  const bool worthless = result->optimum != RIGEL_OPTIMUM_NONE && !isfinite(result->cost);
  if (status->verdict == RUN_DONE && !worthless) return RIGEL_OK;
  if ((worthless || status->verdict == RUN_NOT_CONVERGED) && callback[0]) {
    code = R0911_CALLBACK_FINITE;
    snprintf(result->message, sizeof result->message, "%s; the run ended at t = %g: %.*s", callback, status->time,
             (int)strcspn(status->message, "("), status->message); /* its advice does not help here */
  } else if (worthless) {
    code = R0525_COST_FINITE;
    snprintf(result->message, sizeof result->message, "found a cost of %g, expected a finite number", result->cost);
  }
  if (status->verdict == RUN_STOPPED) failure_report(R0915_OBSERVER_STOPPED, NULL, "the observer ended the run");
  else {
    message_mark(code, result->message, sizeof result->message);
    snprintf(result->message_code, sizeof result->message_code, "%s", message_id(code));
    failure_keep(code, result->message);
  }
  if (status->verdict == RUN_REFUSED) return RIGEL_INPUT;
  return status->verdict == RUN_STOPPED ? RIGEL_STOPPED : RIGEL_DIVERGED;
}

RigelCode result_refuse(RigelResult *result)
{
  if (result) *result = (RigelResult){0};
  if (result) {
    snprintf(result->message, sizeof result->message, "%s", rigel_error_message());
    snprintf(result->message_code, sizeof result->message_code, "%s", rigel_error_message_code());
  }
  return RIGEL_INPUT;
}

RigelCode result_error(Call *call, RigelResult *result)
{
  call_end(call, RIGEL_INTERNAL);
  result_refuse(result);
  return RIGEL_INTERNAL;
}

/* Runs the model with the watch and the caller's observer, and judges it on all ranks. */
static PetscErrorCode caller_run(Caller *caller, const Model *model, RunStatus *status, RunJudgement *judgement)
{
  const Observer observer = {.context = caller, .sample = caller_sample, .again = caller_again};
  OptionScope    options;

  PetscFunctionBeginUser;
  PetscCheck(run_watch_create(&model->problem, &model->system, &caller->watch), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  PetscCall(option_scope_enter(model->problem.solver.petsc, &options));
  const PetscErrorCode error = problem_run(&model->problem, &model->system, model->z, model->lambda, &observer, status);
  if (!error) run_watch_judge(&caller->watch, status, judgement);
  PetscCall(option_scope_leave(&options));
  PetscCall(error);
  PetscCall(run_judgement_share(status, judgement));
  PetscFunctionReturn(0);
}

/* Runs the model with the caller's observer, which may stop it. */
RigelCode rigel_run(const RigelModel *model, RigelObserver observer, void *context, RigelResult *result)
{
  Caller       caller = {.observer = observer, .context = context};
  RunStatus    status;
  RunJudgement judgement;
  Call         call;

  if (!call_begin(&call, __func__, NEEDS_MODEL, model, NULL)) return result_refuse(result);
  if (result) memset(result, 0, sizeof *result);
  const PetscErrorCode error = caller_run(&caller, &model->model, &status, &judgement);
  run_watch_destroy(&caller.watch);
  if (error) return result_error(&call, result);
  return call_end(&call, result_fill(&status, &judgement, result));
}

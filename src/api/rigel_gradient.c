/* Gradients of a functional of a trajectory: in parameters of the problem, in the start state, in the factor of a load. */
#include "api/rigel_model.h"

/* The request: derivatives in parameters, in the start, or in the factor of a load; NULL: not wanted. */
typedef struct {
  int                n;
  const char *const *parameters; /* [n] */
  const char        *load;
  double            *value, *gradient, *start, *times;
} Wanted;

/* dF/df at the Gauss points for a force or torque with the name wanted->load. */
static PetscErrorCode wanted_load(const Gradient *gradient, const Wanted *wanted, FaultList *faults)
{
  const Where   nowhere = {0, 0};
  const Model  *m       = gradient->model;
  const System *sys     = &m->system;
  int           load    = 0;

  PetscFunctionBeginUser;
  while (load < sys->nloads && strcmp(sys->loads[load].name, wanted->load) != 0) load++;
  if (load == sys->nloads || (sys->loads[load].ops != &force_ops && sys->loads[load].ops != &torque_ops))
    fault_add(faults, R1008_GRADIENT_LOAD, nowhere, wanted->load,
              "found no such load, expected the name of a force or torque");
  else if (!gradient->ops || !gradient->ops->load)
    fault_add(faults, R1009_GRADIENT_SCHEME, nowhere, wanted->load,
              "found a run without rows of its own, expected mG, BG or em");
  else if (m->problem.method.scheme->galerkin == GALERKIN_BUBNOV &&
           (m->problem.boundary.given || m->problem.method.multipliers == MULTIPLIERS_CONTINUOUS))
    fault_add(faults, R1009_GRADIENT_SCHEME, nowhere, wanted->load,
              "found BG with boundary values or continuous multipliers, expected discontinuous ones, or mG");
  else PetscCall(gradient->ops->load(gradient->adjoints[0], &m->problem, sys, load, wanted->times, wanted->gradient));
  PetscFunctionReturn(0);
}

static PetscErrorCode wanted_fill(const Gradient *gradient, Parameters *parameters, const Wanted *wanted,
                                  FaultList *faults)
{
  PetscFunctionBeginUser;
  if (wanted->value) *wanted->value = gradient->value[0];
  if (wanted->start) PetscCall(gradient_start(gradient, wanted->start, faults));
  if (wanted->load) PetscCall(wanted_load(gradient, wanted, faults));
  else if (wanted->gradient) PetscCall(gradient_parameters(gradient, parameters, wanted->gradient, faults));
  PetscFunctionReturn(0);
}

/* Resolves the parameters, creates the adjoint and fills the values that are wanted. */
static PetscErrorCode gradient_fill(const RigelModel *model, const Trajectory *tr, const NamedFunctional *named,
                                    const Wanted *wanted, FaultList *faults)
{
  const Where nowhere  = {0, 0};
  const char *rejected = trajectory_rejects(&model->model, tr);
  Parameters  parameters;
  Gradient    gradient;
  bool        solved;

  PetscFunctionBeginUser;
  if (rejected[0]) fault_add(faults, R0912_TRAJECTORY_PART, nowhere, "", "%s", rejected);
  PetscCall(
    parameters_create(&model->model, wanted->gradient ? wanted->n : 0, wanted->parameters, faults, &parameters));
  const bool only_value = !wanted->gradient && !wanted->start && !named->cost;
  if (faults->count == 0 && only_value && wanted->value)
    PetscCall(trajectory_value(&model->model, tr, &named->functional, wanted->value));
  if (faults->count == 0 && !only_value) {
    PetscCall(gradient_create(&model->model, tr, 1, named, &gradient, &solved));
    if (solved) PetscCall(wanted_fill(&gradient, &parameters, wanted, faults));
    else
      fault_add(faults, R1007_GRADIENT_SINGULAR, nowhere, "", "found a singular matrix, expected a solved trajectory");
    PetscCall(gradient_destroy(&gradient));
  }
  PetscCall(parameters_destroy(&parameters));
  PetscFunctionReturn(0);
}

/* Resolves the functional, by name or by the functions of the caller. */
static RigelCode gradient_find(const RigelModel *model, const Trajectory *tr, const RigelFunctional *functional,
                               const Wanted *wanted, char *message, size_t size)
{
  Callback        callback = {.context = functional->context,
                              .end     = functional->end,
                              .running = functional->running,
                              .n       = model->model.system.nz,
                              .name    = "functional"};
  NamedFunctional named    = {.functional = callback_cost(&callback)};
  FaultList       faults;
  RigelCode       code = RIGEL_OK;

  fault_init(&faults, model->origin.file);
  if (functional->name) functional_find(&model->model, functional->name, &faults, &named);
  if (gradient_fill(model, tr, &named, wanted, &faults)) code = RIGEL_INTERNAL;
  if (call_current()->callback[0])
    fault_add(&faults, R0911_CALLBACK_FINITE, (Where){0, 0}, "", "%s", call_current()->callback);
  if (faults.count && code == RIGEL_OK) code = RIGEL_INPUT;
  faults_tell(&faults, message, size);
  fault_clear(&faults);
  return code;
}

/* The call of each function below: checks, computation, message. */
static RigelCode gradient_call(const char *function, const RigelModel *model, const RigelTrajectory *trajectory,
                               const RigelFunctional *functional, const Wanted *wanted, char *message, size_t size)
{
  Call call;

  if (!argument_functional(function, functional)) return failure_copy(message, size);
  if (!call_begin(&call, function, NEEDS_RUN, model, trajectory)) return failure_copy(message, size);
  if (!trajectory_finite(function, &trajectory->trajectory)) return call_end(&call, failure_copy(message, size));
  const RigelCode code = gradient_find(model, &trajectory->trajectory, functional, wanted, message, size);
  if (call_end(&call, code) == RIGEL_INTERNAL) failure_copy(message, size);
  return code;
}

const char *rigel_gradient_how(const RigelModel *model)
{
  return argument_model(__func__, model) ? gradient_how(&model->model) : NULL;
}

RigelCode rigel_gradient(const RigelModel *model, const RigelTrajectory *trajectory, const RigelFunctional *functional,
                         int n, const char *const parameters[], double *value, double *gradient, double *start,
                         char *message, size_t size)
{
  const Wanted wanted = {.n = n, .parameters = parameters, .value = value, .gradient = gradient, .start = start};

  if (!argument_texts(__func__, "parameters", n, parameters)) return failure_copy(message, size);
  return gradient_call(__func__, model, trajectory, functional, &wanted, message, size);
}

RigelCode rigel_gradient_load(const RigelModel *model, const RigelTrajectory *trajectory,
                              const RigelFunctional *functional, const char *load, double *value, double *times,
                              double *gradient, char *message, size_t size)
{
  const Wanted wanted = {.load = load, .value = value, .times = times, .gradient = gradient};

  if (!argument_name(__func__, "load", load, 0) || !argument_given(__func__, "times", times) ||
      !argument_given(__func__, "gradient", gradient))
    return failure_copy(message, size);
  return gradient_call(__func__, model, trajectory, functional, &wanted, message, size);
}

int rigel_model_gauss(const RigelModel *model)
{
  if (!argument_model(__func__, model)) return -1;
  return scheme_gauss(&model->model.problem, &model->model.system);
}

/* Whole runs whose trajectory is stored, from the model's start or from another one. */
#include "gradient/trajectory_run.h"

#include "base/vec.h"
#include "run/option_scope.h"
#include "start/initial.h"
#include "time/mesh.h"

/* A run under way: what is stored, what is judged, who looks on. */
typedef struct {
  Trajectory     *trajectory;
  RunWatch        watch;
  const Observer *watcher; /* NULL: none */
} Recording;

/* Observer.sample: stores the sample, unless the watch ends the run. */
static bool recording_sample(void *context, const Sample *sample)
{
  Recording *recording = context;
  return trajectory_sample(recording->trajectory, sample) && run_watch_sample(&recording->watch, sample) &&
         (!recording->watcher || recording->watcher->sample(recording->watcher->context, sample));
}

/* Observer.again: the trajectory is filled once more from its start. */
static bool recording_again(void *context)
{
  Recording *recording = context;
  return run_watch_again(&recording->watch);
}

/* Observer.iterated */
static void recording_iterated(void *context, const SolveProgress *progress)
{
  const Observer *watcher = ((const Recording *)context)->watcher;
  if (watcher && watcher->iterated) watcher->iterated(watcher->context, progress);
}

/* Observer.stop */
static bool recording_stop(void *context)
{
  const Observer *watcher = ((const Recording *)context)->watcher;
  return watcher && watcher->stop && watcher->stop(watcher->context);
}

PetscErrorCode model_solve(const Model *model, const double *z0, Trajectory *trajectory, RunStatus *status,
                           RunJudgement *judgement)
{
  PetscFunctionBeginUser;
  PetscCall(model_solve_watched(model, z0, NULL, trajectory, status, judgement));
  PetscFunctionReturn(0);
}

/* From another start z0 the multipliers are computed anew; where that fails the old ones are a guess. */
PetscErrorCode model_solve_watched(const Model *model, const double *z0, const Observer *watcher,
                                   Trajectory *trajectory, RunStatus *status, RunJudgement *judgement)
{
  Recording      recording = {.trajectory = trajectory, .watcher = watcher};
  const Observer observer  = {.context  = &recording,
                              .sample   = recording_sample,
                              .stop     = recording_stop,
                              .again    = recording_again,
                              .iterated = recording_iterated};
  double        *lambda;
  bool           solved = true;
  RunJudgement   ignored;
  OptionScope    options;

  PetscFunctionBeginUser;
  PetscCheck(run_watch_create(&model->problem, &model->system, &recording.watch), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  PetscCheck(trajectory_create(&model->problem, &model->system, trajectory), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  PetscCall(PetscMalloc1(model->system.nl + 1, &lambda));
  vec_copy(model->system.nl, model->lambda, lambda);
  if (z0) PetscCall(initial_multipliers(&model->system, model->problem.time.start, z0, lambda, &solved));
  if (!solved) vec_copy(model->system.nl, model->lambda, lambda);
  PetscCall(option_scope_enter(model->problem.solver.petsc, &options));
  const PetscErrorCode error = problem_solve(&model->problem, &model->system, z0 ? z0 : model->z, lambda, &observer,
                                             &trajectory->solution, status);
  if (!error) run_watch_judge(&recording.watch, status, judgement ? judgement : &ignored);
  PetscCall(option_scope_leave(&options));
  run_watch_destroy(&recording.watch);
  PetscCall(error);
  PetscCall(PetscFree(lambda));
  PetscFunctionReturn(0);
}

/* Schemes without time elements have straight lines between element ends, which two Gauss points integrate. */
PetscErrorCode trajectory_value(const Model *model, const Trajectory *tr, const Functional *functional, double *value)
{
  const Problem *problem = &model->problem;
  const bool     own     = problem->method.scheme->adjoint != ADJOINT_NONE;
  const int      s       = own ? scheme_gauss(problem, &model->system) : 2;
  TimeElement    element;

  PetscFunctionBeginUser;
  PetscCheck(time_element_create_mg(tr->k, s, problem->method.nodes == NODES_LOBATTO, &element), PETSC_COMM_SELF,
             PETSC_ERR_MEM, "out of memory");
  PetscCall(functional_value(functional, tr, &element, NULL, NULL, value));
  time_element_destroy(&element);
  PetscFunctionReturn(0);
}

const char *trajectory_rejects(const Model *model, const Trajectory *tr)
{
  if (mesh_is_adaptive(&model->problem.time))
    return "found elements that follow from method.accuracy, expected time.step or time.elements: gradients need a mesh that does not change";
  return tr->elements < mesh_elements(&model->problem.time) ? "found a run that did not reach its end" : "";
}

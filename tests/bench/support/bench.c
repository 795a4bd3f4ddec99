#include "bench.h"

#include "base/vec.h"
#include "cli/record/recorder.h"
#include "models.h"
#include "start/initial.h"

#include <stdlib.h>

const Repeat bench_repeat = {3, 0.04};

/* Sees the start and the end of a run. */
typedef struct {
  const Observer *inner;
  int             nz;
  Timing         *timing;
  double          begin;
} Watch;

static bool watch_sample(void *context, const Sample *sample)
{
  Watch       *watch  = context;
  Timing      *timing = watch->timing;
  const double start  = clock_seconds();
  const bool   go_on  = !watch->inner || watch->inner->sample(watch->inner->context, sample);
  const double now    = clock_seconds();

  if (sample->element == 0) watch->begin = now;
  else timing->watching += now - start;
  if (sample->element == sample->elements) {
    timing->seconds = now - watch->begin;
    vec_copy(watch->nz, sample->z, timing->z);
  }
  return go_on;
}

void bench_repeat_print(void)
{
  printf("Fastest of at least %d runs over %.2f s, in %d passes over each table; output and set-up excluded.\n",
         BENCH_PASSES * bench_repeat.least, BENCH_PASSES * bench_repeat.seconds, BENCH_PASSES);
}

PetscErrorCode bench_start(int *argc, char ***argv)
{
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  setenv("OMPI_MCA_pml", "ob1", 0);
  setenv("OMPI_MCA_btl", "self", 0);
  setvbuf(stdout, NULL, _IOLBF, 0);
  return PetscInitialize(argc, argv, NULL, NULL);
}

static PetscErrorCode faults_end(FaultList *faults)
{
  PetscFunctionBeginUser;
  fault_print(faults, stderr);
  PetscCheck(faults->count == 0, PETSC_COMM_SELF, PETSC_ERR_USER, "the problem has faults");
  fault_clear(faults);
  PetscFunctionReturn(0);
}

PetscErrorCode bench_read(const char *file, Model *model)
{
  FaultList faults;

  PetscFunctionBeginUser;
  fault_init(&faults, file);
  PetscCall(model_read(file, 0, NULL, &faults, model));
  PetscCall(faults_end(&faults));
  PetscFunctionReturn(0);
}

PetscErrorCode bench_chain(int n, Model *model)
{
  const ModelVariant quaternion = {.formulation = "quaternion", .rigid = true};
  FaultList          faults;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(model, sizeof *model));
  fault_init(&faults, "chain");
  model_chain(&quaternion, n, true, &model->problem);
  model->problem.initial = INITIAL_PROJECT;
  system_create(&model->problem, &faults, &model->system);
  PetscCall(faults_end(&faults));
  PetscCall(PetscCalloc2(model->system.nz, &model->z, model->system.nl + 1, &model->lambda));
  PetscCall(initial_create(&model->problem, &model->system, &faults, model->z, model->lambda));
  PetscCall(faults_end(&faults));
  PetscFunctionReturn(0);
}

void bench_set(Model *model, int k, int s, int n)
{
  model->problem.method.degree = k;
  model->problem.method.gauss  = s;
  if (n == 0) return;
  model->problem.time.step     = NAN;
  model->problem.time.elements = n;
}

PetscErrorCode bench_run(const Model *model, const Observer *inner, Timing *timing)
{
  Watch            watch    = {.inner = inner, .nz = model->system.nz, .timing = timing};
  const Observer   observer = {.context = &watch, .sample = watch_sample};
  const SchemeOps *scheme   = scheme_of(&model->problem);

  PetscFunctionBeginUser;
  PetscCheck(model->system.nz <= BENCH_NZ, PETSC_COMM_SELF, PETSC_ERR_USER, "enlarge BENCH_NZ");
  timing->seconds  = INFINITY;
  timing->watching = 0.0;
  PetscCall(scheme->run(&model->problem, &model->system, model->z, model->lambda, &observer, &timing->status));
  timing->seconds -= timing->status.seconds_setup;
  PetscFunctionReturn(0);
}

PetscErrorCode bench_best(const Model *model, const Repeat *repeat, Timing *best)
{
  const double start = clock_seconds();
  Timing       now;

  PetscFunctionBeginUser;
  for (int i = 0; i < repeat->least || clock_seconds() - start < repeat->seconds; i++) {
    PetscCall(bench_run(model, NULL, &now));
    if (now.seconds < best->seconds) *best = now;
  }
  PetscFunctionReturn(0);
}

double bench_state_error(const Model *model, const double *z)
{
  ReferenceError error;
  char           text[256];

  if (!reference_measure(&model->problem, &model->system, reference_time(&model->problem), z, &error, text,
                         sizeof text))
    return INFINITY;
  return error.e_loc;
}

double bench_error(const Model *model, const Timing *timing)
{
  return timing->status.verdict == RUN_DONE ? bench_state_error(model, timing->z) : INFINITY;
}

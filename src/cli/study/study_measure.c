/* One run of a study, measured without files by an observer. */
#include "cli/study/study.h"

#include "base/vec.h"
#include "cli/common/clock.h"
#include "cli/common/interrupt.h"
#include "cli/record/recorder.h"
#include "run/run.h"
#include "run/watch.h"
#include "time/mesh.h"

#include <string.h>

typedef struct {
  const Study    *study;
  const StudyRun *run;
  const Model    *model;
  StudyRow       *row;
  double         *poses;  /* of a reference run; NULL: a row is measured */
  bool            finest; /* of two reference runs, the one with which rows are compared */
  RunWatch        watch;
  int             most_elements; /* 0: all */
  double          seconds, cpu;  /* of measuring */
} Watch;

/* Whether a computed reference belongs to this sample: at the end, or in the middle between boundary values. */
static bool reference_holds(const Watch *watch, const Sample *sample)
{
  const ProblemTime *time = &watch->model->problem.time;
  const double       t    = watch->study->boundary ? 0.5 * (time->start + time->end) : time->end;

  return fabs(sample->t - t) <= 1e-9 * sample->h;
}

/* Errors of the sample against the reference of the study or of the file. */
static void error_take(Watch *watch, const Sample *sample)
{
  const Model   *model = watch->model;
  ReferenceError error;
  char           text[256];

  if (watch->run->reference >= 0) {
    if (!reference_holds(watch, sample)) return;
    reference_compare(&model->system, watch->study->references[watch->run->reference].poses[0], sample->z, &error);
  } else {
    if (!reference_has_state(&model->problem) || fabs(sample->t - reference_time(&model->problem)) > 1e-9 * sample->h)
      return;
    if (!reference_measure(&model->problem, &model->system, sample->t, sample->z, &error, text, sizeof text)) return;
  }
  watch->row->value[COLUMN_E_LOC]    = error.e_loc;
  watch->row->value[COLUMN_ROTATION] = error.rotation;
  watch->row->value[COLUMN_POSITION] = error.position;
}

/* Position and orientation of the reference body at the time of the reference. */
static void values_take(Watch *watch, const Sample *sample)
{
  const Problem *problem = &watch->model->problem;
  const System  *sys     = &watch->model->system;
  const Body    *body    = &sys->bodies[problem->reference.body];
  Kinematics     state;

  if (fabs(sample->t - reference_time(problem)) > 1e-9 * sample->h) return;
  body->ops->kinematics(body, sample->z + sys->start[problem->reference.body], &state);
  vec_copy(3, state.position, watch->row->value + COLUMN_X);
  if (body->nq > 3) vec_copy(4, state.q, watch->row->value + COLUMN_Q0);
}

/* The largest drifts of the run, as in the report of `rigel run`. */
static void drift_take(Watch *watch)
{
  const Drift *d     = &watch->watch.drift;
  double      *value = watch->row->value;

  value[COLUMN_DRIFT_H]    = d->H;
  value[COLUMN_H_RELATIVE] = drift_relative(d->H, d->scale_H);
  value[COLUMN_L_RELATIVE] = drift_angular(d);
  value[COLUMN_P_RELATIVE] = drift_linear(d);
  vec_copy(3, d->L, value + COLUMN_L1);
  vec_copy(3, d->P, value + COLUMN_P1);
  value[COLUMN_PHI]        = d->phi;
  value[COLUMN_PSI]        = d->psi;
  value[COLUMN_PHI_SCALED] = d->phi_scaled;
  value[COLUMN_PSI_SCALED] = d->psi_scaled;
}

/* Position, quaternion and scale of every body, as the state of a reference. */
static void poses_take(Watch *watch, const Sample *sample)
{
  const System *sys = &watch->model->system;

  for (int b = 0; b < sys->nbodies; b++) {
    Kinematics motion;
    double    *pose = watch->poses + POSE * b;
    sys->bodies[b].ops->kinematics(&sys->bodies[b], sample->z + sys->start[b], &motion);
    vec_copy(3, motion.position, pose);
    vec_copy(4, motion.q, pose + 3);
    pose[7] = motion.scale;
  }
}

/* Observer.sample: errors, drifts, and condition numbers of the last solve; false: the energy is wrong, or enough was seen. */
static bool watch_sample(void *context, const Sample *sample)
{
  Watch           *watch = context;
  const StudyKind *kind  = watch->study->kind;
  const double     start = clock_seconds(), cpu = cpu_seconds();
  const bool       sound = run_watch_sample(&watch->watch, sample);

  if (watch->poses) {
    if (reference_holds(watch, sample)) poses_take(watch, sample);
  } else if (kind->errors) error_take(watch, sample);
  else if (kind->values) values_take(watch, sample);
  if (sample->element > 0 && sample->solved) {
    watch->row->value[COLUMN_CONDITION]       = sample->record.condition;
    watch->row->value[COLUMN_CONDITION_PAPER] = sample->record.condition_paper;
    watch->row->value[COLUMN_CONDITION_WEAK]  = sample->record.condition_weak;
    watch->row->value[COLUMN_CONDITION_1]     = sample->record.condition_1;
  }
  watch->seconds += clock_seconds() - start;
  watch->cpu += cpu_seconds() - cpu;
  return !interrupted(NULL) && sound && !(watch->most_elements && sample->element >= watch->most_elements);
}

/* Observer.again */
static bool watch_again(void *context)
{
  return run_watch_again(&((Watch *)context)->watch);
}

/* What the run is worth. A row that is not resolved has a message; a reference that is not resolved is none. */
static void judgement_take(Watch *watch, RunStatus *status)
{
  static const RowVerdict failed[] = {
    [RUN_NOT_CONVERGED] = ROW_NOT_CONVERGED, [RUN_CONTRADICTED] = ROW_WRONG, [RUN_REFUSED] = ROW_REFUSED};
  StudyRow    *row = watch->row;
  RunJudgement judgement;

  run_watch_judge(&watch->watch, status, &judgement);
  resolution_warn(&judgement.resolution, row->message, ROW_TEXT);
  if (row->message[0]) message_mark(R0601_NOT_RESOLVED, row->message, ROW_TEXT);
  if (watch->finest && row->message[0]) row->verdict = ROW_NOT_CONVERGED;
  if (!run_failed(status)) return;
  row->verdict = failed[status->verdict];
  snprintf(row->message, ROW_TEXT, "%.*s", ROW_TEXT - 1, status->message);
  message_mark(status->code, row->message, ROW_TEXT);
}

/* Cost and verdict of the run. */
static void status_take(Watch *watch, RunStatus *status, double seconds, double cpu)
{
  const StudyKind *kind = watch->study->kind;
  StudyRow        *row  = watch->row;

  row->value[COLUMN_UNKNOWNS]    = status->unknowns;
  row->value[COLUMN_ITERATIONS]  = (double)status->iterations;
  row->value[COLUMN_CORRECTIONS] = (double)status->corrections;
  row->value[COLUMN_SECONDS]     = seconds - watch->seconds;
  row->value[COLUMN_CPU]         = cpu - watch->cpu;
  if (status->accuracy.measured) {
    row->value[COLUMN_ELEMENTS] = status->element;
    row->value[COLUMN_H]        = status->accuracy.longest;
  }
  if (status->optimum.kind != OPTIMUM_NONE) row->value[COLUMN_COST] = status->optimum.cost;
  row->verdict = ROW_DONE;
  judgement_take(watch, status);
  if (interrupted(NULL)) row->verdict = ROW_INTERRUPTED;
  else if (watch->poses && isnan(watch->poses[0]) && row->verdict == ROW_DONE) {
    row->verdict = ROW_REFUSED;
    snprintf(row->message, ROW_TEXT, "no element ends in the middle, expected an even number of elements");
    message_mark(R1112_ROW_MIDDLE, row->message, ROW_TEXT);
  } else if (kind->errors && !watch->poses && isnan(row->value[COLUMN_E_LOC]) && !row->message[0]) {
    snprintf(row->message, ROW_TEXT, "no error: the time of the reference is not an element end");
    message_mark(R1113_ROW_REFERENCE, row->message, ROW_TEXT);
  }
  if (kind->first == COLUMN_H_RELATIVE) drift_take(watch);
}

/* Runs the scheme with the observer. Time-stepping runs of a study of condition numbers stop after a few elements. */
static PetscErrorCode model_watch(Watch *watch)
{
  const Model     *model    = watch->model;
  const StudyKind *kind     = watch->study->kind;
  const Observer   observer = {.context = watch, .sample = watch_sample, .stop = interrupted, .again = watch_again};
  RunStatus        status;

  PetscFunctionBeginUser;
  if (watch->poses) watch->poses[0] = NAN;
  if (scheme_window(&model->problem, mesh_elements(&model->problem.time)) == 1 && !watch->poses)
    watch->most_elements = kind->most_elements;
  PetscCheck(run_watch_create(&model->problem, &model->system, &watch->watch), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  const double start = clock_seconds(), cpu = cpu_seconds();
  PetscCall(problem_run_fitting(&model->problem, &model->system, model->z, model->lambda, &observer, &status));
  status_take(watch, &status, clock_seconds() - start, cpu_seconds() - cpu);
  run_watch_destroy(&watch->watch);
  PetscFunctionReturn(0);
}

/* Reads the problem with the assignments of the run, in the child process, and runs it. */
PetscErrorCode study_measure(const Study *study, const StudyRun *run, const char *method, StudyRow *row, double *poses)
{
  Assignments set;
  FaultList   faults;
  Model       model;
  Watch       watch = {.study  = study,
                       .run    = run,
                       .model  = &model,
                       .row    = row,
                       .poses  = poses,
                       .finest = method == study->reference_method[0]};

  PetscFunctionBeginUser;
  fault_init(&faults, study->file);
  PetscCheck(assignments_create(study, run, method, &set), PETSC_COMM_SELF, PETSC_ERR_MEM, "too many assignments");
  PetscCall(model_read(study->file, set.n, set.list, &faults, &model));
  PetscCheck(!faults.memory, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  if (model.ready) {
    PetscCall(PetscOptionsInsertString(NULL, model.problem.solver.petsc));
    PetscCall(PetscOptionsInsertString(NULL, study->petsc));
    PetscCall(PetscOptionsInsertString(NULL, study->petsc_private));
    PetscCall(model_watch(&watch));
  } else {
    row->verdict = ROW_REFUSED;
    snprintf(row->message, ROW_TEXT, "%s", faults.kept ? faults.text[0] : "refused");
  }
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  assignments_clear(&set);
  PetscFunctionReturn(0);
}

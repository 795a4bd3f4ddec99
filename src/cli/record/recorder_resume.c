/* The numbers that a recorder passes from an interrupted run to the one that resumes it, through restart.dat. */
#include "base/vec.h"
#include "cli/common/clock.h"
#include "cli/record/recorder.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One pass over these numbers: counts them, copies them into an array, or copies them back. */
typedef struct {
  enum { PASS_COUNT, PASS_SAVE, PASS_LOAD } action;
  double *numbers; /* PASS_SAVE, PASS_LOAD */
  int     count;
} Pass;

/* Counts, saves or loads n numbers; one list of fields serves all three. */
static void pass_over(Pass *pass, int n, double *values)
{
  if (pass->action == PASS_SAVE) vec_copy(n, values, pass->numbers + pass->count);
  if (pass->action == PASS_LOAD) vec_copy(n, pass->numbers + pass->count, values);
  pass->count += n;
}

/* Start values, scales and largest changes of the drifts. */
static void drift_pass(Pass *pass, Drift *d)
{
  pass_over(pass, 1, &d->H0);
  pass_over(pass, 3, d->P0);
  pass_over(pass, 3, d->L0);
  pass_over(pass, 1, &d->scale_H);
  pass_over(pass, 1, &d->scale_P);
  pass_over(pass, 1, &d->scale_L);
  pass_over(pass, 1, &d->most_H);
  pass_over(pass, 1, &d->most_P);
  pass_over(pass, 1, &d->most_L);
  pass_over(pass, 1, &d->H);
  pass_over(pass, 3, d->P);
  pass_over(pass, 3, d->L);
  pass_over(pass, 1, &d->L_axis);
  pass_over(pass, 1, &d->phi);
  pass_over(pass, 1, &d->psi);
  pass_over(pass, 1, &d->phi_scaled);
  pass_over(pass, 1, &d->psi_scaled);
  pass_over(pass, 1, &d->phi_start);
  pass_over(pass, 1, &d->psi_start);
}

/* Measures of the resolution of each body. */
static void resolution_pass(Pass *pass, ResolutionMeter *meter)
{
  pass_over(pass, 1, &meter->longest);
  pass_over(pass, 1, &meter->fastest);
  for (int b = 0; b < meter->system->nbodies; b++) {
    BodyResolution  none    = {0};
    BodyResolution *body    = meter->bodies ? &meter->bodies[b] : &none; /* none: numbers are only counted */
    Peak *const     peaks[] = {&body->turn, &body->angle, &body->slip};
    pass_over(pass, 1, &body->speed);
    for (int i = 0; i < 3; i++) {
      pass_over(pass, 1, &peaks[i]->value);
      pass_over(pass, 1, &peaks[i]->time);
    }
  }
}

/* Passes over all numbers in the order of restart.dat. */
static void recorder_pass(Pass *pass, Recorder *r)
{
  pass_over(pass, TABLES, r->rows);
  pass_over(pass, 1, &r->watch.meter.now.H);
  pass_over(pass, 1, &r->watch.largest.gamma);
  pass_over(pass, 1, &r->watch.largest.mu);
  pass_over(pass, 1, &r->watch.largest.mu_scaled);
  pass_over(pass, 1, &r->condition_max);
  pass_over(pass, 1, &r->condition_paper_max);
  pass_over(pass, 1, &r->condition_weak_max);
  pass_over(pass, 1, &r->condition_1_max);
  pass_over(pass, 1, &r->condition_bound);
  pass_over(pass, 1, &r->error.time);
  pass_over(pass, 1, &r->error.e_loc);
  pass_over(pass, 1, &r->error.rotation);
  pass_over(pass, 1, &r->error.position);
  drift_pass(pass, &r->watch.drift);
  pass_over(pass, 1, &r->watch.meter.now.W_ext);
  pass_over(pass, 1, &r->watch.meter.now.W_diss);
  pass_over(pass, 2, r->watch.drift.imposed);
  pass_over(pass, 2, r->watch.drift.dropped);
  resolution_pass(pass, &r->watch.resolution);
}

int recorder_resume_size(const System *system)
{
  Recorder blank = {.watch.resolution.system = system};
  Pass     pass  = {.action = PASS_COUNT};

  recorder_pass(&pass, &blank);
  return pass.count + system->nz;
}

/* The state follows the numbers: the reactions of the next element need it. */
void recorder_mark(Recorder *recorder, int element, const double *z)
{
  Pass pass = {.action = PASS_SAVE, .numbers = recorder->resume};

  recorder_pass(&pass, recorder);
  vec_copy(recorder->model->system.nz, z, recorder->resume + pass.count);
  recorder->resume_element = element;
}

/* Errors against another reference are not valid any more and become NAN. */
void recorder_resume(Recorder *recorder, const Restart *restart)
{
  Pass pass = {.action = PASS_LOAD, .numbers = restart->numbers};

  recorder_pass(&pass, recorder);
  const double *z               = restart->numbers + pass.count;
  recorder->watch.drift.started = true;
  recorder->first_element       = restart->checkpoint.element;
  resolution_resume(&recorder->watch.resolution, z);
  if (!restart->same_reference) recorder->error.time = NAN;
  if (recorder->reactions.z) vec_copy(recorder->model->system.nz, z, recorder->reactions.z_last);
  recorder_mark(recorder, recorder->first_element, z);
}

/* --- files to resume from */

/* The text of a restart file; NULL: out of memory. */
static char *restart_text(const Recorder *recorder, bool unfinished, const Checkpoint *checkpoint)
{
  return restart_print(recorder->model, recorder->origin, recorder->files, unfinished,
                       recorder_resume_size(&recorder->model->system), recorder->resume, checkpoint);
}

/* The checkpoint of the scheme and the numbers of the recorder must belong to the same element. */
static bool is_resumable(const Recorder *recorder, const Checkpoint *checkpoint)
{
  return recorder->nwriters > 0 && checkpoint->element > 0 && checkpoint->element == recorder->resume_element;
}

bool recorder_write_restart(Recorder *recorder, const Checkpoint *checkpoint)
{
  FILE *stream;

  if (!is_resumable(recorder, checkpoint)) return true;
  char *text = restart_text(recorder, false, checkpoint);
  errno      = ENOMEM;
  if (!text) return fileset_fail(recorder->files, R0001_OUT_OF_MEMORY, "cannot write to", recorder->files->dir);
  if ((stream = fileset_text(recorder->files, "restart.dat"))) fputs(text, stream);
  free(text);
  recorder->restart_written = stream != NULL;
  return recorder->restart_written;
}

/* A checkpoint that takes long, as that of a large table on a slow disk, is written less often: it costs at most 1 / SHARE of the
 * time. */
bool recorder_due(void *context)
{
  enum { SHARE = 20 };
  const Recorder *recorder = context;
  const double    wanted   = recorder->model->problem.output.checkpoint;

  if (wanted == 0.0 || recorder->nwriters == 0 || recorder->files->failed) return false;
  return clock_seconds() - recorder->stored >= fmax(wanted, SHARE * recorder->storing);
}

void recorder_keep(void *context, const Checkpoint *checkpoint)
{
  Recorder    *recorder = context;
  const double start    = clock_seconds();
  bool         good     = true;
  char        *text     = NULL;

  if (!recorder_due(recorder) || !is_resumable(recorder, checkpoint)) return;
  for (int i = 0; i < recorder->nwriters; i++)
    if (recorder->writers[i].ops->flush) good = recorder->writers[i].ops->flush(recorder->writers[i].self) && good;
  if (good && fileset_store(recorder->files)) {
    text  = restart_text(recorder, true, checkpoint);
    errno = ENOMEM;
    if (text) fileset_keep(recorder->files, text);
    else fileset_fail(recorder->files, R0001_OUT_OF_MEMORY, "cannot write to", recorder->files->dir);
  }
  free(text);
  recorder->stored  = clock_seconds();
  recorder->storing = recorder->stored - start;
  recorder->seconds_output += recorder->storing;
}

/* The numbers that a recorder passes from an interrupted run to the one that resumes it, through restart.dat. */
#include "base/vec.h"
#include "cli/run/recorder.h"

#include <string.h>

/* One pass over these numbers: counts them, copies them into an array, or copies them back. */
typedef struct {
  enum { PASS_COUNT, PASS_SAVE, PASS_LOAD } action;
  double *numbers; /* PASS_SAVE, PASS_LOAD */
  int     count;
} Pass;

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
  pass_over(pass, 1, &d->H);
  pass_over(pass, 3, d->P);
  pass_over(pass, 3, d->L);
  pass_over(pass, 1, &d->L_axis);
  pass_over(pass, 1, &d->phi);
  pass_over(pass, 1, &d->psi);
  pass_over(pass, 1, &d->phi_scaled);
  pass_over(pass, 1, &d->psi_scaled);
}

/* Passes over all numbers in the order of restart.dat. */
static void recorder_pass(Pass *pass, Recorder *r)
{
  pass_over(pass, TABLES, r->rows);
  pass_over(pass, 1, &r->H_last);
  pass_over(pass, 1, &r->gamma_max);
  pass_over(pass, 1, &r->mu_max);
  pass_over(pass, 1, &r->condition_max);
  pass_over(pass, 1, &r->condition_paper_max);
  pass_over(pass, 1, &r->condition_1_max);
  pass_over(pass, 1, &r->condition_bound);
  pass_over(pass, 1, &r->error.time);
  pass_over(pass, 1, &r->error.e_loc);
  pass_over(pass, 1, &r->error.rotation);
  pass_over(pass, 1, &r->error.position);
  drift_pass(pass, &r->drift);
  pass_over(pass, 1, &r->meter.now.W_ext);
  pass_over(pass, 1, &r->meter.now.W_diss);
  pass_over(pass, 2, r->drift.dropped);
}

int recorder_resume_size(const System *system)
{
  Recorder blank = {0};
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
  const double *z         = restart->numbers + pass.count;
  recorder->drift.started = true;
  recorder->first_element = restart->checkpoint.element;
  if (!restart->same_reference) recorder->error.time = NAN;
  if (recorder->reactions.z) vec_copy(recorder->model->system.nz, z, recorder->reactions.z_last);
  recorder_mark(recorder, recorder->first_element, z);
}

/* The checkpoint of the scheme and the numbers of the recorder must belong to the same element. */
bool recorder_write_restart(Recorder *recorder, const Checkpoint *checkpoint)
{
  FILE *stream;

  if (recorder->nwriters == 0 || checkpoint->element == 0 || checkpoint->element != recorder->resume_element)
    return true;
  if (!(stream = fileset_text(&recorder->files, "restart.dat"))) return false;
  restart_write(recorder_resume_size(&recorder->model->system), recorder->resume, checkpoint, stream);
  recorder->restart_written = true;
  return true;
}

/* The observer of `rigel run`: measures each sample and passes its rows to the writers. */
#include "cli/record/recorder.h"

#include "base/vec.h"
#include "cli/common/clock.h"
#include "cli/common/interrupt.h"
#include "output/manifest.h"
#include "time/mesh.h"

#include <errno.h>
#include <stdlib.h>

/* --- create and destroy */

/* The effective problem as text; the caller frees it. */
static char *problem_text(const Problem *problem)
{
  char  *text   = NULL;
  size_t size   = 0;
  FILE  *stream = open_memstream(&text, &size);

  if (!stream) return NULL;
  problem_write(problem, stream);
  return fclose(stream) == 0 ? text : NULL;
}

/* Reports a failed allocation as the failure of the set of files; returns false. */
static bool out_of_memory(Recorder *recorder)
{
  errno = ENOMEM;
  return fileset_fail(recorder->files, R0001_OUT_OF_MEMORY, "cannot write to", recorder->files->dir);
}

/* Opens a writer for each format. */
static bool writers_open(Recorder *recorder, const Restart *restart)
{
  const Problem *problem = &recorder->model->problem;
  char          *text    = problem_text(problem);
  Earlier        earlier = {
           .dir = restart->dir, .element = recorder->first_element, .nfiles = restart->nfiles, .files = restart->files};
  bool good = text != NULL;

  memcpy(earlier.rows, recorder->rows, sizeof earlier.rows);
  const WriterSetup setup = {.problem  = problem,
                             .text     = text,
                             .elements = mesh_is_adaptive(&problem->time) ? 0 : mesh_elements(&problem->time),
                             .tables   = recorder->tables,
                             .earlier  = restart->dir ? &earlier : NULL};
  for (int i = 0; good && writer_list[i]; i++) {
    if (!(problem->output.formats >> i & 1u)) continue;
    Writer *writer = &recorder->writers[recorder->nwriters];
    writer->ops    = writer_list[i];
    writer->self   = writer->ops->open(&setup, recorder->files);
    good           = writer->self != NULL;
    if (good) recorder->nwriters++;
    recorder->wants_poses = recorder->wants_poses || writer->ops->poses;
  }
  free(text);
  return good || out_of_memory(recorder);
}

/* Allocates what the samples of this model need; false: out of memory. */
static bool buffers_create(const Model *model, Recorder *recorder)
{
  const System *sys    = &model->system;
  const size_t  bodies = (size_t)sys->nbodies;

  if (!tables_create(&model->problem, sys, model->problem.solver.condition, recorder->tables)) return false;
  recorder->row        = calloc((size_t)tables_width(recorder->tables), sizeof(double));
  recorder->poses      = calloc(bodies, sizeof(Pose));
  recorder->last_z     = calloc((size_t)sys->nz, sizeof(double));
  recorder->last_error = calloc((size_t)sys->nz, sizeof(double));
  recorder->resume     = calloc((size_t)recorder_resume_size(sys), sizeof(double));
  if (!recorder->row || !recorder->poses || !recorder->resume || !recorder->last_z || !recorder->last_error)
    return false;
  if (model->problem.boundary.given) {
    recorder->angle  = calloc(bodies, sizeof(double));
    recorder->q_last = calloc(4 * bodies, sizeof(double));
    if (!recorder->angle || !recorder->q_last) return false;
  }
  return run_watch_create(&model->problem, sys, &recorder->watch) &&
         (!table_is_written(&model->problem, sys, TABLE_REACTIONS) || reactions_create(sys, &recorder->reactions));
}

bool recorder_create(const Model *model, const char *origin, const Restart *restart, FileSet *files, Recorder *recorder)
{
  const double condition = model->problem.solver.condition ? 0.0 : NAN;

  memset(recorder, 0, sizeof *recorder);
  recorder->model         = model;
  recorder->files         = files;
  recorder->origin        = origin;
  recorder->condition_max = recorder->condition_paper_max = recorder->condition_weak_max = condition;
  recorder->condition_1_max                                                              = condition;
  recorder->stored                                                                       = clock_seconds();
  recorder->one_solve =
    model->problem.nterms > 0 ||
    (!mesh_is_adaptive(&model->problem.time) &&
     scheme_window(&model->problem, mesh_elements(&model->problem.time)) >= mesh_elements(&model->problem.time));
  recorder->error.time = NAN;
  progress_begin(&recorder->progress);
  if (!buffers_create(model, recorder)) return out_of_memory(recorder);
  if (restart->dir) recorder_resume(recorder, restart);
  return model->problem.output.every == 0 || writers_open(recorder, restart);
}

void recorder_destroy(Recorder *recorder)
{
  for (int i = 0; i < recorder->nwriters; i++) recorder->writers[i].ops->destroy(recorder->writers[i].self);
  tables_destroy(recorder->tables);
  run_watch_destroy(&recorder->watch);
  free(recorder->resume);
  free(recorder->row);
  reactions_destroy(&recorder->reactions);
  free(recorder->poses);
  free(recorder->last_z);
  free(recorder->last_error);
  free(recorder->angle);
  free(recorder->q_last);
  memset(recorder, 0, sizeof *recorder);
}

bool recorder_again(void *context)
{
  Recorder     *recorder = context;
  const Model  *model    = recorder->model;
  FileSet      *files    = recorder->files;
  const char   *origin   = recorder->origin;
  const double  seconds  = recorder->seconds_output;
  const Restart none     = {0};

  recorder_end(recorder);
  recorder_destroy(recorder);
  fileset_restart(files);
  const bool good          = recorder_create(model, origin, &none, files, recorder);
  recorder->seconds_output = seconds;
  return good;
}

/* --- measures */

/* Compares the state at the time of the reference with it, once. */
static void error_measure(Recorder *recorder, const Sample *sample)
{
  const Problem *problem = &recorder->model->problem;

  if (!reference_has_state(problem) || !isnan(recorder->error.time)) return;
  if (fabs(sample->t - reference_time(problem)) > 1e-9 * sample->h) return;
  if (!reference_measure(problem, &recorder->model->system, sample->t, sample->z, &recorder->error,
                         recorder->error_text, sizeof recorder->error_text))
    recorder->error.time = NAN;
}

/* Adds the angle 2 acos |q_last . q| that each body turned through in the element. The sum distinguishes solutions of a
 * boundary value problem that differ by whole turns. */
static void angle_measure(Recorder *recorder, const Sample *sample)
{
  const System *sys = &recorder->model->system;

  for (int b = 0; recorder->angle && b < sys->nbodies; b++) {
    double    *last = recorder->q_last + 4 * b;
    Kinematics body;
    sys->bodies[b].ops->kinematics(&sys->bodies[b], sample->z + sys->start[b], &body);
    const double dot = fmin(1.0, fabs(vec_dot(4, last, body.q)));
    if (sample->element > 0) recorder->angle[b] += 2.0 * acos(dot);
    vec_copy(4, body.q, last);
  }
}

/* Keeps the state and its error, for the bars of the last one. */
static void bar_measure(Recorder *recorder, const Sample *sample)
{
  const int nz = recorder->model->system.nz;

  recorder->has_error = sample->error != NULL;
  if (!sample->error) return;
  vec_copy(nz, sample->z, recorder->last_z);
  vec_copy(nz, sample->error, recorder->last_error);
}

/* Keeps the largest condition numbers of all solves. */
static void condition_measure(const SolveRecord *record, Recorder *recorder)
{
  if (isnan(record->condition)) return;
  recorder->condition_max       = fmax(recorder->condition_max, record->condition);
  recorder->condition_paper_max = fmax(recorder->condition_paper_max, record->condition_paper);
  recorder->condition_weak_max  = fmax(recorder->condition_weak_max, record->condition_weak);
  recorder->condition_1_max     = fmax(recorder->condition_1_max, record->condition_1);
  recorder->condition_bound     = fmax(recorder->condition_bound, record->condition_bound);
}

/* --- progress on a terminal */

/* Time and element of the last sample. */
static void sample_show(Recorder *recorder, const Sample *sample)
{
  const int first = recorder->first_element;

  if (sample->element == 0) return;
  const double fraction = (double)(sample->element - first) / (sample->elements - first);
  progress_show(&recorder->progress, fraction, "t = %-12.6g element %d of %d, %3.0f %%", sample->t, sample->element,
                sample->elements, 100.0 * fraction);
}

/* Several windows are counted by their elements. */
void recorder_iterated(void *context, const SolveProgress *solve)
{
  Recorder *recorder = context;
  if (recorder->one_solve) progress_iterated(&recorder->progress, solve);
}

void recorder_end(Recorder *recorder)
{
  progress_end(&recorder->progress);
}

/* --- rows */

/* Passes recorder->row to all writers. */
static bool row_write(Recorder *recorder, TableKind table)
{
  bool ok = true;

  recorder->rows[table]++;
  for (int i = 0; i < recorder->nwriters; i++)
    if (recorder->writers[i].ops->row)
      ok = recorder->writers[i].ops->row(recorder->writers[i].self, table, recorder->row) && ok;
  return ok;
}

/* Passes position and velocity of every body to the writers that draw. */
static bool poses_write(Recorder *recorder, const Sample *sample)
{
  bool ok = true;

  if (!recorder->wants_poses) return true;
  poses_fill(&recorder->model->system, sample->z, recorder->poses);
  for (int i = 0; i < recorder->nwriters; i++)
    if (recorder->writers[i].ops->poses)
      ok =
        recorder->writers[i].ops->poses(recorder->writers[i].self, sample->element, sample->t, recorder->poses) && ok;
  return ok;
}

/* Multipliers at all their nodes. Continuous ones share the first node with the element before, if that one was written. */
static bool multipliers_write(Recorder *recorder, const Sample *sample)
{
  const int  every  = recorder->model->problem.output.every;
  const bool shared = sample->nmult == sample->nodes + 2 && sample->element > 1 && (sample->element - 1) % every == 0;
  bool       ok     = true;

  for (int b = shared; b < sample->nmult; b++) {
    multipliers_fill(&recorder->model->system, &recorder->model->dropped, sample, b, recorder->row);
    ok = row_write(recorder, TABLE_MULTIPLIERS) && ok;
  }
  return ok;
}

/* Reactions at the interior nodes and the end of the element. */
static bool reactions_write(Recorder *recorder, const Sample *sample)
{
  bool ok = true;

  for (int i = 0; recorder->reactions.z && i < sample->nodes + 1; i++) {
    reactions_at(&recorder->reactions, sample, i, recorder->row);
    ok = row_write(recorder, TABLE_REACTIONS) && ok;
  }
  return ok;
}

/* Controls at the Gauss points of the element. */
static bool controls_write(Recorder *recorder, const Sample *sample)
{
  bool ok = true;

  for (int g = 0; sample->u && g < sample->npoints; g++) {
    controls_fill(&recorder->model->system, sample, g, recorder->row);
    ok = row_write(recorder, TABLE_CONTROLS) && ok;
  }
  return ok;
}

/* Writes the rows of one element to all tables. */
static bool element_write(Recorder *recorder, const Sample *sample, const Invariants *now, double dH)
{
  const System *sys = &recorder->model->system;
  double       *row = recorder->row;
  bool          ok  = true;

  for (int i = 0; recorder->model->problem.output.nodes == OUTPUT_ALL && i < sample->nodes; i++) {
    state_fill(sys, sample->node_t[i], sample->node_z + i * sys->nz, row);
    ok = row_write(recorder, TABLE_STATE) && ok;
  }
  state_fill(sys, sample->t, sample->z, row);
  ok = row_write(recorder, TABLE_STATE) && ok;
  if (sample->error) {
    error_fill(sys, sample->t, sample->error, row);
    ok = row_write(recorder, TABLE_ERROR) && ok;
  }
  invariants_fill(sys, sample->t, dH, now, row);
  ok = row_write(recorder, TABLE_INVARIANTS) && poses_write(recorder, sample) && ok;
  if (sample->element == 0) return ok;
  ok =
    multipliers_write(recorder, sample) && reactions_write(recorder, sample) && controls_write(recorder, sample) && ok;
  if (!sample->solved) return ok;
  newton_fill(sample, row);
  return row_write(recorder, TABLE_NEWTON) && ok;
}

bool recorder_close(Recorder *recorder, const char *verdict)
{
  bool ok = true;

  for (int i = 0; i < recorder->nwriters; i++)
    if (recorder->writers[i].ops->close) ok = recorder->writers[i].ops->close(recorder->writers[i].self, verdict) && ok;
  return ok;
}

/* Every element is measured, also between those that are written. */
bool recorder_sample(void *context, const Sample *sample)
{
  Recorder    *recorder = context;
  const double start    = clock_seconds();
  const int    every    = recorder->model->problem.output.every;
  const bool   sound    = run_watch_sample(&recorder->watch, sample);
  bool         ok       = true;

  condition_measure(&sample->record, recorder);
  error_measure(recorder, sample);
  angle_measure(recorder, sample);
  bar_measure(recorder, sample);
  if (every > 0 && (sample->element % every == 0 || sample->element == sample->elements))
    ok = element_write(recorder, sample, &recorder->watch.meter.now, recorder->watch.dH);
  if (recorder->reactions.z) reactions_keep(&recorder->reactions, sample);
  const bool resumable = sample->resumable && sample->element < sample->elements;
  if (resumable) recorder_mark(recorder, sample->element, sample->z);
  sample_show(recorder, sample);
  recorder->seconds_output += clock_seconds() - start;
  return ok && sound && !(resumable && interrupted(NULL)); /* the elements of one Newton solve are recorded together */
}

#include "cli/run/recorder.h"

#include "base/vec.h"
#include "output/manifest.h"
#include "time/mesh.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted; /* the only global: a signal has nowhere else to go */

static void on_interrupt(int signal_number)
{
  (void)signal_number;
  interrupted = 1;
}

void recorder_catch_interrupts(void)
{
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};

  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  signal(SIGXFSZ, SIG_IGN); /* a file too large is an error of writing */
  signal(SIGPIPE, SIG_IGN); /* a reader of the summary may leave; the results are still wanted */
}

bool recorder_stop(void *context)
{
  (void)context;
  return interrupted != 0;
}

double clock_seconds(void)
{
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- what goes on over a restart */

#define IN(member, count)                                                                                              \
  {                                                                                                                    \
    offsetof(Recorder, member), count                                                                                  \
  }

static const struct {
  size_t offset;
  int    n;
} tally_parts[] = {IN(rows, TABLES),        IN(H_last, 1),           IN(gamma_max, 1),
                   IN(mu_max, 1),           IN(condition_max, 1),    IN(condition_paper_max, 1),
                   IN(condition_1_max, 1),  IN(condition_bound, 1),  IN(error.time, 1),
                   IN(error.e_loc, 1),      IN(error.rotation, 1),   IN(error.position, 1),
                   IN(drift.H0, 1),         IN(drift.P0, 3),         IN(drift.L0, 3),
                   IN(drift.scale_H, 1),    IN(drift.scale_P, 1),    IN(drift.scale_L, 1),
                   IN(drift.H, 1),          IN(drift.P, 3),          IN(drift.L, 3),
                   IN(drift.L_axis, 1),     IN(drift.phi, 1),        IN(drift.psi, 1),
                   IN(drift.phi_scaled, 1), IN(drift.psi_scaled, 1), IN(meter.now.W_ext, 1),
                   IN(meter.now.W_diss, 1), IN(drift.dropped, 2)};

enum { PARTS = sizeof tally_parts / sizeof tally_parts[0] };

/* Behind the parts: the state, which the reactions of the next element need. */
int recorder_tally(const System *system)
{
  int n = system->nz;

  for (int i = 0; i < PARTS; i++) n += tally_parts[i].n;
  return n;
}

static void mark_set(Recorder *recorder, int element, const double *z)
{
  double *out = recorder->mark;

  recorder->marked = element;
  for (int i = 0; i < PARTS; out += tally_parts[i++].n)
    memcpy(out, (const char *)recorder + tally_parts[i].offset, (size_t)tally_parts[i].n * sizeof *out);
  vec_copy(recorder->model->system.nz, z, out);
}

static void restart_apply(const Restart *restart, Recorder *recorder)
{
  const double *in = restart->tally;

  for (int i = 0; i < PARTS; in += tally_parts[i++].n)
    memcpy((char *)recorder + tally_parts[i].offset, in, (size_t)tally_parts[i].n * sizeof *in);
  recorder->drift.started = true;
  recorder->first         = restart->checkpoint.element;
  if (!restart->same_reference) recorder->error.time = NAN;
  if (recorder->reactions.z) vec_copy(recorder->model->system.nz, in, recorder->reactions.z_last);
  mark_set(recorder, recorder->first, in);
}

bool recorder_leave(Recorder *recorder, const Checkpoint *checkpoint)
{
  FILE *stream;

  if (recorder->nwriters == 0 || checkpoint->element == 0 || checkpoint->element != recorder->marked) return true;
  if (!(stream = fileset_text(&recorder->files, "restart.dat"))) return false;
  restart_write(recorder_tally(&recorder->model->system), recorder->mark, checkpoint, stream);
  recorder->left = true;
  return true;
}

/* --- the files */

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

static bool out_of_memory(Recorder *recorder)
{
  errno = ENOMEM;
  return fileset_fail(&recorder->files, "cannot write to", recorder->files.dir);
}

/* A writer for each format. */
static bool writers_open(Recorder *recorder, const char *earlier_dir)
{
  const Problem *problem = &recorder->model->problem;
  char          *text    = problem_text(problem);
  Earlier        earlier = {.dir = earlier_dir, .element = recorder->first};
  bool           good    = text != NULL;

  memcpy(earlier.rows, recorder->rows, sizeof earlier.rows);
  const WriterSetup setup = {.problem  = problem,
                             .text     = text,
                             .elements = mesh_elements(&problem->time),
                             .tables   = recorder->tables,
                             .earlier  = earlier_dir ? &earlier : NULL};
  for (int i = 0; good && writer_list[i]; i++) {
    if (!(problem->output.formats >> i & 1u)) continue;
    Writer *writer = &recorder->writers[recorder->nwriters];
    writer->ops    = writer_list[i];
    writer->self   = writer->ops->open(&setup, &recorder->files);
    good           = writer->self != NULL;
    if (good) recorder->nwriters++;
    recorder->follows = recorder->follows || writer->ops->follows;
  }
  free(text);
  return good || out_of_memory(recorder);
}

bool recorder_create(const Model *model, const char *dir, const Restart *restart, Recorder *recorder)
{
  const System        *sys    = &model->system;
  const ProblemOutput *output = &model->problem.output;

  memset(recorder, 0, sizeof *recorder);
  recorder->model         = model;
  recorder->condition_max = recorder->condition_paper_max = recorder->condition_1_max =
    model->problem.solver.condition ? 0.0 : NAN;
  recorder->terminal = isatty(STDERR_FILENO);
  recorder->started = recorder->shown = clock_seconds();
  recorder->error.time                = NAN;
  drift_init(sys, &recorder->drift);
  if (model->problem.boundary.given) {
    recorder->turned = calloc((size_t)sys->nbodies, sizeof(double));
    recorder->last_q = calloc(4 * (size_t)sys->nbodies, sizeof(double));
  }
  if (!fileset_open(dir, &recorder->files)) return false;
  if (!tables_create(&model->problem, sys, model->problem.solver.condition, recorder->tables) ||
      !(recorder->row = calloc((size_t)tables_width(recorder->tables), sizeof(double))) ||
      !(recorder->poses = calloc((size_t)sys->nbodies, sizeof(Pose))) || !invariant_meter_create(sys, &recorder->meter))
    return out_of_memory(recorder);
  if (table_is_written(sys, TABLE_REACTIONS) && !reactions_create(sys, &recorder->reactions))
    return out_of_memory(recorder);
  if (!(recorder->mark = calloc((size_t)recorder_tally(sys), sizeof(double)))) return out_of_memory(recorder);
  if (restart->dir) restart_apply(restart, recorder);
  return output->every == 0 || writers_open(recorder, restart->dir);
}

void recorder_destroy(Recorder *recorder)
{
  for (int i = 0; i < recorder->nwriters; i++) recorder->writers[i].ops->destroy(recorder->writers[i].self);
  fileset_abort(&recorder->files);
  tables_destroy(recorder->tables);
  invariant_meter_destroy(&recorder->meter);
  free(recorder->mark);
  free(recorder->row);
  reactions_destroy(&recorder->reactions);
  free(recorder->poses);
  free(recorder->turned);
  free(recorder->last_q);
  memset(recorder, 0, sizeof *recorder);
}

/* Largest multipliers; mu vanishes in the exact solution and tells the error. */
static void multipliers_measure(const System *sys, const double *lambda, Recorder *recorder)
{
  for (int g = 0; g < sys->ngroups; g++) {
    const ConstraintGroup *group = &sys->groups[g];
    recorder->gamma_max          = fmax(recorder->gamma_max, vec_max(group->m, lambda + group->start));
    recorder->mu_max             = fmax(recorder->mu_max, vec_max(group->m, lambda + group->start + group->m));
  }
}

static void error_measure(Recorder *recorder, const Sample *sample)
{
  const Problem *problem = &recorder->model->problem;

  if (!problem->reference.given || !isnan(recorder->error.time)) return;
  if (fabs(sample->t - reference_time(problem)) > 1e-9 * sample->h) return;
  if (!reference_measure(problem, &recorder->model->system, sample->t, sample->z, &recorder->error,
                         recorder->error_text, sizeof recorder->error_text))
    recorder->error.time = NAN;
}

/* Angle that each body turns through in all: it tells which of several solutions was found. */
static void rigid_measure(Recorder *recorder, const Sample *sample)
{
  const System *sys = &recorder->model->system;

  for (int b = 0; recorder->turned && b < sys->nbodies; b++) {
    double    *last = recorder->last_q + 4 * b;
    Kinematics motion;
    sys->bodies[b].ops->kinematics(&sys->bodies[b], sample->z + sys->start[b], &motion);
    const double dot = fmin(1.0, fabs(vec_dot(4, last, motion.q)));
    if (sample->element > 0) recorder->turned[b] += 2.0 * acos(dot);
    vec_copy(4, motion.q, last);
  }
}

static void progress_show(Recorder *recorder, const Sample *sample)
{
  const double now = clock_seconds(), elapsed = now - recorder->started;

  if (!recorder->terminal || sample->element == 0 || elapsed < 1.0 || now - recorder->shown < 0.2) return;
  const double part = (double)(sample->element - recorder->first) / (sample->elements - recorder->first);
  fprintf(stderr, "\r  t = %-12.6g element %d of %d, %3.0f %%, %.0f s left \033[K", sample->t, sample->element,
          sample->elements, 100.0 * part, elapsed * (1.0 - part) / part);
  fflush(stderr);
  recorder->shown = now;
}

void recorder_end(Recorder *recorder)
{
  if (recorder->terminal && recorder->shown > recorder->started) fprintf(stderr, "\r\033[K");
}

/* recorder->row to all writers. */
static bool row_write(Recorder *recorder, TableKind table)
{
  bool ok = true;

  recorder->rows[table]++;
  for (int i = 0; i < recorder->nwriters; i++)
    ok = recorder->writers[i].ops->row(recorder->writers[i].self, table, recorder->row) && ok;
  return ok;
}

static bool poses_write(Recorder *recorder, const Sample *sample)
{
  bool ok = true;

  if (!recorder->follows) return true;
  poses_fill(&recorder->model->system, sample->z, recorder->poses);
  for (int i = 0; i < recorder->nwriters; i++)
    ok = recorder->writers[i].ops->poses(recorder->writers[i].self, sample->element, sample->t, recorder->poses) && ok;
  return ok;
}

static bool reactions_write(Recorder *recorder, const Sample *sample)
{
  bool ok = true;

  for (int i = 0; recorder->reactions.z && i < sample->nodes + 1; i++) {
    reactions_at(&recorder->reactions, sample, i, recorder->row);
    ok = row_write(recorder, TABLE_REACTIONS) && ok;
  }
  return ok;
}

static bool controls_write(Recorder *recorder, const Sample *sample)
{
  bool ok = true;

  for (int g = 0; sample->u && g < sample->npoints; g++) {
    controls_fill(&recorder->model->system, sample, g, recorder->row);
    ok = row_write(recorder, TABLE_CONTROLS) && ok;
  }
  return ok;
}

/* One written element. */
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
  invariants_fill(sys, sample->t, dH, now, row);
  ok = row_write(recorder, TABLE_INVARIANTS) && poses_write(recorder, sample) && ok;
  if (sample->element == 0) return ok;
  multipliers_fill(sys, sample, row);
  ok = row_write(recorder, TABLE_MULTIPLIERS) && reactions_write(recorder, sample) &&
       controls_write(recorder, sample) && ok;
  if (!sample->solved) return ok;
  newton_fill(sample, row);
  return row_write(recorder, TABLE_NEWTON) && ok;
}

bool recorder_close(Recorder *recorder, const char *verdict)
{
  bool ok = true;

  for (int i = 0; i < recorder->nwriters; i++)
    ok = recorder->writers[i].ops->close(recorder->writers[i].self, verdict) && ok;
  return ok;
}

bool recorder_sample(void *context, const Sample *sample)
{
  Recorder         *recorder = context;
  const double      start    = clock_seconds();
  const int         every    = recorder->model->problem.output.every;
  const Invariants *now      = invariant_follow(&recorder->meter, sample->t, sample->z, sample->work);
  const double      dH       = sample->element == 0 ? 0.0 : now->H - recorder->H_last;
  bool              ok       = true;

  recorder->H_last = now->H;
  drift_add(&recorder->drift, now);
  if (sample->element > 0) multipliers_measure(&recorder->model->system, sample->lambda, recorder);
  if (!isnan(sample->record.condition)) {
    recorder->condition_max       = fmax(recorder->condition_max, sample->record.condition);
    recorder->condition_paper_max = fmax(recorder->condition_paper_max, sample->record.condition_paper);
    recorder->condition_1_max     = fmax(recorder->condition_1_max, sample->record.condition_1);
    recorder->condition_bound     = fmax(recorder->condition_bound, sample->record.condition_bound);
  }
  error_measure(recorder, sample);
  rigid_measure(recorder, sample);
  if (every > 0 && (sample->element % every == 0 || sample->element == sample->elements))
    ok = element_write(recorder, sample, now, dH);
  if (recorder->reactions.z) reactions_keep(&recorder->reactions, sample);
  if (sample->solved && sample->element < sample->elements) mark_set(recorder, sample->element, sample->z);
  progress_show(recorder, sample);
  recorder->seconds_output += clock_seconds() - start;
  /* what one Newton solve found is kept as a whole */
  return ok && !(interrupted && sample->solved && sample->element < sample->elements);
}

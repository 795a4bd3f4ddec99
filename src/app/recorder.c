#include "app/recorder.h"

#include "base/vec.h"

#include <signal.h>
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

/* Column names under construction. */
typedef struct {
  char **names;
  int    n, capacity;
  bool   failed;
} Columns;

static void columns_add(Columns *columns, const char *prefix, const char *dot, const char *name)
{
  char text[3 * NAME_LEN];

  if (columns->n == columns->capacity) {
    const int capacity = columns->capacity ? 2 * columns->capacity : 64;
    char    **grown    = realloc(columns->names, (size_t)capacity * sizeof *grown);
    if (!grown) {
      columns->failed = true;
      return;
    }
    columns->names    = grown;
    columns->capacity = capacity;
  }
  snprintf(text, sizeof text, "%s%s%s", prefix, dot, name);
  columns->names[columns->n] = strdup(text);
  if (columns->names[columns->n]) columns->n++;
  else columns->failed = true;
}

/* Opens the file with these columns and forgets them. */
static CsvFile *columns_open(Columns *columns, const char *name, CsvSet *files)
{
  CsvFile *file = columns->failed ? NULL : csv_add(files, name, columns->n, (const char *const *)columns->names);

  for (int i = 0; i < columns->n; i++) free(columns->names[i]);
  free(columns->names);
  return file;
}

/* Contract 3.3: per body x, y, z, orientation, px, py, pz, its momenta; a fixed reference point is written as constant. */
static CsvFile *state_open(const System *sys, CsvSet *files)
{
  Columns columns = {0};

  columns_add(&columns, "t", "", "");
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    for (int i = 0; body->ops->columns[i]; i++) columns_add(&columns, body->name, ".", body->ops->columns[i]);
    for (int i = 0; body->ops->columns[i]; i++) columns_add(&columns, body->name, ".p", body->ops->columns[i]);
  }
  return columns_open(&columns, "state.csv", files);
}

static CsvFile *invariants_open(const System *sys, CsvSet *files)
{
  static const char *const fixed[] = {"t",  "T",  "V",  "H",  "dH",      "L1",     "L2",
                                      "L3", "P1", "P2", "P3", "phi_max", "psi_max"};
  Columns                  columns = {0};

  for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) columns_add(&columns, fixed[i], "", "");
  for (int g = 0; g < sys->ngroups; g++) {
    if (!sys->groups[g].m) continue;
    columns_add(&columns, sys->groups[g].name, ".", "phi");
    columns_add(&columns, sys->groups[g].name, ".", "psi");
  }
  return columns_open(&columns, "invariants.csv", files);
}

static CsvFile *multipliers_open(const System *sys, CsvSet *files)
{
  Columns columns = {0};

  columns_add(&columns, "t", "", "");
  for (int g = 0; g < sys->ngroups; g++)
    for (int r = 0; r < 2 * sys->groups[g].m; r++) {
      const int m = sys->groups[g].m;
      char      name[NAME_LEN];
      snprintf(name, sizeof name, "%s%d", r < m ? "gamma" : "mu", r % m + 1);
      columns_add(&columns, sys->groups[g].name, ".", name);
    }
  return columns_open(&columns, "multipliers.csv", files);
}

static CsvFile *newton_open(bool condition, CsvSet *files)
{
  static const char *const names[] = {"element",     "t",         "iterations",      "residual",   "floor",
                                      "corrections", "condition", "condition_paper", "condition_1"};
  return csv_add(files, "newton.csv", condition ? 9 : 6, names);
}

/* Longest row of any file. */
static size_t row_length(const System *sys)
{
  return 64 + 2 * (size_t)sys->nz + 8 * (size_t)sys->nbodies + 2 * (size_t)sys->ngroups + (size_t)sys->nl;
}

bool recorder_create(const Model *model, const char *dir, Recorder *recorder)
{
  const System        *sys    = &model->system;
  const ProblemOutput *output = &model->problem.output;

  memset(recorder, 0, sizeof *recorder);
  recorder->model         = model;
  recorder->condition_max = recorder->condition_paper_max = model->problem.solver.condition ? 0.0 : NAN;
  recorder->terminal                                      = isatty(STDERR_FILENO);
  recorder->started = recorder->shown = clock_seconds();
  drift_init(sys, &recorder->drift);
  recorder->row = calloc(row_length(sys), sizeof(double));
  if (model->problem.boundary.given) {
    recorder->turned = calloc((size_t)sys->nbodies, sizeof(double));
    recorder->last_q = calloc(4 * (size_t)sys->nbodies, sizeof(double));
  }
  if (!recorder->row || !invariant_meter_create(sys, &recorder->meter)) {
    snprintf(recorder->files.error, sizeof recorder->files.error, "out of memory");
    return false;
  }
  if (!csv_set_open(dir, &recorder->files)) return false;
  if (output->every == 0 || !(output->formats & FORMAT_CSV)) return true;
  recorder->state       = state_open(sys, &recorder->files);
  recorder->invariants  = invariants_open(sys, &recorder->files);
  recorder->multipliers = multipliers_open(sys, &recorder->files);
  recorder->newton      = newton_open(model->problem.solver.condition, &recorder->files);
  return recorder->state && recorder->invariants && recorder->multipliers && recorder->newton;
}

void recorder_destroy(Recorder *recorder)
{
  csv_set_abort(&recorder->files);
  invariant_meter_destroy(&recorder->meter);
  free(recorder->row);
  free(recorder->turned);
  free(recorder->last_q);
  memset(recorder, 0, sizeof *recorder);
}

static int state_fill(const System *sys, double t, const double *z, double *row)
{
  int n = 0;

  row[n++] = t;
  for (int b = 0; b < sys->nbodies; b++) {
    const Body   *body = &sys->bodies[b];
    const double *zb   = z + sys->start[b];
    if (!body->ntranslation) vec_copy(3, body->anchor, row + n);
    n += 3 - body->ntranslation;
    vec_copy(body->nq, zb, row + n);
    n += body->nq;
    if (!body->ntranslation) vec_zero(3, row + n);
    n += 3 - body->ntranslation;
    vec_copy(body->nq, zb + body->nq, row + n);
    n += body->nq;
  }
  return n;
}

static void invariants_fill(const System *sys, double t, double dH, const Invariants *now, double *row)
{
  const double fixed[] = {t,         now->T,    now->V,    now->H,    dH,           now->L[0],   now->L[1],
                          now->L[2], now->P[0], now->P[1], now->P[2], now->phi_max, now->psi_max};
  int          n       = (int)(sizeof fixed / sizeof fixed[0]);

  vec_copy(n, fixed, row);
  for (int g = 0; g < sys->ngroups; g++) {
    if (!sys->groups[g].m) continue;
    row[n++] = now->group[2 * g];
    row[n++] = now->group[2 * g + 1];
  }
}

/* Largest multipliers; mu vanishes in the exact solution and tells the error. */
static void multipliers_measure(const System *sys, const double *lambda, Recorder *recorder)
{
  for (int g = 0; g < sys->ngroups; g++) {
    const Group *group  = &sys->groups[g];
    recorder->gamma_max = fmax(recorder->gamma_max, vec_max(group->m, lambda + group->start));
    recorder->mu_max    = fmax(recorder->mu_max, vec_max(group->m, lambda + group->start + group->m));
  }
}

static void error_measure(Recorder *recorder, const Sample *sample)
{
  const Problem *problem = &recorder->model->problem;

  if (!problem->reference.given || recorder->has_error) return;
  if (fabs(sample->t - reference_time(problem)) > 1e-9 * sample->h) return;
  recorder->has_error = reference_measure(problem, &recorder->model->system, sample->t, sample->z, &recorder->error,
                                          recorder->error_text, sizeof recorder->error_text);
}

/* Angle that each body turns through in all: it tells which of several solutions was found. */
static void turns_measure(Recorder *recorder, const Sample *sample)
{
  const System *sys = &recorder->model->system;

  for (int b = 0; recorder->turned && b < sys->nbodies; b++) {
    double *last = recorder->last_q + 4 * b;
    Motion  motion;
    sys->bodies[b].ops->motion(&sys->bodies[b], sample->z + sys->start[b], &motion);
    const double dot = fmin(1.0, fabs(vec_dot(4, last, motion.q)));
    if (sample->element > 0) recorder->turned[b] += 2.0 * acos(dot);
    vec_copy(4, motion.q, last);
  }
}

static void progress_show(Recorder *recorder, const Sample *sample)
{
  const double now = clock_seconds(), elapsed = now - recorder->started;

  if (!recorder->terminal || sample->element == 0 || elapsed < 1.0 || now - recorder->shown < 0.2) return;
  const double part = (double)sample->element / sample->elements;
  fprintf(stderr, "\r  t = %-12.6g element %d of %d, %3.0f %%, %.0f s left \033[K", sample->t, sample->element,
          sample->elements, 100.0 * part, elapsed * (1.0 - part) / part);
  fflush(stderr);
  recorder->shown = now;
}

void recorder_end(Recorder *recorder)
{
  if (recorder->terminal && recorder->shown > recorder->started) fprintf(stderr, "\r\033[K");
}

/* Rows of one written element. */
static bool rows_write(Recorder *recorder, const Sample *sample, const Invariants *now, double dH)
{
  const System *sys   = &recorder->model->system;
  CsvSet       *files = &recorder->files;
  double       *row   = recorder->row;
  bool          ok    = true;

  if (recorder->model->problem.output.nodes == OUTPUT_ALL)
    for (int i = 0; i < sample->nodes; i++) {
      state_fill(sys, sample->node_t[i], sample->node_z + i * sys->nz, row);
      ok = csv_row(files, recorder->state, row) && ok;
    }
  state_fill(sys, sample->t, sample->z, row);
  ok = csv_row(files, recorder->state, row) && ok;
  invariants_fill(sys, sample->t, dH, now, row);
  ok = csv_row(files, recorder->invariants, row) && ok;
  if (sample->element == 0) return ok;
  row[0] = sample->mult_t;
  vec_copy(sys->nl, sample->lambda, row + 1);
  ok = csv_row(files, recorder->multipliers, row) && ok;
  if (!sample->solved) return ok;
  const double newton[] = {sample->element,    sample->t,           sample->iterations, sample->residual,
                           sample->floor,      sample->corrections, sample->condition,  sample->condition_paper,
                           sample->condition_1};
  return csv_row(files, recorder->newton, newton) && ok;
}

bool recorder_sample(void *context, const Sample *sample)
{
  Recorder         *recorder = context;
  const double      start    = clock_seconds();
  const int         every    = recorder->model->problem.output.every;
  const Invariants *now      = invariant_measure(&recorder->meter, sample->z);
  const double      dH       = sample->element == 0 ? 0.0 : now->H - recorder->H_last;
  bool              ok       = true;

  recorder->H_last = now->H;
  drift_add(&recorder->drift, now);
  if (sample->element > 0) multipliers_measure(&recorder->model->system, sample->lambda, recorder);
  if (!isnan(sample->condition)) {
    recorder->condition_max       = fmax(recorder->condition_max, sample->condition);
    recorder->condition_paper_max = fmax(recorder->condition_paper_max, sample->condition_paper);
  }
  error_measure(recorder, sample);
  turns_measure(recorder, sample);
  if (recorder->state && (sample->element % every == 0 || sample->element == sample->elements))
    ok = rows_write(recorder, sample, now, dH);
  progress_show(recorder, sample);
  recorder->seconds_output += clock_seconds() - start;
  return ok && !interrupted;
}

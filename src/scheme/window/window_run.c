/* Runs of global solves: the windows of a run one after the other, their samples, their checkpoints. */
#include "scheme/window/window_run.h"

#include "base/vec.h"
#include "scheme/checkpoint.h"
#include "scheme/sample.h"
#include "scheme/window/message_tags.h"
#include "start/initial.h"

#include <math.h>
#include <stdio.h>

enum {
  BATCH = 256, /* elements that rank 0 receives at a time */
  HARD  = 12   /* Newton iterations above which the rank of the constraints is checked */
};

/* --- results */

/* Copies n numbers of rank r to rank 0. */
static PetscErrorCode rows_collect(const WindowRun *g, int r, int n, MessageTag tag, const double *from, double *to)
{
  PetscFunctionBeginUser;
  if (g->rank == r && r > 0) PetscCallMPI(MPI_Send(from, n, MPI_DOUBLE, 0, tag, g->comm));
  else if (g->rank == r) vec_copy(n, from, to);
  else if (g->rank == 0) PetscCallMPI(MPI_Recv(to, n, MPI_DOUBLE, r, tag, g->comm, MPI_STATUS_IGNORE));
  PetscFunctionReturn(0);
}

/* In batches, so that rank 0 never stores the whole trajectory. With a weak start the projected traces `shown` are shown. */
static PetscErrorCode elements_show(WindowRun *g, Window *w, const double *shown, const SolveRecord *record)
{
  const int      nm   = w->element.nmult;
  const size_t   rows = g->rank == 0 ? (size_t)(BATCH * w->k + 1) : 0;
  double        *z, *traces, *mult;
  bool           go_on = true;
  ElementSampler sampler;

  PetscFunctionBeginUser;
  PetscCall(element_sampler_create(g->observer, &g->mesh, &w->kernel, g->twist, &sampler));
  PetscCall(PetscMalloc3(rows * (size_t)w->nz, &z, shown ? rows * (size_t)w->nz : 0, &traces,
                         rows * (size_t)(w->nl + 1), &mult));
  for (int r = 0; r < g->size; r++) {
    const int e0 = mesh_share(w->count, r, g->size), e1 = mesh_share(w->count, r + 1, g->size);
    for (int e = e0; e < e1; e += BATCH) {
      const int n = PetscMin(BATCH, e1 - e), nzs = (n * w->k + 1) * w->nz, nls = ((n - 1) * w->k + nm) * w->nl;
      const int from = g->rank == r ? e - e0 : 0;
      PetscCall(rows_collect(g, r, nzs, TAG_SHOW_STATES, w->z + from * w->k * w->nz, z));
      PetscCall(rows_collect(g, r, nls, TAG_SHOW_MULTIPLIERS, window_lambda(w, from, 0), mult));
      if (shown) PetscCall(rows_collect(g, r, nzs, TAG_SHOW_TRACES, shown + from * w->k * w->nz, traces));
      for (int i = 0; g->rank == 0 && go_on && i < n; i++) {
        const SolvedElement element = {.z      = z + i * w->k * w->nz,
                                       .shown  = shown ? traces + i * w->k * w->nz : NULL,
                                       .kappa  = w->kappa,
                                       .mult   = mult + i * w->k * w->nl,
                                       .solved = e + i == w->count - 1};
        go_on                       = element_show(&sampler, w->first + e + i, &element, record);
      }
    }
  }
  PetscCall(PetscFree3(z, traces, mult));
  PetscCall(element_sampler_destroy(&sampler));
  int flag = go_on;
  PetscCallMPI(MPI_Bcast(&flag, 1, MPI_INT, 0, g->comm));
  if (!flag) g->status->verdict = RUN_STOPPED;
  PetscFunctionReturn(0);
}

/* The run failed: the state at time t could not be projected onto the constraints. */
static void projection_failed(const WindowRun *g, const Window *w, double t)
{
  run_fail(
    g->status, RUN_NOT_CONVERGED, R0513_WINDOW_PROJECTION,
    "the state at t = %.9g in the window of %d elements from t = %.9g could not be projected onto the constraints: "
    "use smaller elements, or another window",
    t, w->count, mesh_time(&g->mesh, w->first));
}

/* Shows the elements of a solved window to the observer of rank 0, in order. */
static PetscErrorCode window_show(WindowRun *g, Window *w, const SolveRecord *record)
{
  double *shown, failed;

  PetscFunctionBeginUser;
  if (!w->weak) {
    PetscCall(elements_show(g, w, NULL, record));
    PetscFunctionReturn(0);
  }
  PetscCall(PetscMalloc1((size_t)(w->nodes * w->nz), &shown));
  PetscCall(window_traces(w, shown, &failed));
  if (isfinite(failed)) projection_failed(g, w, failed);
  else PetscCall(elements_show(g, w, shown, record));
  PetscCall(PetscFree(shown));
  PetscFunctionReturn(0);
}

/* Broadcasts the state and the multipliers at the end of the window. Projects the state of BG, which satisfies the constraints only on
 * average, onto them for the next window. */
static PetscErrorCode window_end(WindowRun *g, const Window *w)
{
  const int    next = w->first + w->count;
  const double t    = mesh_time(&g->mesh, next);
  bool         solved;

  PetscFunctionBeginUser;
  if (g->rank == g->size - 1) {
    vec_copy(w->nz, w->tail ? w->end : w->z + (w->nodes - 1) * w->nz, g->z);
    vec_copy(w->nl, window_lambda(w, w->e1 - w->e0 - 1, w->element.nmult - 1), g->lambda);
    vec_copy(g->system->ntwists, w->twist + (w->e1 - w->e0) * g->system->ntwists, g->twist);
  }
  PetscCallMPI(MPI_Bcast(g->z, w->nz, MPI_DOUBLE, g->size - 1, g->comm));
  PetscCallMPI(MPI_Bcast(g->lambda, w->nl, MPI_DOUBLE, g->size - 1, g->comm));
  PetscCallMPI(MPI_Bcast(g->twist, g->system->ntwists, MPI_DOUBLE, g->size - 1, g->comm));
  if (!w->bubnov || w->tail || next == g->mesh.n) PetscFunctionReturn(0);
  PetscCall(initial_project(g->system, t, g->z, &solved));
  if (solved) PetscFunctionReturn(0);
  projection_failed(g, w, t);
  PetscFunctionReturn(0);
}

/* --- solving */

/* Computes a first guess and solves the window. */
static PetscErrorCode window_from(WindowRun *g, Window *w, GuessKind kind, NewtonStatus *newton)
{
  RunVerdict guess;

  PetscFunctionBeginUser;
  PetscCall(window_guess(g, w, kind, &guess));
  if (guess == RUN_DONE) PetscCall(window_solve(w, newton));
  else if (guess == RUN_STOPPED) newton->reason = NEWTON_STOPPED;
  PetscFunctionReturn(0);
}

/* Whether the mechanism can follow its motions; stores the failure of the run otherwise. */
static PetscErrorCode window_possible(WindowRun *g, const Window *w, bool *possible)
{
  Notice why;

  PetscFunctionBeginUser;
  PetscCall(window_follow(w, &why));
  *possible = why.code == R0000_NONE;
  if (!*possible) run_fail(g->status, RUN_NOT_CONVERGED, why.code, "%s", why.text);
  PetscFunctionReturn(0);
}

/* Solves the window from the chosen guess; if that fails, from a growing window, unless the mechanism cannot follow its motions. Servo
 * constraints start from rest, since mG cannot step them and a part of the interval has another solution. */
static PetscErrorCode window_attempt(WindowRun *g, Window *w, NewtonStatus *newton)
{
  const GuessKind first = g->problem->solver.guess;
  RunVerdict      guess;
  bool            possible;

  PetscFunctionBeginUser;
  *newton = (NewtonStatus){.reason = NEWTON_DIVERGED};
  if (g->system->servo && first != GUESS_FILE) {
    PetscCall(window_guess(g, w, GUESS_CONSTANT, &guess));
    PetscCall(window_possible(g, w, &possible));
    if (possible) PetscCall(window_solve_servo(w, newton));
    PetscFunctionReturn(0);
  }
  PetscCall(window_from(g, w, first, newton));
  if (newton_final(newton) || first == GUESS_GROW) PetscFunctionReturn(0);
  PetscCall(window_possible(g, w, &possible));
  if (!possible) PetscFunctionReturn(0);
  g->status->grown++;
  PetscCall(window_from(g, w, GUESS_GROW, newton));
  PetscFunctionReturn(0);
}

/* Times of Newton's method are added and reset, since windows of equal length share it. */
PetscErrorCode window_finish(WindowRun *g, Window *w, const NewtonStatus *newton)
{
  RunStatus  *status = g->status;
  SolveRecord record = solve_record(newton);

  PetscFunctionBeginUser;
  status->windows++;
  run_count(status, newton->iterations, newton->corrections, newton->iterations);
  status->unknowns = (int)w->newton.n_all;
  status->seconds_residual += w->newton.times.residual;
  status->seconds_jacobian += w->newton.times.jacobian;
  status->seconds_newton += w->newton.times.total;
  w->newton.times = (NewtonTimes){0};
  snprintf(status->linear, sizeof status->linear, "%s", linear_names[w->newton.linear.kind]);
  if (newton->reason == NEWTON_STOPPED) {
    status->verdict = RUN_STOPPED;
  } else if (!newton_ok(newton)) {
    status->verdict = RUN_NOT_CONVERGED;
    if (!status->message[0]) PetscCall(window_explain(w, newton, status));
  } else {
    status->floors += record.floor;
    if (!status->singular[0] && (record.floor || newton->iterations > HARD))
      PetscCall(window_singular(w, &status->singular_time, status->singular, sizeof status->singular));
    if (g->problem->solver.condition) PetscCall(window_condition(w, &record));
    PetscCall(window_show(g, w, &record));
    if (status->verdict == RUN_NOT_CONVERGED) PetscFunctionReturn(0);
    PetscCall(window_end(g, w));
    status->element = w->first + w->count;
    status->time    = mesh_time(&g->mesh, status->element);
  }
  PetscFunctionReturn(0);
}

/* Solves the window of `count` elements from `first` on. Windows of equal length share their matrix. */
static PetscErrorCode window_run(WindowRun *g, int first, int count)
{
  Window      *w = &g->window;
  NewtonStatus newton;

  PetscFunctionBeginUser;
  if (w->count != count) {
    PetscCall(window_destroy(w));
    PetscCall(window_create(g->problem, g->system, NULL, g->comm, first, count, w));
  }
  w->first    = first;
  w->observer = g->observer;
  vec_copy(g->system->ntwists, g->twist, w->twist);
  vec_copy(g->system->nz, g->z, w->given);
  PetscCall(window_attempt(g, w, &newton));
  PetscCall(window_finish(g, w, &newton));
  PetscFunctionReturn(0);
}

/* Stores the state at the end of a window, on every rank. */
static PetscErrorCode window_run_save(const WindowRun *g, Checkpoint *checkpoint)
{
  PetscFunctionBeginUser;
  PetscCall(checkpoint_begin(g->status->element, g->status, checkpoint));
  PetscCall(checkpoint_put(g->system->nz, g->z, checkpoint));
  PetscCall(checkpoint_put(g->system->nl, g->lambda, checkpoint));
  PetscCall(checkpoint_put(g->system->ntwists, g->twist, checkpoint));
  PetscFunctionReturn(0);
}

/* State and multipliers at the start of the next window. */
static PetscErrorCode window_run_restore(const Checkpoint *checkpoint, WindowRun *g)
{
  int at = 0;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_totals(checkpoint, &at, g->status));
  PetscCall(checkpoint_take(checkpoint, &at, g->system->nz, g->z));
  PetscCall(checkpoint_take(checkpoint, &at, g->system->nl, g->lambda));
  PetscCall(checkpoint_take(checkpoint, &at, g->system->ntwists, g->twist));
  g->status->element = checkpoint->element;
  g->status->time    = mesh_time(&g->mesh, checkpoint->element);
  PetscFunctionReturn(0);
}

/* Every rank has the state between windows; rank 0 alone shows samples. */
PetscErrorCode windows_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status)
{
  WindowRun g = {
    .problem = problem, .system = system, .observer = observer, .comm = PETSC_COMM_WORLD, .status = status};
  int go_on = 1;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(g.comm, &g.rank));
  PetscCallMPI(MPI_Comm_size(g.comm, &g.size));
  PetscCheck(mesh_create(&problem->time, &g.mesh), g.comm, PETSC_ERR_MEM, "out of memory");
  run_begin(&g.mesh, 0, 0, "", status);
  PetscCall(PetscCalloc3(system->nz, &g.z, system->nl + 1, &g.lambda, system->ntwists + 1, &g.twist));
  vec_copy(system->nz, z0, g.z);
  vec_copy(system->nl, lambda0, g.lambda);
  if (problem->boundary.given) {
    PetscCall(boundary_values_run(&g));
    PetscCall(PetscFree3(g.z, g.lambda, g.twist));
    mesh_destroy(&g.mesh);
    PetscFunctionReturn(0);
  }
  const Sample start   = sample_start(&g.mesh, z0, lambda0);
  const bool   resumed = observer->checkpoint && observer->checkpoint->element > 0;
  if (resumed) PetscCall(window_run_restore(observer->checkpoint, &g));
  else if (g.rank == 0) go_on = observer->sample(observer->context, &start);
  PetscCallMPI(MPI_Bcast(&go_on, 1, MPI_INT, 0, g.comm));
  if (!go_on) status->verdict = RUN_STOPPED;
  const int window = scheme_window(problem, g.mesh.n);
  for (int first = status->element, count; status->verdict == RUN_DONE && first < g.mesh.n; first += count) {
    count = PetscMin(window, g.mesh.n - first);
    /* a remainder with fewer elements than ranks joins the window before, since each rank needs an element */
    if (g.mesh.n - first - count < g.size) count = g.mesh.n - first;
    PetscCall(window_run(&g, first, count));
    if (!observer->checkpoint || status->element != first + count || status->element >= g.mesh.n) continue;
    PetscCall(window_run_save(&g, observer->checkpoint));
    checkpoint_show(observer);
  }
  PetscCall(window_destroy(&g.window));
  PetscCall(PetscFree3(g.z, g.lambda, g.twist));
  mesh_destroy(&g.mesh);
  PetscFunctionReturn(0);
}

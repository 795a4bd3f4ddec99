/* Runs of global solves: the windows of a run one after the other, their samples, their checkpoints. */
#include "scheme/window/window_run.h"

#include "base/vec.h"
#include "scheme/checkpoint.h"
#include "scheme/sample.h"
#include "scheme/window/message_tags.h"
#include "start/initial.h"

#include <stdio.h>

enum {
  BATCH = 256, /* elements that rank 0 receives at a time */
  HARD  = 12   /* Newton iterations above which the rank of the constraints is checked */
};

/* --- results */

/* In batches, so that rank 0 never stores the whole trajectory. */
PetscErrorCode window_show(WindowRun *g, Window *w, const SolveRecord *record)
{
  const int      nm = w->element.nmult;
  double        *z = NULL, *mult = NULL;
  bool           go_on = true;
  ElementSampler sampler;

  PetscFunctionBeginUser;
  PetscCall(element_sampler_create(g->observer, &g->mesh, &w->kernel, &sampler));
  if (g->rank == 0)
    PetscCall(
      PetscMalloc2((size_t)((BATCH * w->k + 1) * w->nz), &z, (size_t)((BATCH * w->k + 1) * (w->nl + 1)), &mult));
  for (int r = 0; r < g->size; r++) {
    const int e0 = mesh_share(w->count, r, g->size), e1 = mesh_share(w->count, r + 1, g->size);
    for (int e = e0; e < e1; e += BATCH) {
      const int n = PetscMin(BATCH, e1 - e), nzs = (n * w->k + 1) * w->nz, nls = ((n - 1) * w->k + nm) * w->nl;
      if (g->rank == r) {
        const double *zr = w->z + (e - e0) * w->k * w->nz, *mr = window_lambda(w, e - e0, 0);
        if (r > 0) {
          PetscCallMPI(MPI_Send(zr, nzs, MPI_DOUBLE, 0, TAG_SHOW_STATES, g->comm));
          PetscCallMPI(MPI_Send(mr, nls, MPI_DOUBLE, 0, TAG_SHOW_MULTIPLIERS, g->comm));
        } else {
          vec_copy(nzs, zr, z);
          vec_copy(nls, mr, mult);
        }
      } else if (g->rank == 0) {
        PetscCallMPI(MPI_Recv(z, nzs, MPI_DOUBLE, r, TAG_SHOW_STATES, g->comm, MPI_STATUS_IGNORE));
        PetscCallMPI(MPI_Recv(mult, nls, MPI_DOUBLE, r, TAG_SHOW_MULTIPLIERS, g->comm, MPI_STATUS_IGNORE));
      }
      for (int i = 0; g->rank == 0 && go_on && i < n; i++) {
        const SolvedElement element = {
          .z = z + i * w->k * w->nz, .mult = mult + i * w->k * w->nl, .solved = e + i == w->count - 1};
        go_on = element_show(&sampler, w->first + e + i, &element, record);
      }
    }
  }
  PetscCall(PetscFree2(z, mult));
  PetscCall(element_sampler_destroy(&sampler));
  int flag = go_on;
  PetscCallMPI(MPI_Bcast(&flag, 1, MPI_INT, 0, g->comm));
  if (!flag) g->status->verdict = RUN_STOPPED;
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
    vec_copy(w->nz, w->z + (w->nodes - 1) * w->nz, g->z);
    vec_copy(w->nl, window_lambda(w, w->e1 - w->e0 - 1, w->element.nmult - 1), g->lambda);
  }
  PetscCallMPI(MPI_Bcast(g->z, w->nz, MPI_DOUBLE, g->size - 1, g->comm));
  PetscCallMPI(MPI_Bcast(g->lambda, w->nl, MPI_DOUBLE, g->size - 1, g->comm));
  if (!w->bubnov || next == g->mesh.n) PetscFunctionReturn(0);
  PetscCall(initial_project(g->system, t, g->z, &solved));
  if (solved) PetscFunctionReturn(0);
  g->status->verdict = RUN_NOT_CONVERGED;
  snprintf(g->status->message, sizeof g->status->message,
           "the state at the end of the window of %d elements from t = %.9g could not be put back onto the constraints "
           "at t = %.9g: use another step, or another window",
           w->count, mesh_time(&g->mesh, w->first), t);
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

/* Solves the window from the chosen guess; if that fails, from a growing window. Servo constraints start from rest, since mG cannot
 * step them and a part of the interval has another solution. */
static PetscErrorCode window_attempt(WindowRun *g, Window *w, NewtonStatus *newton)
{
  const GuessKind first = g->problem->solver.guess;
  RunVerdict      guess;

  PetscFunctionBeginUser;
  *newton = (NewtonStatus){.reason = NEWTON_DIVERGED};
  if (g->system->servo && first != GUESS_FILE) {
    PetscCall(window_guess(g, w, GUESS_CONSTANT, &guess));
    PetscCall(window_solve_servo(w, newton));
    PetscFunctionReturn(0);
  }
  PetscCall(window_from(g, w, first, newton));
  if (newton_final(newton) || first == GUESS_GROW) PetscFunctionReturn(0);
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
  PetscFunctionReturn(0);
}

static PetscErrorCode window_run_restore(const Checkpoint *checkpoint, WindowRun *g)
{
  int at = 0;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_totals(checkpoint, &at, g->status));
  PetscCall(checkpoint_take(checkpoint, &at, g->system->nz, g->z));
  PetscCall(checkpoint_take(checkpoint, &at, g->system->nl, g->lambda));
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
  PetscCall(PetscMalloc2(system->nz, &g.z, system->nl + 1, &g.lambda));
  vec_copy(system->nz, z0, g.z);
  vec_copy(system->nl, lambda0, g.lambda);
  if (problem->boundary.given) {
    PetscCall(boundary_values_run(&g));
    PetscCall(PetscFree2(g.z, g.lambda));
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
    if (observer->checkpoint && status->element == first + count && status->element < g.mesh.n)
      PetscCall(window_run_save(&g, observer->checkpoint));
  }
  PetscCall(window_destroy(&g.window));
  PetscCall(PetscFree2(g.z, g.lambda));
  mesh_destroy(&g.mesh);
  PetscFunctionReturn(0);
}

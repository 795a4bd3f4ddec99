#include "scheme/global.h"

#include "base/vec.h"
#include "scheme/checkpoint.h"
#include "scheme/exactness.h"
#include "scheme/initial.h"
#include "scheme/list.h"
#include "scheme/servo.h"
#include "time/lagrange.h"

#include <stdio.h>

enum {
  NODES_MOST = 64,
  BATCH      = 256,
  HARD       = 12 /* Newton iterations that make a window worth a look at its constraints */
};

Sample sample_start(const Mesh *mesh, const double *z0, const double *lambda0)
{
  return (Sample){.elements        = mesh->n,
                  .t               = mesh->start,
                  .z               = z0,
                  .mult_t          = mesh->start,
                  .lambda          = lambda0,
                  .condition       = NAN,
                  .condition_paper = NAN,
                  .condition_1     = NAN};
}

/* --- results */

/* Work of loads in one element. */
static void element_work(Window *w, double t, double h, const double *z, const double *mult, const double *u,
                         double work[2])
{
  const ElementState state = {.t = t, .h = h, .z1 = z, .carry = w->zero, .dz = w->dz, .mult = mult, .u = u};

  for (int i = 0; i < w->k * w->nz; i++) w->dz[i] = z[w->nz + i] - z[i % w->nz];
  kernel_work(&w->kernel, &state, work);
}

/* Servo: inputs are multipliers; shown in the middle of the element, where they are best. */
static void inputs_show(const Global *g, double *u /*[ninputs]*/, Sample *sample)
{
  static const double middle = 0.5;

  for (int i = 0; i < g->system->ninputs; i++) u[i] = g->lambda[g->system->servo[i]];
  sample->npoints = 1;
  sample->point   = &middle;
  sample->u       = u;
}

/* Shows one element of the window. z[k + 1][nz] and mult[nmult][nl] are its nodes. */
static bool element_show(const Global *g, Window *w, int e, const double *z, const double *mult, const Solved *solved)
{
  const int    n = w->first + e, k = w->k, s = w->element.ngauss;
  double       value[NODES_MOST], node_t[NODES_MOST];
  const double t = mesh_time(&g->mesh, n), h = mesh_step(&g->mesh, n);
  Sample       sample = {.element         = n + 1,
                         .elements        = g->mesh.n,
                         .t               = mesh_time(&g->mesh, n + 1),
                         .h               = h,
                         .z               = z + k * w->nz,
                         .nodes           = k - 1,
                         .node_t          = node_t,
                         .node_z          = z + w->nz,
                         .mult_t          = t + 0.5 * h,
                         .lambda          = g->lambda,
                         .nmult           = w->element.nmult,
                         .mult_node       = w->element.mult_node,
                         .mult            = mult,
                         .npoints         = s,
                         .point           = w->element.point,
                         .u               = w->u ? w->u + (size_t)e * (size_t)s * (size_t)w->system->ninputs : NULL,
                         .solved          = e == w->count - 1,
                         .iterations      = solved->iterations,
                         .corrections     = solved->corrections,
                         .residual        = solved->residual,
                         .floor           = solved->floor,
                         .condition       = solved->condition,
                         .condition_paper = solved->condition_paper,
                         .condition_1     = solved->condition_1,
                         .condition_bound = solved->condition_bound};

  element_work(w, t, h, z, mult, sample.u, sample.work);
  for (int i = 1; i < k; i++) node_t[i - 1] = t + h * w->element.node[i];
  lagrange(w->element.nmult, w->element.mult_node, 0.5, value, NULL);
  vec_zero(w->nl, g->lambda);
  for (int b = 0; b < w->element.nmult; b++) vec_add(w->nl, value[b], mult + b * w->nl, g->lambda);
  if (g->system->servo) inputs_show(g, w->dz, &sample);
  return g->observer->sample(g->observer->context, &sample);
}

/* Batches keep rank 0 from holding the whole trajectory. */
PetscErrorCode window_show(Global *g, Window *w, const Solved *solved)
{
  const int nm = w->element.nmult;
  double   *z = NULL, *mult = NULL;
  bool      go_on = true;

  PetscFunctionBeginUser;
  if (g->rank == 0)
    PetscCall(
      PetscMalloc2((size_t)((BATCH * w->k + 1) * w->nz), &z, (size_t)((BATCH * w->k + 1) * (w->nl + 1)), &mult));
  for (int r = 0; r < g->size; r++) {
    const int e0 = (int)((long)w->count * r / g->size), e1 = (int)((long)w->count * (r + 1) / g->size);
    for (int e = e0; e < e1; e += BATCH) {
      const int n = PetscMin(BATCH, e1 - e), nzs = (n * w->k + 1) * w->nz, nls = ((n - 1) * w->k + nm) * w->nl;
      if (g->rank == r) {
        const double *zr = w->z + (e - e0) * w->k * w->nz, *mr = window_lambda(w, e - e0, 0);
        if (r > 0) {
          PetscCallMPI(MPI_Send(zr, nzs, MPI_DOUBLE, 0, 8, g->comm));
          PetscCallMPI(MPI_Send(mr, nls, MPI_DOUBLE, 0, 9, g->comm));
        } else {
          vec_copy(nzs, zr, z);
          vec_copy(nls, mr, mult);
        }
      } else if (g->rank == 0) {
        PetscCallMPI(MPI_Recv(z, nzs, MPI_DOUBLE, r, 8, g->comm, MPI_STATUS_IGNORE));
        PetscCallMPI(MPI_Recv(mult, nls, MPI_DOUBLE, r, 9, g->comm, MPI_STATUS_IGNORE));
      }
      for (int i = 0; g->rank == 0 && go_on && i < n; i++)
        go_on = element_show(g, w, e + i, z + i * w->k * w->nz, mult + i * w->k * w->nl, solved);
    }
  }
  PetscCall(PetscFree2(z, mult));
  int flag = go_on;
  PetscCallMPI(MPI_Bcast(&flag, 1, MPI_INT, 0, g->comm));
  if (!flag) g->status->verdict = RUN_STOPPED;
  PetscFunctionReturn(0);
}

/* State and multipliers at the end of the window, on every rank; BG's are put back onto the constraints for the next one. */
static PetscErrorCode window_end(Global *g, const Window *w)
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

/* Guess and solve. */
static PetscErrorCode window_from(Global *g, Window *w, GuessKind kind, NewtonStatus *newton)
{
  RunVerdict guess;

  PetscFunctionBeginUser;
  PetscCall(window_guess(g, w, kind, &guess));
  if (guess == RUN_DONE) PetscCall(window_solve(w, true, newton));
  else if (guess == RUN_STOPPED) newton->reason = NEWTON_STOPPED;
  PetscFunctionReturn(0);
}

/* Guess and solve; when the default guess fails, grow the window once. */
static PetscErrorCode window_attempt(Global *g, Window *w, NewtonStatus *newton)
{
  const GuessKind first = g->problem->solver.guess;
  RunVerdict      guess;

  PetscFunctionBeginUser;
  *newton = (NewtonStatus){.reason = NEWTON_DIVERGED};
  if (g->system->servo &&
      first != GUESS_FILE) { /* mG cannot step it, nor can a part of the interval tell of the whole */
    PetscCall(window_guess(g, w, GUESS_CONSTANT, &guess));
    PetscCall(servo_solve(g, w, newton));
    PetscFunctionReturn(0);
  }
  PetscCall(window_from(g, w, first, newton));
  if (newton_final(newton) || first == GUESS_GROW) PetscFunctionReturn(0);
  g->status->grown++;
  PetscCall(window_from(g, w, GUESS_GROW, newton));
  PetscFunctionReturn(0);
}

PetscErrorCode window_finish(Global *g, Window *w, const NewtonStatus *newton)
{
  RunStatus *status = g->status;
  Solved     solved = {.condition       = NAN,
                       .condition_paper = NAN,
                       .condition_1     = NAN,
                       .iterations      = newton->iterations,
                       .corrections     = newton->corrections,
                       .residual        = newton->residual,
                       .floor           = newton->reason == NEWTON_FLOOR};

  PetscFunctionBeginUser;
  status->windows++;
  status->iterations += newton->iterations;
  status->corrections += newton->corrections;
  status->most_iterations = PetscMax(status->most_iterations, newton->iterations);
  status->unknowns        = (int)w->newton.n_all;
  status->seconds_residual += w->newton.times.residual;
  status->seconds_jacobian += w->newton.times.jacobian;
  status->seconds_newton += w->newton.times.total;
  w->newton.times = (NewtonTimes){0};
  snprintf(status->linear, sizeof status->linear, "%s", w->newton.linear);
  if (newton->reason == NEWTON_STOPPED) {
    status->verdict = RUN_STOPPED;
  } else if (!newton_ok(newton)) {
    status->verdict = RUN_NOT_CONVERGED;
    if (!status->message[0]) PetscCall(window_explain(w, newton, status));
  } else {
    status->floors += solved.floor;
    if (!status->singular[0] && (solved.floor || newton->iterations > HARD))
      PetscCall(window_singular(w, &status->singular_time, status->singular, sizeof status->singular));
    if (g->problem->solver.condition) PetscCall(window_condition(w, &solved));
    PetscCall(window_show(g, w, &solved));
    PetscCall(window_end(g, w));
    status->element = w->first + w->count;
    status->time    = mesh_time(&g->mesh, status->element);
  }
  PetscFunctionReturn(0);
}

/* The matrix of a window depends on the number of its elements, not on where it begins. */
static PetscErrorCode window_run(Global *g, int first, int count)
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

/* The state at the end of a window, on every rank. */
static PetscErrorCode global_save(const Global *g, Checkpoint *checkpoint)
{
  PetscFunctionBeginUser;
  PetscCall(checkpoint_begin(g->status->element, g->status, checkpoint));
  PetscCall(checkpoint_put(g->system->nz, g->z, checkpoint));
  PetscCall(checkpoint_put(g->system->nl, g->lambda, checkpoint));
  PetscFunctionReturn(0);
}

static PetscErrorCode global_restore(const Checkpoint *checkpoint, Global *g)
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

PetscErrorCode global_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                          const Observer *observer, RunStatus *status)
{
  Global g = {.problem = problem, .system = system, .observer = observer, .comm = PETSC_COMM_WORLD, .status = status};
  int    go_on = 1;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(g.comm, &g.rank));
  PetscCallMPI(MPI_Comm_size(g.comm, &g.size));
  mesh_create(&problem->time, &g.mesh);
  *status = (RunStatus){.verdict = RUN_DONE, .elements = g.mesh.n, .time = g.mesh.start};
  PetscCall(PetscMalloc2(system->nz, &g.z, system->nl + 1, &g.lambda));
  vec_copy(system->nz, z0, g.z);
  vec_copy(system->nl, lambda0, g.lambda);
  if (problem->boundary.given) {
    PetscCall(bvp_run(&g));
    PetscCall(PetscFree2(g.z, g.lambda));
    PetscFunctionReturn(0);
  }
  const Sample start   = sample_start(&g.mesh, z0, lambda0);
  const bool   resumed = observer->checkpoint && observer->checkpoint->element > 0;
  if (resumed) PetscCall(global_restore(observer->checkpoint, &g));
  else if (g.rank == 0) go_on = observer->sample(observer->context, &start);
  PetscCallMPI(MPI_Bcast(&go_on, 1, MPI_INT, 0, g.comm));
  if (!go_on) status->verdict = RUN_STOPPED;
  const int window = scheme_window(problem, g.mesh.n);
  for (int first = status->element, count; status->verdict == RUN_DONE && first < g.mesh.n; first += count) {
    count = PetscMin(window, g.mesh.n - first);
    /* mG: a rest with fewer elements than ranks joins the window before it, since no rank may be without */
    if (g.mesh.n - first - count < g.size) count = g.mesh.n - first;
    PetscCall(window_run(&g, first, count));
    if (observer->checkpoint && status->element == first + count && status->element < g.mesh.n)
      PetscCall(global_save(&g, observer->checkpoint));
  }
  PetscCall(window_destroy(&g.window));
  PetscCall(PetscFree2(g.z, g.lambda));
  PetscFunctionReturn(0);
}

const SchemeOps bg_ops = {
  .name      = "BG",
  .summary   = "Bubnov-Galerkin elements, one global solve; order 2, 2, 4, 4 for k = 1..4",
  .stepping  = false,
  .takes     = TAKES_ALL,
  .points    = "Gauss point",
  .gauss     = bg_gauss,
  .exactness = bg_exactness,
  .run       = global_run,
};

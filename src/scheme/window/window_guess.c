/* First guesses of a window: constant, by time stepping, by a growing window. */
#include "base/vec.h"
#include "scheme/predictor.h"
#include "scheme/step/stepping_run.h"
#include "scheme/window/message_tags.h"
#include "scheme/window/window_run.h"
#include "time/lagrange.h"

enum { GROW_MOST = 16 }; /* elements by which a window grows at most */

/* Observer that writes the samples of a stepping run into a window. */
typedef struct {
  Window         *window;
  const Observer *observer;                      /* of the run: its `stop` */
  double          table[NODES_MOST][NODES_MOST]; /* mG's multiplier functions at the window's multiplier nodes */
} Filler;

/* The start at every node. */
static void guess_constant(const WindowRun *g, Window *w, int from_node)
{
  for (int i = from_node; i < w->nodes; i++) vec_copy(w->nz, g->z, w->z + i * w->nz);
  for (int i = 0; i < w->nodes - (w->continuous ? 0 : 1); i++) vec_copy(w->nl, g->lambda, w->lambda + i * w->nl);
}

static bool filler_stop(void *context)
{
  const Observer *observer = ((const Filler *)context)->observer;
  return observer->stop && observer->stop(observer->context);
}

/* Writes one mG element into the nodes of the window. */
static bool filler_sample(void *context, const Sample *sample)
{
  Filler   *filler = context;
  Window   *w      = filler->window;
  const int e      = sample->element - 1 - w->first - w->e0;

  for (int i = 0; i < sample->nodes; i++)
    vec_copy(w->nz, sample->node_z + i * w->nz, w->z + (e * w->k + 1 + i) * w->nz);
  vec_copy(w->nz, sample->z, w->z + (e + 1) * w->k * w->nz);
  for (int b = 0; b < w->element.nmult; b++) {
    double *lambda = window_lambda(w, e, b);
    vec_zero(w->nl, lambda);
    for (int c = 0; c < w->k; c++) vec_add(w->nl, filler->table[b][c], sample->mult + c * w->nl, lambda);
  }
  return !filler_stop(context);
}

/* Tabulates the multiplier functions of mG, which are those of P^{k-1}, at the multiplier nodes of the window. */
static PetscErrorCode filler_create(const WindowRun *g, Window *w, Filler *filler)
{
  TimeElement mg;

  PetscFunctionBeginUser;
  filler->window   = w;
  filler->observer = g->observer;
  PetscCheck(time_element_create_mg(w->k, w->k, w->problem->method.nodes == NODES_LOBATTO, &mg), w->comm, PETSC_ERR_MEM,
             "out of memory");
  for (int b = 0; b < w->element.nmult; b++)
    lagrange(w->k, mg.mult_node, w->element.mult_node[b], filler->table[b], NULL);
  time_element_destroy(&mg);
  PetscFunctionReturn(0);
}

/* Steps with mG over the same mesh, rank after rank: each rank fills its own elements and sends the state to the next. Its Newton
 * systems are small, so the linear solver is `auto`. */
PetscErrorCode guess_stepping(WindowRun *g, Window *w, RunVerdict *verdict)
{
  const PetscMPIInt next   = g->rank + 1 < g->size ? g->rank + 1 : MPI_PROC_NULL,
                    before = g->rank > 0 ? g->rank - 1 : MPI_PROC_NULL;
  Filler        filler;
  Observer      observer = {.context = &filler, .sample = filler_sample, .stop = filler_stop};
  RunStatus     status   = {.verdict = RUN_DONE};
  ProblemSolver solver   = g->problem->solver;
  const int     nt = g->system->ntwists, size = w->nz + nt + 1;
  double       *state, *twist, *stepped; /* z, angles of torsion springs, then the verdict */

  PetscFunctionBeginUser;
  solver.linear = LINEAR_AUTO;
  PetscCall(filler_create(g, w, &filler));
  PetscCall(PetscMalloc1(size, &state));
  twist   = state + w->nz;
  stepped = twist + nt;
  vec_copy(w->nz, g->z, state);
  vec_copy(nt, g->twist, twist);
  *stepped = RUN_DONE;
  PetscCallMPI(MPI_Recv(state, size, MPI_DOUBLE, before, TAG_STEPPING, g->comm, MPI_STATUS_IGNORE));
  vec_copy(w->nz, state, w->z);
  if (w->continuous) vec_copy(w->nl, g->lambda, w->lambda);
  if (*stepped == RUN_DONE) {
    PetscCall(stepping_elements(g->problem, g->system, &solver, w->first + w->e0, w->first + w->e1, state, twist,
                                g->lambda, &observer, &status));
    *stepped = status.verdict;
  }
  PetscCallMPI(MPI_Send(state, size, MPI_DOUBLE, next, TAG_STEPPING, g->comm));
  if (g->rank == 0 && w->continuous) vec_copy(w->nl, g->lambda, w->lambda); /* the given multiplier of node 0 */
  PetscCallMPI(MPI_Bcast(stepped, 1, MPI_DOUBLE, g->size - 1, g->comm));
  *verdict = (RunVerdict)*stepped;
  PetscCall(PetscFree(state));
  PetscFunctionReturn(0);
}

/* Rows of nodal values that a rank of the shorter window owns, `nhave` from `have` on, and those that a rank of the longer window needs,
 * `nwant` from `want` on. */
typedef struct {
  int have, nhave, want, nwant;
} RowRange;

/* Discontinuous multipliers have k rows per element; nodes and continuous multipliers share the first row with the rank
 * before. */
static RowRange range_of(const Window *from, int from_rank, const Window *to, int to_rank, bool multipliers)
{
  const int extra = multipliers && !from->continuous ? 0 : 1, k = from->k;

  return (RowRange){
    .have = mesh_share(from->count, from_rank, from->size) * k,
    .nhave =
      (mesh_share(from->count, from_rank + 1, from->size) - mesh_share(from->count, from_rank, from->size)) * k + extra,
    .want  = mesh_share(to->count, to_rank, to->size) * k,
    .nwant = (mesh_share(to->count, to_rank + 1, to->size) - mesh_share(to->count, to_rank, to->size)) * k + extra};
}

/* First row and number of rows that two ranks share. */
static int range_shared(const RowRange *range, int *n)
{
  const int first = PetscMax(range->have, range->want);

  *n = PetscMax(0, PetscMin(range->have + range->nhave, range->want + range->nwant) - first);
  return first;
}

/* Sends the nodal values of a solved shorter window to the ranks of a longer one. */
static PetscErrorCode rows_move(const Window *from, const Window *to, bool multipliers)
{
  const int     width = multipliers ? from->nl : from->nz;
  const double *have  = multipliers ? from->lambda : from->z;
  double       *want  = multipliers ? to->lambda : to->z;
  MPI_Request  *request;
  int           n, nrequests = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(2 * (size_t)from->size, &request));
  for (int r = 0; r < from->size; r++) {
    const RowRange in    = range_of(from, r, to, to->rank, multipliers);
    const int      first = range_shared(&in, &n);
    if (n)
      PetscCallMPI(MPI_Irecv(want + (first - in.want) * width, n * width, MPI_DOUBLE, r, TAG_EXTEND, from->comm,
                             &request[nrequests++]));
  }
  for (int r = 0; r < from->size; r++) {
    const RowRange out   = range_of(from, from->rank, to, r, multipliers);
    const int      first = range_shared(&out, &n);
    if (n)
      PetscCallMPI(MPI_Isend(have + (first - out.have) * width, n * width, MPI_DOUBLE, r, TAG_EXTEND, from->comm,
                             &request[nrequests++]));
  }
  PetscCallMPI(MPI_Waitall(nrequests, request, MPI_STATUSES_IGNORE));
  PetscCall(PetscFree(request));
  PetscFunctionReturn(0);
}

/* Extrapolates each body at constant velocity from node `last` of the window on; multipliers are constant. */
static PetscErrorCode window_continue(Window *w, int last, const double *z_last, const double *lambda_last)
{
  const int at = w->e0 * w->k, rows = w->nodes - (w->continuous ? 0 : 1);
  Predictor predictor;
  double   *z;

  PetscFunctionBeginUser;
  PetscCheck(predictor_create(w->system, &w->element, &predictor), w->comm, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscMalloc1(w->nz, &z));
  vec_copy(w->nz, z_last, z);
  for (int e = last / w->k; e < w->e1; e++) {
    predictor_rotate(&predictor, mesh_step(&w->mesh, w->first + e), z, w->dz);
    for (int i = 0; i <= w->k; i++) {
      const int node = e * w->k + i - at;
      if (node < 0) continue;
      vec_copy(w->nz, z, w->z + node * w->nz);
      if (i > 0) vec_add(w->nz, 1.0, w->dz + (i - 1) * w->nz, w->z + node * w->nz);
    }
    vec_add(w->nz, 1.0, w->dz + (w->k - 1) * w->nz, z);
  }
  for (int i = PetscMax(0, last + (w->continuous && last > 0 ? 1 : 0) - at); i < rows; i++)
    vec_copy(w->nl, lambda_last, w->lambda + i * w->nl);
  PetscCall(PetscFree(z));
  predictor_destroy(&predictor);
  PetscFunctionReturn(0);
}

/* Copies a solved shorter window into a longer one and extrapolates from its end. */
static PetscErrorCode window_extend(const Window *shorter, Window *w)
{
  double *state; /* z, lambda at the end of the shorter one */

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)w->block + 1, &state));
  if (window_is_last(shorter)) {
    vec_copy(w->nz, shorter->z + (shorter->nodes - 1) * w->nz, state);
    vec_copy(w->nl, window_lambda(shorter, shorter->e1 - shorter->e0 - 1, w->element.nmult - 1), state + w->nz);
  }
  PetscCallMPI(MPI_Bcast(state, w->block, MPI_DOUBLE, w->size - 1, w->comm));
  PetscCall(window_continue(w, shorter->count * w->k, state, state + w->nz));
  PetscCall(rows_move(shorter, w, false));
  PetscCall(rows_move(shorter, w, true));
  PetscCall(PetscFree(state));
  PetscFunctionReturn(0);
}

/* Solves windows of growing length, the last of them w itself. The number of added elements doubles after a success and halves after
 * a failure (docs/explanation/numerics.md, First guesses). */
static PetscErrorCode guess_grow(WindowRun *g, Window *w, RunVerdict *verdict)
{
  Window       pair[2], *shorter = NULL; /* Newton systems point to them, so they are never copied */
  NewtonStatus newton;
  int          count = 0, step = PetscMax(2, g->size);

  PetscFunctionBeginUser;
  for (*verdict = RUN_DONE; *verdict == RUN_DONE && count < w->count;) {
    const int next   = PetscMin(count + step, w->count);
    Window   *longer = next == w->count ? w : shorter == &pair[0] ? &pair[1] : &pair[0];
    if (longer != w) PetscCall(window_create(g->problem, g->system, NULL, g->comm, w->first, next, longer));
    longer->observer = g->observer;
    vec_copy(g->system->ntwists, g->twist, longer->twist);
    vec_copy(g->system->nz, g->z, longer->given);
    if (shorter) PetscCall(window_extend(shorter, longer));
    else PetscCall(window_continue(longer, 0, g->z, g->lambda));
    PetscCall(window_solve(longer, &newton));
    g->status->iterations += newton.iterations;
    const bool over = newton_final(&newton) || count == 0 || step == 1;
    if (newton.reason == NEWTON_STOPPED) *verdict = RUN_STOPPED;
    else if (!newton_ok(&newton) && over) {
      *verdict = RUN_NOT_CONVERGED;
      PetscCall(window_explain(longer, &newton, g->status));
    }
    Window *done = newton_ok(&newton) ? shorter : longer;
    if (done && done != w) PetscCall(window_destroy(done));
    if (newton_ok(&newton)) {
      shorter = longer;
      count   = next;
      step    = PetscMin(2 * step, GROW_MOST);
    } else step = PetscMax(step / 2, 1);
  }
  if (shorter && shorter != w) PetscCall(window_destroy(shorter));
  PetscFunctionReturn(0);
}

PetscErrorCode window_guess(WindowRun *g, Window *w, GuessKind kind, RunVerdict *verdict)
{
  PetscFunctionBeginUser;
  *verdict = RUN_DONE;
  if (kind == GUESS_FILE) {
    PetscCall(guess_table(g, w));
    if (g->rank == 0) vec_copy(w->nz, g->z, w->z);
  } else if (kind == GUESS_CONSTANT) guess_constant(g, w, 0);
  else if (kind == GUESS_GROW) PetscCall(guess_grow(g, w, verdict));
  else PetscCall(guess_stepping(g, w, verdict));
  PetscFunctionReturn(0);
}

/* Solution of the first-order conditions by Newton's method, with active sets for bounds of controls.
 *
 * grad L(x) = 0 is solved by full Newton steps on the KKT system (Nocedal and Wright 2006, sect. 18.1). */
#include "base/vec.h"
#include "optimal/kkt.h"
#include "scheme/scheme.h"

/* --- the equations as Newton's method sees them: x_j in units s_j, row j in units unit / s_j */

/* x = s scaled on all ranks, from each rank's own unknowns. Control values at a bound stay there. */
static void x_gather(Kkt *k, const double *scaled)
{
  for (int j = 0; j < k->mine; j++)
    if (!k->active[k->first + j]) k->x[k->first + j] = scaled[j] * k->unit[k->first + j];
  if (k->size > 1) MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, k->x, k->counts, k->displs, MPI_DOUBLE, k->comm);
}

/* r = grad L, zero in the rows of control values at a bound. */
static void kkt_residual(void *context, const double *scaled, double *r)
{
  Kkt *k = context;

  x_gather(k, scaled);
  vec_zero(k->n, k->g);
  kkt_add_gradient(k, k->g);
  if (k->size > 1) MPI_Reduce_scatter(k->g, r, k->counts, MPI_DOUBLE, MPI_SUM, k->comm);
  else vec_copy(k->n, k->g, r);
  for (int j = 0; j < k->mine; j++)
    r[j] = k->active[k->first + j] ? 0.0 : r[j] * k->unit[k->first + j] / k->objective->unit;
}

/* The Hessian of L; control values at a bound have rows of the identity. */
static void kkt_jacobian(void *context, const double *scaled, double *value)
{
  Kkt *k = context;

  x_gather(k, scaled);
  kkt_entries(k, NULL, NULL, value);
}

/* Newton's method asks between iterations whether the observer wants to stop. */
static bool kkt_stop(void *context)
{
  const Kkt *k = context;

  if (k->observer && k->observer->iterated) {
    const SolveProgress progress = {k->stage, k->stages, newton_iteration(&k->newton), k->newton.previous,
                                    k->newton.tolerance};
    k->observer->iterated(k->observer->context, &progress);
  }
  return k->observer && k->observer->stop && k->observer->stop(k->observer->context);
}

/* Elimination in time: the start, one step per element of this rank, the conditions at the end. */
PetscErrorCode kkt_create_newton(Kkt *k)
{
  const NewtonEquations equations = {kkt_residual, kkt_jacobian, k, kkt_stop};
  const bool            head = k->rank == 0, tail = k->rank == k->size - 1 && k->nend;
  const int             nsteps = k->e1 - k->e0 + head + tail;

  PetscFunctionBeginUser;
  for (int a = 0; a <= k->k; a++) k->layout.row_z[a] = k->layout.col_z[a] = k->layout.row_l[a] = k->layout.col_l[a] = 0;
  k->nrows = kernel_entries(&k->kernel, &k->layout);
  PetscCall(PetscCalloc3(k->nrows, &k->row_R, k->nrows, &k->col_R, k->nrows, &k->value_R));
  k->nentries = kkt_entries(k, NULL, NULL, NULL);
  PetscCall(
    PetscMalloc4(k->nentries, &k->row, k->nentries, &k->col, nsteps + 1, &k->columns, nsteps, &k->local_pivots));
  kkt_entries(k, k->row, k->col, NULL);
  for (int i = 0; i <= nsteps; i++) k->columns[i] = i == 0 ? 0 : k->offset[k->e0 + i - head] - k->first;
  for (int i = 0; i < nsteps; i++) k->local_pivots[i] = false;
  const NewtonSetup setup = {.linear         = {.comm     = k->comm,
                                                .n        = k->mine,
                                                .nentries = k->nentries,
                                                .row      = k->row,
                                                .col      = k->col,
                                                .plan     = {.nsteps = nsteps, .column = k->columns, .local = k->local_pivots},
                                                .kind     = k->problem->solver.linear},
                             .tolerance      = k->problem->solver.tolerance,
                             .max_iterations = k->problem->solver.max_iterations};
  PetscCall(newton_create(&setup, &equations, &k->newton));
  PetscFunctionReturn(0);
}

void kkt_scaled(const Kkt *k, double *scaled)
{
  for (int j = 0; j < k->mine; j++) scaled[j] = k->x[k->first + j] / k->unit[k->first + j];
}

/* Newton's method on grad L(x) = 0 from k->x. */
static PetscErrorCode kkt_newton(Kkt *k, NewtonSearch search, NewtonStatus *status)
{
  double *scaled;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(k->mine + 1, &scaled));
  kkt_scaled(k, scaled);
  k->newton.factored = false;
  PetscCall(newton_solve(&k->newton, search, scaled, status));
  x_gather(k, scaled);
  PetscCall(PetscFree(scaled));
  PetscFunctionReturn(0);
}

/* Newton's method from k->x. If it fails, or finds an end time before the start: steps towards a minimum from the same guess (kkt_sqp),
 * then Newton's method with a line search. */
static PetscErrorCode kkt_solve(Kkt *k, NewtonStatus *status)
{
  double *guess;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(k->n, &guess));
  vec_copy(k->n, k->x, guess);
  PetscCall(kkt_newton(k, NEWTON_SEARCH_ONCE, status));
  k->tried[0] = status->iterations;
  k->tried[1] = k->tried[2] = 0;
  if (!newton_final(status) || (newton_ok(status) && !(kkt_tau_of(k, -1) > 0.0))) {
    vec_copy(k->n, guess, k->x);
    PetscCall(kkt_sqp(k, k->problem->solver.max_iterations, 1e-4, &k->tried[1]));
    PetscCall(kkt_newton(k, NEWTON_SEARCH, status));
    k->tried[2] = status->iterations;
    status->iterations += k->tried[0] + k->tried[1];
  }
  PetscCall(PetscFree(guess));
  PetscFunctionReturn(0);
}

/* Scaled right-hand side -grad L, zero for control values at a bound, and one linear solve. */
PetscErrorCode kkt_step(Kkt *k, double *mine, double *step, bool *solved)
{
  PetscFunctionBeginUser;
  kkt_scaled(k, mine);
  for (int j = 0; j < k->mine; j++) {
    const int at = k->first + j;
    step[at]     = k->active[at] ? 0.0 : -k->g[at] * k->unit[at] / k->objective->unit;
  }
  PetscCall(newton_linear_solve(&k->newton, mine, false, step + k->first, solved));
  if (k->size > 1)
    PetscCallMPI(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, step, k->counts, k->displs, MPI_DOUBLE, k->comm));
  PetscFunctionReturn(0);
}

PetscErrorCode kkt_gradient(Kkt *k)
{
  PetscFunctionBeginUser;
  vec_zero(k->n, k->g);
  kkt_add_gradient(k, k->g);
  if (k->size > 1) PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, k->g, k->n, MPI_DOUBLE, MPI_SUM, k->comm));
  PetscFunctionReturn(0);
}

/* --- bounds of controls: primal-dual active sets (Hintermueller, Ito and Kunisch 2002; docs/howto/control.md, How it is solved) */

enum { SETS_MOST = 60 };

/* A value beyond its bound joins the active set; a value whose multiplier -dL/du has the wrong sign leaves it. */
static signed char value_activity(const Kkt *k, const Input *input, int at)
{
  const signed char before = k->active[at];
  const double      push = -before * k->g[at] * k->unit[at] / k->objective->unit, small = 1e-10 * k->unit[at];

  if (before) return push < 0.0 ? 0 : before;
  return k->x[at] > input->upper + small ? 1 : k->x[at] < input->lower - small ? -1 : 0;
}

/* The next active set from the solution with the present one; counts values that changed, and values at a bound. */
static PetscErrorCode sets_update(Kkt *k, int *changed, int *active)
{
  PetscFunctionBeginUser;
  PetscCall(kkt_gradient(k));
  *changed = *active = 0;
  for (int i = 0; i < k->nu; i++)
    for (int e = 0; e < k->ne; e += k->input[i].every)
      for (int c = 0; c < k->input[i].n; c++) {
        const int         at  = kkt_u(k, i, e, c);
        const signed char now = value_activity(k, &k->input[i], at);
        if (now) k->x[at] = now > 0 ? k->input[i].upper : k->input[i].lower;
        *changed += now != k->active[at];
        *active += now != 0;
        k->active[at] = now;
      }
  PetscFunctionReturn(0);
}

/* Solves with one active set after the other until it does not change. */
PetscErrorCode kkt_bounded(Kkt *k, NewtonStatus *newton, int *sets, int *active)
{
  int changed = 1, iterations = 0;

  PetscFunctionBeginUser;
  for (*sets = 0; changed && *sets < SETS_MOST; (*sets)++) {
    PetscCall(kkt_solve(k, newton));
    iterations += newton->iterations;
    newton->iterations = iterations;
    if (!newton_ok(newton)) PetscFunctionReturn(0);
    PetscCall(sets_update(k, &changed, active));
  }
  if (changed) newton->reason = NEWTON_STALLED;
  PetscFunctionReturn(0);
}

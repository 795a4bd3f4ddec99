#include "control/control.h"

#include "base/vec.h"
#include "control/ends.h"
#include "control/guess.h"
#include "control/stages.h"
#include "scheme/estimate.h"
#include "scheme/global.h"

#include <stdio.h>
#include <stdlib.h>

bool control_fits(const Problem *problem, const System *system, FaultList *faults)
{
  Objective objective;

  if (!problem->nterms || !objective_create(problem, system, faults, &objective)) return !problem->nterms;
  objective_destroy(&objective);
  return true;
}

/* The trajectory, and the controls at the Gauss points u[elements][s][nu]. */
static void window_get(const Kkt *k, double *u, Window *w)
{
  for (int i = 0; i < w->nodes; i++) vec_copy(k->nz, k->x + kkt_z(k, i), w->z + i * k->nz);
  for (int e = 0; e < k->ne; e++) {
    for (int b = 0; b < k->k; b++) vec_copy(k->nl, k->x + kkt_lambda(k, e, b), window_lambda(w, e, b));
    for (int g = 0; g < k->s; g++)
      for (int i = 0; i < k->nu; i++, u++) {
        double U[CELL_MOST];
        kkt_cell(k, i, e, k->element.point[g], U);
        *u = 0.0;
        for (int c = 0; c < k->input[i].n; c++) *u += U[c] * k->x[kkt_u(k, i, e, c)];
      }
  }
}

/* Again, with the effort counted from the inputs just found: what it weighs then falls from sweep to sweep. */
static PetscErrorCode control_sweep(Kkt *k, NewtonStatus *newton, Optimum *optimum)
{
  PetscFunctionBeginUser;
  for (int sweep = 0; newton_ok(newton) && sweep < k->objective->sweeps; sweep++) {
    const int before = newton->iterations;
    for (int i = 0; i < k->nu; i++)
      for (int e = 0; e < k->ne; e++)
        for (int c = 0; c < k->input[i].n; c++) k->centre[kkt_u(k, i, e, c)] = k->x[kkt_u(k, i, e, c)];
    PetscCall(kkt_bounded(k, newton, &optimum->sets, &optimum->active));
    newton->iterations += before;
  }
  PetscFunctionReturn(0);
}

/* A minimum: the matrix has as many negative eigenvalues as there are equations, so that the Hessian of L is positive where they
 * hold. */
static PetscErrorCode optimum_judge(Kkt *k, Optimum *optimum)
{
  double *scaled;
  int     zero;

  PetscFunctionBeginUser;
  PetscCall(kkt_cost(k));
  optimum->cost     = k->cost;
  optimum->adjoints = kkt_adjoints(k);
  for (int t = 0; t < k->problem->nterms; t++) optimum->part[t] = k->parts[t];
  optimum->end = k->mesh.start + (k->ntau ? k->x[kkt_tau(k, -1)] : 1.0) * (k->mesh.end - k->mesh.start);
  PetscCall(PetscMalloc1(k->mine + 1, &scaled));
  for (int j = 0; j < k->mine; j++) scaled[j] = k->x[k->first + j] / k->unit[k->first + j];
  PetscCall(newton_inertia(&k->newton, scaled, &optimum->negative, &zero));
  PetscCall(PetscFree(scaled));
  optimum->kind = zero                                     ? OPTIMUM_UNKNOWN
                  : optimum->negative == optimum->adjoints ? OPTIMUM_MINIMUM
                                                           : OPTIMUM_STATIONARY;
  PetscFunctionReturn(0);
}

/* --- the run */

/* All elements to the observer of rank 0. */
static PetscErrorCode control_show(Global *g, const Kkt *k, const NewtonStatus *newton)
{
  const Solved solved = {.condition       = NAN,
                         .condition_paper = NAN,
                         .condition_1     = NAN,
                         .iterations      = newton->iterations,
                         .corrections     = newton->corrections,
                         .residual        = newton->residual,
                         .floor           = newton->reason == NEWTON_FLOOR};
  const double tau    = k->ntau ? k->x[kkt_tau(k, -1)] : 1.0;
  Window       w;
  double      *u;

  PetscFunctionBeginUser;
  PetscCall(window_prepare(g->problem, g->system, NULL, PETSC_COMM_SELF, 0, g->mesh.n, &w));
  PetscCall(PetscMalloc1((size_t)k->ne * (size_t)k->s * (size_t)k->nu, &u));
  window_get(k, u, &w);
  w.u = u;
  g->mesh.h *= tau;
  g->mesh.last *= tau;
  g->mesh.stretch = tau;
  g->mesh.end     = g->mesh.start + tau * (k->mesh.end - k->mesh.start);
  vec_copy(w.nl, w.lambda, g->lambda);
  const Sample start = sample_start(&g->mesh, w.z, g->lambda);
  if (g->observer->sample(g->observer->context, &start)) PetscCall(window_show(g, &w, &solved));
  else g->status->verdict = RUN_STOPPED;
  PetscCall(PetscFree(u));
  PetscCall(window_destroy(&w));
  PetscFunctionReturn(0);
}

static PetscErrorCode solution_keep(const Kkt *k, Solution *solution)
{
  PetscFunctionBeginUser;
  solution->x      = malloc((size_t)k->n * sizeof *solution->x);
  solution->active = malloc((size_t)k->n * sizeof *solution->active);
  PetscCheck(solution->x && solution->active, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  solution->n = k->n;
  vec_copy(k->n, k->x, solution->x);
  memcpy(solution->active, k->active, (size_t)k->n * sizeof *solution->active);
  PetscFunctionReturn(0);
}

static PetscErrorCode control_finish(Global *g, Kkt *k, const NewtonStatus *newton, Solution *solution)
{
  RunStatus *status = g->status;

  PetscFunctionBeginUser;
  status->windows          = 1;
  status->iterations       = newton->iterations;
  status->corrections      = newton->corrections;
  status->most_iterations  = newton->iterations;
  status->unknowns         = k->n;
  status->seconds_residual = k->newton.times.residual;
  status->seconds_jacobian = k->newton.times.jacobian;
  status->seconds_newton   = k->newton.times.total;
  snprintf(status->linear, sizeof status->linear, "%s", k->newton.linear);
  if (newton->reason == NEWTON_STOPPED) status->verdict = RUN_STOPPED;
  else if (status->verdict == RUN_NOT_CONVERGED) PetscFunctionReturn(0); /* said */
  else if (!newton_ok(newton)) {
    status->verdict = RUN_NOT_CONVERGED;
    snprintf(
      status->message, sizeof status->message,
      "%s on the conditions of the optimum (stage %d of %d, active set %d; %d iterations of Newton's method, %d steps "
      "towards a minimum, %d iterations of Newton's method from there; residual %.2e): %s",
      newton_reason_text(newton->reason), status->optimum.stages, stages_count(g->problem), status->optimum.sets + 1,
      k->tried[0], k->tried[1], k->tried[2], newton->residual,
      newton->reason == NEWTON_MEMORY ? "use fewer elements"
      : newton->reason == NEWTON_SINGULAR
        ? "the ends may not be reachable by these controls, or be tied twice"
        : "start closer (solver.homotopy, solver.refine, solver.guess), unless these controls cannot reach the ends");
  } else {
    status->floors = newton->reason == NEWTON_FLOOR;
    PetscCall(optimum_judge(k, &status->optimum));
    if (solution) PetscCall(solution_keep(k, solution));
    status->element = k->ne;
    status->time    = status->optimum.end;
    if (k->rank == 0) PetscCall(control_show(g, k, newton));
    PetscCallMPI(MPI_Bcast(&status->verdict, 1, MPI_INT, 0, k->comm));
  }
  PetscFunctionReturn(0);
}

/* A fixed end that joints do not allow is no result. */
static void ends_judge(const Ends *ends, const Kkt *k, NewtonStatus *newton, RunStatus *status)
{
  const EndCondition *worst;
  const double        missed = ends_missed(ends, k->system, k->x, k->x + kkt_z(k, k->ne * k->k), &worst);

  if (!newton_ok(newton) || missed < 1e-6) return;
  newton->reason  = NEWTON_STALLED;
  status->verdict = RUN_NOT_CONVERGED;
  snprintf(status->message, sizeof status->message,
           "the %s prescribed for %s cannot be reached: its joints do not allow it (missed by %.3g in natural units)",
           worst->at == AT_START ? "start" : "end", k->system->bodies[worst->body].name, missed);
}

/* An end before the start solves the equations too. */
static void time_judge(const Kkt *k, NewtonStatus *newton, RunStatus *status)
{
  const double tau = k->ntau ? k->x[kkt_tau(k, -1)] : 1.0;

  if (!newton_ok(newton) || tau > 0.0) return;
  newton->reason  = NEWTON_STALLED;
  status->verdict = RUN_NOT_CONVERGED;
  snprintf(status->message, sizeof status->message,
           "the end time found is t = %.9g, not after the start %.9g: another time.end may lead to one that is",
           k->mesh.start + tau * (k->mesh.end - k->mesh.start), k->mesh.start);
}

/* What a stage is solved with. */
typedef struct {
  Stage     stage;
  Objective objective;
  Ends      ends;
  Kkt       kkt;
} Attempt;

static PetscErrorCode attempt_destroy(Attempt *a)
{
  PetscFunctionBeginUser;
  PetscCall(kkt_destroy(&a->kkt));
  objective_destroy(&a->objective);
  ends_destroy(&a->ends);
  stage_destroy(&a->stage);
  PetscFunctionReturn(0);
}

/* Stage i, from the guess or from the stage before. */
static PetscErrorCode attempt_create(Global *g, int i, const Attempt *before, Attempt *a)
{
  const bool    given = g->problem->boundary.given;
  Global        at    = *g;
  FaultList     faults;
  Window        guess = {0};
  const double *start, *end;

  PetscFunctionBeginUser;
  fault_init(&faults, g->problem->file);
  PetscCheck(stage_create(g->problem, g->system, i, &faults, &a->stage) &&
               objective_create(&a->stage.problem, &a->stage.system, &faults, &a->objective),
             PETSC_COMM_WORLD, PETSC_ERR_ARG_INCOMP, "the objective does not fit: %s",
             faults.kept ? faults.text[0] : "");
  at.problem = &a->stage.problem;
  at.system  = &a->stage.system;
  mesh_create(&at.problem->time, &at.mesh);
  if (before) {
    start = before->kkt.x;
    end   = start + kkt_z(&before->kkt, before->kkt.ne * before->kkt.k);
  } else {
    PetscCall(control_guess(&at, &guess));
    start = guess.z;
    end   = start + (guess.nodes - 1) * guess.nz;
  }
  PetscCheck(ends_create(at.problem, at.system, start, end, &faults, &a->ends), PETSC_COMM_WORLD, PETSC_ERR_ARG_INCOMP,
             "the ends do not fit: %s", faults.kept ? faults.text[0] : "");
  fault_clear(&faults);
  PetscCall(kkt_create(at.problem, at.system, &a->objective, given ? &a->ends.kept : NULL, given ? NULL : g->z,
                       PETSC_COMM_WORLD, &a->kkt));
  a->kkt.observer = g->observer;
  if (before) stage_transfer(&before->kkt, &a->kkt);
  else {
    g->status->optimum.clamped = control_guess_put(&guess, &a->kkt);
    PetscCall(window_destroy(&guess));
  }
  PetscFunctionReturn(0);
}

/* Stage after stage; the last is the problem. */
static PetscErrorCode control_run(Global *g, Solution *solution)
{
  const int    count = stages_count(g->problem);
  Attempt      attempts[2];
  NewtonStatus newton;
  long         iterations = 0;

  PetscFunctionBeginUser;
  for (int i = 0; i < count; i++) {
    Attempt *a = &attempts[i % 2], *before = i ? &attempts[1 - i % 2] : NULL;
    PetscCall(attempt_create(g, i, before, a));
    if (before) PetscCall(attempt_destroy(before));
    PetscCall(kkt_bounded(&a->kkt, &newton, &g->status->optimum.sets, &g->status->optimum.active));
    if (i == count - 1) PetscCall(control_sweep(&a->kkt, &newton, &g->status->optimum));
    iterations += newton.iterations;
    time_judge(&a->kkt, &newton, g->status);
    if (newton_ok(&newton) && i < count - 1) continue;
    g->status->optimum.stages = i + 1;
    ends_judge(&a->ends, &a->kkt, &newton, g->status);
    PetscCall(control_finish(g, &a->kkt, &newton, solution));
    PetscCall(attempt_destroy(a));
    break;
  }
  g->status->iterations = iterations;
  PetscFunctionReturn(0);
}

PetscErrorCode problem_solve(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, Solution *solution, RunStatus *status)
{
  /* every rank guesses and shows by itself */
  Global g = {
    .problem = problem, .system = system, .observer = observer, .comm = PETSC_COMM_SELF, .size = 1, .status = status};
  bool fits;

  PetscFunctionBeginUser;
  *status = (RunStatus){.verdict = RUN_DONE};
  PetscCall(estimate_fits(problem, system, PETSC_COMM_WORLD, 1, &fits, status->message, sizeof status->message));
  if (!fits) {
    status->verdict = RUN_REFUSED;
    PetscFunctionReturn(0);
  }
  if (!problem->nterms) {
    PetscCall(scheme_find(problem->method.scheme)->run(problem, system, z0, lambda0, observer, status));
    PetscFunctionReturn(0);
  }
  mesh_create(&problem->time, &g.mesh);
  *status = (RunStatus){.verdict = RUN_DONE, .elements = g.mesh.n, .time = g.mesh.start};
  PetscCall(PetscMalloc2(system->nz, &g.z, system->nl + 1, &g.lambda));
  vec_copy(system->nz, z0, g.z);
  vec_copy(system->nl, lambda0, g.lambda);
  PetscCall(control_run(&g, solution));
  PetscCall(PetscFree2(g.z, g.lambda));
  PetscFunctionReturn(0);
}

PetscErrorCode problem_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status)
{
  PetscFunctionBeginUser;
  PetscCall(problem_solve(problem, system, z0, lambda0, observer, NULL, status));
  PetscFunctionReturn(0);
}

#include "control/control.h"

#include "base/vec.h"
#include "control/ends.h"
#include "control/stages.h"
#include "scheme/global.h"
#include "scheme/initial.h"

#include <stdio.h>

enum { SETS_MOST = 60 };

bool control_fits(const Problem *problem, const System *system, FaultList *faults)
{
  Objective objective;

  if (!problem->nterms || !objective_create(problem, system, faults, &objective)) return !problem->nterms;
  objective_destroy(&objective);
  return true;
}

/* --- first guess and result: a window over all elements, on every rank */

static void window_put(const Window *w, Kkt *k)
{
  for (int i = 0; i < w->nodes; i++) vec_copy(k->nz, w->z + i * k->nz, k->x + kkt_z(k, i));
  for (int e = 0; e < k->ne; e++) {
    if (k->ntau) k->x[kkt_tau(k, e)] = k->x[kkt_tau(k, -1)] = 1.0;
    for (int b = 0; b < k->k; b++) vec_copy(k->nl, window_lambda(w, e, b), k->x + kkt_lambda(k, e, b));
  }
  for (int c = 0; c < k->problem->ncontrols; c++)
    for (int i = k->system->input[c]; i < k->system->input[c + 1]; i++)
      for (int e = 0; e < k->ne; e += k->input[i].every)
        for (int n = 0; n < k->input[i].n; n++) {
          const double t          = mesh_time(&k->mesh, e) + k->input[i].node[n] * kkt_cell_length(k, i, e);
          k->x[kkt_u(k, i, e, n)] = k->problem->controls[c].initial;
          if (!k->problem->guess_controls.rows) continue;
          guess_table_at(&k->problem->guess_controls, t, k->g); /* scratch */
          k->x[kkt_u(k, i, e, n)] = k->g[1 + i];
        }
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

/* What the terms at the end ask of position and orientation, as boundary conditions with the given start: where a guess begins and
 * where it leads. Returns their number; pair[nbodies][2] holds them. */
static int guess_ends(const Problem *problem, ProblemEnd (*pair)[2])
{
  int n = 0;

  for (int t = 0; t < problem->nterms; t++) {
    const ProblemTerm *term = &problem->terms[t];
    int                i    = 0;
    if (term->kind != TERM_END || (isnan(term->end.position[0]) && isnan(term->end.orientation[0]))) continue;
    while (i < n && pair[i][0].body != term->body) i++;
    for (int at = 0; i == n && at < 2; at++) {
      problem_end_init(&pair[i][at]);
      pair[i][at].body = term->body;
    }
    if (i == n) n++;
    Motion start;
    body_initial_motion(&problem->bodies[term->body], &start);
    vec_copy(3, start.position, pair[i][0].position);
    vec_copy(4, start.q, pair[i][0].orientation);
    if (!isnan(term->end.position[0])) vec_copy(3, term->end.position, pair[i][1].position);
    if (!isnan(term->end.orientation[0])) vec_copy(4, term->end.orientation, pair[i][1].orientation);
  }
  return n;
}

static PetscErrorCode guess_toward(Global *g, Window *w)
{
  const Problem *problem = g->problem;
  Problem        led     = *problem;
  ProblemEnd(*pair)[2], *start, *end;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(problem->nbodies, &pair, problem->nbodies, &start, problem->nbodies, &end));
  const int n = guess_ends(problem, pair);
  for (int i = 0; i < n; i++) {
    start[i] = pair[i][0];
    end[i]   = pair[i][1];
  }
  led.boundary = (ProblemBoundary){.given = true, .nstart = n, .nend = n, .start = start, .end = end};
  g->problem   = &led;
  PetscCall(bvp_guess(g, w, GUESS_GEODESIC));
  g->problem = problem;
  PetscCall(PetscFree3(pair, start, end));
  PetscFunctionReturn(0);
}

static bool end_is_asked(const Problem *problem)
{
  for (int t = 0; t < problem->nterms; t++)
    if (problem->terms[t].kind == TERM_END) return true;
  return false;
}

/* Bodies that were guessed one by one are brought together by their joints, where that works. */
static PetscErrorCode guess_join(const Global *g, Window *w)
{
  double *z;
  bool    good;

  PetscFunctionBeginUser;
  if (g->system->ngroups == g->system->nbodies) PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(w->nz, &z));
  for (int i = 0; i < w->nodes; i++) {
    const int    e         = PetscMin(i / w->k, g->mesh.n - 1);
    const double node_time = mesh_time(&g->mesh, e) + mesh_step(&g->mesh, e) * w->element.node[i - e * w->k];
    vec_copy(w->nz, w->z + i * w->nz, z);
    PetscCall(initial_project(g->system, node_time, z, &good));
    if (good) vec_copy(w->nz, z, w->z + i * w->nz);
  }
  PetscCall(PetscFree(z));
  PetscFunctionReturn(0);
}

static PetscErrorCode guess_make(Global *g, Window *w)
{
  const GuessKind kind = g->problem->solver.guess;
  bool            good = true;

  PetscFunctionBeginUser;
  PetscCall(window_prepare(g->problem, g->system, NULL, PETSC_COMM_SELF, 0, g->mesh.n, w));
  w->observer = g->observer;
  if (g->problem->boundary.given) PetscCall(bvp_guess(g, w, kind));
  else if (kind == GUESS_AUTO && end_is_asked(g->problem)) PetscCall(guess_toward(g, w));
  else PetscCall(window_guess(g, w, kind, &good));
  if (kind != GUESS_FILE) PetscCall(guess_join(g, w));
  if (!g->problem->boundary.given) vec_copy(w->nz, g->z, w->z);
  PetscFunctionReturn(0);
}

/* --- bounds: primal-dual active sets. A value beyond its bound is set to it; one whose multiplier has the wrong sign is let go */

static PetscErrorCode sets_update(Kkt *k, int *changed, int *active)
{
  PetscFunctionBeginUser;
  PetscCall(kkt_gradient(k));
  *changed = *active = 0;
  for (int i = 0; i < k->nu; i++)
    for (int e = 0; e < k->ne; e += k->input[i].every)
      for (int c = 0; c < k->input[i].n; c++) {
        const int         at    = kkt_u(k, i, e, c);
        const double      push  = -k->active[at] * k->g[at] * k->unit[at] / k->objective->unit;
        const double      lower = k->input[i].lower, upper = k->input[i].upper, small = 1e-10 * k->unit[at];
        const signed char before = k->active[at];
        if (before && push < 0.0) k->active[at] = 0;
        else if (k->x[at] > upper + small || (before > 0)) k->active[at] = 1;
        else if (k->x[at] < lower - small || (before < 0)) k->active[at] = -1;
        if (k->active[at]) k->x[at] = k->active[at] > 0 ? upper : lower;
        *changed += k->active[at] != before;
        *active += k->active[at] != 0;
      }
  PetscFunctionReturn(0);
}

static PetscErrorCode control_solve(Kkt *k, NewtonStatus *newton, Optimum *optimum)
{
  int changed = 1, iterations = 0;

  PetscFunctionBeginUser;
  for (optimum->sets = 0; changed && optimum->sets < SETS_MOST; optimum->sets++) {
    PetscCall(kkt_solve(k, newton));
    iterations += newton->iterations;
    newton->iterations = iterations;
    if (!newton_ok(newton)) PetscFunctionReturn(0);
    PetscCall(sets_update(k, &changed, &optimum->active));
  }
  if (changed) newton->reason = NEWTON_STALLED;
  PetscFunctionReturn(0);
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
    PetscCall(control_solve(k, newton, optimum));
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
  for (int t = 0; t < k->problem->nterms && t < PARTS_MOST; t++) optimum->part[t] = k->parts[t];
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

static PetscErrorCode control_finish(Global *g, Kkt *k, const NewtonStatus *newton)
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
      "%s on the conditions of the optimum (stage %d of %d, residual %.2e after %d iterations, %d active set%s): %s",
      newton_reason_text(newton->reason), status->optimum.stages, stages_count(g->problem), newton->residual,
      newton->iterations, status->optimum.sets + 1, status->optimum.sets ? "s" : "",
      newton->reason == NEWTON_SINGULAR ? "the ends may not be reachable by these controls, or be tied twice"
                                        : "start closer: solver.homotopy, solver.refine, solver.guess");
  } else {
    status->floors = newton->reason == NEWTON_FLOOR;
    PetscCall(optimum_judge(k, &status->optimum));
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
    PetscCall(guess_make(&at, &guess));
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
    window_put(&guess, &a->kkt);
    PetscCall(window_destroy(&guess));
  }
  PetscFunctionReturn(0);
}

/* Stage after stage; the last is the problem. */
static PetscErrorCode control_run(Global *g)
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
    PetscCall(control_solve(&a->kkt, &newton, &g->status->optimum));
    if (i == count - 1) PetscCall(control_sweep(&a->kkt, &newton, &g->status->optimum));
    iterations += newton.iterations;
    if (newton_ok(&newton) && i < count - 1) continue;
    g->status->optimum.stages = i + 1;
    ends_judge(&a->ends, &a->kkt, &newton, g->status);
    PetscCall(control_finish(g, &a->kkt, &newton));
    PetscCall(attempt_destroy(a));
    break;
  }
  g->status->iterations = iterations;
  PetscFunctionReturn(0);
}

PetscErrorCode problem_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status)
{
  /* every rank guesses and shows by itself */
  Global g = {
    .problem = problem, .system = system, .observer = observer, .comm = PETSC_COMM_SELF, .size = 1, .status = status};

  PetscFunctionBeginUser;
  if (!problem->nterms) {
    PetscCall(scheme_find(problem->method.scheme)->run(problem, system, z0, lambda0, observer, status));
    PetscFunctionReturn(0);
  }
  mesh_create(&problem->time, &g.mesh);
  *status = (RunStatus){.verdict = RUN_DONE, .elements = g.mesh.n, .time = g.mesh.start};
  PetscCall(PetscMalloc2(system->nz, &g.z, system->nl + 1, &g.lambda));
  vec_copy(system->nz, z0, g.z);
  vec_copy(system->nl, lambda0, g.lambda);
  PetscCall(control_run(&g));
  PetscCall(PetscFree2(g.z, g.lambda));
  PetscFunctionReturn(0);
}

/* Optimal-control runs: stages, assessment of the optimum, results. */
#include "optimal/optimal.h"

#include "base/vec.h"
#include "base/words.h"
#include "linear/eigenvalue_signs.h"
#include "optimal/kkt.h"
#include "optimal/optimal_guess.h"
#include "optimal/stages.h"
#include "scheme/sample.h"

#include <stdio.h>
#include <stdlib.h>

/* A run under way; everything is borrowed. */
typedef struct {
  const Problem  *problem;
  const System   *system;
  const double   *z0, *lambda0;
  const Observer *observer;
  Solution       *solution; /* NULL: not wanted */
  RunStatus      *status;
} OptimalRun;

/* A condition that the solution of the equations must meet to be a result, in natural units. */
static const double end_tolerance = 1e-6;

bool objective_fits(const Problem *problem, const System *system, FaultList *faults)
{
  Objective objective;

  if (!problem->nterms || !objective_create(problem, system, faults, &objective)) return !problem->nterms;
  objective_destroy(&objective);
  return true;
}

/* Proximal sweeps: solves again with 1/2 int (u - c).R (u - c) dt, c the inputs just found, so that the effort weighs less from
 * sweep to sweep (docs/howto/inverse.md, Underactuated systems). */
static PetscErrorCode optimal_sweep(Kkt *k, NewtonStatus *newton, Optimum *optimum)
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

/* --- judgement */

/* Cost, end time and kind of a stationary point. It is a minimum if its KKT matrix has exactly as many negative eigenvalues as there
 * are equations: the Hessian of L is then positive definite on their tangent space (Nocedal and Wright 2006, theorem 16.3). */
static PetscErrorCode optimum_judge(Kkt *k, Optimum *optimum)
{
  double *scaled;
  int     zero;

  PetscFunctionBeginUser;
  PetscCall(kkt_cost(k));
  optimum->cost     = k->cost;
  optimum->adjoints = kkt_adjoints(k);
  for (int t = 0; t < k->problem->nterms; t++) optimum->share[t] = k->shares[t];
  optimum->end = kkt_end_time(k);
  PetscCall(PetscMalloc1(k->mine + 1, &scaled));
  kkt_scaled(k, scaled);
  PetscCall(newton_linearize(&k->newton, scaled));
  PetscCall(eigenvalue_signs(&k->newton.linear, &optimum->negative, &zero));
  PetscCall(PetscFree(scaled));
  optimum->kind = zero                                     ? OPTIMUM_UNKNOWN
                  : optimum->negative == optimum->adjoints ? OPTIMUM_MINIMUM
                                                           : OPTIMUM_STATIONARY;
  PetscFunctionReturn(0);
}

/* Rejects a solution whose fixed ends the joints do not allow. */
static void ends_judge(const Ends *ends, const Kkt *k, NewtonStatus *newton, RunStatus *status)
{
  const EndCondition *worst;
  const double        missed = ends_missed(ends, k->system, k->x, k->x + kkt_z(k, k->ne * k->k), &worst);

  if (!newton_ok(newton) || missed < end_tolerance) return;
  newton->reason = NEWTON_STALLED;
  run_fail(status, RUN_NOT_CONVERGED, R0523_END_UNREACHABLE,
           "the %s prescribed for %s cannot be reached: its joints do not allow it (missed by %.3g in natural units)",
           worst->at == AT_START ? "start" : "end", k->system->bodies[worst->body].name, missed);
}

/* Rejects an end time before the start, which solves the equations too. */
static void time_judge(const Kkt *k, NewtonStatus *newton, RunStatus *status)
{
  if (!newton_ok(newton) || kkt_tau_of(k, -1) > 0.0) return;
  newton->reason = NEWTON_STALLED;
  run_fail(status, RUN_NOT_CONVERGED, R0524_END_TIME,
           "the end time found is t = %.9g, not after the start %.9g: another time.end may lead to one that is",
           kkt_end_time(k), k->mesh.start);
}

/* --- results */

/* Shows all elements to the observer of rank 0. */
static PetscErrorCode optimal_show(const OptimalRun *run, Kkt *k, const NewtonStatus *newton)
{
  const SolveRecord record = solve_record(newton);
  const Mesh        mesh   = kkt_mesh(k);
  ElementSampler    sampler;
  ElementState      state;

  PetscFunctionBeginUser;
  PetscCall(element_sampler_create(run->observer, &mesh, &k->kernel, NULL, &sampler));
  const Sample start = sample_start(&mesh, k->x, k->x + kkt_lambda(k, 0, 0));
  bool         more  = run->observer->sample(run->observer->context, &start);
  for (int e = 0; more && e < k->ne; e++) {
    kkt_fetch(k, e, &state);
    const SolvedElement element = {.z = k->z, .mult = k->lambda, .u = k->u, .solved = e == k->ne - 1};
    more                        = element_show(&sampler, e, &element, &record);
  }
  if (!more) run->status->verdict = RUN_STOPPED;
  PetscCall(element_sampler_destroy(&sampler));
  PetscFunctionReturn(0);
}

/* Keeps all unknowns for gradients of the optimum. */
static PetscErrorCode solution_keep(const Kkt *k, Solution *solution)
{
  PetscFunctionBeginUser;
  if (!solution) PetscFunctionReturn(0);
  solution->x      = malloc((size_t)k->n * sizeof *solution->x);
  solution->active = malloc((size_t)k->n * sizeof *solution->active);
  PetscCheck(solution->x && solution->active, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  solution->n = k->n;
  vec_copy(k->n, k->x, solution->x);
  memcpy(solution->active, k->active, (size_t)k->n * sizeof *solution->active);
  PetscFunctionReturn(0);
}

/* Advice to the user, by the reason of the failure. */
static const char *failure_advice(NewtonReason reason, MessageCode *code)
{
  if (reason == NEWTON_MEMORY) return *code = R0508_SOLVER_MEMORY, "use fewer elements";
  if (reason == NEWTON_SINGULAR)
    return *code = R0522_OPTIMUM_SINGULAR, "the ends may not be reachable by these controls, or be fixed twice";
  *code = R0521_OPTIMUM_DIVERGED;
  return "start closer (solver.homotopy, solver.refine, solver.guess), unless these controls cannot reach the ends";
}

/* The message of a failed stage: counts of each method, residual, advice. */
static void failure_explain(const OptimalRun *run, const Kkt *k, const NewtonStatus *newton)
{
  RunStatus  *status = run->status;
  MessageCode code;
  const char *advice = failure_advice(newton->reason, &code);

  run_fail(status, RUN_NOT_CONVERGED, code,
           "%s on the conditions of the optimum (stage %d of %d, active set %d; %d iteration%s of Newton's method, %d "
           "step%s towards a minimum, %d iteration%s of Newton's method from there; residual %.2e): %s",
           newton_reason_text(newton->reason), status->optimum.stages, stages_count(run->problem),
           status->optimum.sets + 1, k->tried[0], word_plural(k->tried[0]), k->tried[1], word_plural(k->tried[1]),
           k->tried[2], word_plural(k->tried[2]), newton->residual, advice);
}

/* Fills the status from the last stage; passes its solution to the observer and stores it. */
static PetscErrorCode optimal_finish(const OptimalRun *run, Kkt *k, const NewtonStatus *newton)
{
  RunStatus *status = run->status;

  PetscFunctionBeginUser;
  status->windows          = 1;
  status->iterations       = newton->iterations;
  status->corrections      = newton->corrections;
  status->most_iterations  = newton->iterations;
  status->unknowns         = k->n;
  status->seconds_residual = k->newton.times.residual;
  status->seconds_jacobian = k->newton.times.jacobian;
  status->seconds_newton   = k->newton.times.total;
  snprintf(status->linear, sizeof status->linear, "%s", linear_names[k->newton.linear.kind]);
  if (newton->reason == NEWTON_STOPPED) status->verdict = RUN_STOPPED;
  else if (status->verdict == RUN_NOT_CONVERGED) PetscFunctionReturn(0); /* already explained */
  else if (!newton_ok(newton)) failure_explain(run, k, newton);
  else {
    status->floors = newton->reason == NEWTON_FLOOR;
    PetscCall(optimum_judge(k, &status->optimum));
    PetscCall(solution_keep(k, run->solution));
    status->element = k->ne;
    status->time    = status->optimum.end;
    if (k->rank == 0) PetscCall(optimal_show(run, k, newton));
    PetscCallMPI(MPI_Bcast(&status->verdict, 1, MPI_INT, 0, k->comm));
  }
  PetscFunctionReturn(0);
}

/* --- stages */

/* A stage and its transcription. */
typedef struct {
  Stage         stage;
  Transcription transcription;
} Attempt;

static PetscErrorCode attempt_destroy(Attempt *a)
{
  PetscFunctionBeginUser;
  PetscCall(transcription_destroy(&a->transcription));
  stage_destroy(&a->stage);
  PetscFunctionReturn(0);
}

/* Transcribes a stage, counted from 1; the end conditions are linearised at the states start[nz] and end[nz]. */
static PetscErrorCode attempt_transcribe(const OptimalRun *run, int stage, const double *start, const double *end,
                                         Attempt *a)
{
  FaultList faults;
  bool      good;

  PetscFunctionBeginUser;
  fault_init(&faults, run->problem->file);
  PetscCall(transcription_create(a->stage.problem, a->stage.system, start, end, run->z0, PETSC_COMM_WORLD, &faults,
                                 &a->transcription, &good));
  PetscCheck(good, PETSC_COMM_WORLD, PETSC_ERR_ARG_INCOMP, "objective or ends do not fit: %s",
             faults.kept ? faults.text[0] : "");
  fault_clear(&faults);
  a->transcription.kkt.observer = run->observer;
  a->transcription.kkt.stage    = stage;
  a->transcription.kkt.stages   = stages_count(run->problem);
  PetscFunctionReturn(0);
}

/* Stage i, started from the result of the stage before, the first one from the guess. */
static PetscErrorCode attempt_create(const OptimalRun *run, int i, const Attempt *before, Attempt *a)
{
  FaultList faults;
  Window    guess;

  PetscFunctionBeginUser;
  fault_init(&faults, run->problem->file);
  PetscCheck(stage_create(run->problem, run->system, i, &faults, &a->stage), PETSC_COMM_WORLD, PETSC_ERR_ARG_INCOMP,
             "stage %d cannot be created: %s", i + 1, faults.kept ? faults.text[0] : "");
  fault_clear(&faults);
  if (before) {
    const Kkt *k = &before->transcription.kkt;
    PetscCall(attempt_transcribe(run, i + 1, k->x, k->x + kkt_z(k, k->ne * k->k), a));
    stage_transfer(k, &a->transcription.kkt);
    PetscFunctionReturn(0);
  }
  PetscCall(optimal_guess(a->stage.problem, a->stage.system, run->z0, run->lambda0, run->observer, &guess));
  PetscCall(attempt_transcribe(run, i + 1, guess.z, guess.z + (guess.nodes - 1) * guess.nz, a));
  PetscCall(optimal_guess_put(&guess, &a->transcription.kkt, &run->status->optimum.clamped));
  PetscCall(window_destroy(&guess));
  PetscFunctionReturn(0);
}

/* One stage after the other, each from the result of the one before; two attempts exist at a time. Sweeps follow on the last
 * stage. */
PetscErrorCode optimal_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, Solution *solution, RunStatus *status)
{
  const OptimalRun run   = {problem, system, z0, lambda0, observer, solution, status};
  const int        count = stages_count(problem);
  Attempt          attempts[2];
  NewtonStatus     newton;
  long             iterations = 0;

  PetscFunctionBeginUser;
  *status = (RunStatus){.verdict = RUN_DONE, .elements = mesh_elements(&problem->time), .time = problem->time.start};
  for (int i = 0; i < count; i++) {
    Attempt *a = &attempts[i % 2], *before = i ? &attempts[1 - i % 2] : NULL;
    Kkt     *k = &a->transcription.kkt;
    PetscCall(attempt_create(&run, i, before, a));
    if (before) PetscCall(attempt_destroy(before));
    PetscCall(kkt_bounded(k, &newton, &status->optimum.sets, &status->optimum.active));
    if (i == count - 1) PetscCall(optimal_sweep(k, &newton, &status->optimum));
    iterations += newton.iterations;
    time_judge(k, &newton, status);
    if (newton_ok(&newton) && i < count - 1) continue;
    status->optimum.stages = i + 1;
    ends_judge(&a->transcription.ends, k, &newton, status);
    PetscCall(optimal_finish(&run, k, &newton));
    PetscCall(attempt_destroy(a));
    break;
  }
  status->iterations = iterations;
  PetscFunctionReturn(0);
}

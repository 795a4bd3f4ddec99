/* Chains of rods on spherical joints: cost and memory over the number of bodies, and work for a given accuracy beside SUNDIALS
 * IDA with KLU on the same DAE. The chain hangs on one end, lies along e1 at the start, and every rod turns at a rate of its own. */
#include "base/vec.h"
#include "bench.h"
#include "cli/record/recorder.h"
#include "peer.h"
#include "scheme/schemes.h"
#include "start/initial.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>

static const double end = 0.5;

static void rod_fill(int i, double *joint_velocity, ProblemBody *rod)
{
  const double rate = 2.0 * cos(0.7 * i);

  problem_body_init(rod);
  snprintf(rod->name, sizeof rod->name, "r%d", i);
  snprintf(rod->formulation, sizeof rod->formulation, "quaternion");
  rod->mass          = 1.0;
  rod->inertia[0][0] = 0.02 / 12.0;
  rod->inertia[1][1] = 1.01 / 12.0;
  rod->inertia[2][2] = 1.01 / 12.0;
  rod->position[0]   = i + 0.5;
  vec_zero(3, rod->velocity);
  vec_zero(3, rod->angular_velocity);
  rod->angular_velocity[1] = rate;
  rod->velocity[2]         = *joint_velocity - 0.5 * rate; /* omega e2 x e1 / 2 */
  *joint_velocity -= rate;
}

static PetscErrorCode chain_create(int n, Model *model)
{
  Problem  *problem = &model->problem;
  FaultList faults;
  double    velocity = 0.0;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(model, sizeof *model));
  fault_init(&faults, "chain");
  problem_init(problem);
  snprintf(problem->name, sizeof problem->name, "chain");
  problem->time.end      = end;
  problem->method.scheme = &mg_ops.traits;
  problem->gravity[2]    = -9.81;
  problem->nbodies = problem->njoints = n;
  problem->bodies                     = calloc((size_t)n, sizeof *problem->bodies);
  problem->joints                     = calloc((size_t)n, sizeof *problem->joints);
  PetscCheck(problem->bodies && problem->joints, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  for (int i = 0; i < n; i++) {
    ProblemJoint *joint = &problem->joints[i];
    rod_fill(i, &velocity, &problem->bodies[i]);
    problem_joint_init(joint);
    snprintf(joint->name, sizeof joint->name, "j%d", i);
    snprintf(joint->type, sizeof joint->type, "spherical");
    joint->body[0] = i - 1;
    joint->body[1] = i;
    joint->at[0]   = i;
    joint->at[1] = joint->at[2] = 0.0;
  }
  system_create(problem, &faults, &model->system);
  if (!faults.count) {
    PetscCall(PetscCalloc2(model->system.nz, &model->z, model->system.nl + 1, &model->lambda));
    PetscCall(initial_create(problem, &model->system, &faults, model->z, model->lambda));
  }
  fault_print(&faults, stderr);
  PetscCheck(faults.count == 0, PETSC_COMM_SELF, PETSC_ERR_USER, "the chain has faults");
  PetscFunctionReturn(0);
}

static void chain_destroy(Model *model)
{
  (void)PetscFree2(model->z, model->lambda);
  system_destroy(&model->system);
  problem_clear(&model->problem);
}

/* --- runs: clock and state at the end */

typedef struct {
  double    begin, seconds;
  int       nz;
  double   *z;
  RunStatus status;
} Run;

static bool run_sample(void *context, const Sample *sample)
{
  Run *run = context;

  if (sample->element == 0) run->begin = clock_seconds();
  if (sample->element == sample->elements) {
    run->seconds = clock_seconds() - run->begin;
    vec_copy(run->nz, sample->z, run->z);
  }
  return true;
}

static PetscErrorCode run_once(Model *model, int k, int s, double tolerance, int n, Run *run)
{
  const Observer observer = {.context = run, .sample = run_sample};

  PetscFunctionBeginUser;
  bench_set(model, k, s, n);
  model->problem.solver.tolerance = tolerance;
  run->nz                         = model->system.nz;
  run->seconds                    = INFINITY;
  PetscCall(
    scheme_of(&model->problem)->run(&model->problem, &model->system, model->z, model->lambda, &observer, &run->status));
  run->seconds -= run->status.seconds_setup;
  PetscFunctionReturn(0);
}

/* --- matched error */

static double *reference; /* [nz] */

/* Root mean square over the bodies of the difference of (q, p), in natural units. */
static double state_error(const Model *model, const double *z)
{
  double sum = 0.0;

  for (int i = 0; i < model->system.nz; i++) {
    const double d = (z[i] - reference[i]) / model->system.scale_z[i];
    sum += d * d;
  }
  return sqrt(sum / model->system.nbodies);
}

/* More elements than n, with which the error was e: as many as order 2k asks for, less a tenth; a quarter more at least. */
static int elements_next(int n, int k, double e, double target)
{
  const double wanted = isfinite(e) ? 0.9 * n * pow(e / target, 0.5 / k) : 0.0;

  return PetscMax(n + (n + 3) / 4, (int)fmin(wanted, 2.0 * n));
}

/* Few elements of mG(k) that reach the target; the fastest of three runs. Long chains do not begin with elements so long that
 * Newton's method only fails. Gives up where runs take longer than the best known by far. */
static PetscErrorCode rigel_search(Model *model, int k, double tolerance, double target, double most, Run *run,
                                   int *elements, double *seconds, double *error)
{
  double e = INFINITY;

  PetscFunctionBeginUser;
  *seconds = INFINITY;
  for (int n = PetscMax(4, model->system.nbodies / 10); n < 5000; n = elements_next(n, k, e, target)) {
    PetscCall(run_once(model, k, k, tolerance, n, run));
    const bool done = run->status.verdict == RUN_DONE;
    if (done && run->seconds > 1.3 * most) PetscFunctionReturn(0);
    e = done ? state_error(model, run->z) : INFINITY;
    if (!(e <= target)) continue;
    *error    = e;
    *elements = n;
    *seconds  = run->seconds;
    for (int i = 0; i < 2; i++) {
      PetscCall(run_once(model, k, k, tolerance, n, run));
      *seconds = fmin(*seconds, run->seconds);
    }
    break;
  }
  PetscFunctionReturn(0);
}

/* Largest tolerance of IDA that reaches the target, in steps of a third of a decade, for each coefficient of its Newton test. */
static void ida_search(Peer *peer, double target, PeerRun *best)
{
  static const double newtons[] = {0.33, 0.1};
  PeerRun             run;

  *best = (PeerRun){.seconds = INFINITY, .error = INFINITY};
  for (int i = 0; i < 2; i++)
    for (int t = 0; t < 24; t++) {
      const Settings settings = {pow(10.0, -3.0 - t / 3.0), 1e4, newtons[i]};
      peer_run(peer, &settings, state_error, &run);
      if (!(run.error <= target)) continue;
      for (int again = 0; again < 2; again++) {
        PeerRun more;
        peer_run(peer, &settings, state_error, &more);
        run.seconds = fmin(run.seconds, more.seconds);
      }
      if (run.seconds < best->seconds) *best = run;
      break;
    }
}

/* mG(4) on meshes each finer by a half, until two of them differ by less than `enough`; check: by how much they do. */
static PetscErrorCode reference_find(Model *model, double enough, Run *run, double *check)
{
  PetscFunctionBeginUser;
  *check = INFINITY;
  for (int n = 150; n < 1000; n += n / 2) {
    PetscCall(run_once(model, 4, GAUSS_AUTO, 1e-12, n, run));
    if (n > 150 && run->status.verdict == RUN_DONE) *check = state_error(model, run->z);
    vec_copy(model->system.nz, run->z, reference);
    if (*check < enough) break;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode chain_compare(int nbodies)
{
  static const double targets[] = {1e-4, 1e-6};
  static const int    degrees[] = {3, 2, 4, 1, 6};
  static const double factors[] = {1e-2, 3e-3, 1e-3}; /* of the target: loose tolerances */
  Model               model;
  Peer                peer;
  Run                 run;
  double              check;

  PetscFunctionBeginUser;
  PetscCall(chain_create(nbodies, &model));
  PetscCall(PetscMalloc2(model.system.nz, &run.z, model.system.nz, &reference));
  PetscCall(reference_find(&model, 0.1 * targets[1], &run, &check));
  PetscCall(peer_create(&model, true, &peer));
  for (int i = 0; i < 2; i++) {
    PeerRun ida;
    if (check > 0.1 * targets[i]) {
      printf("%6d %7.0e | the reference is known to %.0e only\n", nbodies, targets[i], check);
      continue;
    }
    ida_search(&peer, targets[i], &ida);
    printf("%6d %7.0e |%10.4g %8.1e %6ld %8.1e |", nbodies, targets[i], ida.seconds, ida.settings.tolerance, ida.steps,
           ida.error);
    for (int loose = 0; loose < 2; loose++) {
      double best = INFINITY, seconds, error = 0.0, best_error = 0.0;
      int    k = 0, n = 0, elements = 0;
      for (int t = 0; t < (loose ? 3 : 1); t++)
        for (int d = 0; d < 5; d++) {
          PetscCall(rigel_search(&model, degrees[d], loose ? factors[t] * targets[i] : 1e-12, targets[i], best, &run,
                                 &elements, &seconds, &error));
          if (seconds >= best) continue;
          best       = seconds;
          k          = degrees[d];
          n          = elements;
          best_error = error;
        }
      printf("%10.4g %3d %5d %8.1e %6.2f |", best, k, n, best_error, ida.seconds / best);
    }
    printf("  (reference to %.0e)\n", check);
  }
  PetscCall(peer_destroy(&peer));
  PetscCall(PetscFree2(run.z, reference));
  chain_destroy(&model);
  PetscFunctionReturn(0);
}

/* --- cost over the number of bodies */

static double megabytes(void)
{
  struct rusage usage;

  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1024.0;
}

static PetscErrorCode chain_cost(int nbodies)
{
  enum { STEPS = 20 };
  const double step  = 0.0001; /* the pull in the chain grows with its length: 0.001 is too long for 10 000 links */
  const double start = clock_seconds();
  Model        model;
  Run          run;

  PetscFunctionBeginUser;
  PetscCall(chain_create(nbodies, &model));
  const double created = clock_seconds() - start;
  PetscCall(PetscMalloc1(model.system.nz, &run.z));
  model.problem.time.end = step * STEPS;
  PetscCall(run_once(&model, 2, GAUSS_AUTO, 1e-12, STEPS, &run));
  const double unit = 1e6 / (STEPS * (double)nbodies);
  printf("%6d %9.3g %9.3g %12.4g %10.4g %10.4g %8.2f %11.2f %9s %8.0f\n", nbodies, created, run.status.seconds_setup,
         unit * run.seconds, unit * run.status.seconds_residual, unit * run.status.seconds_jacobian,
         (double)run.status.iterations / STEPS, (double)run.status.corrections / STEPS, run.status.linear, megabytes());
  PetscCall(PetscFree(run.z));
  chain_destroy(&model);
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  static const int sizes[] = {1, 10, 100, 1000, 10000};
  const int        most    = argc > 1 ? atoi(argv[1]) : 10000;
  const int        least   = argc > 2 ? atoi(argv[2]) : 1; /* bodies: chain MOST LEAST */

  PetscCall(bench_start(&argc, &argv));
  printf(
    "Cost of mG(2), 20 elements of 0.0001: seconds to create the model and the solver, microseconds per step and body (all,\n"
    "of these residuals and Jacobians), Newton iterations and corrections per step, peak memory.\n\n");
  printf("bodies    create    set-up     us/(n N)   residual   Jacobian     iter corrections    linear       MB\n");
  for (int i = 0; i < 5; i++)
    if (sizes[i] >= least && sizes[i] <= most) PetscCall(chain_cost(sizes[i]));
  printf(
    "\nSeconds to reach an error at t = %g: IDA with KLU, the largest of its tolerances; Rigel, the fastest degree.\n\n",
    end);
  printf(
    "bodies   error |       IDA     rtol  steps    error |     Rigel   k     n    error  ratio |     loose   k     n    error  ratio |\n");
  for (int i = 1; i < 4; i++)
    if (sizes[i] >= least && sizes[i] <= most) PetscCall(chain_compare(sizes[i]));
  PetscCall(PetscFinalize());
  return 0;
}

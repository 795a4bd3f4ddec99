/* The loop of a one-step method over the elements, its Newton iteration and dense LU. */
#include "scheme/onestep_loop.h"

#include "base/vec.h"
#include "base/words.h"
#include "scheme/checkpoint.h"
#include "scheme/sample.h"

#include <petscblaslapack.h>
#include <stdio.h>

bool dense_factor(int n, double *M, PetscBLASInt *pivot)
{
  PetscBLASInt size = n, info = 0;

  if (n > 0) LAPACKgetrf_(&size, &size, M, &size, pivot, &info);
  return info == 0;
}

void dense_solve(int n, const double *M, const PetscBLASInt *pivot, double *x)
{
  PetscBLASInt size = n, one = 1, info;

  if (n > 0) LAPACKgetrs_("N", &size, &one, M, &size, pivot, x, &size, &info);
}

/* Corrections at the rounding floor that are no smaller than the one before. */
enum { STAYS = 2 };

/* Below the tolerance, corrections continue until they stop halving: rounding is reached. The corrections of small steps stagnate above it,
 * because their unknowns are differences divided by the step: they end at the floor. */
bool onestep_newton(const Problem *problem, int refresh, double (*correct)(void *self, const Step *step, bool anew),
                    void *self, Step *step)
{
  const double tolerance = problem->solver.tolerance;
  double       last      = INFINITY;
  int          stays     = 0;

  step->solved = true;
  for (int i = 0; i < problem->solver.max_iterations; i++) {
    const bool anew = i % refresh == 0;
    step->residual  = correct(self, step, anew);
    if (anew) step->iterations++;
    else step->corrections++;
    if (!isfinite(step->residual)) return false;
    if (step->residual <= tolerance && (step->residual <= 1e-16 || step->residual > 0.5 * last)) return true;
    stays += step->residual <= newton_floor_most && step->residual >= last;
    step->floor = stays >= STAYS;
    if (step->floor) return true;
    last = step->residual;
  }
  return step->residual <= tolerance;
}

/* --- the loop over the elements */

/* The state of a run between two elements. */
typedef struct {
  const OneStep *method;
  const System  *system;
  Mesh           mesh;
  double        *z, *carry, *dz; /* [nz] */
  double        *lambda;         /* [nl] */
  double        *twist;          /* [ntwists] angles of torsion springs */
  double         mult_node;      /* its time in the element, in [0, 1] */
} Loop;

/* Explicit schemes with too long a step end here. */
static bool loop_overflows(const Loop *loop)
{
  for (int i = 0; i < loop->system->nz; i++)
    if (!isfinite(loop->dz[i])) return true;
  return false;
}

/* The end of element n, with the multiplier at its own time in the element. */
static Sample loop_sample(Loop *loop, int n, const Step *step)
{
  loop->mult_node           = step->mult_node;
  Sample sample             = sample_start(&loop->mesh, loop->z, loop->lambda);
  sample.element            = n + 1;
  sample.start              = step->t;
  sample.t                  = mesh_time(&loop->mesh, n + 1);
  sample.h                  = step->h;
  sample.nmult              = 1;
  sample.mult_node          = &loop->mult_node;
  sample.mult               = loop->lambda;
  sample.twist              = loop->twist;
  sample.solved             = step->solved;
  sample.resumable          = true;
  sample.record.iterations  = step->iterations;
  sample.record.corrections = step->corrections;
  sample.record.residual    = step->residual;
  sample.record.floor       = step->floor;
  for (int i = 0; i < 2; i++) sample.work[i] = step->work[i];
  return sample;
}

/* The most likely cause of a failed element. */
static void loop_explain(const Loop *loop, double h, char *text, size_t size)
{
  const double turn = element_turn(loop->system, loop->z, h);

  if (loop->method->reach > 0.0 && turn > 0.9 * loop->method->reach)
    snprintf(
      text, size,
      "a body turns by %.2g rad in one element, and the equations of this method have no real solution above about "
      "%g rad: use a smaller step",
      turn, loop->method->reach);
  else if (turn > turn_large)
    snprintf(text, size, "a body turns by %.2g rad in one element: use a smaller step, here (time.parts) or everywhere",
             turn);
  else snprintf(text, size, "the step may be too large for this method");
}

/* Stores the failure of element n. */
static void loop_fail(const Loop *loop, int n, const Step *step, bool solved, RunStatus *status)
{
  char cause[200];

  loop_explain(loop, step->h, cause, sizeof cause);
  run_fail(status, RUN_NOT_CONVERGED, R0501_STEP_LARGE,
           "%s in element %d of %d, from t = %.9g (step %.6g, residual %.2e after %d iteration%s): %s",
           solved ? "numbers overflow" : "Newton's method did not converge", n + 1, loop->mesh.n, step->t, step->h,
           step->residual, step->iterations + step->corrections, word_plural(step->iterations + step->corrections),
           cause);
}

/* Solves element n, advances the state and shows it. go_on = false: the run ends. */
static PetscErrorCode loop_step(Loop *loop, int n, const Observer *observer, RunStatus *status, bool *go_on)
{
  Step step = {.t         = mesh_time(&loop->mesh, n),
               .h         = mesh_step(&loop->mesh, n),
               .h_next    = mesh_step(&loop->mesh, PetscMin(n + 1, loop->mesh.n - 1)),
               .z         = loop->z,
               .carry     = loop->carry,
               .twist     = loop->twist,
               .dz        = loop->dz,
               .lambda    = loop->lambda,
               .mult_node = 0.5};
  bool good = true;

  PetscFunctionBeginUser;
  PetscCall(loop->method->advance(loop->method->self, &step, &good));
  run_count(status, step.iterations, step.corrections, step.iterations + step.corrections);
  *go_on = good && !loop_overflows(loop);
  if (!*go_on) {
    loop_fail(loop, n, &step, good, status);
    PetscFunctionReturn(0);
  }
  vec_add_compensated(loop->system->nz, loop->dz, loop->z, loop->carry);
  system_twist(loop->system, loop->z, loop->twist);
  status->floors += step.floor;
  const Sample sample = loop_sample(loop, n, &step);
  *go_on              = run_show(observer, &sample, status);
  PetscFunctionReturn(0);
}

/* State, its compensation, and the numbers that the method carries from step to step. */
static PetscErrorCode loop_save(const Loop *loop, const RunStatus *status, Checkpoint *checkpoint)
{
  PetscFunctionBeginUser;
  PetscCall(checkpoint_begin(status->element, status, checkpoint));
  PetscCall(checkpoint_put(loop->system->nz, loop->z, checkpoint));
  PetscCall(checkpoint_put(loop->system->nz, loop->carry, checkpoint));
  PetscCall(checkpoint_put(loop->system->ntwists, loop->twist, checkpoint));
  PetscCall(checkpoint_put(loop->method->nsaved, loop->method->saved, checkpoint));
  PetscFunctionReturn(0);
}

/* The inverse of loop_save. */
static PetscErrorCode loop_restore(const Checkpoint *checkpoint, Loop *loop, RunStatus *status)
{
  int at = 0;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_totals(checkpoint, &at, status));
  PetscCall(checkpoint_take(checkpoint, &at, loop->system->nz, loop->z));
  PetscCall(checkpoint_take(checkpoint, &at, loop->system->nz, loop->carry));
  PetscCall(checkpoint_take(checkpoint, &at, loop->system->ntwists, loop->twist));
  PetscCall(checkpoint_take(checkpoint, &at, loop->method->nsaved, loop->method->saved));
  status->element = checkpoint->element;
  PetscFunctionReturn(0);
}

/* Steps over all elements and stores checkpoints. */
static PetscErrorCode loop_go(Loop *loop, const Observer *observer, RunStatus *status, bool go_on)
{
  Checkpoint *checkpoint = observer->checkpoint;

  PetscFunctionBeginUser;
  for (int n = status->element; go_on && n < loop->mesh.n; n++) {
    PetscCall(loop_step(loop, n, observer, status, &go_on));
    if (!checkpoint || !checkpoint_due(observer, status, go_on)) continue;
    PetscCall(loop_save(loop, status, checkpoint));
    checkpoint_show(observer);
  }
  PetscFunctionReturn(0);
}

/* z <- z + dz with compensated summation (docs/explanation/theory.md, Increments and rounding), one element after the other. */
PetscErrorCode onestep_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const OneStep *method, const Observer *observer, RunStatus *status)
{
  Loop loop  = {.method = method, .system = system};
  bool go_on = true;

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &loop.mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  run_begin(&loop.mesh, 0, method->unknowns, method->unknowns > 0 ? "dense" : "none", status);
  PetscCall(PetscCalloc5(system->nz, &loop.z, system->nz, &loop.carry, system->nz, &loop.dz, system->nl + 1,
                         &loop.lambda, system->ntwists + 1, &loop.twist));
  vec_copy(system->nz, z0, loop.z);
  vec_copy(system->nl, lambda0, loop.lambda);
  if (observer->checkpoint && observer->checkpoint->element > 0) {
    PetscCall(loop_restore(observer->checkpoint, &loop, status));
  } else {
    const Sample start = sample_start(&loop.mesh, z0, lambda0);
    go_on              = run_show(observer, &start, status);
  }
  PetscCall(loop_go(&loop, observer, status, go_on));
  PetscCall(PetscFree5(loop.z, loop.carry, loop.dz, loop.lambda, loop.twist));
  mesh_destroy(&loop.mesh);
  PetscFunctionReturn(0);
}

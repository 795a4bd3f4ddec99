/* The loop of a one-step method over the elements, its Newton iteration and dense LU. */
#include "scheme/onestep_loop.h"

#include "base/vec.h"
#include "base/words.h"
#include "scheme/checkpoint.h"
#include "scheme/sample.h"

#include <petscblaslapack.h>

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

/* Below the tolerance, corrections continue until they stop halving: rounding is reached. */
bool onestep_newton(const Problem *problem, int refresh, double (*correct)(void *self, const Step *step, bool anew),
                    void *self, Step *step)
{
  const double tolerance = problem->solver.tolerance;
  double       last      = INFINITY;

  step->solved = true;
  for (int i = 0; i < problem->solver.max_iterations; i++) {
    const bool anew = i % refresh == 0;
    step->residual  = correct(self, step, anew);
    if (anew) step->iterations++;
    else step->corrections++;
    if (!isfinite(step->residual)) return false;
    if (step->residual <= tolerance && (step->residual <= 1e-16 || step->residual > 0.5 * last)) return true;
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
} Walk;

/* Explicit schemes with too long a step end here. */
static bool walk_overflows(const Walk *w)
{
  for (int i = 0; i < w->system->nz; i++)
    if (!isfinite(w->dz[i])) return true;
  return false;
}

/* The end of element n, with the multiplier at its own time in the element. */
static Sample walk_sample(Walk *w, int n, const Step *step)
{
  w->mult_node              = step->mult_node;
  Sample sample             = sample_start(&w->mesh, w->z, w->lambda);
  sample.element            = n + 1;
  sample.start              = step->t;
  sample.t                  = mesh_time(&w->mesh, n + 1);
  sample.h                  = step->h;
  sample.nmult              = 1;
  sample.mult_node          = &w->mult_node;
  sample.mult               = w->lambda;
  sample.twist              = w->twist;
  sample.solved             = step->solved;
  sample.record.iterations  = step->iterations;
  sample.record.corrections = step->corrections;
  sample.record.residual    = step->residual;
  for (int i = 0; i < 2; i++) sample.work[i] = step->work[i];
  return sample;
}

/* Solves element n, advances the state and shows it. go_on = false: the run ends. */
static PetscErrorCode walk_step(Walk *w, int n, const Observer *observer, RunStatus *status, bool *go_on)
{
  Step step = {.t         = mesh_time(&w->mesh, n),
               .h         = mesh_step(&w->mesh, n),
               .h_next    = mesh_step(&w->mesh, PetscMin(n + 1, w->mesh.n - 1)),
               .z         = w->z,
               .carry     = w->carry,
               .twist     = w->twist,
               .dz        = w->dz,
               .lambda    = w->lambda,
               .mult_node = 0.5};
  bool good = true;

  PetscFunctionBeginUser;
  PetscCall(w->method->advance(w->method->self, &step, &good));
  run_count(status, step.iterations, step.corrections, step.iterations + step.corrections);
  *go_on = good && !walk_overflows(w);
  if (!*go_on) {
    run_fail(
      status, RUN_NOT_CONVERGED, R0501_STEP_LARGE,
      "%s in element %d of %d, from t = %.9g (step %.6g, residual %.2e after %d iteration%s): the step may be too "
      "large for this method",
      good ? "numbers overflow" : "Newton's method did not converge", n + 1, w->mesh.n, step.t, step.h, step.residual,
      step.iterations + step.corrections, word_plural(step.iterations + step.corrections));
    PetscFunctionReturn(0);
  }
  vec_add_compensated(w->system->nz, w->dz, w->z, w->carry);
  system_twist(w->system, w->z, w->twist);
  const Sample sample = walk_sample(w, n, &step);
  *go_on              = run_show(observer, &sample, status);
  PetscFunctionReturn(0);
}

/* State, its compensation, and the numbers that the method carries from step to step. */
static PetscErrorCode walk_save(const Walk *w, const RunStatus *status, Checkpoint *checkpoint)
{
  PetscFunctionBeginUser;
  PetscCall(checkpoint_begin(status->element, status, checkpoint));
  PetscCall(checkpoint_put(w->system->nz, w->z, checkpoint));
  PetscCall(checkpoint_put(w->system->nz, w->carry, checkpoint));
  PetscCall(checkpoint_put(w->system->ntwists, w->twist, checkpoint));
  PetscCall(checkpoint_put(w->method->nsaved, w->method->saved, checkpoint));
  PetscFunctionReturn(0);
}

static PetscErrorCode walk_restore(const Checkpoint *checkpoint, Walk *w, RunStatus *status)
{
  int at = 0;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_totals(checkpoint, &at, status));
  PetscCall(checkpoint_take(checkpoint, &at, w->system->nz, w->z));
  PetscCall(checkpoint_take(checkpoint, &at, w->system->nz, w->carry));
  PetscCall(checkpoint_take(checkpoint, &at, w->system->ntwists, w->twist));
  PetscCall(checkpoint_take(checkpoint, &at, w->method->nsaved, w->method->saved));
  status->element = checkpoint->element;
  PetscFunctionReturn(0);
}

/* Steps over all elements and stores checkpoints. */
static PetscErrorCode walk_go(Walk *w, const Observer *observer, RunStatus *status, bool go_on)
{
  Checkpoint *checkpoint = observer->checkpoint;

  PetscFunctionBeginUser;
  for (int n = status->element; go_on && n < w->mesh.n; n++) {
    PetscCall(walk_step(w, n, observer, status, &go_on));
    if (!checkpoint || !checkpoint_due(observer, status, go_on)) continue;
    PetscCall(walk_save(w, status, checkpoint));
    checkpoint_show(observer);
  }
  PetscFunctionReturn(0);
}

/* z <- z + dz with compensated summation (docs/explanation/theory.md, Increments and rounding), one element after the other. */
PetscErrorCode onestep_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const OneStep *method, const Observer *observer, RunStatus *status)
{
  Walk w     = {.method = method, .system = system};
  bool go_on = true;

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &w.mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  run_begin(&w.mesh, 0, method->unknowns, method->unknowns > 0 ? "dense" : "none", status);
  PetscCall(PetscCalloc5(system->nz, &w.z, system->nz, &w.carry, system->nz, &w.dz, system->nl + 1, &w.lambda,
                         system->ntwists + 1, &w.twist));
  vec_copy(system->nz, z0, w.z);
  vec_copy(system->nl, lambda0, w.lambda);
  if (observer->checkpoint && observer->checkpoint->element > 0) {
    PetscCall(walk_restore(observer->checkpoint, &w, status));
  } else {
    const Sample start = sample_start(&w.mesh, z0, lambda0);
    go_on              = run_show(observer, &start, status);
  }
  PetscCall(walk_go(&w, observer, status, go_on));
  PetscCall(PetscFree5(w.z, w.carry, w.dz, w.lambda, w.twist));
  mesh_destroy(&w.mesh);
  PetscFunctionReturn(0);
}

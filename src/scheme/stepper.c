#include "scheme/stepper.h"

#include "base/vec.h"
#include "body/list.h"
#include "body/quaternion.h"
#include "scheme/checkpoint.h"
#include "scheme/global.h"

#include <petsctime.h>

int stepper_gauss(const Problem *problem, const System *system)
{
  (void)problem, (void)system;
  return 1;
}

/* Momenta take impulses: no force, no change. Forces between bodies that move have a moment, about a point between steps. */
void stepper_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact)
{
  const StepOps *ops  = scheme_find(problem->method.scheme)->step;
  const bool     free = vec_norm(3, system->gravity) == 0.0;
  Symmetry       symmetry;

  (void)gauss;
  memset(exact, 0, sizeof *exact);
  system_symmetry(system, &symmetry);
  exact->phi = exact->psi = true;
  exact->energy  = system->nloads == 0 && (ops->energy == ENERGY_GRAVITY || (ops->energy == ENERGY_FREE && free));
  exact->linear  = symmetry.linear[0] || symmetry.linear[1] || symmetry.linear[2];
  exact->angular = ops->angular && symmetry.angular_axes > 0 && system->nloads == 0;
  if (!exact->energy) snprintf(exact->note[exact->nnotes++], sizeof exact->note[0], "energy: improves with the step");
  if (symmetry.angular_axes > 0 && !exact->angular)
    snprintf(exact->note[exact->nnotes++], sizeof exact->note[0], "angular momentum: improves with the step");
}

double stepper_time(const Stepper *s, double part)
{
  static const double within = 1e-9;

  return s->t + s->h * fmin(fmax(part, within), 1.0 - within);
}

/* --- Newton's method, with the Jacobian by central differences */

static int unknowns(const Stepper *s)
{
  return s->n * s->ops->unknowns;
}

static void stepper_residual(void *context, const double *x, double *r)
{
  Stepper *s = context;

  s->ops->residual(s, x, r);
}

/* value[column][row] */
static void stepper_jacobian(void *context, const double *x, double *value)
{
  static const double step = 1e-6; /* unknowns are of order one: an error of 1e-10, which Newton's method forgives */
  Stepper            *s    = context;
  const int           n    = unknowns(s);

  vec_copy(n, x, s->shifted);
  for (int j = 0; j < n; j++, value += n) {
    s->shifted[j] = x[j] + step;
    s->ops->residual(s, s->shifted, value);
    s->shifted[j] = x[j] - step;
    s->ops->residual(s, s->shifted, s->back);
    s->shifted[j] = x[j];
    for (int i = 0; i < n; i++) value[i] = (value[i] - s->back[i]) / (2.0 * step);
  }
}

static PetscErrorCode stepper_create_newton(Stepper *s)
{
  const NewtonEquations equations = {stepper_residual, stepper_jacobian, s, NULL};
  const int             n = unknowns(s), nentries = n * n;
  int                  *row, *col;

  PetscFunctionBeginUser;
  if (n == 0) PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(nentries, &row, nentries, &col));
  for (int e = 0; e < nentries; e++) {
    row[e] = e % n;
    col[e] = e / n;
  }
  const NewtonSetup setup = {.comm           = PETSC_COMM_SELF,
                             .n              = n,
                             .nentries       = nentries,
                             .row            = row,
                             .col            = col,
                             .linear         = scheme_linear(s->problem),
                             .tolerance      = s->problem->solver.tolerance,
                             .max_iterations = s->problem->solver.max_iterations};
  PetscCall(newton_create(&setup, &equations, &s->newton));
  PetscCall(PetscFree2(row, col));
  PetscFunctionReturn(0);
}

/* --- creation */

static PetscErrorCode stepper_create(const Problem *problem, const System *system, Stepper *s)
{
  const int nz = system->nz;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(s, sizeof *s));
  s->problem = problem;
  s->system  = system;
  s->ops     = scheme_find(problem->method.scheme)->step;
  mesh_create(&problem->time, &s->mesh);
  PetscCheck(system_work_create(system, &s->work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscCalloc1(system->nbodies, &s->body));
  for (int b = 0; b < system->nbodies; b++)
    if (system->bodies[b].ops == &quaternion_ops) s->body[s->n++] = b;
  const int n = s->n, most = unknowns(s) + 1;
  PetscCall(PetscCalloc5(nz, &s->z, nz, &s->end, nz, &s->place, nz, &s->rate, nz, &s->load));
  PetscCall(PetscCalloc1((size_t)n * 5, &s->turns));
  PetscCall(PetscCalloc5(n, &s->accel, n, &s->force, n, &s->old, n, &s->theta, n, &s->gamma));
  PetscCall(PetscCalloc4(most, &s->x, most, &s->shifted, most, &s->back, system->nl + 1, &s->lambda));
  s->now    = s->turns;
  s->next   = s->now + n;
  s->half   = s->next + n;
  s->beyond = s->half + n;
  s->mid    = s->beyond + n;
  PetscCall(stepper_create_newton(s));
  PetscFunctionReturn(0);
}

static PetscErrorCode stepper_destroy(Stepper *s)
{
  PetscFunctionBeginUser;
  if (unknowns(s) > 0) PetscCall(newton_destroy(&s->newton));
  system_work_destroy(&s->work);
  PetscCall(PetscFree(s->body));
  PetscCall(PetscFree5(s->z, s->end, s->place, s->rate, s->load));
  PetscCall(PetscFree(s->turns));
  PetscCall(PetscFree5(s->accel, s->force, s->old, s->theta, s->gamma));
  PetscCall(PetscFree4(s->x, s->shifted, s->back, s->lambda));
  PetscFunctionReturn(0);
}

/* --- checkpoints: the state at the start of an element, and Newton's factors */

static PetscErrorCode stepper_save(const Stepper *s, int element, const RunStatus *status, Checkpoint *checkpoint)
{
  PetscFunctionBeginUser;
  PetscCall(checkpoint_begin(element, status, checkpoint));
  PetscCall(checkpoint_put(s->system->nz, s->z, checkpoint));
  PetscCall(checkpoint_put(TURN * s->n, (const double *)s->now, checkpoint));
  PetscCall(checkpoint_put(TURN * s->n, (const double *)s->half, checkpoint));
  PetscCall(checkpoint_put(6 * s->n, (const double *)s->accel, checkpoint));
  if (unknowns(s) > 0) PetscCall(checkpoint_put_newton(&s->newton, checkpoint));
  PetscFunctionReturn(0);
}

static PetscErrorCode stepper_restore(const Checkpoint *checkpoint, Stepper *s, RunStatus *status)
{
  int at = 0;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_totals(checkpoint, &at, status));
  PetscCall(checkpoint_take(checkpoint, &at, s->system->nz, s->z));
  PetscCall(checkpoint_take(checkpoint, &at, TURN * s->n, (double *)s->now));
  PetscCall(checkpoint_take(checkpoint, &at, TURN * s->n, (double *)s->half));
  PetscCall(checkpoint_take(checkpoint, &at, 6 * s->n, (double *)s->accel));
  if (unknowns(s) > 0) PetscCall(checkpoint_take_newton(checkpoint, &at, &s->newton));
  status->element = checkpoint->element;
  PetscFunctionReturn(0);
}

/* --- the run */

static void stepper_place(Stepper *s, int element)
{
  s->t      = mesh_time(&s->mesh, element);
  s->h      = mesh_step(&s->mesh, element);
  s->h_next = mesh_step(&s->mesh, PetscMin(element + 1, s->mesh.n - 1));
}

/* Work of loads in the element by the midpoint rule, and the multiplier that goes with it (paper 000, remark 4.3):
 * gamma = q . force / |q|^2. */
static void stepper_middle(Stepper *s, double work[2])
{
  const int nz = s->system->nz;

  for (int i = 0; i < nz; i++) {
    s->place[i] = 0.5 * (s->z[i] + s->end[i]);
    s->rate[i]  = (s->end[i] - s->z[i]) / s->h;
  }
  system_forces(s->system, s->t + 0.5 * s->h, s->place, s->rate, &s->work, s->load);
  for (int j = 0; j < 2; j++) work[j] = s->h * s->work.power[j];
  for (int i = 0; i < s->n && !s->ops->gamma; i++) {
    const int at = stepper_at(s, i) + at_q(stepper_body(s, i));
    s->gamma[i]  = vec_dot(4, s->place + at, s->load + at) / vec_dot(4, s->place + at, s->place + at);
  }
  for (int i = 0; i < s->n; i++)
    if (stepper_body(s, i)->nc > 0) s->lambda[s->system->groups[s->body[i]].start] = s->gamma[i];
}

static void swap(Turn **a, Turn **b)
{
  Turn *c = *a;

  *a = *b;
  *b = c;
}

/* One element: solve where the scheme is implicit, then its step. */
static PetscErrorCode stepper_solve(Stepper *s, NewtonStatus *newton)
{
  PetscFunctionBeginUser;
  *newton = (NewtonStatus){.reason = NEWTON_CONVERGED};
  for (int attempt = 0; attempt < 2 && unknowns(s) > 0; attempt++) { /* full steps, then with a line search */
    s->ops->guess(s, s->x);
    PetscCall(newton_solve(&s->newton, attempt == 1, s->x, newton));
    if (newton_ok(newton)) break;
  }
  if (!newton_ok(newton)) PetscFunctionReturn(0);
  s->ops->step(s);
  for (int i = 0; i < s->system->nz; i++)
    if (!isfinite(s->end[i])) newton->reason = NEWTON_DIVERGED;
  PetscFunctionReturn(0);
}

static void stepper_explain(const Stepper *s, int n, const NewtonStatus *newton, RunStatus *status)
{
  status->verdict = RUN_NOT_CONVERGED;
  snprintf(status->message, sizeof status->message,
           "%s in element %d of %d, from t = %.9g (step %.6g): the step is too large for this scheme",
           unknowns(s) > 0 ? newton_reason_text(newton->reason) : "numbers overflow", n + 1, s->mesh.n, s->t, s->h);
}

/* One element: solve, show, advance. False in go_on: the run is over. */
static PetscErrorCode stepper_element(Stepper *s, int n, const Observer *observer, RunStatus *status, bool *go_on)
{
  static const double middle = 0.5;
  NewtonStatus        newton;
  Sample              sample = {.element         = n + 1,
                                .elements        = s->mesh.n,
                                .t               = mesh_time(&s->mesh, n + 1),
                                .z               = s->z,
                                .lambda          = s->lambda,
                                .nmult           = 1,
                                .mult_node       = &middle,
                                .mult            = s->lambda,
                                .condition       = NAN,
                                .condition_1     = NAN,
                                .condition_paper = NAN};

  PetscFunctionBeginUser;
  *go_on = false;
  stepper_place(s, n);
  PetscCall(stepper_solve(s, &newton));
  status->iterations += newton.iterations;
  status->corrections += newton.corrections;
  status->most_iterations = PetscMax(status->most_iterations, newton.iterations);
  if (!newton_ok(&newton)) {
    stepper_explain(s, n, &newton, status);
    PetscFunctionReturn(0);
  }
  stepper_middle(s, sample.work);
  vec_copy(s->system->nz, s->end, s->z);
  vec_zero(s->system->nz, s->rate);
  swap(&s->now, &s->next);
  swap(&s->half, &s->beyond);
  sample.h      = s->h;
  sample.mult_t = s->t + 0.5 * s->h;
  sample.solved = unknowns(s) > 0;
  *go_on        = element_finish(observer, n, &newton, &sample, status);
  PetscFunctionReturn(0);
}

/* The checkpoint where the run ends: stopped, failed in the next element, or before the last one. */
static PetscErrorCode stepper_go(Stepper *s, int n, const Observer *observer, RunStatus *status, bool *go_on)
{
  PetscFunctionBeginUser;
  PetscCall(stepper_element(s, n, observer, status, go_on));
  if (!observer->checkpoint) PetscFunctionReturn(0);
  if (status->verdict == RUN_NOT_CONVERGED) s->newton.factored = false; /* the factors are of the failed attempt */
  if (status->element > 0 && status->element < s->mesh.n && (!*go_on || status->element == s->mesh.n - 1))
    PetscCall(stepper_save(s, status->element, status, observer->checkpoint));
  PetscFunctionReturn(0);
}

static PetscErrorCode stepper_begin(const double *z0, const double *lambda0, const Observer *observer, Stepper *s,
                                    RunStatus *status, bool *go_on)
{
  const Checkpoint *checkpoint = observer->checkpoint;
  const Sample      start      = sample_start(&s->mesh, z0, lambda0);

  PetscFunctionBeginUser;
  *status = (RunStatus){
    .verdict = RUN_DONE, .elements = s->mesh.n, .time = s->mesh.start, .unknowns = unknowns(s), .linear = "none"};
  if (unknowns(s) > 0) snprintf(status->linear, sizeof status->linear, "%s", s->newton.linear);
  stepper_place(s, 0);
  vec_copy(s->system->nz, z0, s->z);
  turns_read(s, s->z, s->now);
  if (checkpoint && checkpoint->element > 0) {
    PetscCall(stepper_restore(checkpoint, s, status));
    PetscFunctionReturn(0);
  }
  if (s->ops->start) s->ops->start(s);
  *go_on = observer->sample(observer->context, &start);
  if (!*go_on) status->verdict = RUN_STOPPED;
  PetscFunctionReturn(0);
}

PetscErrorCode stepper_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status)
{
  Stepper        s;
  PetscLogDouble start, ready;
  bool           go_on = true;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  PetscCall(stepper_create(problem, system, &s));
  PetscCall(PetscTime(&ready));
  PetscCall(stepper_begin(z0, lambda0, observer, &s, status, &go_on));
  for (int n = status->element; go_on && n < s.mesh.n; n++) PetscCall(stepper_go(&s, n, observer, status, &go_on));
  status->seconds_setup    = ready - start;
  status->seconds_residual = s.newton.times.residual;
  status->seconds_jacobian = s.newton.times.jacobian;
  status->seconds_newton   = s.newton.times.total;
  PetscCall(stepper_destroy(&s));
  PetscFunctionReturn(0);
}

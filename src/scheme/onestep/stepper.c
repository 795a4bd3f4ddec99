/* The step of a one-step scheme: its forces, Newton's method with dense LU, work and multipliers of the element. */
#include "scheme/onestep/stepper.h"

#include "base/vec.h"
#include "body/formulations.h"
#include "body/quaternion.h"
#include "scheme/ode/tableau.h"

/* Whether the scheme conserves angular momentum with the impulse and the loads of the problem. */
static bool angular_kept(const StepOps *ops, const Problem *problem, const System *system)
{
  const AngularKept with_loads = problem->method.impulse == IMPULSE_MIDPOINT ? ANGULAR_MIDPOINT : ANGULAR_TRAPEZOIDAL;

  return ops->angular == with_loads || (ops->angular != ANGULAR_NEVER && system->nloads == 0);
}

/* Momenta change by impulses, so they are conserved without forces. Forces between bodies have no total moment if they are evaluated
 * where the increments of the positions are those of the mean momenta. */
void stepper_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact)
{
  const StepOps *ops = scheme_of(problem)->step;
  Symmetry       symmetry;

  (void)gauss;
  memset(exact, 0, sizeof *exact);
  system_symmetry(system, &symmetry);
  exact->phi = exact->psi = true;
  exact->energy =
    system->nloads == 0 && (ops->energy == ENERGY_GRAVITY || (ops->energy == ENERGY_FREE && !gravity_turns(system)));
  exact->linear  = symmetry_linear(&symmetry);
  exact->angular = symmetry.angular_axes > 0 && angular_kept(ops, problem, system);
  exactness_notes(system, exact);
}

double stepper_time(const Stepper *s, double fraction)
{
  static const double within = 1e-9;

  return s->t + s->h * fmin(fmax(fraction, within), 1.0 - within);
}

/* --- forces */

void stepper_load(Stepper *s, double t)
{
  s->t_load = t;
  system_forces(s->system, t, s->state, s->rate, &s->ode.work, s->load);
}

/* s->ode.A at the state of s->load: with zero momenta the rate of p is the force, and A contains its derivative. */
static void stepper_stiffness(Stepper *s)
{
  const System *sys = s->system;

  for (int b = 0; b < sys->nbodies; b++) vec_zero(sys->bodies[b].nq, s->state + sys->start[b] + sys->bodies[b].nq);
  ode_evaluate(&s->ode, s->t_load, s->state, s->rate, true, s->dload);
}

/* The rows of p of A contain the derivative of the forces on q. */
void stepper_load_rate(Stepper *s)
{
  const Pattern *A = &s->system->A;

  for (int b = 0; b < s->system->nbodies; b++)
    for (int i = 0; i < s->system->bodies[b].nq; i++) {
      const int q = s->system->start[b] + i, p = q + s->system->bodies[b].nq;
      s->dload[q] = 0.0;
      for (int e = A->row[p]; e < A->row[p + 1]; e++) s->dload[q] += s->ode.A[e] * s->dstate[A->col[e]];
    }
}

/* --- Newton's method */

enum { REFRESH = 2 }; /* corrections after which the Jacobian is computed again */

/* Of all bodies, which share one Newton iteration. */
static int unknowns(const Stepper *s)
{
  return s->n * s->ops->unknowns;
}

/* One column per unknown, by the tangent along unit vectors. */
void stepper_jacobian(Stepper *s)
{
  const int n = unknowns(s);

  s->ops->residual(s, s->x, s->r);
  stepper_stiffness(s);
  vec_zero(s->system->nz, s->dstate);
  for (int j = 0; j < n; j++) {
    s->dx[j] = 1.0;
    s->ops->tangent(s, s->x, s->dx, s->M + j * n);
    s->dx[j] = 0.0;
  }
}

/* One correction of Newton's method: x -= M^-1 r. Returns its largest entry. */
static double stepper_correct(void *self, const Step *step, bool anew)
{
  Stepper  *s    = self;
  const int n    = unknowns(s);
  double    most = 0.0;

  (void)step;
  if (anew) {
    stepper_jacobian(s);
    if (!dense_factor(n, s->M, s->pivot)) return INFINITY;
  } else s->ops->residual(s, s->x, s->r);
  dense_solve(n, s->M, s->pivot, s->r);
  vec_add(n, -1.0, s->r, s->x);
  for (int i = 0; i < n; i++)
    if (!(fabs(s->r[i]) <= most)) most = fabs(s->r[i]); /* also NAN */
  return most;
}

/* --- one element */

/* Work of loads in the element by the midpoint rule, and the multiplier there: gamma = q . force / |q|^2, Betsch and Siebert (2009,
 * remark 4.3). */
static void stepper_middle(Stepper *s, Step *step)
{
  const int nz = s->system->nz;

  for (int i = 0; i < nz; i++) {
    s->state[i] = 0.5 * (s->z[i] + s->end[i]);
    s->rate[i]  = (s->end[i] - s->z[i]) / s->h;
  }
  stepper_load(s, s->t + 0.5 * s->h);
  vec_zero(nz, s->rate);
  for (int j = 0; j < 2; j++) step->work[j] = s->h * s->ode.work.power[j];
  for (int i = 0; i < s->n && !s->ops->gamma; i++) {
    const int at = stepper_at(s, i) + at_q(stepper_body(s, i));
    s->gamma[i]  = vec_dot(4, s->state + at, s->load + at) / vec_dot(4, s->state + at, s->state + at);
  }
  for (int i = 0; i < s->n; i++)
    if (stepper_body(s, i)->nc > 0) step->lambda[s->system->groups[s->body[i]].start] = s->gamma[i];
}

void stepper_begin(Stepper *s, const Step *step)
{
  double *begun = s->saved + (2 * RIGID_STATE + 6) * s->n;

  s->t      = step->t;
  s->h      = step->h;
  s->h_next = step->h_next;
  s->z      = step->z;
  system_work_twist(s->system, step->twist, &s->ode.work);
  if (*begun != 0.0) return;
  rigid_read(s, s->z, s->now);
  if (s->ops->start) s->ops->start(s);
  *begun = 1.0;
}

/* Solves an implicit step or computes an explicit one, then moves now and half to the next element. */
static PetscErrorCode stepper_advance(void *self, Step *step, bool *good)
{
  Stepper *s = self;

  PetscFunctionBeginUser;
  stepper_begin(s, step);
  if (unknowns(s) > 0) {
    s->ops->guess(s, s->x);
    *good = onestep_newton(s->problem, REFRESH, stepper_correct, s, step);
    if (!*good) PetscFunctionReturn(0);
  }
  s->ops->step(s);
  stepper_middle(s, step);
  for (int i = 0; i < s->system->nz; i++) step->dz[i] = s->end[i] - step->z[i] - step->carry[i];
  PetscCall(PetscArraycpy(s->now, s->next, s->n));
  PetscCall(PetscArraycpy(s->half, s->beyond, s->n));
  PetscFunctionReturn(0);
}

/* --- the run */

/* `saved` contains now, half, accel and the flag of the start, so that a checkpoint is one array. */
PetscErrorCode stepper_create(const Problem *problem, const System *system, Stepper *s)
{
  const size_t nz = (size_t)system->nz;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(s, sizeof *s));
  s->problem = problem;
  s->system  = system;
  s->ops     = scheme_of(problem)->step;
  PetscCall(ode_create(system, &s->ode));
  PetscCall(PetscCalloc1(system->nbodies, &s->body));
  for (int b = 0; b < system->nbodies; b++)
    if (system->bodies[b].ops == &quaternion_ops) s->body[s->n++] = b;
  const size_t n = (size_t)s->n, most = (size_t)unknowns(s);
  PetscCall(PetscCalloc6(nz, &s->end, nz, &s->state, nz, &s->rate, nz, &s->load, nz, &s->dstate, nz, &s->dload));
  PetscCall(PetscCalloc4((2 * RIGID_STATE + 6) * n + 1, &s->saved, n, &s->next, n, &s->beyond, n, &s->mid));
  PetscCall(PetscCalloc5(n, &s->force, n, &s->old, n, &s->theta, n, &s->gamma, n, &s->dq));
  PetscCall(PetscCalloc3(n, &s->moments, n, &s->axes, STAGES_MOST * n, &s->stage_rate));
  PetscCall(PetscCalloc5(most, &s->x, most, &s->r, most, &s->dx, most * most, &s->M, most, &s->pivot));
  s->now   = (RigidState *)s->saved;
  s->half  = s->now + n;
  s->accel = (double(*)[6])(s->half + n);
  for (int i = 0; i < s->n; i++) mat3_eigen_symmetric(stepper_body(s, i)->J, s->moments[i], s->axes[i]);
  PetscFunctionReturn(0);
}

PetscErrorCode stepper_destroy(Stepper *s)
{
  PetscFunctionBeginUser;
  PetscCall(ode_destroy(&s->ode));
  PetscCall(PetscFree(s->body));
  PetscCall(PetscFree6(s->end, s->state, s->rate, s->load, s->dstate, s->dload));
  PetscCall(PetscFree4(s->saved, s->next, s->beyond, s->mid));
  PetscCall(PetscFree5(s->force, s->old, s->theta, s->gamma, s->dq));
  PetscCall(PetscFree3(s->moments, s->axes, s->stage_rate));
  PetscCall(PetscFree5(s->x, s->r, s->dx, s->M, s->pivot));
  PetscFunctionReturn(0);
}

int stepper_order(const Problem *problem)
{
  const int order = scheme_of(problem)->step->order;

  return order ? order : 2;
}

/* SchemeOps.run of all schemes of this room: a StepOps in the loop of one-step methods. */
PetscErrorCode stepper_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status)
{
  Stepper s;

  PetscFunctionBeginUser;
  PetscCall(stepper_create(problem, system, &s));
  const OneStep method = {.self     = &s,
                          .advance  = stepper_advance,
                          .nsaved   = (2 * RIGID_STATE + 6) * s.n + 1,
                          .saved    = s.saved,
                          .unknowns = unknowns(&s),
                          .reach    = s.ops->reach};
  PetscCall(onestep_run(problem, system, z0, lambda0, &method, observer, status));
  PetscCall(stepper_destroy(&s));
  PetscFunctionReturn(0);
}

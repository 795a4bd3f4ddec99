/* Runge-Kutta methods for the system as an ordinary differential equation (ode.h), from their tableaus.
 *
 * Implicit methods solve for the slopes k of all stages by Newton's method, usually with one Jacobian per element (Hairer, Norsett and
 * Wanner 1993). */
#include "base/vec.h"
#include "body/hamiltonian.h"
#include "scheme/ode/ode.h"
#include "scheme/ode/tableau.h"
#include "scheme/onestep_loop.h"
#include "scheme/schemes.h"
#include "time/lagrange.h"

enum { REFRESH = 6 }; /* corrections after which the Jacobian is computed again */

typedef struct {
  const Problem *problem;
  const System  *system;
  const Tableau *tableau;
  bool           is_explicit;
  Ode            ode;
  int            n, s;           /* nz, stages */
  double         c[STAGES_MOST]; /* times of the stages */
  bool          *momentum;       /* [n] rows of the second matrix of a partitioned method */
  double        *k;              /* [s n + 1] slopes, then h of the last element: needed by the next guess */
  double        *guess;          /* [s][n] */
  double        *z;              /* [n] of a stage */
  double        *r;              /* [s][n] residual, then correction */
  double        *J;              /* [n][n] */
  double        *M;              /* [s n][s n] I - h a (x) J by columns, then its LU */
  PetscBLASInt  *pivot;          /* [s n] */
} RungeKutta;

/* c_i = sum_j a_ij; the Newton matrix is allocated for implicit methods only. */
static PetscErrorCode rk_create(const Problem *problem, const System *system, RungeKutta *rk)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(rk, sizeof *rk));
  rk->problem     = problem;
  rk->system      = system;
  rk->tableau     = scheme_of(problem)->tableau;
  rk->is_explicit = tableau_is_explicit(rk->tableau);
  rk->n           = system->nz;
  rk->s           = rk->tableau->stages;
  for (int i = 0; i < rk->s; i++)
    for (int j = 0; j < rk->s; j++) rk->c[i] += rk->tableau->a[i][j];
  const size_t n = (size_t)rk->n, all = (size_t)rk->s * n, sn = rk->is_explicit ? 0 : all;
  PetscCall(ode_create(system, &rk->ode));
  PetscCall(PetscCalloc5(n, &rk->momentum, all + 1, &rk->k, n, &rk->z, sn, &rk->r, sn, &rk->guess));
  PetscCall(PetscCalloc3(n * n, &rk->J, sn * sn, &rk->M, sn, &rk->pivot));
  for (int b = 0; b < system->nbodies && rk->tableau->partitioned; b++)
    for (int i = system->bodies[b].nq; i < system->bodies[b].nz; i++) rk->momentum[system->start[b] + i] = true;
  PetscFunctionReturn(0);
}

static PetscErrorCode rk_destroy(RungeKutta *rk)
{
  PetscFunctionBeginUser;
  PetscCall(ode_destroy(&rk->ode));
  PetscCall(PetscFree5(rk->momentum, rk->k, rk->z, rk->r, rk->guess));
  PetscCall(PetscFree3(rk->J, rk->M, rk->pivot));
  PetscFunctionReturn(0);
}

/* Coefficient of slope j in stage i for a row: a_ij, or p_ij for momenta of a partitioned method. */
static double weight(const RungeKutta *rk, int row, int i, int j)
{
  return rk->momentum[row] ? rk->tableau->p[i][j] : rk->tableau->a[i][j];
}

/* Time of stage i; at the ends of the element the one-sided limit, because loads may jump there. */
static double stage_time(const RungeKutta *rk, const Step *step, int i)
{
  static const double within = 1e-9;

  return step->t + step->h * fmin(fmax(rk->c[i], within), 1.0 - within);
}

/* rk->z = z + h sum_j a_ij k_j */
static void stage_state(RungeKutta *rk, const Step *step, int i)
{
  for (int x = 0; x < rk->n; x++) {
    double sum = 0.0;
    for (int j = 0; j < rk->s; j++) sum += weight(rk, x, i, j) * rk->k[j * rk->n + x];
    rk->z[x] = step->z[x] + (step->carry[x] + step->h * sum);
  }
}

/* f at stage i. */
static void stage_rate(RungeKutta *rk, const Step *step, int i, double *f)
{
  stage_state(rk, step, i);
  ode_rate(&rk->ode, stage_time(rk, step, i), rk->z, f, step->lambda);
}

/* --- implicit methods */

/* Guess of the slopes: the extrapolated polynomial of the last element, or the slope at the start of the first one. */
static void rk_predict(RungeKutta *rk, const Step *step)
{
  const int    n = rk->n, s = rk->s;
  const double h_old = rk->k[s * n];
  double       value[STAGES_MOST];

  if (h_old == 0.0) {
    ode_rate(&rk->ode, step->t, step->z, rk->k, NULL);
    for (int i = 1; i < s; i++) vec_copy(n, rk->k, rk->k + i * n);
    return;
  }
  vec_zero(s * n, rk->guess);
  for (int i = 0; i < s; i++) {
    lagrange(s, rk->c, 1.0 + rk->c[i] * step->h / h_old, value, NULL);
    for (int j = 0; j < s; j++) vec_add(n, value[j], rk->k + j * n, rk->guess + i * n);
  }
  vec_copy(s * n, rk->guess, rk->k);
}

/* mean = sum_i b_i z_i of the states of the stages. */
static void rk_mean(RungeKutta *rk, const Step *step, double *mean)
{
  vec_zero(rk->n, mean);
  for (int i = 0; i < rk->s; i++) {
    stage_state(rk, step, i);
    vec_add(rk->n, rk->tableau->b[i], rk->z, mean);
  }
}

/* LU of 1 - h a (x) J with the Jacobian at the mean of the stages; exact for one stage. */
static bool rk_factor(RungeKutta *rk, const Step *step)
{
  const int n = rk->n, sn = rk->s * n;

  rk_mean(rk, step, rk->r);
  ode_jacobian(&rk->ode, step->t + 0.5 * step->h, rk->r, rk->J);
  for (int j = 0; j < rk->s; j++)
    for (int y = 0; y < n; y++) {
      double *column = rk->M + (size_t)(j * n + y) * (size_t)sn;
      for (int i = 0; i < rk->s; i++)
        for (int x = 0; x < n; x++) column[i * n + x] = -step->h * weight(rk, y, i, j) * rk->J[x * n + y];
      column[j * n + y] += 1.0;
    }
  return dense_factor(sn, rk->M, rk->pivot);
}

/* One correction of all slopes: k += M^-1 (f - k). Returns its largest entry in natural units, as a change of z. */
static double rk_correct(void *self, const Step *step, bool anew)
{
  RungeKutta *rk = self;
  const int   n = rk->n, sn = rk->s * n;
  double      most = 0.0;

  if (anew && !rk_factor(rk, step)) return INFINITY;
  for (int i = 0; i < rk->s; i++) {
    stage_rate(rk, step, i, rk->r + i * n);
    vec_add(n, -1.0, rk->k + i * n, rk->r + i * n);
  }
  dense_solve(sn, rk->M, rk->pivot, rk->r);
  vec_add(sn, 1.0, rk->r, rk->k);
  for (int i = 0; i < sn; i++) {
    const double size = fabs(step->h * rk->r[i]) / rk->system->scale_z[i % n];
    if (!(size <= most)) most = size; /* also NAN */
  }
  return most;
}

/* --- any method */

/* work += h sum_i b_i power_i */
static void rk_work(RungeKutta *rk, Step *step)
{
  for (int i = 0; i < rk->s; i++) {
    double power[2];
    stage_state(rk, step, i);
    ode_power(&rk->ode, stage_time(rk, step, i), rk->z, rk->k + i * rk->n, power);
    for (int j = 0; j < 2; j++) step->work[j] += step->h * rk->tableau->b[i] * power[j];
  }
}

/* dz = h sum_i b_i k_i */
static PetscErrorCode rk_advance(void *self, Step *step, bool *good)
{
  RungeKutta *rk = self;

  PetscFunctionBeginUser;
  system_work_twist(rk->system, step->twist, &rk->ode.work);
  for (int i = 0; rk->is_explicit && i < rk->s; i++) stage_rate(rk, step, i, rk->k + i * rk->n);
  if (!rk->is_explicit) {
    rk_predict(rk, step);
    *good = onestep_newton(rk->problem, REFRESH, rk_correct, rk, step);
  }
  vec_zero(rk->n, step->dz);
  for (int i = 0; i < rk->s; i++) vec_add(rk->n, step->h * rk->tableau->b[i], rk->k + i * rk->n, step->dz);
  step->mult_node = rk->c[rk->s - 1];
  if (rk->system->worked) rk_work(rk, step);
  rk->k[rk->s * rk->n] = step->h;
  PetscFunctionReturn(0);
}

/* Explicit methods have no unknowns; implicit ones s n, whose stages are saved as the next guess. */
static PetscErrorCode rk_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, RunStatus *status)
{
  RungeKutta rk;

  PetscFunctionBeginUser;
  PetscCall(rk_create(problem, system, &rk));
  const OneStep method = {.self     = &rk,
                          .advance  = rk_advance,
                          .nsaved   = rk.s * rk.n + 1,
                          .saved    = rk.k,
                          .unknowns = rk.is_explicit ? 0 : rk.s * rk.n};
  PetscCall(onestep_run(problem, system, z0, lambda0, &method, observer, status));
  PetscCall(rk_destroy(&rk));
  PetscFunctionReturn(0);
}

/* SchemeOps.gauss: stages instead of Gauss points. */
static int rk_stages(const Problem *problem, const System *system)
{
  (void)system;
  return scheme_of(problem)->tableau->stages;
}

/* SchemeOps.order */
static int rk_order(const Problem *problem)
{
  return scheme_of(problem)->tableau->order;
}

/* Whether all bodies have the kinetic energy `unit`, and no force has a moment about their reference point. */
static bool bodies_rotate_freely(const System *system)
{
  for (int b = 0; b < system->nbodies; b++)
    if (system->bodies[b].scalable) return false;
  return system->nloads == 0 && !gravity_turns(system);
}

/* Whether the conserved angular momentum of a Hamiltonian system is linear in z. */
static bool momentum_linear(const System *system)
{
  return system->nbodies > 0 && system->bodies[0].hamiltonian && system->bodies[0].hamiltonian->linear_moment;
}

/* Any method conserves linear invariants; symplectic methods conserve bilinear ones of (q, p), such as angular momentum; those with
 * one matrix conserve every quadratic one. Where bodies rotate freely, q' = q o y and p' = p o y with the same y, which is
 * orthogonal to 1 where q.p = 0: methods with one matrix multiply q and p by the same quaternion in each stage, so q.p remains
 * zero, and |q| is a quadratic invariant. With the multiplier q.p is a bilinear invariant for any forces. */
static void rk_exactness(const Problem *problem, const System *system, int stages, Exactness *exact)
{
  const Tableau *tableau = scheme_of(problem)->tableau;
  SystemDegrees  degrees;
  Symmetry       symmetry;

  (void)stages;
  *exact = (Exactness){0};
  system_degrees(system, &degrees);
  system_symmetry(system, &symmetry);
  exact->linear  = symmetry_linear(&symmetry);
  exact->angular = symmetry.angular_axes > 0 && (tableau->symplectic || momentum_linear(system));
  exact->energy  = tableau->symplectic && !tableau->partitioned && degrees.energy == 2 && system->nl == 0;
  exact->psi     = tableau->symplectic || (bodies_rotate_freely(system) && !tableau->partitioned);
  exact->phi     = bodies_rotate_freely(system) && tableau->symplectic && !tableau->partitioned;
  exactness_notes(system, exact);
}

#define RUNGE_KUTTA(id, text)                                                                                          \
  const SchemeOps id##_ops = {.traits    = {.name = #id, .summary = text, .supports = SUPPORTS_ODE, .stepping = true}, \
                              .tableau   = &tableau_##id,                                                              \
                              .gauss     = rk_stages,                                                                  \
                              .order     = rk_order,                                                                   \
                              .exactness = rk_exactness,                                                               \
                              .run       = rk_run}

RUNGE_KUTTA(euler_explicit, "explicit Euler, order 1");
RUNGE_KUTTA(euler_implicit, "implicit Euler, order 1");
RUNGE_KUTTA(symplectic_euler_a, "symplectic Euler A, derivatives at (q1, p0); order 1");
RUNGE_KUTTA(symplectic_euler_b, "symplectic Euler B, derivatives at (q0, p1); order 1");
RUNGE_KUTTA(midpoint, "implicit midpoint rule, symplectic, order 2");
RUNGE_KUTTA(stoermer_verlet, "Stoermer-Verlet, also for systems that are not separable; symplectic, order 2");
RUNGE_KUTTA(rk4, "the classical Runge-Kutta method, explicit, order 4");
RUNGE_KUTTA(radau3, "Radau IIA with 2 stages, order 3");
RUNGE_KUTTA(radau5, "Radau IIA with 3 stages, order 5");
RUNGE_KUTTA(sun_geng, "Sun Geng's method from Radau nodes, symplectic, order 5");
RUNGE_KUTTA(gauss6, "Gauss with 3 stages, symplectic, order 6");

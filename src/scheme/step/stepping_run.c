/* Time stepping with mG(k) (May and Betsch 2025, sect. 3.1): elements one after the other, checkpoints between them. */
#include "scheme/step/stepping_run.h"

#include "base/vec.h"
#include "scheme/checkpoint.h"
#include "scheme/row_choice.h"
#include "scheme/sample.h"
#include "scheme/step/stepping_element.h"
#include "scheme/step/stepping_explain.h"
#include "scheme/step/stepping_rows.h"
#include "start/constraint_rank.h"

enum { HARD = 12 }; /* Newton iterations above which the rank of the constraints is checked */

/* Largest residual of rows and of the energy balance of an accepted element near a singular position, in natural units. */
static const double accepted_rows = 1e-10, accepted_energy = 1e-8;

/* Accepts an element that ends at t, close to a singular position, if all rows of joints are satisfied, dropped ones included, and
 * the energy balance closes (docs/explanation/theory.md, Singular positions). */
static bool stepping_accepts(Stepping *m, double t)
{
  const System *sys  = m->system;
  const double  unit = sys->units.mass * sys->units.velocity * sys->units.velocity;
  double        work[2], T[2], V[2], size[2];
  ElementState  state;

  stepping_rows_measure(m, t, size);
  kernel_work(&m->kernel, stepping_state(m, &state), work);
  kernel_twist(&m->kernel, &state, m->turned);
  system_energy(sys, m->z, m->twist, &T[0], &V[0]);
  system_energy(sys, m->end, m->turned, &T[1], &V[1]);
  return fmax(size[0], size[1]) <= accepted_rows &&
         fabs(T[1] + V[1] - T[0] - V[0] - (work[0] - work[1])) <= accepted_energy * unit;
}

/* Moves an element end away from a singular position: solves this element again with the length 1.37 h; the next one has 0.63 h
 * (docs/explanation/theory.md, Singular positions). Where the next element is too short, the solution is kept if it is accepted,
 * otherwise the run fails. Changes nothing elsewhere. */
static PetscErrorCode stepping_shift(Stepping *m, int n, double h_old, RunStatus *status, NewtonStatus *newton,
                                     double *shift)
{
  const double h    = mesh_step(&m->mesh, n);
  const bool   fits = m->shift == 0.0 && n + 1 < m->mesh.n && mesh_step(&m->mesh, n + 1) > 0.5 * h;
  char         joints[sizeof status->singular];
  bool         singular;

  PetscFunctionBeginUser;
  stepping_predict(m, h_old);
  stepping_end(m);
  PetscCall(
    constraint_rank_near(m->system, mesh_time(&m->mesh, n + 1), m->z, m->end, &singular, joints, sizeof joints));
  stepping_unpack(m, m->x);
  if (!singular || (!fits && newton_ok(newton) && stepping_accepts(m, mesh_time(&m->mesh, n + 1))))
    PetscFunctionReturn(0);
  memcpy(status->singular, joints, sizeof joints);
  status->singular_time = mesh_time(&m->mesh, n + 1);
  newton->reason        = NEWTON_SINGULAR;
  if (!fits) PetscFunctionReturn(0);
  stepping_scale(m, 1.37 * h);
  PetscCall(stepping_solve(m, h_old, newton));
  if (newton_ok(newton)) *shift = 0.37 * h;
  status->shifts += newton_ok(newton);
  PetscFunctionReturn(0);
}

/* Solves element n, shows it and advances the state. go_on = false: the run ends. */
static PetscErrorCode stepping_step(Stepping *m, int n, bool first, const Observer *observer, RunStatus *status,
                                    bool *go_on)
{
  const double h = mesh_step(&m->mesh, n) - m->shift, h_old = first ? 0.0 : m->h;
  double       shift = 0.0;
  bool         hard;
  NewtonStatus newton;
  Sample       sample = {
          .elements = m->mesh.n, .z = m->z, .node_t = m->node_t, .node_z = m->node_z, .lambda = m->lambda, .twist = m->twist};

  PetscFunctionBeginUser;
  *go_on = false;
  m->t   = mesh_time(&m->mesh, n) + m->shift;
  if (h != m->h) stepping_scale(m, h);
  PetscCall(stepping_solve(m, h_old, &newton));
  run_count(status, newton.iterations, newton.corrections, newton.iterations);
  hard = !newton_ok(&newton) || newton.reason == NEWTON_FLOOR || newton.iterations > HARD;
  if (hard && m->system->ngroups > m->system->nbodies) PetscCall(stepping_shift(m, n, h_old, status, &newton, &shift));
  if (observer->exchange && n > 0)
    PetscCall(stepping_rows_lost(m, newton_ok(&newton), mesh_time(&m->mesh, n + 1) + shift, &status->rows_lost));
  if (!newton_ok(&newton) || status->rows_lost) {
    PetscCall(stepping_explain(m, n, &newton, status));
    PetscFunctionReturn(0);
  }
  PetscCall(stepping_condition(m, &sample.record));
  stepping_record(m, n, mesh_time(&m->mesh, n + 1) + shift, &sample);
  stepping_advance(m);
  m->shift = shift;
  *go_on   = element_finish(observer, n, &newton, &sample, status);
  PetscFunctionReturn(0);
}

PetscErrorCode stepping_save(const Stepping *m, int element, const RunStatus *status, Checkpoint *checkpoint)
{
  const double flags[] = {m->h, m->rotate, m->shift};

  PetscFunctionBeginUser;
  PetscCall(checkpoint_begin(element, status, checkpoint));
  PetscCall(row_choice_put(m->system, status, m->rows_limit, checkpoint));
  PetscCall(checkpoint_put(3, flags, checkpoint));
  PetscCall(checkpoint_put(m->nz, m->z, checkpoint));
  PetscCall(checkpoint_put(m->nz, m->carry, checkpoint));
  PetscCall(checkpoint_put(m->system->ntwists, m->twist, checkpoint));
  PetscCall(checkpoint_put(m->k * m->nz, m->last_dz, checkpoint));
  PetscCall(checkpoint_put(m->k * m->nl, m->last_mult, checkpoint));
  PetscCall(checkpoint_put_newton(&m->newton, checkpoint));
  PetscFunctionReturn(0);
}

/* With other rows the multipliers and factors of the last element mean nothing. */
PetscErrorCode stepping_restore(const Checkpoint *checkpoint, int *at, Stepping *m, RunStatus *status, bool *same)
{
  double flags[3];

  PetscFunctionBeginUser;
  PetscCall(checkpoint_totals(checkpoint, at, status));
  PetscCall(stepping_rows_restore(checkpoint, at, m, status, same));
  PetscCall(checkpoint_take(checkpoint, at, 3, flags));
  PetscCall(checkpoint_take(checkpoint, at, m->nz, m->z));
  PetscCall(checkpoint_take(checkpoint, at, m->nz, m->carry));
  PetscCall(checkpoint_take(checkpoint, at, m->system->ntwists, m->twist));
  PetscCall(checkpoint_take(checkpoint, at, m->k * m->nz, m->last_dz));
  PetscCall(checkpoint_take(checkpoint, at, m->k * m->nl, m->last_mult));
  stepping_scale(m, flags[0]);
  m->rotate = flags[1] != 0.0;
  m->shift  = flags[2];
  PetscCall(checkpoint_take_newton(checkpoint, at, &m->newton));
  if (*same) PetscFunctionReturn(0);
  vec_zero(m->k * m->nl, m->last_mult);
  m->newton.factored = false;
  PetscFunctionReturn(0);
}

PetscErrorCode stepping_state_read(const Checkpoint *checkpoint, const System *system, double *z)
{
  double flags[3];
  int    at = 0;

  PetscFunctionBeginUser;
  PetscCall(row_choice_read(checkpoint, &at, system, NULL));
  PetscCall(checkpoint_take(checkpoint, &at, 3, flags));
  PetscCall(checkpoint_take(checkpoint, &at, system->nz, z));
  PetscFunctionReturn(0);
}

/* Steps over element n and stores the checkpoint if one is due. */
static PetscErrorCode stepping_go(Stepping *m, int n, bool first, const Observer *observer, RunStatus *status,
                                  bool *go_on)
{
  Checkpoint *checkpoint = observer->checkpoint;

  PetscFunctionBeginUser;
  PetscCall(stepping_step(m, n, first, observer, status, go_on));
  if (!checkpoint) PetscFunctionReturn(0);
  if (status->verdict == RUN_NOT_CONVERGED) m->newton.factored = false; /* the factors are of the failed attempt */
  if (!checkpoint_due(observer, status, *go_on)) PetscFunctionReturn(0);
  PetscCall(stepping_save(m, status->element, status, checkpoint));
  if (!status->rows_lost) checkpoint_show(observer);
  PetscFunctionReturn(0);
}

/* The multipliers of the start are the first guess of the first element. */
PetscErrorCode stepping_elements(const Problem *problem, const System *system, const ProblemSolver *solver, int from,
                                 int to, double *z, double *twist, const double *lambda, const Observer *observer,
                                 RunStatus *status)
{
  Checkpoint    *checkpoint = observer->checkpoint;
  const bool     resumed    = checkpoint && checkpoint->element > 0;
  Stepping       m;
  PetscLogDouble start, ready;
  bool           go_on = true, same;
  int            at    = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  PetscCall(stepping_create(problem, system, solver, &m));
  PetscCall(PetscTime(&ready));
  vec_copy(m.nz, z, m.z);
  vec_copy(system->ntwists, twist, m.twist);
  momentum_aim(&m.momentum, z);
  m.rows_limit = stepping_rows_limit;
  for (int b = 0; b < m.k; b++) vec_copy(m.nl, lambda, m.last_mult + b * m.nl);
  run_begin(&m.mesh, from, stepping_unknowns(&m), linear_names[m.newton.linear.kind], status);
  if (resumed) {
    PetscCall(stepping_restore(checkpoint, &at, &m, status, &same));
    /* a run that resumes from other rows stores the checkpoint again, since the next one must begin with these rows too */
    if (!same) PetscCall(stepping_save(&m, from, status, checkpoint));
    status->element = from;
  }
  for (int n = from; go_on && n < to; n++)
    PetscCall(stepping_go(&m, n, n == from && !resumed, observer, status, &go_on));
  vec_copy(m.nz, m.z, z);
  vec_copy(system->ntwists, m.twist, twist);
  status->seconds_setup    = ready - start;
  status->seconds_residual = m.newton.times.residual;
  status->seconds_jacobian = m.newton.times.jacobian;
  status->seconds_newton   = m.newton.times.total;
  PetscCall(stepping_destroy(&m));
  PetscFunctionReturn(0);
}

/* The start as the first sample unless the run is resumed, then all elements. */
PetscErrorCode stepping_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                            const Observer *observer, RunStatus *status)
{
  const int from = observer->checkpoint ? observer->checkpoint->element : 0;
  Mesh      mesh;
  double   *z, *twist;

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  const int    elements = mesh.n;
  const Sample start    = sample_start(&mesh, z0, lambda0);
  run_begin(&mesh, 0, 0, "", status);
  mesh_destroy(&mesh);
  if (from == 0 && !run_show(observer, &start, status)) PetscFunctionReturn(0);
  PetscCall(PetscCalloc2(system->nz, &z, system->ntwists + 1, &twist));
  vec_copy(system->nz, z0, z);
  PetscCall(stepping_elements(problem, system, &problem->solver, from, elements, z, twist, lambda0, observer, status));
  PetscCall(PetscFree2(z, twist));
  PetscFunctionReturn(0);
}

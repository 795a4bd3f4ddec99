/* Time stepping with mG(k) (May and Betsch 2025, sect. 3.1): elements one after the other, checkpoints between them. */
#include "scheme/step/stepping_run.h"

#include "base/vec.h"
#include "linear/condition.h"
#include "scheme/checkpoint.h"
#include "scheme/sample.h"
#include "scheme/step/stepping.h"
#include "start/constraint_rank.h"

enum {
  DEGREE_SAFE = 20, /* beyond it extrapolation over an element may lose all digits */
  HARD        = 12  /* Newton iterations above which the rank of the constraints is checked */
};

/* Largest residual of rows and of the energy balance of an accepted element near a singular position, in natural units. */
static const double accepted_rows = 1e-10, accepted_energy = 1e-8;

/* First guess for the next element: extrapolates the polynomials of the last one, or (first element, fast rotation) each body at
 * constant velocity. */
static void stepping_predict(Stepping *m, double h_old)
{
  vec_copy(m->k * m->nz, m->last_dz, m->dz);
  vec_copy(m->k * m->nl, m->last_mult, m->mult);
  predictor_extrapolate(&m->predictor, h_old > 0.0 ? m->h / h_old : 1.0, m->dz, m->mult);
  if (m->rotate || h_old == 0.0) predictor_rotate(&m->predictor, m->h, m->z, m->dz);
}

/* Solves one element: with the predictor in use, then with the other one, then with a line search. */
static PetscErrorCode stepping_solve(Stepping *m, double h_old, NewtonStatus *status)
{
  int iterations = 0, corrections = 0;

  PetscFunctionBeginUser;
  for (int attempt = 0; attempt < 3; attempt++) {
    if (attempt == 1) m->rotate = !m->rotate;
    stepping_predict(m, h_old);
    stepping_pack(m, m->x);
    PetscCall(newton_solve(&m->newton, attempt == 2 ? NEWTON_SEARCH : NEWTON_FULL, m->x, status));
    iterations += status->iterations;
    corrections += status->corrections;
    m->attempts = attempt + 1;
    if (newton_ok(status)) break;
  }
  if (newton_ok(status) && m->terms && m->terms->resolve) {
    PetscCall(m->terms->resolve(m, status));
    iterations += status->iterations;
    corrections += status->corrections;
  }
  stepping_unpack(m, m->x);
  /* after a slow solve the other predictor is tried in the next element */
  if (iterations > 4) m->rotate = !m->rotate;
  status->iterations  = iterations;
  status->corrections = corrections;
  PetscFunctionReturn(0);
}

/* z + carry += the last increment, in twice the precision. */
static void stepping_advance(Stepping *m)
{
  vec_add_compensated(m->nz, m->dz + (m->k - 1) * m->nz, m->z, m->carry);
  vec_copy(m->k * m->nz, m->dz, m->last_dz);
  vec_copy(m->k * m->nl, m->mult, m->last_mult);
}

/* Fills the sample before the state advances: interior nodes, work of the loads, multipliers at the midpoint. */
static void stepping_record(Stepping *m, int n, double shift, Sample *sample)
{
  const double t = m->t;
  ElementState state;

  kernel_work(&m->kernel, stepping_state(m, &state), sample->work);
  sample->nodes = m->k - 1;
  for (int i = 0; i < sample->nodes; i++) {
    m->node_t[i] = t + m->h * m->element.node[i + 1];
    for (int j = 0; j < m->nz; j++) m->node_z[i * m->nz + j] = m->z[j] + (m->carry[j] + m->dz[i * m->nz + j]);
  }
  vec_zero(m->nl, m->lambda);
  for (int b = 0; b < m->k; b++) vec_add(m->nl, m->mid[b], m->mult + b * m->nl, m->lambda);
  sample->element   = n + 1;
  sample->h         = m->h;
  sample->solved    = true;
  sample->nmult     = m->k;
  sample->mult_node = m->element.mult_node;
  sample->mult      = m->mult;
  sample->mult_t    = t + 0.5 * m->h;
  sample->t         = mesh_time(&m->mesh, n + 1) + shift;
}

/* Largest angle by which a body rotates in one element at its current angular velocity. */
static double stepping_turn(const Stepping *m)
{
  double most = 0.0;

  for (int b = 0; b < m->system->nbodies; b++) {
    Kinematics motion;
    m->system->bodies[b].ops->kinematics(&m->system->bodies[b], m->z + m->system->start[b], &motion);
    most = fmax(most, vec_norm(3, motion.omega) * m->h);
  }
  return most;
}

/* Writes the most likely cause of a failed element into status->message. */
static void stepping_explain(const Stepping *m, int n, const NewtonStatus *newton, RunStatus *status)
{
  const double turn = stepping_turn(m);
  const size_t size = sizeof status->message;
  char         cause[360];

  if (status->singular[0] && status->singular_time == mesh_time(&m->mesh, n + 1))
    snprintf(cause, sizeof cause, "it ends on a singular position, t = %.9g (%s): use another step",
             status->singular_time, status->singular);
  else if (newton->reason == NEWTON_MEMORY) snprintf(cause, sizeof cause, "use a lower degree, or a larger machine");
  else if (newton->reason == NEWTON_SINGULAR)
    snprintf(cause, sizeof cause, "constraints depend on each other, or the system passes a singular configuration");
  else if (turn > 0.5)
    snprintf(cause, sizeof cause,
             "a body turns by %.2g rad in one element: use a smaller step, here (time.parts) or everywhere", turn);
  else if (newton->residual < 1e-8)
    snprintf(cause, sizeof cause, "the tolerance %g may be below what rounding allows", m->problem->solver.tolerance);
  else if (m->k > DEGREE_SAFE)
    snprintf(cause, sizeof cause, "degree %d amplifies rounding: use a lower one%s", m->k,
             m->problem->method.nodes == NODES_LOBATTO ? "" : ", or nodes: lobatto");
  else
    snprintf(cause, sizeof cause,
             "the step may be too large for this motion: use a smaller one, here (time.parts) or everywhere");
  snprintf(
    status->message, size,
    "%s in element %d of %d, from t = %.9g (step %.6g, residual %.2e after %d iterations in %d attempts of at most %d): %s",
    newton_reason_text(newton->reason), n + 1, m->mesh.n, mesh_time(&m->mesh, n), m->h, newton->residual,
    newton->iterations, m->attempts, m->problem->solver.max_iterations, cause);
}

/* m->end = z + the last increment of the element. */
static void stepping_end(Stepping *m)
{
  vec_copy(m->nz, m->z, m->end);
  vec_add(m->nz, 1.0, m->dz + (m->k - 1) * m->nz, m->end);
}

/* Accepts an element that ends at t, close to a singular position, if all rows of joints are satisfied, dropped ones included, and
 * the energy balance closes (docs/theory.md, Singular positions). */
static bool stepping_accepts(Stepping *m, double t)
{
  const System *sys  = m->system;
  const double  unit = sys->units.mass * sys->units.velocity * sys->units.velocity;
  double        work[2], T[2], V[2], worst = 0.0;
  ElementState  state;

  stepping_end(m);
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int r = 0; r < sys->groups[g].m + sys->groups[g].ndropped; r++) {
      const double length = sys->groups[g].rows[r].length ? sys->units.length : 1.0;
      double       phi, psi;
      system_row(sys, &sys->groups[g], r, t, m->end, &phi, &psi);
      worst = fmax(worst, fmax(fabs(phi), fabs(psi) * sys->units.length / sys->units.velocity) / length);
    }
  kernel_work(&m->kernel, stepping_state(m, &state), work);
  system_energy(sys, m->z, &T[0], &V[0]);
  system_energy(sys, m->end, &T[1], &V[1]);
  return worst <= accepted_rows && fabs(T[1] + V[1] - T[0] - V[0] - (work[0] - work[1])) <= accepted_energy * unit;
}

/* Moves an element end away from a singular position: solves this element again with the length 1.37 h; the next one has 0.63 h
 * (docs/theory.md, Singular positions). Where the next element is too short, the solution is kept if it is accepted, otherwise the
 * run fails. Changes nothing elsewhere. */
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

/* Condition numbers of the last matrix, as solved and in the scaling of May and Betsch (2025). */
static PetscErrorCode stepping_condition(Stepping *m, SolveRecord *record)
{
  PetscFunctionBeginUser;
  record->condition = record->condition_paper = record->condition_1 = NAN;
  if (!m->problem->solver.condition) PetscFunctionReturn(0);
  PetscCall(linear_condition_2(&m->newton.linear, NULL, NULL, &record->condition, &record->condition_bound));
  PetscCall(linear_condition_1(&m->newton.linear, &record->condition_1));
  PetscCall(
    linear_condition_2(&m->newton.linear, m->left, m->right, &record->condition_paper, &record->condition_bound));
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
  Sample sample = {.elements = m->mesh.n, .z = m->z, .node_t = m->node_t, .node_z = m->node_z, .lambda = m->lambda};

  PetscFunctionBeginUser;
  *go_on = false;
  m->t   = mesh_time(&m->mesh, n) + m->shift;
  if (h != m->h) stepping_scale(m, h);
  PetscCall(stepping_solve(m, h_old, &newton));
  run_count(status, newton.iterations, newton.corrections, newton.iterations);
  hard = !newton_ok(&newton) || newton.reason == NEWTON_FLOOR || newton.iterations > HARD;
  if (hard && m->system->ngroups > m->system->nbodies) PetscCall(stepping_shift(m, n, h_old, status, &newton, &shift));
  if (!newton_ok(&newton)) {
    status->verdict = RUN_NOT_CONVERGED;
    stepping_explain(m, n, &newton, status);
    PetscFunctionReturn(0);
  }
  PetscCall(stepping_condition(m, &sample.record));
  stepping_record(m, n, shift, &sample);
  stepping_advance(m);
  m->shift = shift;
  *go_on   = element_finish(observer, n, &newton, &sample, status);
  PetscFunctionReturn(0);
}

/* Stores the state after `element`, with Newton's factors, which the next element reuses. */
static PetscErrorCode stepping_save(const Stepping *m, int element, const RunStatus *status, Checkpoint *checkpoint)
{
  const double flags[] = {m->h, m->rotate, m->shift};

  PetscFunctionBeginUser;
  PetscCall(checkpoint_begin(element, status, checkpoint));
  PetscCall(checkpoint_put(3, flags, checkpoint));
  PetscCall(checkpoint_put(m->nz, m->z, checkpoint));
  PetscCall(checkpoint_put(m->nz, m->carry, checkpoint));
  PetscCall(checkpoint_put(m->k * m->nz, m->last_dz, checkpoint));
  PetscCall(checkpoint_put(m->k * m->nl, m->last_mult, checkpoint));
  PetscCall(checkpoint_put_newton(&m->newton, checkpoint));
  PetscFunctionReturn(0);
}

/* Restores the state that stepping_save stored. */
static PetscErrorCode stepping_restore(const Checkpoint *checkpoint, Stepping *m, RunStatus *status)
{
  int    at = 0;
  double flags[3];

  PetscFunctionBeginUser;
  PetscCall(checkpoint_totals(checkpoint, &at, status));
  PetscCall(checkpoint_take(checkpoint, &at, 3, flags));
  PetscCall(checkpoint_take(checkpoint, &at, m->nz, m->z));
  PetscCall(checkpoint_take(checkpoint, &at, m->nz, m->carry));
  PetscCall(checkpoint_take(checkpoint, &at, m->k * m->nz, m->last_dz));
  PetscCall(checkpoint_take(checkpoint, &at, m->k * m->nl, m->last_mult));
  stepping_scale(m, flags[0]);
  m->rotate = flags[1] != 0.0;
  m->shift  = flags[2];
  PetscCall(checkpoint_take_newton(checkpoint, &at, &m->newton));
  PetscFunctionReturn(0);
}

/* Steps over element n and stores the checkpoint if the run ends here: stopped, failed in the next one, or before the last one. */
static PetscErrorCode stepping_go(Stepping *m, int n, bool first, const Observer *observer, RunStatus *status,
                                  bool *go_on)
{
  Checkpoint *checkpoint = observer->checkpoint;

  PetscFunctionBeginUser;
  PetscCall(stepping_step(m, n, first, observer, status, go_on));
  if (!checkpoint) PetscFunctionReturn(0);
  if (status->verdict == RUN_NOT_CONVERGED) m->newton.factored = false; /* the factors are of the failed attempt */
  if (checkpoint_due(status, *go_on)) PetscCall(stepping_save(m, status->element, status, checkpoint));
  PetscFunctionReturn(0);
}

/* The multipliers of the start are the first guess of the first element. */
PetscErrorCode stepping_elements(const Problem *problem, const System *system, const ProblemSolver *solver, int from,
                                 int to, double *z, const double *lambda, const Observer *observer, RunStatus *status)
{
  const Checkpoint *checkpoint = observer->checkpoint;
  const bool        resumed    = checkpoint && checkpoint->element > 0;
  Stepping          m;
  PetscLogDouble    start, ready;
  bool              go_on = true;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&start));
  PetscCall(stepping_create(problem, system, solver, &m));
  PetscCall(PetscTime(&ready));
  vec_copy(m.nz, z, m.z);
  momentum_aim(&m.momentum, z);
  for (int b = 0; b < m.k; b++) vec_copy(m.nl, lambda, m.last_mult + b * m.nl);
  run_begin(&m.mesh, from, stepping_unknowns(&m), linear_names[m.newton.linear.kind], status);
  if (resumed) {
    PetscCall(stepping_restore(checkpoint, &m, status));
    status->element = from;
  }
  for (int n = from; go_on && n < to; n++)
    PetscCall(stepping_go(&m, n, n == from && !resumed, observer, status, &go_on));
  vec_copy(m.nz, m.z, z);
  status->seconds_setup    = ready - start;
  status->seconds_residual = m.newton.times.residual;
  status->seconds_jacobian = m.newton.times.jacobian;
  status->seconds_newton   = m.newton.times.total;
  PetscCall(stepping_destroy(&m));
  PetscFunctionReturn(0);
}

PetscErrorCode stepping_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                            const Observer *observer, RunStatus *status)
{
  const int from = observer->checkpoint ? observer->checkpoint->element : 0;
  Mesh      mesh;
  double   *z;

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  const int    elements = mesh.n;
  const Sample start    = sample_start(&mesh, z0, lambda0);
  run_begin(&mesh, 0, 0, "", status);
  mesh_destroy(&mesh);
  if (from == 0 && !run_show(observer, &start, status)) PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(system->nz, &z));
  vec_copy(system->nz, z0, z);
  PetscCall(stepping_elements(problem, system, &problem->solver, from, elements, z, lambda0, observer, status));
  PetscCall(PetscFree(z));
  PetscFunctionReturn(0);
}

/* Two-point boundary-value problems: one window over the whole interval, whose start is unknown.
 *
 * Solutions are not unique, because a body may rotate further; the first guess selects one (docs/explanation/theory.md, Boundary
 * values). */
#include "base/quat.h"
#include "scheme/sample.h"
#include "scheme/window/window_run.h"
#include "start/initial.h"

#include <stdio.h>

enum { CONTINUATION_MOST = 200 }; /* solves */

/* --- first guesses: each body moves at constant velocity and constant angular velocity in body axes */

/* Angular velocity of the shortest rotation from a to b in the time span, plus full turns about the same axis. */
static void geodesic_rate(const Kinematics *a, const Kinematics *b, int turns, double span, double omega[3])
{
  const double pi = acos(-1.0);
  double       r[4], theta[3];

  quat_multiply_conjugate(a->q, b->q, r);
  quat_log(r, theta);
  const double angle = vec_norm(3, theta);
  for (int i = 0; i < 3; i++) {
    const double axis = angle > 0.0 ? theta[i] / angle : (i == 2 ? 1.0 : 0.0);
    omega[i]          = (theta[i] + 2.0 * pi * turns * axis) / span;
  }
}

/* Position, orientation and rates of one body at the start of its guessed path. Without `geodesic` the rates are as given. */
static void path_start(const Problem *problem, const ProblemBoundary *ends, int body, double span, bool geodesic,
                       Kinematics *start)
{
  Kinematics end;
  body_initial_kinematics(&problem->bodies[body], start);
  const unsigned at_start = boundary_kinematics(ends, body, AT_START, start);
  end                     = *start;
  const unsigned at_end   = boundary_kinematics(ends, body, AT_END, &end);

  if (at_end & PRESCRIBED_VELOCITY && !(at_start & PRESCRIBED_VELOCITY)) vec_copy(3, end.velocity, start->velocity);
  if (at_end & PRESCRIBED_OMEGA && !(at_start & PRESCRIBED_OMEGA)) vec_copy(3, end.omega, start->omega);
  if (!geodesic) return;
  if (at_end & PRESCRIBED_ORIENTATION && at_start & PRESCRIBED_ORIENTATION)
    geodesic_rate(start, &end, problem->solver.turns, span, start->omega);
  else if (at_end & PRESCRIBED_ORIENTATION) { /* only the end is prescribed: rotates back from it */
    const double back[3] = {-span * start->omega[0], -span * start->omega[1], -span * start->omega[2]};
    double       turn[4];
    quat_exp(back, turn);
    quat_multiply(end.q, turn, start->q);
  }
  if (at_end & PRESCRIBED_POSITION && at_start & PRESCRIBED_POSITION)
    for (int x = 0; x < 3; x++) start->velocity[x] = (end.position[x] - start->position[x]) / span;
  else if (at_end & PRESCRIBED_POSITION)
    for (int x = 0; x < 3; x++) start->position[x] = end.position[x] - span * start->velocity[x];
}

/* Kinematics on the path at the time t after its start. */
static void path_at(const Kinematics *start, double t, Kinematics *motion)
{
  const double theta[3] = {t * start->omega[0], t * start->omega[1], t * start->omega[2]};
  double       turn[4];

  *motion = *start;
  quat_exp(theta, turn);
  quat_multiply(start->q, turn, motion->q);
  quat_to_matrix(motion->q, motion->R);
  vec_add(3, t, start->velocity, motion->position);
}

/* Nodes along the paths, and consistent multipliers, without which directors and scalable bodies often fail
 * (docs/explanation/numerics.md, First guesses). */
static PetscErrorCode guess_path(const WindowRun *g, Window *w, const ProblemBoundary *ends, bool geodesic)
{
  const double span = w->mesh.end - w->mesh.start;
  bool         solved;

  PetscFunctionBeginUser;
  for (int b = 0; b < g->system->nbodies; b++) {
    const Body *body = &g->system->bodies[b];
    Kinematics  start, motion;
    path_start(g->problem, ends, b, span, geodesic, &start);
    for (int i = 0; i < w->nodes; i++) {
      path_at(&start, window_node_time(w, i) - w->mesh.start, &motion);
      body->ops->from_kinematics(body, &motion, w->z + i * w->nz + g->system->start[b]);
    }
  }
  for (int i = w->continuous ? 0 : 1; i < w->nodes; i++) {
    double *lambda = w->lambda + (w->continuous ? i : i - 1) * w->nl;
    PetscCall(initial_multipliers(g->system, window_node_time(w, i), w->z + i * w->nz, lambda, &solved));
    if (!solved) vec_zero(w->nl, lambda);
  }
  PetscFunctionReturn(0);
}

/* Gives fixed quaternions at the end the sign of the guess. */
static PetscErrorCode boundary_match(const WindowRun *g, const Window *w, Boundary *b)
{
  double *end;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(w->nz, &end));
  if (g->rank == g->size - 1) vec_copy(w->nz, w->z + (w->nodes - 1) * w->nz, end);
  PetscCallMPI(MPI_Bcast(end, w->nz, MPI_DOUBLE, g->size - 1, g->comm));
  boundary_sign(g->system, end, b);
  PetscCall(PetscFree(end));
  PetscFunctionReturn(0);
}

/* --- solving */

/* Of q and -q at the end the one nearer to the guess is prescribed, then Newton's method solves all elements. */
static PetscErrorCode boundary_values_solve(const WindowRun *g, Window *w, Boundary *boundary, NewtonStatus *newton)
{
  PetscFunctionBeginUser;
  PetscCall(boundary_match(g, w, boundary));
  PetscCall(window_solve(w, newton));
  PetscFunctionReturn(0);
}

/* Continuation in the length of the interval, from a tenth of it on. Nodal values of the shorter interval are the guess for the
 * longer one. */
static PetscErrorCode boundary_values_continue(WindowRun *g, Window *w, Boundary *boundary, NewtonStatus *newton)
{
  const Mesh whole    = w->mesh;
  double     fraction = 0.1, step = 0.1;
  double    *good_z, *good_l;
  const int  nz = w->nodes * w->nz, nl = (w->nodes - (w->continuous ? 0 : 1)) * w->nl;
  bool       any = false;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(nz, &good_z, nl + 1, &good_l));
  for (int tries = 0; tries < CONTINUATION_MOST; tries++) {
    w->mesh = mesh_stretch(&whole, fraction);
    if (!any) PetscCall(guess_path(g, w, &g->problem->boundary, true));
    PetscCall(boundary_values_solve(g, w, boundary, newton));
    g->status->iterations += newton->iterations;
    if (newton_ok(newton)) {
      if (fraction >= 1.0) break;
      any = true;
      vec_copy(nz, w->z, good_z);
      vec_copy(nl, w->lambda, good_l);
      step *= 1.5;
    } else {
      if (!any || step < 1e-3 || newton_final(newton)) break;
      fraction -= step;
      step *= 0.4;
      vec_copy(nz, good_z, w->z);
      vec_copy(nl, good_l, w->lambda);
    }
    fraction = fmin(1.0, fraction + step);
  }
  PetscCall(PetscFree2(good_z, good_l));
  w->mesh = whole;
  PetscFunctionReturn(0);
}

/* Stepping starts from the initial values of `bodies`, replaced by the conditions at the start. Where it fails, and for the other
 * kinds, bodies follow their paths. */
PetscErrorCode boundary_values_guess(WindowRun *g, Window *w, const ProblemBoundary *ends, GuessKind kind)
{
  RunVerdict stepped = RUN_NOT_CONVERGED;
  bool       good;

  PetscFunctionBeginUser;
  if (kind == GUESS_FILE) PetscCall(guess_table(g, w));
  else if (kind == GUESS_STEPPING) {
    for (int b = 0; b < g->system->nbodies; b++) {
      const Body *body = &g->system->bodies[b];
      Kinematics  start;
      body_initial_kinematics(&g->problem->bodies[b], &start);
      boundary_kinematics(ends, b, AT_START, &start);
      body->ops->from_kinematics(body, &start, g->z + g->system->start[b]);
    }
    PetscCall(initial_multipliers(g->system, g->system->t0, g->z, g->lambda, &good));
    PetscCall(guess_stepping(g, w, &stepped));
  }
  if (kind == GUESS_FILE || stepped == RUN_DONE) PetscFunctionReturn(0);
  PetscCall(guess_path(g, w, ends, kind != GUESS_RATE));
  PetscFunctionReturn(0);
}

/* The sample of the start follows the solve, since the start is part of the solution. */
PetscErrorCode boundary_values_run(WindowRun *g)
{
  const GuessKind kind = g->problem->solver.guess;
  Boundary        boundary;
  FaultList       faults;
  Window          w;
  NewtonStatus    newton;

  PetscFunctionBeginUser;
  fault_init(&faults, g->problem->file);
  PetscCheck(boundary_create(g->problem, g->system, &faults, &boundary), g->comm, PETSC_ERR_ARG_INCOMP,
             "boundary conditions do not fit: %s", faults.kept ? faults.text[0] : "");
  fault_clear(&faults);
  PetscCall(window_create(g->problem, g->system, &boundary, g->comm, 0, g->mesh.n, &w));
  w.observer = g->observer;
  if (kind == GUESS_CONTINUATION) {
    PetscCall(boundary_values_continue(g, &w, &boundary, &newton));
  } else {
    PetscCall(boundary_values_guess(g, &w, &g->problem->boundary, kind));
    PetscCall(boundary_values_solve(g, &w, &boundary, &newton));
  }
  if (newton_ok(&newton)) {
    /* the start is known now */
    if (g->rank == 0) {
      vec_copy(w.nz, w.weak ? w.given : w.z, g->z);
      vec_copy(w.nl, w.lambda, g->lambda);
      const Sample start = sample_start(&g->mesh, g->z, g->lambda);
      if (!g->observer->sample(g->observer->context, &start)) newton.reason = NEWTON_STOPPED;
    }
    PetscCallMPI(MPI_Bcast(&newton.reason, 1, MPI_INT, 0, g->comm));
  }
  PetscCall(window_finish(g, &w, &newton));
  PetscCall(window_destroy(&w));
  boundary_destroy(&boundary);
  PetscFunctionReturn(0);
}

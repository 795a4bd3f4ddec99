/* Two-point boundary-value problems: one window over the whole interval, its start unknown. Solutions are not unique (turns),
 * so the first guess chooses the branch. */
#include "base/quat.h"
#include "scheme/sample.h"
#include "scheme/window/window_run.h"
#include "start/initial.h"

#include <stdio.h>

enum { CONTINUATION_MOST = 200 };

/* --- first guesses: every body moves with constant velocity and constant body-fixed angular velocity */

/* Shortest rotation from a to b, plus full turns about the same axis. */
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

/* The motion of one body at the start of its guessed path, rates included. */
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
  else if (at_end & PRESCRIBED_ORIENTATION) { /* backwards from the end */
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

static double node_time(const Window *w, int i)
{
  const int e = w->e0 + i / w->k, inside = i % w->k;

  if (inside == 0) return mesh_time(&w->mesh, e) - w->mesh.start;
  return mesh_time(&w->mesh, e) - w->mesh.start + mesh_step(&w->mesh, e) * w->element.node[inside];
}

/* Nodes along the paths, and consistent multipliers (directors and scalable bodies need them). */
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
      path_at(&start, node_time(w, i), &motion);
      body->ops->from_kinematics(body, &motion, w->z + i * w->nz + g->system->start[b]);
    }
  }
  for (int i = w->continuous ? 0 : 1; i < w->nodes; i++) {
    double *lambda = w->lambda + (w->continuous ? i : i - 1) * w->nl;
    PetscCall(initial_multipliers(g->system, node_time(w, i), w->z + i * w->nz, lambda, &solved));
    if (!solved) vec_zero(w->nl, lambda);
  }
  PetscFunctionReturn(0);
}

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

static PetscErrorCode bvp_solve(const WindowRun *g, Window *w, Boundary *boundary, NewtonStatus *newton)
{
  PetscFunctionBeginUser;
  PetscCall(boundary_match(g, w, boundary));
  PetscCall(window_solve(w, newton));
  PetscFunctionReturn(0);
}

/* The end time grows from a tenth of the interval; nodes keep their place, momenta are slowed down with the longer time. */
static PetscErrorCode bvp_continue(WindowRun *g, Window *w, Boundary *boundary, NewtonStatus *newton)
{
  const Mesh whole = w->mesh;
  double     part = 0.1, step = 0.1;
  double    *good_z, *good_l;
  const int  nz = w->nodes * w->nz, nl = (w->nodes - (w->continuous ? 0 : 1)) * w->nl;
  bool       any = false;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(nz, &good_z, nl + 1, &good_l));
  for (int tries = 0; tries < CONTINUATION_MOST; tries++) {
    w->mesh = mesh_stretch(&whole, part);
    if (!any) PetscCall(guess_path(g, w, &g->problem->boundary, true));
    PetscCall(bvp_solve(g, w, boundary, newton));
    g->status->iterations += newton->iterations;
    if (newton_ok(newton)) {
      if (part >= 1.0) break;
      any = true;
      vec_copy(nz, w->z, good_z);
      vec_copy(nl, w->lambda, good_l);
      step *= 1.5;
    } else {
      if (!any || step < 1e-3 || newton_final(newton)) break;
      part -= step;
      step *= 0.4;
      vec_copy(nz, good_z, w->z);
      vec_copy(nl, good_l, w->lambda);
    }
    part = fmin(1.0, part + step);
  }
  PetscCall(PetscFree2(good_z, good_l));
  w->mesh = whole;
  PetscFunctionReturn(0);
}

/* Stepping starts from what `bodies` says, with what is prescribed at the start on top. */
PetscErrorCode bvp_guess(WindowRun *g, Window *w, const ProblemBoundary *ends, GuessKind kind)
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

PetscErrorCode bvp_run(WindowRun *g)
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
    PetscCall(bvp_continue(g, &w, &boundary, &newton));
  } else {
    PetscCall(bvp_guess(g, &w, &g->problem->boundary, kind));
    PetscCall(bvp_solve(g, &w, &boundary, &newton));
  }
  if (newton_ok(&newton)) {
    /* the start is known now */
    if (g->rank == 0) {
      vec_copy(w.nz, w.z, g->z);
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

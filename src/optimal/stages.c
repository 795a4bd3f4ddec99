/* Problems of the stages, and the transfer of a result from one stage to the next. */
#include "optimal/stages.h"

#include "base/quat.h"
#include "time/lagrange.h"

#include <stdlib.h>

/* One more stage on the given mesh with a lower degree. */
static int degree_stages(const ProblemSolver *solver)
{
  return solver->refine_degree != RIGEL_UNSET;
}

/* Homotopy on the coarsest mesh, refinements, one with the given degree. */
int stages_count(const Problem *problem)
{
  const ProblemSolver *s = &problem->solver;

  return s->homotopy.steps + s->refine + degree_stages(s) + 1;
}

/* Inertia homotopy: J(fraction) = fraction J + (1 - fraction) tr(J)/3 1, from a sphere of the same trace. */
static void inertia_apply(const System *system, double fraction, Problem *problem)
{
  for (int b = 0; b < problem->nbodies; b++) {
    const Body  *body = &system->bodies[b];
    ProblemBody *to   = &problem->bodies[b];
    const double mean = mat3_trace(body->J) / 3.0;
    if (body->nq <= 3) continue;
    to->shape.kind = SHAPE_NONE;
    to->mass       = body->mass;
    to->density    = NAN;
    for (int i = 0; i < 9; i++)
      to->inertia[i / 3][i % 3] = fraction * body->J[i / 3][i % 3] + (i % 4 ? 0.0 : (1.0 - fraction) * mean);
  }
}

/* End homotopy: the fraction of the way from the start, along the line, and along the shortest rotation q_0 exp(fraction log(q_0* q)). */
static void end_apply(const Problem *given, double fraction, ProblemEnd *end)
{
  Kinematics start;
  double     r[4], turn[4], theta[3];

  body_initial_kinematics(&given->bodies[end->body], &start);
  boundary_kinematics(&given->boundary, end->body, AT_START, &start);
  for (int i = 0; i < 3; i++) {
    end->position[i] = start.position[i] + fraction * (end->position[i] - start.position[i]);
    end->velocity[i] *= fraction;
    end->angular_velocity[i] *= fraction;
  }
  if (isnan(end->orientation[0])) return;
  quat_multiply_conjugate(start.q, end->orientation, r);
  quat_log(r, theta);
  for (int i = 0; i < 3; i++) theta[i] *= fraction;
  quat_exp(theta, turn);
  quat_multiply(start.q, turn, end->orientation);
}

/* The easier problem of a homotopy: gravity times the fraction; 0.2 to 1 times the interval; 100 times to once the effort weights. */
static void fraction_apply(const Problem *given, const System *system, double fraction, Problem *problem)
{
  switch (given->solver.homotopy.kind) {
  case HOMOTOPY_INERTIA: inertia_apply(system, fraction, problem); break;
  case HOMOTOPY_GRAVITY:
    for (int i = 0; i < 3; i++) problem->gravity[i] *= fraction;
    break;
  case HOMOTOPY_TIME:
    problem->time.end = given->time.start + (0.2 + 0.8 * fraction) * (given->time.end - given->time.start);
    break;
  case HOMOTOPY_WEIGHTS:
    for (int t = 0; t < given->nterms; t++)
      if (problem->terms[t].kind == TERM_EFFORT) problem->terms[t].weight *= pow(100.0, 1.0 - fraction);
    break;
  case HOMOTOPY_END:
    for (int e = 0; e < given->boundary.nend; e++) end_apply(given, fraction, &problem->boundary.end[e]);
    break;
  default: break;
  }
}

/* Elements and degree of a stage: the homotopy on the coarsest mesh, then one halving after the other. */
static void mesh_apply(const Problem *given, int i, Problem *problem)
{
  const ProblemSolver *s        = &given->solver;
  const int            after    = i - s->homotopy.steps;
  const int            halvings = after < 0 ? s->refine : after < s->refine ? s->refine - after : 0;
  const int            elements = (mesh_elements(&given->time) + (1 << halvings) - 1) >> halvings;

  problem->time.step     = NAN;
  problem->time.elements = elements > 0 ? elements : 1;
  if (degree_stages(s)) problem->method.degree = s->refine_degree;
}

/* Gravity and inertia are data of the system; everything else that a stage changes is read from the problem. */
static bool changes_system(const ProblemSolver *solver)
{
  return solver->homotopy.kind == HOMOTOPY_GRAVITY || solver->homotopy.kind == HOMOTOPY_INERTIA;
}

/* The last stage is the given problem itself; the others are derived from it. */
bool stage_create(const Problem *given, const System *system, int i, FaultList *faults, Stage *stage)
{
  const ProblemSolver *s = &given->solver;

  memset(stage, 0, sizeof *stage);
  stage->problem  = given;
  stage->system   = system;
  stage->fraction = i >= s->homotopy.steps ? 1.0 : (double)i / s->homotopy.steps;
  if (i == stages_count(given) - 1) return true;
  if (!problem_derive(given, &stage->derived)) {
    fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0, 0}, "", "out of memory");
    return false;
  }
  stage->problem = &stage->derived;
  mesh_apply(given, i, &stage->derived);
  if (stage->fraction == 1.0) return true;
  fraction_apply(given, system, stage->fraction, &stage->derived);
  if (!changes_system(s)) return true;
  stage->system = &stage->variant;
  return system_create_variant(&stage->derived, system, faults, &stage->variant);
}

void stage_destroy(Stage *stage)
{
  if (stage->system == &stage->variant) system_destroy(&stage->variant);
  problem_derived_clear(&stage->derived);
  memset(stage, 0, sizeof *stage);
}

/* --- transfer: polynomials of the old elements, evaluated at the new nodes */

typedef struct {
  const Kkt *kkt;
  double     stretch; /* of time, new to old */
  int        e;
  double     xi;
} Probe;

/* The old element and its local time xi at time t of the new mesh; `after`: the later of two elements at an element end. */
static void probe_find(double t, bool after, Probe *probe)
{
  const Kkt   *k   = probe->kkt;
  const double old = k->mesh.start + (t - k->mesh.start) * probe->stretch, slack = 1e-9 * k->mesh.h;
  int          e = probe->e;

  while (e > 0 && old < mesh_time(&k->mesh, e) + (after ? -slack : slack)) e--;
  while (e < k->ne - 1 && old > mesh_time(&k->mesh, e + 1) + (after ? -slack : slack)) e++;
  probe->e  = e;
  probe->xi = (old - mesh_time(&k->mesh, e)) / mesh_step(&k->mesh, e);
}

/* r^q for a coordinate, r^p for a momentum. With r = old / new duration, momenta scale by r, inputs by r^2, and, for a cost of effort, the
 * adjoints of coordinates by r^3 and of momenta by r^2. */
static double power_of(const System *sys, int j, double r, int q, int p)
{
  for (int b = 0; b < sys->nbodies; b++)
    if (j >= sys->start[b] && j < sys->start[b] + sys->bodies[b].nz)
      return pow(r, j - sys->start[b] < sys->bodies[b].nq ? q : p);
  return 1.0;
}

/* to[size] = sum_i N_i(xi) x[position(i)], Lagrange functions N_i on `nodes`. */
static void polynomial_take(const Kkt *k, const Probe *probe, int n, const double *nodes,
                            int (*position)(const Kkt *, int, int), int size, double *to)
{
  double N[CELL_MOST];

  lagrange(n, nodes, probe->xi, N, NULL);
  vec_zero(size, to);
  for (int i = 0; i < n; i++) vec_add(size, N[i], k->x + position(k, probe->e, i), to);
}

/* First unknown of node i of element e. */
static int node_position(const Kkt *k, int e, int i)
{
  return kkt_z(k, e * k->k + i);
}

/* States, multipliers and adjoints of element e. */
static void element_transfer(const Kkt *from, const Kkt *to, int e, Probe *probe)
{
  const TimeElement *t = &to->element, *s = &from->element;
  const double       start = mesh_time(&to->mesh, e), h = mesh_step(&to->mesh, e), r = probe->stretch;

  for (int i = e == 0 ? 0 : 1; i <= to->k; i++) {
    double *z = to->x + kkt_z(to, e * to->k + i);
    probe_find(start + h * t->node[i], i == 0, probe);
    polynomial_take(from, probe, from->k + 1, s->node, node_position, to->nz, z);
    for (int j = 0; j < to->nz; j++) z[j] *= power_of(to->system, j, r, 0, 1);
  }
  for (int b = 0; b < to->k; b++) {
    double *y = to->x + kkt_y(to, e, b);
    /* inside the element, so that its polynomial is the one evaluated at an element end */
    probe_find(start + h * fmin(fmax(t->test_node[b], 1e-6), 1.0 - 1e-6), false, probe);
    polynomial_take(from, probe, from->k, s->test_node, kkt_y, to->nz, y);
    for (int j = 0; j < to->nz; j++) y[j] *= power_of(to->system, j, r, 3, 2);
    probe_find(start + h * fmin(fmax(t->mult_node[b], 1e-6), 1.0 - 1e-6), false, probe);
    polynomial_take(from, probe, from->k, s->mult_node, kkt_lambda, to->nl, to->x + kkt_lambda(to, e, b));
    polynomial_take(from, probe, from->k, s->mult_node, kkt_m, to->nl, to->x + kkt_m(to, e, b));
  }
}

/* Control values at the Gauss points of the new cells, times r^2. */
static void inputs_transfer(const Kkt *from, const Kkt *to, Probe *probe)
{
  for (int i = 0; i < to->nu; i++)
    for (int e = 0; e < to->ne; e += to->input[i].every)
      for (int c = 0; c < to->input[i].n; c++) {
        double U[CELL_MOST], *u = &to->x[kkt_u(to, i, e, c)];
        probe_find(mesh_time(&to->mesh, e) + to->input[i].node[c] * kkt_cell_length(to, i, e), false, probe);
        kkt_cell(from, i, probe->e, probe->xi, U);
        *u = 0.0;
        for (int n = 0; n < from->input[i].n; n++) *u += U[n] * from->x[kkt_u(from, i, probe->e, n)];
        *u *= pow(probe->stretch, 2);
      }
}

/* Interpolates states, multipliers, adjoints and inputs; adjoints of the ends are copied if their number is the same. */
void stage_transfer(const Kkt *from, Kkt *to)
{
  Probe probe = {.kkt = from, .stretch = (from->mesh.end - from->mesh.start) / (to->mesh.end - to->mesh.start)};

  for (int e = 0; e < to->ne; e++) {
    element_transfer(from, to, e, &probe);
    if (!to->ntau) continue;
    probe_find(mesh_time(&to->mesh, e) + 0.5 * mesh_step(&to->mesh, e), false, &probe);
    vec_copy(2, from->x + kkt_tau(from, probe.e), to->x + kkt_tau(to, e));
  }
  inputs_transfer(from, to, &probe);
  if (to->ntau) to->x[kkt_tau(to, -1)] = from->x[kkt_tau(from, -1)];
  if (to->nstart == from->nstart) vec_copy(to->nstart, from->x + kkt_start(from, 0), to->x + kkt_start(to, 0));
  if (to->nend == from->nend) vec_copy(to->nend, from->x + from->offset[from->ne], to->x + to->offset[to->ne]);
}

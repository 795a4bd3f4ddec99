/* Derived values of a problem: normalised bodies, corners in time, tracked motions as terms of the objective. */
#include "problem/problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- bodies and loads */

bool problem_hamiltonian_body(Problem *problem)
{
  if (!problem->hamiltonian.system[0]) return true;
  if (problem->nbodies > 0 && !problem->bodies[0].hamiltonian.system[0]) return true; /* bodies besides it: a fault */
  if (problem->nbodies == 0) {
    problem->bodies = calloc(1, sizeof *problem->bodies);
    if (!problem->bodies) return false;
    problem->nbodies = 1;
  }
  ProblemBody *body = &problem->bodies[0];
  problem_body_init(body);
  memcpy(body->name, problem->hamiltonian.system, sizeof body->name);
  snprintf(body->formulation, sizeof body->formulation, "hamiltonian");
  body->where       = problem->hamiltonian.where;
  body->hamiltonian = problem->hamiltonian;
  return true;
}

/* q / |q|; a norm of 1 up to rounding is accepted, so that completing twice changes nothing. */
static void quaternion_normalise(double q[4])
{
  const double norm = hypot(hypot(q[0], q[1]), hypot(q[2], q[3]));

  for (int i = 0; i < 4 && fabs(norm - 1.0) > 1e-14; i++) q[i] /= norm;
}

/* Mirrors the inertia. Velocities that are not given are zero, unless initial: assemble computes them. Start values that are not only
 * checked may have a quaternion of any length. */
static void body_complete(InitialKind initial, ProblemBody *body)
{
  for (int i = 0; i < 3; i++)
    for (int j = i + 1; j < 3; j++) body->inertia[j][i] = body->inertia[i][j];
  const bool zero = initial != INITIAL_ASSEMBLE || body->mobility == BODY_CLAMPED;
  if (zero && isnan(body->velocity[0])) memset(body->velocity, 0, sizeof body->velocity);
  if (zero && isnan(body->angular_velocity[0]) && isnan(body->angular_velocity_spatial[0]))
    memset(body->angular_velocity, 0, sizeof body->angular_velocity);
  if (initial != INITIAL_CHECK) quaternion_normalise(body->orientation);
}

/* --- corners in time */

/* Ascending order for qsort. */
static int corner_compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Times at which a function of time is not smooth: at most nrows + 2 of them. */
static int function_corners(const ProblemTimeFunction *scale, double *corners)
{
  int n = 0;

  if (scale->kind == FUNCTION_TABLE || scale->kind == FUNCTION_CUBIC)
    for (; n < scale->nrows; n++) corners[n] = scale->rows[2 * n];
  if (scale->kind == FUNCTION_RAMP || scale->kind == FUNCTION_STEP || scale->kind == FUNCTION_SMOOTH)
    corners[n++] = scale->start;
  if (scale->kind == FUNCTION_RAMP || scale->kind == FUNCTION_SMOOTH) corners[n++] = scale->end;
  return n;
}

/* Function of time number i: those of loads, then of motions, then of terms; NULL: no more. */
static const ProblemTimeFunction *problem_function(const Problem *problem, int i)
{
  enum { EACH = 4 }; /* of a motion: value, x, y, z */

  if (i < problem->nloads) return &problem->loads[i].scale;
  i -= problem->nloads;
  for (int t = 0, first = EACH * problem->nmotions; t < problem->nterms; first += problem->terms[t++].npath)
    if (i >= first && i < first + problem->terms[t].npath) return &problem->terms[t].path[i - first];
  if (i >= EACH * problem->nmotions) return NULL;
  const ProblemMotion *motion = &problem->motions[i / EACH];
  return i % EACH == 0 ? &motion->value : &motion->path[i % EACH - 1];
}

/* Collects corners and ends of refinements, sorts them, and keeps those inside the interval that differ. Where the run chooses its
 * elements, one ends at the time of the reference. */
bool problem_find_corners(Problem *problem)
{
  ProblemTime               *time = &problem->time;
  const double               near = 1e-12 * (fabs(time->start) + fabs(time->end));
  size_t                     room = 2 * (size_t)time->nrefinements + 1;
  int                        n    = 0;
  const ProblemTimeFunction *scale;
  const bool                 adaptive = isnan(time->step) && time->elements == RIGEL_UNSET;

  for (int i = 0; (scale = problem_function(problem, i)); i++) room += (size_t)scale->nrows + 2;
  free(time->corners);
  time->ncorners = 0;
  time->corners  = calloc(room + 1, sizeof(double));
  if (!time->corners) return false;
  for (int i = 0; (scale = problem_function(problem, i)); i++) n += function_corners(scale, time->corners + n);
  for (int i = 0; i < time->nrefinements; i++) {
    time->corners[n++] = time->refinements[i].from;
    time->corners[n++] = time->refinements[i].to;
  }
  if (adaptive && problem->reference.given && !isnan(problem->reference.time))
    time->corners[n++] = problem->reference.time;
  if (n) qsort(time->corners, (size_t)n, sizeof(double), corner_compare);
  for (int i = 0; i < n; i++) {
    const double t = time->corners[i], last = time->ncorners ? time->corners[time->ncorners - 1] : time->start;
    if (t > last + near && t < time->end - near) time->corners[time->ncorners++] = t;
  }
  return true;
}

/* --- motions as terms of the objective */

static const double track_effort =
  1e-10; /* weight of the effort that makes the controls unique, if the objective has none */
static const int track_sweeps = 2;

/* A copy times a factor, which owns its rows; false: out of memory. */
static bool function_copy(const ProblemTimeFunction *from, double factor, ProblemTimeFunction *to)
{
  const bool   single = from->kind == FUNCTION_POLYNOMIAL; /* otherwise rows of t and a value */
  const size_t size   = (size_t)from->nrows * (single ? 1 : 2);

  *to = *from;
  to->amplitude *= factor;
  to->offset *= factor;
  to->before *= factor;
  to->after *= factor;
  if (!size) return true;
  to->rows = calloc(size, sizeof *to->rows);
  if (!to->rows) to->nrows = 0;
  for (size_t i = 0; to->rows && i < size; i++) to->rows[i] = from->rows[i] * (single || i % 2 ? factor : 1.0);
  return to->rows != NULL;
}

/* Component i of the path of a motion, {polynomial: [0]} where it has none. */
static bool path_copy(const ProblemMotion *motion, int i, ProblemTimeFunction *to)
{
  const bool          turns  = motion->type == MOTION_ROTATION;
  const double        length = hypot(hypot(motion->axis[0], motion->axis[1]), motion->axis[2]);
  double              zero   = 0.0;
  ProblemTimeFunction none;

  if (turns) return function_copy(&motion->value, motion->axis[i] / length, to);
  if (motion->value.kind != FUNCTION_NONE) return function_copy(&motion->value, 1.0, to);
  if (motion->path[i].kind != FUNCTION_NONE) return function_copy(&motion->path[i], 1.0, to);
  problem_function_init(&none);
  none.kind  = FUNCTION_POLYNOMIAL;
  none.nrows = 1;
  none.rows  = &zero;
  return function_copy(&none, 1.0, to);
}

/* 1/2 int |y - y_d|^2 over the components that are given; of angles and orientations int (1 - cos). */
static bool track_term(const Problem *problem, const ProblemMotion *motion, ProblemTerm *term)
{
  const bool point = motion->type == MOTION_POSITION, angle = motion->type == MOTION_ANGLE;
  const bool joint = angle || motion->type == MOTION_DISPLACEMENT;
  bool       good  = true;

  problem_term_init(term);
  term->kind       = TERM_TRACK;
  term->where      = motion->where;
  term->of         = point ? TRACK_POINT : joint ? TRACK_JOINT : TRACK_ORIENTATION;
  term->coordinate = !joint ? COORDINATE_AUTO : angle ? COORDINATE_ANGLE : COORDINATE_SHIFT;
  if (joint) term->joint = motion->joint;
  else term->body = motion->body;
  memcpy(term->body_name, motion->body_name, sizeof term->body_name);
  memcpy(term->joint_name, motion->joint_name, sizeof term->joint_name);
  memcpy(term->at, motion->at, sizeof term->at);
  if (!joint && !point) memcpy(term->from, problem->bodies[motion->body].orientation, sizeof term->from);
  term->path = calloc(3, sizeof *term->path);
  if (!term->path) return false;
  for (; good && term->npath < (joint ? 1 : 3); term->npath++) {
    good = path_copy(motion, term->npath, &term->path[term->npath]);
    if (point) term->along[term->npath] = motion->path[term->npath].kind != FUNCTION_NONE;
  }
  return good;
}

/* inverse: track. Replaces each motion by a tracking term and adds a small effort if the objective has none
 * (docs/explanation/theory.md, Servo constraints). */
static bool motions_track(Problem *problem)
{
  const int n    = problem->nterms + problem->nmotions + 1;
  bool      paid = false, good = true;

  if (problem->inverse != INVERSE_TRACK || problem->nmotions == 0) return true;
  ProblemTerm *terms = realloc(problem->terms, (size_t)n * sizeof *terms);
  if (!terms) return false;
  problem->terms = terms;
  for (int i = 0; i < problem->nterms; i++) paid = paid || terms[i].kind == TERM_EFFORT;
  for (int i = 0; good && i < problem->nmotions; i++)
    good = track_term(problem, &problem->motions[i], &terms[problem->nterms++]);
  if (!paid) {
    ProblemTerm *effort = &terms[problem->nterms++];
    problem_term_init(effort);
    effort->kind       = TERM_EFFORT;
    effort->weights[0] = track_effort;
    effort->sweeps     = track_sweeps;
  }
  problem_drop_motions(problem);
  return good;
}

/* The work for a given accuracy depends little on the degree near its optimum, which grows by one for two digits. */
static int accurate_degree(double accuracy)
{
  enum { DEGREE_LEAST = 2, DEGREE_MOST = 8 };
  const int k = (int)lround(1.0 - 0.5 * log10(accuracy));

  return k < DEGREE_LEAST ? DEGREE_LEAST : k > DEGREE_MOST ? DEGREE_MOST : k;
}

void problem_choose_method(Problem *problem)
{
  static const double accuracy = 1e-6;
  ProblemMethod      *method   = &problem->method;
  const bool          adaptive = isnan(problem->time.step) && problem->time.elements == RIGEL_UNSET;

  if (adaptive && isnan(method->accuracy)) method->accuracy = accuracy;
  if (method->degree == RIGEL_UNSET) method->degree = adaptive ? accurate_degree(method->accuracy) : 1;
}

bool problem_complete(Problem *problem)
{
  problem_choose_method(problem);
  if (problem->method.window == RIGEL_UNSET && problem->method.scheme)
    problem->method.window = problem->method.scheme->stepping ? 1 : WINDOW_ALL;
  if (!problem_hamiltonian_body(problem)) return false;
  for (int i = 0; i < problem->nbodies; i++) body_complete(problem->initial, &problem->bodies[i]);
  for (int i = 0; i < problem->nloads; i++)
    if (isnan(problem->loads[i].length)) problem->loads[i].length = 0.0;
  for (int i = 0; i < problem->nterms; i++)
    if (problem->terms[i].kind == TERM_START) problem->boundary.given = true;
  if (problem->reference.given && !problem->reference.body_name[0])
    memcpy(problem->reference.body_name, problem->bodies[problem->reference.body].name, NAME_LEN);
  return problem_find_corners(problem) && motions_track(problem);
}

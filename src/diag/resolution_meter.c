/* Measures turns of bodies and defects of elements (resolution.h). */
#include "diag/resolution.h"

#include "base/quat.h"
#include "base/random.h"
#include "base/vec.h"
#include "system/symplectic.h"
#include "time/element.h"
#include "time/gauss.h"
#include "time/lagrange.h"

#include <stdlib.h>

/* Slower bodies count as this fast, in natural units and relative to the fastest body: vibrations far below all other speeds are no
 * concern. */
static const double speed_least = 1e-2, speed_share = 0.1;

/* Defects above this, angles in rad or relative speeds, are freed from forces of constraints: of elements, of steps of other schemes. */
static const double element_small = 0.02, step_small = 1e-3;

enum { FIRST_ELEMENTS = 32 };

/* Units of the entries of z in which every body counts by its kinetic energy: l sqrt(m / m_b), v sqrt(m m_b), and with J_b / l^2 instead
 * of the mass m_b for rotations. */
static void metric_fill(const System *sys, double *metric)
{
  const Units *u = &sys->units;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    for (int i = 0; i < body->nq; i++) {
      const bool   moves = i < body->ntranslation;
      const double share = sqrt((moves ? body->mass : 0.5 * mat3_trace(body->J) / (u->length * u->length)) / u->mass);
      const int    at    = sys->start[b] + i;
      metric[at]         = sys->scale_z[at] / share;
      metric[at + body->nq] = sys->scale_z[at + body->nq] * share;
    }
  }
}

/* Room for the entries of A and T with any choice of dropped rows: joints may couple bodies that they do not couple now. */
static void entries_most(const System *sys, size_t *A, size_t *T)
{
  int dropped = 0;

  for (int g = sys->nbodies; g < sys->ngroups; g++) dropped += sys->groups[g].ndropped;
  *A = (size_t)sys->A.nnz + (dropped ? 2 * (size_t)(sys->ngroups - sys->nbodies) * BODY_NZ * BODY_NZ : 0);
  *T = dropped ? 2 * (size_t)sys->nl * BODY_NZ : (size_t)sys->T.nnz;
}

bool resolution_meter_create(const Problem *problem, const System *sys, ResolutionMeter *meter)
{
  size_t A, T;

  entries_most(sys, &A, &T);
  *meter         = (ResolutionMeter){.system = sys, .galerkin = problem->method.scheme->galerkin != GALERKIN_NONE};
  meter->buffer  = calloc(6 * (size_t)sys->nz + 3 * (size_t)sys->nl + (size_t)sys->ninputs + 1, sizeof(double));
  meter->scratch = calloc(5 * (size_t)sys->nz + 2 * (size_t)sys->nl + 1, sizeof(double));
  meter->A       = calloc(A + 2 * T + 1, sizeof(double));
  meter->bodies  = calloc((size_t)sys->nbodies, sizeof *meter->bodies);
  meter->forces  = calloc((size_t)sys->nloads + 1, sizeof *meter->forces);
  if (!meter->buffer || !meter->scratch || !meter->A || !meter->bodies || !meter->forces) return false;
  metric_fill(sys, meter->scratch);
  meter->T = meter->A + A;
  meter->C = meter->T + T;
  return system_work_create(sys, &meter->work);
}

void resolution_meter_destroy(ResolutionMeter *meter)
{
  free(meter->buffer);
  free(meter->scratch);
  free(meter->A);
  free(meter->bodies);
  free(meter->forces);
  system_work_destroy(&meter->work);
  *meter = (ResolutionMeter){0};
}

void resolution_resume(ResolutionMeter *meter, const double *z)
{
  vec_copy(meter->system->nz, z, meter->buffer);
}

/* One evaluation: time, length of the element, state, its rate in the time of the element, multipliers, controls. */
typedef struct {
  double        t, h;
  const double *z, *v, *lambda, *u;
} DefectPoint;

/* NAN is the largest value. */
static void peak_raise(Peak *peak, double value, double time)
{
  if (!(value <= peak->value)) *peak = (Peak){isnan(value) ? INFINITY : value, time};
}

/* Radius of gyration about the reference point. */
static double body_radius(const Body *body)
{
  return body->mass > 0.0 ? sqrt(0.5 * mat3_trace(body->J) / body->mass) : 0.0;
}

/* Of its reference point or, by its rotation, at the radius of gyration. */
static double body_speed(const Kinematics *motion, double radius)
{
  return fmax(vec_norm(3, motion->velocity), vec_norm(3, motion->omega) * radius);
}

/* Angle between two orientations, from the chord between a and b or -b; NAN if one of them is. */
static double angle_between(const double a[4], const double b[4])
{
  double plus = 0.0, minus = 0.0;

  for (int i = 0; i < 4; i++) plus += (a[i] + b[i]) * (a[i] + b[i]), minus += (a[i] - b[i]) * (a[i] - b[i]);
  return 4.0 * asin(0.5 * sqrt(fmin(plus, minus)));
}

/* Speed that counts as large for a body: its largest so far, or a share of that of the fastest body. */
double resolution_speed(const ResolutionMeter *m, int b)
{
  return fmax(fmax(m->bodies[b].speed, speed_share * m->fastest), speed_least * m->system->units.velocity);
}

/* Largest speeds so far, of the body and of all. */
static void speed_raise(ResolutionMeter *m, int b, double speed)
{
  m->bodies[b].speed = fmax(m->bodies[b].speed, speed);
  m->fastest         = fmax(m->fastest, speed);
}

/* Speeds at the end of the element, and angles that its bodies turn through: by the angular velocity of its end, or from its start to its
 * end, if that is more: bodies may rest at both. */
static void rotations_measure(ResolutionMeter *m, const Sample *sample)
{
  const System *sys = m->system;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    Kinematics  motion;
    body->ops->kinematics(body, sample->z + sys->start[b], &motion);
    speed_raise(m, b, body_speed(&motion, body_radius(body)));
    if (body->nq <= 3 || body->hamiltonian) continue;
    peak_raise(&m->bodies[b].turn, vec_norm(3, motion.omega) * sample->h, sample->t);
    if (sample->element == 0) continue;
    Kinematics before;
    body->ops->kinematics(body, m->buffer + sys->start[b], &before);
    peak_raise(&m->bodies[b].turn, angle_between(before.q, motion.q), sample->t);
  }
}

/* Angle and speed by which the motion of body b at z + e differs from that at z. */
static void body_compare(ResolutionMeter *m, int b, const double *z, const double *e, double *angle, double *slip)
{
  const Body *body   = &m->system->bodies[b];
  const int   start  = m->system->start[b];
  double      radius = body_radius(body), moved[BODY_NZ];
  Kinematics  as_is, other;

  vec_copy(body->nz, z + start, moved);
  vec_add(body->nz, 1.0, e + start, moved);
  body->ops->kinematics(body, z + start, &as_is);
  body->ops->kinematics(body, moved, &other);
  speed_raise(m, b, body_speed(&as_is, radius));
  *angle = body->hamiltonian ? 0.0 : angle_between(as_is.q, other.q);
  for (int i = 0; i < 3; i++) {
    other.velocity[i] -= as_is.velocity[i];
    other.omega[i] -= as_is.omega[i];
  }
  *slip = body_speed(&other, radius);
}

/* Whether any body has a defect that is not small. */
static bool defect_is_large(ResolutionMeter *m, const double *z, const double *e)
{
  const double small = m->galerkin ? element_small : step_small;

  for (int b = 0; b < m->system->nbodies; b++) {
    double angle, slip;
    if (m->system->bodies[b].nz == 0) continue;
    body_compare(m, b, z, e, &angle, &slip);
    if (!(angle <= small && slip <= small * resolution_speed(m, b))) return true; /* also NAN */
  }
  return false;
}

/* Raises the defects of all bodies, each to the smaller one of e and of `freed`, which is free of forces of constraints. */
static void defect_measure(ResolutionMeter *m, double time, const double *z, const double *e, const double *freed)
{
  for (int b = 0; b < m->system->nbodies; b++) {
    double angle[2], slip[2];
    if (m->system->bodies[b].nz == 0) continue;
    body_compare(m, b, z, e, &angle[0], &slip[0]);
    if (freed == e) angle[1] = angle[0], slip[1] = slip[0];
    else body_compare(m, b, z, freed, &angle[1], &slip[1]);
    peak_raise(&m->bodies[b].slip, fmin(slip[0], slip[1]), time);
    peak_raise(&m->bodies[b].angle, fmin(angle[0], angle[1]), time);
  }
}

/* e = v - h f at one state; v is the rate in the time of the element. gradient: also m->T. */
static void defect_evaluate(ResolutionMeter *m, const DefectPoint *at, bool gradient, double *e)
{
  const System *sys = m->system;
  const double *v = at->v, h = at->h;
  double       *rate  = m->buffer + 5 * sys->nz;
  SystemPoint   point = {.t = at->t, .dt = h, .u = at->u, .rate = rate, .theta = rate + sys->nz};

  point.theta_v = point.theta + sys->nl;
  if (gradient) point.A = m->A, point.T = m->T, point.C = m->C;
  system_evaluate(sys, at->z, v, at->lambda, &m->work, &point);
  vec_copy(sys->nz, v, e);
  vec_add(sys->nz, -h, rate, e);
}

/* Nodes of the element in its own time. */
static int nodes_find(const Sample *sample, double *node)
{
  const int n = sample->nodes + 2;

  node[0] = 0.0;
  for (int i = 0; i < sample->nodes; i++) node[i + 1] = 1.0 + (sample->node_t[i] - sample->t) / sample->h;
  node[n - 1] = 1.0;
  return n;
}

/* State and rate at xi from the nodes of the element: the rate from increments, which round less. */
static void state_interpolate(const ResolutionMeter *m, const Sample *sample, double xi, double *z, double *v)
{
  const int     nz   = m->system->nz;
  const double *last = m->buffer;
  double        node[NODES_MOST], value[NODES_MOST], slope[NODES_MOST];
  const int     n = nodes_find(sample, node);

  lagrange(n, node, xi, value, slope);
  vec_copy(nz, last, z);
  vec_zero(nz, v);
  for (int i = 1; i < n; i++) {
    const double *at = i == n - 1 ? sample->z : sample->node_z + (i - 1) * nz;
    for (int j = 0; j < nz; j++) {
      z[j] += value[i] * (at[j] - last[j]);
      v[j] += slope[i] * (at[j] - last[j]);
    }
  }
}

/* out = the polynomial through n rows of values at xi. */
static void rows_interpolate(int n, const double *x, const double *rows, int width, double xi, double *out)
{
  double value[NODES_MOST];

  vec_zero(width, out);
  lagrange(n, x, xi, value, NULL);
  for (int i = 0; i < n; i++) vec_add(width, value[i], rows + i * width, out);
}

/* Measures the defect at one time xi of the element; true: it is large. */
static bool point_measure(ResolutionMeter *m, const Sample *sample, double xi)
{
  const System *sys = m->system;
  double       *z = m->buffer + sys->nz, *v = z + sys->nz, *e = v + sys->nz, *freed = e + sys->nz;
  double       *lambda = m->buffer + 6 * sys->nz + 2 * sys->nl, *u = lambda + sys->nl;

  state_interpolate(m, sample, xi, z, v);
  if (sample->mult) rows_interpolate(sample->nmult, sample->mult_node, sample->mult, sys->nl, xi, lambda);
  if (sample->u) rows_interpolate(sample->npoints, sample->point, sample->u, sys->ninputs, xi, u);
  const DefectPoint at = {sample->t - (1.0 - xi) * sample->h, sample->h, z, v, lambda, sample->u ? u : NULL};
  defect_evaluate(m, &at, false, e);
  const bool large = defect_is_large(m, z, e);
  if (sys->nl && large) {
    defect_evaluate(m, &at, true, e);
    vec_copy(sys->nz, e, freed);
    resolution_free(m, freed);
  }
  defect_measure(m, sample->t, z, e, sys->nl && large ? freed : e);
  return large;
}

/* Defect at k + 1 Gauss points, where the k points of collocation would show none: at all of them in the first elements and where it is
 * large, otherwise at one after the other. Backwards, since torsion springs are followed from the end of the element. */
static void element_measure(ResolutionMeter *m, const Sample *sample)
{
  const int n = sample->nodes + 2, one = sample->element % n;
  double    weight[NODES_MOST];

  if (m->npoints != n) gauss_legendre(n, m->point, weight);
  m->npoints = n;
  if (sample->element > FIRST_ELEMENTS && !point_measure(m, sample, m->point[one])) return;
  for (int g = n - 1; g >= 0; g--) point_measure(m, sample, m->point[g]);
}

/* Defect e at one state of a step; a large one is compared with the same without forces of constraints. */
static void step_point_measure(ResolutionMeter *m, const Sample *sample, const DefectPoint *at, double *e)
{
  const System *sys   = m->system;
  double       *freed = m->buffer + 4 * sys->nz, *unused = m->scratch + sys->nz;

  if (!sys->nl || !defect_is_large(m, at->z, e)) {
    defect_measure(m, sample->t, at->z, e, e);
    return;
  }
  defect_evaluate(m, at, true, unused); /* for m->T */
  vec_copy(sys->nz, e, freed);
  resolution_free(m, freed);
  defect_measure(m, sample->t, at->z, e, freed);
}

/* Own constraints of a body, which the exact motion does not change: their change in a step is a defect of its shape. */
static void shapes_measure(ResolutionMeter *m, double time, const double *before, const double *after)
{
  for (int b = 0; b < m->system->nbodies; b++) {
    const ConstraintGroup *own = &m->system->groups[b];
    for (int r = own->start; r < own->start + own->m; r++)
      peak_raise(&m->bodies[b].angle, fabs(after[r] - before[r]) / m->system->scale_theta[r], time);
  }
}

/* Two defects of a step, with the multiplier of the element throughout: e = z_1 - z_0 - h (f_0 + f_1) / 2 of the trapezoidal rule, and
 * 2/3 of that of the cubic through both ends with their slopes, in its middle,
 *
 *   z_m = (z_0 + z_1) / 2 + h (f_0 - f_1) / 8,   e = 3/2 (z_1 - z_0) - h (f_0 + f_1) / 4 - h f(z_m).
 *
 * Each is (w h)^3 / 12 for a motion of frequency w, but the first one vanishes for all schemes that are a trapezoidal rule (midpoint,
 * Stoermer-Verlet) and the second one for exact values. Neither sees a quaternion that grows. Loads may jump at ends: their limits from inside count. */
static void step_measure(ResolutionMeter *m, const Sample *sample)
{
  const int nz = m->system->nz;
  double   *v = m->buffer + nz, *e = v + nz, *second = e + nz;
  double   *theta = m->buffer + 6 * nz, *after = theta + 2 * m->system->nl;

  const double inside = 1e-9 * sample->h;
  for (int i = 0; i < nz; i++) v[i] = sample->z[i] - m->buffer[i];
  const DefectPoint end   = {sample->t - inside, sample->h, sample->z, v, sample->lambda, NULL};
  const DefectPoint start = {sample->t - sample->h + inside, sample->h, m->buffer, v, sample->lambda, NULL};
  defect_evaluate(m, &end, false, e);
  vec_copy(m->system->nl, theta, after);
  defect_evaluate(m, &start, false, second);
  shapes_measure(m, sample->t, theta, after);
  for (int i = 0; i < nz; i++) {
    const double at_end = e[i], at_start = second[i];
    e[i]      = 0.5 * (at_end + at_start);
    second[i] = 0.5 * (m->buffer[i] + sample->z[i]) + 0.125 * (at_end - at_start);
  }
  step_point_measure(m, sample, &end, e);
  for (int i = 0; i < nz; i++) v[i] += 0.5 * e[i];
  const DefectPoint middle = {sample->t - 0.5 * sample->h, sample->h, second, v, sample->lambda, NULL};
  defect_evaluate(m, &middle, false, e);
  for (int i = 0; i < nz; i++) e[i] *= 2.0 / 3.0;
  step_point_measure(m, sample, &middle, e);
}

/* Compares forces of the caller at two times of the element, which no mesh repeats: points of quadrature see the same phase again and
 * again where the period of a force is an element, or a part of one. */
static void forces_measure(ResolutionMeter *m, const Sample *sample)
{
  for (int l = 0; l < m->system->nloads; l++) {
    const double part = (1.0 + 3.0 * random_next(&m->seed)) / 32.0, at = (1.0 - part) * random_next(&m->seed);
    const double t[2] = {sample->t - (1.0 - at) * sample->h, sample->t - (1.0 - at - part) * sample->h};
    double       size, change;
    if (!system_load_change(m->system, l, sample->z, t, &size, &change)) continue;
    m->forces[l].size += size;
    m->forces[l].change += change / (part * part);
  }
}

void resolution_follow(ResolutionMeter *meter, const Sample *sample)
{
  rotations_measure(meter, sample);
  if (sample->element > 0) {
    meter->longest = fmax(meter->longest, sample->h);
    forces_measure(meter, sample);
    system_work_twist(meter->system, sample->twist, &meter->work);
    if (meter->galerkin) element_measure(meter, sample);
    else step_measure(meter, sample);
  }
  resolution_resume(meter, sample->z);
}

/* Closed-form solutions, and the error of a state against them or against stored digits. */
#include "diag/reference.h"

#include "base/quat.h"

#include <stdio.h>

/* Steady precession of a symmetrical top, Betsch and Siebert (2009, sect. 5.2): with omega(0) = w_p e + w_s d3, e against gravity,
 * R(t) = exp(w_p t e) R(0) exp(w_s t e3); the pivot is the fixed reference point or the first joint to the ground. */
typedef struct {
  double up[3], pivot[3], precession, spin;
} Precession;

/* The fixed reference point, or the point of the first joint to the ground. */
static void top_pivot(const System *sys, int b, double pivot[3])
{
  vec_copy(3, sys->bodies[b].anchor, pivot);
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int side = 0; side < 2; side++)
      if (sys->groups[g].body[side] == GROUND) {
        vec_copy(3, sys->groups[g].geometry.point[side], pivot);
        return;
      }
}

/* Whether the start values satisfy the condition of steady precession,
 * w_s = M g l / (J3 w_p) + (J1 - J3) / J3 w_p cos theta, J about the pivot. */
static bool top_is_steady(const System *sys, int b, const Kinematics *start, const Precession *p)
{
  const Body  *body  = &sys->bodies[b];
  const double d3[3] = {start->R[0][2], start->R[1][2], start->R[2][2]};
  double       arm[3], J1 = body->J[0][0];
  const double J3 = body->J[2][2];

  if (body->ntranslation) {
    for (int x = 0; x < 3; x++) arm[x] = start->position[x] - p->pivot[x];
    J1 += body->mass * vec_dot(3, arm, arm);
  } else mat3_apply(start->R, body->center, arm);
  const double moment = body->mass * vec_norm(3, sys->gravity) * vec_dot(3, arm, d3);
  const double wanted = moment / (J3 * p->precession) + (J1 - J3) / J3 * p->precession * vec_dot(3, d3, p->up);
  return fabs(wanted - p->spin) <= 1e-9 * fabs(wanted);
}

/* Splits omega(0) into w_p up + w_s d3, checks the condition of steady precession, and rotates the start by both angles. */
static bool steady_top_kinematics(const Problem *problem, const System *sys, int b, double t, Kinematics *state,
                                  char *text, size_t size)
{
  const double gravity = vec_norm(3, sys->gravity), time = t - problem->time.start;
  Kinematics   start;
  Precession   p = {.precession = 0.0};
  double       omega[3], rest[3];

  body_initial_kinematics(&problem->bodies[b], &start);
  if (gravity == 0.0) return (void)snprintf(text, size, "steady_top needs gravity"), false;
  for (int x = 0; x < 3; x++) p.up[x] = -sys->gravity[x] / gravity;
  top_pivot(sys, b, p.pivot);

  /* split omega into w_p up + w_s d3 */
  const double d3[3] = {start.R[0][2], start.R[1][2], start.R[2][2]};
  mat3_apply(start.R, start.omega, omega);
  const double c = vec_dot(3, p.up, d3), a = vec_dot(3, omega, p.up), d = vec_dot(3, omega, d3);
  p.precession = (a - c * d) / (1.0 - c * c);
  p.spin       = (d - c * a) / (1.0 - c * c);
  for (int x = 0; x < 3; x++) rest[x] = omega[x] - p.precession * p.up[x] - p.spin * d3[x];
  if (!(vec_norm(3, rest) <= 1e-9 * vec_norm(3, omega)) || !top_is_steady(sys, b, &start, &p))
    return (void)snprintf(text, size, "the start values are not those of a steady precession"), false;

  const double turn[3]  = {p.precession * time * p.up[0], p.precession * time * p.up[1], p.precession * time * p.up[2]};
  const double twist[3] = {0.0, 0.0, p.spin * time};
  double       precess[4], spin[4], half[4], R[3][3], arm[3];
  quat_exp(turn, precess);
  quat_exp(twist, spin);
  quat_multiply(precess, start.q, half);
  *state = start;
  quat_multiply(half, spin, state->q);
  quat_to_matrix(state->q, state->R);
  quat_to_matrix(precess, R);
  for (int x = 0; x < 3; x++) arm[x] = start.position[x] - p.pivot[x];
  mat3_apply(R, arm, state->position);
  vec_add(3, 1.0, p.pivot, state->position);
  return true;
}

/* Free scalable body with spherical inertia, Moeller and Glocker (2012) without the constraint of size: the virial law gives
 * s^2 = s0^2 + 2 s0 s0' t + (2 T / J0) t^2, and angular momentum s^2 j Omega = const gives the angle as an arctangent. */
static bool scalable_kinematics(const Problem *problem, const System *sys, int b, double t, Kinematics *state,
                                char *text, size_t size)
{
  const Body  *body = &sys->bodies[b];
  const double time = t - problem->time.start, j = body->J[0][0], J0 = 0.5 * mat3_trace(body->J);
  double       turn[3], q[4];
  Kinematics   start;

  if (body->nc != 0 || fabs(body->J[1][1] - j) + fabs(body->J[2][2] - j) > 1e-12 * j || vec_max(3, sys->gravity) > 0.0)
    return (void)snprintf(text, size, "scalable_body needs a free body with rigid: false and spherical inertia"), false;
  body_initial_kinematics(&problem->bodies[b], &start);
  const double a = start.scale * start.scale, slope = 2.0 * start.scale * start.scale_rate;
  const double c     = start.scale_rate * start.scale_rate + j / J0 * a * vec_dot(3, start.omega, start.omega);
  const double root  = sqrt(fmax(4.0 * a * c - slope * slope, 0.0));
  const double angle = root > 0.0 ? a * 2.0 / root * (atan((2.0 * c * time + slope) / root) - atan(slope / root)) : 0.0;
  *state             = start;
  state->scale       = sqrt(a + slope * time + c * time * time);
  for (int x = 0; x < 3; x++) turn[x] = angle * start.omega[x];
  quat_exp(turn, q);
  quat_multiply(start.q, q, state->q);
  quat_to_matrix(state->q, state->R);
  vec_add(3, time, start.velocity, state->position);
  return true;
}

static const ClosedForm steady_top = {
  .name = "steady_top", .summary = "steady precession of a symmetrical top", .kinematics = steady_top_kinematics};
static const ClosedForm scalable_body = {
  .name = "scalable_body", .summary = "free scalable body with spherical inertia", .kinematics = scalable_kinematics};

const ClosedForm *const closed_form_list[] = {&steady_top, &scalable_body, NULL};

/* NULL: there is none. */
const ClosedForm *closed_form_find(const char *name)
{
  for (int i = 0; closed_form_list[i]; i++)
    if (strcmp(closed_form_list[i]->name, name) == 0) return closed_form_list[i];
  return NULL;
}

/* The given time, or the end of the run. */
double reference_time(const Problem *problem)
{
  return isnan(problem->reference.time) ? problem->time.end : problem->reference.time;
}

bool reference_has_state(const Problem *problem)
{
  const ProblemReference *given = &problem->reference;

  return given->given && (given->closed_form[0] || !isnan(given->orientation[0]) || !isnan(given->position[0]));
}

/* The known state, and which parts of it are known. */
static bool reference_kinematics(const Problem *problem, const System *sys, double t, Kinematics *state, bool known[2],
                                 char *text, size_t size)
{
  const ProblemReference *given = &problem->reference;

  if (given->closed_form[0]) {
    known[0] = known[1] = true;
    return closed_form_find(given->closed_form)->kinematics(problem, sys, given->body, t, state, text, size);
  }
  memset(state, 0, sizeof *state);
  state->scale = state->q[0] = 1.0;
  known[0]                   = !isnan(given->orientation[0]);
  known[1]                   = !isnan(given->position[0]);
  if (known[0]) vec_copy(4, given->orientation, state->q);
  if (known[1]) vec_copy(3, given->position, state->position);
  quat_to_matrix(state->q, state->R);
  return true;
}

/* |R_ref R^T - I|_F */
static double rotation_error(const double A[3][3], const double B[3][3])
{
  double sum = 0.0;

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const double entry = vec_dot(3, A[i], B[j]) - (i == j ? 1.0 : 0.0);
      sum += entry * entry;
    }
  return sqrt(sum);
}

/* phi + R c */
static void center_of_mass(const Body *body, const Kinematics *state, double x[3])
{
  mat3_apply(state->R, body->center, x);
  vec_add(3, 1.0, state->position, x);
}

/* sum[0] += |q_ref - q|^2 and sum[1] += |q_ref|^2 over the known coordinates; q and -q are the same orientation, the smaller
 * difference counts. */
static void e_loc_add(const Body *body, const bool known[2], const double *z, const double *z_ref, double sum[2])
{
  const int from = known[1] ? 0 : body->ntranslation, to = known[0] ? body->nq : body->ntranslation;
  double    plus = 0.0, minus = 0.0;

  for (int i = from; i < to; i++) {
    const bool turns = i >= body->ntranslation && body->nq - body->ntranslation == 4;
    plus += (z_ref[i] - z[i]) * (z_ref[i] - z[i]);
    minus += turns ? (z_ref[i] + z[i]) * (z_ref[i] + z[i]) : (z_ref[i] - z[i]) * (z_ref[i] - z[i]);
    sum[1] += z_ref[i] * z_ref[i];
  }
  sum[0] += fmin(plus, minus);
}

/* e_loc, May and Betsch (2025, eq. 66); rotation |R_ref R^T - 1|_F; relative position error of the centre of mass. */
bool reference_measure(const Problem *problem, const System *sys, double t, const double *z, ReferenceError *error,
                       char *text, size_t size)
{
  const int   b    = problem->reference.body;
  const Body *body = &sys->bodies[b];
  Kinematics  exact, state;
  bool        known[2];
  double      z_ref[BODY_NZ], x[3], x_ref[3], sum[2] = {0.0};

  *error = (ReferenceError){.time = t, .e_loc = NAN, .rotation = NAN, .position = NAN};
  if (!reference_kinematics(problem, sys, t, &exact, known, text, size)) return false;
  body->ops->kinematics(body, z + sys->start[b], &state);
  body->ops->from_kinematics(body, &exact, z_ref);
  e_loc_add(body, known, z + sys->start[b], z_ref, sum);
  error->e_loc = sqrt(sum[0] / sum[1]);
  if (known[0]) error->rotation = rotation_error(exact.R, state.R);
  center_of_mass(body, &state, x);
  center_of_mass(body, &exact, x_ref);
  if (known[1] && vec_norm(3, x_ref) > 0.0) {
    for (int i = 0; i < 3; i++) x[i] -= x_ref[i];
    error->position = vec_norm(3, x) / vec_norm(3, x_ref);
  }
  return true;
}

/* e_loc = |q_ref - q| / |q_ref| over all bodies, rotation and position errors (docs/explanation/theory.md, Errors and observed orders). The
 * nearer of q and -q counts. */
void reference_compare(const System *sys, const double *poses, const double *z, ReferenceError *error)
{
  const bool known[2] = {true, true};
  double     sum[2] = {0.0}, position[2] = {0.0}, size = 0.0;

  *error = (ReferenceError){.time = NAN, .rotation = NAN, .position = NAN};
  for (int b = 0; b < sys->nbodies; b++) {
    const Body   *body = &sys->bodies[b];
    const double *pose = poses + 8 * b;
    Kinematics    state, exact = {.scale = pose[7]};
    double        z_ref[BODY_NZ], x[3], x_ref[3];
    vec_copy(3, pose, exact.position);
    vec_copy(4, pose + 3, exact.q);
    quat_to_matrix(exact.q, exact.R);
    body->ops->kinematics(body, z + sys->start[b], &state);
    body->ops->from_kinematics(body, &exact, z_ref);
    e_loc_add(body, known, z + sys->start[b], z_ref, sum);
    if (body->nq > 3) error->rotation = fmax(error->rotation, rotation_error(exact.R, state.R));
    center_of_mass(body, &state, x);
    center_of_mass(body, &exact, x_ref);
    position[1] += vec_dot(3, x_ref, x_ref);
    size = fmax(size, mat3_trace(body->J) / fmax(body->mass, 1e-300));
    vec_add(3, -1.0, x_ref, x);
    position[0] += vec_dot(3, x, x);
  }
  error->e_loc = sqrt(sum[0] / sum[1]);
  /* a centre of mass that rests in the origin has no relative error */
  if (position[1] > 1e-20 * size) error->position = sqrt(position[0] / position[1]);
}

/* Creation of the terms of an objective, and their values, gradients and Hessians. */
#include "optimal/objective.h"

#include "base/quat.h"
#include "system/symplectic.h"

#include <stdlib.h>

/* --- creation */

/* Adds a fault at a term; false. */
static bool refuse(FaultList *faults, MessageCode code, const ProblemTerm *term, const char *text)
{
  fault_add(faults, code, term->where, "objective", "%s", text);
  return false;
}

/* The vector x_1 d_1 + x_2 d_2 + x_3 d_3 of one side. */
static FrameVector side_vector(int side, const double x[3])
{
  FrameVector v = {{0.0}};

  vec_copy(3, x, v.coefficient + 4 * side + 1);
  return v;
}

/* The coordinate of a joint: the angle from t_A to t_B about the axis, or the displacement e_A . (x_B - x_A). False: it has none. */
static bool track_joint(const Objective *o, const ProblemTerm *given, FaultList *faults, Track *track)
{
  const ConstraintGroup *joint = &o->system->groups[o->system->nbodies + given->joint];
  const bool             turns = joint->joint->turns, slides = joint->joint->slides;

  track->angle = given->coordinate == COORDINATE_ANGLE || (given->coordinate == COORDINATE_AUTO && turns);
  if (!(track->angle ? turns : slides))
    return refuse(faults, R0323_JOINT_COORDINATE, given,
                  given->coordinate == COORDINATE_ANGLE
                    ? "found a joint without an angle, expected revolute or cylindrical"
                  : given->coordinate == COORDINATE_SHIFT
                    ? "found a joint without a displacement, expected prismatic or cylindrical"
                    : "found a joint without a coordinate, expected revolute, cylindrical or prismatic");
  for (int side = 0; side < 2; side++) track->body[side] = joint->body[side];
  for (int i = 0; track->angle && i < 3; i++)
    track->vector[i] = side_vector(i / 2, joint->geometry.axes[i / 2][i == 1 ? 2 : 1]);
  if (track->angle) return true;
  track->vector[0] = side_vector(0, joint->geometry.axes[0][0]);
  track->vector[1] = frame_gap(joint->geometry.point[0], joint->geometry.point[1]);
  return true;
}

/* One term `track` of a point, an orientation or a joint coordinate along its path. */
static bool track_create(Objective *o, int term, FaultList *faults)
{
  const ProblemTerm *given = &o->problem->terms[term];
  Track             *track = &o->tracks[o->ntracks++];
  bool               ok    = true;

  *track = (Track){.term = term, .of = given->of, .weight = given->weight, .body = {given->body, GROUND}};
  for (int i = 0; ok && i < given->npath; i++) ok = time_function_create(&given->path[i], &track->path[i]);
  if (!ok) return refuse(faults, R0001_OUT_OF_MEMORY, given, "out of memory");
  if (given->of == TRACK_JOINT) return track_joint(o, given, faults, track);
  track->vector[0].coefficient[0] = 1.0;
  for (int i = 0; i < 3; i++) track->along[i] = isnan(given->along[0]) ? 1.0 : given->along[i];
  if (!isnan(given->at[0])) vec_copy(3, given->at, track->vector[0].coefficient + 1);
  const double none[4] = {1.0, 0.0, 0.0, 0.0}, *from = isnan(given->from[0]) ? none : given->from;
  vec_copy(4, from, track->q);
  if (given->of == TRACK_ORIENTATION && o->system->bodies[given->body].nq <= 3)
    return refuse(faults, R0311_PARTICLE_TURNS, given,
                  "found the orientation of a particle, expected a body that turns");
  return true;
}

/* A term at one end: 1 - cos(angle) of an orientation, or half the square of the rows that boundary conditions would have. */
static bool end_create(Objective *o, int term, FaultList *faults)
{
  const ProblemTerm *given = &o->problem->terms[term];
  ProblemEnd         end   = given->end;
  const int          at    = given->kind == TERM_START ? AT_START : AT_END;

  if (!isnan(end.orientation[0])) {
    Track *turn = &o->turns[o->nturns++];
    *turn       = (Track){.term   = term,
                          .of     = TRACK_ORIENTATION,
                          .weight = given->weight,
                          .body   = {given->body, GROUND},
                          .fixed  = true,
                          .at     = at};
    vec_copy(4, end.orientation, turn->q);
    return true;
  }
  end.body                   = given->body;
  const ProblemBoundary ends = {.given = true, .where = given->where, .nend = 1, .end = &end};
  o->ends[o->nends]          = (EndTerm){.term = term, .at = at, .weight = given->weight};
  return boundary_conditions(&ends, o->system, &o->ends[o->nends++].rows) ||
         refuse(faults, R0001_OUT_OF_MEMORY, given, "out of memory");
}

/* R += weight of the term for the inputs of each control that it names. */
static void effort_add(Objective *o, int term)
{
  const Problem     *problem = o->problem;
  const ProblemTerm *given   = &problem->terms[term];

  o->sweeps = given->sweeps > o->sweeps ? given->sweeps : o->sweeps;
  for (int c = 0; c < problem->ncontrols; c++) {
    const int first = o->system->input[c], end = o->system->input[c + 1];
    for (int u = first; problem_effort_names(given, problem->controls[c].name) && u < end; u++) {
      const double weight                             = given->weight * problem_each(given->weights, u - first);
      o->effort_weight[term * o->system->ninputs + u] = weight;
      o->effort[u] += weight;
    }
  }
}

/* grad H = -J z' holds only if every load has a potential; others are rejected. */
static bool energy_add(Objective *o, int term, FaultList *faults)
{
  const System *sys = o->system;

  for (int l = 0; l < sys->nloads - sys->ninputs; l++) {
    bool damped = sys->loads[l].ops->external;
    for (int i = 0; i < 6; i++) damped = damped || sys->loads[l].spring[i].damping != 0.0;
    if (damped)
      return refuse(faults, R0349_OBJECTIVE_ENERGY, &o->problem->terms[term],
                    "found loads that have no potential (forces, torques, dampers), expected none with energy");
  }
  o->energy += o->problem->terms[term].weight;
  return true;
}

/* Natural units: force m v / T, which changes the momentum m v during the run; cost, the largest of all terms at natural sizes. */
static void units_find(Objective *o)
{
  const System *sys  = o->system;
  const Units  *u    = &sys->units;
  const double  span = o->problem->time.end - o->problem->time.start;

  for (int i = 0; i < sys->ninputs; i++) {
    const bool turns = sys->loads[sys->nloads - sys->ninputs + i].ops->turns;
    o->force[i]      = u->mass * u->velocity * (turns ? u->length : 1.0) / span;
    o->unit          = fmax(o->unit, o->effort[i] * o->force[i] * o->force[i] * span);
  }
  for (int i = 0; i < o->ntracks; i++) {
    const double size = o->tracks[i].of == TRACK_ORIENTATION || o->tracks[i].angle ? 1.0 : u->length;
    o->unit           = fmax(o->unit, o->tracks[i].weight * size * size * span);
  }
  for (int i = 0; i < o->nturns; i++) o->unit = fmax(o->unit, o->turns[i].weight);
  for (int i = 0; i < o->nends; i++)
    for (int r = 0; r < o->ends[i].rows.nconditions; r++)
      o->unit = fmax(o->unit, o->ends[i].weight * pow(o->ends[i].rows.conditions[r].unit, 2));
  o->unit = fmax(o->unit, o->time * span);
}

/* One entry for each term of the problem; efforts, energy and time are sums of weights. */
bool objective_create(const Problem *problem, const System *sys, FaultList *faults, Objective *o)
{
  const size_t n = (size_t)problem->nterms + 1, nu = (size_t)sys->ninputs + 1;
  bool         ok;

  memset(o, 0, sizeof *o);
  o->problem       = problem;
  o->system        = sys;
  o->tracks        = calloc(n, sizeof *o->tracks);
  o->turns         = calloc(n, sizeof *o->turns);
  o->ends          = calloc(n, sizeof *o->ends);
  o->effort        = calloc(nu, sizeof *o->effort);
  o->force         = calloc(nu, sizeof *o->force);
  o->effort_weight = calloc(n * nu, sizeof *o->effort_weight);
  o->users         = calloc(n, sizeof *o->users);
  o->own           = calloc((size_t)sys->nz * ((size_t)sys->nz + 1) + 1, sizeof *o->own);
  o->rest          = calloc(2 * (size_t)sys->nz + 3 * (size_t)sys->nl + (size_t)sys->A.nnz + 2 * (size_t)sys->T.nnz + 1,
                            sizeof *o->rest);
  ok = o->tracks && o->turns && o->ends && o->effort && o->force && o->effort_weight && o->users && o->own && o->rest;
  if (!ok) fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0, 0}, "objective", "out of memory");
  if (ok && problem->nterms > TERMS_MOST)
    ok = refuse(faults, R0350_OBJECTIVE_TERMS, &problem->terms[TERMS_MOST],
                "found more than 64 terms, expected at most 64");
  for (int t = 0; ok && t < problem->nterms; t++) {
    const TermKind kind = problem->terms[t].kind;
    if (kind == TERM_EFFORT) effort_add(o, t);
    else if (kind == TERM_TRACK) ok = track_create(o, t, faults);
    else if (kind == TERM_END || kind == TERM_START) ok = end_create(o, t, faults);
    else if (kind == TERM_ENERGY) ok = energy_add(o, t, faults);
    else if (kind == TERM_USER) o->users[o->nusers++] = t;
    else o->time += problem->terms[t].weight;
  }
  if (ok) units_find(o);
  else objective_destroy(o);
  return ok;
}

void objective_destroy(Objective *o)
{
  for (int i = 0; i < o->ntracks; i++)
    for (int x = 0; x < 3; x++) time_function_destroy(&o->tracks[i].path[x]);
  for (int i = 0; i < o->nends; i++) boundary_destroy(&o->ends[i].rows);
  free(o->tracks);
  free(o->turns);
  free(o->ends);
  free(o->effort);
  free(o->force);
  free(o->effort_weight);
  free(o->users);
  free(o->own);
  free(o->rest);
  memset(o, 0, sizeof *o);
}

/* --- evaluation: value, gradient and Hessian in frames */

/* 1/2 r . W r with r = x - path(t), W = weight diag(along). */
static double point_form(const Track *track, double t, FrameForm *form)
{
  const double w       = track->weight;
  double       I[3][3] = {{0.0}}, r[3], value = 0.0;

  frame_vector(&track->vector[0], form->x, r);
  for (int i = 0; i < 3; i++) {
    r[i] -= time_function_value(&track->path[i], t);
    I[i][i] = w * track->along[i];
    value += 0.5 * I[i][i] * r[i] * r[i];
    r[i] *= I[i][i];
  }
  frame_spread(&track->vector[0], r, form->g);
  frame_spread_matrix(&track->vector[0], &track->vector[0], I, form->H);
  return value;
}

/* weight/2 (3 - sum_i d*_i . d_i) with the directors d*_i of exp(path) q, or of the fixed q. */
static double turn_form(const Track *track, double t, FrameForm *form)
{
  double R[3][3], turn[4], theta[3], q[4], trace = 0.0;

  vec_copy(4, track->q, q);
  if (!track->fixed) {
    for (int i = 0; i < 3; i++) theta[i] = time_function_value(&track->path[i], t);
    quat_exp(theta, turn);
    quat_multiply(turn, track->q, q);
  }
  quat_to_matrix(q, R);
  for (int i = 0; i < 3; i++)
    for (int x = 0; x < 3; x++) {
      trace += R[x][i] * form->x[3 + 3 * i + x];
      form->g[3 + 3 * i + x] = -0.5 * track->weight * R[x][i];
    }
  return 0.5 * track->weight * (3.0 - trace);
}

/* Adds the derivatives of v(s) of a scalar s in frames: g += v' s_x, H += v' s_xx + v'' s_x s_x^T. */
static void scalar_add(const FrameScalar *s, double slope, double curvature, FrameForm *form)
{
  vec_add(STACK, slope, s->g, form->g);
  vec_add(STACK * STACK, slope, s->H, form->H);
  for (int i = 0; curvature != 0.0 && i < STACK; i++) vec_add(STACK, curvature * s->g[i], s->g, form->H + i * STACK);
}

/* w/2 (s - path)^2 of a displacement s; w (1 - cos(angle - path)) with c = cos, s = sin of the angle as products of directors. */
static double joint_form(const Track *track, double t, FrameForm *form)
{
  const double w = track->weight, path = time_function_value(&track->path[0], t);
  FrameScalar  s = {0}, c = {0};

  if (!track->angle) {
    frame_add_dot(track->vector[0], track->vector[1], 1.0, form->x, &s);
    const double r = s.x - path;
    scalar_add(&s, w * r, w, form);
    return 0.5 * w * r * r;
  }
  frame_add_dot(track->vector[1], track->vector[2], 1.0, form->x, &s);
  frame_add_dot(track->vector[0], track->vector[2], 1.0, form->x, &c);
  scalar_add(&s, -w * sin(path), 0.0, form);
  scalar_add(&c, -w * cos(path), 0.0, form);
  return w * (1.0 - c.x * cos(path) - s.x * sin(path));
}

/* Value of a track, with gradient and Hessian in z by the chain rule. */
static double track_value(const Objective *o, const Track *track, double t, const double *z, double *gradient,
                          double *hessian)
{
  double (*const forms[])(const Track *, double, FrameForm *) = {point_form, turn_form, joint_form};
  FrameForm form;

  form_set(o->system, track->body, false, z, &form);
  const double value = forms[track->of](track, t, &form);
  form_pull(o->system, &form, z, gradient, hessian);
  return value;
}

/* weight H, its gradient J^T rate and its Hessian J^T A, both without multipliers and inputs. */
static double energy_value(const Objective *o, double t, const double *z, SystemWork *work, double *gradient,
                           double *hessian)
{
  const System *sys = o->system;
  const int     nz = sys->nz, nl = sys->nl;
  double       *zero = o->rest, *rate = zero + nz + nl, *A = rate + nz + 2 * nl, *T = A + sys->A.nnz;
  double        kinetic, potential;

  SystemPoint point = {.t = t, .rate = rate, .theta = rate + nz, .theta_v = rate + nz + nl};
  if (hessian) point.A = A, point.T = T, point.C = T + sys->T.nnz;
  system_evaluate(sys, z, zero, zero + nz, work, &point);
  system_energy(sys, z, work->twist, &kinetic, &potential);
  symplectic_add_transpose(sys, o->energy, rate, gradient);
  if (hessian) symplectic_add_hessian(sys, o->energy, A, hessian);
  return o->energy * (kinetic + potential);
}

/* Shares of single terms are asked for only once, at the end. */
static void share_add(double *shares, int term, double value)
{
  if (shares) shares[term] += value;
}

void objective_add_shares(const Objective *o, TermKind kind, double value, double *shares)
{
  for (int t = 0; t < o->problem->nterms; t++)
    if (o->problem->terms[t].kind == kind) share_add(shares, t, value * o->problem->terms[t].weight);
}

/* Terms of a C caller: `running` along the motion, or `end` at its end; `scale`: factor of the shares. */
static double users_add(const Objective *o, bool end, double t, const double *z, double *gradient, double *hessian,
                        double scale, double *shares)
{
  const int nz  = o->system->nz;
  double   *own = o->own, *H = hessian ? own + nz : NULL, sum = 0.0;

  for (int i = 0; i < o->nusers; i++) {
    const ProblemTerm     *term = &o->problem->terms[o->users[i]];
    const ProblemUserCost *user = &term->user;
    if (end ? !user->end : !user->running) continue;
    const double value =
      term->weight * (end ? user->end(user->context, z, own, H) : user->running(user->context, t, z, own, H));
    vec_add(nz, term->weight, own, gradient);
    if (H) vec_add(nz * nz, term->weight, H, hessian);
    share_add(shares, o->users[i], scale * value);
    sum += value;
  }
  return sum;
}

/* sum_tracks weight/2 |y - path|^2 + weight H + running costs of a C caller. */
double objective_point(const Objective *o, double t, const double *z, SystemWork *work, double *gradient,
                       double *hessian, double scale, double *shares)
{
  double sum = users_add(o, false, t, z, gradient, hessian, scale, shares);

  for (int i = 0; i < o->ntracks; i++) {
    const double value = track_value(o, &o->tracks[i], t, z, gradient, hessian);
    share_add(shares, o->tracks[i].term, scale * value);
    sum += value;
  }
  if (o->energy == 0.0) return sum;
  const double value = energy_value(o, t, z, work, gradient, hessian);
  objective_add_shares(o, TERM_ENERGY, scale * value / o->energy, shares);
  return sum + value;
}

/* sum weight/2 c(z)^2 over the named conditions c: gradient weight c c_z, Hessian weight (c_z c_z^T + c c_zz). */
double objective_end(const Objective *o, int at, const double *z, double *gradient, double *hessian, double *shares)
{
  double sum = at == AT_END ? users_add(o, true, 0.0, z, gradient, hessian, 1.0, shares) : 0.0;

  for (int i = 0; i < o->nturns; i++) {
    if (o->turns[i].at != at) continue;
    const double value = track_value(o, &o->turns[i], 0.0, z, gradient, hessian);
    share_add(shares, o->turns[i].term, value);
    sum += value;
  }
  for (int i = 0; i < o->nends; i++)
    for (int r = 0; o->ends[i].at == at && r < o->ends[i].rows.nconditions; r++) {
      const double w = o->ends[i].weight;
      FrameForm    form;
      FrameScalar  row = {0};
      row.x            = form_condition(o->system, &o->ends[i].rows.conditions[r], z, &form);
      vec_copy(STACK, form.g, row.g);
      vec_copy(STACK * STACK, form.H, row.H);
      vec_zero(STACK, form.g);
      vec_zero(STACK * STACK, form.H);
      scalar_add(&row, w * row.x, w, &form);
      form_pull(o->system, &form, z, gradient, hessian);
      share_add(shares, o->ends[i].term, 0.5 * w * row.x * row.x);
      sum += 0.5 * w * row.x * row.x;
    }
  return sum;
}

/* Creation of a system from a problem: bodies, groups, loads, natural units, scales; dropping of rows. */
#include "system/assembly.h"

#include "base/vec.h"

#include <stdlib.h>

/* Gravity: V = -m g . (phi + R c) = weight . f is linear in the frame, May and Betsch (2025, sect. 5.2). */
static void gravity_weight(const Body *body, const double g[3], double *weight /*[12]*/)
{
  vec_add(3, -body->mass, g, weight);
  for (int i = 0; i < 3; i++) vec_add(3, -body->mass * body->center[i], g, weight + 3 + 3 * i);
}

/* Creates every body and its own group of constraints; reports the faults of all of them. */
static bool bodies_create(const Problem *problem, FaultList *faults, System *sys)
{
  bool ok = true;

  for (int b = 0; b < problem->nbodies; b++) {
    ConstraintGroup *group = &sys->groups[b];
    BodyDegrees      degrees;
    if (!body_create(&problem->bodies[b], problem->method.psi, faults, &sys->bodies[b])) {
      ok = false;
      continue;
    }
    const Body *body = &sys->bodies[b];
    body->ops->degrees(body, &degrees);
    memcpy(group->name, body->name, sizeof group->name);
    group->where      = problem->bodies[b].where;
    group->m          = body->nc;
    group->start      = sys->nl;
    group->body[0]    = b;
    group->body[1]    = GROUND;
    group->degree_phi = degrees.phi;
    group->degree_psi = degrees.psi;
    sys->start[b]     = sys->nz;
    sys->nz += body->nz;
    sys->nl += 2 * body->nc;
    gravity_weight(body, problem->gravity, sys->weight + b * FRAME_F);
    sys->framed[b] = body->nz > 0 && vec_max(FRAME_F, sys->weight + b * FRAME_F) > 0.0;
  }
  return ok;
}

/* Speed that an acceleration produces over a length, sqrt(a l): that of free fall, independent of the mesh. */
static double speed_gained(double acceleration, double length)
{
  return sqrt(acceleration * length);
}

/* Natural units, given or from the data (docs/explanation/numerics.md, Scaling): the largest mass; the largest distance from the origin or
 * radius of gyration; the largest speed of the start values, of free fall, of loads and of prescribed motions. */
static void units_find(const Problem *problem, System *sys)
{
  const ProblemUnits *given  = &problem->units;
  const double        span   = problem->time.end - problem->time.start;
  double              length = 0.0, velocity = 0.0, mass = 0.0, spin = 0.0;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    Kinematics  start;
    body_initial_kinematics(&problem->bodies[b], &start);
    mass     = fmax(mass, body->mass);
    length   = fmax(length, fmax(vec_norm(3, start.position), sqrt(mat3_trace(body->J) / body->mass)));
    velocity = fmax(velocity, vec_norm(3, start.velocity));
    spin     = fmax(spin, fmax(vec_norm(3, start.omega), fabs(start.scale_rate)));
  }
  for (int j = 0; j < problem->njoints; j++) {
    const ProblemJoint *joint = &problem->joints[j];
    if (sys->groups[sys->nbodies + j].joint->turns) spin = fmax(spin, fabs(joint->rate)); /* fmax ignores NAN */
    else velocity = fmax(velocity, fabs(joint->rate));
    velocity = fmax(velocity, fabs(joint->rate_along));
  }
  if (length == 0.0) length = 1.0;
  if (!isnan(given->length)) length = given->length;
  if (!isnan(given->mass)) mass = given->mass;
  velocity = fmax(fmax(velocity, spin * length), speed_gained(vec_norm(3, sys->gravity), length));
  for (int l = 0; l < sys->nloads; l++)
    velocity = fmax(velocity, speed_gained(load_acceleration(problem, sys, &sys->loads[l], length), length));
  for (int d = 0; d < sys->ndrivers; d++)
    velocity = fmax(velocity, driver_speed(&sys->drivers[d], problem->time.start, problem->time.end, length));
  if (velocity == 0.0) velocity = length / span;
  if (!isnan(given->time)) velocity = length / given->time;
  sys->units = (Units){.length = length, .velocity = velocity, .mass = mass};
}

/* Units of a size whose squares and products stay within double precision. */
static bool units_check(const Problem *problem, const System *sys, FaultList *faults)
{
  static const double least = 1e-50, most = 1e50;
  const struct {
    const char *noun;
    double      value;
  } sizes[] = {{"lengths", sys->units.length},
               {"speeds (of start values, gravity, loads and motions)", sys->units.velocity},
               {"masses", sys->units.mass},
               {"times", problem->time.end - problem->time.start}};

  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    if (sizes[i].value >= least && sizes[i].value <= most) continue;
    fault_add(
      faults, R0407_START_OVERFLOW, (Where){0, 0}, "",
      "found %s of the size %.3g, expected %g to %g: choose units in which the numbers of the problem are moderate",
      sizes[i].noun, sizes[i].value, least, most);
    return false;
  }
  return true;
}

/* Coordinates: length, or 1 for rotations; momenta: m v, or m v l; Phi: as declared; Psi: Phi v / l, and q.p: m v l. */
static void scales_fill(System *sys)
{
  const double l = sys->units.length, v = sys->units.velocity, m = sys->units.mass;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    for (int i = 0; i < body->nq; i++) {
      const bool moves                           = i < body->ntranslation;
      sys->scale_z[sys->start[b] + i]            = moves ? l : 1.0;
      sys->scale_z[sys->start[b] + body->nq + i] = moves ? m * v : m * v * l;
    }
  }
  for (int g = 0; g < sys->ngroups; g++) {
    const ConstraintGroup *group = &sys->groups[g];
    for (int r = 0; r < group->m; r++) {
      const double phi = group->joint && group->rows[r].length ? l : 1.0;
      /* the one Psi that is not a rate: q . p of a quaternion */
      const bool plain                   = !group->joint && group->m == 1 && !sys->bodies[group->body[0]].psi_full;
      sys->scale_theta[group->start + r] = phi;
      sys->scale_theta[group->start + group->m + r] = plain ? m * v * l : phi * v / l;
    }
  }
}

/* Counts and allocates; the inputs of controls are appended to the loads. */
static bool system_allocate(const Problem *problem, int nmotions, System *sys)
{
  const size_t nb = (size_t)problem->nbodies, ng = nb + (size_t)problem->njoints + (size_t)nmotions;

  sys->nbodies = problem->nbodies;
  sys->ngroups = (int)ng;
  sys->bodies  = calloc(nb, sizeof *sys->bodies);
  sys->start   = calloc(nb, sizeof *sys->start);
  sys->framed  = calloc(nb, sizeof *sys->framed);
  sys->weight  = calloc(nb * FRAME_F, sizeof *sys->weight);
  sys->groups  = calloc(ng, sizeof *sys->groups);
  for (int i = 0; i < problem->ncontrols; i++) sys->ninputs += problem_control_size(&problem->controls[i]);
  sys->nloads  = problem->nloads + sys->ninputs;
  sys->loads   = calloc((size_t)sys->nloads + 1, sizeof *sys->loads);
  sys->input   = calloc((size_t)problem->ncontrols + 1, sizeof *sys->input);
  sys->drivers = calloc((size_t)nmotions + 1, sizeof *sys->drivers);
  for (int g = 0; sys->groups && g < sys->ngroups; g++) sys->groups[g].driver = -1;
  return sys->bodies && sys->start && sys->framed && sys->weight && sys->groups && sys->loads && sys->input &&
         sys->drivers;
}

/* The type of a load: the functions of a C caller, or an entry of the table. */
static const LoadOps *load_type(const ProblemLoad *given)
{
  return given->user.potential || given->user.force ? &user_ops : load_find(given->type);
}

/* Bodies, joints, motions if `driven`, loads and controls in this order, since each refers to those before; then units, scales and
 * patterns. */
static bool create(const Problem *problem, bool driven, FaultList *faults, System *sys)
{
  const Where nowhere  = {0, 0};
  const int   nmotions = driven ? problem->nmotions : 0;
  bool        ok, memory = true;

  memset(sys, 0, sizeof *sys);
  memory = ok = system_allocate(problem, nmotions, sys);
  if (ok) {
    vec_copy(3, problem->gravity, sys->gravity);
    sys->t0 = problem->time.start;
    ok      = bodies_create(problem, faults, sys);
    for (int j = 0; ok && j < problem->njoints; j++)
      ok = joint_create(problem, &problem->joints[j], faults, sys, &sys->groups[sys->nbodies + j]);
    for (int i = 0; ok && i < nmotions; i++)
      ok = motion_create(problem, &problem->motions[i], faults, sys, &sys->groups[sys->nbodies + problem->njoints + i]);
    for (int l = 0; ok && l < problem->nloads; l++)
      ok = load_create(problem, &problem->loads[l], load_type(&problem->loads[l]), faults, sys, &sys->loads[l]);
    ok = ok && controls_create(problem, faults, sys);
    if (ok && driven) ok = servo_create(problem, faults, sys);
  }
  if (ok) {
    sys->scale_z     = calloc((size_t)sys->nz, sizeof *sys->scale_z);
    sys->scale_theta = calloc((size_t)sys->nl + 1, sizeof *sys->scale_theta);
    memory = ok = sys->scale_z && sys->scale_theta;
  }
  if (ok) {
    units_find(problem, sys);
    ok = units_check(problem, sys, faults);
  }
  if (ok) {
    scales_fill(sys);
    memory = ok = system_pattern_create(sys);
  }
  if (!memory) fault_add(faults, R0001_OUT_OF_MEMORY, nowhere, "", "out of memory");
  if (!ok) system_destroy(sys);
  return ok;
}

bool system_create(const Problem *problem, FaultList *faults, System *sys)
{
  return create(problem, true, faults, sys);
}

bool system_create_joints(const Problem *problem, FaultList *faults, System *sys)
{
  return create(problem, false, faults, sys);
}

/* Sorts the rows of a joint: those that are kept first, then dropped ones, each in their order. */
static void group_drop(ConstraintGroup *joint, const bool *drop)
{
  FrameRow  row[JOINT_ROWS];
  int       number[JOINT_ROWS], n = 0;
  const int m = joint->m;

  memcpy(row, joint->rows, sizeof row);
  memcpy(number, joint->number, sizeof number);
  joint->m = 0;
  for (int kept = 1; kept >= 0; kept--)
    for (int r = 0; r < m; r++) {
      if (drop[r] == (bool)kept) continue;
      joint->rows[n]     = row[r];
      joint->number[n++] = number[r];
      joint->m += kept;
    }
  joint->ndropped += m - joint->m;
}

/* Renumbers the rows of Theta and computes scales and patterns again. */
bool system_drop(System *sys, bool (*drop)[JOINT_ROWS])
{
  sys->nl = 0;
  for (int g = 0; g < sys->ngroups; g++) {
    ConstraintGroup *group = &sys->groups[g];
    if (group->joint) {
      group_drop(group, drop[g - sys->nbodies]);
      joint_classify(sys, group);
    }
    group->start = sys->nl;
    sys->nl += 2 * group->m;
  }
  scales_fill(sys);
  system_pattern_destroy(sys);
  return system_pattern_create(sys);
}

/* Drops the rows that `like` has dropped, found by their number in the joint type. */
bool system_create_variant(const Problem *problem, const System *like, FaultList *faults, System *sys)
{
  bool(*drop)[JOINT_ROWS] = calloc((size_t)like->ngroups + 1, sizeof *drop);
  bool ok                 = drop && system_create(problem, faults, sys);

  if (!drop) fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0, 0}, "", "out of memory");
  if (ok) {
    sys->units = like->units;
    for (int g = 0; g < like->ngroups; g++) {
      const ConstraintGroup *group = &like->groups[g];
      for (int r = 0; group->joint && r < group->ndropped; r++)
        drop[g - like->nbodies][group->number[group->m + r]] = true;
    }
    ok = system_drop(sys, drop);
    if (!ok) {
      fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0, 0}, "", "out of memory");
      system_destroy(sys);
    }
  }
  free(drop);
  return ok;
}

/* Accepts a half-built system. */
void system_destroy(System *sys)
{
  system_pattern_destroy(sys);
  for (int g = 0; sys->groups && g < sys->ngroups; g++)
    for (int r = 0; r < JOINT_ROWS; r++) frame_row_clear(&sys->groups[g].rows[r]);
  for (int l = 0; sys->loads && l < sys->nloads; l++) load_destroy(&sys->loads[l]);
  for (int d = 0; d < sys->ndrivers; d++) driver_destroy(&sys->drivers[d]);
  free(sys->drivers);
  free(sys->loads);
  free(sys->input);
  free(sys->servo);
  free(sys->bodies);
  free(sys->start);
  free(sys->framed);
  free(sys->weight);
  free(sys->groups);
  free(sys->scale_z);
  free(sys->scale_theta);
  memset(sys, 0, sizeof *sys);
}

/* Allocates all scratch of an evaluation; false: out of memory, destroy in either case. */
bool system_work_create(const System *sys, SystemWork *work)
{
  const size_t nb = (size_t)sys->nbodies, ng = (size_t)sys->ngroups, block = BODY_NZ * BODY_NZ,
               side = 2 * BODY_NC * BODY_NZ;

  memset(work, 0, sizeof *work);
  work->F             = calloc(nb * FRAME, sizeof(double));
  work->dF            = calloc(nb * FRAME, sizeof(double));
  work->w             = calloc(nb * FRAME, sizeof(double));
  work->F_z           = calloc(nb * block, sizeof(double));
  work->D             = calloc(nb * block, sizeof(double));
  work->K             = calloc(nb * block, sizeof(double));
  work->G             = calloc(nb * BODY_NZ, sizeof(double));
  work->theta_z       = calloc(2 * ng * side, sizeof(double));
  work->C             = calloc(2 * ng * side, sizeof(double));
  work->cross         = calloc(block, sizeof(double));
  work->u             = calloc((size_t)sys->ninputs + 1, sizeof(double));
  work->twist         = calloc((size_t)sys->ntwists + 1, sizeof(double));
  work->path_fraction = 1.0;
  work->weights       = calloc(3 * (size_t)sys->ndrivers + 1, sizeof *work->weights);
  return work->F && work->dF && work->w && work->F_z && work->D && work->K && work->G && work->theta_z && work->C &&
         work->cross && work->weights && work->u && work->twist;
}

void system_work_destroy(SystemWork *work)
{
  double *const arrays[] = {work->F, work->dF, work->w,       work->F_z, work->D,
                            work->K, work->G,  work->theta_z, work->C,   work->cross};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
  free(work->weights);
  free(work->u);
  free(work->twist);
  memset(work, 0, sizeof *work);
}

void system_work_twist(const System *sys, const double *twist, SystemWork *work)
{
  if (twist) vec_copy(sys->ntwists, twist, work->twist);
  else vec_zero(sys->ntwists, work->twist);
}

/* z of every body from its start kinematics, before any projection. */
void system_initial(const System *sys, const Problem *problem, double *z)
{
  for (int b = 0; b < sys->nbodies; b++) {
    Kinematics start;
    body_initial_kinematics(&problem->bodies[b], &start);
    sys->bodies[b].ops->from_kinematics(&sys->bodies[b], &start, z + sys->start[b]);
  }
}

/* Degrees of H, Phi, Psi in z: of a load degree(V in f) times degree(f in z). */
void system_degrees(const System *sys, SystemDegrees *degrees)
{
  *degrees = (SystemDegrees){1, 1, 1};
  for (int b = 0; b < sys->nbodies; b++) {
    BodyDegrees body;
    sys->bodies[b].ops->degrees(&sys->bodies[b], &body);
    degrees->energy = degree_max(degrees->energy, body.kinetic);
    if (sys->framed[b]) degrees->energy = degree_max(degrees->energy, body.f);
  }
  for (int l = 0; l < sys->nloads; l++)
    for (int side = 0; side < 2; side++) {
      const Load *load = &sys->loads[l];
      BodyDegrees body = {.f = 1};
      if (load->body[side] != GROUND) sys->bodies[load->body[side]].ops->degrees(&sys->bodies[load->body[side]], &body);
      degrees->energy = degree_max(degrees->energy, load->degree * body.f);
    }
  for (int g = 0; g < sys->ngroups; g++) {
    degrees->phi = degree_max(degrees->phi, sys->groups[g].degree_phi);
    degrees->psi = degree_max(degrees->psi, sys->groups[g].degree_psi);
  }
}

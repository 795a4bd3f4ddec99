/* A joint of the problem as a group of constraint rows: points and axes on both sides, rows, polynomial degrees. */
#include "base/vec.h"
#include "system/assembly.h"

bool side_at_rest(const System *sys, int body)
{
  return body == GROUND || sys->bodies[body].nz == 0;
}

void side_initial_kinematics(const Problem *problem, int body, Kinematics *start)
{
  memset(start, 0, sizeof *start);
  if (body != GROUND) {
    body_initial_kinematics(&problem->bodies[body], start);
    return;
  }
  start->scale = 1.0;
  for (int i = 0; i < 3; i++) start->R[i][i] = 1.0;
}

/* X = R^T (x - phi) / s, with the size s of a scalable body. */
static void point_to_body(const Kinematics *side, const double x[3], double X[3])
{
  double r[3];

  for (int i = 0; i < 3; i++) r[i] = x[i] - side->position[i];
  mat3_apply_transpose(side->R, r, X);
  for (int i = 0; i < 3; i++) X[i] /= side->scale;
}

/* x = phi + s R X */
static void point_to_world(const Kinematics *side, const double X[3], double x[3])
{
  mat3_apply(side->R, X, x);
  for (int i = 0; i < 3; i++) x[i] = side->position[i] + side->scale * x[i];
}

/* v / |v|; components below 1e-15 |v|, rounding errors of a rotation, become zero and give no entries in rows. */
static void unit(double v[3])
{
  const double norm = vec_norm(3, v);

  for (int i = 0; i < 3; i++) v[i] = fabs(v[i]) < 1e-15 * norm ? 0.0 : v[i] / norm;
}

/* axes = (e, t, n), right-handed: t is the projection of `near` across e, or of the coordinate axis farthest from e if `near` is
 * (nearly) parallel to e. */
static void axes_fill(const double e[3], const double near[3], double axes[3][3])
{
  double *t   = axes[1], along;
  int     far = 0;

  vec_copy(3, e, axes[0]);
  unit(axes[0]);
  along = vec_dot(3, near, axes[0]);
  for (int i = 0; i < 3; i++) t[i] = near[i] - along * axes[0][i];
  if (vec_norm(3, t) < 0.5) {
    for (int i = 1; i < 3; i++)
      if (fabs(axes[0][i]) < fabs(axes[0][far])) far = i;
    for (int i = 0; i < 3; i++) t[i] = (i == far) - axes[0][far] * axes[0][i];
  }
  unit(t);
  vec_cross(axes[0], t, axes[2]);
  unit(axes[2]);
}

/* The joint's axes on both sides. Axes in space are rotated into each side by R^T of the start; there both t and both n
 * coincide. */
static void axes_find(const ProblemJoint *given, const Kinematics side[2], JointGeometry *geometry)
{
  static const double nothing[3], first[3] = {1, 0, 0};
  double              e[2][3], t[3], near[3];

  for (int s = 0; s < 2; s++) {
    const double *world = s == 1 && !isnan(given->axis2[0]) ? given->axis2 : given->axis;
    if (!isnan(given->axis_body[0][0])) vec_copy(3, given->axis_body[s], e[s]);
    else if (!isnan(world[0])) mat3_apply_transpose(side[s].R, world, e[s]);
    else if (s == 0) vec_copy(3, first, e[s]); /* no axis: those of the first side will do */
    else {
      mat3_apply(side[0].R, geometry->axes[0][0], t);
      mat3_apply_transpose(side[1].R, t, e[s]);
    }
    if (s == 0) {
      axes_fill(e[0], nothing, geometry->axes[0]);
      continue;
    }
    mat3_apply(side[0].R, geometry->axes[0][1], t);
    mat3_apply_transpose(side[1].R, t, near);
    axes_fill(e[1], near, geometry->axes[1]);
  }
}

/* The joint's point on both sides and the distance between them; false: the points coincide. */
static bool points_find(const ProblemJoint *given, const Kinematics side[2], JointGeometry *geometry)
{
  double x[2][3], gap[3];

  for (int s = 0; s < 2; s++) {
    const double *world = s == 1 && !isnan(given->at2[0]) ? given->at2 : given->at;
    if (isnan(given->at[0])) vec_copy(3, given->at_body[s], geometry->point[s]);
    else point_to_body(&side[s], world, geometry->point[s]);
    point_to_world(&side[s], geometry->point[s], x[s]);
  }
  for (int i = 0; i < 3; i++) gap[i] = x[1][i] - x[0][i];
  const double distance = vec_norm(3, gap), size = vec_norm(3, x[0]) + vec_norm(3, x[1]);
  geometry->length = isnan(given->length) ? distance : given->length;
  return distance > 1e-12 * size;
}

/* Degree of a product. */
static int degree_add(int a, int b)
{
  return a == NOT_POLYNOMIAL || b == NOT_POLYNOMIAL ? NOT_POLYNOMIAL : a + b;
}

/* The degree of a sum. */
int degree_max(int a, int b)
{
  if (a == NOT_POLYNOMIAL || b == NOT_POLYNOMIAL) return NOT_POLYNOMIAL;
  return a > b ? a : b;
}

/* Degrees of Phi and Psi in z from those of f and fdot of the sides that occur. */
static void joint_degrees(const System *sys, ConstraintGroup *joint)
{
  BodyDegrees of[2] = {{.f = 1, .fdot = 1}, {.f = 1, .fdot = 1}};

  for (int side = 0; side < 2; side++) {
    const int b = joint->body[side];
    if (b != GROUND) sys->bodies[b].ops->degrees(&sys->bodies[b], &of[side]);
  }
  joint->degree_phi = joint->degree_psi = joint->driver < 0 ? 1 : NOT_POLYNOMIAL;
  for (int r = 0; r < joint->m; r++) {
    const FrameRow *row = &joint->rows[r];
    for (int e = 0; e < row->nlinear; e++) {
      const BodyDegrees *d = &of[row->linear[e].i >= FRAME_F];
      joint->degree_phi    = degree_max(joint->degree_phi, d->f);
      joint->degree_psi    = degree_max(joint->degree_psi, d->fdot);
    }
    for (int e = 0; e < row->nquadratic; e++) { /* both triangles are stored, so f_i fdot_j and f_j fdot_i both occur */
      const BodyDegrees *i = &of[row->quadratic[e].i >= FRAME_F], *j = &of[row->quadratic[e].j >= FRAME_F];
      joint->degree_phi = degree_max(joint->degree_phi, degree_add(i->f, j->f));
      joint->degree_psi = degree_max(joint->degree_psi, degree_add(i->f, j->fdot));
    }
  }
}

bool joint_fold(const System *sys, ConstraintGroup *joint)
{
  for (int r = 0; r < joint->m; r++)
    for (int s = 0; s < 2; s++) {
      const int b = joint->body[s];
      double    F[FRAME];
      if (!side_at_rest(sys, b)) continue;
      vec_copy(FRAME, ground_frame, F);
      if (b != GROUND) sys->bodies[b].ops->frame(&sys->bodies[b], NULL, F, NULL);
      if (!frame_row_fold(&joint->rows[r], s, F)) return false;
    }
  return true;
}

/* A row with products is not linear; products of both sides couple them in K. */
static void row_classify(const FrameRow *row, ConstraintGroup *joint)
{
  for (int e = 0; e < row->nquadratic; e++) {
    const RowEntry *q = &row->quadratic[e];
    joint->linear     = false;
    if ((q->i < FRAME_F) != (q->j < FRAME_F)) joint->couples = true;
  }
}

void joint_classify(const System *sys, ConstraintGroup *joint)
{
  joint->linear  = joint->driver < 0;
  joint->couples = false;
  for (int r = 0; r < joint->m; r++) {
    row_classify(&joint->rows[r], joint);
    for (int j = 0; j < joint->rows[r].nterms; j++) row_classify(&joint->rows[r].terms[j], joint);
  }
  joint_degrees(sys, joint);
}

/* Adds a fault at the joint. */
static bool joint_refuse(const ProblemJoint *given, FaultList *faults, MessageCode code, const char *text)
{
  char path[2 * NAME_LEN];

  snprintf(path, sizeof path, "joints.%s", given->name);
  fault_add(faults, code, given->where, path, "%s", text);
  return false;
}

/* A joint that constrains rotations cannot connect particles. */
static bool sides_turn(const ProblemJoint *given, const System *sys, const JointOps *ops, FaultList *faults)
{
  for (int s = 0; s < 2; s++) {
    const int b = given->body[s];
    char      text[400];
    if (ops->moment == MOMENT_NONE || b == GROUND || sys->bodies[b].nz == 0 || sys->bodies[b].nq > 3) continue;
    snprintf(text, sizeof text,
             "found a %s joint on %s, a particle, expected one that does not hold its rotation: spherical, distance, "
             "point_on_line or point_in_plane",
             ops->name, sys->bodies[b].name);
    return joint_refuse(given, faults, R0311_PARTICLE_TURNS, text);
  }
  return true;
}

/* Places the joint on both sides, builds its rows and folds sides at rest. */
bool joint_create(const Problem *problem, const ProblemJoint *given, FaultList *faults, System *sys,
                  ConstraintGroup *joint)
{
  const JointOps *ops = joint->joint = joint_find(given->type);
  Kinematics      side[2];

  if (!ops) {
    fault_add(faults, R0214_VALUE_WORD, given->where, given->name, "unknown joint type %s", given->type);
    return false;
  }
  memcpy(joint->name, given->name, sizeof joint->name);
  joint->where = given->where;
  joint->m     = ops->nrows;
  joint->start = sys->nl;
  sys->nl += 2 * joint->m;
  for (int s = 0; s < 2; s++) {
    const int b = joint->body[s] = given->body[s];
    side_initial_kinematics(problem, b, &side[s]);
    if (b != GROUND) sys->framed[b] = true;
  }
  if (!sides_turn(given, sys, ops, faults)) return false;
  if (side_at_rest(sys, given->body[0]) && side_at_rest(sys, given->body[1]))
    return joint_refuse(given, faults, R0309_NOTHING_MOVES,
                        "found two sides that do not move, expected a body that moves");
  const bool apart        = points_find(given, side, &joint->geometry);
  joint->geometry.carrier = ops->carrier == CARRIER_FIXED && side_at_rest(sys, given->body[1]) ? 1 : 0;
  axes_find(given, side, &joint->geometry);
  mat3_apply(side[0].R, joint->geometry.axes[0][0], joint->geometry.space);
  joint->geometry.ratio = given->ratio;
  if (ops->apart && !apart)
    return joint_refuse(given, faults, R0313_POINTS_COINCIDE,
                        "found a rod or rope between points that coincide, expected a distance");
  if (!ops->build(&joint->geometry, joint->rows) || !joint_fold(sys, joint))
    return joint_refuse(given, faults, R0001_OUT_OF_MEMORY, "out of memory");
  for (int r = 0; r < joint->m; r++) joint->number[r] = r;
  joint_classify(sys, joint);
  return true;
}

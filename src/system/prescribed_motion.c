/* A prescribed motion of the problem as a group of constraint rows, treated like a joint.
 *
 * The rows depend on time (docs/explanation/theory.md, Prescribed motion). */
#include "base/vec.h"
#include "system/assembly.h"

#include <stdlib.h>

/* The joint type of motions: one to the ground conserves no momentum. */
static const JointOps motion_joint = {
  .name = "motion", .summary = "prescribed motion", .nrows = JOINT_ROWS, .force = PUSH_ANY, .moment = MOMENT_ANY};

/* Adds a fault at the motion. */
static bool motion_refuse(const ProblemMotion *given, FaultList *faults, MessageCode code, const char *found,
                          const char *expected)
{
  char path[2 * NAME_LEN];

  snprintf(path, sizeof path, "motion.%s", given->name);
  fault_add(faults, code, given->where, path, "found %s, expected %s", found, expected);
  return false;
}

/* Whether a joint has the coordinate that the motion prescribes. */
static bool coordinate_fits(const MotionOps *ops, const JointOps *joint)
{
  return ops->coordinate == COORDINATE_ANGLE ? joint->turns : joint->slides;
}

/* Copies sides and geometry from the joint whose coordinate is prescribed. */
static bool sides_of_joint(const ProblemMotion *given, const MotionOps *ops, const System *sys, FaultList *faults,
                           ConstraintGroup *group)
{
  const ConstraintGroup *joint = &sys->groups[sys->nbodies + given->joint];
  char                   found[2 * NAME_LEN], expected[4 * NAME_LEN] = "";
  size_t                 used = 0;

  if (coordinate_fits(ops, joint->joint)) {
    group->geometry = joint->geometry;
    memcpy(group->body, joint->body, sizeof group->body);
    return true;
  }
  snprintf(found, sizeof found, "the %s of a %s joint", ops->name, joint->joint->name);
  for (int i = 0; joint_list[i]; i++)
    if (coordinate_fits(ops, joint_list[i]))
      used +=
        (size_t)snprintf(expected + used, sizeof expected - used, "%s %s", used ? " or" : "a", joint_list[i]->name);
  snprintf(expected + used, sizeof expected - used, " joint");
  return motion_refuse(given, faults, R0323_JOINT_COORDINATE, found, expected);
}

/* Places the motion of a body between the ground and a point of the body, or the body's axes at the start. */
static bool sides_of_body(const Problem *problem, const ProblemMotion *given, const MotionOps *ops, System *sys,
                          FaultList *faults, ConstraintGroup *group)
{
  const Body *body = &sys->bodies[given->body];
  Kinematics  start;

  if (body->nz == 0) return motion_refuse(given, faults, R0324_MOTION_BODY, "a clamped body", "one that moves");
  if (body->nq <= 3 && (ops->turns || (!isnan(given->at[0]) && vec_max(3, given->at) > 0.0)))
    return motion_refuse(given, faults, ops->turns ? R0311_PARTICLE_TURNS : R0324_MOTION_BODY,
                         ops->turns ? "a particle" : "a point beside a particle",
                         ops->turns ? "a body that turns" : "none: at is for bodies that turn");
  body_initial_kinematics(&problem->bodies[given->body], &start);
  group->body[0] = GROUND;
  group->body[1] = given->body;
  if (!isnan(given->at[0])) vec_copy(3, given->at, group->geometry.point[1]);
  for (int i = 0; i < 9; i++) {
    group->geometry.axes[0][i / 3][i % 3] = i % 4 == 0;
    group->geometry.axes[1][i / 3][i % 3] = start.R[i / 3][i % 3];
  }
  return true;
}

/* Places the motion on its sides, creates its functions of time and its rows. */
bool motion_create(const Problem *problem, const ProblemMotion *given, FaultList *faults, System *sys,
                   ConstraintGroup *group)
{
  const MotionOps *ops = motion_list[given->type - 1];

  group->joint  = &motion_joint;
  group->where  = given->where;
  group->start  = sys->nl;
  group->driver = sys->ndrivers;
  memcpy(group->name, given->name, sizeof group->name);
  if (ops->coordinate != COORDINATE_AUTO ? !sides_of_joint(given, ops, sys, faults, group)
                                         : !sides_of_body(problem, given, ops, sys, faults, group))
    return false;
  Driver *driver = &sys->drivers[sys->ndrivers++];
  group->m       = driver_create(given, ops, sys->t0, driver) ? ops->build(driver, &group->geometry, group->rows) : -1;
  if (group->m < 0 || !joint_fold(sys, group))
    return motion_refuse(given, faults, R0001_OUT_OF_MEMORY, "too little memory", "more");
  for (int r = 0; r < group->m; r++) group->number[r] = r;
  for (int s = 0; s < 2; s++)
    if (group->body[s] != GROUND) sys->framed[group->body[s]] = true;
  sys->nl += 2 * group->m;
  sys->worked = true;
  joint_classify(sys, group);
  return true;
}

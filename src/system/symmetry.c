/* Momenta of the whole system that are conserved, from gravity, joints to the ground and loads. */
#include "base/vec.h"
#include "body/hamiltonian.h"
#include "system/assembly.h"

/* Restricts the conserved angular momentum to the axis; two axes that are not parallel leave none. */
static void keep_axis(const double axis[3], Symmetry *symmetry)
{
  const double norm = vec_norm(3, axis);
  double       cross[3];

  if (norm == 0.0 || symmetry->angular_axes == 0) return;
  if (symmetry->angular_axes == 3) {
    symmetry->angular_axes = 1;
    for (int x = 0; x < 3; x++) symmetry->angular_axis[x] = axis[x] / norm;
    return;
  }
  vec_cross(symmetry->angular_axis, axis, cross);
  if (vec_norm(3, cross) > 1e-12 * norm) symmetry->angular_axes = 0;
}

/* A force at the point x conserves only the moment about the axis through the origin and x. */
static void hold_point(const double x[3], Symmetry *symmetry)
{
  memset(symmetry->linear, 0, sizeof symmetry->linear);
  keep_axis(x, symmetry);
}

/* No momentum is conserved. */
static void hold_all(Symmetry *symmetry)
{
  memset(symmetry->linear, 0, sizeof symmetry->linear);
  symmetry->angular_axes = 0;
}

/* A joint to the ground or to a clamped body, with its axis e and point x in space. The axis has a constant direction if
 * the side at rest carries it. */
static void joint_restrict(const JointOps *ops, bool carried, const double e[3], const double x[3], Symmetry *symmetry)
{
  const JointForce force = carried ? ops->force : PUSH_ANY;

  for (int i = 0; i < 3; i++)
    if (force == PUSH_ANY || fabs(force == PUSH_ALONG ? e[i] : 1.0 - fabs(e[i])) > 1e-14) symmetry->linear[i] = false;
  if (ops->moment == MOMENT_ANY) symmetry->angular_axes = 0;
  if (ops->moment == MOMENT_ACROSS || force != PUSH_ANY) keep_axis(e, symmetry);
  if (force != PUSH_ALONG) keep_axis(x, symmetry);
}

/* A load between two moving bodies has no resultant; one to a side at rest is an external force. Momenta that cannot be shown to be
 * conserved count as not conserved. */
static void load_restrict(const System *sys, const Load *load, Symmetry *symmetry)
{
  const bool lone = load->nsites[0] == 1 && load->nsites[1] == 1 && !load->ops->turns;

  if (load->ops == &user_ops) {
    memset(symmetry->linear, 0, sizeof symmetry->linear);
    symmetry->angular_axes = 0;
  }
  if (load->couples) return;
  if (load->ops->traits.uses & LOAD_USES_BODY) {
    const bool force = !load->ops->turns;
    for (int x = 0; force && x < 3; x++)
      if (load->follows || load->value[x] != 0.0) symmetry->linear[x] = false;
    if (force && !load->follows) keep_axis(load->value, symmetry);
    else symmetry->angular_axes = 0;
    return;
  }
  if (load->ops != &torsion_ops) memset(symmetry->linear, 0, sizeof symmetry->linear);
  if (!lone) symmetry->angular_axes = 0;
  for (int side = 0; lone && side < 2; side++) {
    const int  b = load->body[side];
    Kinematics rest;
    double     x[3];
    if (!side_at_rest(sys, b)) continue;
    vec_copy(3, load->sites[side][0], x);
    if (b != GROUND) {
      sys->bodies[b].ops->kinematics(&sys->bodies[b], NULL, &rest);
      mat3_apply(rest.R, load->sites[side][0], x);
      vec_add(3, 1.0, rest.position, x);
    }
    keep_axis(x, symmetry);
  }
}

/* Gravity conserves the momenta across and the moment about its direction. */
void system_symmetry(const System *sys, Symmetry *symmetry)
{
  *symmetry = (Symmetry){.linear = {true, true, true}, .angular_axes = 3};
  for (int x = 0; x < 3; x++) symmetry->linear[x] = sys->gravity[x] == 0.0;
  keep_axis(sys->gravity, symmetry);
  for (int b = 0; b < sys->nbodies; b++)
    if (sys->bodies[b].nheld == 3) hold_point(sys->bodies[b].anchor, symmetry);
  /* a Hamiltonian system is the only body */
  if (sys->nbodies && sys->bodies[0].hamiltonian)
    *symmetry = (Symmetry){.angular_axes = sys->bodies[0].hamiltonian->turns, .angular_axis = {0.0, 0.0, 1.0}};
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    const ConstraintGroup *joint = &sys->groups[g];
    if (joint->joint->force == PUSH_GROUND) hold_all(symmetry);
    for (int side = 0; side < 2; side++) {
      const int  b = joint->body[side];
      Kinematics rest;
      double     e[3], x[3];
      if (!side_at_rest(sys, b)) continue;
      vec_copy(3, joint->geometry.axes[side][0], e);
      vec_copy(3, joint->geometry.point[side], x);
      if (b != GROUND) {
        sys->bodies[b].ops->kinematics(&sys->bodies[b], NULL, &rest);
        mat3_apply(rest.R, joint->geometry.axes[side][0], e);
        mat3_apply(rest.R, joint->geometry.point[side], x);
        vec_add(3, 1.0, rest.position, x);
      }
      joint_restrict(joint->joint, joint->geometry.carrier == side, e, x, symmetry);
    }
  }
  for (int l = 0; l < sys->nloads; l++) load_restrict(sys, &sys->loads[l], symmetry);
}

bool symmetry_linear(const Symmetry *symmetry)
{
  return symmetry->linear[0] || symmetry->linear[1] || symmetry->linear[2];
}

/* m c x g != 0 for some orientation: a centre of mass away from the reference point. */
bool gravity_turns(const System *sys)
{
  for (int b = 0; b < sys->nbodies; b++)
    if (vec_norm(3, sys->bodies[b].center) * vec_norm(3, sys->gravity) > 0.0) return true;
  return false;
}

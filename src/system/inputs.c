/* Controls as loads: one unit load per component, whose factor is the value of the input. */
#include "base/vec.h"
#include "system/assembly.h"

/* Unit load of component i of a force or torque, or along its axis. */
static void body_load(const ProblemControl *control, int i, ProblemLoad *load)
{
  load->body[0] = control->body;
  load->frame   = control->frame;
  vec_copy(3, control->at, load->at[0]);
  if (isnan(control->axis[0])) {
    vec_zero(3, load->value);
    load->value[i] = 1.0;
    return;
  }
  const double norm = vec_norm(3, control->axis);
  for (int x = 0; x < 3; x++) load->value[x] = control->axis[x] / norm;
}

/* Unit load along or about the axis of a joint; false: the joint lacks the coordinate that the control names. */
static bool joint_load(const ProblemControl *control, const ConstraintGroup *joint, const LoadOps **ops,
                       ProblemLoad *load)
{
  const bool shift =
    control->coordinate == COORDINATE_SHIFT || (control->coordinate == COORDINATE_AUTO && !joint->joint->turns);

  *ops = shift ? &shift_ops : &turn_ops;
  for (int side = 0; side < 2; side++) {
    load->body[side] = joint->body[side];
    vec_copy(3, joint->geometry.point[side], load->at[side]);
    vec_copy(3, joint->geometry.axes[side][0], load->axis_body[side]);
  }
  return shift ? joint->joint->slides : joint->joint->turns;
}

/* The loads of inputs are the last ninputs entries of System.loads. */
bool controls_create(const Problem *problem, FaultList *faults, System *sys)
{
  const int first = sys->nloads - sys->ninputs;
  int       input = 0;

  for (int c = 0; c < problem->ncontrols; c++) {
    const ProblemControl *control = &problem->controls[c];
    const int             n       = problem_control_size(control);
    char                  path[2 * NAME_LEN];
    sys->input[c] = input;
    snprintf(path, sizeof path, "controls.%s", control->name);
    for (int i = 0; i < n; i++, input++) {
      const LoadOps *ops = control->type == CONTROL_FORCE ? &force_ops : &torque_ops;
      ProblemLoad    load;
      problem_load_init(&load);
      memcpy(load.name, control->name, sizeof load.name);
      load.where = control->where;
      if (control->type != CONTROL_JOINT) body_load(control, i, &load);
      else if (!joint_load(control, &sys->groups[sys->nbodies + control->joint], &ops, &load)) {
        fault_add(faults, R0323_JOINT_COORDINATE, control->where, path,
                  "found a %s joint, expected one that turns about or shifts along its axis as coordinate says",
                  problem->joints[control->joint].type);
        return false;
      }
      if (!load_create(problem, &load, ops, faults, sys, &sys->loads[first + input])) return false;
      sys->loads[first + input].input = input;
    }
  }
  sys->input[problem->ncontrols] = input;
  return true;
}

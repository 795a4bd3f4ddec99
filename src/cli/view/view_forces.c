/* Joints and loads of the page: points, axes, and the factors of loads over time. */
#include "base/vec.h"
#include "cli/view/view.h"
#include "output/json.h"

#include <stdlib.h>

/* [a, b]: one vector of each side. */
static void pair_write(const char *key, const double *a, const double *b, FILE *stream)
{
  fprintf(stream, ", \"%s\": [", key);
  json_reals(3, a, stream);
  fputs(", ", stream);
  json_reals(3, b, stream);
  fputs("]", stream);
}

/* Name, type and the two sides of a joint or load. */
static void sides_write(const char *name, const char *type, const int body[2], FILE *stream)
{
  fputs("{\"name\": ", stream);
  json_text(name, stream);
  fprintf(stream, ", \"type\": \"%s\", \"bodies\": [%d, %d]", type, body[0], body[1]);
}

/* Point and axis of a joint on both sides, each in the side's own coordinates. */
static void joint_write(const ProblemJoint *given, const ConstraintGroup *joint, FILE *stream)
{
  const JointGeometry *geometry = &joint->geometry;

  sides_write(joint->name, joint->joint->name, joint->body, stream);
  pair_write("points", geometry->point[0], geometry->point[1], stream);
  if (!isnan(given->axis[0]) || !isnan(given->axis_body[0][0]))
    pair_write("axes", geometry->axes[0][0], geometry->axes[1][0], stream);
  fputs("}", stream);
}

/* The groups of joints come after those of bodies; those of prescribed motions, which follow them, are not drawn. */
void view_write_joints(const ViewRun *run, FILE *stream)
{
  const System *sys = &run->model.system;

  fputs("\"joints\": [", stream);
  for (int j = 0; j < run->model.problem.njoints; j++) {
    fputs(j ? ",\n  " : "\n  ", stream);
    joint_write(&run->model.problem.joints[j], &sys->groups[sys->nbodies + j], stream);
  }
  fputs("],\n", stream);
}

/* Value and factor of a force or torque; the factor at every frame, or the column of the table of controls. */
static void value_write(const ViewRun *run, const Load *load, const Thinning *thinning, double *buffer, FILE *stream)
{
  const ProblemTable *state = &run->tables[FROM_STATE];

  fputs(", \"value\": ", stream);
  json_reals(3, load->value, stream);
  fprintf(stream, ", \"follows\": %s", load->follows ? "true" : "false");
  if (load->input >= 0) return;
  for (int i = 0; i < thinning->count; i++)
    buffer[i] =
      time_function_value(&load->scale, state->values[(size_t)thinning_row(thinning, i) * (size_t)state->columns]);
  fputs(", \"factors\": ", stream);
  json_base64((size_t)thinning->count, buffer, stream);
}

/* Points, axes, values. Potentials over all pairs of sites have no point of their own. */
static void load_write(const ViewRun *run, const Load *load, const Thinning *thinning, double *buffer, FILE *stream)
{
  static const double zero[3] = {0.0};
  const LoadOps      *ops     = load->ops;
  const bool          pair    = ops->traits.uses & LOAD_USES_BODIES;

  sides_write(load->name, ops->name, load->body, stream);
  pair_write("points", load->nsites[0] ? load->sites[0][0] : zero, pair && load->nsites[1] ? load->sites[1][0] : zero,
             stream);
  if (ops == &torsion_ops || ops == &turn_ops || ops == &shift_ops)
    pair_write("axes", load->axes[0][0], load->axes[1][0], stream);
  if (ops == &force_ops || ops == &torque_ops) value_write(run, load, thinning, buffer, stream);
  if (load->input >= 0) fprintf(stream, ", \"input\": %d", load->input);
  fputs("}", stream);
}

bool view_write_loads(const ViewRun *run, int most, FILE *stream)
{
  const System  *sys      = &run->model.system;
  const Thinning thinning = thinning_create(run->tables[FROM_STATE].rows, most);
  double        *buffer   = malloc((size_t)thinning.count * sizeof *buffer);

  fputs("\"loads\": [", stream);
  for (int i = 0; buffer && i < sys->nloads; i++) {
    fputs(i ? ",\n  " : "\n  ", stream);
    load_write(run, &sys->loads[i], &thinning, buffer, stream);
  }
  fputs("],\n", stream);
  const bool memory = buffer != NULL;
  free(buffer);
  return memory;
}

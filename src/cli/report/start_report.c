/* Positions, orientations and velocities of the bodies as given and as a run starts with them. */
#include "cli/report/start_report.h"

#include "base/quat.h"
#include "base/words.h"
#include "base/yaml_text.h"

enum { BODIES_MOST = 10 };

/* Components below rounding, relative to `size`, print as 0. */
static void vector_print(const double x[3], double size, FILE *stream)
{
  double clean[3];

  for (int i = 0; i < 3; i++) clean[i] = fabs(x[i]) <= 1e-14 * size ? 0.0 : x[i];
  fprintf(stream, "(%.6g, %.6g, %.6g)", clean[0], clean[1], clean[2]);
}

/* "position (0, 0, 0) -> (0, 0, 1)", the second part only where it differs; before = NULL: not given */
static void change_print(const char *name, const double *before, const double *after, double size, FILE *stream)
{
  double most = 0.0;

  fprintf(stream, "%s ", name);
  for (int i = 0; before && i < 3; i++) most = fmax(most, fabs(after[i] - before[i]));
  if (before) vector_print(before, size, stream);
  else fputs("not given", stream);
  if (before && most <= 1e-14 * size) return;
  fputs(" -> ", stream);
  vector_print(after, size, stream);
}

/* Angle of the rotation between two orientations. */
static double turn_angle(const Kinematics *before, const Kinematics *after)
{
  double q[4], theta[3];

  quat_multiply_conjugate(before->q, after->q, q);
  quat_log(q, theta);
  return vec_norm(3, theta);
}

/* Two lines for a body: where it is, how it moves. */
static void body_print(const Model *model, int b, FILE *stream)
{
  const ProblemBody *given = &model->problem.bodies[b];
  const Body        *body  = &model->system.bodies[b];
  const Units       *units = &model->system.units;
  const bool         turns = body->nq > body->ntranslation;
  const bool         omega = !isnan(given->angular_velocity[0]) || !isnan(given->angular_velocity_spatial[0]);
  Kinematics         before, after;

  body_initial_kinematics(given, &before);
  body->ops->kinematics(body, model->z + model->system.start[b], &after);
  const double speed = fmax(units->velocity, fmax(vec_max(3, after.velocity), vec_max(3, after.omega) * units->length));
  fprintf(stream, "           %s: ", body->name);
  change_print("position", before.position, after.position, units->length, stream);
  const double angle = turn_angle(&before, &after);
  if (turns) fprintf(stream, ", turned by %.4g rad", angle > 1e-14 ? angle : 0.0);
  fputs("\n             ", stream);
  if (body->ntranslation)
    change_print("velocity", isnan(given->velocity[0]) ? NULL : before.velocity, after.velocity, speed, stream);
  if (turns && body->ntranslation) fputs(", ", stream);
  if (turns) change_print("angular velocity", omega ? before.omega : NULL, after.omega, speed / units->length, stream);
  fputs(turns ? " in body axes\n" : "\n", stream);
}

/* What the given values leave open. */
static void freedoms_print(const Assembled *assembled, FILE *stream)
{
  const int n = assembled->nfree;

  if (n <= 0) return;
  fprintf(stream,
          "           %d velocit%s not determined by what is given (%s): the least kinetic energy decides; give rates "
          "of joints or velocities of bodies to choose\n",
          n, n == 1 ? "y is" : "ies are", assembled->bodies);
}

void start_print(const Model *model, FILE *stream)
{
  const InitialKind initial = model->problem.initial;
  int               moving  = 0;

  if (initial == INITIAL_CHECK || model->problem.boundary.given || model->system.bodies[0].hamiltonian) return;
  if (initial == INITIAL_PROJECT)
    fprintf(stream,
            "  start    projected onto the constraints, as by an impact that keeps momenta: coordinates moved by %.2g, "
            "momenta by %.2g (scaled)\n",
            model->projected[0], model->projected[1]);
  else
    fprintf(stream, "  start    assembled: joints closed near the given positions, velocities from the given ones\n");
  for (int b = 0; b < model->system.nbodies; b++) {
    if (!model->system.bodies[b].nz) continue;
    if (moving++ < BODIES_MOST) body_print(model, b, stream);
  }
  if (moving > BODIES_MOST) fprintf(stream, "           and %d more bodies\n", moving - BODIES_MOST);
  if (initial == INITIAL_ASSEMBLE) freedoms_print(&model->assembled, stream);
}

/* "key: [1, 2, 3]" */
static void row_write(const char *key, int n, const double *x, FILE *stream)
{
  fprintf(stream, "%s: ", key);
  yaml_row(x, n, 1, stream);
}

void start_write(const Model *model, FILE *stream)
{
  if (model->problem.initial != INITIAL_ASSEMBLE || model->system.bodies[0].hamiltonian) return;
  fputs("assembled:\n", stream);
  for (int b = 0; b < model->system.nbodies; b++) {
    const Body *body = &model->system.bodies[b];
    Kinematics  state;
    body->ops->kinematics(body, model->z + model->system.start[b], &state);
    fputs("  ", stream);
    yaml_name(body->name, stream);
    fputs(": {", stream);
    row_write("position", 3, state.position, stream);
    row_write(", orientation", 4, state.q, stream);
    row_write(", velocity", 3, state.velocity, stream);
    row_write(", angular_velocity", 3, state.omega, stream);
    fputs("}\n", stream);
  }
}

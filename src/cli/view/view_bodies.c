/* Bodies and joints of the page: shapes, points and axes. */
#include "base/vec.h"
#include "body/inertia.h"
#include "cli/view/view.h"
#include "output/json.h"
#include "output/surface.h"

#include <stdlib.h>

static const char *const shape_names[] = {
  [SHAPE_NONE] = "box",  [SHAPE_CUBOID] = "cuboid", [SHAPE_CYLINDER] = "cylinder",
  [SHAPE_CONE] = "cone", [SHAPE_SPHERE] = "sphere", [SHAPE_SITES] = "sites"};

static const char *const flag_words[] = {"false", "true"};

/* The cuboid with the same mass and inertia. */
static void box_write(const ProblemBody *given, FILE *stream)
{
  double edge[3], V[3][3];

  surface_box(given, edge, V);
  fputs(", \"size\": ", stream);
  json_reals(3, edge, stream);
  fputs(", \"axes\": ", stream);
  json_reals(9, V[0], stream);
}

/* Mass and position of each site, from the centre of mass; false: out of memory. */
static bool sites_write(const ProblemBody *given, const Body *body, FILE *stream)
{
  double(*x)[3] = calloc((size_t)given->shape.nsites, sizeof *x);

  if (!x) return false;
  inertia_sites(given, x);
  fputs(", \"sites\": [", stream);
  for (int s = 0; s < given->shape.nsites; s++) {
    double site[4] = {given->shape.sites[4 * s]};
    vec_copy(3, x[s], site + 1);
    vec_add(3, -1.0, body->center, site + 1);
    fputs(s ? ", " : "", stream);
    json_reals(4, site, stream);
  }
  fputs("]", stream);
  free(x);
  return true;
}

int view_body_width(const Body *body)
{
  int n = 0;
  while (body->columns[n]) n++;
  return n;
}

/* Shape, size, mass and centre of mass of one body. */
static bool body_write(const ProblemBody *given, const Body *body, FILE *stream)
{
  const int width  = view_body_width(body);
  bool      memory = true;

  fputs("{\"name\": ", stream);
  json_text(body->name, stream);
  fprintf(stream, ", \"kind\": \"%s\", \"width\": %d", width == 3 ? "particle" : shape_names[given->shape.kind], width);
  fprintf(stream, ", \"mass\": %.17g, \"center\": ", body->mass);
  json_reals(3, body->center, stream);
  fprintf(stream, ", \"rigid\": %s, \"fixed\": %s, \"clamped\": %s", flag_words[given->rigid],
          flag_words[given->translation == TRANSLATION_FIXED], flag_words[given->mobility == BODY_CLAMPED]);
  if (width > 3 && given->shape.kind == SHAPE_NONE) box_write(given, stream);
  else if (given->shape.kind == SHAPE_SITES) memory = sites_write(given, body, stream);
  else if (given->shape.kind != SHAPE_NONE) {
    fputs(", \"size\": ", stream);
    json_reals(3, given->shape.size, stream);
  }
  fputs("}", stream);
  return memory;
}

bool view_write_bodies(const ViewRun *run, FILE *stream)
{
  const System *sys    = &run->model.system;
  bool          memory = true;

  fputs("\"bodies\": [", stream);
  for (int b = 0; b < sys->nbodies; b++) {
    fputs(b ? ",\n  " : "\n  ", stream);
    memory = body_write(&run->model.problem.bodies[b], &sys->bodies[b], stream) && memory;
  }
  fputs("],\n", stream);
  return memory;
}

/* Point and axis of a joint on both sides, each in the side's own coordinates. */
static void joint_write(const ProblemJoint *given, const ConstraintGroup *joint, FILE *stream)
{
  fputs("{\"name\": ", stream);
  json_text(joint->name, stream);
  fprintf(stream, ", \"type\": \"%s\", \"bodies\": [%d, %d], \"points\": [", joint->joint->name, joint->body[0],
          joint->body[1]);
  json_reals(3, joint->place.point[0], stream);
  fputs(", ", stream);
  json_reals(3, joint->place.point[1], stream);
  fputs("]", stream);
  if (!isnan(given->axis[0]) || !isnan(given->axis_body[0][0])) {
    fputs(", \"axes\": [", stream);
    json_reals(3, joint->place.axes[0][0], stream);
    fputs(", ", stream);
    json_reals(3, joint->place.axes[1][0], stream);
    fputs("]", stream);
  }
  fputs("}", stream);
}

void view_write_joints(const ViewRun *run, FILE *stream)
{
  const System *sys = &run->model.system;

  fputs("\"joints\": [", stream);
  for (int j = 0; j < sys->ngroups - sys->nbodies; j++) {
    fputs(j ? ",\n  " : "\n  ", stream);
    joint_write(&run->model.problem.joints[j], &sys->groups[sys->nbodies + j], stream);
  }
  fputs("],\n", stream);
}

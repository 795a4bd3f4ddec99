/* Bodies of the page: shapes, colours, masses. */
#include "base/vec.h"
#include "body/inertia.h"
#include "cli/view/view.h"
#include "output/json.h"
#include "output/surface.h"

#include <stdlib.h>

static const char *const shape_names[] = {
  [SHAPE_NONE] = "ellipsoid", [SHAPE_CUBOID] = "cuboid", [SHAPE_CYLINDER] = "cylinder",
  [SHAPE_CONE] = "cone",      [SHAPE_SPHERE] = "sphere", [SHAPE_SITES] = "sites"};

static const char *const flag_words[] = {"false", "true"};

static const char *const visual_names[] = {
  [VISUAL_BOX] = "cuboid",      [VISUAL_SPHERE] = "sphere",       [VISUAL_CYLINDER] = "cylinder",
  [VISUAL_CAPSULE] = "capsule", [VISUAL_ELLIPSOID] = "ellipsoid", [VISUAL_MESH] = "mesh"};

/* Size of what is drawn, and the columns of its axes by rows. */
static void size_write(const double size[3], const double V[3][3], FILE *stream)
{
  fputs(", \"size\": ", stream);
  json_reals(3, size, stream);
  fputs(", \"axes\": ", stream);
  json_reals(9, V[0], stream);
}

/* The ellipsoid with the same mass and inertia. */
static void ellipsoid_write(const ProblemBody *given, FILE *stream)
{
  double semi[3], V[3][3];

  surface_ellipsoid(given, semi, V);
  size_write(semi, V, stream);
}

/* The triangles of a mesh from the centre of mass; a body whose mesh cannot be read is not drawn. False: out of memory. */
static bool mesh_write(const ProblemBody *given, FILE *stream)
{
  Surface    surface;
  const bool good = surface_create(given, &surface);

  if (good && surface.npolygons) {
    fputs(", \"visual\": {\"kind\": \"mesh\", \"points\": ", stream);
    json_base64(3 * (size_t)surface.npoints, surface.point, stream);
    for (int i = 0; i < surface.ncorners; i++) fprintf(stream, "%s%d", i ? "," : ", \"corners\": [", surface.corner[i]);
    fputs("]}", stream);
  } else if (given->visual.style != STYLE_NONE) fputs(", \"hidden\": true", stream);
  surface_destroy(&surface);
  return good;
}

/* What the key visual changes: a primitive or a mesh, its pose from the centre of mass, the colour. False: out of memory. */
static bool visual_write(const ProblemBody *given, FILE *stream)
{
  const ProblemVisual *visual = &given->visual;
  double               at[3], R[3][3];

  visual_pose(given, at, R);
  if (visual->style == STYLE_NONE) fputs(", \"hidden\": true", stream);
  if (!isnan(visual->color[0])) {
    fputs(", \"color\": ", stream);
    json_reals(3, visual->color, stream);
  }
  if (visual->shape.kind == VISUAL_MESH) return mesh_write(given, stream);
  if (!isnan(visual->position[0]) || !isnan(visual->orientation[0]) || visual->shape.kind != VISUAL_NONE) {
    fputs(", \"pose\": {\"at\": ", stream);
    json_reals(3, at, stream);
    fputs(", \"rows\": ", stream);
    json_reals(9, R[0], stream);
    fputs("}", stream);
  }
  if (visual->shape.kind == VISUAL_NONE) return true;
  fprintf(stream, ", \"visual\": {\"kind\": \"%s\", \"size\": ", visual_names[visual->shape.kind]);
  json_reals(3, visual->shape.size, stream);
  fputs("}", stream);
  return true;
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
  if (width > 3 && given->shape.kind == SHAPE_NONE) ellipsoid_write(given, stream);
  else if (given->shape.kind == SHAPE_SITES) memory = sites_write(given, body, stream);
  else if (given->shape.kind != SHAPE_NONE) {
    fputs(", \"size\": ", stream);
    json_reals(3, given->shape.size, stream);
  }
  memory = visual_write(given, stream) && memory;
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

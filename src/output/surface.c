/* Surfaces of solids, ellipsoids of inertia, drawn primitives and meshes as polygons, from the centre of mass. */
#include "output/surface.h"

#include "base/quat.h"
#include "base/triangles/triangles.h"
#include "base/vec.h"

#include <stdlib.h>

enum { SLICES = 24, STACKS = 12 }; /* of round shapes */

static bool surface_allocate(int npoints, int npolygons, int ncorners, Surface *s)
{
  s->point  = calloc((size_t)npoints + 1, 3 * sizeof *s->point);
  s->corner = calloc((size_t)ncorners + 1, sizeof *s->corner);
  s->end    = calloc((size_t)npolygons + 1, sizeof *s->end);
  return s->point && s->corner && s->end;
}

static void point_add(Surface *s, double x, double y, double z)
{
  double *point = s->point + 3 * s->npoints++;

  point[0] = x;
  point[1] = y;
  point[2] = z;
}

/* Adds a ring of SLICES points about e3. */
static void ring_add(Surface *s, double radius, double z)
{
  for (int i = 0; i < SLICES; i++) {
    const double angle = 2.0 * acos(-1.0) * i / SLICES;
    point_add(s, radius * cos(angle), radius * sin(angle), z);
  }
}

/* A polygon with n corners; end[] holds the index after its last corner. */
static void polygon_add(Surface *s, int n, const int *corner)
{
  for (int i = 0; i < n; i++) s->corner[s->ncorners++] = corner[i];
  s->end[s->npolygons++] = s->ncorners;
}

/* Adds quadrilaterals between two rings, the second one further along e3. */
static void band_add(Surface *s, int low, int high)
{
  for (int i = 0; i < SLICES; i++) {
    const int next = (i + 1) % SLICES, corner[4] = {low + i, low + next, high + next, high + i};
    polygon_add(s, 4, corner);
  }
}

/* Adds triangles between a ring and a tip. */
static void tip_add(Surface *s, int ring, int tip, bool above)
{
  for (int i = 0; i < SLICES; i++) {
    const int next = (i + 1) % SLICES, corner[3] = {tip, ring + (above ? i : next), ring + (above ? next : i)};
    polygon_add(s, 3, corner);
  }
}

/* Adds the polygon that closes a ring. */
static void lid_add(Surface *s, int ring, bool above)
{
  int corner[SLICES];

  for (int i = 0; i < SLICES; i++) corner[i] = ring + (above ? i : SLICES - 1 - i);
  polygon_add(s, SLICES, corner);
}

/* Cuboid with edges along the columns of V. */
static bool cuboid_create(const double edge[3], const double V[3][3], Surface *s)
{
  static const int side[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

  if (!surface_allocate(8, 6, 24, s)) return false;
  for (int i = 0; i < 8; i++) {
    const double X[3] = {(i & 1 ? 0.5 : -0.5) * edge[0], (i & 2 ? 0.5 : -0.5) * edge[1],
                         (i & 4 ? 0.5 : -0.5) * edge[2]};
    double       x[3];
    mat3_apply(V, X, x);
    point_add(s, x[0], x[1], x[2]);
  }
  for (int i = 0; i < 6; i++) polygon_add(s, 4, side[i]);
  return true;
}

static bool cylinder_create(double radius, double height, Surface *s)
{
  if (!surface_allocate(2 * SLICES, SLICES + 2, 6 * SLICES, s)) return false;
  ring_add(s, radius, -0.5 * height);
  ring_add(s, radius, 0.5 * height);
  band_add(s, 0, SLICES);
  lid_add(s, 0, false);
  lid_add(s, SLICES, true);
  return true;
}

/* The centre of mass is a quarter of the height above the base; the tip is on the negative side. */
static bool cone_create(double radius, double height, Surface *s)
{
  if (!surface_allocate(SLICES + 1, SLICES + 1, 4 * SLICES, s)) return false;
  ring_add(s, radius, 0.25 * height);
  point_add(s, 0.0, 0.0, -0.75 * height);
  tip_add(s, 0, SLICES, false);
  lid_add(s, 0, true);
  return true;
}

/* Rings of equal angles between two tips. */
static bool sphere_create(double radius, Surface *s)
{
  const int rings = STACKS - 1;

  if (!surface_allocate(rings * SLICES + 2, STACKS * SLICES, (4 * rings + 2) * SLICES, s)) return false;
  for (int j = 1; j <= rings; j++) {
    const double angle = acos(-1.0) * j / STACKS;
    ring_add(s, radius * sin(angle), -radius * cos(angle));
  }
  point_add(s, 0.0, 0.0, -radius);
  point_add(s, 0.0, 0.0, radius);
  tip_add(s, 0, rings * SLICES, false);
  for (int j = 0; j + 1 < rings; j++) band_add(s, j * SLICES, (j + 1) * SLICES);
  tip_add(s, (rings - 1) * SLICES, rings * SLICES + 1, true);
  return true;
}

/* Sites from their centre of mass; the file may give them from any origin. */
static bool sites_create(const Shape *shape, Surface *s)
{
  double mass = 0.0, center[3] = {0.0};

  if (!surface_allocate(shape->nsites, 0, 0, s)) return false;
  for (int i = 0; i < shape->nsites; i++) {
    mass += shape->sites[4 * i];
    vec_add(3, shape->sites[4 * i], shape->sites + 4 * i + 1, center);
  }
  for (int i = 0; i < shape->nsites; i++) {
    const double *x = shape->sites + 4 * i + 1;
    point_add(s, x[0] - center[0] / mass, x[1] - center[1] / mass, x[2] - center[2] / mass);
  }
  return true;
}

/* Two half spheres on a cylinder: the sphere with its upper and lower rings moved apart, and its equator twice. */
static bool capsule_create(double radius, double height, Surface *s)
{
  const int half = STACKS / 2, rings = 2 * half;

  if (!surface_allocate(rings * SLICES + 2, (STACKS + 1) * SLICES, (4 * rings + 2) * SLICES, s)) return false;
  for (int j = 1; j <= rings; j++) {
    const bool   above = j > half;
    const double angle = 0.5 * acos(-1.0) * (above ? j - 1 : j) / half;
    ring_add(s, radius * sin(angle), -radius * cos(angle) + (above ? 0.5 : -0.5) * height);
  }
  point_add(s, 0.0, 0.0, -radius - 0.5 * height);
  point_add(s, 0.0, 0.0, radius + 0.5 * height);
  tip_add(s, 0, rings * SLICES, false);
  for (int j = 0; j + 1 < rings; j++) band_add(s, j * SLICES, (j + 1) * SLICES);
  tip_add(s, (rings - 1) * SLICES, rings * SLICES + 1, true);
  return true;
}

/* Replaces every point X by x + A X. */
static void surface_move(Surface *s, const double x[3], const double A[3][3])
{
  for (int i = 0; i < s->npoints; i++) {
    double *point = s->point + 3 * i, moved[3];
    mat3_apply(A, point, moved);
    for (int d = 0; d < 3; d++) point[d] = x[d] + moved[d];
  }
}

/* An ellipsoid with its semi-axes along the columns of V. */
static bool ellipsoid_create(const double semi[3], const double V[3][3], Surface *s)
{
  static const double zero[3] = {0.0};
  double              A[3][3];

  if (!sphere_create(1.0, s)) return false;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) A[i][j] = V[i][j] * semi[j];
  surface_move(s, zero, A);
  return true;
}

/* Solves J_1 = m (b^2 + c^2) / 5 and its cyclic permutations for the semi-axes a, b, c. A given inertia of a body with
 * a fixed point is about that point and is moved to the centre of mass first (Steiner). */
void surface_ellipsoid(const ProblemBody *body, double semi[3], double V[3][3])
{
  const double *c     = body->center_of_mass;
  const double  shift = body->translation == TRANSLATION_FIXED ? body->mass : 0.0;
  double        J[3][3], value[3];

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      J[i][j] = body->inertia[i][j] - shift * ((i == j ? vec_dot(3, c, c) : 0.0) - c[i] * c[j]);
  mat3_eigen_symmetric(J, value, V);
  for (int i = 0; i < 3; i++)
    semi[i] = sqrt(fmax(0.0, 2.5 * (value[(i + 1) % 3] + value[(i + 2) % 3] - value[i]) / body->mass));
}

/* The ellipsoid with the mass and the principal moments of the body, in its principal axes. */
static bool inertia_create(const ProblemBody *body, Surface *s)
{
  double semi[3], V[3][3];

  surface_ellipsoid(body, semi, V);
  return ellipsoid_create(semi, V, s);
}

void visual_pose(const ProblemBody *body, double position[3], double R[3][3])
{
  const ProblemVisual *visual = &body->visual;
  const bool           turned = !isnan(visual->orientation[0]);
  const double         length = turned ? vec_norm(4, visual->orientation) : 1.0;
  double               q[4]   = {1.0, 0.0, 0.0, 0.0};

  for (int i = 0; turned && i < 4; i++) q[i] = visual->orientation[i] / length;
  quat_to_matrix(q, R);
  vec_zero(3, position);
  if (isnan(visual->position[0])) return;
  vec_copy(3, visual->position, position);
  if (body->translation == TRANSLATION_FIXED) vec_add(3, -1.0, body->center_of_mass, position);
}

static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* The triangles of a file; none where it cannot be read, which a warning reported (run/warning.c). */
static bool mesh_create(const VisualShape *shape, Surface *s)
{
  Triangles t;
  char      error[TRIANGLES_ERROR_LEN];

  if (!triangles_read(shape->file, &t, error)) t.npoints = t.ncorners = 0;
  const bool good = surface_allocate(t.npoints, t.ncorners / 3, t.ncorners, s);
  for (int i = 0; good && i < t.npoints; i++) {
    const double *x = t.point + 3 * i;
    point_add(s, shape->size[0] * x[0], shape->size[0] * x[1], shape->size[0] * x[2]);
  }
  for (int i = 0; good && i < t.ncorners; i += 3) polygon_add(s, 3, t.corner + i);
  triangles_clear(&t);
  return good;
}

/* A primitive about its own centre. */
static bool primitive_create(const VisualShape *shape, Surface *s)
{
  const double *size = shape->size;

  switch (shape->kind) {
  case VISUAL_BOX: return cuboid_create(size, unit, s);
  case VISUAL_SPHERE: return sphere_create(size[0], s);
  case VISUAL_CYLINDER: return cylinder_create(size[0], size[1], s);
  case VISUAL_CAPSULE: return capsule_create(size[0], size[1], s);
  case VISUAL_ELLIPSOID: return ellipsoid_create(size, unit, s);
  case VISUAL_MESH: return mesh_create(shape, s);
  case VISUAL_NONE: break;
  }
  return surface_allocate(0, 0, 0, s);
}

/* Shapes as they are; a given inertia as its ellipsoid; everything else as a point. */
static bool body_create(const ProblemBody *body, Surface *s)
{
  const double *size = body->shape.size;

  switch (body->shape.kind) {
  case SHAPE_CUBOID: return cuboid_create(size, unit, s);
  case SHAPE_CYLINDER: return cylinder_create(size[0], size[1], s);
  case SHAPE_CONE: return cone_create(size[0], size[1], s);
  case SHAPE_SPHERE: return sphere_create(size[0], s);
  case SHAPE_SITES: return sites_create(&body->shape, s);
  case SHAPE_NONE: break;
  }
  if (!isnan(body->inertia[0][0])) return inertia_create(body, s);
  if (!surface_allocate(1, 0, 0, s)) return false;
  point_add(s, 0.0, 0.0, 0.0);
  return true;
}

bool surface_create(const ProblemBody *body, Surface *s)
{
  const VisualShape *drawn = &body->visual.shape;
  double             position[3], R[3][3];

  memset(s, 0, sizeof *s);
  if (body->visual.style == STYLE_NONE) return surface_allocate(0, 0, 0, s);
  if (!(drawn->kind == VISUAL_NONE ? body_create(body, s) : primitive_create(drawn, s))) return false;
  visual_pose(body, position, R);
  surface_move(s, position, R);
  return true;
}

void surface_destroy(Surface *s)
{
  free(s->point);
  free(s->corner);
  free(s->end);
  memset(s, 0, sizeof *s);
}

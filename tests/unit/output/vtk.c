/* Surfaces of bodies are closed, turned outwards, and have the volume and inertia of the body; the files of the VTK writer are
 * complete: every array has its size, every polygon its points, and points and velocities are those of the poses. */
#include "base/file.h"
#include "base/vec.h"
#include "output/surface.h"
#include "output/writer.h"
#include "unity.h"

#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static char dir[PATH_LEN - 64];

void setUp(void)
{
  const char *base = getenv("TMPDIR");
  snprintf(dir, sizeof dir, "%s/rigel-vtk.XXXXXX", base ? base : "/tmp");
  TEST_ASSERT_NOT_NULL(mkdtemp(dir));
}

void tearDown(void)
{
  char command[PATH_LEN + 16];
  snprintf(command, sizeof command, "rm -rf '%s'", dir);
  TEST_ASSERT_EQUAL_INT(0, system(command));
}

/* --- surfaces */

/* Volume, first and second moments of the polyhedron, as tetrahedra from the origin: sums of det/6, det/24 and det/120. */
typedef struct {
  double volume, first[3], second[3][3];
} Moments;

static void moments_of(const Surface *s, Moments *m)
{
  memset(m, 0, sizeof *m);
  for (int p = 0, from = 0; p < s->npolygons; from = s->end[p++])
    for (int i = from + 1; i + 1 < s->end[p]; i++) {
      const double *a = s->point + 3 * s->corner[from], *b = s->point + 3 * s->corner[i],
                   *c = s->point + 3 * s->corner[i + 1];
      double n[3], sum[3];
      vec_cross(b, c, n);
      const double det = vec_dot(3, a, n);
      m->volume += det / 6.0;
      for (int x = 0; x < 3; x++) m->first[x] += det / 24.0 * (sum[x] = a[x] + b[x] + c[x]);
      for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++)
          m->second[x][y] += det / 120.0 * (a[x] * a[y] + b[x] * b[y] + c[x] * c[y] + sum[x] * sum[y]);
    }
}

/* Every edge belongs to two polygons, once in each direction. */
static void closed_check(const Surface *s)
{
  for (int p = 0, from = 0; p < s->npolygons; from = s->end[p++])
    for (int i = from; i < s->end[p]; i++) {
      const int a = s->corner[i], b = s->corner[i + 1 < s->end[p] ? i + 1 : from];
      int       back = 0, same = 0;
      for (int q = 0, first = 0; q < s->npolygons; first = s->end[q++])
        for (int j = first; j < s->end[q]; j++) {
          const int c = s->corner[j], d = s->corner[j + 1 < s->end[q] ? j + 1 : first];
          same += a == c && b == d;
          back += a == d && b == c;
        }
      TEST_ASSERT_TRUE(same == 1 && back == 1);
    }
}

static void solid_check(const ProblemBody *body, double volume, Moments *m)
{
  Surface s;

  TEST_ASSERT_TRUE(surface_create(body, &s));
  closed_check(&s);
  moments_of(&s, m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * volume, volume, m->volume);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * volume, 0.0, vec_max(3, m->first)); /* the centre of mass is the origin */
  surface_destroy(&s);
}

/* Round shapes are inscribed: the base is a regular polygon of 24 sides, of area 12 sin(15 deg) r^2. */
static void test_solids(void)
{
  const double base = 12.0 * sin(acos(-1.0) / 12.0);
  ProblemBody  body;
  Moments      m;

  problem_body_init(&body);
  body.shape = (Shape){.kind = SHAPE_CUBOID, .size = {5, 2, 1}};
  solid_check(&body, 10.0, &m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10.0 * 25.0 / 12.0, m.second[0][0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 10.0 * 1.0 / 12.0, m.second[2][2]);
  body.shape = (Shape){.kind = SHAPE_CYLINDER, .size = {2, 3}};
  solid_check(&body, base * 4.0 * 3.0, &m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * m.volume, m.volume * 9.0 / 12.0, m.second[2][2]);
  body.shape = (Shape){.kind = SHAPE_CONE, .size = {2, 4}};
  solid_check(&body, base * 4.0 * 4.0 / 3.0, &m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * m.volume, m.volume * 16.0 * 3.0 / 80.0, m.second[2][2]);
}

static void test_sphere(void)
{
  ProblemBody body;
  Surface     s;
  Moments     m;

  problem_body_init(&body);
  body.shape = (Shape){.kind = SHAPE_SPHERE, .size = {3}};
  TEST_ASSERT_TRUE(surface_create(&body, &s));
  closed_check(&s);
  for (int i = 0; i < s.npoints; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, 3.0, vec_norm(3, s.point + 3 * i));
  moments_of(&s, &m);
  const double exact = 4.0 / 3.0 * acos(-1.0) * 27.0;
  TEST_ASSERT_TRUE(m.volume < exact && m.volume > 0.95 * exact);
  surface_destroy(&s);
}

/* x . E^-1 x for a symmetric E, by cofactors. */
static double inverse_form(const double E[3][3], const double x[3])
{
  double c[3][3];

  for (int i = 0; i < 3; i++) vec_cross(E[(i + 1) % 3], E[(i + 2) % 3], c[i]);
  const double det = vec_dot(3, E[0], c[0]);
  return (x[0] * vec_dot(3, c[0], x) + x[1] * vec_dot(3, c[1], x) + x[2] * vec_dot(3, c[2], x)) / det;
}

/* A homogeneous ellipsoid of mass m has E = tr(J)/2 I - J = m/5 V diag(a^2) V^T, so its surface is x . E^-1 x = 5/m; the
 * surface in the place of a given inertia has that inertia, about a fixed point too. */
static void inertia_check(bool fixed)
{
  const double J[3][3] = {{3, 0.5, 0}, {0.5, 4, 0.2}, {0, 0.2, 5}}, c[3] = {0.3, -0.2, 0.1};
  double       E[3][3];
  ProblemBody  body;
  Surface      s;

  problem_body_init(&body);
  memcpy(body.inertia, J, sizeof J);
  body.mass = 2.0;
  if (fixed) {
    body.translation = TRANSLATION_FIXED;
    vec_copy(3, c, body.center_of_mass);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const double steiner = fixed ? body.mass * c[i] * c[j] : 0.0; /* of E: the second moments of the point */
      E[i][j]              = (i == j ? 6.0 : 0.0) - J[i][j] - steiner;
    }
  TEST_ASSERT_TRUE(surface_create(&body, &s));
  closed_check(&s);
  for (int i = 0; i < s.npoints; i++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 5.0 / body.mass, inverse_form(E, s.point + 3 * i));
  surface_destroy(&s);
}

static void test_given_inertia(void)
{
  inertia_check(false);
  inertia_check(true);
}

/* The key visual replaces the surface; its position counts from the reference point. */
static void test_visual(void)
{
  ProblemBody body;
  Surface     s;
  Moments     m;

  problem_body_init(&body);
  body.shape              = (Shape){.kind = SHAPE_CUBOID, .size = {5, 2, 1}};
  body.visual.shape       = (VisualShape){.kind = VISUAL_BOX, .size = {1, 2, 3}};
  body.visual.position[0] = 4.0;
  vec_copy(4, (const double[]){0.0, 0.0, 2.0, 2.0}, body.visual.orientation); /* exchanges e2 and e3 */
  TEST_ASSERT_TRUE(surface_create(&body, &s));
  closed_check(&s);
  moments_of(&s, &m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 6.0, m.volume);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 24.0, m.first[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 6.0 * 9.0 / 12.0, m.second[1][1]);
  surface_destroy(&s);
  body.translation       = TRANSLATION_FIXED;
  body.center_of_mass[0] = 4.0;
  TEST_ASSERT_TRUE(surface_create(&body, &s));
  moments_of(&s, &m);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, m.first[0]);
  surface_destroy(&s);
  body.visual.style = STYLE_NONE;
  TEST_ASSERT_TRUE(surface_create(&body, &s));
  TEST_ASSERT_EQUAL_INT(0, s.npoints);
  surface_destroy(&s);
}

/* Every point of a capsule has the distance r from its segment. */
static void test_capsule(void)
{
  ProblemBody body;
  Surface     s;

  problem_body_init(&body);
  body.visual.shape = (VisualShape){.kind = VISUAL_CAPSULE, .size = {0.5, 3}};
  TEST_ASSERT_TRUE(surface_create(&body, &s));
  closed_check(&s);
  for (int i = 0; i < s.npoints; i++) {
    const double *x = s.point + 3 * i, z = fmax(0.0, fabs(x[2]) - 1.5);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.5, sqrt(x[0] * x[0] + x[1] * x[1] + z * z));
  }
  surface_destroy(&s);
}

static void test_points(void)
{
  double      sites[] = {1, 10, 0, 0, 3, 14, 0, 4};
  ProblemBody body;
  Surface     s;

  problem_body_init(&body);
  body.shape = (Shape){.kind = SHAPE_SITES, .nsites = 2, .sites = sites};
  TEST_ASSERT_TRUE(surface_create(&body, &s));
  TEST_ASSERT_TRUE(s.npoints == 2 && s.npolygons == 0);
  TEST_ASSERT_TRUE(s.point[0] == -3.0 && s.point[2] == -3.0 && s.point[3] == 1.0 && s.point[5] == 1.0);
  surface_destroy(&s);
  problem_body_init(&body); /* a particle */
  TEST_ASSERT_TRUE(surface_create(&body, &s));
  TEST_ASSERT_TRUE(s.npoints == 1 && s.npolygons == 0 && vec_max(3, s.point) == 0.0);
  surface_destroy(&s);
}

/* --- files */

/* The number behind name=" in the text. */
static int attribute_of(const char *text, const char *name)
{
  char pattern[64];

  snprintf(pattern, sizeof pattern, " %s=\"", name);
  const char *found = strstr(text, pattern);
  TEST_ASSERT_NOT_NULL_MESSAGE(found, name);
  return atoi(found + strlen(pattern));
}

static int digit_of(char c)
{
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char       *found   = strchr(digit, c);
  TEST_ASSERT_TRUE(c && found);
  return (int)(found - digit);
}

/* The array of this name inside <section>: n numbers of 4 bytes; strict about header, padding and length. */
static void *array_read(const char *text, const char *section, const char *name, const char *type, int n)
{
  char pattern[128];

  snprintf(pattern, sizeof pattern, "<%s", section);
  const char *from = strstr(text, pattern), *end;
  snprintf(pattern, sizeof pattern, "<DataArray type=\"%s\" Name=\"%s\"", type, name);
  TEST_ASSERT_TRUE_MESSAGE(from && (from = strstr(from, pattern)) && (from = strchr(from, '>')), name);
  end                   = strchr(++from, '<');
  const size_t   length = (size_t)(end - from), size = 4 * (size_t)(n + 1);
  unsigned char *bytes = calloc(length + 4, 1);
  TEST_ASSERT_EQUAL_UINT_MESSAGE((size + 2) / 3 * 4, length, name);
  for (size_t i = 0; i < length / 4; i++) {
    const char *c    = from + 4 * i;
    const int   last = (int)(size - 3 * i); /* bytes left */
    const int   bits = digit_of(c[0]) << 18 | digit_of(c[1]) << 12 | (last > 1 ? digit_of(c[2]) : 0) << 6 |
                     (last > 2 ? digit_of(c[3]) : 0);
    TEST_ASSERT_TRUE((last > 1 || c[2] == '=') && (last > 2 || c[3] == '='));
    bytes[3 * i]     = (unsigned char)(bits >> 16);
    bytes[3 * i + 1] = (unsigned char)(bits >> 8);
    bytes[3 * i + 2] = (unsigned char)bits;
  }
  uint32_t header;
  memcpy(&header, bytes, sizeof header);
  TEST_ASSERT_EQUAL_UINT32(4 * n, header);
  memmove(bytes, bytes + 4, 4 * (size_t)n);
  return bytes;
}

/* Connectivity within the points, offsets that end with it; every point belongs to a cell. */
static void cells_check(const char *text, const char *section, int ncells, int npoints, bool single, char *used)
{
  int32_t *offset = array_read(text, section, "offsets", "Int32", ncells);
  int32_t *corner = array_read(text, section, "connectivity", "Int32", ncells ? offset[ncells - 1] : 0);

  for (int i = 0; i < ncells; i++) {
    const int n = offset[i] - (i ? offset[i - 1] : 0);
    TEST_ASSERT_TRUE(single ? n == 1 : n >= 3);
  }
  for (int i = 0; ncells && i < offset[ncells - 1]; i++) {
    TEST_ASSERT_TRUE(corner[i] >= 0 && corner[i] < npoints);
    used[corner[i]] = 1;
  }
  free(offset);
  free(corner);
}

static char *frame_read(const char *name)
{
  char   path[PATH_LEN];
  size_t length;

  snprintf(path, sizeof path, "%s/%s", dir, name);
  char *text = file_read(path, 1 << 24, &length);
  TEST_ASSERT_NOT_NULL_MESSAGE(text, path);
  TEST_ASSERT_TRUE(length == strlen(text) && strncmp(text, "<?xml version=\"1.0\"?>\n<VTKFile type=\"", 37) == 0);
  TEST_ASSERT_EQUAL_STRING("</VTKFile>\n", text + length - 11);
  return text;
}

/* Sizes of a frame; the number of points. */
static int frame_check(const char *text, int nverts, int npolygons)
{
  const int npoints = attribute_of(text, "NumberOfPoints"), ncells = nverts + npolygons;
  char     *used = calloc((size_t)npoints, 1);

  TEST_ASSERT_EQUAL_INT(nverts, attribute_of(text, "NumberOfVerts"));
  TEST_ASSERT_EQUAL_INT(npolygons, attribute_of(text, "NumberOfPolys"));
  cells_check(text, "Verts", nverts, npoints, true, used);
  cells_check(text, "Polys", npolygons, npoints, false, used);
  for (int i = 0; i < npoints; i++) TEST_ASSERT_EQUAL_INT(1, used[i]);
  free(used);
  free(array_read(text, "CellData", "body", "Int32", ncells));
  free(array_read(text, "CellData", "kinetic_energy", "Float32", ncells));
  return npoints;
}

/* Writes frames of the bodies, all of them at this pose. */
static void frames_write(ProblemBody *bodies, int nbodies, int elements, int vtk_every, const Pose *pose)
{
  Problem problem;
  FileSet files;
  Pose   *poses = calloc((size_t)nbodies, sizeof *poses);

  problem_init(&problem);
  problem.bodies           = bodies;
  problem.nbodies          = nbodies;
  problem.output.vtk_every = vtk_every;
  for (int b = 0; b < nbodies; b++) poses[b] = *pose, poses[b].kinetic = 10.0 * b;
  const WriterSetup setup = {.problem = &problem, .text = "", .elements = elements};
  TEST_ASSERT_TRUE(fileset_open(dir, &files));
  void *writer = vtk_writer.open(&setup, &files);
  TEST_ASSERT_NOT_NULL(writer);
  for (int e = 0; e <= elements; e++) TEST_ASSERT_TRUE(vtk_writer.poses(writer, e, 0.5 * e, poses));
  TEST_ASSERT_TRUE(vtk_writer.close(writer, "done"));
  vtk_writer.destroy(writer);
  TEST_ASSERT_TRUE(fileset_commit(&files));
  fileset_close(&files);
  free(poses);
}

static const Pose turned = {.position   = {1, 2, 3},
                            .R          = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
                            .scale      = 2,
                            .velocity   = {7, 8, 9},
                            .omega      = {0, 0, 3},
                            .scale_rate = 0.5};

/* A quarter turn about e3, scaled by 2: X = (x, y, z) goes to (1 - 2 y, 2 + 2 x, 3 + 2 z); the rate of that follows. */
static void test_one_body(void)
{
  ProblemBody body;

  problem_body_init(&body);
  body.shape = (Shape){.kind = SHAPE_CUBOID, .size = {2, 4, 6}};
  frames_write(&body, 1, 1, VTK_AUTO, &turned);
  char *text = frame_read("vtk/bodies_0000001.vtp");
  TEST_ASSERT_EQUAL_INT(8, frame_check(text, 0, 6));
  float *point = array_read(text, "Points", "Points", "Float32", 24);
  float *rate  = array_read(text, "PointData", "velocity", "Float32", 24);
  for (int i = 0; i < 8; i++) {
    const double X[3] = {i & 1 ? 1 : -1, i & 2 ? 2 : -2, i & 4 ? 3 : -3};
    const double x[3] = {1 - 2 * X[1], 2 + 2 * X[0], 3 + 2 * X[2]};
    const double v[3] = {7 - 6 * X[0] - 0.5 * X[1], 8 - 6 * X[1] + 0.5 * X[0], 9 + 0.5 * X[2]};
    for (int d = 0; d < 3; d++) {
      TEST_ASSERT_TRUE(point[3 * i + d] == (float)x[d]);
      TEST_ASSERT_TRUE(rate[3 * i + d] == (float)v[d]);
    }
  }
  TEST_ASSERT_NOT_NULL(strstr(text, "Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">0.5<"));
  free(point);
  free(rate);
  free(text);
}

/* Solids, sites and particles in one file: points come before polygons in the data of cells. */
static void test_many_bodies(void)
{
  double      sites[] = {1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0};
  ProblemBody bodies[6];

  for (int b = 0; b < 6; b++) problem_body_init(&bodies[b]);
  bodies[0].shape = (Shape){.kind = SHAPE_CONE, .size = {1, 2}};
  bodies[2].shape = (Shape){.kind = SHAPE_SITES, .nsites = 3, .sites = sites};
  bodies[3].shape = (Shape){.kind = SHAPE_SPHERE, .size = {1}};
  bodies[4].shape = (Shape){.kind = SHAPE_CYLINDER, .size = {1, 2}};
  frames_write(bodies, 6, 1, VTK_AUTO, &turned);
  char     *text   = frame_read("vtk/bodies_0000000.vtp");
  const int nverts = 1 + 3 + 1, cone = 25, sphere = 288, cylinder = 26, ncells = nverts + cone + sphere + cylinder;
  frame_check(text, nverts, cone + sphere + cylinder);
  int32_t  *body      = array_read(text, "CellData", "body", "Int32", ncells);
  float    *energy    = array_read(text, "CellData", "kinetic_energy", "Float32", ncells);
  const int runs[][2] = {{1, 1}, {3, 2}, {1, 5}, {cone, 0}, {sphere, 3}, {cylinder, 4}};
  for (int r = 0, i = 0; r < 6; r++)
    for (int n = 0; n < runs[r][0]; n++, i++)
      TEST_ASSERT_TRUE(body[i] == runs[r][1] && energy[i] == 10.0f * (float)runs[r][1]);
  free(body);
  free(energy);
  free(text);
}

static int frames_listed(void)
{
  char *text = frame_read("run.pvd");
  int   n    = 0;

  for (const char *at = text; (at = strstr(at, "<DataSet timestep=\"")); at++, n++) {
    char name[64];
    TEST_ASSERT_EQUAL_INT(1, sscanf(strstr(at, "file=\"") + 6, "%63[^\"]", name));
    free(frame_read(name));
  }
  free(text);
  return n;
}

static void test_particles_and_frames(void)
{
  ProblemBody bodies[2];

  problem_body_init(&bodies[0]);
  problem_body_init(&bodies[1]);
  frames_write(bodies, 2, 20, 6, &turned);
  TEST_ASSERT_EQUAL_INT(5, frames_listed()); /* 0, 6, 12, 18 and the last */
  char *text = frame_read("vtk/bodies_0000020.vtp");
  TEST_ASSERT_EQUAL_INT(2, frame_check(text, 2, 0));
  free(text);
  /* auto: every third of 1201 elements; the earlier files are gone */
  frames_write(bodies, 2, 1201, VTK_AUTO, &turned);
  TEST_ASSERT_EQUAL_INT(402, frames_listed());
  char path[PATH_LEN];
  snprintf(path, sizeof path, "%s/vtk/bodies_0000020.vtp", dir);
  TEST_ASSERT_TRUE(access(path, F_OK) != 0);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_solids);
  RUN_TEST(test_sphere);
  RUN_TEST(test_given_inertia);
  RUN_TEST(test_visual);
  RUN_TEST(test_capsule);
  RUN_TEST(test_points);
  RUN_TEST(test_one_body);
  RUN_TEST(test_many_bodies);
  RUN_TEST(test_particles_and_frames);
  return UNITY_END();
}

/* A time series for ParaView: run.pvd lists the instants, vtk/bodies_N.vtp has all bodies after element N. Bodies
 * are polygons or points with velocity, body and kinetic energy, in VTK XML with arrays in base64. */
#include "base/file.h"
#include "base/vec.h"
#include "output/base64.h"
#include "output/surface.h"
#include "output/writer.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

enum { FRAMES_MOST = 500 }; /* of vtk_every: auto */

typedef struct {
  FileSet    *files;
  const char *folder; /* under its temporary name */
  FILE       *list;   /* run.pvd */
  int         elements, every;
  int         nbodies;
  Surface    *surfaces;                             /* [nbodies] */
  int         npoints, nverts, npolygons, ncorners; /* of all bodies */
  void       *data;                                 /* one array and its length in front */
} VtkWriter;

/* --- arrays */

/* The numbers of the array, behind its length. */
static float *floats_of(const VtkWriter *w)
{
  return (float *)w->data + 1;
}

static int32_t *integers_of(const VtkWriter *w)
{
  return (int32_t *)w->data + 1;
}

/* Writes n tuples of w->data as one DataArray: their length in bytes and the bytes, in base64. */
static void array_write(const VtkWriter *w, const char *type, const char *name, int components, int n, FILE *stream)
{
  const uint32_t size  = 4u * (uint32_t)n * (uint32_t)components;
  Base64         coder = {.stream = stream};

  memcpy(w->data, &size, sizeof size);
  fprintf(stream, "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"binary\">", type, name,
          components);
  base64_write(&coder, w->data, sizeof size + size);
  base64_end(&coder);
  fprintf(stream, "</DataArray>\n");
}

/* --- one instant */

/* x = position + s R X of every point */
static void points_write(const VtkWriter *w, const Pose *poses, FILE *stream)
{
  float *out = floats_of(w);

  for (int b = 0; b < w->nbodies; b++)
    for (int i = 0; i < w->surfaces[b].npoints; i++) {
      double x[3];
      mat3_apply(poses[b].R, w->surfaces[b].point + 3 * i, x);
      for (int d = 0; d < 3; d++) *out++ = (float)(poses[b].position[d] + poses[b].scale * x[d]);
    }
  fprintf(stream, "<Points>\n");
  array_write(w, "Float32", "Points", 3, w->npoints, stream);
  fprintf(stream, "</Points>\n");
}

/* v + R (s Omega x X + sdot X) */
static void velocity_write(const VtkWriter *w, const Pose *poses, FILE *stream)
{
  float *out = floats_of(w);

  for (int b = 0; b < w->nbodies; b++)
    for (int i = 0; i < w->surfaces[b].npoints; i++) {
      const double *X = w->surfaces[b].point + 3 * i;
      double        local[3], rate[3];
      vec_cross(poses[b].omega, X, local);
      for (int d = 0; d < 3; d++) local[d] = poses[b].scale * local[d] + poses[b].scale_rate * X[d];
      mat3_apply(poses[b].R, local, rate);
      for (int d = 0; d < 3; d++) *out++ = (float)(poses[b].velocity[d] + rate[d]);
    }
  fprintf(stream, "<PointData Vectors=\"velocity\">\n");
  array_write(w, "Float32", "velocity", 3, w->npoints, stream);
  fprintf(stream, "</PointData>\n");
}

/* Cells of a body: its polygons, or its points where it has none. VTK stores all points before all polygons. */
static int cells_of(const Surface *s, bool polygons)
{
  if (polygons) return s->npolygons;
  return s->npolygons ? 0 : s->npoints;
}

/* Body and kinetic energy of every cell, points first. */
static void cells_write(const VtkWriter *w, const Pose *poses, FILE *stream)
{
  const int ncells   = w->nverts + w->npolygons;
  int32_t  *body_out = integers_of(w);
  float    *out      = floats_of(w);

  fprintf(stream, "<CellData Scalars=\"kinetic_energy\">\n");
  for (int kind = 0; kind < 2; kind++)
    for (int b = 0; b < w->nbodies; b++)
      for (int i = 0; i < cells_of(&w->surfaces[b], kind); i++) *body_out++ = b;
  array_write(w, "Int32", "body", 1, ncells, stream);
  for (int kind = 0; kind < 2; kind++)
    for (int b = 0; b < w->nbodies; b++)
      for (int i = 0; i < cells_of(&w->surfaces[b], kind); i++) *out++ = (float)poses[b].kinetic;
  array_write(w, "Float32", "kinetic_energy", 1, ncells, stream);
  fprintf(stream, "</CellData>\n");
}

/* Cells that are points. */
static void vertices_write(const VtkWriter *w, FILE *stream)
{
  int32_t *out = integers_of(w);

  fprintf(stream, "<Verts>\n");
  for (int b = 0, first = 0; b < w->nbodies; first += w->surfaces[b++].npoints)
    for (int i = 0; i < cells_of(&w->surfaces[b], false); i++) *out++ = first + i;
  array_write(w, "Int32", "connectivity", 1, w->nverts, stream);
  for (int i = 0; i < w->nverts; i++) integers_of(w)[i] = i + 1;
  array_write(w, "Int32", "offsets", 1, w->nverts, stream);
  fprintf(stream, "</Verts>\n");
}

/* Cells that are polygons: corners, and where each polygon ends. */
static void polygons_write(const VtkWriter *w, FILE *stream)
{
  int32_t *out = integers_of(w);

  fprintf(stream, "<Polys>\n");
  for (int b = 0, first = 0; b < w->nbodies; first += w->surfaces[b++].npoints)
    for (int i = 0; i < w->surfaces[b].ncorners; i++) *out++ = first + w->surfaces[b].corner[i];
  array_write(w, "Int32", "connectivity", 1, w->ncorners, stream);
  out = integers_of(w);
  for (int b = 0, first = 0; b < w->nbodies; first += w->surfaces[b++].ncorners)
    for (int i = 0; i < w->surfaces[b].npolygons; i++) *out++ = first + w->surfaces[b].end[i];
  array_write(w, "Int32", "offsets", 1, w->npolygons, stream);
  fprintf(stream, "</Polys>\n");
}

/* One file: all bodies at one instant. */
static void frame_write(const VtkWriter *w, double t, const Pose *poses, FILE *stream)
{
  const uint16_t one    = 1;
  const bool     little = *(const unsigned char *)&one == 1;

  fprintf(
    stream,
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" header_type=\"UInt32\">\n",
    little ? "LittleEndian" : "BigEndian");
  fprintf(
    stream,
    "<PolyData>\n<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%.17g</DataArray>\n</FieldData>\n",
    t);
  fprintf(
    stream,
    "<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%d\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n",
    w->npoints, w->nverts, w->npolygons);
  velocity_write(w, poses, stream);
  cells_write(w, poses, stream);
  points_write(w, poses, stream);
  vertices_write(w, stream);
  polygons_write(w, stream);
  fprintf(stream, "</Piece>\n</PolyData>\n</VTKFile>\n");
}

/* --- the writer */

static void vtk_destroy(void *self)
{
  VtkWriter *w = self;

  if (!w) return;
  for (int b = 0; w->surfaces && b < w->nbodies; b++) surface_destroy(&w->surfaces[b]);
  free(w->surfaces);
  free(w->data);
  free(w);
}

/* Surfaces of all bodies, and room for the longest array; false: out of memory. */
static bool surfaces_create(const Problem *problem, VtkWriter *w)
{
  w->nbodies  = problem->nbodies;
  w->surfaces = calloc((size_t)w->nbodies, sizeof *w->surfaces);
  for (int b = 0; w->surfaces && b < w->nbodies; b++) {
    Surface *s = &w->surfaces[b];
    if (!surface_create(&problem->bodies[b], s)) return false;
    w->npoints += s->npoints;
    w->nverts += cells_of(s, false);
    w->npolygons += s->npolygons;
    w->ncorners += s->ncorners;
  }
  const size_t most = 3 * (size_t)w->npoints + (size_t)w->ncorners + (size_t)w->npolygons;
  w->data           = malloc(4 * (most + 1));
  return w->surfaces && w->data;
}

/* The name of the file of an element; its line in run.pvd. */
static void frame_name(int element, char name[NAME_LEN])
{
  snprintf(name, NAME_LEN, "bodies_%07d.vtp", element);
}

static void frame_list(const VtkWriter *w, double t, const char *name)
{
  fprintf(w->list, "<DataSet timestep=\"%.17g\" file=\"vtk/%s\"/>\n", t, name);
}

/* Copies the lines of an earlier run.pvd up to its last element, and the files that they name. */
static bool frames_take(VtkWriter *w, const Earlier *earlier)
{
  char           list[PATH_LEN + 256], folder[PATH_LEN + 256], from[PATH_LEN + 400], to[PATH_LEN + 400];
  char           line[512], name[NAME_LEN];
  int            element;
  double         t;
  bool           good = true;
  const uint64_t size = earlier_path(earlier, "run.pvd", list);

  earlier_path(earlier, "vtk", folder);
  FILE *stream = fopen(list, "r");
  if (!stream) return fileset_fail(w->files, R0711_RESUME_UNREADABLE, "cannot resume from", list);
  while (good && (uint64_t)ftell(stream) < size && fgets(line, sizeof line, stream)) {
    if (sscanf(line, "<DataSet timestep=\"%lf\" file=\"vtk/bodies_%d.vtp\"/>", &t, &element) != 2) continue;
    if (element > earlier->element) continue;
    frame_name(element, name);
    snprintf(from, sizeof from, "%s/%s", folder, name);
    snprintf(to, sizeof to, "%s/%s", w->folder, name);
    good = file_copy(from, to) || fileset_fail(w->files, R0711_RESUME_UNREADABLE, "cannot resume from", from);
    frame_list(w, t, name);
  }
  fclose(stream);
  return good;
}

/* vtk_every: auto writes at most 500 files. */
static void *vtk_open(const WriterSetup *setup, FileSet *files)
{
  const ProblemOutput *output  = &setup->problem->output;
  const int            written = setup->elements / output->every;
  VtkWriter           *w       = calloc(1, sizeof *w);

  if (!w || !surfaces_create(setup->problem, w)) {
    errno = ENOMEM;
    fileset_fail(files, R0703_FILE_WRITE, "cannot write to", files->dir);
  } else {
    w->files    = files;
    w->elements = setup->elements;
    w->every =
      output->every * (output->vtk_every != VTK_AUTO ? output->vtk_every : (written + FRAMES_MOST - 1) / FRAMES_MOST);
    if (w->every < 1) w->every = 1;
    w->folder = fileset_reserve(files, "vtk", true);
    w->list   = w->folder ? fileset_text(files, "run.pvd") : NULL;
    if (w->list) {
      fprintf(w->list, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n");
      if (!setup->earlier || frames_take(w, setup->earlier)) return w;
    }
  }
  vtk_destroy(w);
  return NULL;
}

/* Writes every n-th element and the last one. */
static bool vtk_poses(void *self, int element, double t, const Pose *poses)
{
  VtkWriter *w = self;
  char       name[NAME_LEN], path[PATH_LEN + 256];

  if (w->files->failed) return false;
  if (element % w->every != 0 && element != w->elements) return true;
  frame_name(element, name);
  snprintf(path, sizeof path, "%s/%s", w->folder, name);
  FILE *stream = file_create_exclusive(path);
  if (!stream) return fileset_fail(w->files, R0703_FILE_WRITE, "cannot write", path);
  frame_write(w, t, poses, stream);
  const bool good = !ferror(stream);
  if (fclose(stream) != 0 || !good) return fileset_fail(w->files, R0703_FILE_WRITE, "cannot write", path);
  frame_list(w, t, name);
  return true;
}

/* Completes run.pvd. */
static bool vtk_close(void *self, const char *verdict)
{
  VtkWriter *w = self;

  (void)verdict;
  fprintf(w->list, "</Collection>\n</VTKFile>\n");
  return true;
}

static const char *const vtk_names[] = {"run.pvd", "vtk", NULL};

const WriterOps vtk_writer = {
  .name    = "vtk",
  .summary = "moving shapes for ParaView: run.pvd and a folder vtk",
  .names   = vtk_names,
  .open    = vtk_open,
  .poses   = vtk_poses,
  .close   = vtk_close,
  .destroy = vtk_destroy,
};

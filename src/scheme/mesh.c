#include "scheme/mesh.h"

#include <math.h>

/* A remainder below this part of a step is rounding, not an element. */
static const double sliver = 1e-9;

static bool mesh_uniform(const Mesh *mesh)
{
  return mesh->time->ncorners == 0 && mesh->time->nparts == 0;
}

static int elements_of(double length, double h)
{
  return (int)ceil(length / h - sliver);
}

/* The longest element allowed in a part: the step, or that given for it. */
static double part_longest(const Mesh *mesh, const MeshPart *part)
{
  const double middle = 0.5 * (part->start + part->end);
  double       h      = mesh->h / mesh->stretch;

  for (int i = 0; i < mesh->time->nparts; i++) {
    const ProblemPart *given = &mesh->time->parts[i];
    if (middle > given->from && middle < given->to) h = fmin(h, given->step);
  }
  return h;
}

static MeshPart part_next(const Mesh *mesh, int corner, const MeshPart *before)
{
  const ProblemTime *time = mesh->time;
  MeshPart           part = {.corner = corner,
                             .start  = corner == 0 ? time->start : time->corners[corner - 1],
                             .end    = corner == time->ncorners ? time->end : time->corners[corner],
                             .first  = before ? before->first + before->n : 0};

  part.h = part_longest(mesh, &part);
  part.n = elements_of(part.end - part.start, part.h);
  if (corner < time->ncorners) part.h = (part.end - part.start) / part.n;
  return part;
}

/* The part that holds element n, from the one found last if that is not behind it. */
static MeshPart part_find(const Mesh *mesh, int n)
{
  Mesh      *cursor = (Mesh *)mesh;
  const bool valid  = mesh->found_h == mesh->h && mesh->found_stretch == mesh->stretch && mesh->found.first <= n;
  MeshPart   part   = valid ? mesh->found : part_next(mesh, 0, NULL);

  while (part.corner < mesh->time->ncorners && n >= part.first + part.n) part = part_next(mesh, part.corner + 1, &part);
  cursor->found         = part;
  cursor->found_h       = mesh->h;
  cursor->found_stretch = mesh->stretch;
  return part;
}

void mesh_create(const ProblemTime *time, Mesh *mesh)
{
  const double span = time->end - time->start;

  mesh->start   = time->start;
  mesh->end     = time->end;
  mesh->time    = time;
  mesh->stretch = 1.0;
  mesh->found_h = NAN; /* nothing found yet */
  mesh->moved   = NULL;
  if (!isnan(time->step)) {
    mesh->h = fmin(time->step, span);
    mesh->n = elements_of(span, mesh->h);
  } else {
    mesh->n = time->elements;
    mesh->h = span / time->elements;
  }
  mesh->last = span - (mesh->n - 1) * mesh->h;
  if (fabs(mesh->last - mesh->h) <= sliver * mesh->h) mesh->last = mesh->h;
  if (mesh_uniform(mesh)) return;
  const MeshPart part = part_find(mesh, INT_MAX);
  mesh->n             = part.first + part.n;
  mesh->last          = fmin(part.h, part.end - part.start - (part.n - 1) * part.h);
  if (part.h - mesh->last <= sliver * part.h) mesh->last = part.h;
}

static double place_time(const Mesh *mesh, int n)
{
  if (n == mesh->n) return mesh->end;
  if (mesh_uniform(mesh)) return mesh->start + n * mesh->h;
  const MeshPart part = part_find(mesh, n);
  return mesh->start + mesh->stretch * (part.start - mesh->start) + mesh->stretch * (n - part.first) * part.h;
}

static double place_step(const Mesh *mesh, int element)
{
  if (element == mesh->n - 1) return mesh->last;
  if (mesh_uniform(mesh)) return mesh->h;
  return mesh->stretch * part_find(mesh, element).h;
}

/* How far end n stands behind its place. */
static double end_moved(const Mesh *mesh, int n)
{
  return mesh->moved && mesh->moved[n] != 0.0 ? mesh->moved[n] * place_step(mesh, n - 1) : 0.0;
}

double mesh_time(const Mesh *mesh, int n)
{
  return place_time(mesh, n) + end_moved(mesh, n);
}

double mesh_step(const Mesh *mesh, int element)
{
  return place_step(mesh, element) + (end_moved(mesh, element + 1) - end_moved(mesh, element));
}

#include "scheme/mesh.h"

#include <math.h>

/* A remainder below this part of a step is rounding, not an element. */
static const double sliver = 1e-9;

static int elements_of(double length, double h)
{
  return (int)ceil(length / h - sliver);
}

static MeshPart part_next(const Mesh *mesh, int corner, const MeshPart *before)
{
  const ProblemTime *time = mesh->time;
  MeshPart           part = {.corner = corner,
                             .start  = corner == 0 ? time->start : time->corners[corner - 1],
                             .end    = corner == time->ncorners ? time->end : time->corners[corner],
                             .first  = before ? before->first + before->n : 0};

  part.n = elements_of(part.end - part.start, mesh->h / mesh->stretch);
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
  if (!isnan(time->step)) {
    mesh->h = fmin(time->step, span);
    mesh->n = elements_of(span, mesh->h);
  } else {
    mesh->n = time->elements;
    mesh->h = span / time->elements;
  }
  mesh->last = span - (mesh->n - 1) * mesh->h;
  if (fabs(mesh->last - mesh->h) <= sliver * mesh->h) mesh->last = mesh->h;
  if (time->ncorners == 0) return;
  const MeshPart part = part_find(mesh, INT_MAX);
  mesh->n             = part.first + part.n;
  mesh->last          = fmin(mesh->h, part.end - part.start - (part.n - 1) * mesh->h);
  if (mesh->h - mesh->last <= sliver * mesh->h) mesh->last = mesh->h;
}

/* Elements before a corner are equal. */
static double part_step(const Mesh *mesh, const MeshPart *part)
{
  const bool tail = part->first + part->n == mesh->n;

  return tail ? mesh->h : mesh->stretch * (part->end - part->start) / part->n;
}

double mesh_time(const Mesh *mesh, int n)
{
  if (n == mesh->n) return mesh->end;
  if (mesh->time->ncorners == 0) return mesh->start + n * mesh->h;
  const MeshPart part = part_find(mesh, n);
  return mesh->start + mesh->stretch * (part.start - mesh->start) + (n - part.first) * part_step(mesh, &part);
}

double mesh_step(const Mesh *mesh, int element)
{
  if (element == mesh->n - 1) return mesh->last;
  if (mesh->time->ncorners == 0) return mesh->h;
  const MeshPart part = part_find(mesh, element);
  return part_step(mesh, &part);
}

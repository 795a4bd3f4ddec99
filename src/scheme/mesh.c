#include "scheme/mesh.h"

#include <math.h>

/* A remainder below this part of a step is rounding, not an element. */
static const double sliver = 1e-9;

void mesh_create(const ProblemTime *time, Mesh *mesh)
{
  const double span = time->end - time->start;

  mesh->start = time->start;
  mesh->end   = time->end;
  if (!isnan(time->step)) {
    mesh->h = fmin(time->step, span);
    mesh->n = (int)ceil(span / mesh->h - sliver);
  } else {
    mesh->n = time->elements;
    mesh->h = span / time->elements;
  }
  mesh->last = span - (mesh->n - 1) * mesh->h;
  if (fabs(mesh->last - mesh->h) <= sliver * mesh->h) mesh->last = mesh->h;
}

double mesh_time(const Mesh *mesh, int n)
{
  return n == mesh->n ? mesh->end : mesh->start + n * mesh->h;
}

double mesh_step(const Mesh *mesh, int element)
{
  return element == mesh->n - 1 ? mesh->last : mesh->h;
}

/* Lengths and ends of time elements between corners: computed once per interval, looked up by bisection. */
#include "time/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A remainder below this fraction of a step is rounding, not an element. */
static const double sliver = 1e-9;

/* Elements of length h, the last one possibly shorter, that cover `length`. */
static int elements_of(double length, double h)
{
  return (int)ceil(length / h - sliver);
}

bool mesh_is_adaptive(const ProblemTime *time)
{
  return isnan(time->step) && time->elements == RIGEL_UNSET;
}

double mesh_longest(const ProblemTime *time)
{
  const double span = time->end - time->start;

  if (mesh_is_adaptive(time)) return span;
  return isnan(time->step) ? span / time->elements : fmin(time->step, span);
}

double mesh_allowed(const ProblemTime *time, double t)
{
  double h = mesh_longest(time);

  for (int i = 0; i < time->nrefinements; i++) {
    const ProblemRefinement *given = &time->refinements[i];
    if (t >= given->from && t < given->to) h = fmin(h, given->step);
  }
  return h;
}

/* The longest element allowed in an interval: the step, or a smaller one given for it. */
static double interval_longest(const ProblemTime *time, double h, const MeshInterval *interval)
{
  const double middle = 0.5 * (interval->start + interval->end);

  for (int i = 0; i < time->nrefinements; i++) {
    const ProblemRefinement *given = &time->refinements[i];
    if (middle > given->from && middle < given->to) h = fmin(h, given->step);
  }
  return h;
}

/* Interval i, which ends at corner i or with the run; `first` is its first element. */
static MeshInterval interval_find(const ProblemTime *time, double h, int i, int first)
{
  MeshInterval interval = {.start = i == 0 ? time->start : time->corners[i - 1],
                           .end   = i == time->ncorners ? time->end : time->corners[i],
                           .first = first};

  interval.h = interval_longest(time, h, &interval);
  interval.n = elements_of(interval.end - interval.start, interval.h);
  if (i < time->ncorners) interval.h = (interval.end - interval.start) / interval.n;
  return interval;
}

/* Number and lengths of the elements; fills `store[ncorners + 1]` with the intervals unless NULL. */
static void mesh_fill(const ProblemTime *time, MeshInterval *store, Mesh *mesh)
{
  const double span = time->end - time->start;

  memset(mesh, 0, sizeof *mesh);
  mesh->start   = time->start;
  mesh->end     = time->end;
  mesh->stretch = 1.0;
  mesh->h       = mesh_longest(time);
  mesh->n       = isnan(time->step) ? (mesh_is_adaptive(time) ? 1 : time->elements) : elements_of(span, mesh->h);
  mesh->last    = span - (mesh->n - 1) * mesh->h;
  if (fabs(mesh->last - mesh->h) <= sliver * mesh->h) mesh->last = mesh->h;
  if (!time->ncorners && !time->nrefinements) return;
  MeshInterval interval = {0};
  for (int i = 0; i <= time->ncorners; i++) {
    interval = interval_find(time, mesh->h, i, interval.first + interval.n);
    if (store) store[i] = interval;
  }
  mesh->n    = interval.first + interval.n;
  mesh->last = fmin(interval.h, interval.end - interval.start - (interval.n - 1) * interval.h);
  if (interval.h - mesh->last <= sliver * interval.h) mesh->last = interval.h;
  mesh->nintervals = store ? time->ncorners + 1 : 0;
  mesh->interval   = store;
}

bool mesh_create(const ProblemTime *time, Mesh *mesh)
{
  const bool    corners = time->ncorners || time->nrefinements;
  MeshInterval *store   = corners ? malloc(((size_t)time->ncorners + 1) * sizeof *store) : NULL;

  mesh_fill(time, store, mesh);
  return store || !corners;
}

void mesh_destroy(Mesh *mesh)
{
  free(mesh->interval);
  memset(mesh, 0, sizeof *mesh);
}

int mesh_elements(const ProblemTime *time)
{
  Mesh mesh;

  mesh_fill(time, NULL, &mesh);
  return mesh.n;
}

/* floor(n rank / ranks); the share of `ranks` is n. */
int mesh_share(int n, int rank, int ranks)
{
  return (int)((long)n * rank / ranks);
}

Mesh mesh_stretch(const Mesh *mesh, double factor)
{
  Mesh stretched = *mesh;

  stretched.h *= factor;
  stretched.last *= factor;
  stretched.stretch *= factor;
  stretched.end = mesh->start + factor * (mesh->end - mesh->start);
  return stretched;
}

/* The interval that element n belongs to. */
static const MeshInterval *interval_of(const Mesh *mesh, int n)
{
  int low = 0, high = mesh->nintervals;

  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (mesh->interval[middle].first <= n) low = middle;
    else high = middle;
  }
  return &mesh->interval[low];
}

/* End n of the mesh before single ends are moved. */
static double regular_time(const Mesh *mesh, int n)
{
  if (n == mesh->n) return mesh->end;
  if (!mesh->nintervals) return mesh->start + n * mesh->h;
  const MeshInterval *i = interval_of(mesh, n);
  return mesh->start + mesh->stretch * (i->start - mesh->start) + mesh->stretch * (n - i->first) * i->h;
}

/* Length of an element before single ends are moved. */
static double regular_step(const Mesh *mesh, int element)
{
  if (element == mesh->n - 1) return mesh->last;
  if (!mesh->nintervals) return mesh->h;
  return mesh->stretch * interval_of(mesh, element)->h;
}

/* How far end n is moved forward. */
static double end_shift(const Mesh *mesh, int n)
{
  return mesh->moved && mesh->moved[n] != 0.0 ? mesh->moved[n] * regular_step(mesh, n - 1) : 0.0;
}

double mesh_time(const Mesh *mesh, int n)
{
  return regular_time(mesh, n) + end_shift(mesh, n);
}

double mesh_step(const Mesh *mesh, int element)
{
  return regular_step(mesh, element) + (end_shift(mesh, element + 1) - end_shift(mesh, element));
}

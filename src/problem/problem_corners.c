/* Times at which a load, a motion, a path or the element length of a problem is not smooth. */
#include "problem/problem.h"

#include <math.h>
#include <stdlib.h>

static int corner_compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Times at which a function of time is not smooth: at most nrows + 2 of them. */
static int function_corners(const ProblemTimeFunction *scale, double *corners)
{
  int n = 0;

  if (scale->kind == FUNCTION_TABLE || scale->kind == FUNCTION_CUBIC)
    for (; n < scale->nrows; n++) corners[n] = scale->rows[2 * n];
  if (scale->kind == FUNCTION_RAMP || scale->kind == FUNCTION_STEP || scale->kind == FUNCTION_SMOOTH)
    corners[n++] = scale->start;
  if (scale->kind == FUNCTION_RAMP || scale->kind == FUNCTION_SMOOTH) corners[n++] = scale->end;
  return n;
}

/* All functions of time, one by one; NULL: no more. */
static ProblemTimeFunction *problem_function(const Problem *problem, int i)
{
  enum { EACH = 4 }; /* of a motion: value, x, y, z */

  if (i < problem->nloads) return &problem->loads[i].scale;
  i -= problem->nloads;
  for (int t = 0, first = EACH * problem->nmotions; t < problem->nterms; first += problem->terms[t++].npath)
    if (i >= first && i < first + problem->terms[t].npath) return &problem->terms[t].path[i - first];
  if (i >= EACH * problem->nmotions) return NULL;
  ProblemMotion *motion = &problem->motions[i / EACH];
  return i % EACH == 0 ? &motion->value : &motion->path[i % EACH - 1];
}

bool problem_find_corners(Problem *problem)
{
  ProblemTime               *time = &problem->time;
  const double               near = 1e-12 * (fabs(time->start) + fabs(time->end));
  size_t                     room = 2 * (size_t)time->nparts;
  int                        n    = 0;
  const ProblemTimeFunction *scale;

  for (int i = 0; (scale = problem_function(problem, i)); i++) room += (size_t)scale->nrows + 2;
  free(time->corners);
  time->ncorners = 0;
  time->corners  = room ? calloc(room, sizeof(double)) : NULL;
  if (room && !time->corners) return false;
  for (int i = 0; (scale = problem_function(problem, i)); i++) n += function_corners(scale, time->corners + n);
  for (int i = 0; i < time->nparts; i++) {
    time->corners[n++] = time->parts[i].from;
    time->corners[n++] = time->parts[i].to;
  }
  if (n) qsort(time->corners, (size_t)n, sizeof(double), corner_compare);
  for (int i = 0; i < n; i++) {
    const double t = time->corners[i], last = time->ncorners ? time->corners[time->ncorners - 1] : time->start;
    if (t > last + near && t < time->end - near) time->corners[time->ncorners++] = t;
  }
  return true;
}

/* The time mesh: equal elements, the last one shortened to end where the run ends. Corners of loads and ends of time.parts are element
 * ends: each part before one has equal elements, no longer than the step there; the part after the last goes on with the step. */
#ifndef RIGEL_SCHEME_MESH_H
#define RIGEL_SCHEME_MESH_H

#include "problem.h"

/* The part between two corners: its ends, its elements, the first of them. */
typedef struct {
  int    corner; /* at its end; ncorners: the last part */
  double start, end;
  double h; /* length of its elements, before stretch; of the last part all but the last one */
  int    n, first;
} MeshPart;

typedef struct {
  double             start, end;
  double             h;    /* of all elements but the last; with corners the longest allowed */
  double             last; /* of the last */
  int                n;
  const ProblemTime *time;    /* owns the corners */
  double             stretch; /* of all times about the start, 1 unless a guess needs another interval */
  MeshPart found; /* where an element was looked up last: going through all of them in turn takes no search. It */
  double   found_h, found_stretch; /* changes even where the rest is constant, and is valid for these values only. */
  const double
    *moved; /* [n + 1] ends of elements away from their places, in lengths of the element before; NULL: none */
} Mesh;

void mesh_create(const ProblemTime *time, Mesh *mesh);
/* t_n = t_0 + n h, never by accumulation */
double mesh_time(const Mesh *mesh, int n);
double mesh_step(const Mesh *mesh, int element /* 0..n-1 */);

#endif

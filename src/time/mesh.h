/* The time mesh: ends and lengths of all elements of a run.
 *
 * Elements are equal; the last one is shortened so that it ends with the run. Corners of loads and motions and the ends of
 * time.parts are element ends: each interval between two of them has equal elements, no longer than the step there. The last
 * interval has elements of exactly that step and a shorter one at its end. */
#ifndef RIGEL_TIME_MESH_H
#define RIGEL_TIME_MESH_H

#include "problem/problem.h"

/* The elements between two corners, before stretching. */
typedef struct {
  double start, end;
  double h;        /* length of its elements; in the last interval of all but the last one */
  int    first, n; /* its first element, and how many there are */
} MeshInterval;

typedef struct {
  double        start, end;
  double        h;    /* of all elements but the last; with corners the longest allowed */
  double        last; /* of the last */
  int           n;
  double        stretch;    /* of all times about the start, 1 unless the end of the run is being varied */
  int           nintervals; /* 0: no corners, all elements are equal */
  MeshInterval *interval;   /* [nintervals] owned by the mesh that mesh_create made */
  const double *moved;      /* [n + 1] shifts of element ends, in lengths of the element before; NULL: none */
} Mesh;

/* False: out of memory; the intervals are missing then, but n, h and last are right. */
bool mesh_create(const ProblemTime *time, Mesh *mesh);
void mesh_destroy(Mesh *mesh);
/* The same mesh with all times stretched about the start. It shares the intervals: destroy only the first one. */
Mesh mesh_stretch(const Mesh *mesh, double factor);

/* t_n = t_0 + n h, 0 <= n <= mesh->n; not by adding lengths, which accumulates rounding errors */
double mesh_time(const Mesh *mesh, int n);
/* Length of an element, 0 <= element < mesh->n */
double mesh_step(const Mesh *mesh, int element);

/* Neither step nor number of elements is given: the run chooses its elements (method.accuracy). Its mesh has one per interval. */
bool mesh_is_adaptive(const ProblemTime *time);
/* The longest element that time.parts allow from time t on. */
double mesh_allowed(const ProblemTime *time, double t);
/* Number of elements of a run, without its mesh. */
int mesh_elements(const ProblemTime *time);
/* The longest allowed element: the step, or the equal share of the run. */
double mesh_longest(const ProblemTime *time);
/* First of n elements that belong to a rank; ranks own contiguous ranges of elements, as equal as possible. */
int mesh_share(int n, int rank, int ranks);

#endif

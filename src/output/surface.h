/* The surface of a body as polygons, or its points where it has none. */
#ifndef RIGEL_OUTPUT_SURFACE_H
#define RIGEL_OUTPUT_SURFACE_H

#include "problem/problem.h"

/* Body axes, from the centre of mass; corners run counter-clockwise seen from outside. Without polygons the
 * points are drawn. */
typedef struct {
  int     npoints, npolygons, ncorners;
  double *point;  /* [npoints][3] */
  int    *corner; /* [ncorners] points, polygon after polygon */
  int    *end;    /* [npolygons] where each one ends in corner */
} Surface;

/* Solids as they are; a body with its inertia given as the cuboid of the same mass and inertia; sites and particles as points.
 * False: out of memory. Destroy in either case. */
bool surface_create(const ProblemBody *body, Surface *surface);
void surface_destroy(Surface *surface);
/* The cuboid with the mass and inertia of a body whose inertia is given: its edges along the columns of V, body axes. */
void surface_box(const ProblemBody *body, double edge[3], double V[3][3]);

#endif

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

/* What the body's key visual names. Without it: solids as they are; a body with its inertia given as the ellipsoid of the same mass and
 * inertia; sites and particles as points. False: out of memory. Destroy in either case. */
bool surface_create(const ProblemBody *body, Surface *surface);
void surface_destroy(Surface *surface);
/* The ellipsoid with the mass and inertia of a body whose inertia is given: its semi-axes along the columns of V, body axes. */
void surface_ellipsoid(const ProblemBody *body, double semi[3], double V[3][3]);
/* Pose of the drawn shape in body axes, from the centre of mass: zero and the identity unless the key visual gives another one. */
void visual_pose(const ProblemBody *body, double position[3], double R[3][3]);

#endif

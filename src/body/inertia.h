/* Mass, inertia tensor and point masses of a body from its description. */
#ifndef RIGEL_BODY_INERTIA_H
#define RIGEL_BODY_INERTIA_H

#include "problem/problem.h"

/* Mass and convected inertia tensor J in body axes, May and Betsch (2025, eq. 35). About the centre of mass for a shape; a given
 * `inertia` is used unchanged (about the reference point if that is fixed). center[3] is the centre of mass of a set
 * of sites in the axes of its description, 0 otherwise. */
void inertia_of(const ProblemBody *body, double *mass, double J[3][3], double center[3]);

/* Positions x[nsites][3] of the point masses from the reference point, in body axes: as given, but translated so that their centre
 * of mass is the reference point, or lies at center_of_mass from a fixed reference point. */
void inertia_sites(const ProblemBody *body, double (*x)[3]);

/* J about a point displaced by -c from the centre of mass: J += m (c.c I - c c^T). */
void inertia_shift(double mass, const double c[3], double J[3][3]);

#endif

/* Mass and inertia of a described body. */
#ifndef RIGEL_BODY_INERTIA_H
#define RIGEL_BODY_INERTIA_H

#include "problem/problem.h"

/* Mass and convected inertia tensor J (paper 003, eq. 35), body axes. About the centre of mass for a shape; a given
 * `inertia` is taken as it is (about the reference point when that is fixed). center[3] is the centre of mass of a set
 * of sites in the axes of its description, 0 otherwise. */
void inertia_of(const ProblemBody *body, double *mass, double J[3][3], double center[3]);

/* Where the sites of a body are: x[nsites][3] from its reference point, in body axes. That is as given, but moved so that
 * their centre of mass is where a body of this kind has it: in the reference point, or at center_of_mass from a fixed one. */
void inertia_sites(const ProblemBody *body, double (*x)[3]);

/* J about a point displaced by -c from the centre of mass: J += m (c.c I - c c^T). */
void inertia_shift(double mass, const double c[3], double J[3][3]);

#endif

/* Equations of spatial mechanisms in minimal coordinates, for tests: rates of their states y, and where a body is. */
#ifndef RIGEL_TESTS_REDUCED_H
#define RIGEL_TESTS_REDUCED_H

typedef long double real;

/* problems/mechanisms/bricard.yaml: y = (A, B, rate along the curve of the two); middle of the third rod */
void bricard_rate(const real *y, real *dy);
void bricard_place(const real *y, real x[3]);
/* largest gap of the loop, position and directions, at the angles y[0], y[1] */
real bricard_gap(const real *y);

/* problems/mechanisms/spatial_slider_crank.yaml: y = (angle of the crank); middle of the rod */
void spatial_crank_rate(const real *y, real *dy);
void spatial_crank_place(const real *y, real x[3]);

/* problems/mechanisms/gimbals.yaml: y = (inclination, its rate, precession); centre of the rotor. Without the outer ring:
 * gimbals_universal.yaml */
void gimbals_rate(const real *y, real *dy);
void gimbals_universal_rate(const real *y, real *dy);
void gimbals_place(const real *y, real x[3]);

#endif

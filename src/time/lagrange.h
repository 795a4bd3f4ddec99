/* Lagrange shape functions of May and Betsch (2025, eq. 20). */
#ifndef RIGEL_TIME_LAGRANGE_H
#define RIGEL_TIME_LAGRANGE_H

/* N_I(xi) and N'_I(xi), I = 0..n-1, on the nodes x; slope may be NULL. */
void lagrange(int n, const double *x /*[n]*/, double xi, double *value /*[n]*/, double *slope /*[n]*/);

#endif

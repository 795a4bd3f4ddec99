/* Gauss-Legendre and Gauss-Lobatto points on [0, 1]. */
#ifndef RIGEL_TIME_GAUSS_H
#define RIGEL_TIME_GAUSS_H

/* n >= 1 points (ascending) and weights; exact for polynomials of degree 2n - 1. */
void gauss_legendre(int n, double *x /*[n]*/, double *w /*[n]*/);
/* n >= 2 Lobatto points (ascending), the first 0 and the last 1. */
void gauss_lobatto(int n, double *x /*[n]*/);

#endif

/* Lagrange shape functions (paper 003, eq. 20). */
#ifndef RIGEL_TIME_LAGRANGE_H
#define RIGEL_TIME_LAGRANGE_H

/* Nodes of an element at most; the highest degree has fewer. */
enum { NODES_MOST = 64 };

/* N_I(xi) and N'_I(xi), I = 0..n-1, on the nodes x; slope may be NULL. */
void lagrange(int n, const double *x /*[n]*/, double xi, double *value /*[n]*/, double *slope /*[n]*/);

#endif

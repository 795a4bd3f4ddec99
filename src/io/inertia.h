/* Principal moments of inertia, for the checks of the reader. */
#ifndef RIGEL_IO_INERTIA_H
#define RIGEL_IO_INERTIA_H

/* Eigenvalues of a symmetric matrix, ascending. */
void inertia_principal(const double inertia[3][3], double values[3]);
/* Of point masses (rows of mass, x, y, z) about their centre of mass. */
void inertia_of_sites(int nsites, const double *sites, double inertia[3][3]);

#endif

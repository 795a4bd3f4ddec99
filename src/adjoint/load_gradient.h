/* Derivatives dF/du(t_g) in the factor u of a load at every Gauss point, from the adjoints of the rows.
 *
 * The load enters the rows of element e as -h sum_g w_g N~_a(xi_g) J G u(t_g), G its unit force, so with L = F + y . R
 *   dF/du(t_g) = -h w_g (sum_a N~_a(xi_g) y_a) . J G(t_g, z_g).
 * Not for BG with boundary values, whose conditions replace equations, nor with continuous multipliers, whose lambda_0 depends on u. */
#ifndef RIGEL_ADJOINT_LOAD_GRADIENT_H
#define RIGEL_ADJOINT_LOAD_GRADIENT_H

#include "adjoint/linearization.h"

typedef struct {
  const System *system;
  const Load   *load;
  Linearization at;               /* for its mesh and time element */
  SystemWork    work;             /* for loads_slope */
  double       *times, *gradient; /* [elements][s] borrowed */
  double *nodes, *rows;     /* [k + 1][nz] states of one element, [ntest][nz] its adjoints in plain units: set these */
  double *z, *y, *G, *rate; /* [nz] at one Gauss point */
} LoadGradient;

/* moved: Mesh.moved. times and gradient: [elements][s], the latter becomes zero. Destroy it in either case. */
PetscErrorCode load_gradient_create(const Problem *problem, const System *system, const Trajectory *trajectory,
                                    const double *moved, int load, double *times, double *gradient,
                                    LoadGradient *gradients);
PetscErrorCode load_gradient_destroy(LoadGradient *gradients);
/* Test functions of an element: rows of y. */
int load_gradient_rows(const LoadGradient *gradients);
/* Adds the terms of the nodes and rows set before at the Gauss points of element e. */
PetscErrorCode load_gradient_add(LoadGradient *gradients, int e);

#endif

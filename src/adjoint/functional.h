/* Functionals F of a trajectory: the quantities whose gradients are computed. */
#ifndef RIGEL_ADJOINT_FUNCTIONAL_H
#define RIGEL_ADJOINT_FUNCTIONAL_H

#include "scheme/trajectory.h"
#include "time/element.h"
#include "time/mesh.h"

#include <petscsys.h>

/* F = end(z_N) + sum over the Gauss points of h w_g running(t_g, z_g). Each function returns its value and, unless gradient is NULL, sets
 * gradient[nz]. Hessians are never requested. */
typedef ProblemUserCost Functional;

/* F on the elements of a mesh (NULL: those of the trajectory itself). Adds its derivatives in the nodes to g[nodes][nz] unless NULL. */
PetscErrorCode functional_value(const Functional *functional, const Trajectory *trajectory, const TimeElement *element,
                                const Mesh *mesh, double *g, double *value);

#endif

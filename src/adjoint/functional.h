/* J of a trajectory: what gradients are taken of. */
#ifndef RIGEL_ADJOINT_FUNCTIONAL_H
#define RIGEL_ADJOINT_FUNCTIONAL_H

#include "scheme/trajectory.h"
#include "time/element.h"
#include "time/mesh.h"

#include <petscsys.h>

/* J = end(z_N) + sum over the Gauss points of h w_g running(t_g, z_g). They return the value and, unless gradient is NULL, set
 * gradient[nz]; Hessians are not asked for. */
typedef ProblemUserCost Functional;

/* J on the elements of a mesh (NULL: those of the trajectory itself); its derivatives in the nodes are added to g[nodes][nz] unless that is
 * NULL. */
PetscErrorCode functional_value(const Functional *functional, const Trajectory *trajectory, const TimeElement *element,
                                const Mesh *mesh, double *g, double *value);

#endif

/* dJ/du at the Gauss points, u the factor (function of time) of a load: times and gradient, [elements][s]. Not of BG with fixed end
 * values, whose rows stand in the place of equations, nor with continuous multipliers: lambda_0 depends on u at the start. */
#ifndef RIGEL_ADJOINT_ADJOINT_LOAD_H
#define RIGEL_ADJOINT_ADJOINT_LOAD_H

#include "adjoint/adjoint.h"
#include "adjoint/adjoint_em.h"

PetscErrorCode adjoint_load(const Adjoint *adjoint, const Problem *problem, const System *system, int load,
                            double *times, double *gradient);
PetscErrorCode adjoint_em_load(const AdjointEm *adjoint, const Problem *problem, const System *system, int load,
                               double *times, double *gradient);

#endif

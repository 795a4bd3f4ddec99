/* The functions of Rigel whose arguments are PETSc objects. */
#ifndef RIGEL_PETSC_H
#define RIGEL_PETSC_H

#include <rigel/rigel.h>

#include <petscmat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Creates the Jacobian R_x of rigel_equations_residual at a trajectory, a sequential AIJ matrix. The caller destroys it. */
RIGEL_API RigelCode rigel_equations_jacobian(const RigelModel *model, const RigelTrajectory *trajectory, Mat *jacobian);

#ifdef __cplusplus
}
#endif

#endif

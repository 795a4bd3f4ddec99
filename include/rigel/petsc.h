/* The part of Rigel that needs PETSc's headers. */
#ifndef RIGEL_PETSC_H
#define RIGEL_PETSC_H

#include <rigel/rigel.h>

#include <petscmat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* R_x of rigel_equations_residual at a trajectory, a new sequential AIJ matrix: destroy it. */
RIGEL_API RigelCode rigel_equations_jacobian(const RigelModel *model, const RigelTrajectory *trajectory, Mat *jacobian);

#ifdef __cplusplus
}
#endif

#endif

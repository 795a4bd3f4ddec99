/* The discrete adjoint of a run of mG or BG (DESIGN 1.5.21). With the equations R_w(x, p) = 0 of all its windows,
 *
 *   L(x, y, p) = J(x) + sum_w y_w . R_w(x, p) + g . z_0(p) + g_l . lambda_0(p)
 *
 * is stationary in the whole trajectory x when R_x^T y = -J_x, one transpose solve for each window, the last one first, and
 * g, g_l are the derivatives in what the first window is given. Then dJ/dp = dL/dp at fixed x and y: residuals, no more solves.
 * BG in several windows begins each one at the projection P(z, p) of the end of the one before: g_w . P is one more term.
 * Matrices are built again from the trajectory; nothing but nodes and multipliers is stored. */
#ifndef RIGEL_ADJOINT_ADJOINT_H
#define RIGEL_ADJOINT_ADJOINT_H

#include "adjoint/functional.h"

typedef struct {
  const Trajectory *trajectory;
  const Functional *functional;
  int               window, later;   /* elements of a window; windows that begin at a projection */
  int               head;            /* unknowns of z_0: boundary values */
  double            value;           /* J */
  double           *y;               /* [head + elements k (nz + nl)] by node, as scaled rows */
  double           *unit, *row_unit; /* [nz + nl] these scales */
  double           *start;           /* [nz] g: dJ/dz_0; zero with boundary values */
  double           *start_mult;      /* [nl] g_l */
  double           *moved;           /* [elements + 1] Mesh.moved */
  double           *starts, *pull;   /* [later][nz] P(z), g_w */
} Adjoint;

/* solved = false: a matrix is singular. */
PetscErrorCode adjoint_create(const Problem *problem, const System *system, const Trajectory *trajectory,
                              const Functional *functional, Adjoint *adjoint, bool *solved);
PetscErrorCode adjoint_destroy(Adjoint *adjoint);
/* How much L grows with another problem's equations and start values, of the same sizes; what J itself has in it cancels exactly. */
PetscErrorCode adjoint_lagrangian(const Adjoint *adjoint, const Problem *problem, const System *system,
                                  const double *z0, const double *lambda0, double *value);

/* Shifts of a trajectory's element ends from those of the mesh, as Mesh.moved: moved[elements + 1]. */
PetscErrorCode trajectory_moved(const Problem *problem, const Trajectory *trajectory, double *moved);

#endif

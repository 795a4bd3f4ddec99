/* The Jacobian of the joints in the velocities (v, omega) of the bodies, and moves of the bodies along such velocities.
 *
 * Constraints of the bodies themselves do not appear, so that its rank is that of the joints (docs/explanation/theory.md, Constraint
 * redundancy). Velocities are measured in natural units: lengths by units.length, angles in rad. */
#ifndef RIGEL_START_POSITION_JOINT_JACOBIAN_H
#define RIGEL_START_POSITION_JOINT_JACOBIAN_H

#include "linear/qr.h"
#include "system/system.h"

enum { BODY_RATES = 7 }; /* velocities of a body at most: v, omega, rate of the scale */

/* Derivatives of a row along the velocities of a body with the frame f, from the gradient g[12] in f; those along v times `length`. */
void constraint_row_rates(const Body *body, const double *f, const double *g, double length, double out[BODY_RATES]);

/* Rows of all joints and motions on one level, and velocities of all bodies. */
int joint_jacobian_rows(const System *system);
int joint_jacobian_rates(const System *system);
/* The transpose of the Jacobian at time t: a column of length one per row of a joint, a row per velocity. phi[rows]: the residuals,
 * divided by the same lengths; NULL: none. */
PetscErrorCode joint_jacobian_create(const System *system, double t, const double *z, Columns *A, double *phi);
PetscErrorCode joint_jacobian_destroy(Columns *A);

/* The velocities rate[rates] of the state z. */
void joint_rates(const System *system, const double *z, double *rate);
/* Moves the bodies by factor * rate[rates] and leaves their velocities unchanged. */
void joint_move(const System *system, double factor, const double *rate, double *z);

#endif

/* Consistent start values. */
#ifndef RIGEL_START_INITIAL_H
#define RIGEL_START_INITIAL_H

#include "problem/fault.h"
#include "system/system.h"

#include <petscmat.h>

/* The state of the problem's start, checked (or projected onto the constraints) on both levels, and the multipliers that
 * keep it there: grad Theta J grad Theta^T lambda = -grad Theta J grad H. Faults name the joint or body and its residuals. */
PetscErrorCode initial_create(const Problem *problem, const System *system, FaultList *faults, double *z /*[nz]*/,
                              double *lambda /*[nl]*/);

/* Multipliers that keep a consistent state z on the constraints; false in solved: they are not unique. */
PetscErrorCode initial_multipliers(const System *system, double t, const double *z, double *lambda, bool *solved);

/* Moves z onto the constraints of both levels, heavy bodies least; solved = false: not possible. */
PetscErrorCode initial_project(const System *system, double t, double *z, bool *solved);

/* grad Theta, of values T, in natural units as a sparse matrix; with partners and signs: grad Theta J. Both may be NULL. */
PetscErrorCode initial_gradient(const System *system, const double *T, const int *partner, const double *sign, Mat *B);

/* For constraint_rank_find at the start. */
extern const double constraint_rank_tolerance;

#endif

/* Joints and motions as equations in the velocities of the bodies, for `initial: assemble`; private to assemble*.c. */
#ifndef RIGEL_START_ASSEMBLE_ASSEMBLE_ROWS_H
#define RIGEL_START_ASSEMBLE_ASSEMBLE_ROWS_H

#include "start/assemble/rate_equations.h"
#include "system/system.h"

typedef struct {
  const Problem *problem;
  const System  *system;
  Kinematics    *given, *state, *saved; /* [nbodies] */
  double        *z;                     /* [nz] of the state */
  double        *frames;                /* [nbodies][FRAME] */
  int (*block)[2];                      /* [nbodies] of v and omega; -1: the body has none */
  bool         *known;                  /* [nblocks] kept as they are, on the level at hand */
  double       *x, *shift;              /* [3 nblocks] */
  RateEquations eq;
} AssembleRows;

PetscErrorCode assemble_rows_create(const Problem *problem, const System *system, AssembleRows *rows);
PetscErrorCode assemble_rows_destroy(AssembleRows *rows);

/* The metric: m and J in space of each body, both divided by its mass if `per_mass`. */
void assemble_metric(AssembleRows *rows, bool per_mass);
/* Phi + Phi_x x = 0 of all rows at the state, for small displacements x; returns the largest |Phi| in natural units. */
double assemble_position_rows(AssembleRows *rows);
/* Phi_x x + dPhi/dt = 0 and the given rates of joints, for velocities x. */
void assemble_velocity_rows(AssembleRows *rows);

/* assemble_positions.c: closes the joints near the given positions; `left`: the largest |Phi| that remains, in natural units. */
PetscErrorCode assemble_positions(AssembleRows *rows, double *left);

#endif
